//! What counts as an answer: the envelope, every class of broken output, every cut of a whole one.

mod classes;
mod cuts;
mod envelope;
