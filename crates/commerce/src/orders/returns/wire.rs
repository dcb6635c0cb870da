//! Reasons for returns in the API.

use kernel::{ReturnReasonId, Texts};
use serde::{Deserialize, Serialize};

use super::store::ReasonRow;
use web::schema;

/// A reason for returns, in whole or in part; a create needs `name`.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReturnReasonIn {
    /// In one language at least; 100 characters at most.
    #[schema(value_type = Option<schema::RequiredLineTexts<100>>)]
    pub name: Option<Texts>,
    /// Offered for new returns.
    pub is_active: Option<bool>,
    /// Lower values come first.
    #[schema(minimum = 0, maximum = 1_000_000)]
    pub display_order: Option<i64>,
    /// The version it was read at.
    pub version: Option<i64>,
}

/// A reason for returns, of the merchant's own list.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct ReturnReasonView {
    id: ReturnReasonId,
    name: Texts,
    is_active: bool,
    display_order: i64,
    version: i64,
}

impl ReturnReasonView {
    pub(super) fn from_row(row: ReasonRow) -> Self {
        let ReasonRow { id, name, is_active, display_order, version } = row;
        Self { id, name, is_active, display_order, version }
    }
}
