pub struct User {
    pub name: String,
}
