//! Puts a finished fix where it belongs: on the branch, or aside where the branch is not to be moved.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use tribunal_core::domain::Commit;
use tribunal_core::engine::{Effect, Input, Run};

use super::change::{aside, told};
use super::{Hands, Performed, said};
use crate::config::Apply;
use crate::git::{LandRefused, Landed, Repository};

/// How long a landing that was begun before may find the work tree in use: whoever began it may have been killed, but its git
/// was not, and ends by itself.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long to wait between two looks.
const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// Lands, again and again while somebody else seems to be landing.
fn patiently(
    patience: Duration,
    mut land: impl FnMut() -> Result<Landed, LandRefused>,
) -> Result<Landed, LandRefused> {
    let begun = Instant::now();
    loop {
        let landed = land();
        let busy = matches!(
            landed,
            Err(LandRefused::Locked { .. } | LandRefused::Dirty { .. } | LandRefused::InTheWay { .. })
        );
        if !busy || begun.elapsed() >= patience {
            return landed;
        }
        // Another process of git tells nobody when it is done.
        std::thread::park_timeout(LOOK_AGAIN);
    }
}

impl Hands {
    pub(super) fn land(&self, run: &Run, effect: &Effect, from: &Commit, to: &Commit) -> Performed {
        let mut repository = self.repository();
        let branch = self.order.branch.as_deref().filter(|_| self.order.apply == Apply::Branch);
        // Once fixes went aside, later ones build on them.
        let already_aside = repository.resolve(&aside(run)).map_err(|e| told(&e))?.is_some();
        let Some(branch) = branch.filter(|_| !already_aside && self.order.snapshot.is_none()) else {
            return self.put_aside(&mut repository, run, from, to);
        };
        let patience = if effect.begun { PATIENCE } else { Duration::ZERO };
        let id = &run.book().opening.run;
        let landed = patiently(patience, || match effect.begun {
            true => repository.land_again(branch, from, to, id),
            false => repository.land(branch, from, to, id),
        });
        match landed {
            Ok(_) => Ok(said(Input::Landed { head: to.clone() })),
            Err(LandRefused::Moved { now, .. }) => {
                let head = now.ok_or_else(|| format!("{branch} is gone; the fix is {to}"))?;
                self.put_aside(&mut repository, run, from, to)?;
                let why = format!("{branch} moved while the fix was made");
                Ok(said(Input::LandRefused { head, why }))
            }
            Err(LandRefused::Git(error)) => Err(told(&error)),
            // A work tree with work in it, or several: the branch is left alone.
            Err(_) => self.put_aside(&mut repository, run, from, to),
        }
    }

    fn put_aside(&self, repository: &mut Repository, run: &Run, from: &Commit, to: &Commit) -> Performed {
        let there = repository.resolve(&aside(run)).map_err(|e| told(&e))?;
        let previous = there.as_ref().filter(|there| *there == from);
        match repository.keep(&run.book().opening.run, to, previous) {
            Ok(_) => {
                self.went_aside.store(true, Ordering::Relaxed);
                Ok(said(Input::Landed { head: to.clone() }))
            }
            Err(LandRefused::Git(error)) => Err(told(&error)),
            Err(refused) => {
                let head = there.unwrap_or_else(|| from.clone());
                Ok(said(Input::LandRefused { head, why: refused.to_string() }))
            }
        }
    }
}
