//! The ledger in the API. Amounts are decimals in the store's currency, times RFC 3339 in UTC.

use kernel::{Currency, RefundId, money};
use serde::{Deserialize, Serialize};

use super::model::{Kind, LedgerTotals, State};
use super::store::Entry;
use web::schema;

/// Payment state and totals of an order, computed from its entries (OR-02).
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[schema(as = OrderMoney)]
pub struct MoneyView {
    /// The payment state in one word.
    state: State,
    /// Payments less those that were reverted by hand.
    paid: String,
    /// Sum of refunds.
    refunded: String,
    /// The part of the total that is no longer owed: refunded with its goods, returned, or cancelled.
    given_up: String,
    /// The amount that is still to be paid.
    owed: String,
    /// Paid above what the order charges: to be refunded.
    overpaid: String,
    /// The largest possible refund.
    refundable: String,
}

impl MoneyView {
    pub(in crate::orders) fn from_sums(sums: LedgerTotals, currency: Currency) -> Self {
        let amount = |n| money::format(n, currency);
        Self {
            state: sums.state(),
            paid: amount(sums.paid()),
            refunded: amount(sums.refunded()),
            given_up: amount(sums.given_up()),
            owed: amount(sums.owed()),
            overpaid: amount(sums.overpaid()),
            refundable: amount(sums.received()),
        }
    }
}

/// An entry of an order's ledger.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[schema(as = OrderEntry)]
pub struct EntryView {
    /// Number of the entry, from 1.
    n: i64,
    kind: Kind,
    /// Signed: positive when the customer owes more, or has paid.
    amount: String,
    /// The VAT in it.
    vat: String,
    at: String,
    /// Customer | Merchant | System.
    actor_type: String,
    actor_name: String,
    note: Option<String>,
    /// The refund that it belongs to.
    refund_id: Option<RefundId>,
}

impl EntryView {
    pub(super) fn from_entry(entry: Entry, currency: Currency) -> Self {
        let Entry { n, kind, amount, vat, at, actor_kind, actor_name, note, refund_id } = entry;
        Self {
            n,
            kind,
            amount: money::format(amount, currency),
            vat: money::format(vat, currency),
            at: at.rfc3339(),
            actor_type: actor_kind,
            actor_name,
            note,
            refund_id,
        }
    }
}

/// A payment that was received.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = OrderPaymentEntryIn)]
pub struct PaymentIn {
    /// A decimal in the store's currency; all that is owed by default.
    #[schema(value_type = Option<schema::PositiveAmount>)]
    pub amount: Option<String>,
    /// 2000 characters at most.
    #[schema(value_type = Option<schema::LongText<2_000>>)]
    pub note: Option<String>,
    /// The version it was read at.
    pub version: Option<i64>,
}
