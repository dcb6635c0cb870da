//! Where media and import files are kept: a folder, or any S3-compatible store.

use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use futures_util::StreamExt as _;
use object_store::ObjectStore;
use object_store::ObjectStoreExt as _;

/// A blob store. Keys are `store/kind/name`, made by the program, never by a user.
#[derive(Debug, Clone)]
pub struct Blobs(Arc<dyn ObjectStore>);

/// The blob could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum BlobError {
    /// No blob of that key.
    #[error("no such blob")]
    NotFound,
    /// The store failed.
    #[error("blob store: {0}")]
    Store(#[from] object_store::Error),
}

impl Blobs {
    /// A folder on this machine; made when absent.
    ///
    /// # Errors
    /// When the folder cannot be made.
    pub fn folder(path: &Path) -> Result<Self, BlobError> {
        std::fs::create_dir_all(path).map_err(|e| object_store::Error::Generic { store: "folder", source: Box::new(e) })?;
        let store = object_store::local::LocalFileSystem::new_with_prefix(path)?.with_automatic_cleanup(true);
        Ok(Self(Arc::new(store)))
    }

    /// An S3-compatible store: `s3://bucket`, credentials and region from the usual `AWS_*` variables, `AWS_ENDPOINT` for
    /// stores other than Amazon's.
    ///
    /// # Errors
    /// When the address or the credentials are no good.
    pub fn s3(url: &str) -> Result<Self, BlobError> {
        let is_plain = std::env::var("AWS_ENDPOINT").is_ok_and(|e| e.starts_with("http://"));
        let store = object_store::aws::AmazonS3Builder::from_env().with_url(url).with_allow_http(is_plain).build()?;
        let prefix =
            url.strip_prefix("s3://").and_then(|rest| rest.split_once('/')).map_or("", |(_, prefix)| prefix.trim_matches('/'));
        if prefix.is_empty() {
            return Ok(Self(Arc::new(store)));
        }
        Ok(Self(Arc::new(object_store::prefix::PrefixStore::new(store, prefix))))
    }

    /// Wraps any object store; tests pass one that stalls on demand.
    #[must_use]
    pub fn from_object_store(store: Arc<dyn ObjectStore>) -> Self {
        Self(store)
    }

    /// Keeps everything in memory, for tests.
    #[must_use]
    pub fn memory() -> Self {
        Self(Arc::new(object_store::memory::InMemory::new()))
    }

    /// Writes a blob; durable when it returns on object stores, handed to the system on a folder.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn put(&self, key: &str, bytes: Bytes) -> Result<(), BlobError> {
        self.0.put(&key.into(), bytes.into()).await?;
        Ok(())
    }

    /// Reads a blob.
    ///
    /// # Errors
    /// [`BlobError::NotFound`], or when the store fails.
    pub async fn get(&self, key: &str) -> Result<Bytes, BlobError> {
        match self.0.get(&key.into()).await {
            Ok(found) => Ok(found.bytes().await?),
            Err(object_store::Error::NotFound { .. }) => Err(BlobError::NotFound),
            Err(e) => Err(e.into()),
        }
    }

    /// Removes a blob; one that is not there counts as removed.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn delete(&self, key: &str) -> Result<(), BlobError> {
        match self.0.delete(&key.into()).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(e) => Err(e.into()),
        }
    }

    /// The keys in a folder of keys, `store` or `store/kind`.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn list(&self, folder: &str) -> Result<Vec<String>, BlobError> {
        let mut found = self.0.list(Some(&folder.into()));
        let mut keys = Vec::new();
        while let Some(blob) = found.next().await {
            keys.push(blob?.location.to_string());
        }
        keys.sort_unstable();
        Ok(keys)
    }

    /// Removes every blob in a folder of keys, `store` or `store/kind`; how many there were.
    ///
    /// # Errors
    /// When the store fails; what was removed until then is gone.
    pub async fn delete_folder(&self, folder: &str) -> Result<usize, BlobError> {
        let mut found = self.0.list(Some(&folder.into()));
        let mut count = 0;
        while let Some(blob) = found.next().await {
            match self.0.delete(&blob?.location).await {
                Ok(()) => count += 1,
                Err(object_store::Error::NotFound { .. }) => {}
                Err(e) => return Err(e.into()),
            }
        }
        Ok(count)
    }
}
