//! Blobs in memory that stop where a test wants them to: a writer at the gate has stalled or crashed.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::stream::BoxStream;
use gateways::Blobs;
use object_store::memory::InMemory;
use object_store::path::Path;
use object_store::{
    CopyOptions, GetOptions, GetResult, ListResult, MultipartUpload, ObjectMeta, ObjectStore, PutMultipartOptions, PutOptions,
    PutPayload, PutResult, Result,
};
use tokio::sync::Notify;

/// Where somebody is stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlobStep {
    /// Before a blob is read.
    Reading,
    /// Before a blob is written.
    Writing,
    /// When a blob was written, before its writer is answered.
    Written,
}

/// The gate, and the blobs behind it.
#[derive(Debug, Default)]
pub struct Gate {
    blobs: InMemory,
    closed: Mutex<Option<(BlobStep, &'static str)>>,
    reached: Notify,
    opened: Notify,
}

impl Gate {
    /// An open one.
    #[must_use]
    pub fn new() -> Arc<Self> {
        Arc::new(Self::default())
    }

    /// The blobs behind it, for the program.
    #[must_use]
    pub fn blobs(self: &Arc<Self>) -> Blobs {
        Blobs::from_object_store(self.clone())
    }

    /// Stops the next one that comes with a key which holds `part`; everybody after it goes through.
    pub fn close(&self, step: BlobStep, part: &'static str) {
        *self.closed.lock().unwrap_or_else(PoisonError::into_inner) = Some((step, part));
    }

    /// Waits until somebody stands at it.
    pub async fn reached(&self) {
        self.reached.notified().await;
    }

    /// Lets the blocked writer go on.
    pub fn open(&self) {
        self.opened.notify_one();
    }

    async fn pass(&self, step: BlobStep, key: &Path) {
        let is_closed = {
            let mut closed = self.closed.lock().unwrap_or_else(PoisonError::into_inner);
            closed.take_if(|(at, part)| *at == step && key.as_ref().contains(*part)).is_some()
        };
        if is_closed {
            self.reached.notify_one();
            self.opened.notified().await;
        }
    }
}

impl fmt::Display for Gate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Gate")
    }
}

#[async_trait::async_trait]
impl ObjectStore for Gate {
    async fn put_opts(&self, location: &Path, payload: PutPayload, opts: PutOptions) -> Result<PutResult> {
        self.pass(BlobStep::Writing, location).await;
        let put = self.blobs.put_opts(location, payload, opts).await;
        self.pass(BlobStep::Written, location).await;
        put
    }

    async fn put_multipart_opts(&self, location: &Path, opts: PutMultipartOptions) -> Result<Box<dyn MultipartUpload>> {
        self.blobs.put_multipart_opts(location, opts).await
    }

    async fn get_opts(&self, location: &Path, options: GetOptions) -> Result<GetResult> {
        self.pass(BlobStep::Reading, location).await;
        self.blobs.get_opts(location, options).await
    }

    fn delete_stream(&self, locations: BoxStream<'static, Result<Path>>) -> BoxStream<'static, Result<Path>> {
        self.blobs.delete_stream(locations)
    }

    fn list(&self, prefix: Option<&Path>) -> BoxStream<'static, Result<ObjectMeta>> {
        self.blobs.list(prefix)
    }

    async fn list_with_delimiter(&self, prefix: Option<&Path>) -> Result<ListResult> {
        self.blobs.list_with_delimiter(prefix).await
    }

    async fn copy_opts(&self, from: &Path, to: &Path, options: CopyOptions) -> Result<()> {
        self.blobs.copy_opts(from, to, options).await
    }
}
