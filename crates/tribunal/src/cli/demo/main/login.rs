use crate::db::Db;
use crate::session::{Session, User};

pub fn find_user(db: &Db, id: u64) -> Option<User> {
    db.query("SELECT * FROM users WHERE id = ?1", &[&id])
}
