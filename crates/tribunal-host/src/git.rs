//! The repository under review: what state it is in, what changed, a copy of the tree for agents, and bringing fixes
//! home. It sees neither journal nor agents nor the runner.
//!
//! Git is started in one place only, `call`, with an environment and flags under which nothing that a repository
//! names is run. Two kinds of call exist. The *real* one sees the user's git directory and reads objects and moves
//! refs. The *private* one sees a git directory of our own (`den`) over the user's objects, so that no setting of the
//! user, no hook and no filter exists for it at all; status, diff and everything about work trees go there.
//!
//! | file | holds |
//! |---|---|
//! | `call`, `talk`, `den` | starting git: flags, limits, long conversations, the private directory |
//! | `discover`, `config`, `facts` | where the repository is and how it stands, read without git |
//! | `objects`, `id` | commits, trees and blobs through one `cat-file` |
//! | `history`, `range` | merge bases, and which change is meant |
//! | `state`, `diff` | uncommitted work; what a change changes |
//! | `names`, `links` | which paths may be written |
//! | `checkout`, `harvest`, `store` | a tree for agents, and what they made of it |
//! | `snapshot` | the work tree as a commit |
//! | `land` | moving the branch, and the tree that has it checked out |

mod call;
mod checkout;
mod config;
mod den;
mod diff;
mod discover;
mod error;
mod facts;
mod harvest;
mod history;
mod id;
mod land;
mod links;
mod names;
mod objects;
mod path;
mod range;
mod repository;
mod sample;
mod snapshot;
mod state;
mod store;
mod talk;

pub use call::installed;
pub use checkout::{Checkout, CheckoutLimits, LeftOut, Why};
pub use diff::{ChangedFile, Diff, FileStatus};
pub use discover::{Trust, personal_ignore_file};
pub use error::GitError;
pub use facts::{Head, ObjectFormat, Operation, Worktree};
pub use harvest::{Harvest, HarvestRefused, HarvestedPath, Portion, Refused};
pub use id::ObjectId;
pub use land::{Kept, LandRefused, Landed};
pub use objects::{EntryKind, TreeEntry};
pub use path::RepoPath;
pub use range::Change;
pub use repository::{Repository, Setting};
pub use sample::sample;
pub use snapshot::DirtySnapshot;
pub use state::State;
pub use store::Authorship;
