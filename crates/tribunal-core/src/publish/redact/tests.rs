//! Each kind of secret is gone to the last eight characters; what only looks like one stays.

use super::{REDACTED, redact};

/// Tokens are put together here, so that no scanner takes this file for a leak.
fn secrets() -> Vec<String> {
    let base32 = "ABCDEFGH23456777";
    let aws = [
        "AKIA", "ASIA", "ABIA", "ACCA", "AGPA", "AIDA", "AIPA", "ANPA", "ANVA", "APKA", "AROA", "ASCA",
        "A3TX",
    ];
    let github = ["ghp", "gho", "ghu", "ghs", "ghr"];
    let slack = ["xoxa", "xoxb", "xoxc", "xoxd", "xoxe", "xoxo", "xoxp", "xoxr", "xoxs", "xapp"];
    let mut all: Vec<String> = aws.iter().map(|prefix| format!("{prefix}{base32}")).collect();
    all.extend(github.iter().map(|prefix| format!("{prefix}_{}", "a1B2c3D4e5F6".repeat(3))));
    all.push(format!("github{}_{}_{}", "_pat", "1A".repeat(11), "Zz9".repeat(19)));
    all.push(format!("ghs_123456_eyJ{}.eyJ{}.{}", "hb".repeat(20), "Gc_".repeat(60), "-s_9".repeat(60)));
    all.extend(slack.iter().map(|prefix| format!("{prefix}-123456789012-{}", "AbCd".repeat(6))));
    all.push(format!("xoxe.xoxp-1-{}", "Mi0y".repeat(9)));
    all.push(format!("https://hooks.slack.com/{}/T0001/B0001/{}", "services", "Xy12".repeat(6)));
    all
}

fn body() -> String {
    let line = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj";
    [line, line, "MzEfYyjiWA4R4/M2bS1+fWIcPm15A8mxyz=="].join("\n")
}

fn check_gone(secret: &str, text: &str) {
    let shown = redact(text);
    assert!(shown.contains(REDACTED), "{text:?} -> {shown:?}");
    let chars: Vec<char> = secret.chars().filter(|c| *c != '\n').collect();
    for part in chars.windows(8) {
        let part: String = part.iter().collect();
        let ours = part.contains("-----")
            || part.contains("hooks")
            || part.contains("slack")
            || part.contains("https");
        assert!(ours || !shown.contains(&part), "{part:?} of {secret:?} is left in {shown:?}");
    }
    assert_eq!(redact(&shown), shown, "twice is once");
}

#[test]
fn every_token_in_every_wrapping() {
    for secret in secrets() {
        let wrappings = [
            secret.clone(),
            format!("token: \"{secret}\","),
            format!("x\\n{secret}\\n"),
            format!("letters{secret} end"),
            format!("+export TOKEN={secret}"),
            format!("| a | {secret} | b |"),
            format!("```\n{secret}\n```"),
            format!("https://user:{secret}@example.org/"),
            format!("{secret}{secret}"),
            format!("é{secret}ü"),
        ];
        wrappings.iter().for_each(|text| check_gone(&secret, text));
    }
}

#[test]
fn private_keys_of_every_kind_with_and_without_an_end() {
    let labels = ["", "RSA ", "EC ", "DSA ", "OPENSSH ", "ENCRYPTED ", "ANY NEW ", "SSH2 ENCRYPTED "];
    for label in labels {
        let whole =
            format!("-----BEGIN {label}PRIVATE KEY-----\n{}\n-----END {label}PRIVATE KEY-----", body());
        let open = format!("-----BEGIN {label}PRIVATE KEY-----\n{}", body());
        let lower = whole.replace("BEGIN", "begin").replace("PRIVATE", "private");
        let escaped = whole.replace('\n', "\\n");
        let spaced = whole.replace('\n', " ");
        let diffed = format!("+{}", whole.replace('\n', "\n+"));
        let quoted = format!("> {}", open.replace('\n', "\n> "));
        for text in [whole, open, lower, escaped, spaced, diffed, quoted] {
            check_gone(&body(), &format!("before\n{text}\n\nAfter it, prose goes on."));
            assert!(redact(&format!("before\n{text}\n\nAfter it, prose goes on.")).starts_with("before\n"));
        }
    }
    let bare = format!("BEGIN PRIVATE KEY\n{}", body());
    let pgp = format!(
        "-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: 1\n\n{}\n=abcd\n-----END PGP PRIVATE KEY BLOCK-----",
        body()
    );
    let ssh2 = format!("---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nComment: \"me\"\n{}", body());
    let putty = format!(
        "PuTTY-User-Key-File-3: ssh-rsa\nEncryption: none\nComment: me\nPrivate-Lines: 3\n{}",
        body()
    );
    let proc_type =
        format!("-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES,00\n\n{}", body());
    [bare, pgp, ssh2, putty, proc_type].iter().for_each(|text| check_gone(&body(), text));
}

#[test]
fn what_follows_a_key_is_kept() {
    let text = format!("-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\nThe next line.", body());
    assert_eq!(redact(&text), "[REDACTED]\nThe next line.");
    let open = format!("a -----BEGIN PRIVATE KEY-----\n{}\nThe next (line) stays.", body());
    assert_eq!(redact(&open), "a [REDACTED]\nThe next (line) stays.");
}

#[test]
fn look_alikes_stay() {
    for text in [
        "a bare ghp_ or AKIA or xoxb- in prose",
        "AKIASHORT",
        "3f786850e387550fdab836ed7e6dc881de23001b",
        "123e4567-e89b-12d3-a456-426614174000",
        "sha512-9Q2ySiqlV8gI5x6wdqCvbqz1KVxkYj1NqGzeWSfh6kIxLQ==",
        "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
        "-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----",
        "Begin with the private key handling; end it there.",
    ] {
        assert_eq!(redact(text), text);
    }
}

#[test]
fn a_text_of_beginnings_takes_no_square_of_its_length() {
    for piece in
        ["-----BEGIN PRIVATE KEY-----(", "BEGIN ", "AKIA", "PuTTY-User-Key-File-(", "END PRIVATE KEY "]
    {
        redact(&piece.repeat(30_000));
    }
}
