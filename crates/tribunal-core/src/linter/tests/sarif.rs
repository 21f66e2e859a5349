//! SARIF: levels, kinds, scores, places, failures, cuts.

use crate::dialect::{FINDINGS_MAX, location_text};
use crate::domain::{Claim, Report, Review, Severity};
use crate::linter::{DOCUMENT_BYTES_MAX, read_sarif, voting};

const ROOT: &str = "/src/project";

/// A document as a careful linter writes it; everything this reader knows is in it.
const WHOLE: &str = r#"{
  "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
  "runs": [{
    "tool": {"driver": {"name": "lint", "rules": [
      {"id": "L1", "defaultConfiguration": {"level": "error"}, "shortDescription": {"text": "No leaks"},
       "helpUri": "https://lint.example/L1", "messageStrings": {"leak": {"text": "{0} leaks {{it}}"}}},
      {"id": "L2", "properties": {"security-severity": "9.1"}}]}},
    "invocations": [{"executionSuccessful": true, "exitCode": 1,
      "toolExecutionNotifications": [{"level": "warning", "message": {"text": "slow"}}]}],
    "originalUriBaseIds": {"%SRCROOT%": {"uri": "file:///elsewhere/checkout/"}, "GEN": {"uri": "gen/", "uriBaseId": "%SRCROOT%"}},
    "artifacts": [{"location": {"uri": "src/listed.rs"}}],
    "results": [
      {"ruleId": "L1", "ruleIndex": 0, "message": {"id": "leak", "arguments": ["open()"]},
       "locations": [{"physicalLocation": {"artifactLocation": {"uri": "src/a%20b.rs", "uriBaseId": "%SRCROOT%"},
         "region": {"startLine": 3, "endLine": 5, "snippet": {"text": "  let f = open();\n"}}}}],
       "fixes": [{"description": {"text": "Close it"}, "artifactChanges": []}]},
      {"ruleId": "L2/part", "level": "note", "message": {"text": "A token\nin the\nlog"},
       "locations": [{"physicalLocation": {"artifactLocation": {"index": 0}, "region": {"startLine": 9, "endLine": 9}}}]},
      {"ruleId": "L1", "message": {"text": "seen"}, "suppressions": [{"kind": "inSource"}]},
      {"ruleId": "L1", "message": {"text": "fine"}, "kind": "pass"},
      {"ruleId": "L1", "message": {"text": "gone"}, "baselineState": "absent"},
      {"ruleId": "L1", "message": {"text": "shrug"}, "level": "none"},
      {"message": {"text": "generated"}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "x.rs", "uriBaseId": "GEN"}}}]}
    ]}]
}"#;

fn read(text: &str) -> Review {
    read_sarif(text.as_bytes(), ROOT).expect("it is readable")
}

fn refused(text: &str) -> String {
    read_sarif(text.as_bytes(), ROOT).expect_err("it is no review").to_string()
}

/// A document with these results and more members of the run.
fn document(results: &str, more: &str) -> String {
    format!(
        r#"{{"version":"2.1.0","runs":[{{"tool":{{"driver":{{"name":"lint"}}}}{more},"results":[{results}]}}]}}"#
    )
}

