//! A move that is wanted of an order. Pure.

use serde::Deserialize;

use super::status::Status;

/// Which goods come back into stock.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(untagged)]
pub enum Restock {
    /// All, or none.
    All(bool),
    /// Those of these lines.
    Lines(Vec<i64>),
}

impl Restock {
    pub(super) fn has(&self, line: i64) -> bool {
        match self {
            Self::All(all) => *all,
            Self::Lines(lines) => lines.contains(&line),
        }
    }
}

/// A move that is wanted.
#[derive(Debug, Clone)]
pub struct Move {
    /// Where to.
    pub status: Status,
    /// Only if it is still at this version.
    pub version: Option<i64>,
    /// Said in the activity.
    pub note: Option<String>,
    /// For a cancelled or returned order; a cancelled one gives everything back, a returned one nothing, unless said.
    pub restock: Option<Restock>,
    /// Prepared although its deposit has not come.
    pub goes_without_deposit: bool,
}

impl Move {
    /// Nothing but where to.
    #[must_use]
    pub const fn to(status: Status) -> Self {
        Self { status, version: None, note: None, restock: None, goes_without_deposit: false }
    }
}

/// Who moves an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Initiator {
    /// A person: its shipments go along.
    Hand,
    /// Its shipments.
    Shipments,
}
