//! The file that holds the keys where the environment gives none: in the data folder, for its owner alone.
//!
//! Invariants: whoever reads it sees all of an old or all of a new content, since it is replaced by a rename; only a process that
//! holds the lock beside it creates or replaces it, and the lock ends with the process, however that ends.

use std::fs::File;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use kernel::{Env, SecretText};

use super::key_ring::{KeyError, KeyRing};

/// A key file by its path.
#[derive(Debug, Clone)]
pub struct KeyFile {
    path: PathBuf,
}

/// The right to create or replace a key file.
#[derive(Debug)]
pub(super) struct KeyFileLock(File);

impl KeyFileLock {
    /// Gives the right back, although a transaction that has ended may hold this value for a moment longer.
    pub(super) fn release(&self) {
        // What cannot be unlocked is when it is closed.
        let _ = self.0.unlock();
    }
}

impl KeyFile {
    /// The key file of a data folder.
    #[must_use]
    pub fn in_folder(data: &Path) -> Self {
        Self { path: data.join("secret.key") }
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The keys in it; none where there is no such file.
    ///
    /// # Errors
    /// When it cannot be read, or holds what is no key.
    pub fn find(&self) -> Result<Option<KeyRing>, KeyError> {
        let text: SecretText = match std::fs::read_to_string(&self.path) {
            Ok(text) => text.into(),
            Err(e) if e.kind() == ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(self.error(&e)),
        };
        match KeyRing::parse(&text) {
            Ok(ring) => Ok(Some(ring)),
            Err(KeyError::Absent) => Err(self.error(&"it holds no key: put its copy back")),
            Err(e) => Err(self.error(&e)),
        }
    }

    /// The keys in it, as they are now.
    ///
    /// # Errors
    /// As of [`find`](Self::find), and when the file is gone.
    pub(super) fn read(&self) -> Result<KeyRing, KeyError> {
        self.find()?.ok_or_else(|| self.error(&"the key file is gone: put it back"))
    }

    /// The keys in it, and whether they are new: the first process that needs the file creates it with one key, and one that starts
    /// at the same time gets the same.
    ///
    /// # Errors
    /// As of [`find`](Self::find), and when the file cannot be written.
    pub(super) fn read_or_create(&self, env: &Env) -> Result<(KeyRing, bool), KeyError> {
        if let Some(ring) = self.find()? {
            self.keep_private()?;
            return Ok((ring, false));
        }
        let lock = self.open_lock()?;
        lock.lock().map_err(|e| self.error(&e))?;
        let lock = KeyFileLock(lock);
        // Another process may have created it meanwhile.
        if let Some(ring) = self.find()? {
            return Ok((ring, false));
        }
        let ring = KeyRing::generate(env);
        self.replace(&lock, &ring)?;
        Ok((ring, true))
    }

    /// Takes the lock, which one process holds at a time.
    ///
    /// # Errors
    /// When another process has it.
    pub(super) fn lock(&self) -> Result<KeyFileLock, KeyError> {
        let lock = self.open_lock()?;
        lock.try_lock().map_err(|_| self.error(&"another process is changing the keys"))?;
        Ok(KeyFileLock(lock))
    }

    /// Puts other keys in the place of those in the file; they are on the disk when this returns.
    ///
    /// # Errors
    /// When the file cannot be written; then it is as it was.
    pub(super) fn replace(&self, _lock: &KeyFileLock, ring: &KeyRing) -> Result<(), KeyError> {
        let part = self.sibling("part");
        let written = (|| {
            // The leftover of a process that was killed.
            match std::fs::remove_file(&part) {
                Err(e) if e.kind() != ErrorKind::NotFound => return Err(e),
                _ => {}
            }
            let mut file = private().write(true).create_new(true).open(&part)?;
            file.write_all(ring.to_text().expose().as_bytes())?;
            file.sync_all()?;
            std::fs::rename(&part, &self.path)?;
            // The rename is durable with its folder.
            #[cfg(unix)]
            File::open(self.path.parent().unwrap_or(Path::new(".")))?.sync_all()?;
            Ok(())
        })();
        written.map_err(|e| self.error(&e))
    }

    /// Takes access to an existing file from everybody else, as each start does with the database.
    fn keep_private(&self) -> Result<(), KeyError> {
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = std::fs::metadata(&self.path).map_err(|e| self.error(&e))?.permissions().mode();
            if mode & 0o077 != 0
                && let Err(error) = std::fs::set_permissions(&self.path, std::fs::Permissions::from_mode(0o600))
            {
                tracing::warn!(file = %self.path.display(), %error, "others can read the secret key: take it from them (chmod 600)");
            }
        }
        Ok(())
    }

