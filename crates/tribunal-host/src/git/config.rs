//! Reads git's configuration files as far as a repository's own facts need it: no includes, no environment, no
//! search for further files. Git reads the format of a repository in the same way, without includes.

use super::GitError;

/// One file's settings in their order. Names are `section.key` or `section.sub.key`; section and key in lowercase.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Config {
    entries: Vec<(String, String)>,
}

impl Config {
    /// Reads a file's text; a line that git would refuse is an error.
    pub fn parse(text: &[u8]) -> Result<Self, GitError> {
        let text = String::from_utf8_lossy(text);
        let mut reader =
            Reader { rest: text.trim_start_matches('\u{feff}').chars().peekable(), section: String::new() };
        let mut entries = Vec::new();
        while let Some(entry) =
            reader.entry().ok_or_else(|| GitError::garbled("the repository's config file"))?
        {
            entries.push(entry);
        }
        Ok(Self { entries })
    }

    /// Adds the settings of a file that is read later and therefore wins.
    pub fn then(&mut self, later: Config) {
        self.entries.extend(later.entries);
    }

    /// The last value of a setting.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.entries.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The last value of a setting that is true or false; none if it is absent or neither.
    pub fn flag(&self, name: &str) -> Option<bool> {
        match self.text(name)?.to_ascii_lowercase().as_str() {
            "true" | "yes" | "on" | "1" => Some(true),
            "false" | "no" | "off" | "0" | "" => Some(false),
            _ => None,
        }
    }

    /// All settings whose names begin so.
    pub fn under<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        let entries = self.entries.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        entries.filter(move |(key, _)| key.starts_with(prefix))
    }
}

struct Reader<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
    section: String,
}

impl Reader<'_> {
    /// The next setting; `Some(None)` at the end, `None` if the text is not a configuration.
    fn entry(&mut self) -> Option<Option<(String, String)>> {
        loop {
            match self.rest.next() {
                None => return Some(None),
                Some('#' | ';') => self.skip_line(),
                Some('[') => self.section = self.header()?,
                Some(letter) if letter.is_whitespace() => {}
                Some(letter) if letter.is_ascii_alphabetic() && !self.section.is_empty() => {
                    let key = self.key(letter)?;
                    let value = self.value()?;
                    return Some(Some((format!("{}.{key}", self.section), value)));
                }
                Some(_) => return None,
            }
        }
    }

    fn skip_line(&mut self) {
        while self.rest.next().is_some_and(|letter| letter != '\n') {}
    }

    /// `section]`, `section "sub"]` or the old `section.sub]`.
    fn header(&mut self) -> Option<String> {
        let mut name = String::new();
        loop {
            match self.rest.next()? {
                ']' => return Some(name),
                letter if letter.is_ascii_alphanumeric() || "-.".contains(letter) => {
                    name.push(letter.to_ascii_lowercase());
                }
                ' ' | '\t' => return self.subsection(name),
                _ => return None,
            }
        }
    }

    fn subsection(&mut self, mut name: String) -> Option<String> {
        while self.rest.next_if(|c| " \t".contains(*c)).is_some() {}
        self.rest.next_if_eq(&'"')?;
        name.push('.');
        loop {
            match self.rest.next()? {
                '\n' => return None,
                '\\' => name.push(self.rest.next().filter(|c| *c != '\n')?),
                '"' => return (self.rest.next()? == ']').then_some(name),
                letter => name.push(letter),
            }
        }
    }

    fn key(&mut self, first: char) -> Option<String> {
        let mut key = first.to_ascii_lowercase().to_string();
        while let Some(letter) = self.rest.next_if(|c| c.is_ascii_alphanumeric() || *c == '-') {
            key.push(letter.to_ascii_lowercase());
        }
        Some(key)
    }

    /// What follows a key: nothing, which means true, or `= value`.
    fn value(&mut self) -> Option<String> {
        while self.rest.next_if(|c| " \t".contains(*c)).is_some() {}
        match self.rest.next() {
            None | Some('\n') => Some("true".to_owned()),
            Some('#' | ';') => {
                self.skip_line();
                Some("true".to_owned())
            }
            Some('\r') if self.rest.next_if_eq(&'\n').is_some() => Some("true".to_owned()),
            Some('=') => self.assigned(),
            Some(_) => None,
        }
    }

    fn assigned(&mut self) -> Option<String> {
        let (mut value, mut kept, mut quoted) = (String::new(), 0, false);
        loop {
            match self.rest.next() {
                None | Some('\n') if quoted => return None,
                None | Some('\n') => break,
                Some('#' | ';') if !quoted => {
                    self.skip_line();
                    break;
                }
                Some('"') => quoted = !quoted,
                Some('\\') => match self.rest.next()? {
                    '\n' => continue,
                    letter => value.push(escaped(letter)?),
                },
                Some(space) if space.is_whitespace() && !quoted => {
                    if !value.is_empty() {
                        value.push(space);
                    }
                    continue;
                }
                Some(letter) => value.push(letter),
            }
            kept = value.len();
        }
        value.truncate(kept);
        Some(value)
    }
}

fn escaped(letter: char) -> Option<char> {
    match letter {
        'n' => Some('\n'),
        't' => Some('\t'),
        'b' => Some('\u{8}'),
        '\\' | '"' => Some(letter),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
