//! Journals from outside: the suite every one of them passes.

mod conformance;
