//! Looking at lines of source code without a parser: what language it is, what is code and what is a string or a
//! comment, and where a word stands. One line at a time, each byte a bounded number of times.

/// A family of languages that write comments, strings and tests alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Language {
    /// JavaScript, TypeScript and what embeds them.
    Script,
    Python,
    Rust,
    Go,
    /// Java, Kotlin, Scala, Groovy.
    Java,
    CSharp,
    Ruby,
    Php,
    Elixir,
    /// C, C++, Swift, Dart and others with `//`.
    C,
    /// YAML, TOML, shell and others with `#`.
    Hash,
    /// Written for people.
    Prose,
    Other,
}

impl Language {
    /// By the ending of the path.
    pub(super) fn of(path: &str) -> Self {
        let ending = name(path).rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase();
        match ending.as_str() {
            "js" | "jsx" | "ts" | "tsx" | "mjs" | "cjs" | "mts" | "cts" | "vue" | "svelte" | "astro" => {
                Language::Script
            }
            "py" | "pyi" | "pyw" => Language::Python,
            "rs" => Language::Rust,
            "go" => Language::Go,
            "java" | "kt" | "kts" | "scala" | "groovy" => Language::Java,
            "cs" => Language::CSharp,
            "rb" | "rake" | "erb" => Language::Ruby,
            "php" => Language::Php,
            "ex" | "exs" => Language::Elixir,
            "c" | "h" | "cc" | "cpp" | "cxx" | "hpp" | "swift" | "dart" | "m" | "mm" | "zig" => Language::C,
            "yml" | "yaml" | "toml" | "sh" | "bash" | "zsh" | "env" | "ini" | "cfg" | "conf"
            | "properties" => Language::Hash,
            "md" | "mdx" | "markdown" | "rst" | "adoc" | "txt" | "org" | "tex" => Language::Prose,
            _ => Language::Other,
        }
    }

    fn comments_with_hash(self) -> bool {
        matches!(self, Language::Python | Language::Ruby | Language::Elixir | Language::Hash | Language::Php)
    }

    fn comments_with_slashes(self) -> bool {
        matches!(
            self,
            Language::Script
                | Language::Rust
                | Language::Go
                | Language::Java
                | Language::CSharp
                | Language::Php
                | Language::C
        )
    }
}

/// The last part of a path.
pub(super) fn name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The name without any ending.
pub(super) fn stem(path: &str) -> &str {
    let name = name(path);
    match name.char_indices().skip(1).find(|(_, c)| *c == '.') {
        Some((at, _)) => &name[..at],
        None => name,
    }
}

/// Whether a file holds tests, by the customs of all languages.
pub(super) fn is_test(path: &str) -> bool {
    const DIRECTORIES: [&str; 8] =
        ["test", "tests", "__tests__", "spec", "specs", "e2e", "testing", "androidtest"];
    let lower = path.to_ascii_lowercase();
    let mut parts: Vec<&str> = lower.split('/').collect();
    let file = parts.pop().unwrap_or_default();
    let in_directory = parts.iter().any(|part| DIRECTORIES.contains(part));
    let base = file.rsplit_once('.').map_or(file, |(base, _)| base);
    let named = base.starts_with("test_")
        || ["_test", "_tests", "_spec", ".test", ".spec", ".cy", "-test", "-spec"]
            .iter()
            .any(|end| base.ends_with(end));
    let cased = stem(path);
    let camel = ["Test", "Tests", "Spec", "IT", "TestCase"].iter().any(|end| {
        let bare = cased.strip_suffix(end);
        bare.is_some_and(|bare| bare.ends_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit()))
    });
    in_directory || named || camel || file == "conftest.py" || (base == "tests" && file.ends_with(".rs"))
}

/// Whether a file is an example or material for tests, where things look dangerous on purpose.
pub(super) fn is_material(path: &str) -> bool {
    const DIRECTORIES: [&str; 9] = [
        "fixtures",
        "fixture",
        "testdata",
        "test-data",
        "test_data",
        "examples",
        "example",
        "mocks",
        "__mocks__",
    ];
    let lower = path.to_ascii_lowercase();
    is_test(path) || lower.split('/').any(|part| DIRECTORIES.contains(&part))
}