/// The only report of a document with one result with these members.
fn one(members: &str) -> Report {
    let review = read(&document(&format!(r#"{{"message":{{"text":"m"}},{members}}}"#), ""));
    let [report] = <[Report; 1]>::try_from(review.reports).expect("one report");
    report
}

fn at(uri: &str, more: &str) -> String {
    let members =
        format!(r#""locations":[{{"physicalLocation":{{"artifactLocation":{{"uri":"{uri}"}}{more}}}}}]"#);
    one(&members).locations.first().map(location_text).unwrap_or_default()
}

#[test]
fn a_whole_document_reads_so() {
    let review = read(WHOLE);
    let told = |r: &Report| {
        let places: Vec<String> = r.locations.iter().map(location_text).collect();
        format!("{} {:?} [{}] {:?} {:?}", r.severity, r.title, places.join(","), r.problem, r.category)
    };
    let told: Vec<String> = review.reports.iter().map(told).collect();
    assert_eq!(
        told,
        [
            r#"high "open() leaks {it}" [src/a b.rs:3-5] "" "L1""#,
            r#"critical "A token" [src/listed.rs:9] "A token\nin the\nlog" "L2/part""#,
            r#"medium "generated" [gen/x.rs] "" """#,
        ]
    );
    let first = &review.reports[0];
    assert_eq!(first.fix, "Close it");
    assert_eq!(first.why, "lint L1; No leaks; https://lint.example/L1");
    assert_eq!(first.quote.as_deref(), Some("let f = open();"));
    assert_eq!(
        review.remarks,
        [
            "not reported: 1 suppressed, 1 of them in the source",
            "not reported: 1 of the baseline that are gone",
            "not reported: 1 of a kind that is no defect",
            "not reported: 1 of level none",
        ]
    );
    assert_eq!((review.claim, review.complaints), (None, vec![]));
}

#[test]
fn every_cut_of_a_document_is_refused() {
    for end in 0..WHOLE.len() {
        assert!(read_sarif(&WHOLE.as_bytes()[..end], ROOT).is_err(), "cut at {end}");
    }
    assert!(read_sarif(WHOLE.as_bytes(), ROOT).is_ok());
}

#[test]
fn every_lost_byte_is_refused_or_reports_as_much() {
    let whole = read(WHOLE).reports.len();
    for lost in 0..WHOLE.len() {
        let text = [&WHOLE[..lost], &WHOLE[lost + 1..]].concat();
        let read = read_sarif(text.as_bytes(), ROOT);
        assert!(
            read.is_err() || read.is_ok_and(|review| review.reports.len() >= whole),
            "without byte {lost}"
        );
    }
}

#[test]
fn nothing_reported_approves_and_anything_that_counts_does_not() {
    assert_eq!(read(&document("", "")).claim, Some(Claim::Approve));
    assert_eq!(voting(read(&document("", ""))).claim, Some(Claim::Approve));
    let found = document(r#"{"message":{"text":"m"},"level":"note"}"#, "");
    assert_eq!(read(&found).claim, None, "what a note comes to is the protocol's rule");
    assert_eq!(voting(read(&found)).claim, Some(Claim::Concerns));
    let known = document(r#"{"message":{"text":"m"},"level":"error","baselineState":"unchanged"}"#, "");
    assert_eq!(read(&known).claim, Some(Claim::Approve));
    assert_eq!(read(&known).reports[0].severity, Severity::Remark);
}

#[test]
fn a_linter_that_failed_is_no_review() {
    let invoked = |members: &str| refused(&document("", &format!(r#","invocations":[{{{members}}}]"#)));
    assert!(invoked(r#""executionSuccessful":false"#).contains("says that it failed"));
    assert!(invoked(r#""exitCode":0"#).contains("does not say whether"));
    assert!(invoked(r#""executionSuccessful":"true""#).contains("says that it failed"));
    assert!(invoked(r#""executionSuccessful":true,"exitSignalName":"SIGKILL""#).contains("end by itself"));
    for list in ["toolExecutionNotifications", "toolConfigurationNotifications"] {
        let told = invoked(&format!(
            r#""executionSuccessful":true,"{list}":[{{"level":"error","message":{{"text":"boom"}}}}]"#
        ));
        assert!(told.contains("error of its own: \"boom\""), "{told}");
    }
}

#[test]
fn a_document_that_does_not_say_what_was_found_is_no_review() {
    let tool = r#""tool":{"driver":{"name":"lint"}}"#;
    for (text, why) in [
        (String::new(), "EOF"),
        (r#"{"version":"2.1.0"}"#.to_owned(), "\"runs\" is missing"),
        (r#"{"version":"2.1.0","runs":null}"#.to_owned(), "must be a list"),
        (r#"{"version":"2.1.0","runs":[]}"#.to_owned(), "has no run"),
        (r#"{"version":"2.0.0","runs":[]}"#.to_owned(), "is SARIF"),
        (r#"{"version":2.1,"runs":[]}"#.to_owned(), "must be a text"),
        (format!(r#"{{"version":"2.1.0","runs":[{{{tool}}}]}}"#), "\"results\" is missing"),
        (format!(r#"{{"version":"2.1.0","runs":[{{{tool},"results":null}}]}}"#), "must be a list"),
        (r#"{"version":"2.1.0","runs":[{"results":[]}]}"#.to_owned(), "no \"tool\""),
        (document("", r#","externalPropertyFileReferences":{"results":[{}]}"#), "another file"),
        (document("3", ""), "expected an object"),
        (document(r#"{"message":{"text":"m"},"level":3}"#, ""), "must be a text"),
        (document(r#"{"message":{"text":"m"},"level":"note","level":"error"}"#, ""), "stands twice"),
        (document("", "") + "{}", "trailing"),
    ] {
        let told = refused(&text);
        assert!(told.contains(why), "{text}: {told}");
    }
    assert!(read_sarif(b"\xff\xfe", ROOT).expect_err("no text").to_string().contains("UTF-8"));
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_document() {
    assert_eq!(read(&format!("\u{feff}{}", document("", ""))).claim, Some(Claim::Approve));
}

#[test]
fn levels_kinds_and_scores_have_their_places_on_the_scale() {
    let weighed = |members: &str| (one(members).severity, one(members).unknown_severity);
    let scored =
        |score: &str| weighed(&format!(r#""level":"none","properties":{{"security-severity":{score}}}"#));
    for (members, severity) in [
        (r#""level":"error""#, Severity::High),
        (r#""level":"warning""#, Severity::Medium),
        (r#""level":"note""#, Severity::Low),
        (r#""ruleId":"unheard-of""#, Severity::Medium),
        (r#""kind":"review","level":"none""#, Severity::Medium),
        (r#""kind":"open""#, Severity::Medium),
        (r#""kind":"fail","level":"error""#, Severity::High),
        (r#""kind":"new-kind","level":"error""#, Severity::High),
        (r#""level":"error","properties":{"security-severity":"2.0"}"#, Severity::High),
    ] {
        assert_eq!(weighed(members), (severity, false), "{members}");
    }
    for (score, severity) in [
        ("\"9.0\"", Severity::Critical),
        ("10", Severity::Critical),
        ("8.9", Severity::High),
        ("\"7\"", Severity::High),
        ("\"6.99\"", Severity::Medium),
        ("0.1", Severity::Low),
        ("\"High\"", Severity::High),
    ] {
        assert_eq!(scored(score), (severity, false), "{score}");
    }
    for score in ["\"11\"", "-1", "\"NaN\"", "\"soon\"", "true", "[9]"] {
        assert_eq!(scored(score), (Severity::Critical, true), "{score}");
    }
    assert_eq!(weighed(r#""level":"ERROR!""#), (Severity::Critical, true));
}

#[test]
fn a_rule_gives_what_a_result_leaves_out() {
    let tool = |rules: &str, more: &str, result: &str| {
        let text = format!(
            r#"{{"version":"2.1.0","runs":[{{"tool":{{"driver":{{"name":"lint","rules":[{rules}]}}{more}}},"results":[{result}]}}]}}"#
        );
        read(&text).reports.first().map(|r| (r.severity, r.category.clone(), r.title.clone()))
    };
    let rules = r#"{"id":"A","defaultConfiguration":{"level":"note"}},{"id":"B","defaultConfiguration":{"level":"error"}}"#;
    let found = |s: Severity, id: &str, title: &str| Some((s, id.to_owned(), title.to_owned()));
    let m = r#""message":{"text":"m"}"#;
    assert_eq!(tool(rules, "", &format!(r#"{{"ruleId":"B",{m}}}"#)), found(Severity::High, "B", "m"));
    assert_eq!(tool(rules, "", &format!(r#"{{"ruleIndex":0,{m}}}"#)), found(Severity::Low, "A", "m"));
    assert_eq!(
        tool(rules, "", &format!(r#"{{"rule":{{"id":"B/2"}},{m}}}"#)),
        found(Severity::High, "B/2", "m")
    );
    let odd = format!(r#"{{"ruleId":"B","ruleIndex":0,{m}}}"#);
    assert_eq!(tool(rules, "", &odd), found(Severity::High, "B", "m"), "the name counts");
    let extension =
        r#","extensions":[{"name":"x","rules":[{"id":"C","properties":{"security-severity":9.5}}]}]"#;
    let of_extension = format!(r#"{{"rule":{{"index":0,"toolComponent":{{"index":0}}}},{m}}}"#);
    assert_eq!(tool(rules, extension, &of_extension), found(Severity::Critical, "C", "m"));
    assert_eq!(
        tool(rules, "", r#"{"ruleId":"A","message":{"id":"none"}}"#),
        found(Severity::Low, "A", "(no message)")
    );
}

#[test]
fn a_level_set_for_this_invocation_counts() {
    let more = r#","invocations":[{"executionSuccessful":true,
        "ruleConfigurationOverrides":[{"descriptor":{"id":"A"},"configuration":{"level":"error"}}]}]"#;
    let review = read(&document(r#"{"ruleId":"A","message":{"text":"m"}}"#, more));
    assert_eq!(review.reports[0].severity, Severity::High);
}

#[test]
fn only_a_suppression_that_stands_suppresses() {
    let with = |list: &str| {
        read(&document(&format!(r#"{{"message":{{"text":"m"}},"suppressions":[{list}]}}"#), "")).reports.len()
    };
    assert_eq!(with(r#"{"kind":"external","status":"accepted"}"#), 0);
    assert_eq!(with(r#"{"kind":"inSource"}"#), 0);
    assert_eq!(with(""), 1);
    assert_eq!(with(r#"{"kind":"external","status":"underReview"}"#), 1);
    assert_eq!(with(r#"{"kind":"inSource"},{"kind":"external","status":"rejected"}"#), 1);
}

#[test]
fn places_are_paths_from_the_root() {
    for (uri, path) in [
        ("src/a.rs", "src/a.rs"),
        ("./src/../lib/a.rs", "lib/a.rs"),
        ("file:///src/project/src/a.rs", "src/a.rs"),
        ("FILE://localhost/src/project/a%20b%C3%BC.rs", "a bü.rs"),
        ("/src/project/a.rs", "a.rs"),
        ("/src/projector/a.rs", "/src/projector/a.rs"),
        ("file:///etc/passwd", "/etc/passwd"),
        ("../up.rs", "../up.rs"),
        ("src\\\\win.rs", "src/win.rs"),
        ("100%.rs", "100%.rs"),
        ("https://x.example/a.rs", "https://x.example/a.rs"),
        ("a\\u0007.rs", ""),
        ("", ""),
    ] {
        assert_eq!(at(uri, ""), path, "{uri}");
    }
    assert_eq!(at("a.rs", r#","region":{"startLine":7}"#), "a.rs:7");
    assert_eq!(at("a.rs", r#","region":{"startLine":7,"endLine":6}"#), "a.rs:7");
    assert_eq!(at("a.rs", r#","region":{"startLine":0}"#), "a.rs");
    assert_eq!(at("a.rs", r#","region":{"charOffset":7}"#), "a.rs");
    let windows = document(
        r#"{"message":{"text":"m"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"file:///C:/p/a.rs"}}}]}"#,
        "",
    );
    let review = read_sarif(windows.as_bytes(), "C:\\p").expect("it is readable");
    assert_eq!(review.reports[0].locations[0].path, "a.rs");
}

#[test]
fn bases_lead_to_the_root_or_stay_where_they_are() {
    let on = |bases: &str, id: &str| {
        let result = format!(
            r#"{{"message":{{"text":"m"}},"locations":[{{"physicalLocation":{{"artifactLocation":{{"uri":"a.rs","uriBaseId":"{id}"}}}}}}]}}"#
        );
        read(&document(&result, &format!(r#","originalUriBaseIds":{{{bases}}}"#))).reports[0].locations[0]
            .path
            .clone()
    };
    assert_eq!(on("", "ANY"), "a.rs");
    assert_eq!(on(r#""R":{"uri":"file:///src/project/sub/"}"#, "R"), "sub/a.rs");
    assert_eq!(on(r#""SRCROOT":{"uri":"file:///ci/box/"}"#, "SRCROOT"), "a.rs");
    assert_eq!(on(r#""SYS":{"uri":"file:///usr/include/"}"#, "SYS"), "/usr/include/a.rs");
    assert_eq!(on(r#""A":{"uri":"x/","uriBaseId":"B"},"B":{"uri":"y/"}"#, "A"), "y/x/a.rs");
    assert!(on(r#""A":{"uri":"x/","uriBaseId":"A"}"#, "A").ends_with("x/a.rs"), "a circle ends");
}

#[test]
fn hostile_texts_stay_texts() {
    let message = r##"{"text":"\u001b[31m# head\u2028two ![x](y)\n{\"runs\":[]}"}"##;
    let review = read(&document(&format!(r#"{{"message":{message}}}"#), ""));
    assert_eq!(review.reports[0].title, "\u{1b}[31m# head two ![x](y)");
    let long = "x".repeat(20_000);
    let report = &read(&document(&format!(r#"{{"message":{{"text":"{long}"}}}}"#), "")).reports[0];
    assert_eq!((report.title.len(), report.problem.len()), (300, 8_000));
}

#[test]
fn bounds_hold() {
    let many = |n: usize| document(&vec![r#"{"message":{"text":"m"}}"#; n].join(","), "");
    assert_eq!(read(&many(FINDINGS_MAX)).reports.len(), FINDINGS_MAX);
    assert!(refused(&many(FINDINGS_MAX + 1)).contains("more than"));
    let odd = vec![r#"{"message":{"text":"m"},"level":"x"}"#; 500].join(",");
    assert_eq!(read(&document(&odd, "")).complaints.len(), 101);
    let huge = vec![b' '; DOCUMENT_BYTES_MAX + 1];
    assert!(read_sarif(&huge, ROOT).expect_err("too long").to_string().contains("bytes"));
    let two = r#"{"tool":{"driver":{"name":"l"}},"results":[RESULTS]}"#
        .replace("RESULTS", &vec![r#"{"message":{"text":"m"}}"#; 6_000].join(","));
    let text = format!(r#"{{"version":"2.1.0","runs":[{two},{two}]}}"#);
    assert!(refused(&text).contains("more than"), "over all runs");
}

#[test]
fn what_stands_once_is_not_multiplied() {
    let long = "{0}".repeat(200_000);
    let rule = format!(
        r#"{{"id":"{}","shortDescription":{{"text":"{long}"}},"messageStrings":{{"m":{{"text":"{long}"}}}}}}"#,
        "i".repeat(500_000)
    );
    let result =
        format!(r#"{{"ruleIndex":0,"message":{{"id":"m","arguments":["{}"]}}}}"#, "a".repeat(20_000));
    let results = vec![result; 50].join(",");
    let text = format!(
        r#"{{"version":"2.1.0","runs":[{{"tool":{{"driver":{{"name":"{}","rules":[{rule}]}}}},"results":[{results}]}}]}}"#,
        "n".repeat(500_000)
    );
    let review = read(&text);
    assert_eq!(review.reports.len(), 50);
    let lengths = |r: &Report| (r.title.len(), r.problem.len(), r.category.len(), r.why.len());
    assert!(
        review
            .reports
            .iter()
            .map(lengths)
            .all(|(t, p, c, w)| t == 300 && p == 8_000 && c == 8_000 && w < 1_600)
    );
}

#[test]
fn no_changed_byte_makes_it_panic_or_lose_the_document_in_silence() {
    let whole = WHOLE.as_bytes();
    for at in 0..whole.len() {
        for byte in [b'"', b'{', b'}', b'%', b'/', b'0', b',', 0xff] {
            let mut bytes = whole.to_vec();
            bytes[at] = byte;
            // Whatever it makes of it, an approval it is not.
            assert!(read_sarif(&bytes, ROOT).map_or(true, |review| review.claim.is_none()), "{at}: {byte}");
        }
    }
}
