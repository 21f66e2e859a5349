//! From what somebody wants to the opening of a run: which change, under which protocol, with whom, checked before anything
//! begins.

use std::collections::{BTreeMap, BTreeSet};

use tribunal_core::domain::{AgentName, RunId, SeatName, Timestamp};
use tribunal_core::engine::{AuthorRole, Cost, Coverage, Drive, Opening, Staff};
use tribunal_core::protocol::Protocol;

use crate::config::{self, Apply, ConfigFile, Kind, Order, Origin, Settings};
use crate::git::{Authorship, Change, GitError, RepoPath, Repository};
use crate::ids;

/// The repository's own settings, in its root.
const SETTINGS_FILE: &str = "tribunal.toml";

/// Largest settings file, in bytes.
const SETTINGS_BYTES_MAX: u64 = 256 * 1024;

/// How many agents work at once unless somebody says otherwise.
const JOBS: u32 = 4;

/// What somebody wants; what is not said comes from the settings.
#[derive(Debug, Clone, Default)]
pub struct Wish {
    /// The range.
    pub range: Option<String>,
    /// What it is compared with.
    pub base: Option<String>,
    /// The protocol.
    pub protocol: Option<String>,
    /// Its mode.
    pub mode: Option<String>,
    /// Who reviews.
    pub reviewers: Vec<String>,
    /// Who fixes.
    pub authors: Vec<String>,
    /// The group in ids.
    pub group: Option<String>,
    /// The story the change is held against.
    pub story: Option<String>,
    /// The plan the change is held against.
    pub plan: Option<String>,
    /// Review only.
    pub no_fix: bool,
    /// Say what would be done and do nothing.
    pub dry_run: bool,
    /// Fewer rounds.
    pub max_rounds: Option<u32>,
    /// Most that may be spent, in dollars.
    pub budget: Option<u64>,
    /// How many agents at once.
    pub jobs: Option<u32>,
    /// Review uncommitted work, from a snapshot.
    pub dirty: bool,
    /// Leave the branch where it is.
    pub no_apply: bool,
    /// Programs may run without a sandbox.
    pub unsandboxed: bool,
}

/// Why no run was opened. Nothing was changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// What was asked for makes no sense.
    #[error("{0}")]
    Wish(String),
    /// A file says something wrong.
    #[error("{0}")]
    Content(String),
    /// Work that is not committed would not be reviewed.
    #[error(
        "{} with uncommitted changes: {}; commit them, or review them as they are with --dirty",
        many(paths.len()), some(paths)
    )]
    Dirty {
        /// The paths.
        paths: Vec<String>,
    },
    /// The repository said no.
    #[error("{0}")]
    Git(String),
}

impl From<GitError> for StartError {
    fn from(error: GitError) -> Self {
        StartError::Git(format!("{error}; {}", error.remedy()))
    }
}

/// A run that is ready to be opened.
pub struct Start {
    /// How it is opened.
    pub opening: Opening,
    /// What was ordered.
    pub order: Order,
    /// What holds, and who said so.
    pub settings: Settings,
}

/// The settings that hold for a change: the user's, then those of the base commit.
pub fn settings(
    repository: &mut Repository,
    change: &Change,
    user: ConfigFile,
) -> Result<Settings, StartError> {
    let mut settings = Settings::default();
    settings.lay(user, Origin::User);
    let path = RepoPath::new(SETTINGS_FILE.as_bytes());
    if let Some(bytes) = repository.blob(&change.base, &path, SETTINGS_BYTES_MAX)? {
        let name = format!("{SETTINGS_FILE} (at {})", change.base.short());
        let text = String::from_utf8(bytes).map_err(|_| StartError::Content(format!("{name}: not UTF-8")))?;
        let file = config::read(&name, &text).map_err(|e| StartError::Content(e.to_string()))?;
        settings.lay(file, Origin::Repository);
    }
    Ok(settings)
}

/// Reads a protocol by name or file, in a mode.
pub type ReadProtocol<'a> = &'a dyn Fn(&str, Option<&str>) -> Result<Protocol, StartError>;

