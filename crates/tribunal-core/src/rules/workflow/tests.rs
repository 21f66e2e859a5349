//! Workflows that give strangers too much, and workflows that do not.

use crate::domain::Severity;
use crate::rules::tests::{Change, in_file, of_rule, places};

const RULE: &str = "ci-trigger";
const FLOW: &str = ".github/workflows/ci.yml";
const COMMIT: &str = "b4ffde65f46336ab88eb53be808477a3936bae11";

fn hits(text: &str) -> Vec<(u32, Severity)> {
    in_file(RULE, FLOW, text)
}

fn flow(on: &str, steps: &str) -> String {
    format!("name: ci\non:\n{on}\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n{steps}\n")
}

const CHECKOUT: &str = "      - uses: actions/checkout@v4\n        with:\n          ref: ${{ github.event.pull_request.head.sha }}";

#[test]
fn the_head_under_the_rights_of_the_base() {
    let high = Severity::High;
    assert_eq!(hits(&flow("  pull_request_target:", CHECKOUT)), [(10, high)]);
    assert_eq!(hits(&flow("  - pull_request_target", CHECKOUT)), [(10, high)]);
    let inline = flow("  push:", CHECKOUT).replace("on:\n  push:", "on: [push, pull_request_target]\n");
    assert_eq!(hits(&inline).len(), 1);
    for reference in [
        "${{ github.head_ref }}",
        "refs/pull/${{ github.event.number }}/merge",
        "${{ github.event.pull_request['head'].sha }}",
    ] {
        let steps = CHECKOUT.replace("${{ github.event.pull_request.head.sha }}", reference);
        assert_eq!(hits(&flow("  pull_request_target:", &steps)), [(10, high)], "{reference}");
    }
    let command = "      - run: gh pr checkout ${{ github.event.number }}";
    assert_eq!(hits(&flow("  pull_request_target:", command)), [(8, high)]);
}

#[test]
fn a_trigger_alone_or_a_checkout_alone_is_harmless() {
    assert_eq!(hits(&flow("  pull_request_target:", "      - uses: actions/labeler@v5")), []);
    assert_eq!(hits(&flow("  pull_request_target:", "      - uses: actions/checkout@v4")), []);
    assert_eq!(hits(&flow("  pull_request:", CHECKOUT)), []);
    assert_eq!(hits(&flow("  pull_request:\n  # pull_request_target:", CHECKOUT)), []);
    let based = CHECKOUT.replace("head.sha", "base.sha");
    assert_eq!(hits(&flow("  pull_request_target:", &based)), []);
}

#[test]
fn whatever_completes_the_pair_is_reported() {
    let whole = flow("  pull_request_target:", CHECKOUT);
    let before = whole.replace("_target", "");
    let trigger = || Change::edited_at(FLOW, 2, " on:\n-  pull_request:\n+  pull_request_target:\n jobs:\n");
    assert_eq!(places(RULE, &[trigger().with(&before, &whole)]), [(3, Severity::High)]);
    assert_eq!(places(RULE, &[trigger()]), [], "the checkout is not in sight");
    let elsewhere = Change::edited_at(FLOW, 1, "-name: x\n+name: ci\n on:\n");
    assert_eq!(
        places(RULE, &[elsewhere.with(&whole.replace("name: ci", "name: x"), &whole)]),
        [],
        "it was there before"
    );
}

#[test]
fn artifacts_of_other_runs() {
    let on = "  workflow_run:\n    workflows: [build]";
    let pinned = format!("      - uses: actions/download-artifact@{COMMIT}");
    assert_eq!(hits(&flow(on, &pinned)), [(9, Severity::High)]);
    assert_eq!(hits(&flow(on, "      - run: gh run download 1")), [(9, Severity::High)]);
    assert_eq!(hits(&flow(on, "      - run: echo done")), []);
    assert_eq!(hits(&flow("  push:", &pinned)), []);
}

#[test]
fn text_of_strangers_in_scripts() {
    for name in [
        "github.event.issue.title",
        "github.event.pull_request.body",
        "github.event.comment.body",
        "github.head_ref",
        "github.event.head_commit.message",
        "github.event.pull_request.head.ref",
        "github.event.commits[0].author.name",
        "github.event.pull_request['title']",
        "GitHub.Event.Issue.Title",
        "format('{0}', github.event.issue.title)",
        "toJSON(github.event)",
        "github.event.workflow_run.head_branch",
    ] {
        let line = format!("      - run: echo \"${{{{ {name} }}}}\"");
        assert_eq!(hits(&flow("  issues:", &line)), [(8, Severity::High)], "{name}");
        let block = format!("      - run: |\n          set -e\n          echo ${{{{{name}}}}}");
        assert_eq!(hits(&flow("  issues:", &block)), [(10, Severity::High)], "{name}");
    }
    let script = "      - uses: actions/github-script@v7\n        with:\n          script: |\n            f(\"${{ github.event.issue.title }}\")";
    assert_eq!(hits(&flow("  issues:", script)), [(11, Severity::High)]);
}

