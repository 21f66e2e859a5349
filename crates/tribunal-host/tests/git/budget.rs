//! A plain review starts at most three git processes.

use tribunal_host::git::CheckoutLimits;
use tribunal_testkit::repo::TestRepo;

use crate::common::open;

#[test]
fn a_plain_review_starts_three_git_processes() {
    let repo = TestRepo::branched();
    let into = repo.around().join("tree");
    std::fs::create_dir(&into).unwrap();
    let mut opened = open(&repo);
    assert_eq!(opened.git_processes_started(), 0);
    assert!(opened.state().unwrap().is_clean());
    let change = opened.range(None, None).unwrap();
    assert_eq!(change.branch.as_deref(), Some("refs/heads/feature"));
    assert_eq!((change.base.as_str(), change.head.as_str()), (&*repo.id("main"), &*repo.id("feature")));
    assert_eq!(opened.diff(&change.base, &change.head).unwrap().files.len(), 1);
    assert_eq!(opened.checkout(&change.head, &into, &CheckoutLimits::default()).unwrap().files(), 2);
    assert_eq!(opened.resolve("refs/heads/feature").unwrap(), Some(change.head));
    assert_eq!(opened.git_processes_started(), 3);
}
