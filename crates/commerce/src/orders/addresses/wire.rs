//! The address gate in the API. Times RFC 3339 in UTC, amounts decimals in the store's currency.

use kernel::{Currency, Lang, Millis, OrderId, Texts, money};
use serde::{Deserialize, Serialize};

use super::store::{Check, HeldOrder, State};
use customers::{Address, AddressIn, Gap};
use web::schema;

/// A gap of the address, with what to do about it.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[schema(as = AddressGapView)]
pub(super) struct GapView {
    code: Gap,
    text: Texts,
}

impl GapView {
    pub(super) fn all(gaps: &[Gap]) -> Vec<Self> {
        let of = |gap: &Gap| Self { code: *gap, text: Texts::new(gap.message().get(Lang::Ar), gap.message().get(Lang::En)) };
        gaps.iter().map(of).collect()
    }
}

/// A link on which the shopper completes the address.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[schema(as = AddressLinkView)]
pub(super) struct LinkView {
    url: String,
    until: String,
    is_expired: bool,
}

impl LinkView {
    pub(super) fn new((url, until): (String, Millis), now: Millis) -> Self {
        Self { url, until: until.rfc3339(), is_expired: until <= now }
    }
}

/// An order that waits for its address.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = HeldOrder)]
pub(super) struct RowView {
    id: OrderId,
    /// The order's displayed number.
    number: i64,
    #[schema(value_type = crate::orders::status::Status)]
    status: String,
    customer_name: String,
    /// E.164.
    mobile: String,
    total: String,
    payment_provider: String,
    address: Option<Address>,
    gaps: Vec<GapView>,
    link: Option<LinkView>,
    /// When the link was last sent.
    sent_at: Option<String>,
    placed_at: String,
    version: i64,
}

impl RowView {
    pub(super) fn from_row(row: HeldOrder, link: Option<LinkView>, currency: Currency) -> Self {
        let HeldOrder { check, number, status, name, mobile, language: _, total, payment_provider, address, placed_at, version } =
            row;
        Self {
            id: check.order_id,
            number,
            status,
            customer_name: name,
            mobile,
            total: money::format(total, currency),
            payment_provider,
            address,
            gaps: GapView::all(&check.gaps),
            link,
            sent_at: check.link_sent_at.map(Millis::rfc3339),
            placed_at: placed_at.rfc3339(),
            version,
        }
    }
}

/// State of an order's address.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = OrderAddress)]
pub struct AddressView {
    state: State,
    /// The gaps that hold the order, or with which it was accepted.
    gaps: Vec<GapView>,
    /// Gaps that do not hold the order.
    hints: Vec<GapView>,
    /// The address may be changed now.
    is_open: bool,
    /// A link can be sent to the shopper.
    may_ask: bool,
    link: Option<LinkView>,
    sent_at: Option<String>,
    /// Of the order.
    version: i64,
}

impl AddressView {
    pub(super) fn new(
        row: Option<&Check>,
        gaps: &[Gap],
        hints: &[Gap],
        is_open: bool,
        may_ask: bool,
        link: Option<LinkView>,
        version: i64,
    ) -> Self {
        Self {
            state: row.map_or(State::Clear, |r| r.state),
            gaps: GapView::all(gaps),
            hints: GapView::all(hints),
            is_open,
            may_ask,
            link,
            sent_at: row.and_then(|r| r.link_sent_at).map(Millis::rfc3339),
            version,
        }
    }
}

/// Another address for an order.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = OrderAddressIn)]
pub(super) struct AddressChangeIn {
    #[serde(default)]
    pub(super) address: AddressIn,
    /// The order's version when it was read.
    pub(super) version: Option<i64>,
}

/// Accepts an order's address as it is.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(as = OrderAddressAcceptIn)]
pub(super) struct AcceptIn {
    /// Note in the activity; 2000 characters at most.
    #[schema(value_type = Option<schema::LongText<2_000>>)]
    pub(super) note: Option<String>,
}

/// A link for the shopper.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = OrderAddressLinkIn)]
pub(super) struct LinkIn {
    /// Days of validity, 1 to 30; 7 by default.
    #[schema(minimum = 1, maximum = 30)]
    pub(super) days: Option<i64>,
}
