//! The columns of a record, listed once: what is selected, inserted, set and decoded follows from one list.
//!
//! ```ignore
//! db::record! {
//!     ProductDraft {
//!         product_type as word,
//!         name as json,
//!         regular_price,
//!         has_unlimited_qty = listing.has_unlimited_qty,
//!     }
//!     default { category_ids, image_ids }
//!     fn values<'v>(draft, scope: &StoreScope, id: ProductId, listing: Listing)
//!     keys { store_id = scope.store(), id = id }
//!     also { list_price = listing.list_price }
//! }
//! let sql = db::sql!("INSERT INTO products (", ProductDraft::WRITTEN, ", seq) VALUES (", ProductDraft::PLACEHOLDERS, ", 0)");
//! c.exec(sql, &values(draft, scope, id, listing).params()).await?;
//! ```
//!
//! Invariant: every text is a constant, so that `tests/statements.rs` reads the same list and prepares it on both engines.
//! To add a column: a line in the list of its record.

use crate::conn::Conn;
use crate::error::Result;
use crate::value::Param;

/// A type whose columns [`record!`](crate::record) lists. All texts are parts of a statement, joined by [`sql!`](crate::sql).
pub trait Record {
    /// `a, b`: the columns in the order in which a row is decoded.
    const READ: &'static str;
    /// `store_id, id, a, b, c`: keys, fields, and what is computed beside them.
    const WRITTEN: &'static str;
    /// `?1, ?2, ?3, ?4, ?5`: their values, as `values` binds them. The keys come first.
    const PLACEHOLDERS: &'static str;
    /// `a = ?3, b = ?4, c = ?5`: all but the keys.
    const SETS: &'static str;
    /// `a = excluded.a, b = excluded.b`: all but the keys, of a row that was there already.
    const EXCLUDED: &'static str;
}

/// The values of a record's written columns, in the order of [`Record::WRITTEN`].
#[derive(Default)]
pub struct Values<'v>(pub(crate) Vec<Box<dyn Param + Send + 'v>>);

impl<'v> Values<'v> {
    /// Adds the value of the next column.
    pub fn push(&mut self, value: impl Param + Send + 'v) {
        self.0.push(Box::new(value));
    }

    /// As a statement binds them.
    #[must_use]
    pub fn params(&self) -> Vec<&(dyn Param + '_)> {
        self.0.iter().map(|value| &**value as &dyn Param).collect()
    }
}

/// Inserts rows in one statement: `INSERT INTO t (...) VALUES `, a bracket a row, and what follows them.
///
/// # Errors
/// Of the engine.
pub async fn insert_rows(c: Conn<'_>, start: &'static str, rows: &[Values<'_>], end: &'static str) -> Result<u64> {
    let mut text = String::from(start);
    let mut params = Vec::new();
    for row in rows {
        text += if params.is_empty() { "(" } else { ", (" };
        for (n, value) in row.params().into_iter().enumerate() {
            params.push(value);
            text += if n == 0 { "?" } else { ", ?" };
            text += &params.len().to_string();
        }
        text += ")";
    }
    text += end;
    c.exec(&text, &params).await
}

impl std::fmt::Debug for Values<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Values").field(&self.0.len()).finish()
    }
}

/// How a list of columns is written.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub enum Style {
    /// `a, b`
    Names,
    /// `?1, ?2`
    Placeholders,
    /// `a = ?1, b = ?2`
    Sets,
    /// `a = excluded.a`
    Excluded,
}

/// Text that grows inside a constant. What is past `N` bytes is only counted: a first pass with none counts them.
struct Text<const N: usize> {
    bytes: [u8; N],
    len: usize,
}

impl<const N: usize> Text<N> {
    const fn add(mut self, text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            if self.len < N {
                self.bytes[self.len] = bytes[at];
            }
            self.len += 1;
            at += 1;
        }
        self
    }

    const fn placeholder(self, number: usize) -> Self {
        const DIGITS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
        let mut unit = 1;
        while number / unit >= 10 {
            unit *= 10;
        }
        let mut text = self.add("?");
        while unit > 0 {
            text = text.add(DIGITS[number / unit % 10]);
            unit /= 10;
        }
        text
    }
}

