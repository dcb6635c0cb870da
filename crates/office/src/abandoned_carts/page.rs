//! A cart as the merchant sees it: its lines at current prices and stock, its customer, its reminders.

use std::collections::BTreeMap;

use kernel::{
    CartId, CartReminderId, CustomerId, MediaId, PaymentMethodId, ProductId, ShippingMethodId, Texts, VariantId, money,
};
use serde::Serialize;
use web::{Allowed, Subject};

use super::link::{self, Goal};
use super::list_api::{CartOrder, CartRow, zone};
use super::{list_store, store};
use catalog::OptionValue;
use commerce::carts::entities;
use commerce::carts::{self, CartLine, Change, FieldValue};
use commerce::orders;
use customers::{self, Address};
use platform::journal::{self, EntryWindow, StoredEntry};
use platform::stores::StoreProfile;
use platform::{App, media, stores};

/// A line of a cart.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct CartLineView {
    line: i64,
    product_id: ProductId,
    variant_id: Option<VariantId>,
    /// Empty when the product was deleted.
    name: Texts,
    option_values: Vec<OptionValue>,
    fields: Vec<FieldValue>,
    image_url: Option<String>,
    /// Pieces that the shopper chose.
    quantity: i64,
    /// Pieces that are available: the same, or fewer.
    available: i64,
    /// The price the shopper last saw.
    seen_price: String,
    /// The price now; null when it is not sold.
    unit_price: Option<String>,
    /// Of the available pieces, at the current price.
    line_total: String,
    /// ok | deleted | unavailable (not for sale, or sold out) | held (in other checkouts) | reduced | `price_changed`.
    state: &'static str,
}

/// The customer of a cart.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct CartCustomer {
    id: CustomerId,
    name: String,
    orders_count: i64,
    is_blocked: bool,
}

/// The links of a cart for its shopper.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct CartLinks {
    /// Opens the cart, on any device.
    restore: String,
    /// The same, at the checkout: a payment link.
    pay: String,
    /// RFC 3339: when both expire.
    expires_at: String,
}

/// A reminder.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct CartReminderRow {
    pub(super) id: CartReminderId,
    /// Null for a deleted cart.
    pub(super) cart_id: Option<CartId>,
    /// The number of the message in the sequence, from 1; 0 was sent by hand.
    pub(super) n: i64,
    /// sms | email.
    pub(super) channel: String,
    pub(super) recipient: String,
    /// `handed_over` (to the outbox) | stopped.
    pub(super) status: String,
    /// Why it was stopped: bought, blocked, `opted_out`, refused, capped, returned, `no_address`, `coupon_ended`, `coupon_off`,
    /// `coupon_used_up`, `coupon_not_yet`, `coupon_not_theirs`; else empty.
    pub(super) reason: String,
    /// The delivery status in the outbox: unsent while no provider is set up; null when nothing was handed over.
    pub(super) delivery: Option<String>,
    /// The text of the message.
    pub(super) body: Option<String>,
    /// RFC 3339.
    pub(super) at: String,
}

impl From<store::Reminder> for CartReminderRow {
    fn from(row: store::Reminder) -> Self {
        let store::Reminder { id, cart_id, n, channel, recipient, status, reason, created_at, delivery, body } = row;
        Self { id, cart_id, n, channel, recipient, status, reason, delivery, body, at: created_at.rfc3339() }
    }
}

/// The actor of an event.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct CartEventActor {
    /// Customer | Merchant | System.
    r#type: String,
    name: String,
    operator: Option<String>,
}

/// An event in the life of a cart.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct CartEvent {
    seq: i64,
    /// RFC 3339.
    at: String,
    action: String,
    actor: CartEventActor,
    note: Option<String>,
    #[schema(value_type = Option<Object>)]
    before: Option<serde_json::Value>,
    #[schema(value_type = Option<Object>)]
    after: Option<serde_json::Value>,
}

/// A cart's page.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct CartDetail {
    #[serde(flatten)]
    row: CartRow,
    version: i64,
    lines: Vec<CartLineView>,
    subtotal: String,
    /// The discount on the goods.
    discount: String,
    /// The code of the coupon that gives a discount, on the goods or on shipping.
    coupon: Option<String>,
    /// The fee of the chosen method, less the coupon's discount; null while no method is chosen.
    shipping_fees: Option<String>,
    payment_fees: String,
    vat: String,
    is_vat_included: bool,
    /// As the shopper saw it: with the coupon, and with the fees of the methods chosen.
    total: String,
    requires_shipping: bool,
    /// Also null for callers who may not read customers.
    customer: Option<CartCustomer>,
    address: Option<Address>,
    shipping_method_id: Option<ShippingMethodId>,
    payment_method_id: Option<PaymentMethodId>,
    /// The shopper's note to the store.
    note: String,
    /// The cart whose restore link filled this one.
    restored_from: Option<CartId>,
    /// Null once it is an order.
    links: Option<CartLinks>,
    reminders: Vec<CartReminderRow>,
    events: Vec<CartEvent>,
}