#[test]
fn the_same_text_where_it_is_data() {
    for steps in [
        "      - env:\n          TITLE: ${{ github.event.issue.title }}\n        run: echo \"$TITLE\"",
        "      - run: echo \"$TITLE\"\n        env:\n          TITLE: ${{ github.event.issue.title }}",
        "      - run: |\n          echo hi\n        env:\n          TITLE: ${{ github.event.issue.title }}",
        "      - uses: actions/labeler@v5\n        with:\n          title: ${{ github.event.issue.title }}",
        "      - if: contains(github.event.issue.title, 'x')\n        run: echo",
        "      - run: echo ${{ github.event.number }} ${{ github.sha }} ${{ github.event.pull_request.base.ref }}",
        "      - run: echo ${{ github.event.repository.name }} ${{ matrix.title }}",
        "      # - run: echo ${{ github.event.issue.title }}",
    ] {
        assert_eq!(hits(&flow("  issues:", steps)), [], "{steps}");
    }
}

#[test]
fn from_the_diff_alone_a_line_of_a_script_shows() {
    let inner =
        Change::edited_at(FLOW, 30, "           set -e\n+          echo ${{ github.event.issue.title }}\n");
    assert_eq!(places(RULE, &[inner]), [(31, Severity::High)]);
    let data =
        Change::edited_at(FLOW, 30, "           A: b\n+          TITLE: ${{ github.event.issue.title }}\n");
    assert_eq!(places(RULE, &[data]), []);
}

#[test]
fn all_permissions() {
    assert_eq!(hits("on: push\npermissions: write-all\n"), [(2, Severity::Medium)]);
    assert_eq!(hits("on: push\npermissions: read-all\n"), []);
    assert_eq!(hits("on: push\npermissions:\n  contents: write\n# permissions: write-all\n"), []);
}

#[test]
fn machines_of_ones_own() {
    let own = |on: &str| flow(on, "      - run: make").replace("ubuntu-latest", "[self-hosted, linux]");
    assert_eq!(hits(&own("  pull_request:")), [(6, Severity::Medium)]);
    assert_eq!(hits(&own("  push:")), []);
    assert_eq!(hits(&flow("  pull_request:", "      - run: make")), []);
}

#[test]
fn actions_that_can_move() {
    let low = Severity::Low;
    let used = |action: &str| flow("  push:", &format!("      - uses: {action}"));
    for action in [
        "someone/action@v1",
        "someone/action/sub@main",
        "\"someone/action@v1\"",
        "someone/action@abc123 # v1",
    ] {
        assert_eq!(hits(&used(action)), [(8, low)], "{action}");
    }
    for action in [
        &format!("someone/action@{COMMIT}"),
        &format!("someone/action@{COMMIT} # v1"),
        "actions/checkout@v4",
        "github/codeql-action/init@v3",
        "./.github/actions/local",
        "docker://alpine:3",
    ] {
        assert_eq!(hits(&used(action)), [], "{action}");
    }
    let bump =
        Change::edited_at(FLOW, 8, "-      - uses: someone/action@v1\n+      - uses: someone/action@v2\n");
    assert_eq!(places(RULE, &[bump]), []);
    let other =
        Change::edited_at(FLOW, 8, "-      - uses: someone/action@v1\n+      - uses: other/action@v2\n");
    assert_eq!(places(RULE, &[other]), [(8, low)]);
}

#[test]
fn only_workflows_are_read() {
    let text = flow("  pull_request_target:", CHECKOUT);
    for path in ["docs/ci.yml", ".github/dependabot.yml", "ci.md", ".github/workflows/README.md"] {
        assert_eq!(in_file(RULE, path, &text), [], "{path}");
    }
    assert_eq!(in_file(RULE, ".GitHub/Workflows/CI.YAML", &text).len(), 1);
    let action = "runs:\n  using: composite\n  steps:\n    - run: echo ${{ github.event.issue.title }}\n";
    assert_eq!(in_file(RULE, "tools/action.yml", action), [(4, Severity::High)]);
    assert_eq!(
        in_file(RULE, ".gitlab-ci.yml", "include:\n  - remote: 'https://example.org/ci.yml'\n"),
        [(2, Severity::Low)]
    );
    assert_eq!(in_file(RULE, ".gitlab-ci.yml", "include:\n  - local: ci.yml\n"), []);
}

#[test]
fn the_report_quotes_its_line_and_hostile_files_end_soon() {
    let reports = of_rule(RULE, &[Change::new_file(FLOW, &flow("  pull_request_target:", CHECKOUT))]);
    assert_eq!(reports[0].quote.as_deref(), Some("          ref: ${{ github.event.pull_request.head.sha }}"));
    for piece in ["${{", "- ", "run: |\n ", "uses: a/b@c ", "${{ github.event.", "'", "on: "] {
        hits(&piece.repeat(20_000));
        hits(&format!("{piece}\n").repeat(5_000));
    }
}