/// Whether somebody else wrote the file, or a program did.
pub(super) fn is_foreign(path: &str) -> bool {
    const DIRECTORIES: [&str; 7] =
        ["vendor", "node_modules", "third_party", "third-party", "dist", "generated", "__generated__"];
    let lower = path.to_ascii_lowercase();
    lower.split('/').any(|part| DIRECTORIES.contains(&part)) || lower.contains(".min.")
}

/// The line with the insides of strings, and comments, blanked. Strings that go over several lines are not known.
pub(super) fn code(line: &[u8], language: Language) -> Vec<u8> {
    let mut out = line.to_vec();
    let first = line.trim_ascii_start();
    // The middle of a block comment.
    if language.comments_with_slashes()
        && (first.starts_with(b"* ") || first == b"*" || first.starts_with(b"*/"))
    {
        return vec![b' '; line.len()];
    }
    let mut at = 0;
    while at < line.len() {
        let rest = &line[at..];
        if (language.comments_with_slashes() && (rest.starts_with(b"//") || rest.starts_with(b"/*")))
            || (language.comments_with_hash() && rest[0] == b'#' && !rest.starts_with(b"#["))
        {
            out[at..].fill(b' ');
            break;
        }
        at += match string_length(rest, language) {
            Some(length) => {
                out[at + 1..at + length - 1].fill(b' ');
                length
            }
            None => 1,
        };
    }
    out
}

/// The length of the string that begins here, with its quotes; one that does not end in this line goes to its end.
fn string_length(rest: &[u8], language: Language) -> Option<usize> {
    let quote = rest[0];
    let opens = match quote {
        b'"' => true,
        b'`' => matches!(language, Language::Script | Language::Go | Language::Ruby),
        // In these it may be a lifetime or one character.
        b'\''
            if matches!(
                language,
                Language::Rust | Language::C | Language::Java | Language::Go | Language::CSharp
            ) =>
        {
            rest.get(2) == Some(&b'\'') || rest.get(1) == Some(&b'\\')
        }
        b'\'' => true,
        _ => false,
    };
    if !opens || rest.len() < 2 {
        return None;
    }
    let mut at = 1;
    while at < rest.len() {
        match rest[at] {
            b'\\' => at += 2,
            byte if byte == quote => return Some(at + 1),
            _ => at += 1,
        }
    }
    Some(rest.len())
}

/// Where a text first stands.
pub(super) fn find(text: &[u8], needle: &[u8]) -> Option<usize> {
    text.windows(needle.len()).position(|part| part == needle)
}

/// Whether a text is in there.
pub(super) fn has(text: &[u8], needle: &str) -> bool {
    find(text, needle.as_bytes()).is_some()
}

/// Where a text first stands that is not the end of a longer name.
pub(super) fn find_word(text: &[u8], needle: &str) -> Option<usize> {
    words(text, needle).next()
}

/// Whether a text stands there by itself: neither the end nor the beginning of a longer name.
pub(super) fn has_word(text: &[u8], needle: &str) -> bool {
    let ends = |at: usize| text.get(at + needle.len()).is_none_or(|byte| !is_name(*byte) || *byte == b'.');
    let open = needle.as_bytes().last().is_some_and(|byte| is_name(*byte));
    words(text, needle).any(|at| !open || ends(at))
}

fn words<'t>(text: &'t [u8], needle: &'t str) -> impl Iterator<Item = usize> + 't {
    let starts = |at: &usize| *at == 0 || !is_name(text[*at - 1]);
    let found = text.windows(needle.len()).enumerate().filter(|(_, part)| *part == needle.as_bytes());
    found.map(|(at, _)| at).filter(starts)
}

/// A byte that names consist of. A dot is one: `foo.it(` calls something else than `it(`.
fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_$.".contains(&byte) || byte >= 0x80
}

#[cfg(test)]
mod tests;
