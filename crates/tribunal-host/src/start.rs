//! From what somebody wants to the opening of a run: which change, under which protocol, with whom, checked before anything
//! begins.

mod change;
mod staff;

use std::collections::BTreeMap;

use tribunal_core::brief::Story;
use tribunal_core::domain::Timestamp;
use tribunal_core::engine::{AuthorRole, Cost, Drive, Opening};
use tribunal_core::protocol::Protocol;

use crate::config::{self, Apply, ConfigFile, Kind, Order, Origin, Settings};
use crate::git::{Change, GitError, RepoPath, Repository};
use crate::ids;

/// The repository's own settings, in its root.
const SETTINGS_FILE: &str = "tribunal.toml";

/// Largest settings file, in bytes.
const SETTINGS_BYTES_MAX: u64 = 256 * 1024;

/// Longest group in ids.
const GROUP_MAX: usize = 32;

/// What somebody wants; what is not said comes from the settings.
#[derive(Debug, Clone, Default)]
pub struct Wish {
    /// The range.
    pub range: Option<String>,
    /// What it is compared with.
    pub base: Option<String>,
    /// The protocol.
    pub protocol: Option<String>,
    /// Its mode.
    pub mode: Option<String>,
    /// Who reviews.
    pub reviewers: Vec<String>,
    /// Who fixes.
    pub authors: Vec<String>,
    /// The group in ids.
    pub group: Option<String>,
    /// The story the change is held against.
    pub story: Option<Story>,
    /// The plan the change is held against.
    pub plan: Option<String>,
    /// Review only.
    pub no_fix: bool,
    /// Say what would be done and do nothing.
    pub dry_run: bool,
    /// Fewer rounds.
    pub max_rounds: Option<u32>,
    /// Most that may be spent, in dollars.
    pub budget: Option<u64>,
    /// How many agents at once.
    pub jobs: Option<u32>,
    /// Review uncommitted work, from a snapshot.
    pub dirty: bool,
    /// Leave the branch where it is.
    pub no_apply: bool,
    /// Programs may run without a sandbox.
    pub unsandboxed: bool,
}

/// Why no run was opened. Nothing was changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// What was asked for makes no sense.
    #[error("{0}")]
    Wish(String),
    /// A file says something wrong.
    #[error("{0}")]
    Content(String),
    /// Work that is not committed would not be reviewed.
    #[error(
        "{} with uncommitted changes: {}; commit them, or review them as they are with --dirty",
        many(paths.len()), some(paths)
    )]
    Dirty {
        /// The paths.
        paths: Vec<String>,
    },
    /// Something else is under way in the work tree.
    #[error(
        "a {operation} is under way; finish or abort it, or name what to review: `tribunal review BRANCH`"
    )]
    Unfinished {
        /// What.
        operation: &'static str,
    },
    /// The repository said no.
    #[error("{0}")]
    Git(String),
    /// A disk or a program failed.
    #[error("{0}")]
    World(String),
}

impl From<GitError> for StartError {
    fn from(error: GitError) -> Self {
        if error.is_breakdown() { StartError::World(error.told()) } else { StartError::Git(error.told()) }
    }
}

/// A run that is ready to be opened.
pub struct Start {
    /// How it is opened.
    pub opening: Opening,
    /// What was ordered.
    pub order: Order,
    /// What holds, and who said so.
    pub settings: Settings,
}

/// The settings that hold for a change: the user's, then those of the base commit.
pub fn settings(
    repository: &mut Repository,
    change: &Change,
    user: ConfigFile,
) -> Result<Settings, StartError> {
    let mut settings = Settings::default();
    settings.lay(user, Origin::User);
    let path = RepoPath::new(SETTINGS_FILE.as_bytes());
    if let Some(bytes) = repository.blob(&change.base, &path, SETTINGS_BYTES_MAX)? {
        let name = format!("{SETTINGS_FILE} (at {})", change.base.short());
        let text = String::from_utf8(bytes).map_err(|_| StartError::Content(format!("{name}: not UTF-8")))?;
        let file = config::read(&name, &text).map_err(|e| StartError::Content(e.to_string()))?;
        if file.base.is_some() {
            // It would be read from the very commit it is to name, and so would never hold.
            let what = "`base` cannot stand here; use --base, or `base` in your own config.toml";
            return Err(StartError::Content(format!("{name}: {what}")));
        }
        settings.lay(file, Origin::Repository);
    }
    Ok(settings)
}

/// Reads a protocol by name or file, in a mode.
pub type ReadProtocol<'a> = &'a dyn Fn(&str, Option<&str>) -> Result<Protocol, StartError>;

