//! What linters print, and what must never be made of it.

mod rdjson;
mod sarif;
mod scope;
