//! hidden-unicode: characters nobody sees, and letters that pass for others. Emoji, and scripts that need joiners, have
//! them for good reasons and are let through.

use super::notes::{Notes, Words};
use super::seen::{NewLine, Seen};
use crate::domain::Severity;

mod letters;

/// Most hidden characters that are named in a report.
const NAMED_MAX: usize = 5;

/// What a line hides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Trick {
    /// Letters of two alphabets in one word, alike to the eye.
    Mixed,
    /// Takes no room.
    Invisible,
    /// Changes the order in which text is shown.
    Direction,
    /// Carries text nobody sees.
    Smuggled,
}

impl Trick {
    fn severity(self) -> Severity {
        match self {
            Trick::Mixed => Severity::Low,
            Trick::Invisible => Severity::Medium,
            Trick::Direction | Trick::Smuggled => Severity::High,
        }
    }

    fn title(self) -> &'static str {
        match self {
            Trick::Mixed => "A word mixes letters that look alike",
            Trick::Invisible => "Invisible characters are added",
            Trick::Direction => "Characters that turn the direction of text are added",
            Trick::Smuggled => "Characters that carry hidden text are added",
        }
    }
}

pub(super) fn look(seen: &Seen<'_>, notes: &mut Notes) {
    for (_, line) in seen.fresh().filter(|(_, line)| !line.text.is_ascii()) {
        let text = String::from_utf8_lossy(line.text);
        let (worst, found) = tricks(&text, line.number == 1);
        if let Some(trick) = worst {
            notes.add(trick.severity(), Some(line.number), || words(seen, line, trick, &found));
        }
    }
}

/// The worst trick of a line, and the first characters it is done with.
fn tricks(text: &str, first_line: bool) -> (Option<Trick>, Vec<char>) {
    let mut worst = letters::mixes(text).then_some(Trick::Mixed);
    let mut found = Vec::new();
    let (mut selectors, mut flag) = (0, false);
    let right_to_left = letters::is_right_to_left(text);
    let mut before = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        flag = c == '\u{1f3f4}' || (flag && is_tag(c));
        let trick = match c {
            '\u{feff}' if first_line && before.is_none() => None,
            c if is_direction(c) => Some(Trick::Direction),
            '\u{200e}' | '\u{200f}' | '\u{61c}' if right_to_left => None,
            // The flags of England, Scotland and Wales are spelt with these.
            c if is_tag(c) => (!flag).then_some(Trick::Smuggled),
            c if is_selector(c) => {
                let fits = letters::takes_selector(before, c);
                selectors = if fits { 0 } else { selectors + 1 };
                (!fits).then_some(if selectors > 3 { Trick::Smuggled } else { Trick::Invisible })
            }
            '\u{200c}' | '\u{200d}' if letters::joins(before, chars.peek().copied()) => None,
            c if takes_no_room(c) => Some(Trick::Invisible),
            _ => None,
        };
        if trick.is_some() && found.len() < NAMED_MAX && !found.contains(&c) {
            found.push(c);
        }
        worst = worst.max(trick);
        before = Some(c);
    }
    (worst, found)
}

/// The controls that turn or embed text; marks that only hint are not among them.
fn is_direction(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn is_tag(c: char) -> bool {
    matches!(c, '\u{e0000}'..='\u{e007f}')
}

fn is_selector(c: char) -> bool {
    matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

/// Whether a character takes no room on the screen, and is no letter or sign.
pub(super) fn takes_no_room(c: char) -> bool {
    is_direction(c)
        || is_tag(c)
        || is_selector(c)
        || matches!(
            c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
                | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2065}' | '\u{206a}'..='\u{206f}' | '\u{3164}' | '\u{feff}'
                | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}'
        )
}

fn words(seen: &Seen<'_>, line: &NewLine<'_>, trick: Trick, found: &[char]) -> Words {
    let names: Vec<String> = found.iter().map(|c| format!("U+{:04X}", *c as u32)).collect();
    let problem = match trick {
        Trick::Mixed => {
            "A word has letters of two alphabets that look the same, so it is not the word one reads."
                .to_owned()
        }
        Trick::Invisible | Trick::Direction | Trick::Smuggled => {
            format!("The line holds {}, which cannot be seen.", names.join(", "))
        }
    };
    Words {
        title: trick.title().to_owned(),
        quote: Some(seen.quote(line)),
        problem,
        fix: "Write it with visible characters, or as an escape if it is needed.".to_owned(),
        patch: None,
    }
}

#[cfg(test)]
mod tests;
