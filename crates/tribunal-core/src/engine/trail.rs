//! A list that only grows, whose copy costs the same however long it is.
//!
//! `decide` judges on a copy of the run. A run that stands by for months has thousands of verdicts behind it, and
//! copying them for every input would make its log quadratic to replay. Full blocks are shared between copies.

use std::sync::Arc;

/// Items in a block; a copy of a trail copies at most this many.
const BLOCK: usize = 32;

/// A list that only grows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trail<T> {
    older: Option<Arc<Block<T>>>,
    recent: Vec<T>,
    length: usize,
}

#[derive(Debug, PartialEq, Eq)]
struct Block<T> {
    items: Vec<T>,
    older: Option<Arc<Block<T>>>,
}

impl<T> Default for Trail<T> {
    fn default() -> Self {
        Self { older: None, recent: Vec::new(), length: 0 }
    }
}

impl<T> Trail<T> {
    /// Adds an item at the end.
    pub fn push(&mut self, item: T) {
        self.recent.push(item);
        self.length += 1;
        if self.recent.len() == BLOCK {
            let items = std::mem::take(&mut self.recent);
            self.older = Some(Arc::new(Block { items, older: self.older.take() }));
        }
    }

    /// How many items there are.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The newest item.
    pub fn last(&self) -> Option<&T> {
        self.recent.last().or_else(|| self.older.as_ref().and_then(|block| block.items.last()))
    }

    /// All items, oldest first.
    pub fn iter(&self) -> std::vec::IntoIter<&T> {
        let mut blocks = Vec::with_capacity(self.length / BLOCK);
        let mut block = self.older.as_deref();
        while let Some(found) = block {
            blocks.push(found);
            block = found.older.as_deref();
        }
        let items: Vec<&T> =
            blocks.into_iter().rev().flat_map(|block| &block.items).chain(&self.recent).collect();
        items.into_iter()
    }
}

impl<'a, T> IntoIterator for &'a Trail<T> {
    type Item = &'a T;
    type IntoIter = std::vec::IntoIter<&'a T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T> Extend<T> for Trail<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        items.into_iter().for_each(|item| self.push(item));
    }
}

/// Blocks are let go one by one: dropping a long chain from its end would need a stack as deep.
impl<T> Drop for Trail<T> {
    fn drop(&mut self) {
        let mut block = self.older.take();
        while let Some(mut owned) = block.and_then(|block| Arc::try_unwrap(block).ok()) {
            block = owned.older.take();
        }
    }
}

#[cfg(test)]
mod tests;
