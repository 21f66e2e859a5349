//! Reads commits, trees and blobs, and finds what a name means now, through one `git cat-file` that stays.
//!
//! That git looks at refs anew for each question, so a branch that another process moves is seen where it is. What it
//! reads is raw: no filter, no replacement, no graft. Nothing is fetched: an object that is not here is told of.

use std::sync::Arc;

use super::call::Git;
use super::discover::Layout;
use super::talk::{ASKED_MAX, Talk};
use super::{GitError, ObjectId, RepoPath};

/// Longest revision that is looked up.
const REVISION_MAX: usize = 1024;

/// Longest header of an answer: the question, and a few words.
const HEADER_MAX: usize = 2 * REVISION_MAX + 128;

/// Most bytes of one commit or tree; a tree of a million entries.
const RECORD_MAX: u64 = 64 * 1024 * 1024;

/// Questions asked ahead of their answers. One is at most `contents`, 64 digits and an end of line.
const WINDOW: usize = ASKED_MAX / (9 + 64 + 1);

/// What an entry of a tree is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    /// A file.
    File {
        /// Whether it may be executed.
        executable: bool,
    },
    /// A symbolic link; its blob is the target.
    Link,
    /// Another tree.
    Tree,
    /// A commit of another repository: a submodule.
    Gitlink,
}

impl EntryKind {
    /// Reads a mode as git does: by its type, and by whether the owner may execute.
    pub(super) fn of_mode(mode: u32) -> Option<Self> {
        match mode & 0o170_000 {
            0o100_000 => Some(EntryKind::File { executable: mode & 0o100 != 0 }),
            0o120_000 => Some(EntryKind::Link),
            0o040_000 => Some(EntryKind::Tree),
            0o160_000 => Some(EntryKind::Gitlink),
            _ => None,
        }
    }

    /// The mode git writes for it.
    pub(super) fn mode(self) -> &'static str {
        match self {
            EntryKind::File { executable: false } => "100644",
            EntryKind::File { executable: true } => "100755",
            EntryKind::Link => "120000",
            EntryKind::Tree => "040000",
            EntryKind::Gitlink => "160000",
        }
    }
}

/// One entry below a commit's tree, with its whole path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeEntry {
    /// From the root of the tree.
    pub path: RepoPath,
    /// What it is.
    pub kind: EntryKind,
    /// Its object.
    pub id: ObjectId,
}

/// One entry of one tree object, by its name in that tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Named {
    pub name: Vec<u8>,
    pub kind: EntryKind,
    pub id: ObjectId,
}

/// What a history needs of a commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CommitRecord {
    pub tree: ObjectId,
    pub parents: Vec<ObjectId>,
    /// When it was committed, in seconds.
    pub when: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Commit,
    Tree,
    Blob,
    Tag,
}

/// The one reader of objects.
#[derive(Debug)]
pub(super) struct Objects {
    git: Arc<Git>,
    layout: Arc<Layout>,
    talk: Option<Talk>,
}

impl Objects {
    pub fn new(git: Arc<Git>, layout: Arc<Layout>) -> Self {
        Self { git, layout, talk: None }
    }

    /// The commit that a name means now; none if it means nothing.
    pub fn commit_named(&mut self, name: &str) -> Result<Option<ObjectId>, GitError> {
        check_revision(name)?;
        let header = self.with_talk(|talk| {
            talk.ask(format!("info {name}^{{commit}}\n").as_bytes())?;
            talk.until(b'\n', HEADER_MAX)
        })?;
        match header.ends_with(b" missing") || header.ends_with(b" ambiguous") {
            true => Ok(None),
            false => Ok(Some(parse_header(&header)?.0)),
        }
    }

    /// A commit's record.
    pub fn commit(&mut self, id: ObjectId) -> Result<CommitRecord, GitError> {
        let bytes = self.record(id, Kind::Commit)?;
        parse_commit(&bytes).ok_or_else(|| GitError::garbled(format!("the commit {id}")))
    }