    fn open_lock(&self) -> Result<File, KeyError> {
        private().write(true).create(true).truncate(false).open(self.sibling("lock")).map_err(|e| self.error(&e))
    }

    fn sibling(&self, suffix: &str) -> PathBuf {
        let mut name = self.path.as_os_str().to_owned();
        name.push(".");
        name.push(suffix);
        name.into()
    }

    fn error(&self, reason: &dyn std::fmt::Display) -> KeyError {
        KeyError::File { path: self.path.display().to_string(), reason: reason.to_string() }
    }
}

/// Options of files that their owner alone can read, from the moment they exist.
fn private() -> std::fs::OpenOptions {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "modes are of Unix"))]
    let mut options = File::options();
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    options
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    use super::*;

    fn folder() -> (tempfile::TempDir, KeyFile) {
        let folder = tempfile::tempdir().unwrap();
        let file = KeyFile::in_folder(folder.path());
        (folder, file)
    }

    #[cfg(unix)]
    fn mode(path: &Path) -> u32 {
        use std::os::unix::fs::PermissionsExt as _;
        std::fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    #[cfg(unix)]
    fn py_02_the_key_file_is_for_its_owner_alone() {
        use std::os::unix::fs::PermissionsExt as _;
        let (_folder, file) = folder();
        let (ring, is_new) = file.read_or_create(&Env::system()).unwrap();
        assert!(is_new);
        assert_eq!((mode(file.path()), mode(&file.sibling("lock"))), (0o600, 0o600));
        std::fs::set_permissions(file.path(), std::fs::Permissions::from_mode(0o644)).unwrap();
        let (again, is_new) = file.read_or_create(&Env::system()).unwrap();
        assert_eq!((again.ids(), is_new, mode(file.path())), (ring.ids(), false, 0o600));
        file.replace(&file.lock().unwrap(), &ring.with_new_first(&Env::system())).unwrap();
        assert_eq!((mode(file.path()), file.read().unwrap().ids().len()), (0o600, 2));
    }

    #[test]
    fn py_02_all_who_start_at_once_have_one_key() {
        for _ in 0..20 {
            let (_folder, file) = folder();
            let starts = Barrier::new(8);
            let rings: Vec<(KeyRing, bool)> = std::thread::scope(|scope| {
                let start = || {
                    starts.wait();
                    file.read_or_create(&Env::system()).unwrap()
                };
                let threads: Vec<_> = (0..8).map(|_| scope.spawn(start)).collect();
                threads.into_iter().map(|t| t.join().unwrap()).collect()
            });
            assert_eq!(rings.iter().filter(|(_, is_new)| *is_new).count(), 1);
            assert!(rings.iter().all(|(ring, _)| ring.ids() == rings[0].0.ids()));
        }
    }

    #[test]
    fn py_02_a_process_that_was_killed_while_it_wrote_stops_nobody() {
        let (_folder, file) = folder();
        std::fs::write(file.sibling("part"), "half a k").unwrap();
        let (ring, _) = file.read_or_create(&Env::system()).unwrap();
        std::fs::write(file.sibling("part"), "half a k").unwrap();
        assert_eq!(file.read().unwrap().ids(), ring.ids());
        file.replace(&file.lock().unwrap(), &ring).unwrap();
        assert!(!file.sibling("part").exists());
    }

    #[test]
    fn py_02_a_file_without_a_key_is_an_error_and_is_left_as_it_is() {
        for content in ["", "\n", "correct-horse-battery-staple"] {
            let (_folder, file) = folder();
            std::fs::write(file.path(), content).unwrap();
            let error = file.read_or_create(&Env::system()).unwrap_err().to_string();
            assert!(error.contains("secret.key") && !error.contains("horse"), "{error}");
            assert_eq!(std::fs::read_to_string(file.path()).unwrap(), content);
        }
    }

    #[test]
    fn py_02_one_process_at_a_time_changes_the_keys() {
        let (_folder, file) = folder();
        let lock = file.lock().unwrap();
        assert!(file.lock().unwrap_err().to_string().contains("another process"));
        drop(lock);
        assert!(file.lock().is_ok());
        assert!(file.read().unwrap_err().to_string().contains("is gone"));
    }
}
