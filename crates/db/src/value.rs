//! Values that travel to and from both engines.

use bytes::BytesMut;
use kernel::{Id, Millis};
use rusqlite::types as lite;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio_postgres::types as pg;

use crate::error::{Error, Result};

/// One bound value. Integers are always 64 bits; JSON documents travel as text.
#[derive(Debug, Clone)]
pub enum Value<'a> {
    /// NULL.
    Null,
    /// BIGINT.
    Int(i64),
    /// BOOLEAN.
    Bool(bool),
    /// TEXT.
    Text(std::borrow::Cow<'a, str>),
    /// BYTEA / BLOB.
    Bytes(&'a [u8]),
}

/// Something that can be bound to a `?1`.
pub trait Param: Sync {
    /// Its value.
    fn value(&self) -> Value<'_>;
    /// Its type, for NULLs on PostgreSQL without prepared statements.
    fn kind(&self) -> pg::Type;
}

/// Bound values, made by [`crate::p!`].
pub type Params<'a> = &'a [&'a (dyn Param + 'a)];

/// Parameters from left to right: `p![store, id, name]`.
#[macro_export]
macro_rules! p {
    ($($e:expr),* $(,)?) => { &[$(&$e as &dyn $crate::Param),*] };
}

macro_rules! param {
    ($t:ty, $pg:ident, |$v:ident| $e:expr) => {
        impl Param for $t {
            fn value(&self) -> Value<'_> {
                let $v = self;
                $e
            }
            fn kind(&self) -> pg::Type {
                pg::Type::$pg
            }
        }
    };
}
param!(i64, INT8, |v| Value::Int(*v));
param!(bool, BOOL, |v| Value::Bool(*v));
param!(str, TEXT, |v| Value::Text(v.into()));
param!(String, TEXT, |v| Value::Text(v.as_str().into()));
param!(std::borrow::Cow<'_, str>, TEXT, |v| Value::Text((&**v).into()));
param!([u8], BYTEA, |v| Value::Bytes(v));
param!(Vec<u8>, BYTEA, |v| Value::Bytes(v));
param!(Millis, INT8, |v| Value::Int(v.0));

impl<K> Param for Id<K> {
    fn value(&self) -> Value<'_> {
        Value::Int(self.raw())
    }
    fn kind(&self) -> pg::Type {
        pg::Type::INT8
    }
}
impl<T: Param + ?Sized> Param for &T {
    fn value(&self) -> Value<'_> {
        (**self).value()
    }
    fn kind(&self) -> pg::Type {
        (**self).kind()
    }
}
impl<T: Param + Kinded> Param for Option<T> {
    fn value(&self) -> Value<'_> {
        self.as_ref().map_or(Value::Null, Param::value)
    }
    fn kind(&self) -> pg::Type {
        T::PG.clone()
    }
}

/// A type whose PostgreSQL type is known without a value.
pub trait Kinded {
    /// That type.
    const PG: pg::Type;
}
impl Kinded for i64 {
    const PG: pg::Type = pg::Type::INT8;
}
impl Kinded for bool {
    const PG: pg::Type = pg::Type::BOOL;
}
impl Kinded for String {
    const PG: pg::Type = pg::Type::TEXT;
}
impl Kinded for &str {
    const PG: pg::Type = pg::Type::TEXT;
}
impl Kinded for &String {
    const PG: pg::Type = pg::Type::TEXT;
}
impl Kinded for Vec<u8> {
    const PG: pg::Type = pg::Type::BYTEA;
}
impl Kinded for Millis {
    const PG: pg::Type = pg::Type::INT8;
}
impl<K> Kinded for Id<K> {
    const PG: pg::Type = pg::Type::INT8;
}
impl<T> Kinded for Json<T> {
    const PG: pg::Type = pg::Type::TEXT;
}

/// A document kept as JSON text. SQL never looks inside: what is searched or sorted has its own column.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Json<T>(pub T);

impl<T: Serialize + Sync> Param for Json<T> {
    fn value(&self) -> Value<'_> {
        // Serialising our own types to a string cannot fail: no maps with foreign keys, no custom writers.
        Value::Text(serde_json::to_string(&self.0).unwrap_or_else(|_| "null".into()).into())
    }
    fn kind(&self) -> pg::Type {
        pg::Type::TEXT
    }
}

impl rusqlite::ToSql for Value<'_> {
    fn to_sql(&self) -> rusqlite::Result<lite::ToSqlOutput<'_>> {
        Ok(match self {
            Value::Null => lite::ToSqlOutput::Owned(lite::Value::Null),
            Value::Int(n) => lite::ToSqlOutput::Owned(lite::Value::Integer(*n)),
            Value::Bool(b) => lite::ToSqlOutput::Owned(lite::Value::Integer(i64::from(*b))),
            Value::Text(t) => lite::ToSqlOutput::Borrowed(lite::ValueRef::Text(t.as_bytes())),
            Value::Bytes(b) => lite::ToSqlOutput::Borrowed(lite::ValueRef::Blob(b)),
        })
    }
}

type PgError = Box<dyn std::error::Error + Sync + Send>;

