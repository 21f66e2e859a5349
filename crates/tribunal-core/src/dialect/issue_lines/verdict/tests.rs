//! The verdict line as it is written (V1, V2).

use super::*;

fn line(claim: Claim, iteration: u32, unresolved: u32, new: u32) -> String {
    write_verdict_line(claim, &Sheet { iteration, unresolved, new, ..Sheet::default() })
}

#[test]
fn only_what_is_not_zero_is_named() {
    assert_eq!(line(Claim::RequestChanges, 1, 0, 3), "VERDICT: FAIL");
    assert_eq!(line(Claim::RequestChanges, 2, 0, 1), "VERDICT: FAIL (1 new issue)");
    assert_eq!(line(Claim::RequestChanges, 2, 1, 1), "VERDICT: FAIL (1 unresolved, 1 new issue)");
    assert_eq!(line(Claim::RequestChanges, 2, 1, 2), "VERDICT: FAIL (1 unresolved, 2 new issues)");
    assert_eq!(line(Claim::RequestChanges, 3, 2, 0), "VERDICT: FAIL (2 unresolved)");
    assert_eq!(line(Claim::RequestChanges, 3, 0, 0), "VERDICT: FAIL");
    assert_eq!(line(Claim::Approve, 3, 0, 0), "VERDICT: PASS");
}

#[test]
fn what_is_written_is_read() {
    for claim in [Claim::Approve, Claim::RequestChanges] {
        for (iteration, unresolved, new) in [(1, 0, 2), (2, 0, 1), (2, 3, 0), (4, 7, 9)] {
            let read = verdict_line(&line(claim, iteration, unresolved, new));
            let counted = !claim.approves() && iteration > 1;
            let total = counted.then_some(unresolved + new);
            let counts = total.map(|_| ClaimedCounts { total, ..ClaimedCounts::default() });
            assert_eq!(read, Some(VerdictRead::Is(claim, counts)));
        }
    }
}

#[test]
fn prose_mentions_are_found() {
    assert_eq!(mentioned("the **VERDICT:** `FAIL` and verdict: pass").count(), 2);
    assert_eq!(mentioned("the verdict is PASS").count(), 0);
}