/// Columns in a style, placeholders counted from `first`; the bytes and how many there are.
#[doc(hidden)]
#[must_use]
pub const fn columns<const N: usize>(groups: &[&[&str]], style: Style, first: usize) -> ([u8; N], usize) {
    let mut text = Text { bytes: [0; N], len: 0 };
    let (mut group, mut number) = (0, first);
    while group < groups.len() {
        let mut column = 0;
        while column < groups[group].len() {
            if number > first {
                text = text.add(", ");
            }
            let name = groups[group][column];
            text = match style {
                Style::Names => text.add(name),
                Style::Placeholders => text.placeholder(number),
                Style::Sets => text.add(name).add(" = ").placeholder(number),
                Style::Excluded => text.add(name).add(" = excluded.").add(name),
            };
            number += 1;
            column += 1;
        }
        group += 1;
    }
    (text.bytes, text.len)
}

/// Parts of a text one after the other; the bytes and how many there are.
#[doc(hidden)]
#[must_use]
pub const fn joined<const N: usize>(parts: &[&str]) -> ([u8; N], usize) {
    let mut text = Text { bytes: [0; N], len: 0 };
    let mut part = 0;
    while part < parts.len() {
        text = text.add(parts[part]);
        part += 1;
    }
    (text.bytes, text.len)
}

/// How many columns stand in groups.
#[doc(hidden)]
#[must_use]
pub const fn count(groups: &[&[&str]]) -> usize {
    let (mut group, mut n) = (0, 0);
    while group < groups.len() {
        n += groups[group].len();
        group += 1;
    }
    n
}

/// The text of bytes that were written by the functions above.
#[doc(hidden)]
#[must_use]
pub const fn text(bytes: &'static [u8]) -> &'static str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => panic!("columns are words"),
    }
}

/// Joins constant parts of a statement, beside `use db::Record as _`: `sql!("SELECT ", Order::READ, " FROM orders WHERE store_id = ?1")`.
#[macro_export]
macro_rules! sql {
    ($($part:expr),* $(,)?) => {{
        const PARTS: &[&str] = &[$($part),*];
        const LENGTH: usize = $crate::record::joined::<0>(PARTS).1;
        const BYTES: [u8; LENGTH] = $crate::record::joined::<LENGTH>(PARTS).0;
        const TEXT: &str = $crate::record::text(&BYTES);
        TEXT
    }};
}

