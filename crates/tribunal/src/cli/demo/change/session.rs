pub struct User {
    pub name: String,
}

pub struct Session {
    pub user: User,
}

impl Session {
    pub fn of(user: User) -> Self {
        Self { user }
    }
}
