//! Labels of counts.

use super::*;

#[test]
fn a_label_without_a_number_is_an_error() {
    assert!(counts("- **Critical:** many").is_err());
    assert!(counts("Total findings:").is_err());
    assert_eq!(counts("- **Recommendation:** go"), Ok(None));
    assert_eq!(counts("Critical thinking: yes"), Ok(None));
    assert_eq!(counts("- Blocking issues: 2").unwrap().unwrap().blocking, Some(2));
}