/// Prepares a run; `protocol` reads one by name or file.
pub fn start(
    repository: &mut Repository,
    wish: &Wish,
    user: ConfigFile,
    now: Timestamp,
    scripts: &dyn Fn(&str) -> Result<String, StartError>,
    protocol: ReadProtocol<'_>,
) -> Result<Start, StartError> {
    let run = ids::run_id(now);
    let mut change = change(repository, wish, &user)?;
    let mut settings = settings(repository, &change, user)?;
    settings.lay(wished(wish), Origin::Flag);
    settings.insist(Kind::Reviewer, &wish.reviewers);
    settings.insist(Kind::Author, &wish.authors);
    let snapshot = if wish.dirty { Some(snapshot(repository, &run, now)?) } else { None };
    if let Some(snapshot) = &snapshot {
        change.head = snapshot.clone();
    } else {
        refuse_dirty(repository, &change)?;
    }
    let values = &settings.values;
    let protocol = protocol(values.protocol.as_deref().unwrap_or("zero-tolerance"), values.mode.as_deref())?;
    let (staff, seats) = staff(&settings, &protocol).map_err(StartError::Wish)?;
    let agents = agents(&settings, &staff, wish.unsandboxed)?;
    let mut texts = BTreeMap::new();
    for (name, row) in &agents {
        if let Some(file) = &row.script {
            texts.insert(name.clone(), scripts(file)?);
        }
    }
    let order = Order {
        version: Order::VERSION,
        range: wish.range.clone(),
        base: change.base_name.clone(),
        branch: change.branch.clone(),
        snapshot,
        apply: if wish.no_apply || wish.dirty || change.branch.is_none() {
            Apply::Aside
        } else {
            Apply::Branch
        },
        agents,
        scripts: texts,
        checks: values.checks.clone(),
        tests: values.tests.clone(),
        check_environment: values.check_environment.clone(),
        rules_off: values.rules_off.clone(),
        story: wish.story.clone(),
        plan: wish.plan.clone(),
        jobs: values.jobs.unwrap_or(JOBS).max(1),
        unsandboxed: wish.unsandboxed,
    };
    let opening = Opening {
        run,
        protocol,
        base: change.base,
        head: change.head,
        branch: change.branch.unwrap_or_default(),
        group: wish.group.clone().unwrap_or_else(|| "CHANGE".to_owned()),
        reviewers: seats,
        staff,
        agents: Vec::new(),
        drive: Drive::Once,
        author: if wish.no_fix { AuthorRole::Absent } else { AuthorRole::Acts },
        dry_run: wish.dry_run,
        checks: !order.checks.is_empty(),
        budget: values.budget.map(|dollars| Cost(dollars.saturating_mul(1_000_000))),
        max_rounds: values.max_rounds,
        inherits: None,
        order: order.text(),
    };
    Ok(Start { opening, order, settings })
}

/// What flags say, as one more layer.
fn wished(wish: &Wish) -> ConfigFile {
    ConfigFile {
        protocol: wish.protocol.clone(),
        mode: wish.mode.clone(),
        base: wish.base.clone(),
        max_rounds: wish.max_rounds,
        jobs: wish.jobs,
        budget: wish.budget,
        ..ConfigFile::default()
    }
}

/// The change that is meant. What a branch is compared with can stand in the settings, which stand in what it is
/// compared with; so only the user's own file can say it, and the flag.
fn change(repository: &mut Repository, wish: &Wish, user: &ConfigFile) -> Result<Change, StartError> {
    let base = wish.base.as_deref().or(user.base.as_deref());
    match repository.range(wish.range.as_deref(), base) {
        // With uncommitted work there may be no commit of the change yet.
        Err(GitError::Empty { head, base_name }) if wish.dirty => {
            let branch = repository.head()?.branch().map(str::to_owned);
            Ok(Change { branch, base: head.clone(), head, base_name })
        }
        found => Ok(found?),
    }
}

fn snapshot(
    repository: &mut Repository,
    run: &RunId,
    now: Timestamp,
) -> Result<tribunal_core::domain::Commit, StartError> {
    let author = Authorship {
        name: "tribunal".to_owned(),
        email: "tribunal@localhost".to_owned(),
        at: now,
        message: format!("Uncommitted work\n\nReview-Run: {run}\n"),
    };
    Ok(repository.snapshot_dirty(&author)?.commit)
}

