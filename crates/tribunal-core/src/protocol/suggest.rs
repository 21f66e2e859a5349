//! The nearest known word to one that is not known, so that an error can say "did you mean".

/// Longest word that is compared, in characters: the comparison is quadratic and a longer one is no typo.
const WORD_MAX: usize = 64;

/// Longest part of a foreign word that an error repeats, in characters.
const SHOWN_MAX: usize = 40;

/// What to do about an unknown word: the nearest one, or all there are.
pub fn help(word: &str, known: &[&str]) -> String {
    match closest(word, known) {
        Some(near) => format!("did you mean `{near}`?"),
        None if known.is_empty() => "there are none".to_owned(),
        None => format!("known: {}", known.join(", ")),
    }
}

/// What to do about an unknown name: the nearest one and all there are, where these are few enough to read.
pub fn choice(word: &str, known: &[&str]) -> String {
    let all = known.join(", ");
    match closest(word, known).or_else(|| begun(word, known)) {
        Some(near) => format!("did you mean `{near}`? known: {all}"),
        None => help(word, known),
    }
}

/// The only known word that begins like this one.
fn begun<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    let mut like = known.iter().filter(|known| !word.is_empty() && known.starts_with(word));
    like.next().filter(|_| like.next().is_none()).copied()
}

/// The nearest of the known words, if near enough to be a slip of the hand; the first of equals.
pub(super) fn closest<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    let word: Vec<char> = word.chars().take(WORD_MAX + 1).flat_map(char::to_lowercase).collect();
    if word.is_empty() || word.len() > WORD_MAX {
        return None;
    }
    let far = (word.len() / 3).max(1);
    let distances = known
        .iter()
        .map(|k| (distance(&word, &k.chars().flat_map(char::to_lowercase).collect::<Vec<_>>()), *k));
    distances.filter(|(d, _)| *d <= far).min_by_key(|(d, _)| *d).map(|(_, k)| k)
}

/// A foreign word fit to be repeated: no control characters, not too long.
pub fn shown(word: &str) -> String {
    let mut text: String = word.chars().take(SHOWN_MAX).flat_map(char::escape_debug).collect();
    if word.chars().nth(SHOWN_MAX).is_some() {
        text.push('…');
    }
    text
}

/// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let same = usize::from(a[i - 1] != b[j - 1]);
            row[j] = (last[j] + 1).min(row[j - 1] + 1).min(last[j - 1] + same);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}
