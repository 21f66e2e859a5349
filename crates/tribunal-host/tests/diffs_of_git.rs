//! Core's reader of diffs, and the patches of its rules, against the git of this machine.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tribunal_core::diff::{Diff, FileDiff};
use tribunal_core::rules::{Content, RulesInput, review};

/// A repository that is thrown away.
struct Repository {
    root: PathBuf,
}

impl Repository {
    fn new(name: &str) -> Self {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        // Left over from a run that was stopped.
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(&root).expect("the directory for tests can be written");
        let repository = Self { root };
        repository.git(&["init", "--quiet"]);
        repository
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("git");
        command.current_dir(&self.root).args(["-c", "user.name=t", "-c", "user.email=t@example.org"]);
        command.args(["-c", "core.autocrlf=false"]).args(arguments);
        command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
        command
    }

    fn git(&self, arguments: &[&str]) -> Vec<u8> {
        let output = self.command(arguments).output().expect("git is there");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "git {arguments:?}: {said}");
        output.stdout
    }

    fn write(&self, path: &str, text: &[u8]) {
        let file = self.root.join(path);
        fs::create_dir_all(file.parent().expect("a file has a directory")).expect("can be made");
        fs::write(file, text).expect("can be written");
    }

    fn commit(&self) {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--message", "x"]);
    }

    fn diff(&self, more: &[&str]) -> Vec<u8> {
        let fixed = ["diff", "-M", "--full-index", "--raw", "--numstat", "-p"];
        self.git(&[&fixed[..], more, &["HEAD~", "HEAD"]].concat())
    }

    /// Whether git takes a patch, and what the file is then.
    fn applied(&self, patch: &str, path: &str) -> Vec<u8> {
        let mut child = self.command(&["apply", "-"]).stdin(Stdio::piped()).spawn().expect("git is there");
        let mut stdin = child.stdin.take().expect("was asked for");
        std::io::Write::write_all(&mut stdin, patch.as_bytes()).expect("git reads it");
        drop(stdin);
        assert!(child.wait().expect("git ends").success(), "git does not take\n{patch}");
        let text = fs::read(self.root.join(path)).expect("is there");
        self.git(&["checkout", "--quiet", "--", "."]);
        text
    }
}

impl Drop for Repository {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}

/// Numbers that look random and are the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }

    fn line(&mut self) -> String {
        let texts =
            ["", "a", "-- b", "++ c", "d\r", "@@ -1 +1 @@", "\\ No newline", "diff --git a/x b/x", "e\u{e9}"];
        texts[self.below(texts.len() as u64) as usize].to_owned()
    }

    fn text(&mut self) -> Vec<String> {
        (0..self.below(40)).map(|_| self.line()).collect()
    }

    fn edited(&mut self, lines: &[String]) -> Vec<String> {
        let mut new = Vec::new();
        for line in lines {
            match self.below(8) {
                0 => {}
                1 => new.extend([self.line(), line.clone()]),
                2 => new.push(self.line()),
                _ => new.push(line.clone()),
            }
        }
        new
    }

    fn bytes(&mut self, lines: &[String]) -> Vec<u8> {
        let mut text = lines.join("\n").into_bytes();
        if !text.is_empty() && self.below(3) > 0 {
            text.push(b'\n');
        }
        text
    }
}

fn apply(file: &FileDiff<'_>, old: &[u8]) -> Vec<u8> {
    let mut before = old.split_inclusive(|b| *b == b'\n');
    let (mut new, mut next) = (Vec::new(), 1);
    for hunk in &file.hunks {
        let kept = before.by_ref().take((hunk.old.start - next) as usize);
        new.extend(kept.flatten());
        next = hunk.old.end;
        for line in &hunk.lines {
            let end: &[u8] = if line.ends_bare { b"" } else { b"\n" };
            let whole = [line.text, end].concat();
            if line.old_number().is_some() {
                assert_eq!(before.next(), Some(&whole[..]));
            }
            if line.new_number().is_some() {
                new.extend(whole);
            }
        }
    }
    new.extend(before.flatten());
    new
}

#[test]
fn what_git_writes_is_read_and_gives_the_new_text() {
    let repository = Repository::new("diffs-read");
    let mut dice = Dice(7);
    let names = ["plain", "with space", "na\u{ef}ve", "quo\"te", "tab\there", "back\\slash", "new\nline"];
    let mut texts: BTreeMap<String, (Vec<u8>, Vec<u8>)> = BTreeMap::new();
    for number in 0..120 {
        let path = format!("{} {number}", names[number % names.len()]);
        let lines = dice.text();
        let edited = dice.edited(&lines);
        texts.insert(path, (dice.bytes(&lines), dice.bytes(&edited)));
    }
    texts.iter().for_each(|(path, (old, _))| repository.write(path, old));
    repository.commit();
    texts.iter().for_each(|(path, (_, new))| repository.write(path, new));
    repository.commit();
    for context in ["-U0", "-U1", "-U3", "-U50"] {
        let bytes = repository.diff(&[context, "--no-renames"]);
        let diff = Diff::read(&bytes).unwrap_or_else(|error| panic!("{context}: {error}"));
        assert!(diff.files().len() > 90);
        for file in diff.files() {
            let path = String::from_utf8(file.path().bytes().to_vec()).expect("all names are text");
            let (old, new) = &texts[&path];
            assert_eq!(apply(file, old), *new, "{path:?} with {context}");
        }
    }
}

const BEFORE: &str = "f();\ng();\nh();\ni();\nj();\nk();\nl();\nm();\n";

fn content(new: &str) -> Content<'_> {
    Content { old: None, new: Some(new.as_bytes()), new_bytes: None }
}

#[test]
fn git_takes_the_patches_of_the_rules() {
    let repository = Repository::new("diffs-patched");
    let cases: Vec<(String, String, String)> = (0..8)
        .flat_map(|at: usize| {
            let lines: Vec<&str> = BEFORE.lines().collect();
            let with = |put: &[&str]| [&lines[..=at], put, &lines[at + 1..]].concat().join("\n") + "\n";
            let stop = (format!("src/stop {at}.js"), with(&["debugger;"]), BEFORE.to_owned());
            let only = with(&["it.only('x', () => {", "});"]);
            let focus = (format!("src/focus{at}.test.js"), only.clone(), only.replace(".only", ""));
            [stop, focus]
        })
        .collect();
    cases.iter().for_each(|(path, _, _)| repository.write(path, BEFORE.as_bytes()));
    repository.commit();
    cases.iter().for_each(|(path, new, _)| repository.write(path, new.as_bytes()));
    repository.commit();
    let bytes = repository.diff(&[]);
    let diff = Diff::read(&bytes).expect("git wrote it");
    let whole: BTreeMap<String, Content<'_>> =
        cases.iter().map(|(path, new, _)| (path.clone(), content(new))).collect();
    for (contents, least) in [(BTreeMap::new(), 15), (whole, 16)] {
        let review = review(&RulesInput { diff: &diff, contents: &contents, silenced: &[] });
        assert_eq!(review.reports.len(), cases.len());
        let mut patched = 0;
        for report in &review.reports {
            let path = &report.locations[0].path;
            let (_, _, fixed) = cases.iter().find(|case| case.0 == *path).expect("one of ours");
            let Some(patch) = &report.fix_patch else { continue };
            patched += 1;
            assert_eq!(String::from_utf8_lossy(&repository.applied(patch, path)), *fixed, "{path}");
        }
        assert!(patched >= least, "{patched} patches");
    }
}
