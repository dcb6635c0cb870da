//! The pictures of an import that are not here yet.

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

/// A picture that a file names and that is not here yet.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(in crate::import) struct ImportImageView {
    product_id: ProductId,
    /// Its name.
    product: Texts,
    /// Where the file says it is.
    url: String,
    status: ImageStatus,
    /// Why it did not come so far, in the caller's language.
    reason: Option<String>,
    /// How often it was tried.
    attempts: i64,
    /// When it is tried next; null of one that was given up.
    try_at: Option<String>,
}

/// A page of them, in the order of the products; all counted up to the cap.
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

/// Tries what was given up again, at once.
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
