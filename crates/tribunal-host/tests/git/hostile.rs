//! Repositories that name programs to be run. Whatever is done with them, the canary stays untouched; and for each trap
//! a plain git command shows that it bites.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use tribunal_host::git::{CheckoutLimits, GitError, Landed, RepoPath};
use tribunal_testkit::repo::TestRepo;

use crate::common::{author, commit, open, run_id, try_open};
use crate::tour::tour;

struct Trap {
    repo: TestRepo,
    canary: PathBuf,
    script: String,
}

impl Trap {
    /// A repository, and a script that touches the canary.
    fn new() -> Self {
        let repo = TestRepo::branched();
        let canary = repo.around().join("canary");
        let script = repo.around().join("bite");
        fs::write(&script, format!("#!/bin/sh\necho \"$0 $@\" >> '{}'\ncat\n", canary.display())).unwrap();
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
        let script = script.display().to_string();
        Self { repo, canary, script }
    }

    fn hook(&self, name: &str) {
        let hook = self.repo.write(format!(".git/hooks/{name}"), fs::read(&self.script).unwrap());
        fs::set_permissions(hook, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// Everything the room can do, the last thing being a landing on the checked-out branch.
    #[track_caller]
    fn survives(&self) {
        assert!(!self.canary.exists(), "the trap went off while it was set");
        tour(&self.repo, self.repo.root(), Some("main..feature"));
        self.untouched("a tour");
        let mut opened = open(&self.repo);
        let from = commit(&self.repo.id("feature"));
        let into = self.repo.around().join("tree");
        fs::create_dir(&into).unwrap();
        let checkout = opened.checkout(&from, &into, &CheckoutLimits::default()).unwrap();
        fs::write(into.join("src/lib.rs"), "fixed\n").unwrap();
        let fix = opened.harvest(&checkout, &author()).unwrap().commit.unwrap();
        self.untouched("a harvest");
        let landed = opened.land("refs/heads/feature", &from, &fix, &run_id());
        self.untouched("a landing");
        opened.keep(&run_id(), &fix, None).unwrap();
        self.untouched("keeping");
        let landed = landed.map_or_else(|refused| refused.to_string(), |landed| format!("{landed:?}"));
        assert!(landed.contains("WithTree") || landed.contains("under a filter"), "{landed}");
        let error = opened.range(Some("no-such-branch"), None).unwrap_err();
        assert!(error.to_string().contains("no-such-branch"));
        self.untouched("a search for names");
    }

    #[track_caller]
    fn untouched(&self, what: &str) {
        let bitten = fs::read_to_string(&self.canary).unwrap_or_default();
        assert!(!self.canary.exists(), "the trap went off in {what}: {bitten}");
    }

    /// A plain git command falls into it.
    #[track_caller]
    fn bites(&self, args: &[&str]) {
        self.repo.try_git(args);
        assert!(self.canary.exists(), "git {args:?} does not go into the trap");
    }
}

#[test]
fn hooks() {
    let trap = Trap::new();
    for name in [
        "post-checkout",
        "reference-transaction",
        "post-index-change",
        "pre-auto-gc",
        "post-commit",
        "pre-commit",
        "post-merge",
        "post-rewrite",
        "fsmonitor-watchman",
    ] {
        trap.hook(name);
    }
    trap.survives();
    trap.bites(&["update-ref", "refs/heads/x", "HEAD"]);
}

#[test]
fn hooks_in_a_place_of_their_own() {
    let trap = Trap::new();
    trap.hook("reference-transaction");
    trap.repo.git_in(
        trap.repo.around(),
        &["config", "--file", "repo/.git/config", "core.hooksPath", ".git/hooks"],
    );
    trap.survives();
    trap.bites(&["update-ref", "refs/heads/x", "HEAD"]);
}

#[test]
fn a_monitor_of_the_file_system() {
    let trap = Trap::new();
    trap.repo.git(&["config", "core.fsmonitor", &trap.script]);
    trap.survives();
    trap.bites(&["status"]);
}

/// A repository inside the work tree that became a gitlink: git looks into it under its own settings.
#[test]
fn a_monitor_in_a_nested_repository() {
    let trap = Trap::new();
    let repo = &trap.repo;
    repo.git(&["init", "--quiet", "nested"]);
    let nested = repo.root().join("nested");
    repo.git_in(&nested, &["commit", "--quiet", "--allow-empty", "--message", "x"]);
    repo.git(&["add", "nested"]);
    repo.commit("a gitlink");
    fs::write(nested.join("file"), "x").unwrap();
    repo.git_in(&nested, &["config", "core.fsmonitor", &trap.script]);
    trap.survives();
    trap.bites(&["status"]);
}

#[test]
fn filters() {
    for attribute in ["clean", "smudge", "process"] {
        let trap = Trap::new();
        let repo = &trap.repo;
        repo.write(".gitattributes", "* filter=evil\n");
        repo.commit("attributes");
        repo.git(&["config", &format!("filter.evil.{attribute}"), &trap.script]);
        // Touched, so that git has to compare the contents.
        repo.write("a.txt", "one\n");
        trap.survives();
        match attribute {
            "smudge" => trap.bites(&["checkout", "main", "--", "src/lib.rs"]),
            _ => trap.bites(&["diff"]),
        }
    }
}

#[test]
fn diff_and_merge_drivers() {
    for (setting, args) in [
        ("diff.external", &["diff", "HEAD~1", "HEAD"][..]),
        ("diff.evil.command", &["diff", "HEAD~1", "HEAD"]),
        ("diff.evil.textconv", &["diff", "HEAD~1", "HEAD"]),
        ("merge.evil.driver", &["merge", "other"]),
    ] {
        let trap = Trap::new();
        let repo = &trap.repo;
        repo.git(&["checkout", "--quiet", "-b", "other"]);
        repo.write("src/lib.rs", "other\n");
        repo.commit("other");
        repo.git(&["checkout", "--quiet", "feature"]);
        repo.write(".git/info/attributes", "* diff=evil merge=evil\n");
        repo.write("src/lib.rs", "mine\n");
        repo.commit("mine");
        repo.git(&["config", setting, &trap.script]);
        trap.survives();
        if setting.starts_with("merge") {
            // The landing moved the branch; its own change is what conflicts now.
            trap.repo.git(&["checkout", "--quiet", "--force", "feature"]);
        }
        let args: Vec<&str> = args.to_vec();
        trap.bites(&args);
    }
}

#[test]
fn pagers_editors_helpers_and_aliases() {
    let trap = Trap::new();
    for setting in [
        "core.pager",
        "core.editor",
        "core.askPass",
        "core.sshCommand",
        "core.gitProxy",
        "core.alternateRefsCommand",
        "credential.helper",
        "gpg.program",
        "sequence.editor",
        "alias.status",
        "alias.cat-file",
        "uploadpack.packObjectsHook",
    ] {
        trap.repo.git(&["config", setting, &format!("!{}", trap.script)]);
    }
    trap.repo.git(&["config", "commit.gpgSign", "true"]);
    trap.survives();
}

#[test]
fn a_partial_clone_whose_remote_is_a_program() {
    let trap = Trap::new();
    let repo = &trap.repo;
    repo.git(&["config", "uploadpack.allowFilter", "true"]);
    let url = format!("file://{}", repo.root().display());
    repo.git(&["clone", "--quiet", "--no-checkout", "--filter=blob:none", &url, "../clone"]);
    let clone = repo.around().join("clone");
    for (name, value) in [
        ("remote.origin.url", format!("ext::{} %S", trap.script)),
        ("remote.origin.uploadpack", trap.script.clone()),
        ("protocol.ext.allow", "always".to_owned()),
    ] {
        repo.git_in(&clone, &["config", name, &value]);
    }
    // One that bites and leaves; the other would wait for a conversation.
    fs::write(&trap.script, format!("#!/bin/sh\ntouch '{}'\nexit 1\n", trap.canary.display())).unwrap();
    let told = tour(repo, &clone, Some("origin/main..feature"));
    assert!(told.contains("is not in this partial clone"), "{told}");
    trap.untouched("a tour of a partial clone");
    // The diff stopped the tour; the reader of objects is asked for itself.
    let mut opened = try_open(repo, &clone).unwrap();
    let head = commit(&repo.id("feature"));
    let error = opened.blob(&head, &RepoPath::new("src/lib.rs"), 100).unwrap_err();
    assert!(matches!(error, GitError::Missing { partial: true, .. }), "{error}");
    trap.untouched("reading from a partial clone");
    let blob = repo.id("feature:src/lib.rs");
    let clone = clone.display().to_string();
    trap.bites(&["-C", &clone, "cat-file", "blob", &blob]);
}

#[test]
fn names_like_options() {
    let trap = Trap::new();
    let repo = &trap.repo;
    for name in ["--upload-pack=x", "-h", "--output=canary", "--exec=x"] {
        repo.write(name, "x\n");
        repo.git(&["update-ref", &format!("refs/heads/{name}"), "HEAD"]);
    }
    repo.commit("options");
    trap.survives();
    assert!(!repo.root().join("canary").exists());
    let mut opened = open(repo);
    let (from, to) = (commit(&repo.id("refs/heads/-h")), commit(&repo.id("feature")));
    assert_eq!(opened.land("refs/heads/-h", &from, &to, &run_id()).unwrap(), Landed::Branch);
}

/// A repository that a branch brought along: whoever stands in it is told of nothing but what is in it.
#[test]
fn a_bare_repository_inside_the_work_tree() {
    let trap = Trap::new();
    let repo = &trap.repo;
    repo.git(&["clone", "--quiet", "--bare", ".", "planted"]);
    let planted = repo.root().join("planted");
    repo.git_in(&planted, &["config", "core.fsmonitor", &trap.script]);
    repo.git_in(&planted, &["config", "core.worktree", repo.around().to_str().unwrap()]);
    repo.git_in(&planted, &["config", "core.bare", "false"]);
    let told = tour(repo, &planted, Some("main..feature"));
    assert!(told.contains("bare"), "{told}");
    trap.untouched("a tour of a planted repository");
    trap.bites(&["-C", "planted", "status"]);
}

#[test]
fn settings_from_elsewhere() {
    let trap = Trap::new();
    let repo = &trap.repo;
    let included = repo.around().join("included");
    fs::write(&included, format!("[core]\n\tfsmonitor = {}\n", trap.script)).unwrap();
    repo.git(&["config", "include.path", included.to_str().unwrap()]);
    trap.survives();
    trap.bites(&["status"]);
}
