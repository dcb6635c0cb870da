//! The media library: a page of it, one picture of it, its storage use.

use std::collections::BTreeSet;

use db::{Conn, Result};
use kernel::{MediaId, Millis, Page, StoreScope};

use super::library_query::{Cursor, MediaFilter, Sort, Window};
use super::library_store::{self, LibraryRow};
use super::model::MediaView;
use super::store::view;
use super::uses::MediaUsers;
use crate::search;

/// A picture in the library.
pub(super) struct Item {
    pub(super) picture: MediaView,
    pub(super) content_type: String,
    pub(super) size_bytes: i64,
    pub(super) copies_bytes: i64,
    pub(super) created_at: Millis,
    pub(super) is_used: bool,
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
    let has_no_words = !filter.search.is_empty() && search::tokens([filter.search.as_str()]).is_empty();
    if has_no_words {
        return Ok(Page { items: Vec::new(), total: 0, is_total_capped: false, next_cursor: None });
    }
    let named = users.named(c, scope).await?;
    let mut rows = library_store::list(c, scope, (users, &named), now, filter, window).await?;
    let most = usize::try_from(window.limit).unwrap_or(usize::MAX);
    let has_more = rows.len() > most;
    rows.truncate(most);
    let next_cursor =
        rows.last().filter(|_| has_more).map(|last| cursor_of(last, window.sort).write(window.sort, window.is_descending));
    let cap = Page::<()>::COUNT_CAP;
    let n = library_store::count(c, scope, (users, &named), now, filter, cap + 1).await?;
    let ids: Vec<MediaId> = rows.iter().map(|r| r.record.id).collect();
    let used = users.used(c, scope, now, &ids).await?;
    let items = rows.into_iter().map(|row| item(scope, row, &used)).collect();
    Ok(Page { items, total: n.min(cap), is_total_capped: n > cap, next_cursor })
}

fn cursor_of(row: &LibraryRow, sort: Sort) -> Cursor {
    let key = match sort {
        Sort::CreatedAt => row.created_at.0,
        Sort::Size => row.size_bytes,
    };
    Cursor { key, id: row.record.id.raw() }
}

fn item(scope: &StoreScope, row: LibraryRow, used: &BTreeSet<MediaId>) -> Item {
    let LibraryRow { record, size_bytes, copies_bytes, created_at } = row;
    let (is_used, content_type) = (used.contains(&record.id), record.content_type.clone());
    Item { picture: view(scope, record), content_type, size_bytes, copies_bytes, created_at, is_used }
}

/// One picture in the library.
pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, users: &MediaUsers, now: Millis, id: MediaId) -> Result<Option<Item>> {
    let Some(row) = library_store::find(c, scope, id).await? else { return Ok(None) };
    let used = users.used(c, scope, now, &[id]).await?;
    Ok(Some(item(scope, row, &used)))
}

/// The storage use of the library.
pub(super) struct Weight {
    /// Pictures.
    pub(super) count: i64,
    /// Bytes, including copies.
    pub(super) bytes: i64,
    /// Pictures that nothing uses.
    pub(super) unused: i64,
    /// Their bytes.
    pub(super) unused_bytes: i64,
}

/// Computes the storage use of the library.
pub(super) async fn compute_usage(c: Conn<'_>, scope: &StoreScope, users: &MediaUsers, now: Millis) -> Result<Weight> {
    let (count, bytes) = library_store::count_all(c, scope).await?;
    let named = users.named(c, scope).await?;
    let (unused, unused_bytes) = library_store::count_unused(c, scope, (users, &named), now).await?;
    Ok(Weight { count, bytes, unused, unused_bytes })
}
