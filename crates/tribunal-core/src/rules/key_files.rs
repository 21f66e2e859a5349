//! key-file: files that are secrets by their name. Only new ones, and not where they say themselves that they are
//! examples, hold nothing, or hold a certificate.

use super::notes::{Notes, Words};
use super::seen::Seen;
use super::text::{self, has};
use crate::domain::Severity;

pub(super) fn look(seen: &Seen<'_>, notes: &mut Notes) {
    let shown = seen.lines.iter().any(|line| !line.text.trim_ascii().is_empty());
    let renamed = seen.lines.is_empty() && seen.file.old.is_some();
    if !seen.is_new_name() || !(shown || seen.file.binary || renamed) {
        return;
    }
    let lower = seen.path.to_lowercase();
    if let Some(what) = what(seen, &lower) {
        notes.add(Severity::High, None, || words(seen, what));
    }
}

fn what(seen: &Seen<'_>, path: &str) -> Option<&'static str> {
    let name = text::name(path);
    if is_environment(name) {
        return Some("an environment file");
    }
    if is_private_key(seen, name) && !text::is_material(path) {
        return Some("a private key or a key store");
    }
    if is_credentials(path, name) && !text::is_material(path) {
        return Some("a file of credentials");
    }
    let packaged =
        matches!(name, ".npmrc" | ".yarnrc.yml" | ".pypirc" | "pip.conf" | ".dockercfg" | "config.json");
    (packaged && any_line(seen, |line| holds_login(name, path, line))).then_some("a registry login")
}

fn is_environment(name: &str) -> bool {
    const HARMLESS: [&str; 12] = [
        "example", "examples", "sample", "template", "tmpl", "dist", "defaults", "default", "schema", "test",
        "ci", "vault",
    ];
    let kind = match name.strip_prefix(".env") {
        Some("") => return true,
        Some(rest) => rest,
        None => return name.ends_with(".env") && !HARMLESS.iter().any(|word| name.contains(word)),
    };
    let words = kind.split(['.', '-', '_']).filter(|word| !word.is_empty());
    kind.starts_with(['.', '-', '_']) && !words.into_iter().any(|word| HARMLESS.contains(&word))
}

fn is_private_key(seen: &Seen<'_>, name: &str) -> bool {
    if matches!(name, "id_rsa" | "id_dsa" | "id_ecdsa" | "id_ed25519" | "id_ecdsa_sk" | "id_ed25519_sk") {
        return true;
    }
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let public = || {
        any_line(seen, |line| has(line, "BEGIN CERTIFICATE") || has(line, "PUBLIC KEY"))
            && !any_line(seen, |line| has(line, "PRIVATE KEY"))
    };
    match ending {
        "p12" | "pfx" | "jks" | "keystore" | "kdbx" | "ppk" | "p8" => true,
        // A binary `.key` is a presentation.
        "pem" | "key" => !seen.file.binary && !public(),
        _ => false,
    }
}

fn is_credentials(path: &str, name: &str) -> bool {
    const NAMES: [&str; 10] = [
        "credentials.json",
        "serviceaccountkey.json",
        "service-account.json",
        "service_account.json",
        ".netrc",
        "_netrc",
        ".pgpass",
        ".git-credentials",
        "kubeconfig",
        "terraform.tfstate",
    ];
    let ends = |end: &str| path == end || path.ends_with(&format!("/{end}"));
    let client = name.starts_with("client_secret") && name.ends_with(".json");
    NAMES.contains(&name)
        || client
        || name.ends_with(".kubeconfig")
        || name.ends_with(".tfstate")
        || [".aws/credentials", ".kube/config", ".config/gcloud/credentials.db"].iter().any(|end| ends(end))
}

/// A login that is written out; a variable in its place is how it should be.
fn holds_login(name: &str, path: &str, line: &[u8]) -> bool {
    let value = |key: &str| {
        let at = text::find(line, key.as_bytes())?;
        Some(line[at + key.len()..].trim_ascii_start())
    };
    let written = |key: &str| {
        value(key).and_then(|rest| rest.strip_prefix(b"=").or(rest.strip_prefix(b":"))).is_some_and(|rest| {
            let rest = rest.trim_ascii();
            rest.len() >= 8 && !rest.contains(&b'$') && !rest.contains(&b'<')
        })
    };
    match name {
        ".npmrc" => ["_authToken", "_auth", "_password"].iter().any(|key| written(key)),
        ".yarnrc.yml" => ["npmAuthToken", "npmAuthIdent"].iter().any(|key| written(key)),
        ".pypirc" => written("password"),
        "pip.conf" => has(line, "index-url") && has(line, "@") && has(line, "://") && !line.contains(&b'$'),
        ".dockercfg" => written("\"auth\""),
        "config.json" => path.ends_with(".docker/config.json") && written("\"auth\""),
        _ => false,
    }
}

fn any_line(seen: &Seen<'_>, test: impl Fn(&[u8]) -> bool) -> bool {
    seen.lines.iter().any(|line| test(line.text))
}

fn words(seen: &Seen<'_>, what: &str) -> Words {
    Words {
        title: format!("A file that holds secrets is added: {what}"),
        quote: None,
        problem: format!("By its name, {} is {what}.", seen.place),
        fix: "Take it out of the history of the branch, add its name to .gitignore, and replace what was in it. A \
              template without values may be called `.example`."
            .to_owned(),
        patch: None,
    }
}

#[cfg(test)]
mod tests;
