//! The lock of the data folder, and staged restores that wait to be put in place (docs/decisions/0007).
//!
//! Every process that opens the embedded database holds a shared lock on the folder; a restore is put in place by a process that
//! holds it exclusively. The lock is the operating system's and ends with the process, however that ends.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use db::Restore;

use crate::program::StartError;

/// How long a starting process waits for others to release the folder when a restore is staged.
const EXIT_TIMEOUT: Duration = Duration::from_secs(30);

/// The database's file in the data folder.
#[must_use]
pub fn database(data: &Path) -> PathBuf {
    data.join("rawaj.db")
}

/// The pictures and import files in the data folder.
#[must_use]
pub fn blobs(data: &Path) -> PathBuf {
    data.join("blobs")
}

/// The shared lock of this process on the folder.
#[derive(Debug)]
pub struct FolderLock {
    _lock: File,
    restore: Restore,
}

/// Creates a folder that only its owner can enter, and takes access to an existing one from everybody else: it holds orders,
/// phone numbers and pictures of documents.
///
/// # Errors
/// When it cannot be made.
pub(crate) fn make_private(path: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(path)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        if std::fs::metadata(path)?.permissions().mode() & 0o077 != 0
            && let Err(error) = std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o700))
        {
            // A mount with another owner: the files themselves are private.
            tracing::warn!(folder = %path.display(), %error, "others can enter this folder: take it from them (chmod 700)");
        }
    }
    Ok(())
}

/// The same for an existing file.
///
/// # Errors
/// When it is not ours.
pub(crate) fn keep_private(path: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600))?;
    }
    Ok(())
}

impl FolderLock {
    /// Locks the folder, after putting a staged restore in place.
    ///
    /// # Errors
    /// When a restore is staged and another process does not release the folder, or it cannot be written.
    pub fn join(data: &Path) -> Result<Self, StartError> {
        let (lock, restore) = (open(data)?, Restore::new(database(data)));
        if restore.waiting().is_some() {
            let begun = Instant::now();
            while !try_alone(&lock)? {
                if begun.elapsed() > EXIT_TIMEOUT {
                    return Err(
                        format!("a restore waits in {} and another process works there: stop it first", data.display()).into()
                    );
                }
                std::thread::sleep(Duration::from_millis(50));
            }
            let kept_copy = restore.put_in_place()?;
            tracing::info!(previous = ?kept_copy, "restored: a copy has taken the database's place");
            lock.unlock()?;
        }
        lock.lock_shared()?;
        restore.delete_leftovers();
        MediaPart::delete_leftover(data);
        Ok(Self { _lock: lock, restore })
    }

    /// Whether a staged restore waits for this process to restart.
    #[must_use]
    pub fn must_restart(&self) -> bool {
        self.restore.waiting().is_some()
    }
}

/// A temporary file for a picture that is being copied, beside the media folder; locked by the copying process, so that an
/// unlocked one is a leftover.
pub(crate) struct MediaPart {
    path: PathBuf,
    file: File,
}

impl MediaPart {
    /// Creates the file; one name for all copies of a folder, so that a killed copy leaves one at most.
    ///
    /// # Errors
    /// When it cannot be made, and while another process copies.
    pub(crate) fn begin(folder: &Path) -> std::io::Result<Self> {
        let path = folder.join("media.part");
        let file = File::options().create(true).truncate(false).write(true).open(&path)?;
        file.try_lock().map_err(|_| std::io::Error::other("another copy of media is being written there"))?;
        file.set_len(0)?;
        keep_private(&path)?;
        Ok(Self { path, file })
    }

    /// Writes the content and renames the file to its target.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn finish(mut self, mut source: File, target: &Path) -> std::io::Result<()> {
        std::io::copy(&mut source, &mut self.file)?;
        std::fs::rename(&self.path, target)
    }

    /// Deletes the leftover of a killed copy.
    fn delete_leftover(folder: &Path) {
        let path = folder.join("media.part");
        let leftover = File::options().write(true).open(&path);
        if leftover.is_ok_and(|file| file.try_lock().is_ok()) {
            let _ = std::fs::remove_file(path);
        }
    }
}

/// Puts a staged restore in place when no process holds the folder; false when one does.
///
/// # Errors
/// When the folder cannot be written.
pub(crate) fn put_in_place_alone(data: &Path) -> Result<bool, StartError> {
    let lock = open(data)?;
    if !try_alone(&lock)? {
        return Ok(false);
    }
    Restore::new(database(data)).put_in_place()?;
    Ok(true)
}

fn open(data: &Path) -> Result<File, StartError> {
    let path = data.join("rawaj.lock");
    let opened = File::options().create(true).truncate(false).write(true).open(&path);
    opened.map_err(|e| format!("cannot open {}: {e}", path.display()).into())
}

fn try_alone(lock: &File) -> Result<bool, StartError> {
    match lock.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(e)) => Err(e.into()),
    }
}
