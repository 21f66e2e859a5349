//! Merge bases in real repositories, compared with `git merge-base`.

use std::collections::BTreeMap;

use tribunal_host::git::GitError;
use tribunal_testkit::generate::dice::Dice;
use tribunal_testkit::repo::TestRepo;

use crate::common::open;

/// Histories generated; each asks for several pairs of tips.
const HISTORIES: u64 = 12;

/// Builds a random history with merges, several roots and dates that lie; gives the commits.
fn generated(repo: &TestRepo, dice: &mut Dice) -> Vec<String> {
    repo.write("f", "f");
    repo.git(&["add", "f"]);
    let tree = repo.git(&["write-tree"]);
    let mut commits: Vec<String> = Vec::new();
    for at in 0..14 {
        let count = dice.weigh(&[(1, 0), (6, 1), (6, 2)]).min(at);
        let mut args = vec!["commit-tree".to_owned(), tree.clone(), "-m".to_owned(), format!("{at}")];
        for _ in 0..count {
            let parent = &commits[at - 1 - dice.below(at.min(5))];
            if !args.contains(parent) {
                args.extend(["-p".to_owned(), parent.clone()]);
            }
        }
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        commits.push(repo.git(&args));
    }
    commits
}

#[test]
fn generated_histories_meet_where_git_says() {
    let mut met = BTreeMap::new();
    for seed in 0..HISTORIES {
        let dice = &mut Dice::new(seed);
        let repo = TestRepo::empty();
        let commits = generated(&repo, dice);
        let mut opened = open(&repo);
        for _ in 0..12 {
            let (one, other) = (dice.pick(&commits), dice.pick(&commits));
            let output = repo.try_git(&["merge-base", "--all", one, other]);
            let theirs = String::from_utf8(output.stdout).unwrap();
            let theirs: Vec<&str> = theirs.lines().collect();
            let ours = match opened.range(Some(&format!("{one}..{other}")), None) {
                Ok(change) => change.base.to_string(),
                Err(GitError::Empty { head, .. }) => head.to_string(),
                Err(GitError::Unrelated { .. }) => "none".to_owned(),
                Err(error) => panic!("{error}"),
            };
            let right = theirs.contains(&&*ours) || (theirs.is_empty() && ours == "none");
            assert!(right, "seed {seed}: {one} and {other} meet at {ours}, git says {theirs:?}");
            *met.entry(theirs.len()).or_insert(0) += 1;
        }
    }
    // The generator makes unrelated tips and criss-cross merges too.
    assert!(met.contains_key(&0) && met.contains_key(&1) && met.contains_key(&2), "{met:?}");
}

#[test]
fn replacements_and_grafts_are_not_believed() {
    let repo = TestRepo::branched();
    let truth = open(&repo).range(None, None).unwrap();
    let diff = open(&repo).diff(&truth.base, &truth.head).unwrap();
    // A replacement makes the head look like the base; a graft gives it other parents.
    repo.git(&["replace", &repo.id("feature"), &repo.id("main")]);
    repo.write(".git/info/grafts", format!("{}\n", repo.id("main")));
    let mut opened = open(&repo);
    assert_eq!(opened.range(None, None).unwrap(), truth);
    assert_eq!(opened.diff(&truth.base, &truth.head).unwrap(), diff);
    let path = tribunal_host::git::RepoPath::new("src/lib.rs");
    assert_eq!(opened.blob(&truth.head, &path, 100).unwrap().unwrap(), b"fn a() {}\nfn b() {}\n");
}
