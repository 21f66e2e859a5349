//! ci-trigger: workflows by which people who may not write to the repository run code with its rights. Reads workflow files
//! line by line, by their indentation; from the whole file where the host gave it, else from what the diff shows. Reported
//! is only what an added line completes.

use super::notes::{Notes, Words};
use super::seen::Seen;
use super::text;
use crate::domain::Severity;

mod expression;
mod lines;

use lines::{Row, Rows};

pub(super) fn look(seen: &Seen<'_>, notes: &mut Notes) {
    let path = seen.path.to_ascii_lowercase();
    let yaml = path.ends_with(".yml") || path.ends_with(".yaml");
    let name = text::name(&path);
    if yaml && path.starts_with(".github/workflows/") {
        github(seen, notes);
    } else if yaml && (name == "action.yml" || name == "action.yaml") {
        let rows = Rows::of(seen);
        injections(seen, &rows, notes);
        unpinned(seen, &rows, notes);
    } else if yaml && name.starts_with(".gitlab-ci") {
        gitlab(seen, notes);
    }
}

fn github(seen: &Seen<'_>, notes: &mut Notes) {
    let rows = Rows::of(seen);
    let target = rows.trigger("pull_request_target");
    let run = rows.trigger("workflow_run");
    let pull = rows.trigger("pull_request").or(target);
    pairs(seen, &rows, target, checks_out_head, &HEAD_CHECKED_OUT, notes);
    pairs(seen, &rows, run, takes_artifact, &ARTIFACT_TAKEN, notes);
    injections(seen, &rows, notes);
    each(seen, &rows, grants_all, &WRITE_ALL, notes);
    pairs(seen, &rows, pull, own_machine, &OWN_MACHINE, notes);
    unpinned(seen, &rows, notes);
}

/// What is said about one kind of danger.
struct Danger {
    severity: Severity,
    title: &'static str,
    problem: &'static str,
    fix: &'static str,
}

const HEAD_CHECKED_OUT: Danger = Danger {
    severity: Severity::High,
    title: "A workflow with the base's rights checks out the pull request",
    problem: "`pull_request_target` runs with the secrets and the write token of the repository, and here with the code \
              of whoever opened the pull request.",
    fix: "Use `pull_request`, or do not check out the head; if both are needed, split the workflow in two and hand \
          over data only.",
};

const ARTIFACT_TAKEN: Danger = Danger {
    severity: Severity::High,
    title: "A workflow with the base's rights uses an artifact of another run",
    problem: "`workflow_run` runs with the secrets and the write token of the repository, and the artifact may have been made \
              by the pull request of a stranger.",
    fix: "Treat what is in it as data: unpack it outside the tree, check each value, and run nothing of it.",
};

const INJECTION: Danger = Danger {
    severity: Severity::High,
    title: "Text of a stranger becomes part of a script",
    problem: "The expression is put into the script before the shell or the interpreter reads it, so a title, a body or a \
              branch name can run commands.",
    fix: "Put the value into an environment variable of the step, and use the variable, in quotes.",
};

const WRITE_ALL: Danger = Danger {
    severity: Severity::Medium,
    title: "A workflow gets all write permissions",
    problem: "`permissions: write-all` lets every step, and every action it uses, change the repository.",
    fix: "Name the few permissions that are needed.",
};

const OWN_MACHINE: Danger = Danger {
    severity: Severity::Medium,
    title: "Pull requests run on a machine of one's own",
    problem: "A self-hosted runner keeps what a job leaves behind, and anybody may open a pull request.",
    fix: "Run pull requests on hosted runners, or on machines that are thrown away after each job.",
};

const UNPINNED: Danger = Danger {
    severity: Severity::Low,
    title: "An action of somebody else is not pinned to a commit",
    problem: "A tag or a branch can be moved, and then other code runs with the rights of this workflow.",
    fix: "Name the full commit id, with the version as a comment.",
};

const REMOTE: Danger = Danger {
    severity: Severity::Low,
    title: "The pipeline includes configuration from an address",
    problem: "Whoever answers at that address decides what runs here.",
    fix: "Include a file of a project at a fixed commit, or copy it.",
};

