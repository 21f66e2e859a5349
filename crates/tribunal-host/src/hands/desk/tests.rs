//! What is kept on a desk is kept whole.

use std::fs;

use tribunal_core::domain::EffectKey;
use tribunal_testkit::repo::TestRepo;

use super::Kept;
use crate::config::Order;
use crate::git::{Repository, Setting, Trust};
use crate::hands::Hands;

fn hands(repo: &TestRepo) -> Hands {
    let setting = Setting { private: repo.private(), ignore_file: None, trust: Trust::OwnOnly };
    let repository = Repository::open(repo.root(), &setting).unwrap();
    let order = Order::read(r#"{"version":1,"base":"main","apply":"aside","agents":{},"jobs":1}"#).unwrap();
    Hands::new(repository, order, repo.around().join("desk"), "/bin/false".into(), &[]).unwrap()
}

/// A second writing that fails half way leaves the first one alone.
#[test]
fn what_is_kept_is_kept_whole() {
    let repo = TestRepo::branched();
    let (hands, key) = (hands(&repo), EffectKey::parse("r1/ask/x#1").unwrap());
    let kept = |text: &str| Kept { nonce: "n".to_owned(), printed: text.to_owned(), commit: None };
    assert_eq!(hands.kept(&key), None);
    fs::create_dir_all(hands.place(&key)).unwrap();
    hands.keep(&key, &kept("first")).unwrap();
    fs::create_dir(hands.place(&key).join("came-to.partial")).unwrap();
    hands.keep(&key, &kept("second")).unwrap_err();
    assert_eq!(hands.kept(&key), Some(kept("first")));
    fs::write(hands.place(&key).join("came-to.json"), "{\"nonce\":\"n\",\"prin").unwrap();
    assert_eq!(hands.kept(&key), None);
}
