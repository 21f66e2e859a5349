//! One example or more for every command: what is typed, and what it does. A test types each of them at the parser.

type Example = (&'static str, &'static str);

/// The examples of a command, by its full name.
pub fn of(path: &str) -> &'static [Example] {
    EXAMPLES.iter().find(|(name, _)| *name == path).map_or(&[], |(_, examples)| examples)
}

/// Commands in the order of the help.
pub const EXAMPLES: &[(&str, &[Example])] = &[
    (
        "tribunal",
        &[
            ("tribunal demo", "see the whole loop, nothing else needed"),
            ("tribunal doctor", "what works here"),
            ("tribunal review", "review the branch you are on"),
        ],
    ),
    ("tribunal demo", &[("tribunal demo", "ends by saying what to try next")]),
    (
        "tribunal init",
        &[
            ("tribunal init", "write tribunal.toml; commit it to make it count"),
            ("tribunal init --print", "look at it first"),
        ],
    ),
    (
        "tribunal doctor",
        &[
            ("tribunal doctor", "exit code 0 if nothing is a problem"),
            ("tribunal doctor --base develop", "with the settings of another base"),
        ],
    ),
    (
        "tribunal review",
        &[
            ("tribunal review", "the current branch against its base"),
            ("tribunal review feature --base develop", "another branch, another base"),
            ("tribunal review HEAD^..HEAD --no-fix", "the last commit, and no author acts"),
            ("tribunal review --dirty", "uncommitted work too"),
            ("tribunal review --protocol epic --reviewer person", "you review; see `tribunal protocols`"),
        ],
    ),
    ("tribunal runs", &[("tribunal runs", "")]),
    ("tribunal show", &[("tribunal show run-1a2b", "the beginning of a name is enough")]),
    ("tribunal log", &[("tribunal log run-1a2b --follow", "watch a run that somebody else drives")]),
    ("tribunal resume", &[("tribunal resume run-1a2b", "after Ctrl-C, a crash or a decision")]),
    ("tribunal abort", &[("tribunal abort run-1a2b --why \"wrong branch\"", "")]),
    ("tribunal decide", &[("tribunal decide run-1a2b accept-risk --finding F3 --why \"behind a flag\"", "")]),
    ("tribunal submit", &[("tribunal submit run-1a2b review.txt", "your review, where a person was asked")]),
    ("tribunal answer", &[("tribunal answer run-1a2b answers.txt", "after committing your fixes")]),
    ("tribunal validate", &[("tribunal validate && git push", "only what was approved, exactly as it was")]),
    (
        "tribunal export",
        &[
            ("tribunal export run-1a2b --format sarif -o review.sarif", "for code scanning"),
            ("tribunal export run-1a2b", "a report in Markdown"),
        ],
    ),
    ("tribunal metrics", &[("tribunal metrics --json", "")]),
    ("tribunal db", &[("tribunal db check", "")]),
    ("tribunal db check", &[("tribunal db check", "exit code 65 if anything is damaged")]),
    ("tribunal db backup", &[("tribunal db backup journal-copy.db", "never overwrites")]),
    ("tribunal protocols", &[("tribunal protocols", "names, summaries and modes")]),
    ("tribunal protocols show", &[("tribunal protocols show epic > mine.toml", "a file of your own")]),
    ("tribunal protocols check", &[("tribunal protocols check mine.toml", "")]),
    ("tribunal protocols import", &[("tribunal protocols import mode/eco.json > eco.toml", "")]),
    ("tribunal replay", &[("tribunal replay run-1a2b", "or a file from `export --format log`")]),
    ("tribunal explain", &[("tribunal explain run-1a2b", "")]),
    (
        "tribunal completions",
        &[(
            "tribunal completions bash > ~/.local/share/bash-completion/completions/tribunal",
            "docs/setting-up.md has zsh and fish",
        )],
    ),
    (
        "tribunal man",
        &[("tribunal man review | man -l -", ""), ("tribunal man > ~/.local/share/man/man1/tribunal.1", "")],
    ),
];
