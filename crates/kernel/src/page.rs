//! Paging: page numbers for people, a keyset underneath (decisions §4, data-layer rule 3).

/// The page that a client requested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageRequest {
    /// From 1.
    pub page: i64,
    /// 20 by default, 100 at most.
    pub per_page: i64,
    /// Start of the page, when the client sends a cursor of an earlier answer.
    pub cursor: Option<String>,
}

impl PageRequest {
    /// Page size when none is asked for.
    pub const DEFAULT: i64 = 20;
    /// The largest page.
    pub const MAX: i64 = 100;
    /// The highest number of a page: no list is longer.
    pub const MAX_PAGE: i64 = 1_000_000_000;
    /// OFFSET never goes past this many rows; deeper pages need a cursor.
    pub const MAX_OFFSET: i64 = 1_000;
}

impl Default for PageRequest {
    fn default() -> Self {
        Self { page: 1, per_page: Self::DEFAULT, cursor: None }
    }
}

/// One page of rows.
#[derive(Debug, Clone)]
pub struct Page<T> {
    /// The rows.
    pub items: Vec<T>,
    /// Rows in all, counted up to [`Page::COUNT_CAP`].
    pub total: i64,
    /// True when there are more rows than were counted ("1000+").
    pub is_total_capped: bool,
    /// Start of the next page, where there is one.
    pub next_cursor: Option<String>,
}

impl<T> Page<T> {
    /// Counts stop here where no stored counter has the number.
    pub const COUNT_CAP: i64 = 1_000;

    /// The same page with `show` applied to each row.
    #[must_use]
    pub fn map<U>(self, show: impl FnMut(T) -> U) -> Page<U> {
        let Self { items, total, is_total_capped, next_cursor } = self;
        Page { items: items.into_iter().map(show).collect(), total, is_total_capped, next_cursor }
    }
}
