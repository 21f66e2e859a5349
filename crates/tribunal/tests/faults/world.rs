//! A reference run on a real repository, driven by the real hands, stopped and gone on with at will. Agents are scripted or
//! real programs below the real supervisor; only time stands still and, for pr-loop, the forge is pretended.

use std::path::{Path, PathBuf};

use tribunal_core::domain::{HumanDecision, PullState, PullView, RunId, Timestamp};
use tribunal_core::engine::{Effect, Event, Input, Opening, Recorded, Run, apply};
use tribunal_core::log::{canonical, sha256};
use tribunal_core::protocol::load_builtin;
use tribunal_host::config::{self, ConfigFile, Order};
use tribunal_host::git::{Repository, Setting, Trust};
use tribunal_host::hands::Hands;
use tribunal_host::journal::{
    Holder, Journal, JournalError, Lease, LeaseName, Liveness, MemoryJournal, Place, Process,
};
use tribunal_host::process::Cancel;
use tribunal_host::runner::{Done, DriveError, Perform, Rest, Runner};
use tribunal_host::start::{Wish, start};
use tribunal_testkit::repo::{Node, TempDir, TestRepo, Tree};

use crate::cut::{Cut, Moment};
use crate::references::{AUTHOR, REVIEWER, Reference};

const OLD: &str = "fn a() {}\n";
const FLAWED: &str = "fn a() {}\nfn b(x: u8) {\n    let y = x / 0;\n}\n";

fn still() -> Timestamp {
    Timestamp(1_700_000_000_000)
}

/// Told of every boundary; an error stops the run there.
pub trait Watch: Sync {
    fn at(&self, moment: Moment) -> Result<(), JournalError>;
}

/// Everything that outlives a process: the log, the repository, the desk, and how often programs were asked.
#[derive(Clone)]
pub struct State {
    pub log: Vec<Recorded>,
    repo: Tree,
    desk: Tree,
    asked: String,
}

impl State {
    /// A name that two states share if nothing tells them apart but times, nonces and the numbers of inodes.
    pub fn key(&self) -> String {
        let mut text: String = self.log.iter().map(|recorded| canonical(&recorded.event) + "\n").collect();
        for (tree, name) in [(&self.repo, "repo"), (&self.desk, "desk")] {
            for (path, node) in tree.0.iter().filter(|(path, _)| !varies(path)) {
                text.push_str(&format!("{name} {} {}\n", path.display(), content(node)));
            }
        }
        sha256((text + &self.asked).as_bytes())
    }
}

/// The index holds times and inodes, the logs of refs hold times.
fn varies(path: &Path) -> bool {
    path == Path::new(".git/index") || path.starts_with(".git/logs")
}

fn content(node: &Node) -> String {
    match node {
        Node::Directory => "directory".to_owned(),
        Node::File { bytes, .. } => sha256(without_nonces(&String::from_utf8_lossy(bytes)).as_bytes()),
    }
}

/// A nonce is a word of 32 hexadecimal digits.
fn without_nonces(text: &str) -> String {
    let nonce = |word: &str| word.len() == 32 && word.chars().all(|c| c.is_ascii_hexdigit());
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    words.map(|word| if nonce(word) { "NONCE" } else { word }).collect::<Vec<_>>().join(" ")
}

/// A reference run that can be played from any state.
pub struct Play<'a> {
    pub reference: &'a Reference,
    opening: Opening,
    order: Order,
    repo: Tree,
    /// Programs, and the list of when they were asked.
    around: TempDir,
}

impl<'a> Play<'a> {
    pub fn new(reference: &'a Reference) -> Self {
        let repo = flawed();
        let around = TempDir::new();
        let settings: ConfigFile =
            config::read("settings", &settings(reference, around.path())).expect("they are sound");
        let wish = Wish {
            protocol: Some(reference.protocol.to_owned()),
            mode: reference.mode.map(str::to_owned),
            group: Some("AUTH".to_owned()),
            unsandboxed: true,
            ..Wish::default()
        };
        let load = |name: &str, mode: Option<&str>| Ok(load_builtin(name, mode).expect("it is built in"));
        let script = |_: &str| Ok(reference.script.clone().unwrap_or_default());
        let started = start(&mut open(&repo), &wish, settings, still(), &script, &load);
        let mut started = started.expect("a reference run can begin");
        started.opening.run = RunId::parse("run-reference").expect("a name");
        let repo = Tree::of(repo.root());
        Self { reference, opening: started.opening, order: started.order, repo, around }
    }

