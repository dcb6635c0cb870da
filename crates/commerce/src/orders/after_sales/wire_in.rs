//! Returns and refunds in API requests. Amounts are decimals in the store's currency.

use kernel::{PaymentTransactionId, ReturnReasonId, StockLocationId};
use serde::Deserialize;

use web::schema;

/// Returned pieces of a line.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReturnLineIn {
    /// Number of the order's line.
    #[schema(minimum = 1)]
    pub line: i64,
    /// From 1 to the pieces that are not back yet.
    #[schema(minimum = 1)]
    pub quantity: i64,
    /// An active reason of the store's list.
    pub reason_id: ReturnReasonId,
    /// The pieces are put back into stock.
    pub is_restocked: bool,
}

/// The refund of a return, in the same step.
#[derive(Debug, Clone, Copy, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReturnRefundIn {
    /// Also refunds what is left of shipping.
    #[serde(default)]
    pub with_shipping: bool,
    /// Also refunds what is left of the payment fee.
    #[serde(default)]
    pub with_fees: bool,
    /// The online payment that is refunded through its gateway; without it the refund was made outside and is recorded.
    pub transaction_id: Option<PaymentTransactionId>,
}

/// A return.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReturnIn {
    /// 1 to 100, each line once.
    #[schema(min_items = 1, max_items = 100)]
    pub lines: Vec<ReturnLineIn>,
    /// Where restocked goods are put; the store's main location by default.
    pub location_id: Option<StockLocationId>,
    /// 2000 characters at most.
    #[schema(value_type = Option<schema::LongText<2_000>>)]
    pub note: Option<String>,
    /// Refunds the goods in the same step.
    pub refund: Option<ReturnRefundIn>,
    /// The version it was read at.
    pub version: Option<i64>,
}

/// A return to preview.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReturnPreviewIn {
    /// 100 at most, each line once, from 1 piece to the pieces that are not back yet.
    #[schema(max_items = 100)]
    pub lines: Vec<RefundLineIn>,
    /// Refunds the goods in the same step.
    pub refund: Option<ReturnRefundIn>,
}

/// Pieces of a line to refund.
#[derive(Debug, Clone, Copy, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RefundLineIn {
    /// Number of the order's line.
    #[schema(minimum = 1)]
    pub line: i64,
    /// From 1 to what has not been refunded yet.
    #[schema(minimum = 1)]
    pub quantity: i64,
}

/// A refund: by lines, shipping and the payment fee, or by amount.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RefundIn {
    /// Each line once; 100 at most.
    #[serde(default)]
    #[schema(max_items = 100)]
    pub lines: Vec<RefundLineIn>,
    /// Refunds what is left of shipping.
    #[serde(default)]
    pub with_shipping: bool,
    /// Refunds what is left of the payment fee.
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