    /// A tree's entries, in its order.
    pub fn tree(&mut self, id: ObjectId) -> Result<Vec<Named>, GitError> {
        let bytes = self.record(id, Kind::Tree)?;
        self.parse_tree(id, &bytes)
    }

    pub fn parse_tree(&self, id: ObjectId, bytes: &[u8]) -> Result<Vec<Named>, GitError> {
        let length = self.layout.format.raw_length();
        parse_tree(bytes, length).ok_or_else(|| GitError::garbled(format!("the tree {id}")))
    }

    /// A blob of at most `limit` bytes.
    pub fn blob(&mut self, id: ObjectId, limit: u64) -> Result<Vec<u8>, GitError> {
        let mut found = Vec::new();
        self.each(&[id], &mut |_, body| {
            found = body.of_kind(Kind::Blob)?.whole(limit)?;
            Ok(())
        })?;
        Ok(found)
    }

    fn record(&mut self, id: ObjectId, kind: Kind) -> Result<Vec<u8>, GitError> {
        let mut found = Vec::new();
        self.each(&[id], &mut |_, body| {
            found = body.of_kind(kind)?.whole(RECORD_MAX)?;
            Ok(())
        })?;
        Ok(found)
    }

    /// Hands over objects in their order. Several are asked for ahead, so that neither side waits for the other.
    pub fn each(
        &mut self,
        ids: &[ObjectId],
        take: &mut dyn FnMut(usize, &mut Body<'_>) -> Result<(), GitError>,
    ) -> Result<(), GitError> {
        let partial = self.layout.partial;
        self.with_talk(|talk| {
            let mut asked = 0;
            for (at, id) in ids.iter().enumerate() {
                if asked - at <= WINDOW / 2 {
                    let more = &ids[asked..ids.len().min(at + WINDOW)];
                    let questions: String = more.iter().map(|id| format!("contents {id}\n")).collect();
                    talk.ask(questions.as_bytes())?;
                    asked += more.len();
                }
                let header = talk.until(b'\n', HEADER_MAX)?;
                if header.ends_with(b" missing") {
                    return Err(GitError::Missing { object: id.to_string(), partial });
                }
                let (id, kind, size) = parse_header(&header)?;
                let mut body = Body { talk, id, kind, size, left: size };
                take(at, &mut body)?;
                body.skip()?;
                talk.until(b'\n', 0)?;
            }
            Ok(())
        })
    }

    /// Talks to git, which is started if it is not there. After any failure it is ended: what it would say next
    /// might belong to another question.
    fn with_talk<T>(&mut self, say: impl FnOnce(&mut Talk) -> Result<T, GitError>) -> Result<T, GitError> {
        let mut talk = match self.talk.take() {
            Some(talk) => talk,
            None => self.git.real(&self.layout.git_dir, "cat-file").arg("--batch-command").talk()?,
        };
        let said = say(&mut talk);
        match said {
            Ok(value) => {
                self.talk = Some(talk);
                Ok(value)
            }
            Err(error) => {
                drop(talk);
                Err(self.blame(error))
            }
        }
    }

    /// An old git does not know the options; that is the remedy to name.
    fn blame(&self, error: GitError) -> GitError {
        let unknown = |said: &str| said.contains("unknown option") || said.contains("usage:");
        let old = matches!(&error, GitError::Failed { said, .. } if unknown(said));
        match old.then(|| self.git.version()) {
            Some(Ok(found)) => GitError::TooOld { found },
            Some(Err(_)) | None => error,
        }
    }
}

/// The content of one object on its way in. What is not taken is passed over.
pub(super) struct Body<'a> {
    talk: &'a mut Talk,
    pub id: ObjectId,
    pub kind: Kind,
    pub size: u64,
    left: u64,
}