fn state(line: &CartLine, changes: &[Change]) -> &'static str {
    if line.goods.is_none() {
        return "deleted";
    }
    let mut state = "ok";
    for change in changes.iter().filter(|c| c.line() == Some(line.line)) {
        state = match change {
            Change::Unavailable { .. } => return "unavailable",
            Change::Held { .. } => return "held",
            Change::QuantityReduced { .. } => "reduced",
            Change::PriceChanged { .. } if state == "ok" => "price_changed",
            _ => state,
        };
    }
    state
}

pub(super) fn lines(
    view: &carts::CartView,
    pictures: &BTreeMap<i64, media::MediaView>,
    profile: &StoreProfile,
) -> Vec<CartLineView> {
    let amount = |n: i64| money::format(n, profile.currency);
    let line = |l: &CartLine| CartLineView {
        line: l.line,
        product_id: l.product_id,
        variant_id: l.variant_id,
        name: l.name(),
        option_values: l.goods.as_ref().map(|g| g.options.clone()).unwrap_or_default(),
        fields: l.fields.clone(),
        image_url: l.image().and_then(|id| pictures.get(&id.raw())).map(|m| m.at_least(320).to_owned()),
        quantity: l.requested,
        available: l.quantity,
        seen_price: amount(l.seen_price),
        unit_price: l.goods.as_ref().map(|g| amount(g.unit_price)),
        line_total: amount(l.line_total),
        state: state(l, &view.changes),
    };
    view.lines.iter().map(line).collect()
}

/// The page of a cart; none when there is no such cart.
pub(super) async fn find<P>(app: &App, allowed: &Allowed<P>, id: CartId) -> db::Result<Option<CartDetail>> {
    let scope = &allowed.scope;
    let c = app.db().conn();
    let Some(row) = list_store::find(c, scope, id).await? else { return Ok(None) };
    let Some(cart) = carts::store::find(c, scope, id).await? else { return Ok(None) };
    let profile = stores::get_profile(c, scope).await?;
    let review = orders::review(app, scope, &profile, &cart).await?;
    let (view, totals) = (&review.view, &review.totals);
    let ids: Vec<MediaId> = view.lines.iter().filter_map(CartLine::image).collect();
    let pictures = media::list_views(c, scope, &ids).await?.into_iter().map(|m| (m.id.raw(), m)).collect();
    let customer = match cart.contact.as_ref().filter(|_| allowed.may_read(Subject::Customer)) {
        Some(contact) => match customers::store::find_by_mobile(c, scope, &contact.mobile).await? {
            Some(id) => customers::store::find(c, scope, id).await?,
            None => None,
        },
        None => None,
    };
    let order = store::find_order(c, scope, id).await?.map(|(id, number)| CartOrder { id, number });
    let is_ordered = order.is_some();
    let order = order.filter(|_| allowed.may_read(Subject::Order));
    let links = if is_ordered {
        None
    } else {
        let (restore, until) = link::address(app, scope, &profile, id, (Goal::Cart, cart.language)).await?;
        let (pay, _) = link::address(app, scope, &profile, id, (Goal::Checkout, cart.language)).await?;
        Some(CartLinks { restore, pay, expires_at: until.rfc3339() })
    };
    let reminders = store::list_reminders_of(c, scope, id).await?.into_iter().map(CartReminderRow::from).collect();
    let events = journal::list_entries(c, scope, entities::CART, id, EntryWindow::newest(50)).await?;
    let event = |e: StoredEntry| CartEvent {
        seq: e.seq,
        at: e.at.rfc3339(),
        action: e.action,
        actor: CartEventActor { r#type: e.actor_kind, name: e.actor_name, operator: e.operator_name },
        note: e.note,
        before: e.before.map(|j| j.0),
        after: e.after.map(|j| j.0),
    };
    let plan = store::get_plan(c, scope).await?;
    let amount = |n: i64| money::format(n, profile.currency);
    Ok(Some(CartDetail {
        row: CartRow::from_row(&row, order, profile.currency, (&plan, &zone(&profile))),
        version: cart.version,
        lines: lines(view, &pictures, &profile),
        subtotal: amount(totals.subtotal),
        discount: amount(totals.discount),
        coupon: review.used().map(|applied| applied.code.clone()),
        shipping_fees: review.shipping.as_ref().map(|_| amount(totals.shipping_fees)),
        payment_fees: amount(totals.payment_fees),
        vat: amount(totals.vat),
        is_vat_included: totals.is_vat_included,
        total: amount(totals.total),
        requires_shipping: view.requires_shipping,
        customer: customer.map(|k| CartCustomer {
            id: k.id,
            name: k.name.clone(),
            orders_count: k.orders_count,
            is_blocked: k.blocked_at.is_some(),
        }),
        address: cart.address,
        shipping_method_id: cart.shipping_method_id,
        payment_method_id: cart.payment_method_id,
        note: cart.note,
        restored_from: cart.restored_from,
        links,
        reminders,
        events: events.into_iter().map(event).collect(),
    }))
}
