//! A requested status change of an order. Pure.

use serde::Deserialize;

use super::status::Status;

/// Which goods are restocked.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(untagged)]
pub enum Restock {
    /// All, or none.
    All(bool),
    /// The pieces of these lines.
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

/// A requested status change.
#[derive(Debug, Clone)]
pub struct Move {
    /// Target status.
    pub status: Status,
    /// Only if it is still at this version.
    pub version: Option<i64>,
    /// Note in the activity.
    pub note: Option<String>,
    /// For a cancelled or returned order; by default a cancelled one restocks everything, a returned one nothing.
    pub restock: Option<Restock>,
    /// Prepare it although its deposit has not come.
    pub goes_without_deposit: bool,
}

impl Move {
    /// A request with the target status only.
    #[must_use]
    pub const fn to(status: Status) -> Self {
        Self { status, version: None, note: None, restock: None, goes_without_deposit: false }
    }
}

/// The initiator of a status change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Initiator {
    /// A person: its shipments follow.
    Hand,
    /// The order follows its shipments.
    Shipments,
}
