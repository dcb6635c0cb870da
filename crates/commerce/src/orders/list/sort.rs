//! Sort keys of the list.

use crate::orders::model::Row;
use web::keyset::{Key, Sorted};

/// Sort key of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::orders) enum Sort {
    Created,
    Total,
    Number,
}

impl Sort {
    pub(in crate::orders) fn directions(self) -> (Sorted, Sorted) {
        match self {
            Self::Created => web::sorted!("created_at", "id"),
            Self::Total => web::sorted!("total", "id"),
            Self::Number => web::sorted!("number", "id"),
        }
    }

    pub(in crate::orders::list) fn key(self, row: &Row) -> (Key, i64) {
        let key = match self {
            Self::Created => row.created_at.0,
            Self::Total => row.total,
            Self::Number => row.number,
        };
        (Key::Int(key), row.id.raw())
    }
}
