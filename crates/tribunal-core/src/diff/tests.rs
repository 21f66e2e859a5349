//! What git wrote is read as git meant it; what was cut or forged is refused; what holds for every diff is held
//! against generated ones. The `.diff` files were written by git 2.47.

mod cuts;
mod fixtures;
mod forged;
mod generated;
