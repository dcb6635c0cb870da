//! Pieces of a line of an order, in shipments that are sent and answered.

use serde::{Deserialize, Serialize};

/// Pieces of a line.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ShipmentLine {
    /// Number of the order's line.
    #[schema(minimum = 1)]
    pub(in crate::orders) line: i64,
    /// Number of pieces.
    #[schema(minimum = 1)]
    pub(in crate::orders) quantity: i64,
}
