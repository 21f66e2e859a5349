//! The table says who was caught by what, and who was not.

use super::*;
use crate::sabotage::list;

fn one() -> Safeguard {
    let text = "[[safeguard]]\nname = \"a\"\nprotects = \"b.\"\nfile = \"f\"\nold = \"o\"\nnew = \"n\"\n\
                package = \"p\"\ntarget = \"t\"\nfilter = \"x\"\n";
    list::read("l", text).unwrap().remove(0)
}

fn result(came: Verdict) -> Result {
    Result { name: "a".into(), came, seconds: 1.6 }
}

#[test]
fn only_a_failing_test_catches() {
    let said = |came| line(&result(Verdict::without(&one(), came)));
    assert_eq!(said(Came::Failed(vec!["x".into(), "y".into()])), "caught    a by `x` and 1 more (2 s)");
    assert_eq!(said(Came::Passed(vec!["x".into(), "y".into()])), "SURVIVED  a: 2 tests passed: p t x (2 s)");
    assert_eq!(said(Came::Hung), "SURVIVED  a: it never ended: p t x (2 s)");
    let died = "SURVIVED  a: no test failed, but p t x: signal: 6 (2 s)";
    assert_eq!(said(Came::Died("signal: 6".into())), died);
    let unbuilt = "SURVIVED  a: it does not build without it:\nerror: x (2 s)";
    assert_eq!(said(Came::NotBuilt("error: x".into())), unbuilt);
}

#[test]
fn a_test_that_selects_nothing_or_fails_anyway_proves_nothing() {
    assert_eq!(Verdict::unedited(&one(), &Came::Passed(vec!["a::x_y".into()])), None);
    let survived = |why: &str| Some(Verdict::Survived(why.to_owned()));
    assert_eq!(
        Verdict::unedited(&one(), &Came::Passed(vec!["y".into()])),
        survived("no test is selected: p t x")
    );
    let fails = survived("it fails while nothing is switched off: p t x");
    assert_eq!(Verdict::unedited(&one(), &Came::Failed(vec!["x".into()])), fails);
}

#[test]
fn the_table_has_a_row_for_each() {
    let results = [result(Verdict::Caught(vec!["x".into()])), result(Verdict::Survived("why".into()))];
    let expected =
        "| safeguard | caught by | s |\n|---|---|---|\n| `a` | `x` | 2 |\n| `a` | **survived** | 2 |\n";
    assert_eq!(table(&results), expected);
}
