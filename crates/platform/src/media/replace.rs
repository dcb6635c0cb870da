//! Replaces a picture: its id stays, so everything that shows it shows the new one, under new URLs.

use bytes::Bytes;
use jobs::Enqueue;
use kernel::{MediaId, StoreScope};
use serde_json::json;
use web::ApiError;
use web::message::Message;

use super::entities;
use super::inspect::{self, Kind, Purpose};
use super::jobs::{MakeImageSizesJob, OLD_IMAGES_STAY, RemoveOldImagesJob};
use super::model::{Status, image_key, stem};
use super::remove;
use super::store::{self, NewMedia};
use super::upload::{UploadError, sha256, shown_name};
use super::uses::{MediaUsers, UseKind};
use crate::App;
use crate::journal::{self, Act, Entry};

const BUSY: Message = Message::new(
    "استبدل شخص آخر هذه الصورة الآن. حدّث الصفحة وأعد المحاولة.",
    "Someone else just replaced this image. Refresh and try again.",
);
const NOT_FOR_PRODUCTS: Message = Message::new(
    "هذه صورة منتج، وصور المنتجات jpg أو png فقط.",
    "This image belongs to a product, and product images are .jpg or .png only.",
);

/// Replaces a picture. A product's picture must stay in a format that products accept (PR-04).
pub(super) async fn replace(app: &App, scope: &StoreScope, id: MediaId, name: &str, bytes: Bytes) -> Result<(), ApiError> {
    let c = app.db().conn();
    let before =
        store::find(c, scope, id).await?.filter(|r| r.content_type.starts_with("image/")).ok_or_else(ApiError::not_found)?;
    let uses = app.ports.get::<MediaUsers>()?.find(c, scope, app.env().now(), id).await?;
    let is_of_product = uses.iter().any(|u| matches!(u.kind, UseKind::Product | UseKind::Variant));
    let purpose = if is_of_product { Purpose::Product } else { Purpose::Any };
    let accepted = tokio::task::spawn_blocking(move || inspect::accept(&bytes, purpose)).await.map_err(UploadError::from)?;
    let accepted = accepted.map_err(UploadError::from)?;
    let kind = accepted.kind;
    if is_of_product && !matches!(kind, Kind::Jpeg | Kind::Png) {
        return Err(ApiError::field("media", NOT_FOR_PRODUCTS));
    }
    let stored = format!("{}.{}", stem(id, before.revision + 1), kind.extension());
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
        source_url: None,
    };
    app.blobs.put(&image_key(scope.store(), &stored), accepted.bytes.into()).await.map_err(UploadError::from)?;
    let (env, scope, now) = (app.env().clone(), scope.clone(), app.env().now());
    app.db()
        .tx(async move |c| {
            if !store::replace(c, &scope, before.revision, &media).await? {
                return Err(ApiError::conflict("media_replaced", BUSY));
            }
            store::set_search_words(c, &scope, id, &media.file_name, &before.alt.0).await?;
            jobs::enqueue(c, &env, &MakeImageSizesJob { store: scope.store(), media: id }, Enqueue::for_store(scope.store()))
                .await?;
            let old = RemoveOldImagesJob { store: scope.store(), names: remove::names(&before) };
            let delayed = Enqueue { run_at: Some(now.plus(OLD_IMAGES_STAY)), ..Enqueue::for_store(scope.store()) };
            jobs::enqueue(c, &env, &old, delayed).await?;
            let entry = Entry::new(Act::Update, entities::MEDIA, id)
                .before(json!({ "file_name": before.file_name, "revision": before.revision }))
                .after(json!({ "file_name": media.file_name, "revision": before.revision + 1, "name": media.file_name }));
            journal::write(c, &scope, now, db::Topics::CATALOG.and(db::Topics::STOREFRONT), entry).await?;
            Ok::<_, ApiError>(())
        })
        .await
}
