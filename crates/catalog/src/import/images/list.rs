//! The pictures of an import that are not here yet.

use db::{Conn, Json, Sql, p, row};
use kernel::{ImportId, Millis, Page, ProductId, StoreScope, Texts};
use serde::Serialize;
use web::lang;

use super::enqueue;
use super::reasons::Reason;
use platform::App;
use platform::journal::{self, Act, Entry, entity};

/// Where a picture that is not here yet is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub(in crate::import) enum ImageStatus {
    /// It is tried, or tried again at `try_at`.
    Waiting,
    /// It was given up.
    Failed,
}

impl ImageStatus {
    const ALL: [Self; 2] = [Self::Waiting, Self::Failed];

    const fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Failed => "failed",
        }
    }

    pub(in crate::import) fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == word)
    }
}

db::stored_words! {
    ImageStatus, "import_images" "status";
}

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

struct Row {
    product_id: ProductId,
    name: Json<Texts>,
    url: String,
    status: ImageStatus,
    error: Option<String>,
    attempts: i64,
    try_at: Millis,
}
row!(Row { product_id, name, url, status, error, attempts, try_at });

/// A page of them, in the order of the products; all counted up to the cap.
pub(in crate::import) async fn list(
    c: Conn<'_>,
    scope: &StoreScope,
    import: ImportId,
    statuses: &[ImageStatus],
    (offset, limit): (i64, i64),
) -> db::Result<Page<ImportImageView>> {
    let words: Vec<&'static str> = statuses.iter().map(|status| status.as_str()).collect();
    // Asked for all of them, one of a status that nobody knows is not left out: it cannot be read.
    let of = |sql: Sql| {
        if words.is_empty() { sql.raw(" AND i.status <> 'done'") } else { sql.list(" AND i.status IN ", words.clone(), "") }
    };
    let cap = Page::<()>::COUNT_CAP;
    let total = Sql::new("SELECT COUNT(*) FROM (SELECT i.url FROM import_images i WHERE i.store_id = ")
        .arg("?", scope.store())
        .arg(" AND i.import_id = ?", import);
    let total: i64 = of(total).arg(" LIMIT ?) AS counted", cap + 1).one(c).await?;
    let rows = Sql::new(
        "SELECT i.product_id, p.name, i.url, i.status, i.error, i.attempts, i.try_at FROM import_images i \
         JOIN products p ON p.store_id = i.store_id AND p.id = i.product_id WHERE i.store_id = ",
    )
    .arg("?", scope.store())
    .arg(" AND i.import_id = ?", import);
    let rows: Vec<Row> =
        of(rows).arg(" ORDER BY i.status, i.product_id, i.url LIMIT ?", limit).arg(" OFFSET ?", offset).all(c).await?;
    let items = rows.into_iter().map(|row| view(row, lang::current())).collect();
    Ok(Page { items, total: total.min(cap), is_total_capped: total > cap, next_cursor: None })
}

fn view(row: Row, lang: kernel::Lang) -> ImportImageView {
    let Row { product_id, name: Json(product), url, status, error, attempts, try_at } = row;
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
            let sql = "UPDATE import_images SET status = 'waiting', attempts = 0, error = NULL, try_at = ?3 \
                       WHERE store_id = ?1 AND import_id = ?2 AND status = 'failed'";
            if c.exec(sql, p![scope.store(), import, env.now()]).await? > 0 {
                enqueue(c, &env, scope.store()).await?;
                let entry = Entry::new(Act::Update, entity::IMPORT, import).after(serde_json::json!({ "images": "retry" }));
                journal::write(c, &scope, env.now(), db::Topics::PROGRESS, entry).await?;
            }
            Ok(())
        })
        .await
}
