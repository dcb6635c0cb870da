//! Restores a copy of a SQLite database in the place of the live one (docs/decisions/0007).
//!
//! Two steps, so that no file is replaced while a program works with it: a copy is examined and staged beside the live file, and
//! the process that locks the folder puts it in place. Both steps can be interrupted anywhere and repeated. The previous database
//! is kept.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use crate::check::{Depth, examine};
use crate::error::{Error, Result};
use crate::migrate;

/// Staged copies of one live file.
#[derive(Debug, Clone)]
pub struct Restore {
    live: PathBuf,
    folder: PathBuf,
}

const WAITING: (&str, &str) = ("restore-", ".db");

fn io(action: &str, path: &Path, e: &std::io::Error) -> Error {
    Error::Setup(format!("cannot {action} {}: {e}", path.display()))
}

impl Restore {
    /// Of a live file, which need not exist yet.
    #[must_use]
    pub fn new(live: impl Into<PathBuf>) -> Self {
        let live = live.into();
        let folder = live.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_path_buf();
        Self { live, folder }
    }

    /// Copies `source`, examines the copy, and stages it. `stamp` names it, with a letter after it when the name is taken; the
    /// last name wins.
    ///
    /// # Errors
    /// When the file is no whole database of this program, or of a newer one. The live file is not touched.
    pub fn stage(&self, source: &Path, stamp: &str) -> Result<PathBuf> {
        let _alone = self.prepare()?;
        let names = std::iter::once(String::new()).chain(('a'..='z').map(String::from)).map(|letter| format!("{stamp}{letter}"));
        let mut free = names.map(|stamp| self.folder.join(format!("{}{stamp}{}", WAITING.0, WAITING.1)));
        let waiting = free.find(|path| !path.exists() && !self.kept_for(path).exists());
        let waiting = waiting.ok_or_else(|| Error::Setup(format!("too many restores at {stamp}")))?;
        let part = waiting.with_extension("part");
        let staged = Self::copy(source, &part).and_then(|()| {
            std::fs::File::open(&part).and_then(|f| f.sync_all()).map_err(|e| io("write", &part, &e))?;
            std::fs::rename(&part, &waiting).map_err(|e| io("write", &waiting, &e))?;
            self.sync_folder()
        });
        if staged.is_err() {
            self.clear_parts();
        }
        staged.map(|()| waiting)
    }

    /// Locks the preparation of a restore, and deletes leftovers of one that was killed.
    fn prepare(&self) -> Result<std::fs::File> {
        let lock = self.open_lock()?;
        lock.try_lock().map_err(|_| Error::Setup("another restore is being prepared".into()))?;
        self.clear_parts();
        Ok(lock)
    }

    /// Deletes the unfinished copies of a restore that was killed; does nothing while one is being prepared.
    pub fn delete_leftovers(&self) {
        if self.parts().is_empty() {
            return;
        }
        if let Err(error) = self.prepare() {
            tracing::debug!(%error, "unfinished copies are left where they are");
        }
    }

    fn open_lock(&self) -> Result<std::fs::File> {
        let path = self.folder.join("restore.lock");
        std::fs::File::options().create(true).truncate(false).write(true).open(&path).map_err(|e| io("open", &path, &e))
    }

    /// Unfinished copies, and the files that SQLite put beside them.
    fn parts(&self) -> Vec<PathBuf> {
        let is_part = |name: &str| name.starts_with(WAITING.0) && name.contains(".part");
        let all = std::fs::read_dir(&self.folder).into_iter().flatten().flatten();
        all.filter(|entry| entry.file_name().to_str().is_some_and(is_part)).map(|entry| entry.path()).collect()
    }

    fn clear_parts(&self) {
        for part in self.parts() {
            let _ = std::fs::remove_file(part);
        }
    }

