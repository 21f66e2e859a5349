use super::*;

#[test]
fn every_builtin_reads_under_its_own_name() {
    for (name, text) in builtin() {
        let file = read(&format!("{name}.toml"), text).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(file.name(), *name);
    }
}