    pub fn beginning(&self) -> State {
        State { log: Vec::new(), repo: self.repo.clone(), desk: Tree::default(), asked: String::new() }
    }

    /// What was there when a process ended is there for the next one.
    pub fn stage(&'a self, state: &State) -> Stage<'a> {
        let repo = TestRepo::laid(&state.repo);
        state.desk.lay(&repo.around().join("desk"));
        std::fs::write(asked(self.around.path()), &state.asked).expect("it can be written");
        let journal = MemoryJournal::with_probe(Box::new(|_| Liveness::Dead));
        let stage = Stage { play: self, repo, journal };
        if let Some((first, rest)) = state.log.split_first() {
            let (id, leases) = (&self.opening.run, stage.leases());
            let first = std::slice::from_ref(first);
            stage.journal.begin(id, &place(), &leases, first).expect("it is new");
            stage.journal.append(id, 1, &leases, rest).expect("it follows");
        }
        stage
    }
}

fn asked(around: &Path) -> PathBuf {
    around.join("asked")
}

fn place() -> Place {
    Place { repository: "here".to_owned(), branch: "refs/heads/feature".to_owned() }
}

fn flawed() -> TestRepo {
    let repo = TestRepo::empty();
    std::fs::remove_dir_all(repo.root().join(".git/hooks")).expect("git put samples there");
    repo.write("src/a.rs", OLD);
    repo.commit("first");
    repo.git(&["checkout", "--quiet", "-b", "feature"]);
    repo.write("src/a.rs", FLAWED);
    repo.commit("second");
    repo
}

fn settings(reference: &Reference, around: &Path) -> String {
    let unit = |word| format!("[tests]\nunit = [\"grep\", \"-q\", {word:?}, \"src/a.rs\"]\n");
    let tests = reference.tests.map(unit).unwrap_or_default();
    if reference.script.is_some() {
        let row = |name: &str| format!("[agents.{name}]\ndriver = \"scripted\"\nscript = \"x\"\n");
        let roles = "[roles]\nreviewers = [\"cast\"]\nauthors = [\"cast\"]\n";
        return format!("{}{}{roles}{tests}", row("cast"), row("comments-analyzer"));
    }
    let row = |name: &str, text: &str| {
        let file = around.join(name);
        std::fs::write(&file, text).expect("a file can be written");
        format!("[agents.{name}]\ndriver = \"command\"\ncommand = [\"sh\", {file:?}, {:?}]\n", asked(around))
    };
    format!(
        "{}{}[roles]\nreviewers = [\"reviewer\"]\nauthors = [\"mender\"]\n\
         [checks]\nlint = [\"grep\", \"-q\", \"fn b\", \"src/a.rs\"]\n{tests}",
        row("reviewer", REVIEWER),
        row("mender", AUTHOR)
    )
}

fn open(repo: &TestRepo) -> Repository {
    let setting = Setting { private: repo.private(), ignore_file: None, trust: Trust::OwnOnly };
    Repository::open(repo.root(), &setting).expect("it is a repository")
}

/// A repository, a desk and a journal that outlive processes.
pub struct Stage<'a> {
    play: &'a Play<'a>,
    repo: TestRepo,
    journal: MemoryJournal,
}