/// A review of the commits alone would leave the rest of the work unseen.
fn refuse_dirty(repository: &mut Repository, change: &Change) -> Result<(), StartError> {
    let here = repository.head()?.branch().map(str::to_owned);
    if here.is_none() || here != change.branch {
        return Ok(());
    }
    let state = repository.state()?;
    if state.is_clean_but_untracked() {
        return Ok(());
    }
    let tracked = state.staged.iter().chain(&state.unstaged).chain(&state.conflicted);
    let paths: BTreeSet<String> = tracked.map(ToString::to_string).collect();
    Err(StartError::Dirty { paths: paths.into_iter().collect() })
}

type Staffing = (BTreeMap<String, Vec<Staff>>, Vec<SeatName>);

/// Who fills which role, and the seats of a panel whose size is open.
fn staff(settings: &Settings, protocol: &Protocol) -> Result<Staffing, String> {
    let of = |name: AgentName| {
        let exempt = settings.agent(name.as_str())?.driver.is_exempt();
        Ok::<Staff, String>(Staff {
            agent: name,
            coverage: if exempt { Coverage::Exempt } else { Coverage::Shown },
        })
    };
    let filled =
        |role: &str, kind| settings.filling(role, kind)?.into_iter().map(of).collect::<Result<Vec<_>, _>>();
    let mut staff = BTreeMap::new();
    let gates =
        protocol.gates.iter().flat_map(|gate| [Some(&gate.role), gate.escalate_to.as_ref()]).flatten();
    let rungs = protocol.families.iter().flat_map(|family| &family.rungs).map(|rung| &rung.role);
    for role in gates.chain(rungs) {
        staff.insert(role.clone(), filled(role, Kind::Reviewer)?);
    }
    for rung in &protocol.authors {
        staff.insert(rung.role.clone(), filled(&rung.role, Kind::Author)?);
    }
    let mut seats = Vec::new();
    if protocol.panel.min != protocol.panel.max {
        for one in filled(&protocol.gates[0].role, Kind::Reviewer)? {
            seats.push(SeatName::parse(one.agent.as_str()).map_err(|e| e.to_string())?);
            staff.insert(one.agent.to_string(), vec![one]);
        }
    } else if protocol.panel.max > 1 {
        // Each seat asks another agent first, as far as there are others.
        let all = filled(&protocol.gates[0].role, Kind::Reviewer)?;
        for seat in 0..protocol.panel.max as usize {
            let mut own = all.clone();
            own.rotate_left(seat % all.len().max(1));
            staff.insert(format!("{}-{}", protocol.gates[0].role, seat + 1), own);
        }
    }
    Ok((staff, seats))
}

/// Everyone who can be asked. Programs need a sandbox, or somebody who does without by name.
fn agents(
    settings: &Settings,
    staff: &BTreeMap<String, Vec<Staff>>,
    unsandboxed: bool,
) -> Result<BTreeMap<String, config::AgentRow>, StartError> {
    let mut all = BTreeMap::new();
    for one in staff.values().flatten() {
        let row = settings.agent(one.agent.as_str()).map_err(StartError::Wish)?;
        if row.driver.runs_a_program() && !unsandboxed {
            return Err(StartError::Wish(format!(
                "agent {} runs a program, and this version has no sandbox yet; say --unsandboxed to run it as it is",
                one.agent
            )));
        }
        all.insert(one.agent.to_string(), row);
    }
    // A person may name a stronger author later; whoever is described can be named.
    for name in
        settings.values.agents.keys().map(String::as_str).chain(config::BUILT_IN.map(|(name, _)| name))
    {
        let row = settings.agent(name).map_err(StartError::Wish)?;
        all.entry(name.to_owned()).or_insert(row);
    }
    let commands = settings.values.checks.len() + settings.values.tests.len();
    if commands > 0 && !unsandboxed {
        return Err(StartError::Wish(
            "the project's checks run programs, and this version has no sandbox yet; say --unsandboxed to run them".to_owned(),
        ));
    }
    Ok(all)
}

fn many(count: usize) -> String {
    if count == 1 { "1 file".to_owned() } else { format!("{count} files") }
}

fn some(paths: &[String]) -> String {
    let shown: Vec<&str> = paths.iter().take(3).map(String::as_str).collect();
    let more = paths.len().saturating_sub(shown.len());
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    format!("{}{more}", shown.join(", "))
}
