use crate::db::Db;
use crate::session::{Session, User};

pub fn find_user(db: &Db, id: u64) -> Option<User> {
    db.query("SELECT * FROM users WHERE id = ?1", &[&id])
}

pub fn log_in(db: &Db, name: &str) -> Option<Session> {
    let user = db.query(&format!("SELECT * FROM users WHERE name = '{name}'"), &[])?;
    Some(Session::of(user))
}
