//! What is known about letters: which look alike, which scripts need joiners, what takes a variation selector.

/// Whether a word of the text has Latin letters and letters of another alphabet that look like Latin ones.
pub(super) fn mixes(text: &str) -> bool {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|word| {
        let latin = word.chars().any(|c| c.is_ascii_alphabetic());
        let alike = word.chars().any(looks_latin);
        // A word of another alphabet that only has a Latin letter in it is prose; here all of the rest looks Latin.
        let other = word.chars().any(|c| c.is_alphabetic() && !c.is_ascii() && !looks_latin(c));
        latin && alike && !other
    })
}

/// Letters of Cyrillic and Greek that most fonts draw like Latin ones.
fn looks_latin(c: char) -> bool {
    const CYRILLIC: &str = "\u{430}\u{435}\u{43e}\u{440}\u{441}\u{443}\u{445}\u{456}\u{458}\u{455}\u{4bb}\u{501}\u{51b}\u{51d}\u{410}\u{412}\u{415}\u{41a}\u{41c}\u{41d}\u{41e}\u{420}\u{421}\u{422}\u{423}\u{425}\u{406}\u{408}\u{405}";
    const GREEK: &str = "\u{3bf}\u{3bd}\u{391}\u{392}\u{395}\u{396}\u{397}\u{399}\u{39a}\u{39c}\u{39d}\u{39f}\u{3a1}\u{3a4}\u{3a5}\u{3a7}";
    CYRILLIC.contains(c) || GREEK.contains(c)
}

/// Whether the text has letters that are written from right to left.
pub(super) fn is_right_to_left(text: &str) -> bool {
    text.chars().any(|c| matches!(c, '\u{590}'..='\u{6ff}' | '\u{700}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}') && c != '\u{61c}')
}

/// Whether a joiner has its place between these two: inside an emoji, or in a script that needs it.
pub(super) fn joins(before: Option<char>, after: Option<char>) -> bool {
    let (Some(before), Some(after)) = (before, after) else { return false };
    let needs = |c: char| {
        matches!(
            c,
            '\u{600}'..='\u{6ff}' | '\u{700}'..='\u{7ff}' | '\u{840}'..='\u{8ff}' | '\u{900}'..='\u{dff}'
                | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{1800}'..='\u{18af}'
        )
    };
    (is_pictogram(before) || before == '\u{fe0f}') && is_pictogram(after) || needs(before) && needs(after)
}

/// Whether a variation selector has its place behind this character.
pub(super) fn takes_selector(before: Option<char>, selector: char) -> bool {
    let Some(before) = before else { return false };
    let han = matches!(before, '\u{3000}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}');
    let emoji = is_pictogram(before) || matches!(before, '0'..='9' | '#' | '*' | '\u{a9}' | '\u{ae}');
    match selector {
        '\u{fe0e}' | '\u{fe0f}' => emoji || han,
        '\u{fe00}'..='\u{fe0d}' => {
            han || matches!(before, '\u{2200}'..='\u{22ff}' | '\u{1000}'..='\u{109f}' | '\u{a840}'..='\u{a87f}')
        }
        _ => han,
    }
}

/// A picture, or a sign that is also drawn as one.
fn is_pictogram(c: char) -> bool {
    matches!(c, '\u{2010}'..='\u{205e}' | '\u{20d0}'..='\u{33ff}' | '\u{1f000}'..='\u{1faff}')
        && c != '\u{202f}'
        && !matches!(c, '\u{2028}'..='\u{202e}')
}
