//! Receipts in the API. Amounts are decimals in the store's currency, times RFC 3339 in UTC.

use kernel::{Currency, OrderId, ReceiptId, money};
use serde::{Deserialize, Serialize};

use super::store::{OtherReceipt, Receipt};
use platform::media;
use web::schema;

/// The most differing bits, of 256, between the hashes of two encodings of one picture.
const MOST_HASH_DISTANCE: u32 = 8;

/// An identical or similar receipt.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[schema(as = OrderReceiptTwin)]
pub struct TwinView {
    receipt_id: ReceiptId,
    order_id: OrderId,
    order_number: i64,
    /// True for the same file, false for a picture that looks the same.
    is_same_file: bool,
}

/// A receipt of a transfer (OR-09).
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[schema(as = OrderReceipt)]
pub struct ReceiptView {
    id: ReceiptId,
    /// `waiting`, `accepted`, `refused`.
    #[schema(value_type = ReceiptStatus)]
    status: String,
    /// True for a picture, false for a PDF.
    is_picture: bool,
    size_bytes: i64,
    /// The recorded amount.
    amount: Option<String>,
    /// Why it was refused; the shopper reads it.
    reason: String,
    decided_by: String,
    sent_at: String,
    decided_at: Option<String>,
    /// Identical or similar receipts of the store.
    twins: Vec<TwinView>,
}

/// State of a receipt.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = OrderReceiptStatus)]
#[expect(dead_code, reason = "names the words in the document of the API")]
pub enum ReceiptStatus {
    /// Not decided yet.
    Waiting,
    /// Its payment is recorded.
    Accepted,
    /// Refused with a reason.
    Refused,
}

impl ReceiptView {
    pub(super) fn from_receipt(receipt: &Receipt, others: &[OtherReceipt], currency: Currency) -> Self {
        let mut twins: Vec<TwinView> = others
            .iter()
            .filter_map(|o| {
                let is_same_file = o.sha256 == receipt.sha256;
                let is_alike = receipt.image_hash.is_some_and(|l| media::difference(l, o.image_hash) <= MOST_HASH_DISTANCE);
                let (receipt_id, order_id, order_number) = (o.id, o.order_id, o.number);
                (is_same_file || is_alike).then_some(TwinView { receipt_id, order_id, order_number, is_same_file })
            })
            .collect();
        twins.sort_by_key(|t| (!t.is_same_file, std::cmp::Reverse(t.receipt_id)));
        twins.truncate(5);
        Self {
            id: receipt.id,
            status: receipt.status.clone(),
            is_picture: receipt.content_type.starts_with("image/"),
            size_bytes: receipt.size_bytes,
            amount: receipt.amount.map(|n| money::format(n, currency)),
            reason: receipt.reason.clone(),
            decided_by: receipt.decided_by.clone(),
            sent_at: receipt.sent_at.rfc3339(),
            decided_at: receipt.decided_at.map(kernel::Millis::rfc3339),
            twins,
        }
    }
}

/// The number of waiting receipts.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct ReceiptsWaiting {
    /// Orders that have a waiting receipt.
    pub(super) count: i64,
    /// There are more.
    pub(super) is_capped: bool,
}

/// Accepts a receipt.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = OrderReceiptAcceptIn)]
pub struct ReceiptAcceptIn {
    /// The received amount, a decimal in the store's currency; by default all that is owed, or the missing deposit.
    #[schema(value_type = Option<schema::PositiveAmount>)]
    pub amount: Option<String>,
    /// For the team; 2000 characters at most.
    #[schema(value_type = Option<schema::LongText<2_000>>)]
    pub note: Option<String>,
    /// The version of the order it was read at.
    pub version: Option<i64>,
}

/// Refuses a receipt.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = OrderReceiptRefuseIn)]
pub struct ReceiptRefuseIn {
    /// The shopper reads it; 300 characters at most.
    #[schema(value_type = schema::RequiredLine<300>)]
    pub reason: String,
}
