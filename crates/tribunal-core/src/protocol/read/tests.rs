use super::*;

fn builtin_text(name: &str) -> &'static str {
    crate::protocol::builtin().iter().find(|(n, _)| *n == name).map(|(_, text)| *text).unwrap()
}

#[test]
fn a_copied_file_with_one_line_changed_works_by_name() {
    let text = builtin_text("epic").replace("name = \"epic\"", "name = \"our-epic\"");
    let text = text.replace("extend-to = 5", "extend-to = 4");
    let ours = read("our-epic.toml", &text).unwrap();
    assert_eq!(ours.name(), "our-epic");
    let mut expected = crate::protocol::load_builtin("epic", None).unwrap();
    expected.name = "our-epic".to_owned();
    expected.limits.extend_to = Some(4);
    assert_eq!(ours.resolve(None), Ok(expected));
}
