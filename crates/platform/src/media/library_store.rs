//! Every statement of the media library.

use std::collections::BTreeSet;

use db::{Conn, FromRow, Result, Row, Sql};
use kernel::{MediaId, Millis, PageRequest, StoreScope};

use super::library_query::{Cursor, MediaFilter, Window};
use super::store::Record;
use super::uses::{self, MediaUsers};
use crate::search;

/// A picture with its sizes in bytes.
pub(super) struct LibraryRow {
    pub(super) record: Record,
    pub(super) size_bytes: i64,
    pub(super) copies_bytes: i64,
    pub(super) created_at: Millis,
}

impl FromRow for LibraryRow {
    fn from_row(row: &mut Row<'_>) -> Result<Self> {
        let record = Record::from_row(row)?;
        Ok(Self { record, size_bytes: row.get()?, copies_bytes: row.get()?, created_at: row.get()? })
    }
}

const SELECT: &str = "SELECT id, status, file_name, content_type, width, height, storage_key, variants, alt, revision, size_bytes, \
     copies_bytes, created_at FROM media WHERE store_id = ";

/// The slices that use pictures, and the pictures named in documents.
pub(super) type Uses<'a> = (&'a MediaUsers, &'a BTreeSet<MediaId>);

fn narrow(filter: &MediaFilter, scope: &StoreScope, now: Millis, (users, named): Uses<'_>, mut sql: Sql) -> Sql {
    sql = sql.raw(" AND is_image");
    if filter.without_ar {
        sql = sql.raw(" AND NOT has_alt_ar");
    }
    if filter.without_en {
        sql = sql.raw(" AND NOT has_alt_en");
    }
    if !filter.types.is_empty() {
        sql = sql.list(" AND content_type IN ", filter.types.clone(), "");
    }
    for word in search::tokens([filter.search.as_str()]).into_iter().take(8) {
        sql = sql
            .arg(" AND id IN (SELECT t.subject_id FROM search_tokens t WHERE t.store_id = ?", scope.store())
            .arg(" AND t.subject = 'media' AND t.token >= ?", word.clone())
            .arg(" AND t.token < ?)", search::upper_bound(&word));
    }
    match filter.is_used {
        None => sql,
        Some(false) => users.only_unused(sql, uses::since(now), named),
        Some(true) => {
            let inner =
                sql.raw(" AND id NOT IN (SELECT id FROM media WHERE store_id = ").arg("?", scope.store()).raw(" AND is_image");
            users.only_unused(inner, uses::since(now), named).raw(")")
        }
    }
}

/// The rows of a page, and one more where there are more.
pub(super) async fn list(
    c: Conn<'_>,
    scope: &StoreScope,
    uses: Uses<'_>,
    now: Millis,
    filter: &MediaFilter,
    window: &Window,
) -> Result<Vec<LibraryRow>> {
    let Window { sort, is_descending, cursor, offset, limit } = window;
    let mut sql = narrow(filter, scope, now, uses, Sql::new(SELECT).arg("?", scope.store()));
    if let Some(Cursor { key, id }) = cursor {
        sql = sql.raw(" AND (").raw(sort.column()).raw(if *is_descending { ", id) < " } else { ", id) > " });
        sql = sql.arg("(?", *key).arg(", ?)", *id);
    }
    let direction = if *is_descending { " DESC" } else { "" };
    sql = sql.raw(" ORDER BY ").raw(sort.column()).raw(direction).raw(", id").raw(direction).arg(" LIMIT ?", *limit + 1);
    if cursor.is_none() {
        sql = sql.arg(" OFFSET ?", (*offset).clamp(0, PageRequest::MAX_OFFSET));
    }
    sql.all(c).await
}

/// How many pictures match the filter, counted up to `most`.
pub(super) async fn count(
    c: Conn<'_>,
    scope: &StoreScope,
    uses: Uses<'_>,
    now: Millis,
    filter: &MediaFilter,
    most: i64,
) -> Result<i64> {
    let start = Sql::new("SELECT COUNT(*) FROM (SELECT id FROM media WHERE store_id = ").arg("?", scope.store());
    narrow(filter, scope, now, uses, start).arg(" LIMIT ?) AS counted", most).one(c).await
}

pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, id: MediaId) -> Result<Option<LibraryRow>> {
    Sql::new(SELECT).arg("?", scope.store()).arg(" AND id = ?", id).raw(" AND is_image").opt_row(c).await
}

const SUM: &str = "SELECT COUNT(*), CAST(COALESCE(SUM(size_bytes + copies_bytes), 0) AS BIGINT) FROM media WHERE store_id = ";

/// How many pictures there are, and their bytes; an index-only read.
pub(super) async fn count_all(c: Conn<'_>, scope: &StoreScope) -> Result<(i64, i64)> {
    Sql::new(SUM).arg("?", scope.store()).raw(" AND is_image").one(c).await
}

/// As [`count_all`], of the pictures that nothing uses.
pub(super) async fn count_unused(c: Conn<'_>, scope: &StoreScope, (users, named): Uses<'_>, now: Millis) -> Result<(i64, i64)> {
    let sql = Sql::new(SUM).arg("?", scope.store()).raw(" AND is_image");
    users.only_unused(sql, uses::since(now), named).one(c).await
}
