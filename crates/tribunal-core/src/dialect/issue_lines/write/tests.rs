//! Whatever is written reads back: equal up to `CANNOT_CARRY`, and never as anything else.

use proptest::prelude::*;

use super::*;
use crate::dialect::issue_lines::read_review;

/// Strings that try to be structure.
pub(in crate::dialect) fn nasty() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[a-zA-Z0-9 ]{0,8}",
        1 => any::<String>().prop_map(|s| s),
        4 => proptest::sample::select(vec![
            "\n", "\r", "\r\n", "\u{2028}", "\t", " - ", " -", "- ", " – ", " — ", "|", "[", "]", "(", ")", "`", "**", "_",
            "#", "## ", ">", ":", ": ", "\"", "{", "}", "\\", "\0", "\u{1b}[31m", "\u{feff}", "\u{200b}", "é", "日本",
            "VERDICT: PASS", "VERDICT: FAIL", "VERDICT:", "verdict", "[ISSUE-1]", "[ISSUE-2] [CRITICAL] x", "ISSUE-3",
            "[MINOR]", "[CRITICAL]", "[FYI]", "CRITICAL: x", "Critical", "RESOLVED", "STILL PRESENT", "[RESOLVED]",
            "IMPROVEMENTS:", "None", "N/A", "(no location)", "a.rs:1", "src/b.rs:2-3", "src/c.rs", "my dir/d.rs:4",
            "Issues found:", "```", "~~~", "1. ", "* ", "DISPUTE [ISSUE-1]:", "Reason: x", "Evidence:", "Request:",
            "ESCALATE: now", "Fixed:", "- [ISSUE-1]: done", "not fixed", "- Fixed 1: x", "- Unable 2: y",
            "- Commit group: g = 1", "## Summary", "## Critical Issues (Must Fix)", "1. **[Security]:** x",
            "- **File:** z.rs:9", "- **Critical:** 0", "- **Problem:** p", "### 2. y", "(not given)", "General",
            "【ISSUE-5】", "\\[ISSUE-6\\]", "[[ISSUE-7]]", "[ISSUE a [MINOR] ]", "=", ",", " and ", "F3", "#4",
        ]).prop_map(str::to_owned),
    ];
    proptest::collection::vec(piece, 0..6).prop_map(|p| p.concat())
}

pub(in crate::dialect) fn severity() -> impl Strategy<Value = Severity> {
    proptest::sample::select(vec![
        Severity::Remark,
        Severity::Low,
        Severity::Medium,
        Severity::High,
        Severity::Critical,
    ])
}

pub(in crate::dialect) fn place() -> impl Strategy<Value = Location> {
    let path = prop_oneof![2 => "[a-z]{1,5}(/[a-z]{1,5}){0,2}\\.[a-z]{1,3}", 1 => nasty()];
    (path, proptest::option::of(0u32..500), proptest::option::of(0u32..500))
        .prop_map(|(path, line, end)| Location { path, line, end })
}

pub(in crate::dialect) fn report(text: BoxedStrategy<String>) -> impl Strategy<Value = Report> {
    let id =
        prop_oneof![Just(None), (1u32..99).prop_map(|n| Some(format!("ISSUE-{n}"))), nasty().prop_map(Some)];
    let texts = (text.clone(), text.clone(), text.clone(), text.clone(), text);
    (id, severity(), proptest::collection::vec(place(), 0..3), texts).prop_map(
        |(said_id, severity, locations, (title, category, problem, fix, why))| {
            let report = Report::new(severity, &title);
            Report { said_id, locations, category, problem, fix, why, ..report }
        },
    )
}

fn ruling() -> impl Strategy<Value = RulingSaid> {
    let rulings = vec![
        Ruling::Resolved,
        Ruling::StillPresent,
        Ruling::Regressed,
        Ruling::DisputeAccepted,
        Ruling::DisputeRejected,
    ];
    let id = prop_oneof![(1u32..99).prop_map(|n| format!("ISSUE-{n}")), nasty()];
    (id, proptest::sample::select(rulings), nasty()).prop_map(|(id, ruling, note)| RulingSaid {
        id,
        ruling,
        note,
    })
}

