//! What a run and all its children did to files, as strace saw it: one operation after the other, in the order they ended.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

/// The calls that are watched. One that changes files in another way (`mmap`) is caught by the comparison at the end.
pub const CALLS: &str = "openat,open,creat,write,pwrite64,writev,pwritev,fsync,fdatasync,rename,renameat,renameat2,link,linkat,\
                         unlink,unlinkat,mkdir,mkdirat,rmdir,ftruncate,truncate,lseek,chdir,copy_file_range,sendfile,symlink,symlinkat";

/// One operation on files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Op {
    /// Opened to be written; made or emptied if it says so.
    Open {
        path: PathBuf,
        makes: bool,
        empties: bool,
        appends: bool,
    },
    /// Written, at a place or where the last write ended.
    Write {
        path: PathBuf,
        at: Option<usize>,
        bytes: Vec<u8>,
    },
    Seek {
        path: PathBuf,
        to: usize,
    },
    Cut {
        path: PathBuf,
        to: usize,
    },
    Sync {
        path: PathBuf,
    },
    Make {
        path: PathBuf,
    },
    Rename {
        from: PathBuf,
        to: PathBuf,
    },
    Link {
        from: PathBuf,
        to: PathBuf,
    },
    Remove {
        path: PathBuf,
    },
}

/// Reads what `strace -f -y -xx` wrote.
pub fn read(text: &str) -> Vec<Op> {
    let mut reader = Reader::default();
    text.lines().filter_map(|line| reader.line(line)).collect()
}

#[derive(Default)]
struct Reader {
    /// Calls that have begun and not ended, by process.
    begun: BTreeMap<String, String>,
    /// Where processes are.
    places: BTreeMap<String, PathBuf>,
}

impl Reader {
    fn line(&mut self, line: &str) -> Option<Op> {
        let (pid, rest) = line.split_once(' ')?;
        let rest = rest.trim_start();
        if let Some(begun) = rest.strip_suffix("<unfinished ...>") {
            self.begun.insert(pid.to_owned(), begun.to_owned());
            return None;
        }
        let whole = match rest.strip_prefix("<... ") {
            Some(resumed) => {
                let begun = self.begun.remove(pid)?;
                begun.trim_end().to_owned() + resumed.split_once('>')?.1
            }
            None => rest.to_owned(),
        };
        let (call, result) = whole.rsplit_once(" = ")?;
        if result.starts_with(['-', '?']) {
            return None;
        }
        let (name, args) = call.trim_end().strip_suffix(')')?.split_once('(')?;
        let args: Vec<&str> = args.split(", ").collect();
        self.operation(pid, name, &args, result)
    }

    fn operation(&mut self, pid: &str, name: &str, args: &[&str], result: &str) -> Option<Op> {
        if let Some(place) = args.first().and_then(|arg| arg.strip_prefix("AT_FDCWD")) {
            self.places.insert(pid.to_owned(), angled(place)?);
        }
        let below = |at: usize, name: usize| -> Option<PathBuf> {
            let path = PathBuf::from(quoted(args.get(name)?)?);
            let base = if at == usize::MAX { self.places.get(pid).cloned() } else { angled(args.get(at)?) };
            if path.is_absolute() { Some(plain(&path)) } else { Some(plain(&base?.join(path))) }
        };
        let own = |name: usize| below(usize::MAX, name);
        match name {
            "openat" => opened(&angled(result)?, args.get(2)?),
            "open" => opened(&angled(result)?, args.get(1)?),
            "creat" => opened(&angled(result)?, "O_WRONLY|O_CREAT|O_TRUNC"),
            "write" => Some(Op::Write { path: file(args[0])?, at: None, bytes: bytes(args.get(1)?) }),
            "pwrite64" => {
                let at = args.get(3)?.trim().parse().ok();
                Some(Op::Write { path: file(args[0])?, at, bytes: bytes(args.get(1)?) })
            }
            "lseek" => Some(Op::Seek { path: file(args[0])?, to: result.trim().parse().ok()? }),
            "ftruncate" => Some(Op::Cut { path: file(args[0])?, to: number(args.get(1)?)? }),
            "fsync" | "fdatasync" => Some(Op::Sync { path: file(args[0])? }),
            "rename" => Some(Op::Rename { from: own(0)?, to: own(1)? }),
            "renameat" | "renameat2" => Some(Op::Rename { from: below(0, 1)?, to: below(2, 3)? }),
            "link" => Some(Op::Link { from: own(0)?, to: own(1)? }),
            "linkat" => Some(Op::Link { from: below(0, 1)?, to: below(2, 3)? }),
            "unlink" | "rmdir" => Some(Op::Remove { path: own(0)? }),
            "unlinkat" => Some(Op::Remove { path: below(0, 1)? }),
            "mkdir" => Some(Op::Make { path: own(0)? }),
            "mkdirat" => Some(Op::Make { path: below(0, 1)? }),
            "chdir" => {
                let place = own(0)?;
                self.places.insert(pid.to_owned(), place);
                None
            }
            // Not used on our files; if one were, the comparison at the end would fail.
            _ => None,
        }
    }
}

fn opened(path: &Path, flags: &str) -> Option<Op> {
    let says = |flag: &str| flags.split('|').any(|one| one == flag);
    if !says("O_WRONLY") && !says("O_RDWR") {
        return None;
    }
    let (makes, empties, appends) = (says("O_CREAT"), says("O_TRUNC"), says("O_APPEND"));
    Some(Op::Open { path: path.to_owned(), makes, empties, appends })
}

/// The path of an open file; none if it is no file with a name any more.
fn file(arg: &str) -> Option<PathBuf> {
    if arg.ends_with("(deleted)") { None } else { angled(arg).filter(|path| path.is_absolute()) }
}

fn angled(arg: &str) -> Option<PathBuf> {
    let (_, rest) = arg.split_once('<')?;
    let (path, rest) = rest.split_once('>')?;
    (!rest.contains("deleted")).then(|| text(path)).map(PathBuf::from)
}

fn quoted(arg: &str) -> Option<String> {
    Some(text(arg.trim().strip_prefix('"')?.strip_suffix('"')?))
}

fn text(hex: &str) -> String {
    if hex.starts_with("\\x") { String::from_utf8_lossy(&bytes(hex)).into_owned() } else { hex.to_owned() }
}

fn bytes(hex: &str) -> Vec<u8> {
    let digits = hex.trim().trim_matches('"').split("\\x").skip(1);
    digits.map(|two| u8::from_str_radix(two, 16).expect("strace writes two digits")).collect()
}

fn number(word: &str) -> Option<usize> {
    let word = word.trim();
    word.strip_prefix("0x").map_or_else(|| word.parse().ok(), |hex| usize::from_str_radix(hex, 16).ok())
}

/// Without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut all = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(all.pop()),
            Component::CurDir => {}
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => all.push(part),
        }
    }
    all
}
