//! The keys of the running program, and where they come from.

use std::sync::{Arc, PoisonError, RwLock};

use kernel::{Env, SecretText};

use super::key_file::KeyFile;
use super::key_ring::{KeyError, KeyRing};

/// The keys that seal and open secrets. Cheap to clone. The default has none: it seals nothing and opens nothing.
#[derive(Clone, Default)]
pub struct SecretKeys(Arc<Shared>);

#[derive(Default)]
struct Shared {
    /// Read anew when a key is asked for that the ring lacks; none where the keys are fixed.
    file: Option<KeyFile>,
    ring: RwLock<Arc<KeyRing>>,
}

impl std::fmt::Debug for SecretKeys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SecretKeys").field("file", &self.0.file).field("ring", &self.ring()).finish()
    }
}

impl SecretKeys {
    /// The keys of `RAWAJ_SECRET_KEY`: one, or several separated by commas or lines, of which the first one seals.
    ///
    /// # Errors
    /// When one of them is no key.
    pub fn parse(text: &SecretText) -> Result<Self, KeyError> {
        Ok(Self::new(None, KeyRing::parse(text)?))
    }

    /// The keys of a file, and whether it is new: a file that is missing is created with one key.
    ///
    /// # Errors
    /// When the file cannot be read or written, or holds what is no key.
    pub fn open_file(file: KeyFile, env: &Env) -> Result<(Self, bool), KeyError> {
        let (ring, is_new) = file.read_or_create(env)?;
        Ok((Self::new(Some(file), ring), is_new))
    }

    /// Keys that no other process has.
    #[must_use]
    pub fn generate(env: &Env) -> Self {
        Self::new(None, KeyRing::generate(env))
    }

    /// The keys of a ring that stays as it is: for a look at what they open.
    #[must_use]
    pub fn from_ring(ring: KeyRing) -> Self {
        Self::new(None, ring)
    }

    fn new(file: Option<KeyFile>, ring: KeyRing) -> Self {
        Self(Arc::new(Shared { file, ring: RwLock::new(Arc::new(ring)) }))
    }

    /// The keys as they were last read.
    pub(super) fn ring(&self) -> Arc<KeyRing> {
        self.0.ring.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Their file, where they come from one.
    pub(super) fn file(&self) -> Option<&KeyFile> {
        self.0.file.as_ref()
    }

    /// The keys as the file holds them now: a value is sealed with the first of these, since a rotation by another process may have
    /// taken an earlier one out.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub(super) fn read_again(&self) -> Result<Arc<KeyRing>, KeyError> {
        let Some(file) = &self.0.file else { return Ok(self.ring()) };
        let ring = Arc::new(file.read()?);
        *self.0.ring.write().unwrap_or_else(PoisonError::into_inner) = ring.clone();
        Ok(ring)
    }

    /// Keys that open these ids, as far as there are any: the file is read anew when the ring lacks one.
    pub(super) fn ring_with<'a>(&self, mut ids: impl Iterator<Item = &'a str>) -> Arc<KeyRing> {
        let ring = self.ring();
        if ids.all(|id| ring.find(id).is_some()) {
            return ring;
        }
        self.read_again().unwrap_or_else(|error| {
            tracing::error!(%error, "the secret keys cannot be read");
            ring
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn py_02_a_file_that_changed_is_read_when_a_key_is_missing_and_before_a_value_is_sealed() {
        let (env, folder) = (Env::system(), tempfile::tempdir().unwrap());
        let file = KeyFile::in_folder(folder.path());
        let (keys, is_new) = SecretKeys::open_file(file.clone(), &env).unwrap();
        assert!(is_new);
        let old = keys.ring();
        let changed = old.with_new_first(&env);
        file.replace(&file.lock().unwrap(), &changed).unwrap();
        assert_eq!(keys.ring_with([old.ids()[0]].into_iter()).ids(), old.ids(), "nothing is missing");
        assert_eq!(keys.ring_with([changed.ids()[0]].into_iter()).ids(), changed.ids());
        file.replace(&file.lock().unwrap(), &old).unwrap();
        assert_eq!(keys.read_again().unwrap().ids(), old.ids());
        std::fs::remove_file(file.path()).unwrap();
        assert!(keys.read_again().is_err(), "no other key takes its place while the program runs");
        assert_eq!(keys.ring_with(["unknown"].into_iter()).ids(), old.ids(), "what it has still opens");
        assert!(format!("{keys:?}").contains(old.ids()[0]));
    }
}