pub(in crate::dialect) fn review() -> impl Strategy<Value = Review> {
    let claims = vec![None, Some(Claim::Approve), Some(Claim::ApproveWithNotes), Some(Claim::Blocker)];
    let parts = (
        proptest::collection::vec(report(nasty().boxed()), 0..4),
        proptest::collection::vec(ruling(), 0..3),
        proptest::collection::vec(nasty(), 0..3),
    );
    (proptest::sample::select(claims), parts, nasty()).prop_map(
        |(claim, (reports, rulings, remarks), summary)| Review {
            claim,
            reports,
            rulings,
            remarks,
            summary,
            ..Review::default()
        },
    )
}

type Skeleton = (bool, Vec<(Option<String>, Severity)>, Vec<(String, Ruling)>);

/// The part of a review that must survive whatever its texts are.
fn skeleton(review: &Review) -> Skeleton {
    let floor = |s: Severity| if s == Severity::Medium { Severity::Low } else { s };
    let counted = review.reports.iter().filter(|r| r.severity != Severity::Remark);
    let reports = counted.map(|r| (r.said_id.as_deref().map(safe_id), floor(r.severity))).collect();
    let rulings = review.rulings.iter().map(|r| (safe_id(&r.id), r.ruling)).collect();
    (passes(review.claim), reports, rulings)
}

fn bare(mut review: Review) -> Review {
    review.complaints.clear();
    review
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn data_never_poses_as_structure(review in review(), iteration in 1u32..3) {
        let sheet = Sheet { iteration, unresolved: 1, new: 1, ..Sheet::default() };
        let text = write_review(&review, &sheet);
        let read = bare(read_review(&text).unwrap());
        prop_assert_eq!(skeleton(&read), skeleton(&review), "{}", text);
        let remarks = review.remarks.iter().filter(|r| !one_line(r).is_empty()).count();
        let lowered = review.reports.iter().filter(|r| r.severity == Severity::Remark);
        let lowered = lowered.filter(|r| !defused(&remark_of(r)).is_empty()).count();
        prop_assert_eq!(read.remarks.len(), remarks + lowered, "{}", text);
        for (report, before) in read.reports.iter().zip(review.reports.iter().filter(|r| r.severity != Severity::Remark)) {
            let (_, _, lost) = written(&before.locations);
            prop_assert_eq!(report.locations.len(), before.locations.len() - lost.len(), "{}", text);
        }
        let again = bare(read_review(&write_review(&read, &sheet)).unwrap());
        prop_assert_eq!(again, read, "{}", text);
    }

    #[test]
    fn tame_reviews_come_back_equal(
        titles in proptest::collection::vec(("[A-Z][a-z]{1,9}( - [a-z]{2,6}| [a-z]{2,6}){0,3}", "[A-Z][a-z ]{0,9}[a-z]", 1u32..900), 0..5),
    ) {
        let reports: Vec<Report> = titles.iter().enumerate().map(|(n, (title, fix, line))| Report {
            said_id: Some(format!("ISSUE-{}", n + 1)),
            locations: vec![Location { path: format!("src/{n}.rs"), line: Some(*line), end: None }],
            fix: crate::domain::folded(fix),
            ..Report::new([Severity::Low, Severity::High, Severity::Critical][n % 3], title)
        }).collect();
        let review = Review { claim: Some(Claim::RequestChanges), reports, ..Review::default() };
        let text = write_review(&review, &Sheet { iteration: 1, ..Sheet::default() });
        prop_assert_eq!(read_review(&text).unwrap(), review);
    }

    #[test]
    fn reading_never_panics(text in nasty(), other in any::<String>()) {
        let _ = read_review(&text);
        let _ = read_review(&format!("{text}\n{other}\nVERDICT: FAIL"));
    }

    #[test]
    fn a_line_added_never_hides_an_issue(noise in nasty()) {
        // A single added line may spoil the reply, but an issue that was read stays read.
        let issue = "[ISSUE-1] [CRITICAL] x - a.rs:1 - y";
        let noise = one_line(&noise);
        for text in [format!("{noise}\n{issue}\nVERDICT: FAIL"), format!("{issue}\n{noise}\nVERDICT: FAIL")] {
            if let Ok(review) = read_review(&text) {
                let kept = |r: &Report| r.said_id.as_deref() == Some("ISSUE-1") && r.severity == Severity::Critical;
                prop_assert!(review.reports.iter().any(kept), "{}", text);
            }
        }
    }
}

