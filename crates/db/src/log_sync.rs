//! Syncs the write-ahead log to the disk beside the writer thread (decision 0072).
//!
//! With `synchronous=FULL` a commit waits for the disk in the one thread that writes. Here commits only write the log
//! (`synchronous=NORMAL`), and a thread of its own syncs it and then answers the callers of every group committed before the sync
//! began: an answered transaction is on the disk, and the next group runs meanwhile.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io;
use std::path::PathBuf;

use crossbeam_channel::{Receiver, Sender};
use rusqlite::Connection;

use crate::error::{Error, Result};

/// So many committed groups may wait for a sync; then the writer waits (back-pressure).
const WAITING_GROUPS: usize = 64;

/// The writer's side: passes on the transactions of committed groups.
pub(crate) struct LogSync<T> {
    groups: Sender<Group<T>>,
}

/// What one commit answers.
struct Group<T> {
    items: Vec<T>,
    has_written: bool,
}

impl<T: Send + 'static> LogSync<T> {
    /// Starts the thread for the log of a connection that uses one; it passes each durable transaction to `answer`. It ends when this
    /// is dropped and all waiting groups are answered.
    pub(crate) fn start(writer: &Connection, answer: impl FnMut(T) + Send + 'static) -> Result<Self> {
        let (groups, committed) = crossbeam_channel::bounded(WAITING_GROUPS);
        let mut log = Log::of(writer);
        let body = move || {
            if let Err(e) = answer_after_sync(&committed, || log.sync(), answer) {
                // What was committed since the last sync may be lost, readers have seen it, and the kernel reports a failed sync
                // once: nothing of this process may be trusted. The next start reads what the disk really has.
                tracing::error!(error = %e, "cannot sync the write-ahead log: the process ends");
                std::process::abort();
            }
        };
        let thread = std::thread::Builder::new().name("db-sync".into());
        thread.spawn(body).map_err(|e| Error::Setup(format!("cannot start thread db-sync: {e}")))?;
        Ok(Self { groups })
    }

    /// Takes over a group whose commit has returned: its callers are answered when it is on the disk, and so are the groups before it. One
    /// that has written nothing waits for those alone: it may have read what they wrote.
    pub(crate) fn committed(&self, items: Vec<T>, has_written: bool) {
        if self.groups.send(Group { items, has_written }).is_err() {
            // It panicked: commits would go on unsynced.
            tracing::error!("the thread that syncs the write-ahead log is gone: the process ends");
            std::process::abort();
        }
    }
}

/// The log's file, opened at the first sync: SQLite creates it for the first commit, and keeps it as long as a connection is open.
struct Log {
    path: PathBuf,
    file: Option<File>,
}

impl Log {
    /// The log of a connection. It lies beside the database as SQLite resolved its path, which may lead through symbolic links.
    fn of(writer: &Connection) -> Self {
        let mut path = OsString::from(writer.path().unwrap_or_default());
        path.push("-wal");
        Self { path: path.into(), file: None }
    }

    fn sync(&mut self) -> io::Result<()> {
        match &self.file {
            Some(file) => file.sync_data(),
            None => self.file.insert(OpenOptions::new().write(true).open(&self.path)?).sync_data(),
        }
    }
}

/// Passes each item of each group to `answer` after a `sync` that began when the group was there; without one where none of the waiting
/// groups has written. Ends when the groups end, or at the
/// first failed sync, whose groups are not answered.
fn answer_after_sync<T>(
    groups: &Receiver<Group<T>>,
    mut sync: impl FnMut() -> io::Result<()>,
    mut answer: impl FnMut(T),
) -> io::Result<()> {
    while let Ok(first) = groups.recv() {
        let waiting: Vec<Group<T>> = std::iter::once(first).chain(groups.try_iter()).collect();
        if waiting.iter().any(|group| group.has_written) {
            sync()?;
        }
        waiting.into_iter().flat_map(|group| group.items).for_each(&mut answer);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[derive(Debug, PartialEq)]
    enum Event {
        Sync,
        Answer(u32),
    }

    fn written(items: &[u32]) -> Group<u32> {
        Group { items: items.to_vec(), has_written: true }
    }

    fn run(groups: Vec<Group<u32>>, sync_fails_at: usize) -> (Vec<Event>, bool) {
        let (sender, receiver) = crossbeam_channel::unbounded();
        for group in groups {
            sender.send(group).unwrap();
        }
        drop(sender);
        let events = RefCell::new(Vec::new());
        let sync = || {
            events.borrow_mut().push(Event::Sync);
            let syncs = events.borrow().iter().filter(|event| **event == Event::Sync).count();
            if syncs == sync_fails_at { Err(io::Error::other("the disk is gone")) } else { Ok(()) }
        };
        let end = answer_after_sync(&receiver, sync, |n| events.borrow_mut().push(Event::Answer(n)));
        (events.into_inner(), end.is_ok())
    }

    #[test]
    fn groups_are_answered_in_their_order_after_one_sync_for_all_that_wait() {
        let (events, is_ok) = run(vec![written(&[1, 2]), written(&[3]), written(&[4])], usize::MAX);
        assert_eq!(events, [Event::Sync, Event::Answer(1), Event::Answer(2), Event::Answer(3), Event::Answer(4)]);
        assert!(is_ok);
    }

    #[test]
    fn a_group_that_comes_during_a_sync_waits_for_the_next() {
        let (sender, receiver) = crossbeam_channel::unbounded();
        sender.send(written(&[1])).unwrap();
        let (mut sender, events) = (Some(sender), RefCell::new(Vec::new()));
        let sync = || {
            events.borrow_mut().push(Event::Sync);
            if let Some(sender) = sender.take() {
                sender.send(written(&[2])).unwrap();
            }
            Ok(())
        };
        answer_after_sync(&receiver, sync, |n| events.borrow_mut().push(Event::Answer(n))).unwrap();
        assert_eq!(events.into_inner(), [Event::Sync, Event::Answer(1), Event::Sync, Event::Answer(2)]);
    }

    #[test]
    fn nobody_is_answered_after_a_failed_sync() {
        assert_eq!(run(vec![written(&[1]), written(&[2])], 1), (vec![Event::Sync], false));
    }

    #[test]
    fn what_has_written_nothing_needs_no_sync_and_does_not_overtake() {
        let read = |items: &[u32]| Group { items: items.to_vec(), has_written: false };
        assert_eq!(run(vec![read(&[1])], usize::MAX).0, [Event::Answer(1)]);
        assert_eq!(run(vec![written(&[1]), read(&[2])], usize::MAX).0, [Event::Sync, Event::Answer(1), Event::Answer(2)]);
    }

    #[test]
    fn the_file_that_is_synced_is_the_log_of_the_connection() {
        let dir = tempfile::tempdir().unwrap();
        let real = dir.path().join("real");
        std::fs::create_dir(&real).unwrap();
        let path = dir.path().join("t.db");
        #[cfg(unix)]
        std::os::unix::fs::symlink(real.join("t.db"), &path).unwrap();
        let c = Connection::open(&path).unwrap();
        let mut log = Log::of(&c);
        assert!(log.sync().is_err(), "it uses no log yet");
        c.execute_batch("PRAGMA journal_mode=WAL; CREATE TABLE t (x)").unwrap();
        log.sync().unwrap();
        let length = |log: &Log| log.file.as_ref().unwrap().metadata().unwrap().len();
        let before = length(&log);
        c.execute_batch("INSERT INTO t VALUES (1)").unwrap();
        log.sync().unwrap();
        assert!(length(&log) > before);
    }
}
