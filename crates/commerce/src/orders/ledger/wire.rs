//! The ledger as it goes over the wire. Amounts are decimals in the store's currency, times RFC 3339 in UTC.

use kernel::{Currency, RefundId, money};
use serde::{Deserialize, Serialize};

use super::model::{Kind, LedgerTotals, State};
use super::store::Entry;
use web::schema;

/// How the money of an order stands: computed from its entries (OR-02).
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[schema(as = OrderMoney)]
pub struct MoneyView {
    /// In a word.
    state: State,
    /// Came in and was not taken back by hand.
    paid: String,
    /// Given back.
    refunded: String,
    /// Of the total what is not owed any more: refunded with its goods, come back, or cancelled.
    given_up: String,
    /// Still to be paid.
    owed: String,
    /// Paid beyond what the order charges: to be given back.
    overpaid: String,
    /// The most that can be given back.
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
    /// From 1.
    n: i64,
    kind: Kind,
    /// Signed: what the customer owes more, or has paid, is above zero.
    amount: String,
    /// The VAT in it.
    vat: String,
    at: String,
    /// Customer | Merchant | System.
    actor_type: String,
    actor_name: String,
    note: Option<String>,
    /// The refund it belongs to.
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

/// Money that came in.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = OrderPaymentEntryIn)]
pub struct PaymentIn {
    /// A decimal in the store's currency; all that is owed unless said.
    #[schema(value_type = Option<schema::PositiveAmount>)]
    pub amount: Option<String>,
    /// 2000 characters at most.
    #[schema(value_type = Option<schema::LongText<2_000>>)]
    pub note: Option<String>,
    /// The version it was read at.
    pub version: Option<i64>,
}
