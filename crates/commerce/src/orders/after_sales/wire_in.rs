//! Returns and refunds as they are sent. Amounts are decimals in the store's currency.

use kernel::{ReturnReasonId, StockLocationId};
use serde::Deserialize;

use web::schema;

/// Pieces of a line that come back.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReturnLineIn {
    /// The order's line.
    #[schema(minimum = 1)]
    pub line: i64,
    /// From 1 to what has not come back yet.
    #[schema(minimum = 1)]
    pub quantity: i64,
    /// An active reason of the store's list.
    pub reason_id: ReturnReasonId,
    /// They stand in stock again.
    pub is_restocked: bool,
}

/// What of the returned goods' order is paid back at once.
#[derive(Debug, Clone, Copy, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReturnRefundIn {
    /// What is left of shipping is given back too.
    #[serde(default)]
    pub with_shipping: bool,
    /// What is left of the payment fee is given back too.
    #[serde(default)]
    pub with_fees: bool,
}

/// Goods that come back.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReturnIn {
    /// 1 to 100, each line once.
    #[schema(min_items = 1, max_items = 100)]
    pub lines: Vec<ReturnLineIn>,
    /// Where the goods that are sold again stand; the store's first place unless said.
    pub location_id: Option<StockLocationId>,
    /// 2000 characters at most.
    #[schema(value_type = Option<schema::LongText<2_000>>)]
    pub note: Option<String>,
    /// The goods are paid back in the same step.
    pub refund: Option<ReturnRefundIn>,
    /// The version it was read at.
    pub version: Option<i64>,
}

/// Goods that would come back.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReturnPreviewIn {
    /// 100 at most, each line once, from 1 piece to what has not come back yet.
    #[schema(max_items = 100)]
    pub lines: Vec<RefundLineIn>,
    /// The goods would be paid back in the same step.
    pub refund: Option<ReturnRefundIn>,
}

/// Pieces of a line whose money is given back.
#[derive(Debug, Clone, Copy, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RefundLineIn {
    /// The order's line.
    #[schema(minimum = 1)]
    pub line: i64,
    /// From 1 to what has not been refunded yet.
    #[schema(minimum = 1)]
    pub quantity: i64,
}

/// Money to give back: for lines, shipping and the payment fee, or an amount alone.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RefundIn {
    /// Each line once; 100 at most.
    #[serde(default)]
    #[schema(max_items = 100)]
    pub lines: Vec<RefundLineIn>,
    /// What is left of shipping.
    #[serde(default)]
    pub with_shipping: bool,
    /// What is left of the payment fee.
    #[serde(default)]
    pub with_fees: bool,
    /// A decimal in the store's currency, instead of lines, shipping and fee.
    #[schema(value_type = Option<schema::PositiveAmount>)]
    pub amount: Option<String>,
    /// 2000 characters at most.
    #[schema(value_type = Option<schema::LongText<2_000>>)]
    pub note: Option<String>,
    /// The version it was read at.
    pub version: Option<i64>,
}
