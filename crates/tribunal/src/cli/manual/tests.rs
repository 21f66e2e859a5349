//! Every command has an example, every example can be typed, every page is a page.

use clap::Command;

use super::examples::EXAMPLES;
use super::{command, plain, written};

/// All commands with their full names, without the help that the parser adds.
fn all(command: &Command, path: &str, into: &mut Vec<(String, Command)>) {
    into.push((path.to_owned(), command.clone()));
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        all(sub, &format!("{path} {}", sub.get_name()), into);
    }
}

fn commands() -> Vec<(String, Command)> {
    let mut root = command().disable_help_subcommand(true);
    root.build();
    let mut found = Vec::new();
    all(&root, "tribunal", &mut found);
    found
}

#[test]
fn the_definition_is_sound() {
    command().debug_assert();
}

#[test]
fn every_command_has_an_example_and_every_example_a_command() {
    let commands: Vec<String> = commands().into_iter().map(|(path, _)| path).collect();
    let with_example: Vec<&str> = EXAMPLES.iter().map(|(path, _)| *path).collect();
    let without: Vec<&String> =
        commands.iter().filter(|path| !with_example.contains(&path.as_str())).collect();
    let foreign: Vec<&&str> =
        with_example.iter().filter(|path| !commands.contains(&path.to_string())).collect();
    assert!(without.is_empty() && foreign.is_empty(), "without example: {without:?}, unknown: {foreign:?}");
}

#[test]
fn every_example_can_be_typed() {
    for (path, examples) in EXAMPLES {
        for (typed, _) in *examples {
            assert!(typed.starts_with(path), "{typed:?} is no example of {path}");
            let ours = typed.split(['|', '>', '&']).next().unwrap_or_default();
            // Quoted words stay together, as in a shell.
            let words: Vec<String> = ours
                .split('"')
                .enumerate()
                .flat_map(|(i, part)| match i % 2 {
                    0 => part.split_whitespace().map(str::to_owned).collect(),
                    _ => vec![part.to_owned()],
                })
                .collect();
            let read = command().try_get_matches_from(&words);
            assert!(read.is_ok(), "{typed}: {}", read.err().map(|e| e.to_string()).unwrap_or_default());
        }
    }
}

#[test]
fn every_help_has_its_example_and_fits_a_wide_terminal() {
    for (path, mut command) in commands() {
        let help = command.render_help().to_string();
        assert!(help.contains("Example"), "{path}: {help}");
        let long: Vec<&str> = help.lines().filter(|line| line.chars().count() > 130).collect();
        assert!(long.is_empty(), "{path}: {long:?}");
    }
}

#[test]
fn every_page_has_the_sections_of_a_page() {
    for (path, command) in commands() {
        let page = written(command, &path).expect("memory can be written to");
        let title = format!(".TH {} 1 ", path.replace(' ', "-"));
        assert!(page.contains(&title), "{path}: {title:?} is not in {page}");
        let sections: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix(".SH ")).collect();
        assert_eq!(sections[..3], ["NAME", "SYNOPSIS", "DESCRIPTION"], "{path}");
        let last = sections.iter().any(|name| name.starts_with("\"EXAMPLE"));
        assert!(last, "{path}: {sections:?}");
        assert_eq!(page.matches("\n.nf\n").count(), page.matches("\n.fi\n").count(), "{path}");
    }
}

#[test]
fn text_means_itself_to_roff() {
    assert_eq!(plain(".x --y\n'z' \\n"), "\\&.x \\-\\-y\n\\(aqz\\(aq \\en");
}
