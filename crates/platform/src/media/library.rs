//! The media library's list: what is asked of it, and every SQL statement that answers.

use std::collections::BTreeSet;

use db::{Conn, Json, Result, Sql, row};
use kernel::{MediaId, Millis, Page, PageRequest, StoreScope, Texts};

use super::model::{MediaView, Size, Status};
use super::store::{Record, view};
use super::uses::{self, MediaUsers};
use crate::search;

/// What the list is sorted by; each has an index that ends in the id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Sort {
    /// When it was uploaded.
    #[default]
    CreatedAt,
    /// Bytes of the original.
    Size,
}

impl Sort {
    pub(super) const WORDS: &'static [&'static str] = &["created_at", "size"];

    pub(super) fn parse(word: &str) -> Option<Self> {
        match word {
            "created_at" => Some(Self::CreatedAt),
            "size" => Some(Self::Size),
            _ => None,
        }
    }

    const fn column(self) -> &'static str {
        match self {
            Self::CreatedAt => "created_at",
            Self::Size => "size_bytes",
        }
    }
}

/// Which pictures; nothing set means all of them.
#[derive(Debug, Clone, Default)]
pub(super) struct MediaFilter {
    /// Words, folded; each must begin a word of the file's name or of what the picture shows.
    pub(super) search: String,
    /// Something uses it, or nothing does.
    pub(super) is_used: Option<bool>,
    /// Nothing is said of it in this language.
    pub(super) without_ar: bool,
    /// As [`MediaFilter::without_ar`].
    pub(super) without_en: bool,
    /// Content types.
    pub(super) types: Vec<&'static str>,
}

/// Where a page stands.
#[derive(Debug, Clone, Default)]
pub(super) struct Window {
    pub(super) sort: Sort,
    pub(super) is_descending: bool,
    pub(super) cursor: Option<Cursor>,
    pub(super) offset: i64,
    pub(super) limit: i64,
}

/// The last row of the page before, and the order it belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cursor {
    key: i64,
    id: i64,
}

impl Cursor {
    /// Reads a cursor of the same order.
    pub(super) fn parse(text: &str, sort: Sort, is_descending: bool) -> Option<Self> {
        let mut parts = text.split('~');
        let (column, down) = (parts.next()?, parts.next()?);
        let (key, id) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        let is_own = column == sort.column() && (down == "d") == is_descending && parts.next().is_none();
        is_own.then_some(Self { key, id })
    }

    fn write(sort: Sort, is_descending: bool, row: &Row) -> String {
        let key = match sort {
            Sort::CreatedAt => row.created_at.0,
            Sort::Size => row.size_bytes,
        };
        format!("{}~{}~{key}~{}", sort.column(), if is_descending { "d" } else { "u" }, row.id.raw())
    }
}

struct Row {
    id: MediaId,
    status: Status,
    file_name: String,
    content_type: String,
    width: i64,
    height: i64,
    storage_key: String,
    variants: Json<Vec<Size>>,
    alt: Json<Texts>,
    revision: i64,
    size_bytes: i64,
    copies_bytes: i64,
    created_at: Millis,
}
row!(Row {
    id,
    status,
    file_name,
    content_type,
    width,
    height,
    storage_key,
    variants,
    alt,
    revision,
    size_bytes,
    copies_bytes,
    created_at,
});

const SELECT: &str = "SELECT id, status, file_name, content_type, width, height, storage_key, variants, alt, revision, size_bytes, \
     copies_bytes, created_at FROM media WHERE store_id = ";

/// A picture in the library.
pub(super) struct Item {
    pub(super) picture: MediaView,
    pub(super) content_type: String,
    pub(super) size_bytes: i64,
    pub(super) copies_bytes: i64,
    pub(super) created_at: Millis,
    pub(super) is_used: bool,
}

/// Who shows pictures, and which of them documents name.
type Uses<'a> = (&'a MediaUsers, &'a BTreeSet<MediaId>);

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

