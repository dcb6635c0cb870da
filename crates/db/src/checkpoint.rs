//! Checkpoints of the write-ahead log into the database file, outside of the writer thread.
//!
//! A checkpoint writes pages and waits for the disk. SQLite's automatic checkpoint runs in the commit that crosses a threshold,
//! and would block the one writer. Here a thread with a connection of its own runs it (`PASSIVE`: it blocks no one), and later: a
//! page that is written often then goes into the file once. The frames committed during its pass are few, and the writer
//! checkpoints those itself between two groups: only a log that is in the file to its last frame restarts.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender};
use rusqlite::Connection;

use crate::error::Result;

/// Sizes of the log, in frames (pages of 4 KiB), at which something happens.
#[derive(Debug, Clone, Copy)]
struct Limits {
    /// From this size on the thread runs a pass.
    begin: i64,
    /// So many remaining frames the writer checkpoints itself.
    rest: i64,
    /// The log grows by so many after a pass that could not restart it because of a reader, before the next pass.
    patience: i64,
    /// From this size on the writer waits for a pass to end (back-pressure): it writes faster than the file takes it.
    most: i64,
}

/// 40 MiB, some milliseconds of work, and 256 MiB.
const LIMITS: Limits = Limits { begin: 10_000, rest: 1_000, patience: 2_000, most: 65_536 };

/// A pass is under way.
const RUNNING: i64 = -1;

/// The writer's side, called after each commit.
pub(crate) struct Checkpoints {
    /// Opens the thread's connection.
    connect: Arc<dyn Fn() -> Result<Connection> + Send + Sync>,
    /// Frames in the log after the last commit.
    frames: Arc<AtomicI64>,
    /// A commit has written frames since the last call of [`Checkpoints::take_has_written`].
    has_written: Arc<AtomicBool>,
    /// How many of them were in the file when the last pass ended, or [`RUNNING`].
    moved_frames: Arc<AtomicI64>,
    /// To the thread, which begins with the first pass.
    wake: Option<Sender<()>>,
    limits: Limits,
    /// Below so many frames no pass begins.
    from: i64,
    /// Frames after the previous commit.
    before: i64,
    /// The frames that the pass before the last one had moved into the file, counted from the log's start.
    reached: i64,
}

impl Checkpoints {
    /// Replaces SQLite's automatic checkpoints on the writer's connection.
    pub(crate) fn install(
        writer: &mut Connection,
        connect: impl Fn() -> Result<Connection> + Send + Sync + 'static,
    ) -> Result<Self> {
        let frames = Arc::new(AtomicI64::new(0));
        let has_written = Arc::new(AtomicBool::new(false));
        let (counted, written) = (frames.clone(), has_written.clone());
        // It replaces the hook of `wal_autocheckpoint`.
        writer.wal_hook(Some(move |_: &mut rusqlite::hooks::Wal, pages: std::ffi::c_int| {
            counted.store(i64::from(pages), Ordering::Relaxed);
            written.store(true, Ordering::Relaxed);
            Ok(())
        }))?;
        let (connect, moved_frames) = (Arc::new(connect), Arc::new(AtomicI64::new(0)));
        let (from, limits) = (LIMITS.begin, LIMITS);
        Ok(Self { connect, frames, has_written, moved_frames, wake: None, limits, from, before: 0, reached: 0 })
    }

    /// Whether a commit has written anything since the last call.
    pub(crate) fn take_has_written(&self) -> bool {
        self.has_written.swap(false, Ordering::Relaxed)
    }

    /// After a commit, outside of any transaction.
    pub(crate) fn committed(&mut self, writer: &Connection) {
        let frames = self.frames.load(Ordering::Relaxed);
        let is_new_log = frames < self.before;
        self.before = frames;
        if is_new_log {
            (self.from, self.reached) = (self.limits.begin, 0);
            let old = self.moved_frames.load(Ordering::Acquire);
            if old != RUNNING {
                self.moved_frames.store(0, Ordering::Release);
            }
        }
        if frames < self.from {
            return;
        }
        let mut moved_frames = self.moved_frames.load(Ordering::Acquire);
        while moved_frames == RUNNING {
            if frames < self.limits.most {
                return;
            }
            std::thread::sleep(Duration::from_millis(2));
            moved_frames = self.moved_frames.load(Ordering::Acquire);
        }
        if moved_frames > 0 && (0..=self.limits.rest).contains(&(frames - moved_frames)) {
            if let Err(e) = passive(writer) {
                tracing::warn!(error = %e, "checkpoint failed");
            }
            self.from = frames + self.limits.patience;
        } else if moved_frames > 0 && moved_frames <= self.reached {
            // A reader still needs those frames; the next pass would meet the same reader.
            (self.from, self.reached) = (frames + self.limits.patience, 0);
        } else {
            self.reached = moved_frames;
            self.begin_pass();
        }
    }

