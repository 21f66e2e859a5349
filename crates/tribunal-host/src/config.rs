//! What was configured: `tribunal.toml` of the base commit and the user's own `config.toml`, read strictly and laid over
//! each other, with the origin of every value.
//!
//! The repository's file says how its changes are to be reviewed. Which program an agent's name stands for is the user's
//! to say: where both files describe an agent, the user's description holds (decision 0012).

mod file;
mod order;
mod settings;

pub use file::{AgentRow, ConfigError, ConfigFile, Driver, read};
pub use order::{Apply, Order, OrderError};
pub use settings::{BUILT_IN, Kind, Origin, Settings};