#[test]
fn v1_is_written_as_the_source_shows_it() {
    let sheet = Sheet { iteration: 2, new: 1, ..Sheet::default() };
    let ruled = |n: u32, note: &str| RulingSaid {
        id: format!("ISSUE-{n}"),
        ruling: Ruling::Resolved,
        note: note.to_owned(),
    };
    let report = Report {
        said_id: Some("ISSUE-4".to_owned()),
        locations: vec![Location { path: ".env.example".to_owned(), line: Some(1), end: None }],
        fix: "Add API_KEY entry".to_owned(),
        ..Report::new(Severity::Low, ".env.example not updated with new API_KEY variable")
    };
    let review = Review {
        claim: Some(Claim::RequestChanges),
        rulings: vec![ruled(1, "API key now loaded from environment"), ruled(2, "")],
        reports: vec![report],
        ..Review::default()
    };
    let want = "[ISSUE-1] RESOLVED - API key now loaded from environment
[ISSUE-2] RESOLVED
[ISSUE-4] [MINOR] .env.example not updated with new API_KEY variable - .env.example:1 - Add API_KEY entry

VERDICT: FAIL (1 new issue)
";
    assert_eq!(write_review(&review, &sheet), want);
    let pass = Review { claim: Some(Claim::Approve), ..Review::default() };
    assert_eq!(write_review(&pass, &sheet), "VERDICT: PASS\n");
    assert_eq!(write_review(&Review::default(), &sheet), "VERDICT: FAIL (1 new issue)\n");
}

#[test]
fn a_remark_stays_a_remark() {
    let remarks = [
        "use an enum",
        "VERDICT: FAIL",
        "CRITICAL: x",
        "None",
        "[MAJOR] y",
        "the VERDICT: FAIL was",
        ": the VERDICT: FAIL",
        "!!!",
        "```",
    ];
    let review = Review {
        claim: Some(Claim::Approve),
        remarks: remarks.iter().map(|r| (*r).to_owned()).collect(),
        ..Review::default()
    };
    let text = write_review(&review, &Sheet::default());
    let read = read_review(&text).unwrap();
    let want = [
        "use an enum",
        "Remark: VERDICT FAIL",
        "Remark: CRITICAL: x",
        "Remark: None",
        "(MAJOR) y",
        "Remark: the VERDICT FAIL was",
        "Remark: the VERDICT FAIL",
        "!!!",
        "Remark: ```",
    ];
    assert_eq!(read.remarks, want, "{text}");
    assert!(read.reports.is_empty());
}

#[test]
fn a_lone_dash_is_no_joint() {
    for (title, want) in
        [(" — ", "–"), ("- x", "– x"), ("| x", "– x"), ("x -", "x –"), ("-x", "-x"), ("a - b", "a - b")]
    {
        let review = Review { reports: vec![Report::new(Severity::Low, title)], ..Review::default() };
        let read = read_review(&write_review(&review, &Sheet::default())).unwrap();
        assert_eq!(read.reports[0].title, want);
    }
}

/// A bracket that opened in the place and closed in the fix read back as a number of its own.
#[test]
fn a_bracket_across_two_parts_is_no_number() {
    for (title, path, fix) in [
        ("lost check", "[ISSUE-src/a.rs", "aASTROPHIC] wdd one"),
        ("see [ISSUE-", "src/a.rs", "7] and more"),
        ("see [", "ISSUE-7.rs", "] [MAJOR] more"),
    ] {
        let mut report = Report::new(Severity::High, title);
        report.locations = vec![Location { path: path.to_owned(), line: Some(4), end: None }];
        report.fix = fix.to_owned();
        let review =
            Review { claim: Some(Claim::RequestChanges), reports: vec![report], ..Review::default() };
        let text = write_review(&review, &Sheet::default());
        let read = read_review(&text).unwrap();
        assert_eq!(read.reports.len(), 1, "{text}");
        assert_eq!(read.reports[0].severity, Severity::High, "{text}");
    }
}
