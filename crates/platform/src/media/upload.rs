//! Stores a picture or a file: blob first, then the row and the job that makes its copies, in one transaction.

use bytes::Bytes;
use jobs::Enqueue;
use kernel::{MediaId, StoreScope};
use sha2::{Digest, Sha256};

use super::entities;
use super::inspect::{self, Purpose, Refusal};
use super::jobs::MakeImageSizesJob;
use super::model::{Status, file_key, image_key};
use super::store::{self, NewMedia};
use crate::App;
use crate::journal::{self, Act, Entry};

/// Why a file could not be stored.
#[derive(Debug, thiserror::Error)]
pub enum UploadError {
    /// It is not accepted.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The blob store failed.
    #[error(transparent)]
    Blob(#[from] gateways::BlobError),
    /// The database failed.
    #[error(transparent)]
    Db(#[from] db::Error),
    /// A blocking task was cancelled or panicked.
    #[error("the picture could not be examined: {0}")]
    Thread(#[from] tokio::task::JoinError),
    /// No such file in this store.
    #[error("no such file in this store")]
    NotFound,
}

pub(super) fn sha256(bytes: &[u8]) -> String {
    kernel::hex(&Sha256::digest(bytes))
}

/// A name for lists: the last part of the browser's file name, without unusual characters.
pub(super) fn shown_name(name: &str, fallback: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let tidy: String = last.chars().filter(|c| !c.is_control() && !kernel::digits::is_invisible(*c)).take(150).collect();
    let tidy = kernel::text_guard::clean(&tidy, 150, kernel::text_guard::Lines::Single).unwrap_or_default();
    if tidy.is_empty() { fallback.to_owned() } else { tidy }
}

/// Stores a picture; its copies are made in the background. `source_url` is the URL that an import downloaded it from.
///
/// # Errors
/// See [`UploadError`].
pub async fn add_image(
    app: &App,
    scope: &StoreScope,
    name: &str,
    bytes: Bytes,
    purpose: Purpose,
    source_url: Option<String>,
) -> Result<MediaId, UploadError> {
    let accepted = tokio::task::spawn_blocking(move || inspect::accept(&bytes, purpose)).await??;
    let id: MediaId = app.env().id();
    let kind = accepted.kind;
    let stored = format!("{id}.{}", kind.extension());
    let media = NewMedia {
        id,
        status: Status::Processing,
        file_name: shown_name(name, &stored),
        content_type: kind.content_type(),
        size_bytes: i64::try_from(accepted.bytes.len()).unwrap_or(i64::MAX),
        width: i64::from(accepted.width),
        height: i64::from(accepted.height),
        sha256: sha256(&accepted.bytes),
        name: stored.clone(),
        source_url,
    };
    // Blob first: a row always has its file; a file without a row is only wasted space.
    app.blobs.put(&image_key(scope.store(), &stored), accepted.bytes.into()).await?;
    let (env, scope, now) = (app.env().clone(), scope.clone(), app.env().now());
    app.db()
        .tx(async move |c| {
            store::insert(c, &scope, now, &media).await?;
            let job = MakeImageSizesJob { store: scope.store(), media: media.id };
            jobs::enqueue(c, &env, &job, Enqueue::for_store(scope.store())).await?;
            let entry =
                Entry::new(Act::Create, entities::MEDIA, media.id).after(serde_json::json!({ "file_name": media.file_name }));
            journal::write(c, &scope, now, db::Topics::default(), entry).await?;
            Ok::<_, db::Error>(())
        })
        .await?;
    Ok(id)
}

/// Stores a CSV file, which only the store's own imports read.
pub(super) async fn add_file(app: &App, scope: &StoreScope, name: &str, bytes: Bytes) -> Result<MediaId, UploadError> {
    inspect::accept_csv(&bytes)?;
    let id: MediaId = app.env().id();
    let stored = format!("{id}.csv");
    let media = NewMedia {
        id,
        status: Status::Ready,
        file_name: shown_name(name, &stored),
        content_type: "text/csv",
        size_bytes: i64::try_from(bytes.len()).unwrap_or(i64::MAX),
        width: 0,
        height: 0,
        sha256: sha256(&bytes),
        name: stored.clone(),
        source_url: None,
    };
    app.blobs.put(&file_key(scope.store(), &stored), bytes).await?;
    let (scope, now) = (scope.clone(), app.env().now());
    app.db()
        .tx(async move |c| {
            store::insert(c, &scope, now, &media).await?;
            let entry =
                Entry::new(Act::Create, entities::MEDIA, media.id).after(serde_json::json!({ "file_name": media.file_name }));
            journal::write(c, &scope, now, db::Topics::default(), entry).await?;
            Ok::<_, db::Error>(())
        })
        .await?;
    Ok(id)
}

/// Name and bytes of a file that was uploaded with `POST file`.
///
/// # Errors
/// [`UploadError::NotFound`], or when a store fails.
pub async fn read_file(app: &App, scope: &StoreScope, id: MediaId) -> Result<(String, Bytes), UploadError> {
    let found =
        store::find(app.db().conn(), scope, id).await?.filter(|r| r.content_type == "text/csv").ok_or(UploadError::NotFound)?;
    let bytes = app.blobs.get(&file_key(scope.store(), &found.storage_key)).await?;
    Ok((found.file_name, bytes))
}

/// A picture's file name, which is never reused, and its bytes: of the smallest copy at least `width` pixels wide, else of the
/// original. None when it is not there.
///
/// # Errors
/// When a store fails.
pub async fn read_image(app: &App, scope: &StoreScope, id: MediaId, width: u32) -> Result<Option<(String, Bytes)>, UploadError> {
    let Some(view) = store::list_views(app.db().conn(), scope, &[id]).await?.pop() else { return Ok(None) };
    let Some(name) = view.at_least(width).rsplit('/').next() else { return Ok(None) };
    match app.blobs.get(&super::model::image_key(scope.store(), name)).await {
        Ok(bytes) => Ok(Some((name.to_owned(), bytes))),
        Err(gateways::BlobError::NotFound) => Ok(None),
        Err(e) => Err(e.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_name_is_only_a_label() {
        assert_eq!(shown_name("../../etc/passwd", "x"), "passwd");
        assert_eq!(shown_name("C:\\photos\\عطر.jpg", "x"), "عطر.jpg");
        assert_eq!(shown_name("a\u{202E}gpj.exe", "x"), "agpj.exe");
        assert_eq!(shown_name("\0\n", "x"), "x");
        assert_eq!(shown_name(&"ق".repeat(500), "x").chars().count(), 150);
    }
}
