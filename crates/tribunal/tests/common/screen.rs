//! A terminal of the tests' own: a real one as far as the program can tell, and what a person would see on it.

use std::fs::File;
use std::io::Read;
use std::os::fd::AsFd;
use std::process::{Child, Command, Stdio};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

/// Both ends of a terminal.
pub struct Terminal {
    ours: File,
    theirs: Option<File>,
    /// What it shows.
    pub screen: Screen,
    /// All that was ever sent to it.
    pub sent: Vec<u8>,
}

impl Terminal {
    /// A window of this size.
    pub fn new(columns: u16, rows: u16) -> Self {
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("the system has terminals");
        grantpt(&ours).expect("it is ours");
        unlockpt(&ours).expect("it is ours");
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&ours, size).expect("it has a size");
        let name = ptsname(&ours, Vec::new()).expect("it has a name");
        let path = name.to_str().expect("its name is plain");
        let theirs = File::options().read(true).write(true).open(path).expect("it can be opened");
        let screen = Screen::new(usize::from(columns), usize::from(rows));
        Self { ours: File::from(ours), theirs: Some(theirs), screen, sent: Vec::new() }
    }

    /// The program's end of it.
    pub fn end(&self) -> Stdio {
        let theirs = self.theirs.as_ref().expect("nothing was started yet");
        Stdio::from(theirs.as_fd().try_clone_to_owned().expect("an end can be shared"))
    }

    /// Starts the program; from here on only it has the other end.
    pub fn start(&mut self, command: &mut Command) -> Child {
        let child = command.spawn().expect("the program can be started");
        // The command holds copies of the end it was given.
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        self.theirs = None;
        child
    }

    /// Looks on until this is seen; fails if the program ends before.
    pub fn until(&mut self, seen: impl Fn(&str) -> bool) {
        while !seen(&self.screen.text()) {
            assert!(self.more(), "it never came:\n{}", self.screen.text());
        }
    }

    /// Looks on until the program has closed its end.
    pub fn look_on(&mut self) {
        while self.more() {}
    }

    fn more(&mut self) -> bool {
        let mut bytes = [0; 4096];
        // A terminal whose other end is closed cannot be read any more; that is how it ends.
        let Ok(length) = self.ours.read(&mut bytes) else { return false };
        self.sent.extend(&bytes[..length]);
        self.screen.take(&bytes[..length]);
        length > 0
    }
}

/// What stands on a screen, and what has scrolled off it.
pub struct Screen {
    columns: usize,
    rows: usize,
    lines: Vec<Line>,
    at: (usize, usize),
    pending: Vec<u8>,
}

#[derive(Default)]
struct Line {
    text: Vec<char>,
    /// It goes on in the next row, because the window was too narrow.
    goes_on: bool,
}

impl Screen {
    /// An empty one.
    pub fn new(columns: usize, rows: usize) -> Self {
        Self { columns, rows, lines: vec![Line::default()], at: (0, 0), pending: Vec::new() }
    }

    /// The lines as they were printed, without what is blank at the end.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for line in &self.lines {
            text.extend(&line.text);
            if !line.goes_on {
                text.truncate(text.trim_end_matches(' ').len());
                text.push('\n');
            }
        }
        format!("{}\n", text.trim_end_matches('\n'))
    }

    fn take(&mut self, bytes: &[u8]) {
        self.pending.extend(bytes);
        loop {
            let text = match std::str::from_utf8(&self.pending) {
                Ok(text) => text,
                Err(cut) => std::str::from_utf8(&self.pending[..cut.valid_up_to()]).expect("it is valid"),
            };
            let Some(length) = whole(text) else { return };
            let piece = text[..length].to_owned();
            self.pending.drain(..length);
            self.show(&piece);
        }
    }

    fn show(&mut self, piece: &str) {
        if let Some(sequence) = piece.strip_prefix("\u{1b}[") {
            let (number, word) = sequence.split_at(sequence.len() - 1);
            return self.obey(number.parse().unwrap_or(1), word);
        }
        match piece.chars().next().expect("a piece is not empty") {
            '\n' => self.down(false),
            '\r' => self.at.1 = 0,
            c => self.put(c),
        }
    }

    /// Only what the program is allowed to send; anything else fails the test.
    fn obey(&mut self, number: usize, word: &str) {
        match word {
            "A" => {
                let top = self.lines.len().saturating_sub(self.rows);
                self.at.0 = self.at.0.saturating_sub(number).max(top);
            }
            "J" => {
                self.lines.truncate(self.at.0 + 1);
                self.lines[self.at.0].text.truncate(self.at.1);
                self.lines[self.at.0].goes_on = false;
            }
            other => unreachable!("the program sent the sequence {other:?}"),
        }
    }

    fn put(&mut self, c: char) {
        if self.at.1 == self.columns {
            self.down(true);
            self.at.1 = 0;
        }
        let (row, column) = self.at;
        let text = &mut self.lines[row].text;
        text.resize(text.len().max(column + 1), ' ');
        text[column] = c;
        self.at.1 += 1;
    }

    fn down(&mut self, goes_on: bool) {
        self.lines[self.at.0].goes_on = goes_on;
        self.at.0 += 1;
        if self.at.0 == self.lines.len() {
            self.lines.push(Line::default());
        }
    }
}

/// The length of the first whole piece: a sequence or a character.
fn whole(text: &str) -> Option<usize> {
    let first = text.chars().next()?;
    if first != '\u{1b}' {
        return Some(first.len_utf8());
    }
    text.char_indices().skip(2).find(|(_, c)| c.is_ascii_alphabetic()).map(|(at, _)| at + 1)
}
