//! Leases: who may write to a run and move a branch. A lease has an epoch that grows by one with each holder and never goes
//! back; whoever writes shows it, and an old one is refused. So a holder that was taken for dead can do no harm.
//!
//! A lease has no time to live. It is free when it was given back or its holder is dead, and `process` says who is: a
//! clock that jumps, a laptop that sleeps and a slow disk end no lease.

use std::fmt;

use tribunal_core::dialect::civil_minute;
use tribunal_core::domain::{RunId, Timestamp};

use super::error::JournalError;
use super::process::{Liveness, Probe, Process};

/// What a lease is on.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum LeaseName {
    /// Writing to a run.
    Run(RunId),
    /// Moving a branch.
    Branch {
        /// The absolute path of the repository's common git directory.
        repository: String,
        /// The full name of the branch, such as `refs/heads/main`. Git allows no colon in it, so the text of a lease's
        /// name is never that of another.
        reference: String,
    },
}

impl fmt::Display for LeaseName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LeaseName::Run(run) => write!(f, "run:{run}"),
            LeaseName::Branch { repository, reference } => write!(f, "branch:{repository}:{reference}"),
        }
    }
}

/// The right to write, as long as nobody else has taken it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    /// On what.
    pub name: LeaseName,
    /// Which holder, counted from 1.
    pub epoch: u64,
}

impl fmt::Display for Lease {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (epoch {})", self.name, self.epoch)
    }
}

/// Who holds a lease.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holder {
    /// The process; it decides whether the lease is free.
    pub process: Process,
    /// What it does, for people: the command.
    pub what: String,
    /// When it took the lease, for people.
    pub since: Timestamp,
}

/// A lease that cannot be taken, and from whom.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{lease} is held by process {} ({}) since {} UTC; {}",
    holder.process.pid, holder.what, civil_minute(holder.since), advice(*seen, holder.process.pid)
)]
pub struct Held {
    /// The lease as it is held.
    pub lease: Lease,
    /// By whom.
    pub holder: Holder,
    /// How its process looks from here; never dead.
    pub seen: Liveness,
}

fn advice(seen: Liveness, pid: u32) -> String {
    match seen {
        Liveness::Alive | Liveness::Dead => format!("wait for it, or end process {pid}"),
        Liveness::Unseen => {
            "it cannot be seen from here (another container?), so end it there, or release the lease if you \
                             know that it is gone"
                .to_owned()
        }
    }
}

/// What a journal keeps of a lease.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Kept {
    /// The epoch of the last holder.
    pub epoch: u64,
    /// The holder, unless it gave the lease back.
    pub holder: Option<Holder>,
}

impl Kept {
    /// What is kept once this holder has taken a lease of which this was kept before; refused while its holder may be
    /// alive.
    pub fn taken(
        kept: Option<Self>,
        name: &LeaseName,
        holder: &Holder,
        probe: &Probe,
    ) -> Result<Self, JournalError> {
        let epoch = kept.as_ref().map_or(0, |kept| kept.epoch);
        if let Some(other) = kept.and_then(|kept| kept.holder) {
            let seen = probe(&other.process);
            if seen != Liveness::Dead {
                let lease = Lease { name: name.clone(), epoch };
                return Err(Box::new(Held { lease, holder: other, seen }).into());
            }
        }
        Ok(Self { epoch: epoch + 1, holder: Some(holder.clone()) })
    }

    /// Whether the lease that is shown is the one that is kept.
    pub fn is(kept: Option<&Self>, shown: &Lease) -> bool {
        kept.is_some_and(|kept| kept.epoch == shown.epoch && kept.holder.is_some())
    }
}

/// Refuses a writer who does not show the run's own lease, or shows one that is no longer kept.
pub(super) fn fence<E: From<JournalError>>(
    run: &RunId,
    shown: &[Lease],
    kept: impl Fn(&LeaseName) -> Result<Option<Kept>, E>,
) -> Result<(), E> {
    if !shown.iter().any(|lease| matches!(&lease.name, LeaseName::Run(named) if named == run)) {
        return Err(JournalError::NotLeased { run: run.clone() }.into());
    }
    for lease in shown {
        let kept = kept(&lease.name)?;
        if !Kept::is(kept.as_ref(), lease) {
            let now = kept.map_or(0, |kept| kept.epoch);
            return Err(JournalError::Lost { lease: lease.clone(), now }.into());
        }
    }
    Ok(())
}
