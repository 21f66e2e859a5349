//! A story file: its id and title from its front matter, else from its name and first heading.

use super::Story;

impl Story {
    /// Reads a story; `name` is the name of its file, without directories.
    pub fn read(name: &str, text: &str) -> Self {
        let (front, body) = front_matter(text);
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let id = field(front, "id").unwrap_or_else(|| stem.to_owned());
        let title = field(front, "title").or_else(|| heading(body)).unwrap_or_else(|| stem.to_owned());
        Self { id, title, text: text.to_owned() }
    }
}

/// What stands between two lines `---` at the very top, and what follows. Without a second line there is no front matter.
fn front_matter(text: &str) -> (&str, &str) {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let first = text.split_inclusive('\n').next().unwrap_or_default();
    if first.trim_end() != "---" {
        return ("", text);
    }
    let mut at = first.len();
    for line in text[first.len()..].split_inclusive('\n') {
        if line.trim_end() == "---" {
            return (&text[first.len()..at], &text[at + line.len()..]);
        }
        at += line.len();
    }
    ("", text)
}

/// The value of a key at the left margin, without quotes around it.
fn field(front: &str, key: &str) -> Option<String> {
    let values = front.lines().filter_map(|line| line.strip_prefix(key)?.strip_prefix(':'));
    let plain = values.map(|value| value.trim().trim_matches(['"', '\'']).trim());
    plain.filter(|value| !value.is_empty()).map(str::to_owned).next()
}

/// The first heading.
fn heading(body: &str) -> Option<String> {
    let headings = body.lines().filter(|line| line.starts_with('#'));
    let plain = headings.map(|line| line.trim_start_matches('#').trim().trim_end_matches('#').trim());
    plain.filter(|text| !text.is_empty()).map(str::to_owned).next()
}

#[cfg(test)]
mod tests {
    use super::Story;

    fn read(name: &str, text: &str) -> (String, String) {
        let story = Story::read(name, text);
        assert_eq!(story.text, text, "nothing of the story is lost");
        (story.id, story.title)
    }

    fn said(id: &str, title: &str) -> (String, String) {
        (id.to_owned(), title.to_owned())
    }

    #[test]
    fn front_matter_says_id_and_title() {
        let text = "---\nid: \"S-12\"\nother: x\ntitle: 'Log in: with a code'\n---\n# Another heading\n";
        assert_eq!(read("a.md", text), said("S-12", "Log in: with a code"));
        assert_eq!(read("a.md", &text.replace('\n', "\r\n")), said("S-12", "Log in: with a code"));
    }

    #[test]
    fn without_it_the_name_of_the_file_and_the_first_heading_do() {
        assert_eq!(read("S-3.story.md", "Text\n\n## Log out ##\n# Later\n"), said("S-3.story", "Log out"));
        assert_eq!(read("S-4", "no heading\n"), said("S-4", "S-4"));
        assert_eq!(read("S-5.md", "---\ntitle:\n---\n# From the heading\n"), said("S-5", "From the heading"));
    }

    #[test]
    fn front_matter_that_does_not_end_is_text() {
        assert_eq!(read("S-6.md", "---\nid: X\n# Title\n"), said("S-6", "Title"));
        assert_eq!(read("S-7.md", ""), said("S-7", "S-7"));
    }
}
