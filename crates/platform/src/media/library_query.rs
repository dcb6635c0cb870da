//! The query of the media library's list: filters, sort order, window.

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

    pub(super) const fn column(self) -> &'static str {
        match self {
            Self::CreatedAt => "created_at",
            Self::Size => "size_bytes",
        }
    }
}

/// The filters; none set means all pictures.
#[derive(Debug, Clone, Default)]
pub(super) struct MediaFilter {
    /// Folded words; each must begin a word of the file name or the alternative text.
    pub(super) search: String,
    /// Whether something uses it.
    pub(super) is_used: Option<bool>,
    /// Without alternative text in this language.
    pub(super) without_ar: bool,
    /// As [`MediaFilter::without_ar`].
    pub(super) without_en: bool,
    /// Content types.
    pub(super) types: Vec<&'static str>,
}

/// The window of a page.
#[derive(Debug, Clone, Default)]
pub(super) struct Window {
    pub(super) sort: Sort,
    pub(super) is_descending: bool,
    pub(super) cursor: Option<Cursor>,
    pub(super) offset: i64,
    pub(super) limit: i64,
}

/// The keyset cursor: the last row of the previous page, and its sort order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cursor {
    pub(super) key: i64,
    pub(super) id: i64,
}

impl Cursor {
    /// Parses a cursor of the same sort order.
    pub(super) fn parse(text: &str, sort: Sort, is_descending: bool) -> Option<Self> {
        let mut parts = text.split('~');
        let (column, down) = (parts.next()?, parts.next()?);
        let (key, id) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        let is_own = column == sort.column() && (down == "d") == is_descending && parts.next().is_none();
        is_own.then_some(Self { key, id })
    }

    /// The cursor of a row in a sort order.
    pub(super) fn write(self, sort: Sort, is_descending: bool) -> String {
        let Self { key, id } = self;
        format!("{}~{}~{key}~{id}", sort.column(), if is_descending { "d" } else { "u" })
    }
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
