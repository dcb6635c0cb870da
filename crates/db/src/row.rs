//! Reading rows from left to right.

use crate::error::{Error, Result};
use crate::value::{Cell, Column};

pub(crate) enum Raw<'a> {
    Lite(&'a rusqlite::Row<'a>),
    Pg(&'a tokio_postgres::Row),
}

/// A row of either engine, read column by column.
pub struct Row<'a> {
    raw: Raw<'a>,
    next: usize,
}

impl<'a> Row<'a> {
    pub(crate) fn new(raw: Raw<'a>) -> Self {
        Self { raw, next: 0 }
    }

    /// The next column.
    ///
    /// # Errors
    /// When there is none, or it holds another type.
    pub fn get<T: Column>(&mut self) -> Result<T> {
        let at = self.next;
        self.next += 1;
        let cell = match self.raw {
            Raw::Lite(row) => Cell::Lite(row.get_ref(at)?),
            Raw::Pg(row) if at < row.len() => Cell::Pg(row, at),
            Raw::Pg(_) => return Err(Error::Column { column: at, reason: "no such column".into() }),
        };
        T::read(&cell).map_err(|reason| Error::Column { column: at, reason })
    }

    /// How many columns have been read; the statement test compares it with what the statement answers.
    #[must_use]
    pub fn columns_read(&self) -> usize {
        self.next
    }

    /// How many columns the row has.
    #[must_use]
    pub fn columns(&self) -> usize {
        match self.raw {
            Raw::Lite(row) => row.as_ref().column_count(),
            Raw::Pg(row) => row.len(),
        }
    }
}

/// Which rows of an answer are read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rows {
    All,
    First,
}

/// What is done with each row.
pub(crate) type Read<'r> = &'r mut (dyn FnMut(&mut Row<'_>) -> Result<()> + Send);

/// Passes a row to `read`, which reads all of it.
pub(crate) fn read_row(raw: Raw<'_>, sql: &str, read: Read<'_>) -> Result<()> {
    let mut row = Row::new(raw);
    read(&mut row)?;
    debug_assert_eq!(row.columns_read(), row.columns(), "not every column is read: {sql}");
    Ok(())
}

/// A type made of one row.
pub trait FromRow: Sized + Send {
    /// Reads it, left to right.
    ///
    /// # Errors
    /// When a column does not fit.
    fn from_row(row: &mut Row<'_>) -> Result<Self>;
}

/// `row!(OrderRow { id, number, status });` reads the fields in that order.
#[macro_export]
macro_rules! row {
    ($t:ident { $($f:ident),* $(,)? }) => {
        impl $crate::FromRow for $t {
            fn from_row(row: &mut $crate::Row<'_>) -> $crate::Result<Self> {
                Ok($t { $($f: row.get()?),* })
            }
        }
    };
}

macro_rules! single {
    ($($t:ty),*) => { $(impl FromRow for $t { fn from_row(row: &mut Row<'_>) -> Result<Self> { row.get() } })* };
}
single!(i64, bool, String, Vec<u8>, kernel::Millis, Option<i64>, Option<String>);

impl<K> FromRow for kernel::Id<K> {
    fn from_row(row: &mut Row<'_>) -> Result<Self> {
        row.get()
    }
}
impl<T: serde::de::DeserializeOwned + Send> FromRow for crate::Json<T> {
    fn from_row(row: &mut Row<'_>) -> Result<Self> {
        row.get()
    }
}

macro_rules! tuple {
    ($($t:ident)*) => {
        impl<$($t: Column + Send),*> FromRow for ($($t,)*) {
            fn from_row(row: &mut Row<'_>) -> Result<Self> { Ok(($(row.get::<$t>()?,)*)) }
        }
    };
}
tuple!(A B);
tuple!(A B C);
tuple!(A B C D);
tuple!(A B C D E);
tuple!(A B C D E F);
tuple!(A B C D E F G);
tuple!(A B C D E F G H);
