//! Who wins, and who is said to have won.

use super::super::file::read;
use super::*;

fn laid(user: &str, repository: &str) -> Settings {
    let mut settings = Settings::default();
    settings.lay(read("config.toml", user).unwrap(), Origin::User);
    settings.lay(read("tribunal.toml", repository).unwrap(), Origin::Repository);
    settings
}

#[test]
fn the_repository_says_how_and_the_user_says_with_what() {
    let agent = |word: &str| format!("[agents.lint]\ndriver = \"sarif\"\ncommand = [\"{word}\"]\n");
    let user = format!("protocol = \"epic\"\nmode = \"x\"\njobs = 2\n{}", agent("mine"));
    let repository =
        format!("protocol = \"tech-lead\"\n[roles]\nreviewers = [\"lint\"]\n{}", agent("theirs"));
    let settings = laid(&user, &repository);
    assert_eq!(settings.values.protocol.as_deref(), Some("tech-lead"));
    assert_eq!(settings.values.mode, None, "the mode was the other protocol's");
    assert_eq!(settings.agent("lint").unwrap().command, ["mine"], "a stranger's file cannot swap a program");
    let origin = |key: &str| settings.origins[key];
    assert_eq!(
        [origin("protocol"), origin("jobs"), origin("agents.lint"), origin("roles.reviewers")],
        [Origin::Repository, Origin::User, Origin::User, Origin::Repository]
    );
}

#[test]
fn a_role_is_filled_by_its_own_list_then_its_kind_then_what_is_built_in() {
    let settings = laid("[roles]\nreviewers = [\"person\", \"rules\"]\nreviewer-deep = [\"rules\"]\n", "");
    let filled = |role: &str, kind| {
        settings.filling(role, kind).map(|names| names.iter().map(ToString::to_string).collect())
    };
    let names = |list: &[&str]| Ok::<Vec<String>, String>(list.iter().map(|n| (*n).to_owned()).collect());
    assert_eq!(filled("reviewer-deep", Kind::Reviewer), names(&["rules"]));
    assert_eq!(filled("reviewer", Kind::Reviewer), names(&["person", "rules"]));
    assert_eq!(filled("author", Kind::Author), names(&["patch"]));
}

#[test]
fn whom_the_command_line_names_fills_all_roles_of_the_kind_and_no_other() {
    let mut settings =
        laid("[roles]\nreviewer-deep = [\"person\"]\nauthors = [\"person\"]\ndeveloper = [\"person\"]\n", "");
    settings.insist(Kind::Reviewer, &["rules".to_owned()]);
    settings.insist(Kind::Author, &[]);
    let filled = |role: &str, kind| settings.filling(role, kind).unwrap()[0].to_string();
    assert_eq!(filled("reviewer-deep", Kind::Reviewer), "rules");
    assert_eq!(filled("developer", Kind::Author), "person");
    assert_eq!(filled("author", Kind::Author), "person");
}

#[test]
fn an_agent_nobody_described_is_refused_with_the_nearest_name() {
    let settings = laid("[roles]\nreviewers = [\"rule\"]\n", "");
    let refused = settings.filling("reviewer", Kind::Reviewer).unwrap_err();
    assert_eq!(refused, "no agent is called \"rule\"; did you mean `rules`? known: rules, patch, person");
}