impl Stage<'_> {
    fn leases(&self) -> Vec<Lease> {
        let process = Process::current().expect("we run");
        let holder = Holder { process, what: "test".to_owned(), since: still() };
        let name = LeaseName::Run(self.play.opening.run.clone());
        self.journal.acquire(&[name], &holder).expect("the last holder is dead")
    }

    fn log(&self) -> Vec<tribunal_core::log::Entry> {
        self.journal.events(&self.play.opening.run).unwrap_or_default()
    }

    /// One process: loads what there is, goes on, lets a person decide, and ends or is stopped.
    pub fn live(&self, watch: &dyn Watch) -> Result<Rest, DriveError> {
        let (log, leases) = (self.log(), self.leases());
        let mut run = Run::default();
        log.iter().for_each(|entry| apply(&mut run, &entry.recorded));
        let (desk, supervisor) = (self.repo.around().join("desk"), env!("CARGO_BIN_EXE_tribunal").into());
        let hands = Hands::new(open(&self.repo), self.play.order.clone(), desk, supervisor, &log);
        let hands = Numb { hands: hands.expect("the script is sound"), watch };
        let journal = Cut { kept: &self.journal, watch };
        let mut tell = |_: &Run, _: &Recorded| {};
        let (id, seq, place) = (self.play.opening.run.clone(), log.len() as u64, place());
        let mut runner =
            Runner { run, id, seq, place, leases, journal: &journal, now: still, tell: &mut tell };
        if seq == 0 {
            runner.take(Input::Open(Box::new(self.play.opening.clone())))?;
        }
        loop {
            let rest = runner.drive_with(&hands, 1, &Cancel::default())?;
            match self.decision(&runner.run) {
                Some(decision) => runner.take(decision)?,
                None => return Ok(rest),
            }
        }
    }

    /// What the person says, unless it was said before.
    fn decision(&self, run: &Run) -> Option<Input> {
        let decides = self.play.reference.decides?;
        let decided = |entry: &tribunal_core::log::Entry| {
            matches!(entry.recorded.event, Event::DecisionRecorded { .. })
        };
        (!self.log().iter().any(decided)).then(|| {
            Input::Decided(HumanDecision {
                choice: decides.choice,
                who: "ann".to_owned(),
                why: "it is a sample".to_owned(),
                head: run.book().tip.clone(),
                findings: decides.findings.to_vec(),
                author: None,
            })
        })
    }

    /// What would be there if the process ended now.
    pub fn state(&self) -> State {
        State {
            log: self.log().into_iter().map(|entry| entry.recorded).collect(),
            repo: Tree::of(self.repo.root()),
            desk: Tree::of(&self.repo.around().join("desk")),
            asked: std::fs::read_to_string(asked(self.play.around.path())).unwrap_or_default(),
        }
    }

    /// What the run came to, in all that must not depend on how often it was stopped.
    pub fn came(&self) -> Came {
        let log = self.log();
        let mut run = Run::default();
        log.iter().for_each(|entry| apply(&mut run, &entry.recorded));
        let messages = self.repo.git(&["log", "--format=%B", "feature"]);
        Came {
            log: log
                .iter()
                .map(|e| format!("{} {}", e.recorded.at.0, canonical(&e.recorded.event)))
                .collect(),
            outcome: run.outcome().map(|outcome| outcome.word().to_owned()),
            fixes: messages.matches("Review-Run: run-reference").count(),
            head: self.repo.id("feature"),
            file: std::fs::read_to_string(self.repo.root().join("src/a.rs")).expect("it is there"),
            status: self.repo.git(&["status", "--porcelain"]),
            branches: self.repo.git(&["branch", "--format=%(refname)"]),
            asked: self.state().asked.lines().count(),
        }
    }
}

/// What a run came to: every event to the byte, the branch, the work tree, and how often programs were asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Came {
    pub log: Vec<String>,
    pub outcome: Option<String>,
    pub fixes: usize,
    pub head: String,
    pub file: String,
    pub status: String,
    pub branches: String,
    pub asked: usize,
}

/// Hands that are watched before and after they have acted.
struct Numb<'a> {
    hands: Hands,
    watch: &'a dyn Watch,
}

impl Perform for Numb<'_> {
    fn perform(&self, run: &Run, effect: &Effect, cancel: &Cancel) -> Done {
        if let Err(trouble) = self.watch.at(Moment::BeforeEffect) {
            return Done::Broken(trouble.to_string());
        }
        let done = with_pull(run, self.hands.perform(run, effect, cancel));
        match self.watch.at(Moment::AfterEffect) {
            Ok(()) => done,
            Err(trouble) => Done::Broken(trouble.to_string()),
        }
    }

    fn acts(&self, run: &Run, effect: &Effect) -> bool {
        self.hands.acts(run, effect)
    }
}

/// There is no forge yet: where one counts, its pull request is open, with no review and no thread on it.
fn with_pull(run: &Run, done: Done) -> Done {
    let Done::Said(mut input) = done else { return done };
    if let Input::ChangeRead(snapshot) = input.as_mut() {
        snapshot.pull = run.book().protocol().forge.map(|_| PullView {
            state: PullState::Open,
            reviews: Vec::new(),
            threads: Vec::new(),
            threads_truncated: false,
            digest: sha256(b"no reviews, no threads"),
        });
    }
    Done::Said(input)
}
