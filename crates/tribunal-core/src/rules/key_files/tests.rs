//! Files that should not be there, and files of like names that may.

use crate::domain::Severity;
use crate::rules::tests::{Change, in_file, places};

const RULE: &str = "key-file";
const HIT: [(u32, Severity); 1] = [(0, Severity::High)];

#[test]
fn environment_files() {
    for path in
        [".env", "app/.env", ".env.local", ".env.production", "config/prod.env", ".ENV", ".env-staging"]
    {
        assert_eq!(in_file(RULE, path, "A=1"), HIT, "{path}");
    }
    for path in [
        ".env.example",
        ".env.sample",
        ".env.template",
        ".env.local.example",
        ".env.test",
        "example.env",
        ".envrc",
        "environment.ts",
        ".environment",
        "src/env.rs",
        ".env.dist",
    ] {
        assert_eq!(in_file(RULE, path, "A=1"), [], "{path}");
    }
}

#[test]
fn private_keys_and_stores() {
    for path in ["id_rsa", ".ssh/id_ed25519", "certs/server.pem", "server.key", "Release.KEY", "a.ppk"] {
        assert_eq!(in_file(RULE, path, "xyz"), HIT, "{path}");
    }
    for path in ["app.p12", "app.pfx", "release.keystore", "debug.jks", "vault.kdbx"] {
        assert_eq!(places(RULE, &[Change::binary(path, Some(100))]), HIT, "{path}");
    }
    for path in ["id_rsa.pub", "keys.rs", "key.md", "monkey", "tests/fixtures/server.pem", "testdata/app.p12"]
    {
        assert_eq!(in_file(RULE, path, "xyz"), [], "{path}");
    }
}

#[test]
fn certificates_and_presentations() {
    assert_eq!(in_file(RULE, "ca.pem", "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----"), []);
    assert_eq!(in_file(RULE, "pub.pem", "-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----"), []);
    let both = format!("-----BEGIN CERTIFICATE-----\nMIIB\n-----BEGIN {} KEY-----\nMIIB", "PRIVATE");
    assert_eq!(in_file(RULE, "both.pem", &both), HIT);
    assert_eq!(places(RULE, &[Change::binary("talk.key", Some(100))]), []);
}

#[test]
fn credentials() {
    for path in [
        ".netrc",
        ".aws/credentials",
        "home/.kube/config",
        "kubeconfig",
        "prod.kubeconfig",
        "credentials.json",
        "client_secret_123.json",
        "terraform.tfstate",
        ".git-credentials",
        ".pgpass",
    ] {
        assert_eq!(in_file(RULE, path, "xyz"), HIT, "{path}");
    }
    for path in ["docs/credentials.md", "src/config", "aws/credentials.rs", ".kube/config.yaml.tmpl"] {
        assert_eq!(in_file(RULE, path, "xyz"), [], "{path}");
    }
}

#[test]
fn registry_logins_that_are_written_out() {
    let token = "0123456789abcdef";
    assert_eq!(in_file(RULE, ".npmrc", &format!("//registry.npmjs.org/:_authToken={token}")), HIT);
    assert_eq!(in_file(RULE, ".pypirc", "[pypi]\npassword = longpassword"), HIT);
    assert_eq!(
        in_file(RULE, ".docker/config.json", "{\"auths\": {\"x\": {\n\"auth\": \"dXNlcjpwYXNz\"}}}"),
        HIT
    );
    assert_eq!(in_file(RULE, ".npmrc", "//registry.npmjs.org/:_authToken=${NPM_TOKEN}"), []);
    assert_eq!(in_file(RULE, ".npmrc", "save-exact=true"), []);
    assert_eq!(in_file(RULE, ".pypirc", "[pypi]\nusername = __token__"), []);
    assert_eq!(in_file(RULE, "src/config.json", "{\"auth\": \"dXNlcjpwYXNz\"}"), []);
}

#[test]
fn only_new_files_with_something_in_them() {
    assert_eq!(in_file(RULE, ".env", ""), []);
    assert_eq!(places(RULE, &[Change::edited(".env", " A=1\n+B=2\n")]), []);
    assert_eq!(places(RULE, &[Change::deleted(".env", "A=1\n")]), []);
    assert_eq!(places(RULE, &[Change::renamed("env.txt", ".env")]), HIT);
}
