//! The pictures of an import that were not fetched yet.

use db::{Conn, Json};
use kernel::{ImportId, Page, ProductId, StoreScope, Texts};
use serde::Serialize;
use web::lang;

use super::order::enqueue;
use super::reasons::Reason;
use super::store::{self, ImageRow, ImageStatus};
use crate::entities;
use platform::App;
use platform::journal::{self, Act, Entry};

/// A picture that a file names and that was not fetched yet.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(in crate::import) struct ImportImageView {
    product_id: ProductId,
    /// The name of its product.
    product: Texts,
    /// Its URL in the file.
    url: String,
    status: ImageStatus,
    /// Why the last attempt failed, in the caller's language.
    reason: Option<String>,
    /// The number of attempts.
    attempts: i64,
    /// The time of the next attempt; null when it has failed for good.
    try_at: Option<String>,
}

/// A page of them, in the order of the products, with the count up to the cap.
pub(in crate::import) async fn list(
    c: Conn<'_>,
    scope: &StoreScope,
    import: ImportId,
    statuses: &[ImageStatus],
    (offset, limit): (i64, i64),
) -> db::Result<Page<ImportImageView>> {
    let cap = Page::<()>::COUNT_CAP;
    let total = store::count(c, scope, import, statuses, cap + 1).await?;
    let rows = store::list(c, scope, import, statuses, (offset, limit)).await?;
    let items = rows.into_iter().map(|row| view(row, lang::current())).collect();
    Ok(Page { items, total: total.min(cap), is_total_capped: total > cap, next_cursor: None })
}

fn view(row: ImageRow, lang: kernel::Lang) -> ImportImageView {
    let ImageRow { product_id, name: Json(product), url, status, error, attempts, try_at } = row;
    ImportImageView {
        product_id,
        product,
        url,
        status,
        reason: Reason::read(error.as_deref()).map(|reason| reason.get(lang).to_owned()),
        attempts,
        try_at: (status == ImageStatus::Waiting).then(|| try_at.rfc3339()),
    }
}

/// Retries failed pictures at once.
pub(in crate::import) async fn retry(app: &App, scope: &StoreScope, import: ImportId) -> db::Result<()> {
    let (env, scope) = (app.env().clone(), scope.clone());
    app.db()
        .tx(async move |c| {
            if store::retry(c, &scope, import, env.now()).await? {
                enqueue(c, &env, scope.store()).await?;
                let entry = Entry::new(Act::Update, entities::IMPORT, import).after(serde_json::json!({ "images": "retry" }));
                journal::write(c, &scope, env.now(), db::Topics::PROGRESS, entry).await?;
            }
            Ok(())
        })
        .await
}
