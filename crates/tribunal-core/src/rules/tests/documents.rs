//! `docs/rules.md` and the table say the same.

use crate::domain::Severity;
use crate::rules::RULES;

const PAGE: &str = include_str!("../../../../../docs/rules.md");

#[test]
fn every_rule_has_a_row_and_a_section() {
    let rows: Vec<&str> = PAGE.lines().filter(|line| line.starts_with("| `")).collect();
    let expected: Vec<String> = RULES
        .iter()
        .map(|rule| {
            let severities: Vec<&str> = rule.severities.iter().map(|severity| severity.word()).collect();
            format!("| `{}` | {} | {} |", rule.id, rule.what, severities.join(", "))
        })
        .collect();
    assert_eq!(rows, expected);
    let sections: Vec<&str> = PAGE.lines().filter_map(|line| line.strip_prefix("## `")).collect();
    let ids: Vec<String> = RULES.iter().map(|rule| format!("{}`", rule.id)).collect();
    assert_eq!(sections, ids);
}

#[test]
fn every_section_says_what_is_seen_and_what_is_not() {
    for section in PAGE.split("\n## `").skip(1) {
        for part in ["**Sees**", "**Cannot see**"] {
            assert!(section.contains(part), "{part} is missing in {}", section.lines().next().unwrap());
        }
    }
}

#[test]
fn ids_are_words_and_severities_worst_first() {
    for rule in RULES {
        assert!(rule.id.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'), "{}", rule.id);
        assert!(rule.severities.is_sorted_by(|a, b| a > b), "{}", rule.id);
        assert!(!rule.severities.contains(&Severity::Remark));
    }
}
