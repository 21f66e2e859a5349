//! Who is at work on a run, shown on a terminal while it lasts. Elsewhere nothing is shown and nothing is done.
//!
//! What is being performed is heard at `Perform`, what it cost from the events; `board` makes lines of it. One thread draws: once
//! a second while somebody works, and when somebody begins or ends. It waits on a channel in between.

mod board;

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use tribunal_core::engine::{Effect, Recorded, Run};
use tribunal_host::clock;
use tribunal_host::process::Cancel;
use tribunal_host::runner::{Done, Perform};

use self::board::Board;
use super::out;

/// What is over sooner than this is not worth a picture.
const PATIENCE: Duration = Duration::from_millis(300);

/// How often the times on the screen change.
const SECOND: Duration = Duration::from_secs(1);

/// The picture of a run at work; gone with this value.
pub struct Live(Option<Screen>);

struct Screen {
    board: Arc<Mutex<Board>>,
    /// Closed when the run rests; the thread ends then.
    news: Option<Sender<()>>,
    drawing: Option<JoinHandle<()>>,
}

impl Live {
    /// Begins to show, where there is somebody to look.
    pub fn begin(json: bool, stop: &Cancel) -> Self {
        if json || !out::can_draw() {
            return Self(None);
        }
        out::clear_on_panic();
        let board = Arc::new(Mutex::new(Board::default()));
        let (news, heard) = channel();
        let (shown, stop) = (Arc::clone(&board), stop.clone());
        let drawing = std::thread::spawn(move || keep_drawing(&shown, &heard, &stop));
        Self(Some(Screen { board, news: Some(news), drawing: Some(drawing) }))
    }

    /// Hears an event, after it was printed.
    pub fn hear(&self, run: &Run, recorded: &Recorded) {
        self.note(|board| board.hear(run, recorded));
    }

    /// The same hands, watched.
    pub fn watch<'a>(&'a self, hands: &'a dyn Perform) -> Watched<'a> {
        Watched { live: self, hands }
    }

    fn note(&self, change: impl FnOnce(&mut Board)) {
        let Some(screen) = &self.0 else { return };
        change(&mut screen.board.lock().unwrap_or_else(PoisonError::into_inner));
        if let Some(news) = &screen.news {
            // The thread ends before this value only if it panicked, which was told.
            let _ = news.send(());
        }
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        let Some(screen) = &mut self.0 else { return };
        drop(screen.news.take());
        drop(screen.drawing.take().map(JoinHandle::join));
        out::draw(&[]);
    }
}

fn keep_drawing(board: &Mutex<Board>, heard: &Receiver<()>, stop: &Cancel) {
    loop {
        let drawn = out::is_drawn();
        match heard.recv_timeout(if drawn { SECOND } else { PATIENCE }) {
            Ok(()) if !drawn => {}
            Ok(()) | Err(RecvTimeoutError::Timeout) => picture(board, stop),
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

fn picture(board: &Mutex<Board>, stop: &Cancel) {
    let size = out::size();
    let board = board.lock().unwrap_or_else(PoisonError::into_inner);
    let lines = if stop.is_cancelled() {
        vec!["stopping what runs; Ctrl-C again ends at once".to_owned()]
    } else {
        board.lines(clock::now(), size)
    };
    drop(board);
    out::draw(&lines);
}

/// Hands that tell when they begin and end.
pub struct Watched<'a> {
    live: &'a Live,
    hands: &'a dyn Perform,
}

impl Perform for Watched<'_> {
    fn perform(&self, run: &Run, effect: &Effect, cancel: &Cancel) -> Done {
        self.live.note(|board| board.begin(run, effect, clock::now()));
        let done = self.hands.perform(run, effect, cancel);
        self.live.note(|board| board.end(&effect.key));
        done
    }

    fn acts(&self, run: &Run, effect: &Effect) -> bool {
        self.hands.acts(run, effect)
    }
}