/// A page of the library.
pub(super) async fn page(
    c: Conn<'_>,
    scope: &StoreScope,
    users: &MediaUsers,
    now: Millis,
    filter: &MediaFilter,
    window: &Window,
) -> Result<Page<Item>> {
    let Window { sort, is_descending, cursor, offset, limit } = window;
    let has_no_words = !filter.search.is_empty() && search::tokens([filter.search.as_str()]).is_empty();
    if has_no_words {
        return Ok(Page { items: Vec::new(), total: 0, is_total_capped: false, next_cursor: None });
    }
    let named = users.named(c, scope).await?;
    let mut sql = narrow(filter, scope, now, (users, &named), Sql::new(SELECT).arg("?", scope.store()));
    if let Some(Cursor { key, id }) = cursor {
        sql = sql.raw(" AND (").raw(sort.column()).raw(if *is_descending { ", id) < " } else { ", id) > " });
        sql = sql.arg("(?", *key).arg(", ?)", *id);
    }
    let direction = if *is_descending { " DESC" } else { "" };
    sql = sql.raw(" ORDER BY ").raw(sort.column()).raw(direction).raw(", id").raw(direction).arg(" LIMIT ?", *limit + 1);
    if cursor.is_none() {
        sql = sql.arg(" OFFSET ?", (*offset).clamp(0, PageRequest::MAX_OFFSET));
    }
    let mut rows: Vec<Row> = sql.all(c).await?;
    let most = usize::try_from(*limit).unwrap_or(usize::MAX);
    let has_more = rows.len() > most;
    rows.truncate(most);
    let next_cursor = rows.last().filter(|_| has_more).map(|last| Cursor::write(*sort, *is_descending, last));
    let cap = Page::<()>::COUNT_CAP;
    let start = Sql::new("SELECT COUNT(*) FROM (SELECT id FROM media WHERE store_id = ").arg("?", scope.store());
    let n: i64 = narrow(filter, scope, now, (users, &named), start).arg(" LIMIT ?) AS counted", cap + 1).one(c).await?;
    let ids: Vec<MediaId> = rows.iter().map(|r| r.id).collect();
    let used = users.used(c, scope, now, &ids).await?;
    let items = rows.into_iter().map(|row| item(scope, row, &used)).collect();
    Ok(Page { items, total: n.min(cap), is_total_capped: n > cap, next_cursor })
}

fn item(scope: &StoreScope, row: Row, used: &BTreeSet<MediaId>) -> Item {
    let Row {
        id,
        status,
        file_name,
        content_type,
        width,
        height,
        storage_key,
        variants,
        alt,
        revision,
        size_bytes,
        copies_bytes,
        created_at,
    } = row;
    let kind = content_type.clone();
    let record = Record { id, status, file_name, content_type, width, height, storage_key, variants, alt, revision };
    Item { is_used: used.contains(&id), picture: view(scope, record), content_type: kind, size_bytes, copies_bytes, created_at }
}

/// One picture as the library shows it.
pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, users: &MediaUsers, now: Millis, id: MediaId) -> Result<Option<Item>> {
    let row: Option<Row> =
        Sql::new(SELECT).arg("?", scope.store()).arg(" AND id = ?", id).raw(" AND is_image").opt_row(c).await?;
    let Some(row) = row else { return Ok(None) };
    let used = users.used(c, scope, now, &[id]).await?;
    Ok(Some(item(scope, row, &used)))
}

/// What the library weighs.
pub(super) struct Weight {
    /// Pictures.
    pub(super) count: i64,
    /// Bytes, copies among them.
    pub(super) bytes: i64,
    /// Pictures that nothing uses.
    pub(super) unused: i64,
    /// Their bytes.
    pub(super) unused_bytes: i64,
}

/// What the library weighs, read from an index that holds the numbers.
pub(super) async fn weigh(c: Conn<'_>, scope: &StoreScope, users: &MediaUsers, now: Millis) -> Result<Weight> {
    const SUM: &str = "SELECT COUNT(*), CAST(COALESCE(SUM(size_bytes + copies_bytes), 0) AS BIGINT) FROM media WHERE store_id = ";
    let (count, bytes): (i64, i64) = Sql::new(SUM).arg("?", scope.store()).raw(" AND is_image").one(c).await?;
    let named = users.named(c, scope).await?;
    let free = Sql::new(SUM).arg("?", scope.store()).raw(" AND is_image");
    let (unused, unused_bytes): (i64, i64) = users.only_unused(free, uses::since(now), &named).one(c).await?;
    Ok(Weight { count, bytes, unused, unused_bytes })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_belongs_to_its_order() {
        let text = "size_bytes~d~120~7";
        assert_eq!(Cursor::parse(text, Sort::Size, true), Some(Cursor { key: 120, id: 7 }));
        assert_eq!(Cursor::parse(text, Sort::Size, false), None);
        assert_eq!(Cursor::parse(text, Sort::CreatedAt, true), None);
        for bad in ["", "size_bytes~d~x~7", "size_bytes~d~1", "size_bytes~d~1~2~3"] {
            assert_eq!(Cursor::parse(bad, Sort::Size, true), None, "{bad}");
        }
    }
}
