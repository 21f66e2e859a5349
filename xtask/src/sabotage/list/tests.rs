//! What a list may say, and what is refused.

use super::*;

const ONE: &str = "\
# a comment
[[safeguard]]
name = \"a-name\"
protects = \"Something bad.\"
file = \"a.rs\"
old = '''
if it's \"so\" {
'''
new = '''x
y'''
package = \"p\"
target = \"lib\"
";

fn wrong(text: &str) -> (usize, String) {
    let Unreadable { line, what } = read("l.toml", text).expect_err(text);
    (line, what)
}

#[test]
fn a_list_is_read_whole() {
    let read = read("l.toml", &format!("{ONE}filter = 'f'\n")).unwrap();
    let expected = Safeguard {
        name: "a-name".into(),
        protects: "Something bad.".into(),
        file: "a.rs".into(),
        old: "if it's \"so\" {\n".into(),
        new: "x\ny".into(),
        test: Test { program: Program { package: "p".into(), target: Target::Lib }, filter: "f".into() },
        at: At { path: "l.toml".into(), line: 2 },
    };
    assert_eq!(read, [expected]);
    assert_eq!(read[0].test.to_string(), "p lib f");
}

#[test]
fn what_is_no_list_is_refused_at_its_line() {
    assert_eq!(wrong("name = \"x\""), (1, "a key before the first [[safeguard]]".into()));
    assert_eq!(wrong("[[safeguard]]\nname"), (2, "no `key = value`".into()));
    assert_eq!(wrong("[[safeguard]]\nnamed = \"x\""), (2, "no key is named `named`".into()));
    assert_eq!(wrong("[[safeguard]]\nname = \"x\"\nname = \"y\""), (3, "`name` is there twice".into()));
    assert_eq!(wrong("\n[[safeguard]]\nname = \"x\""), (2, "`protects` is missing".into()));
    for bad in ["\"a\\n\"", "\"a", "'it's'", "'''a", "a"] {
        assert_eq!(
            wrong(&format!("[[safeguard]]\nname = {bad}")),
            (2, "no string that ends".into()),
            "{bad}"
        );
    }
}
