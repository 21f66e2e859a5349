//! Tokens are put together here, so that no scanner takes this file for a leak.

use crate::domain::Severity;
use crate::rules::tests::{Change, each_hits, in_file, none_hits, of_rule, places, reviewed};

const RULE: &str = "secret-added";

fn tokens() -> Vec<String> {
    let body = "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1bC3";
    let mut all: Vec<String> =
        ["ghp", "gho", "ghu", "ghs", "ghr"].iter().map(|p| format!("{p}_{body}")).collect();
    all.push(format!("github{}_11ABCDEFG0{body}{body}", "_pat"));
    all.push(format!("AK{}Q3EGRZ7WYX5KPLMN", "IA"));
    all.push(format!("AS{}Q3EGRZ7WYX5KPLMN", "IA"));
    all.push(format!("xo{}-2345678901-2345678901-{body}", "xb"));
    all.push(format!("https://hooks.slack.com/{}/T01AB2CD3/B04EF5GH6/{}", "services", &body[..24]));
    all
}

fn key() -> String {
    let line = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj";
    format!("-----BEGIN RSA {0} KEY-----\n{line}\n{line}\nabcd==\n-----END RSA {0} KEY-----", "PRIVATE")
}

#[test]
fn every_family_in_every_wrapping() {
    for token in tokens() {
        for text in [
            token.clone(),
            format!("const t = \"{token}\";"),
            format!("export TOKEN={token}"),
            format!("x\\n{token}\\n"),
            format!("url = https://user:{token}@example.org/"),
            format!("\u{e9}{token}\u{fc}"),
        ] {
            each_hits(
                RULE,
                Severity::Critical,
                &[("src/a.js", &text), ("docs/a.md", &text), ("a_test.go", &text)],
            );
        }
    }
}

#[test]
fn no_report_holds_any_part_of_the_secret() {
    let pass = "Tr0ub4dor&3x";
    let mut texts: Vec<(String, String)> =
        tokens().into_iter().map(|token| (format!("console.log('{token}'); // {token}"), token)).collect();
    texts.push((format!("password = \"{pass}\"\ndebugger;\nx = 1;\n"), pass.to_owned()));
    texts.push((key(), key().lines().nth(1).unwrap().to_owned()));
    for (text, secret) in texts {
        let review = reviewed(&[Change::new_file("src/a.js", &text)]);
        assert!(!review.reports.is_empty(), "{text}");
        let shown = format!("{review:?}");
        for part in secret
            .as_bytes()
            .windows(8)
            .filter(|part| !b"https://hooks.slack.com/services/".windows(8).any(|p| p == *part))
        {
            let part = std::str::from_utf8(part).unwrap();
            assert!(!shown.contains(part), "{part} of {secret} is in {shown}");
        }
    }
}

#[test]
fn a_quote_keeps_what_is_around_the_secret() {
    let token = &tokens()[0];
    let reports = of_rule(RULE, &[Change::new_file("a.js", &format!("let t = \"{token}\";"))]);
    assert_eq!(reports[0].quote.as_deref(), Some("let t = \"ghp_[secret of 40 characters]\";"));
    assert_eq!(reports[0].title, "A secret is added: a GitHub token");
    let pass = of_rule(RULE, &[Change::new_file("a.py", "db_password = 'Tr0ub4dor&3x'")]);
    assert_eq!(pass[0].quote.as_deref(), Some("db_password = '[secret of 12 characters]'"));
}

#[test]
fn what_only_looks_like_a_token() {
    let shape = |prefix: &str, body: &str| format!("{prefix}{body}");
    none_hits(
        RULE,
        &[
            ("a.js", "a bare ghp_ or AKIA or xoxb- in prose"),
            ("a.js", &shape("AKIA", "IOSFODNN7EXAMPLE")),
            ("a.js", &shape("AKIA", "AAAAAAAAAAAAAAAA")),
            ("a.js", &shape("MAKIA", "Q3EGRZ7WYX5KPLMN")),
            ("a.js", &shape("AKIA", "Q3EGRZ7WYX5KPLMNQQQQ")),
            ("a.js", &shape("ghp_", &"x".repeat(36))),
            ("a.js", &shape("ghp_", "short1234")),
            ("a.js", "3f786850e387550fdab836ed7e6dc881de23001b"),
            ("a.js", "sha512-9Q2ySiqlV8gI5x6wdqCvbqz1KVxkYj1NqGzeWSfh6kIxLQ=="),
            ("a.js", "https://hooks.slack.com/services/T00/B00/x"),
        ],
    );
}

