//! Ways through links, on paper.

use super::*;

fn links(list: &[(&str, &str)]) -> BTreeMap<RepoPath, Vec<u8>> {
    list.iter().map(|(path, target)| (RepoPath::new(*path), target.as_bytes().to_vec())).collect()
}

#[track_caller]
fn stays(list: &[(&str, &str)], path: &str, expected: bool) {
    assert_eq!(stays_inside(&links(list), &RepoPath::new(path)), expected, "{path} in {list:?}");
}

#[test]
fn one_link_is_judged_by_its_target() {
    for inside in ["b", "./b", "d/../b", "d//b", "gone/../b", ".", "-h", "\u{202e}"] {
        stays(&[("a", inside)], "a", true);
    }
    for outside in ["/etc/passwd", "..", "../x", "d/../../x", "", ".git/config", "d/.GIT/x", "git~1/x"] {
        stays(&[("a", outside)], "a", false);
    }
    stays(&[("d/e/a", "../../b")], "d/e/a", true);
    stays(&[("d/e/a", "../../../b")], "d/e/a", false);
}

#[test]
fn a_way_through_other_links_is_followed() {
    // By counting, x stays: a/b/up/../.. is a. In truth up is a, so the way leads above the root.
    stays(&[("a/b/up", ".."), ("x", "a/b/up/../..")], "x", false);
    stays(&[("a/b/up", ".."), ("x", "a/b/up/..")], "x", true);
    stays(&[("d", "/etc"), ("x", "d/passwd")], "x", false);
    stays(&[("d/x", "y")], "d/x", true);
    stays(&[("d", ".."), ("d/x", "y")], "d/x", false);
}

#[test]
fn circles_and_endless_ways_do_not_stay() {
    stays(&[("a", "b"), ("b", "a")], "a", false);
    stays(&[("a", "a/a/a")], "a", false);
    stays(
        &[("a", "b/b"), ("b", "c/c"), ("c", "d/d"), ("d", "e/e"), ("e", "f/f"), ("f", "g/g"), ("g", "a")],
        "a",
        false,
    );
}