/// Prepares a run; `protocol` reads one by name or file.
pub fn start(
    repository: &mut Repository,
    wish: &Wish,
    user: ConfigFile,
    now: Timestamp,
    scripts: &dyn Fn(&str) -> Result<String, StartError>,
    protocol: ReadProtocol<'_>,
) -> Result<Start, StartError> {
    let run = ids::run_id(now);
    let (mut change, settings, protocol) = meant(repository, wish, user, protocol)?;
    let snapshot = if wish.dirty { Some(change::snapshot(repository, &run, now)?) } else { None };
    match &snapshot {
        Some(snapshot) => change.head = snapshot.clone(),
        None => change::refuse_dirty(repository, &change)?,
    }
    let (staff, seats) = staff::staff(&settings, &protocol).map_err(StartError::Wish)?;
    let agents = staff::agents(&settings, &staff, wish.unsandboxed)?;
    let order = Order { snapshot, agents, ..order(wish, &settings, &change) };
    let order = Order { scripts: texts(&order, scripts)?, ..order };
    let values = &settings.values;
    let opening = Opening {
        run,
        protocol,
        group: group(wish, &change),
        base: change.base,
        head: change.head,
        branch: change.branch.unwrap_or_default(),
        reviewers: seats,
        staff,
        agents: Vec::new(),
        drive: Drive::Once,
        author: if wish.no_fix { AuthorRole::Absent } else { AuthorRole::Acts },
        dry_run: wish.dry_run,
        checks: !order.checks.is_empty(),
        budget: values.budget.map(|dollars| Cost(dollars.saturating_mul(1_000_000))),
        max_rounds: values.max_rounds,
        inherits: None,
        order: order.text(),
    };
    Ok(Start { opening, order, settings })
}

/// The change that is meant, the settings that hold for it and the protocol they name. A protocol may ask for the remote's
/// branch as the base; then the settings are those of that base, and they must name the same protocol.
fn meant(
    repository: &mut Repository,
    wish: &Wish,
    user: ConfigFile,
    read: ReadProtocol<'_>,
) -> Result<(Change, Settings, Protocol), StartError> {
    let change = change::change(repository, wish, &user)?;
    let settings = all_settings(repository, wish, &change, user.clone())?;
    let protocol = named(&settings, read)?;
    if !protocol.remote_base {
        return Ok((change, settings, protocol));
    }
    let Some(remote) = change::against_remote(repository, wish, &change)? else {
        return Ok((change, settings, protocol));
    };
    let settings = all_settings(repository, wish, &remote, user)?;
    let again = named(&settings, read)?;
    if again != protocol {
        return Err(StartError::Wish(format!(
            "the settings at {} ask for {}, those at {} for {}; name the protocol with --protocol",
            change.base_name, protocol.name, remote.base_name, again.name
        )));
    }
    Ok((remote, settings, again))
}

fn named(settings: &Settings, read: ReadProtocol<'_>) -> Result<Protocol, StartError> {
    let values = &settings.values;
    read(values.protocol.as_deref().unwrap_or(config::PROTOCOL), values.mode.as_deref())
}

/// All layers: the user's, the base's, and what flags say.
fn all_settings(
    repository: &mut Repository,
    wish: &Wish,
    change: &Change,
    user: ConfigFile,
) -> Result<Settings, StartError> {
    let mut settings = settings(repository, change, user)?;
    settings.lay(wished(wish), Origin::Flag);
    settings.insist(Kind::Reviewer, &wish.reviewers);
    settings.insist(Kind::Author, &wish.authors);
    Ok(settings)
}

/// The order but for who can be asked.
fn order(wish: &Wish, settings: &Settings, change: &Change) -> Order {
    let values = &settings.values;
    let aside = wish.no_apply || wish.dirty || change.branch.is_none();
    Order {
        version: Order::VERSION,
        range: wish.range.clone(),
        base: change.base_name.clone(),
        branch: change.branch.clone(),
        snapshot: None,
        apply: if aside { Apply::Aside } else { Apply::Branch },
        agents: BTreeMap::new(),
        scripts: BTreeMap::new(),
        checks: values.checks.clone(),
        tests: values.tests.clone(),
        check_environment: values.check_environment.clone(),
        rules_off: values.rules_off.clone(),
        story: wish.story.clone(),
        plan: wish.plan.clone(),
        jobs: values.jobs.unwrap_or(config::JOBS).max(1),
        unsandboxed: wish.unsandboxed,
    }
}

/// The scripts of scripted agents, read once: what they say may not change under a run.
fn texts(
    order: &Order,
    scripts: &dyn Fn(&str) -> Result<String, StartError>,
) -> Result<BTreeMap<String, String>, StartError> {
    let scripted = order.agents.iter().filter_map(|(name, row)| Some((name, row.script.as_ref()?)));
    scripted.map(|(name, file)| Ok((name.clone(), scripts(file)?))).collect()
}

/// The group in ids: as asked, else the branch's name.
fn group(wish: &Wish, change: &Change) -> String {
    if let Some(group) = &wish.group {
        return group.clone();
    }
    let branch = change.branch.as_deref().unwrap_or_default();
    let letters = branch
        .strip_prefix("refs/heads/")
        .unwrap_or(branch)
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .take(GROUP_MAX);
    let group = letters.collect::<String>().to_ascii_uppercase();
    if group.is_empty() { "CHANGE".to_owned() } else { group }
}

/// What flags say, as one more layer.
fn wished(wish: &Wish) -> ConfigFile {
    ConfigFile {
        protocol: wish.protocol.clone(),
        mode: wish.mode.clone(),
        base: wish.base.clone(),
        max_rounds: wish.max_rounds,
        jobs: wish.jobs,
        budget: wish.budget,
        ..ConfigFile::default()
    }
}

fn many(count: usize) -> String {
    if count == 1 { "1 file".to_owned() } else { format!("{count} files") }
}

fn some(paths: &[String]) -> String {
    let shown: Vec<&str> = paths.iter().take(3).map(String::as_str).collect();
    let more = paths.len().saturating_sub(shown.len());
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    format!("{}{more}", shown.join(", "))
}