/// Reports each row that does this, if the trigger is there and one of the two is new.
fn pairs(
    seen: &Seen<'_>,
    rows: &Rows<'_>,
    trigger: Option<&Row<'_>>,
    does: fn(&Row<'_>) -> bool,
    danger: &Danger,
    notes: &mut Notes,
) {
    let Some(trigger) = trigger else { return };
    for row in rows.all.iter().filter(|row| does(row)) {
        match (row.added, trigger.added) {
            (true, _) => add(seen, row, danger, notes),
            (false, true) => return add(seen, trigger, danger, notes),
            (false, false) => {}
        }
    }
}

fn each(seen: &Seen<'_>, rows: &Rows<'_>, does: fn(&Row<'_>) -> bool, danger: &Danger, notes: &mut Notes) {
    rows.all.iter().filter(|row| row.added && does(row)).for_each(|row| add(seen, row, danger, notes));
}

fn injections(seen: &Seen<'_>, rows: &Rows<'_>, notes: &mut Notes) {
    each(seen, rows, |row| row.in_script && expression::is_foreign(row.text), &INJECTION, notes);
}

fn add(seen: &Seen<'_>, row: &Row<'_>, danger: &Danger, notes: &mut Notes) {
    notes.add(danger.severity, Some(row.number), || Words {
        title: danger.title.to_owned(),
        quote: seen.lines.iter().find(|line| line.number == row.number).map(|line| seen.quote(line)),
        problem: danger.problem.to_owned(),
        fix: danger.fix.to_owned(),
        patch: None,
    });
}

fn checks_out_head(row: &Row<'_>) -> bool {
    const HEADS: [&str; 6] = [
        "github.event.pull_request.head.sha",
        "github.event.pull_request.head.ref",
        "github.event.pull_request.head.repo",
        "github.event.pull_request.merge_commit_sha",
        "github.head_ref",
        "refs/pull/",
    ];
    let plain = expression::plain(row.text);
    let reference =
        matches!(row.key, b"ref" | b"repository") && HEADS.iter().any(|head| text::has(&plain, head));
    let command = row.in_script
        && (text::has(row.text, "gh pr checkout")
            || (text::has(row.text, "git ")
                && (HEADS.iter().any(|head| text::has(&plain, head)) || text::has(row.text, "pull/"))));
    reference || command
}

fn takes_artifact(row: &Row<'_>) -> bool {
    let action = row.key == b"uses" && text::has(row.text, "download-artifact");
    let command = row.in_script
        && (text::has(row.text, "gh run download") || text::has(row.text, "listWorkflowRunArtifacts"));
    action || command
}

fn grants_all(row: &Row<'_>) -> bool {
    row.key == b"permissions" && row.value().trim_ascii() == b"write-all"
}

fn own_machine(row: &Row<'_>) -> bool {
    let listed = row.key == b"runs-on" && text::has_word(row.value(), "self-hosted");
    listed || row.text.trim_ascii().strip_prefix(b"- ").map(<[u8]>::trim_ascii) == Some(b"self-hosted")
}

/// Actions of others by a name that can move. A new version of one that was not pinned before is no news.
fn unpinned(seen: &Seen<'_>, rows: &Rows<'_>, notes: &mut Notes) {
    let mut before: Vec<&[u8]> =
        seen.file.removed().filter_map(|line| movable(Row::bare(line.text).1)).collect();
    before.sort_unstable();
    for row in rows.all.iter().filter(|row| row.added && row.key == b"uses") {
        let known = |action: &&[u8]| before.binary_search(action).is_err();
        if movable(row.text).filter(known).is_some() {
            add(seen, row, &UNPINNED, notes);
        }
    }
}

/// The action a line uses, without its version, if that is no commit and the action is somebody else's.
fn movable(text: &[u8]) -> Option<&[u8]> {
    const OWN: [&[u8]; 2] = [b"actions/", b"github/"];
    let at = text::find(text, b"uses:")?;
    let value = text[at + b"uses:".len()..].trim_ascii();
    let value = value.split(|b| *b == b' ').next()?;
    let value = value.strip_prefix(b"\"").or(value.strip_prefix(b"'")).unwrap_or(value);
    let value = value.strip_suffix(b"\"").or(value.strip_suffix(b"'")).unwrap_or(value);
    let sign = value.iter().position(|b| *b == b'@')?;
    let (action, version) = (&value[..sign], &value[sign + 1..]);
    let local = action.starts_with(b"./") || action.starts_with(b"docker://") || !action.contains(&b'/');
    let commit = matches!(version.len(), 40 | 64) && version.iter().all(u8::is_ascii_hexdigit);
    let own = OWN.iter().any(|owner| action.starts_with(owner));
    (!local && !commit && !own).then_some(action)
}

fn gitlab(seen: &Seen<'_>, notes: &mut Notes) {
    let rows = Rows::of(seen);
    let remote = |row: &Row<'_>| row.key == b"remote" && text::has(row.value(), "://");
    each(seen, &rows, remote, &REMOTE, notes);
}

#[cfg(test)]
mod tests;
