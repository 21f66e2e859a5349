//! How wide a text is on a terminal, and where to cut it. Well enough: no two terminals agree on everything.

/// Ranges that take two cells: East Asian wide and full-width signs, and pictures.
const WIDE: &[(u32, u32)] = &[
    (0x1100, 0x115f),
    (0x231a, 0x231b),
    (0x23e9, 0x23f3),
    (0x25fd, 0x25fe),
    (0x2614, 0x2615),
    (0x2648, 0x2653),
    (0x26a1, 0x26a1),
    (0x2705, 0x2705),
    (0x274c, 0x274e),
    (0x2753, 0x2757),
    (0x2b1b, 0x2b1c),
    (0x2e80, 0x303e),
    (0x3041, 0xa4cf),
    (0xa960, 0xa97c),
    (0xac00, 0xd7a3),
    (0xf900, 0xfaff),
    (0xfe30, 0xfe6f),
    (0xff00, 0xff60),
    (0xffe0, 0xffe6),
    (0x1f300, 0x1f64f),
    (0x1f680, 0x1f6ff),
    (0x1f900, 0x1faff),
    (0x20000, 0x3fffd),
];

/// Ranges that take none: marks that stand on the sign before.
const NONE: &[(u32, u32)] = &[
    (0x0300, 0x036f),
    (0x0483, 0x0489),
    (0x0591, 0x05bd),
    (0x0610, 0x061a),
    (0x064b, 0x065f),
    (0x1ab0, 0x1aff),
    (0x1dc0, 0x1dff),
    (0x20d0, 0x20ff),
    (0xfe00, 0xfe0f),
    (0xfe20, 0xfe2f),
    (0x1f3fb, 0x1f3ff),
    (0xe0100, 0xe01ef),
];

/// How many cells a text takes.
pub fn cells(text: &str) -> usize {
    text.chars().map(width).sum()
}

/// A text in at most so many cells; where something was cut off stands `…`.
pub fn cut(text: &str, most: usize) -> String {
    if cells(text) <= most {
        return text.to_owned();
    }
    let (mut kept, mut used) = (String::new(), 1);
    for c in text.chars() {
        used += width(c);
        if used > most {
            break;
        }
        kept.push(c);
    }
    if most > 0 {
        kept.push('…');
    }
    kept
}

fn width(c: char) -> usize {
    let within =
        |ranges: &[(u32, u32)]| ranges.iter().any(|(from, to)| (*from..=*to).contains(&u32::from(c)));
    match c {
        ' '..='~' => 1,
        _ if within(NONE) => 0,
        _ if within(WIDE) => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::{cells, cut};

    #[test]
    fn signs_take_their_cells() {
        assert_eq!(["abc", "é→·", "e\u{301}", "漢字", "🎉", ""].map(cells), [3, 3, 1, 4, 2, 0]);
    }

    #[test]
    fn a_text_is_cut_to_its_cells() {
        assert_eq!(cut("reviews", 7), "reviews");
        assert_eq!(cut("reviews", 4), "rev…");
        assert_eq!(cut("漢字漢字", 4), "漢…", "half a sign is none");
        assert_eq!((cut("abc", 1).as_str(), cut("abc", 0).as_str()), ("…", ""));
        for most in 0..12 {
            assert!(cells(&cut("a漢e\u{301}🎉bc字d", most)) <= most, "{most}");
        }
    }
}
