//! Deletes pictures and files that are not used. What a page of the store shows cannot be deleted.

use kernel::{MediaId, StoreScope};
use serde_json::json;
use web::ApiError;
use web::message::Message;

use super::entities;
use super::model::{file_key, image_key};
use super::store::{self, Record};
use super::uses::MediaUsers;
use crate::App;
use crate::journal::{self, Act, Entry};

const IN_USE: Message = Message::new(
    "الصورة مستخدمة في المتجر. أزلها من مكانها أولًا أو استبدلها.",
    "This image is in use. Remove it from the store first, or replace it.",
);

/// Why a picture is not deleted.
pub(super) enum DeleteError {
    /// No such id in the store.
    NotFound,
    /// Something uses it.
    InUse,
    /// Of the database.
    Db(db::Error),
}

impl From<db::Error> for DeleteError {
    fn from(e: db::Error) -> Self {
        Self::Db(e)
    }
}

impl From<DeleteError> for ApiError {
    fn from(e: DeleteError) -> Self {
        match e {
            DeleteError::NotFound => Self::not_found(),
            DeleteError::InUse => Self::conflict("media_in_use", IN_USE),
            DeleteError::Db(e) => e.into(),
        }
    }
}

/// Deletes a picture or file that nothing uses, with its copies.
pub(super) async fn delete(app: &App, scope: &StoreScope, id: MediaId) -> Result<(), DeleteError> {
    let (of, now) = (scope.clone(), app.env().now());
    let users = app.ports.get::<MediaUsers>()?;
    let deleted: Record = app
        .db()
        .tx(async move |c| {
            let found = store::find(c, &of, id).await?.ok_or(DeleteError::NotFound)?;
            if !users.used(c, &of, now, &[id]).await?.is_empty() {
                return Err(DeleteError::InUse);
            }
            users.forget(c, &of, id).await?;
            store::delete(c, &of, id).await?;
            let entry = Entry::new(Act::Delete, entities::MEDIA, id).before(json!({ "file_name": found.file_name }));
            journal::write(c, &of, now, db::Topics::CATALOG, entry).await?;
            Ok(found)
        })
        .await?;
    // The row is deleted; a blob that cannot be deleted now only wastes space.
    let store = scope.store();
    let key =
        |name: &str| if deleted.content_type.starts_with("image/") { image_key(store, name) } else { file_key(store, name) };
    for name in names(&deleted) {
        if let Err(e) = app.blobs.delete(&key(&name)).await {
            tracing::warn!(error = %e, store.id = %store, media.id = %id, "blob of a deleted picture stays");
        }
    }
    Ok(())
}

/// Every file name of a picture.
pub(super) fn names(of: &Record) -> Vec<String> {
    let copies = of.variants.0.iter().flat_map(|s| std::iter::once(&s.name).chain(&s.avif));
    std::iter::once(&of.storage_key).chain(copies).cloned().collect()
}
