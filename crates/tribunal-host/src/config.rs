//! What was configured: `tribunal.toml` of the base commit and the user's own `config.toml`, read strictly and laid over
//! each other, with the origin of every value.
//!
//! The repository's file says how its changes are to be reviewed. Which program an agent's name stands for is the user's
//! to say: where both files describe an agent, the user's description holds (decision 0012).

mod create;
mod file;
mod listing;
mod order;
mod settings;
mod template;

pub use create::{CreateError, create};
pub use file::{AgentRow, ConfigError, ConfigFile, Driver, read};
pub use listing::Listed;
pub use order::{Apply, Order, OrderError};
pub use settings::{BUILT_IN, JOBS, Kind, Origin, PROTOCOL, Settings};
pub use template::{Fitting, Found, template};