impl Body<'_> {
    pub fn of_kind(&mut self, kind: Kind) -> Result<&mut Self, GitError> {
        match self.kind == kind {
            true => Ok(self),
            false => Err(GitError::garbled(format!("the object {}, which is no {kind:?},", self.id))),
        }
    }

    pub fn whole(&mut self, limit: u64) -> Result<Vec<u8>, GitError> {
        if self.size > limit {
            return Err(GitError::TooMuch { what: format!("the object {}", self.id), limit });
        }
        let mut bytes = Vec::with_capacity(usize::try_from(self.size).unwrap_or(0));
        self.pour(&mut |part| {
            bytes.extend_from_slice(part);
            Ok(())
        })?;
        Ok(bytes)
    }

    pub fn pour(&mut self, take: &mut dyn FnMut(&[u8]) -> Result<(), GitError>) -> Result<(), GitError> {
        let count = std::mem::take(&mut self.left);
        self.talk.exactly(count, take)
    }

    fn skip(&mut self) -> Result<(), GitError> {
        self.pour(&mut |_| Ok(()))
    }
}

fn check_revision(name: &str) -> Result<(), GitError> {
    let bad = |why| Err(GitError::BadRevision { spec: name.chars().take(100).collect(), why });
    match name {
        "" => bad("it is empty"),
        long if long.len() > REVISION_MAX => bad("it is too long"),
        odd if odd.chars().any(char::is_control) => bad("it has a control character"),
        _ => Ok(()),
    }
}

fn parse_header(header: &[u8]) -> Result<(ObjectId, Kind, u64), GitError> {
    let unclear = || GitError::garbled(format!("git's answer {:?}", String::from_utf8_lossy(header)));
    let text = std::str::from_utf8(header).map_err(|_| unclear())?;
    let mut words = text.split(' ');
    let (id, kind, size) = (words.next(), words.next(), words.next());
    let id = id.and_then(|id| ObjectId::from_hex(id.as_bytes())).ok_or_else(unclear)?;
    let size = size.and_then(|size| size.parse().ok()).ok_or_else(unclear)?;
    let kind = match kind {
        Some("commit") => Kind::Commit,
        Some("tree") => Kind::Tree,
        Some("blob") => Kind::Blob,
        Some("tag") => Kind::Tag,
        _ => return Err(unclear()),
    };
    Ok((id, kind, size))
}

fn parse_commit(bytes: &[u8]) -> Option<CommitRecord> {
    let (mut tree, mut parents, mut when) = (None, Vec::new(), 0);
    for line in bytes.split(|b| *b == b'\n').take_while(|line| !line.is_empty()) {
        let (word, rest) = line.split_at(line.iter().position(|b| *b == b' ')?);
        match word {
            b"tree" if tree.is_none() => tree = ObjectId::from_hex(&rest[1..]),
            b"parent" => parents.push(ObjectId::from_hex(&rest[1..])?),
            b"committer" => when = seconds(rest).unwrap_or(0),
            b"author" => {}
            _ => break,
        }
    }
    Some(CommitRecord { tree: tree?, parents, when })
}

/// The time in `Name <mail> 1700000000 +0000`.
fn seconds(line: &[u8]) -> Option<i64> {
    let after = line.rsplit(|b| *b == b'>').next()?;
    std::str::from_utf8(after).ok()?.split_whitespace().next()?.parse().ok()
}

fn parse_tree(mut bytes: &[u8], length: usize) -> Option<Vec<Named>> {
    let mut entries = Vec::new();
    while !bytes.is_empty() {
        let space = bytes.iter().position(|b| *b == b' ')?;
        let mode = u32::from_str_radix(std::str::from_utf8(&bytes[..space]).ok()?, 8).ok()?;
        let end = space + 1 + bytes[space + 1..].iter().position(|b| *b == 0)?;
        let id = ObjectId::from_raw(bytes.get(end + 1..end + 1 + length)?)?;
        entries.push(Named { name: bytes[space + 1..end].to_vec(), kind: EntryKind::of_mode(mode)?, id });
        bytes = &bytes[end + 1 + length..];
    }
    Some(entries)
}

#[cfg(test)]
mod tests;
