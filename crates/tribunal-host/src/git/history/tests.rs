//! Merge bases over generated histories, compared with the definition. The comparison with git itself is in
//! `tests/git`.

use tribunal_testkit::generate::dice::Dice;

use super::*;

/// A history in memory: each commit's parents are earlier ones.
struct Graph(Vec<(Vec<usize>, i64)>);

fn id(number: usize) -> ObjectId {
    ObjectId::from_hex(format!("{:040x}", number + 1).as_bytes()).unwrap()
}

impl Commits for Graph {
    fn record(&mut self, wanted: ObjectId) -> Result<CommitRecord, GitError> {
        let at = (0..self.0.len()).find(|at| id(*at) == wanted).unwrap();
        let (parents, when) = &self.0[at];
        Ok(CommitRecord { tree: id(0), parents: parents.iter().map(|p| id(*p)).collect(), when: *when })
    }
}

impl Graph {
    fn generated(dice: &mut Dice) -> Self {
        let mut commits: Vec<(Vec<usize>, i64)> = Vec::new();
        for at in 0..2 + dice.below(18) {
            let count = dice.weigh(&[(1, 0), (6, 1), (5, 2), (1, 3)]).min(at);
            let mut parents: Vec<usize> = (0..count).map(|_| at - 1 - dice.below(at.min(6))).collect();
            parents.sort_unstable();
            parents.dedup();
            // Dates that have nothing to do with the order, as clocks are.
            let when = if dice.percent(50) { at } else { dice.below(30) };
            commits.push((parents, i64::try_from(when).unwrap()));
        }
        Self(commits)
    }

    fn ancestors(&self, of: usize) -> BTreeSet<usize> {
        let below = self.0[of].0.iter().flat_map(|parent| self.ancestors(*parent));
        below.chain([of]).collect()
    }

    /// Common ancestors that lie below no other common ancestor.
    fn best(&self, one: usize, other: usize) -> BTreeSet<ObjectId> {
        let common: BTreeSet<usize> = &self.ancestors(one) & &self.ancestors(other);
        let below = |at: &usize| common.iter().any(|c| c != at && self.ancestors(*c).contains(at));
        common.iter().filter(|at| !below(at)).map(|at| id(*at)).collect()
    }
}

#[test]
fn generated_histories_meet_where_the_definition_says() {
    for seed in 0..3000 {
        let dice = &mut Dice::new(seed);
        let mut graph = Graph::generated(dice);
        let (one, other) = (dice.below(graph.0.len()), dice.below(graph.0.len()));
        let best = graph.best(one, other);
        match meeting(&mut graph, &[], id(one), id(other)).unwrap() {
            Meeting::At(found) => assert!(best.contains(&found), "seed {seed}: {found} is not in {best:?}"),
            Meeting::Nowhere => assert!(best.is_empty(), "seed {seed}: nothing found, not {best:?}"),
            Meeting::CutOff => panic!("seed {seed}: nothing is cut"),
        }
    }
}

#[test]
fn a_cut_history_is_told_from_an_unrelated_one() {
    let mut graph = Graph(vec![(vec![], 0), (vec![0], 1), (vec![0], 2)]);
    assert_eq!(meeting(&mut graph, &[id(2)], id(1), id(2)).unwrap(), Meeting::CutOff);
    assert_eq!(meeting(&mut graph, &[], id(1), id(2)).unwrap(), Meeting::At(id(0)));
    let mut graph = Graph(vec![(vec![], 0), (vec![], 1)]);
    assert_eq!(meeting(&mut graph, &[id(1)], id(0), id(1)).unwrap(), Meeting::Nowhere);
}
