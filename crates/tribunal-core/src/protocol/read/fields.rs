//! Names, texts and durations: strings with a form, bounded, without characters that could hide something.

use toml::Spanned;

use super::notes::Notes;
use super::section::Section;
use crate::protocol::bounds::{NAME_MAX, PREFIX_MAX, SILENCE_MS_MAX, SILENCE_MS_MIN, TEXT_MAX};
use crate::protocol::suggest::shown;
use crate::protocol::words::UNITS;

/// What a name may be, in words.
pub(in crate::protocol) const NAME_FORM: &str =
    "write 1 to 64 letters, digits, `-` or `_`, beginning with a letter or digit";

/// Whether a text is a name: it goes into file names, command lines, ids and messages.
pub(in crate::protocol) fn is_name(text: &str) -> bool {
    let sound = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    sound && text.len() <= NAME_MAX && text.starts_with(|c: char| c.is_ascii_alphanumeric())
}

/// A name.
pub(super) fn name(section: &Section<'_>, notes: &mut Notes, key: &str) -> Option<String> {
    let text = section.string(notes, key)?;
    sound_name(notes, &section.path(key), &text)
}

/// A string that has to be a name.
pub(super) fn sound_name(notes: &mut Notes, path: &str, text: &Spanned<&str>) -> Option<String> {
    if is_name(text.get_ref()) {
        return Some((*text.get_ref()).to_owned());
    }
    notes.wrong(
        text.span(),
        format!("`{path}` is no name: `{}`", shown(text.get_ref())),
        NAME_FORM.to_owned(),
    );
    None
}

/// The word before the number of a finding.
pub(super) fn prefix(section: &Section<'_>, notes: &mut Notes, key: &str) -> Option<String> {
    let text = section.string(notes, key)?;
    let word = *text.get_ref();
    let sound = word.chars().all(|c| c.is_ascii_alphanumeric()) && word.len() <= PREFIX_MAX;
    if sound && word.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return Some(word.to_owned());
    }
    let what = format!("`{}` is no prefix: `{}`", section.path(key), shown(word));
    notes.wrong(text.span(), what, "write 1 to 16 letters and digits, a letter first".to_owned());
    None
}

/// A free text.
pub(super) fn text(section: &Section<'_>, notes: &mut Notes, key: &str) -> Option<String> {
    let text = section.string(notes, key)?;
    sound_text(notes, &section.path(key), &text)
}

/// A list of free texts.
pub(super) fn texts(section: &Section<'_>, notes: &mut Notes, key: &str, most: usize) -> Option<Vec<String>> {
    let list = section.strings(notes, key, most)?;
    let path = |i: usize| format!("{}[{i}]", section.path(key));
    let sound: Vec<String> =
        list.iter().enumerate().filter_map(|(i, t)| sound_text(notes, &path(i), t)).collect();
    (sound.len() == list.len()).then_some(sound)
}

fn sound_text(notes: &mut Notes, path: &str, text: &Spanned<&str>) -> Option<String> {
    let fault = if text.get_ref().trim().is_empty() {
        "is empty"
    } else if text.get_ref().chars().any(|c| c.is_control() && c != '\n') {
        "has a control character in it"
    } else if text.get_ref().chars().any(is_invisible) {
        "has an invisible character in it"
    } else if text.get_ref().chars().count() > TEXT_MAX {
        "is too long"
    } else {
        return Some((*text.get_ref()).to_owned());
    };
    notes.wrong(text.span(), format!("`{path}` {fault}"), format!("write 1 to {TEXT_MAX} plain characters"));
    None
}

/// Characters that show nothing, or turn the order of what is shown: a text with them is not what it looks like.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// A duration such as `15m`, in milliseconds.
pub(super) fn duration_ms(section: &Section<'_>, notes: &mut Notes, key: &str) -> Option<u64> {
    let text = section.string(notes, key)?;
    let found = milliseconds(text.get_ref()).filter(|ms| (SILENCE_MS_MIN..=SILENCE_MS_MAX).contains(ms));
    if found.is_none() {
        let what = format!("`{}` is no duration: `{}`", section.path(key), shown(text.get_ref()));
        notes.wrong(
            text.span(),
            what,
            "write a number and ms, s, m or h, from 1s to 168h, as in \"15m\"".into(),
        );
    }
    found
}

fn milliseconds(text: &str) -> Option<u64> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = text.split_at(digits);
    let (_, factor) = UNITS.iter().find(|(u, _)| *u == unit)?;
    number.parse::<u64>().ok()?.checked_mul(*factor)
}