#[test]
fn private_keys_need_a_body() {
    assert_eq!(in_file(RULE, "deploy/id", &key()), [(1, Severity::Critical)]);
    assert_eq!(in_file(RULE, "tests/fixtures/server.key", &key()), [(1, Severity::Medium)]);
    let escaped = format!("k = \"{}\"", key().replace('\n', "\\n"));
    assert_eq!(in_file(RULE, "src/a.go", &escaped), [(1, Severity::Critical)]);
    let fields = key().replacen('\n', "\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES,00\n\n", 1);
    assert_eq!(in_file(RULE, "a.pem", &fields), [(1, Severity::Critical)]);
    let private = "PRIVATE";
    none_hits(
        RULE,
        &[
            ("src/pem.rs", &format!("if text.starts_with(\"-----BEGIN {private} KEY-----\") {{")),
            ("docs/a.md", &format!("-----BEGIN {private} KEY-----\n...\n-----END {private} KEY-----")),
            ("a.pem", &key().replace("RSA PRIVATE", "PUBLIC")),
            ("a.pem", &key().replace("RSA PRIVATE KEY", "CERTIFICATE")),
        ],
    );
}

#[test]
fn a_key_that_only_grows_is_reported_where_it_does() {
    let key = key();
    let lines: Vec<&str> = key.lines().collect();
    let hunk = format!(" {}\n {}\n+{}\n {}\n {}\n", lines[0], lines[1], lines[2], lines[3], lines[4]);
    assert_eq!(places(RULE, &[Change::edited("a.pem", &hunk)]), [(3, Severity::Critical)]);
    let untouched =
        format!(" {}\n {}\n {}\n {}\n {}\n+# end\n", lines[0], lines[1], lines[2], lines[3], lines[4]);
    assert_eq!(places(RULE, &[Change::edited("a.pem", &untouched)]), []);
}

#[test]
fn passwords_by_the_name_in_front() {
    each_hits(
        RULE,
        Severity::High,
        &[
            ("src/a.py", "password = \"Tr0ub4dor&3x\""),
            ("src/a.rs", "let db_password: &str = \"Tr0ub4dor&3x\";"),
            ("src/a.ts", "const config = { userPassword: 'Tr0ub4dor&3x' };"),
            ("src/a.rb", "config['api_key'] = 'q9W8e7R6t5Y4u3I2o1P0'"),
            ("src/a.go", "apiKey := \"q9W8e7R6t5Y4u3I2o1P0\""),
            ("config/app.yml", "  client_secret: q9W8e7R6t5Y4u3I2o1P0"),
            ("deploy/a.properties", "spring.datasource.password=Tr0ub4dor&3x"),
            (".env.production", "SECRET_KEY=q9W8e7R6t5Y4u3I2o1P0"),
            ("src/a.php", "$passwd = \"p4ss-W0rd!xy\";"),
            ("src/a.json", "  \"access_key\": \"q9W8e7R6t5Y4u3I2o1P0\","),
        ],
    );
}

#[test]
fn names_and_values_that_are_no_password() {
    none_hits(
        RULE,
        &[
            ("src/a.py", "password = os.environ[\"DB_PASSWORD\"]"),
            ("src/a.py", "password = \"changeme123!\""),
            ("src/a.py", "password = \"<your-password-1>\""),
            ("src/a.py", "password = \"\""),
            ("src/a.ts", "password: 'Password must have 8 characters',"),
            ("src/a.ts", "const passwordLabel = 'Enter 8 characters!';"),
            ("src/a.ts", "token: `${prefix}abcdef1234567890`,"),
            ("src/a.rs", "let token = next_token(\"a1b2c3d4e5f6g7h8\");"),
            ("src/a.yml", "  password: ${DB_PASSWORD}"),
            ("src/a.yml", "  secret: my-app-database-credentials"),
            ("src/a.yml", "  secretName: prod-tls-2024-certificate"),
            ("src/a.ts", "if (password == 'abc') {"),
            ("src/a.ts", "const compass = 'north-12-east!';"),
            ("docs/a.md", "password = \"Tr0ub4dor&3x\""),
            ("tests/a.py", "password = \"Tr0ub4dor&3x\""),
            ("src/a.toml", "token-url = \"https://example.org/oauth2/v1/abc\""),
        ],
    );
}

#[test]
fn only_added_lines_count() {
    let token = &tokens()[0];
    let hunk = format!(" old = \"{token}\"\n-gone = \"{token}\"\n+x = 1\n");
    assert_eq!(places(RULE, &[Change::edited("a.py", &hunk)]), []);
}

#[test]
fn hostile_lines_take_no_square_of_their_length() {
    for piece in
        ["ghp_", "AKIA", "password=", "password=\"", "password:=", "= = ", "token: 'a1", "-----BEGIN "]
    {
        in_file(RULE, "src/a.yml", &piece.repeat(30_000));
        in_file(RULE, "src/a.yml", &format!("{piece}\n").repeat(5_000));
    }
    let many = format!("{} password=\"Tr0ub4dor&3x\" ", tokens()[0]).repeat(5_000);
    assert_eq!(in_file(RULE, "src/a.js", &many).len(), 1);
}