    fn begin_pass(&mut self) {
        if self.wake.is_none() {
            let (wake, woken) = crossbeam_channel::bounded(1);
            let (connect, moved_frames) = (self.connect.clone(), self.moved_frames.clone());
            let thread = std::thread::Builder::new().name("db-checkpoint".into());
            match thread.spawn(move || move_log(&*connect, &moved_frames, &woken)) {
                Ok(_) => self.wake = Some(wake),
                Err(e) => tracing::warn!(error = %e, "cannot start the thread of checkpoints"),
            }
        }
        self.moved_frames.store(RUNNING, Ordering::Release);
        if self.wake.as_ref().is_none_or(|wake| wake.try_send(()).is_err()) {
            self.moved_frames.store(0, Ordering::Release);
            self.from = self.before + self.limits.patience;
        }
    }
}

/// The thread: a pass for each wake-up, until the writer is gone.
fn move_log(connect: &dyn Fn() -> Result<Connection>, moved_frames: &AtomicI64, woken: &Receiver<()>) {
    let mut connection = None;
    while woken.recv().is_ok() {
        let pass = match &connection {
            Some(open) => passive(open),
            None => connect().and_then(|open| passive(connection.insert(open))),
        };
        let reached = pass.unwrap_or_else(|e| {
            tracing::warn!(error = %e, "checkpoint failed");
            0
        });
        moved_frames.store(reached.max(0), Ordering::Release);
    }
}

/// Checkpoints the frames that no reader needs any more, without blocking; returns how many frames of the log are in the file.
fn passive(c: &Connection) -> Result<i64> {
    Ok(c.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |row| row.get(2))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes rows of a page each, as the writer does, until `is_enough` of the log's frames.
    fn write(c: &Connection, checkpoints: &mut Checkpoints, mut is_enough: impl FnMut(i64, usize) -> bool) {
        for n in 0.. {
            c.execute_batch("BEGIN; INSERT INTO t (x) VALUES (zeroblob(40000)); COMMIT").unwrap();
            checkpoints.committed(c);
            if is_enough(checkpoints.before, n) {
                break;
            }
        }
    }

    const FEW: Limits = Limits { begin: 500, rest: 50, patience: 100, most: 3_000 };

    fn opened(dir: &std::path::Path) -> (Connection, Checkpoints) {
        let path = dir.join("t.db");
        let open = move || -> Result<Connection> {
            let c = Connection::open(&path)?;
            c.execute_batch("PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF; PRAGMA wal_autocheckpoint=0")
                .map(|()| c)
                .map_err(Into::into)
        };
        let mut c = open().unwrap();
        let mut checkpoints = Checkpoints::install(&mut c, open).unwrap();
        (checkpoints.limits, checkpoints.from) = (FEW, FEW.begin);
        c.execute_batch("CREATE TABLE t (x)").unwrap();
        (c, checkpoints)
    }

    #[test]
    fn the_log_begins_anew_while_it_is_written_and_nothing_is_lost() {
        let dir = tempfile::tempdir().unwrap();
        let (c, mut checkpoints) = opened(dir.path());
        let (mut last, mut restarts, mut most, mut rows) = (0, 0, 0, 0_i64);
        write(&c, &mut checkpoints, |frames, n| {
            restarts += usize::from(frames < last);
            (last, most, rows) = (frames, most.max(frames), i64::try_from(n).unwrap() + 1);
            restarts == 3 || n == 5_000
        });
        assert_eq!(restarts, 3, "{most} frames at most");
        assert!(most < FEW.most + 100, "{most}");
        assert_eq!(c.query_row("SELECT COUNT(*) FROM t", [], |row| row.get::<_, i64>(0)).unwrap(), rows);
    }

    #[test]
    fn a_reader_of_an_old_moment_delays_it_and_is_not_disturbed() {
        let dir = tempfile::tempdir().unwrap();
        let (c, mut checkpoints) = opened(dir.path());
        let reader = Connection::open(dir.path().join("t.db")).unwrap();
        reader.execute_batch("BEGIN").unwrap();
        let count = |c: &Connection| c.query_row("SELECT COUNT(*) FROM t", [], |row| row.get::<_, i64>(0)).unwrap();
        assert_eq!(count(&reader), 0);
        write(&c, &mut checkpoints, |frames, _| frames > 2 * FEW.begin);
        assert_eq!(count(&reader), 0);
        reader.execute_batch("COMMIT").unwrap();
        let mut last = checkpoints.before;
        write(&c, &mut checkpoints, |frames, n| {
            let is_new = frames < last;
            last = frames;
            is_new || n == 5_000
        });
        assert!(last < FEW.begin, "{last} frames");
    }
}