/// Declares the columns of a record; see [the module](self).
///
/// A line is `field`, then how it is stored: `as json`, `as word` (`as_str()` of a stored word), `as code` (`code()` of one), `as
/// key` (written among the keys), `as read` (written by statements of its own), or `field by reader { column = value }` for
/// columns that are one field; then `= value` where another value is written than the field.
#[macro_export]
macro_rules! record {
    (
        $record:ident $fields:tt
        $(default { $($other:ident),* $(,)? })?
        $(
            fn $values:ident<$life:lifetime>($this:ident $(, $arg:ident: $arg_type:ty)* $(,)?)
            keys { $($key:ident = $key_value:expr),* $(,)? }
            also { $($column:ident = $column_value:expr),* $(,)? }
        )?
    ) => {
        $crate::record!(@decode $record $fields [$($($other)*)?]);
        $crate::record!(@texts $record $fields [$($($key)*)?] [$($($column)*)?]);
        $(
            /// The values of `Record::WRITTEN`.
            fn $values<$life>($this: &$life $record $(, $arg: $arg_type)*) -> $crate::Values<$life> {
                let mut values = $crate::Values::default();
                $(values.push($key_value);)*
                $crate::record!(@push values $this $fields);
                $(values.push($column_value);)*
                values
            }
        )?
    };

    (@decode $record:ident {
        $($field:ident $(as $stored:ident)? $(by $reader:ident $parts:tt)? $(= $value:expr)?),* $(,)?
    } [$($other:ident)*]) => {
        impl $crate::FromRow for $record {
            fn from_row(row: &mut $crate::Row<'_>) -> $crate::Result<Self> {
                Ok(Self {
                    $($field: $crate::record!(@read row $($stored)? $(by $reader)?),)*
                    $($other: ::std::default::Default::default(),)*
                })
            }
        }
    };
    (@read $row:ident) => { $row.get()? };
    (@read $row:ident key) => { $row.get()? };
    (@read $row:ident read) => { $row.get()? };
    (@read $row:ident word) => { $row.get()? };
    (@read $row:ident code) => { $row.get()? };
    (@read $row:ident json) => { $row.get::<$crate::Json<_>>()?.0 };
    (@read $row:ident by $reader:ident) => { $reader($row)? };

    (@texts $record:ident {
        $($field:ident $(as $stored:ident)? $(by $reader:ident $parts:tt)? $(= $value:expr)?),* $(,)?
    } [$($key:ident)*] [$($column:ident)*]) => {
        const _: () = {
            use $crate::record::{Style, columns, count, text};
            const READ: &[&[&str]] = &[$($crate::record!(@names $field $($parts)?)),*];
            const KEYS: &[&str] = &[$(stringify!($key)),*];
            const WRITTEN: &[&[&str]] = &[KEYS, $($crate::record!(@written $field [$($stored)?] $($parts)?),)* &[$(stringify!($column)),*]];
            const CHANGED: &[&[&str]] = &[$($crate::record!(@written $field [$($stored)?] $($parts)?),)* &[$(stringify!($column)),*]];
            const AFTER_KEYS: usize = count(&[KEYS]) + 1;
            $crate::record!(@text READ_TEXT READ Names 1);
            $crate::record!(@text WRITTEN_TEXT WRITTEN Names 1);
            $crate::record!(@text PLACEHOLDERS_TEXT WRITTEN Placeholders 1);
            $crate::record!(@text SETS_TEXT CHANGED Sets AFTER_KEYS);
            $crate::record!(@text EXCLUDED_TEXT CHANGED Excluded 1);
            impl $crate::Record for $record {
                const READ: &'static str = READ_TEXT;
                const WRITTEN: &'static str = WRITTEN_TEXT;
                const PLACEHOLDERS: &'static str = PLACEHOLDERS_TEXT;
                const SETS: &'static str = SETS_TEXT;
                const EXCLUDED: &'static str = EXCLUDED_TEXT;
            }
        };
    };
    (@text $name:ident $groups:ident $style:ident $first:expr) => {
        const $name: &str = {
            const LENGTH: usize = columns::<0>($groups, Style::$style, $first).1;
            const BYTES: [u8; LENGTH] = columns::<LENGTH>($groups, Style::$style, $first).0;
            text(&BYTES)
        };
    };
    (@names $field:ident) => { &[stringify!($field)] };
    (@names $field:ident { $($part:ident = $value:expr),* $(,)? }) => { &[$(stringify!($part)),*] };
    (@written $field:ident [key]) => { &[] };
    (@written $field:ident [read]) => { &[] };
    (@written $field:ident [$($stored:ident)?] $($parts:tt)?) => { $crate::record!(@names $field $($parts)?) };

    (@push $values:ident $this:ident {
        $($field:ident $(as $stored:ident)? $(by $reader:ident $parts:tt)? $(= $value:expr)?),* $(,)?
    }) => {
        $($crate::record!(@value $values $this $field [$($stored)?] [$($value)?] $($parts)?);)*
    };
    (@value $values:ident $this:ident $field:ident [key] []) => {};
    (@value $values:ident $this:ident $field:ident [read] []) => {};
    (@value $values:ident $this:ident $field:ident [$($stored:ident)?] [$value:expr]) => { $values.push($value); };
    (@value $values:ident $this:ident $field:ident [] []) => { $values.push(&$this.$field); };
    (@value $values:ident $this:ident $field:ident [json] []) => { $values.push($crate::Json(&$this.$field)); };
    (@value $values:ident $this:ident $field:ident [word] []) => { $values.push($this.$field.as_str()); };
    (@value $values:ident $this:ident $field:ident [code] []) => { $values.push($this.$field.code()); };
    (@value $values:ident $this:ident $field:ident [] [] { $($part:ident = $part_value:expr),* $(,)? }) => {
        $($values.push($part_value);)*
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Value;
    use crate::{Result, Row};

    #[derive(Debug, Default, PartialEq)]
    struct Box3 {
        wide: i64,
        high: i64,
    }

    #[derive(Debug, Default)]
    struct Parcel {
        id: i64,
        name: String,
        labels: Vec<String>,
        size: Box3,
        weight: Option<i64>,
        events: Vec<i64>,
    }

    fn size(row: &mut Row<'_>) -> Result<Box3> {
        Ok(Box3 { wide: row.get()?, high: row.get()? })
    }

    crate::record! {
        Parcel {
            id as key,
            name,
            labels as json,
            size by size { wide = parcel.size.wide, high = parcel.size.high },
            weight = parcel.weight.map(|w| w * factor),
        }
        default { events }
        fn values<'v>(parcel, store: i64, factor: i64)
        keys { store_id = store, id = parcel.id }
        also { folded = parcel.name.to_lowercase() }
    }

    #[test]
    fn f13_texts_of_a_record_follow_from_its_list() {
        assert_eq!(Parcel::READ, "id, name, labels, wide, high, weight");
        assert_eq!(Parcel::WRITTEN, "store_id, id, name, labels, wide, high, weight, folded");
        assert_eq!(Parcel::PLACEHOLDERS, "?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8");
        assert_eq!(Parcel::SETS, "name = ?3, labels = ?4, wide = ?5, high = ?6, weight = ?7, folded = ?8");
        assert!(Parcel::EXCLUDED.starts_with("name = excluded.name, labels = excluded.labels"), "{}", Parcel::EXCLUDED);
        let sql: &'static str = sql!("SELECT ", Parcel::READ, " FROM parcels WHERE store_id = ?1");
        assert_eq!(sql, "SELECT id, name, labels, wide, high, weight FROM parcels WHERE store_id = ?1");
        let (eleven, length) = columns::<64>(&[&["a"; 11]], Style::Placeholders, 1);
        assert_eq!(&eleven[length - 10..length], b", ?10, ?11");
    }

    #[test]
    fn f13_values_are_bound_in_the_order_of_the_columns() {
        let parcel = Parcel {
            id: 7,
            name: "A".into(),
            labels: vec!["x".into()],
            size: Box3 { wide: 2, high: 3 },
            weight: Some(4),
            events: vec![],
        };
        let values = values(&parcel, 1, 10);
        let shown: Vec<String> = values
            .params()
            .iter()
            .map(|p| match p.value() {
                Value::Int(n) => n.to_string(),
                Value::Text(t) => t.into_owned(),
                other => format!("{other:?}"),
            })
            .collect();
        assert_eq!(shown, ["1", "7", "A", "[\"x\"]", "2", "3", "40", "a"]);
    }

    #[test]
    fn f13_a_row_is_decoded_by_the_same_list() {
        let c = rusqlite::Connection::open_in_memory().unwrap();
        let mut st = c.prepare("SELECT 7, 'A', '[\"x\"]', 2, 3, NULL").unwrap();
        let parcel = st
            .query_row([], |row| Ok(<Parcel as crate::FromRow>::from_row(&mut Row::new(crate::row::Raw::Lite(row)))))
            .unwrap()
            .unwrap();
        assert_eq!((parcel.id, parcel.labels.len(), parcel.size, parcel.weight), (7, 1, Box3 { wide: 2, high: 3 }, None));
        assert!(parcel.events.is_empty());
    }
}
