//! Keyset paging beneath page numbers (data-layer rule 3), for lists sorted by one column and the id.

use crate::message::common;
use crate::{ApiError, ListQuery};
use db::Sql;
use kernel::{Page, PageRequest};

/// A sort direction as fixed SQL.
#[derive(Debug, Clone, Copy)]
pub struct Sorted {
    /// ` ORDER BY created_at DESC, id DESC`.
    pub order: &'static str,
    /// ` AND (created_at, id) < (?`.
    pub after: &'static str,
}

/// `(ascending, descending)` of a column, perhaps behind an alias: `sorted!("created_at")`.
#[macro_export]
macro_rules! sorted {
    ($column:literal, $id:literal) => {
        (
            $crate::keyset::Sorted {
                order: concat!(" ORDER BY ", $column, ", ", $id),
                after: concat!(" AND (", $column, ", ", $id, ") > (?"),
            },
            $crate::keyset::Sorted {
                order: concat!(" ORDER BY ", $column, " DESC, ", $id, " DESC"),
                after: concat!(" AND (", $column, ", ", $id, ") < (?"),
            },
        )
    };
}

/// A value of the sorted column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Key {
    /// Times, amounts, counts.
    Int(i64),
    /// Folded names.
    Text(String),
}

/// A keyset cursor: the last row of the previous page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor {
    /// That row's value in the sorted column.
    pub key: Key,
    /// The raw id of that row: the tie-breaker among equal values.
    pub id: i64,
}

impl Cursor {
    /// Reads `next_cursor` of an earlier answer.
    ///
    /// # Errors
    /// 422 for a cursor that is none.
    pub fn read(query: &ListQuery, is_text: bool) -> Result<Option<Self>, ApiError> {
        let Some(text) = &query.page.cursor else { return Ok(None) };
        let bad = || ApiError::field("cursor", common::NOT_A_CHOICE);
        let (id, key) = text.split_once('.').ok_or_else(bad)?;
        let id = id.parse().map_err(|_| bad())?;
        let key = if is_text { Key::Text(key.to_owned()) } else { Key::Int(key.parse().map_err(|_| bad())?) };
        Ok(Some(Self { key, id }))
    }

    /// Parses the text of a cursor over a numeric column; none when it is no cursor.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (id, key) = text.split_once('.')?;
        Some(Self { key: Key::Int(key.parse().ok()?), id: id.parse().ok()? })
    }

    /// The text of a cursor, for clients.
    #[must_use]
    pub fn write(key: &Key, id: i64) -> String {
        match key {
            Key::Int(n) => format!("{id}.{n}"),
            Key::Text(t) => format!("{id}.{t}"),
        }
    }
}

/// Where in the list to read.
#[derive(Debug, Clone)]
pub struct Window {
    /// The sort order of the list, and its condition for the rows after a cursor.
    pub sorted: Sorted,
    /// The last row of the previous page; none reads from the beginning and skips `offset` rows.
    pub cursor: Option<Cursor>,
    /// Rows of a page; [`Window::limit`] reads one more.
    pub per_page: i64,
    /// Rows skipped before the page; 0 with a cursor.
    pub offset: i64,
}

impl Window {
    /// The window of a list call.
    ///
    /// # Errors
    /// 422 for a cursor that is none.
    pub fn from_query(query: &ListQuery, both: (Sorted, Sorted), is_text: bool) -> Result<Self, ApiError> {
        let cursor = Cursor::read(query, is_text)?;
        let offset = if cursor.is_some() { 0 } else { query.offset() };
        let sorted = if query.is_descending { both.1 } else { both.0 };
        Ok(Self { sorted, cursor, per_page: query.page.per_page, offset })
    }

    /// Adds the cursor's condition.
    #[must_use]
    pub fn after(&self, sql: Sql) -> Sql {
        match &self.cursor {
            Some(Cursor { key: Key::Int(n), id }) => sql.arg(self.sorted.after, *n).arg(", ?)", *id),
            Some(Cursor { key: Key::Text(t), id }) => sql.arg(self.sorted.after, t.clone()).arg(", ?)", *id),
            None => sql,
        }
    }

    /// Adds order and limits; one row more than a page shows whether there is another.
    #[must_use]
    pub fn limit(&self, sql: Sql) -> Sql {
        sql.raw(self.sorted.order).arg(" LIMIT ?", self.per_page + 1).arg(" OFFSET ?", self.offset)
    }

    /// As [`Window::limit`] without skipping, for one branch of a union: rows up to the end of the page.
    #[must_use]
    pub fn limit_branch(&self, sql: Sql) -> Sql {
        sql.raw(self.sorted.order).arg(" LIMIT ?", self.offset + self.per_page + 1)
    }

    /// The page of rows read with [`Window::limit`].
    pub fn page<T>(&self, mut items: Vec<T>, (total, is_total_capped): (i64, bool), key: impl Fn(&T) -> (Key, i64)) -> Page<T> {
        let most = usize::try_from(self.per_page).unwrap_or(usize::MAX);
        let has_more = items.len() > most;
        items.truncate(most);
        let next_cursor = if has_more { items.last().map(&key).map(|(key, id)| Cursor::write(&key, id)) } else { None };
        Page { items, total, is_total_capped, next_cursor }
    }
}

/// A count that stopped at the cap plus one, as the list answers it.
#[must_use]
pub fn capped(n: i64) -> (i64, bool) {
    let cap = Page::<()>::COUNT_CAP;
    (n.min(cap), n > cap)
}

/// The most rows a capped count looks at.
pub const COUNTED: i64 = Page::<()>::COUNT_CAP + 1;

const _: () = assert!(PageRequest::MAX_OFFSET == 1_000);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gc_01_a_cursor_is_read_back() {
        let query = |cursor: &str| {
            let mut query = ListQuery::default();
            query.page.cursor = Some(cursor.into());
            query
        };
        let text = Cursor::write(&Key::Text("ساره.علي".into()), 7);
        assert_eq!(Cursor::read(&query(&text), true).unwrap(), Some(Cursor { key: Key::Text("ساره.علي".into()), id: 7 }));
        assert_eq!(
            Cursor::read(&query(&Cursor::write(&Key::Int(-5), 7)), false).unwrap(),
            Some(Cursor { key: Key::Int(-5), id: 7 })
        );
        assert!(Cursor::read(&query("x"), false).is_err() && Cursor::read(&query("7.x"), false).is_err());
    }
}