impl pg::ToSql for Value<'_> {
    fn to_sql(&self, ty: &pg::Type, out: &mut BytesMut) -> std::result::Result<pg::IsNull, PgError> {
        match self {
            Value::Null => Ok(pg::IsNull::Yes),
            Value::Int(n) if *ty == pg::Type::INT4 => i32::try_from(*n)?.to_sql(ty, out),
            Value::Int(n) => n.to_sql(ty, out),
            Value::Bool(b) => b.to_sql(ty, out),
            Value::Text(t) => t.as_ref().to_sql(ty, out),
            Value::Bytes(b) => b.to_sql(ty, out),
        }
    }
    fn accepts(_: &pg::Type) -> bool {
        true
    }
    fn to_sql_checked(&self, ty: &pg::Type, out: &mut BytesMut) -> std::result::Result<pg::IsNull, PgError> {
        // The wire would take any bytes for any type: refuse a value whose shape the column cannot hold.
        let fits = match self {
            Value::Null => true,
            Value::Int(_) => matches!(*ty, pg::Type::INT8 | pg::Type::INT4),
            Value::Bool(_) => *ty == pg::Type::BOOL,
            Value::Text(_) => matches!(*ty, pg::Type::TEXT | pg::Type::VARCHAR | pg::Type::NAME | pg::Type::UNKNOWN),
            Value::Bytes(_) => *ty == pg::Type::BYTEA,
        };
        if fits { self.to_sql(ty, out) } else { Err(format!("{self:?} does not fit {ty}").into()) }
    }
}

/// One cell of a result row.
pub enum Cell<'a> {
    /// Of SQLite.
    Lite(lite::ValueRef<'a>),
    /// Of PostgreSQL: the row and the position.
    Pg(&'a tokio_postgres::Row, usize),
}

/// A type that can be read from a cell.
pub trait Column: Sized {
    /// Reads it.
    ///
    /// # Errors
    /// A reason in words when the cell holds something else.
    fn read(cell: &Cell<'_>) -> std::result::Result<Self, String>;
}

macro_rules! column {
    ($t:ty, $lite:pat => $e:expr) => {
        impl Column for $t {
            fn read(cell: &Cell<'_>) -> std::result::Result<Self, String> {
                match cell {
                    Cell::Lite($lite) => $e,
                    Cell::Lite(other) => Err(format!("expected {}, found {}", stringify!($t), other.data_type())),
                    Cell::Pg(row, i) => row.try_get::<_, $t>(*i).map_err(|e| e.to_string()),
                }
            }
        }
    };
}
column!(i64, lite::ValueRef::Integer(n) => Ok(*n));
column!(bool, lite::ValueRef::Integer(n) => Ok(*n != 0));
column!(String, lite::ValueRef::Text(t) => std::str::from_utf8(t).map(str::to_owned).map_err(|e| e.to_string()));
column!(Vec<u8>, lite::ValueRef::Blob(b) => Ok(b.to_vec()));

impl Column for Millis {
    fn read(cell: &Cell<'_>) -> std::result::Result<Self, String> {
        i64::read(cell).map(Millis)
    }
}
impl<K> Column for Id<K> {
    fn read(cell: &Cell<'_>) -> std::result::Result<Self, String> {
        i64::read(cell).map(Id::from_raw)
    }
}
impl<T: DeserializeOwned> Column for Json<T> {
    fn read(cell: &Cell<'_>) -> std::result::Result<Self, String> {
        let parse = |t: &str| serde_json::from_str(t).map(Json).map_err(|e| e.to_string());
        match cell {
            Cell::Lite(lite::ValueRef::Text(t)) => parse(std::str::from_utf8(t).map_err(|e| e.to_string())?),
            Cell::Lite(other) => Err(format!("expected JSON text, found {}", other.data_type())),
            Cell::Pg(row, i) => parse(row.try_get::<_, &str>(*i).map_err(|e| e.to_string())?),
        }
    }
}
impl<T: Column> Column for Option<T> {
    fn read(cell: &Cell<'_>) -> std::result::Result<Self, String> {
        let is_null = match cell {
            Cell::Lite(v) => matches!(v, lite::ValueRef::Null),
            Cell::Pg(row, i) => row.try_get::<_, Option<AnyValue>>(*i).map_err(|e| e.to_string())?.is_none(),
        };
        if is_null { Ok(None) } else { T::read(cell).map(Some) }
    }
}

/// Reads as any type; used to ask PostgreSQL whether a cell is NULL.
struct AnyValue;
impl<'a> pg::FromSql<'a> for AnyValue {
    fn from_sql(_: &pg::Type, _: &'a [u8]) -> std::result::Result<Self, PgError> {
        Ok(Self)
    }
    fn accepts(_: &pg::Type) -> bool {
        true
    }
}

impl Value<'_> {
    /// A copy that owns its text.
    pub(crate) fn bind_lite(&self, st: &mut rusqlite::CachedStatement<'_>, at: usize) -> Result<()> {
        st.raw_bind_parameter(at, self).map_err(Error::from)
    }
}
