//! The list of all rules. A new rule is one function and one line here.

use crate::sabotage::fits_the_tree;

use super::{Breach, Tree, engine, form, papers, rooms, words};

const RULES: &[fn(&Tree) -> Vec<Breach>] = &[
    form::opens_with_its_purpose,
    form::short_enough,
    form::no_stray_space,
    words::nothing_left_to_do,
    words::no_ignored_test,
    words::no_sleeping,
    words::no_shell,
    words::no_machine_path,
    rooms::core_dependencies,
    rooms::direction,
    rooms::core_is_pure,
    engine::knows_no_protocol,
    engine::one_writer_of_verdicts,
    papers::protocols_are_documented,
    papers::changelog_exists,
    fits_the_tree,
];

/// Everything wrong with the tree, in the order of the rules.
pub fn breaches(tree: &Tree) -> Vec<Breach> {
    RULES.iter().flat_map(|rule| rule(tree)).collect()
}