    fn copy(source: &Path, part: &Path) -> Result<()> {
        let refused = |e: &dyn std::fmt::Display| Error::Setup(format!("{} cannot be restored: {e}", source.display()));
        if !source.is_file() {
            return Err(refused(&"there is no such file"));
        }
        let from = Connection::open_with_flags(source, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(|e| refused(&e))?;
        crate::sqlite_file::private(part)?;
        let mut to = Connection::open(part)?;
        crate::sqlite_file::copy(&from, &mut to).map_err(|e| refused(&e))?;
        let problems = examine(&to, Depth::Full);
        if !problems.is_empty() {
            return Err(refused(&format!("it is damaged ({})", problems.join("; "))));
        }
        known(&to).map_err(|reason| refused(&reason))?;
        // One file, without a log beside it.
        to.pragma_update(None, "journal_mode", "DELETE")?;
        to.close().map_err(|(_, e)| refused(&e))
    }

    /// Checks that the file is a database that this version of the program can restore.
    ///
    /// # Errors
    /// When it is of another program or of a newer version.
    pub fn check_known(file: &Path) -> Result<()> {
        known(&Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?).map_err(Error::Setup)
    }

    /// The staged copy; the newest when there are several.
    #[must_use]
    pub fn waiting(&self) -> Option<PathBuf> {
        self.all_waiting().pop()
    }

    fn all_waiting(&self) -> Vec<PathBuf> {
        let is_copy = |name: &str| name.starts_with(WAITING.0) && name.ends_with(WAITING.1);
        let mut all: Vec<PathBuf> = std::fs::read_dir(&self.folder)
            .into_iter()
            .flatten()
            .flatten()
            .filter(|entry| entry.file_name().to_str().is_some_and(is_copy))
            .map(|entry| entry.path())
            .collect();
        all.sort();
        all
    }

    /// Where the previous database is kept when the staged copy takes its place.
    #[must_use]
    pub fn kept_for(&self, waiting: &Path) -> PathBuf {
        let name = waiting.file_name().unwrap_or_default().to_string_lossy();
        self.folder.join(format!("before-{name}"))
    }

    /// Puts the staged copy in place; returns where the previous database is kept, none when no copy was staged or there was no
    /// database. The caller has the folder to itself.
    ///
    /// # Errors
    /// When another process has the live file open after all, or the folder cannot be written.
    pub fn put_in_place(&self) -> Result<Option<PathBuf>> {
        let mut all = self.all_waiting();
        let Some(waiting) = all.pop() else { return Ok(None) };
        let kept_copy = self.kept_for(&waiting);
        if self.live.exists() {
            if self.is_in_use() {
                return Err(Error::Setup(format!("another process has {} open: stop it first", self.live.display())));
            }
            std::fs::rename(&self.live, &kept_copy).map_err(|e| io("keep", &self.live, &e))?;
        }
        // The log of a database too damaged to be opened goes with it; a sound one has been emptied.
        for suffix in ["-wal", "-shm"] {
            let (from, to) = (with_suffix(&self.live, suffix), with_suffix(&kept_copy, suffix));
            if from.exists() {
                std::fs::rename(&from, &to).map_err(|e| io("keep", &from, &e))?;
            }
        }
        self.sync_folder()?;
        std::fs::rename(&waiting, &self.live).map_err(|e| io("put in place", &waiting, &e))?;
        for older in all {
            let _ = std::fs::remove_file(older);
        }
        self.sync_folder()?;
        Ok(kept_copy.exists().then_some(kept_copy))
    }

    /// Checkpoints the log into the live file; true when another process holds it. A file that cannot be read is in nobody's use.
    fn is_in_use(&self) -> bool {
        let emptied =
            Connection::open(&self.live).and_then(|c| c.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |r| r.get::<_, i64>(0)));
        match emptied {
            Ok(busy) => busy != 0,
            Err(e) => {
                matches!(e.sqlite_error_code(), Some(rusqlite::ErrorCode::DatabaseBusy | rusqlite::ErrorCode::DatabaseLocked))
            }
        }
    }

    fn sync_folder(&self) -> Result<()> {
        std::fs::File::open(&self.folder).and_then(|f| f.sync_all()).map_err(|e| io("write to", &self.folder, &e))
    }
}

/// The database is one of this program, and not of a newer version; the reason when not.
fn known(c: &Connection) -> std::result::Result<(), String> {
    let applied = crate::schema::applied(c).map_err(|_| "it is no database of this program".to_owned())?;
    migrate::check_known(&applied)
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}
