//! A trail is a list, and copies do not see each other's ends.

use super::*;

#[test]
fn a_trail_keeps_everything_in_order() {
    for length in [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 5 * BLOCK + 3] {
        let mut trail = Trail::default();
        trail.extend(0..length);
        assert_eq!(trail.iter().copied().collect::<Vec<_>>(), (0..length).collect::<Vec<_>>());
        assert_eq!(trail.len(), length);
        assert_eq!(trail.last().copied(), length.checked_sub(1));
        assert_eq!(trail.is_empty(), length == 0);
    }
}

#[test]
fn copies_grow_apart() {
    let mut one = Trail::default();
    one.extend(0..BLOCK);
    let mut other = one.clone();
    one.push(1);
    other.push(2);
    assert_eq!((one.last(), other.last()), (Some(&1), Some(&2)));
    assert_ne!(one, other);
}

#[test]
fn a_very_long_trail_can_be_dropped() {
    let mut trail = Trail::default();
    trail.extend(0..2_000_000);
    let copy = trail.clone();
    drop(trail);
    assert_eq!(copy.len(), 2_000_000);
}
