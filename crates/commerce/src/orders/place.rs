//! Places a cart as an order (CA-04), in one transaction.
//!
//! The rows are locked in the same order by every change of an order: cart or order, products by id, customer, status
//! counters, and last the store's counters, so that orders of one store wait for each other only at the end.

use db::{Conn, Topics};
use kernel::{Actor, CartId, Env, OrderId, StoreScope};
use serde_json::json;
use web::Message;
use web::caller::hash_token;

use super::entities;
use super::error::OrderError;
use super::model::{Order, OrderCoupon, OrderItem};
use super::online_payments::gateway::{self, BeginError};
use super::online_payments::{self, Purpose};
use super::review::{Expected, Review, review_in};
use super::status::{PaymentStatus, Status};
use super::store;
use crate::carts::{self, CartLine, Change, Contact, Draft, Step};
use crate::cod_risk;
use crate::coupons::{self, Buyer, CouponUse, CouponUseError};
use crate::sales;
use crate::shipping::ShippingOption;
use catalog::stock::{self, Pieces, Reason, StockPosting};
use catalog::{self, Sellable};
use customers::entities::CUSTOMER;
use customers::{self, OrderedBy};
use platform::App;
use platform::journal::{self, Act, Entry};
use platform::stores::StoreProfile;

/// A placed order, by this call or an earlier one for the same cart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed {
    /// Id of the order.
    pub id: OrderId,
    /// The displayed number.
    pub number: i64,
    /// Opens the shopper's order page; only its hash is stored.
    pub access_token: String,
    /// This call placed it; a repeated one finds it.
    pub is_new: bool,
    /// A payment at a gateway waits for the shopper.
    pub is_paid_online: bool,
}

/// Why no order was placed. Nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum PlaceError {
    /// The cart does not exist.
    #[error("no such cart")]
    NoCart,
    /// A checkout step is incomplete.
    #[error("the step {} is not done", .0.as_str())]
    Incomplete(Step),
    /// The number or e-mail address is on the merchant's blocklist.
    #[error("blocked by the merchant")]
    Blocked,
    /// Something changed since the shopper confirmed.
    #[error("the order changed since it was confirmed")]
    Changed(Vec<Change>),
    /// A database error.
    #[error(transparent)]
    Db(#[from] db::Error),
}

impl From<BeginError> for PlaceError {
    fn from(e: BeginError) -> Self {
        match e {
            BeginError::Order(OrderError::Db(e)) => Self::Db(e),
            // The method was disconnected since it was offered: the shopper chooses again.
            BeginError::NotOffered | BeginError::Order(_) => Self::Incomplete(Step::Payment),
        }
    }
}

const NO_CART: Message =
    Message::new("لم نجد سلتك. أضف المنتجات من جديد.", "We couldn't find your cart. Add the products again.");
const INCOMPLETE: Message = Message::new("أكمل بيانات الطلب أولًا.", "Complete the order first.");
const BLOCKED: Message = Message::new(
    "نعتذر، لا يمكننا استقبال طلبات بهذه البيانات. تواصل مع المتجر ليساعدك.",
    "Sorry, we can't accept orders with these contact details. Please contact the store.",
);
const CHANGED: Message = Message::new("تغيّر طلبك. راجعه ثم أكّده.", "The order has changed. Review it and confirm again.");

impl PlaceError {
    /// The heading for the shopper; each [`Change`] has its own message.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            Self::NoCart => NO_CART,
            Self::Incomplete(_) => INCOMPLETE,
            Self::Blocked => BLOCKED,
            Self::Changed(_) => CHANGED,
            Self::Db(_) => web::message::common::BUSY,
        }
    }
}

/// The token of an order's page. It is derived from the cart's token, so that a double submit gets the same one; 160 bits of a
/// hash, and as secret as the cart's cookie.
fn access_token(cart_token: &str) -> String {
    let mut token = hash_token(&format!("order page of {cart_token}"));
    token.truncate(40);
    token
}

/// Places the order of a cart. `cart_token` is the cookie's value. Idempotent: a second call for the same cart returns the same
/// order.
///
/// # Errors
/// [`PlaceError`]; in every case nothing was written and no stock was taken.
pub async fn place(
    app: &App,
    scope: &StoreScope,
    profile: &StoreProfile,
    cart_token: &str,
    expected: Expected,
) -> Result<Placed, PlaceError> {
    place_draft(app, scope, profile, cart_token, expected, Draft::default()).await
}

/// As [`place`], with the checkout form applied to the cart in the same transaction. `expected` is what the shopper was shown.
///
/// # Errors
/// [`PlaceError`]; in every case nothing was written, not even the form.
pub async fn place_draft(
    app: &App,
    scope: &StoreScope,
    profile: &StoreProfile,
    cart_token: &str,
    expected: Expected,
    draft: Draft,
) -> Result<Placed, PlaceError> {
    place_which(app, scope, profile, CartKey::Shoppers(cart_token), expected, draft).await
}

/// As [`place_draft`], by the merchant: the same checks, in the merchant's name. Changes since the shopper last looked are
/// accepted where `accepts_changes` says that the merchant has seen them.
///
/// # Errors
/// [`PlaceError`]; in every case nothing was written.
pub async fn place_by_merchant(
    app: &App,
    scope: &StoreScope,
    profile: &StoreProfile,
    cart: CartId,
    accepts_changes: bool,
    expected: Expected,
    draft: Draft,
) -> Result<Placed, PlaceError> {
    place_which(app, scope, profile, CartKey::Merchants(cart, accepts_changes), expected, draft).await
}

/// The caller, who identifies the cart.
#[derive(Clone, Copy)]
enum CartKey<'a> {
    /// By its token, the cookie's value.
    Shoppers(&'a str),
    /// By its id; and whether changes are accepted.
    Merchants(CartId, bool),
}

async fn place_which(
    app: &App,
    scope: &StoreScope,
    profile: &StoreProfile,
    cart: CartKey<'_>,
    expected: Expected,
    draft: Draft,
) -> Result<Placed, PlaceError> {
    let short = |e: &PlaceError| match e {
        PlaceError::Changed(all) => {
            all.iter().any(|c| matches!(c, Change::Unavailable { .. } | Change::Held { .. } | Change::QuantityReduced { .. }))
        }
        _ => false,
    };
    match place_once(app, scope, profile, cart, expected, draft.clone()).await {
        // Expired holds count as free, however late the sweep is.
        Err(e) if short(&e) && carts::reservations::expire(app, scope).await? > 0 => {
            place_once(app, scope, profile, cart, expected, draft).await
        }
        answer => answer,
    }
}

async fn place_once(
    app: &App,
    scope: &StoreScope,
    profile: &StoreProfile,
    cart: CartKey<'_>,
    expected: Expected,
    draft: Draft,
) -> Result<Placed, PlaceError> {
    let (token, of_token, of_id, accepts_changes) = match cart {
        CartKey::Shoppers(token) => (access_token(token), Some(hash_token(token)), None, false),
        CartKey::Merchants(id, accepts_changes) => (app.env().token(), None, Some(id), accepts_changes),
    };
    let access_hash = hash_token(&token);
    let (owner, env, profile, store) = (app.clone(), app.env().clone(), profile.clone(), scope.store());
    let id: OrderId = env.id();
    let cart_scope = scope.clone();
    let (id, number, is_new, is_own, is_paid_online) = app
        .db()
        .tx(async move |c| {
            let now = env.now();
            let closed = match (&of_token, of_id) {
                (Some(hash), _) => carts::close(c, &cart_scope, hash, id, now).await?,
                (None, Some(cart)) => carts::close_by_id(c, &cart_scope, cart, id, now).await?,
                (None, None) => None,
            };
            let Some(stored_cart) = closed else {
                let before = match (&of_token, of_id) {
                    (Some(hash), _) => carts::store::find_order(c, &cart_scope, hash).await?,
                    (None, Some(cart)) => carts::store::find_order_by_id(c, &cart_scope, cart).await?,
                    (None, None) => None,
                };
                let before = before.ok_or(PlaceError::NoCart)?;
                let is_own = store::find_by_access(c, &cart_scope, before, &access_hash).await?.is_some();
                let is_paid_online = online_payments::is_waiting(c, &cart_scope, before).await?;
                let number = store::get_number(c, &cart_scope, before).await?;
                return Ok::<_, PlaceError>((before, number, false, is_own, is_paid_online));
            };
            if stored_cart.restored_from.is_some() {
                carts::store::set_recovered(c, &cart_scope, stored_cart.id, id).await?;
            }
            carts::keep_words(c, &cart_scope, &stored_cart, draft.contact.as_ref()).await?;
            let cart = draft.clone().apply_to(stored_cart);
            let mut review = review_in(c, &cart_scope, &profile, &cart, now).await?;
            if accepts_changes && !review.view.changes.is_empty() && review.expected() == expected {
                match carts::apply_claimed(c, &cart_scope, &profile, cart.id, &review.view).await {
                    Ok(()) => review = review_in(c, &cart_scope, &profile, &cart, now).await?,
                    Err(carts::CartError::Db(e)) => return Err(e.into()),
                    Err(_) => return Err(PlaceError::NoCart),
                }
            }
            check(&review, expected)?;
            let contact = cart.contact.as_ref().ok_or(PlaceError::Incomplete(Step::Contact))?;
            if customers::is_blocked(c, &cart_scope, &contact.mobile, contact.email.as_deref()).await? {
                return Err(PlaceError::Blocked);
            }
            if review.verdict.action == cod_risk::Action::Block {
                return Err(PlaceError::Blocked);
            }
            let address = cart
                .address
                .as_ref()
                .filter(|_| review.view.requires_shipping && !review.shipping.as_ref().is_some_and(ShippingOption::is_pickup));
            if draft != Draft::default() {
                carts::store::update_draft(c, &cart_scope, &cart).await?;
            }
            let mut posting = StockPosting::new(Reason::Sale).threshold(profile.settings.low_stock_at);
            take(c, &cart_scope, &mut posting, &review, now).await?;
            let by = OrderedBy {
                name: &contact.name,
                mobile: &contact.mobile,
                email: contact.email.as_deref(),
                language: cart.language,
                address,
                total: review.totals.total,
            };
            let customer = customers::record_order(c, &env, &cart_scope, by).await?;
            let coupon = use_coupon(c, &env, &cart_scope, &review, id, customer.id, contact).await?;
            let scope = match of_id {
                Some(_) => cart_scope.clone(),
                None => StoreScope::new(store, Actor::customer(Some(customer.id.raw()), contact.name.clone())),
            };
            store::count_status(c, &scope, Status::Pending, 1).await?;
            let (number, seq) = store::claim_numbers(c, &scope, 1 + i64::from(customer.is_new)).await?;
            let t = &review.totals;
            let order = Order {
                id,
                number,
                status: Status::Pending,
                payment_status: PaymentStatus::NotPaid,
                customer_id: customer.id,
                was_guest_order: true,
                sender_name: contact.name.clone(),
                mobile: contact.mobile.clone(),
                email: contact.email.clone(),
                language: cart.language,
                subtotal: t.subtotal,
                discount: t.discount,
                coupon,
                vat: t.vat,
                shipping_fees: t.shipping_fees,
                payment_fees: t.payment_fees,
                total: t.total,
                vat_rate: t.vat_rate,
                is_vat_included: t.is_vat_included,
                customer_currency: profile.currency,
                total_in_customer_currency: t.total,
                items_count: review.view.items_count,
                address: address.cloned(),
                shipping_method_id: review.shipping.as_ref().map(|s| s.id),
                shipping_provider: review.shipping.as_ref().map_or("", |s| s.provider.as_str()).to_owned(),
                shipping_name: review.shipping.as_ref().map(|s| s.name.clone()).unwrap_or_default(),
                delivery_promise: review.shipping.as_ref().and_then(|s| s.promise),
                payment_method_id: review.payment.as_ref().map(|p| p.id),
                payment_provider: review.payment.as_ref().map_or("", |p| p.provider.as_str()).to_owned(),
                payment_name: review.payment.as_ref().map(|p| p.name.clone()).unwrap_or_default(),
                note: cart.note.clone(),
                created_at: now,
                updated_at: now,
                version: 1,
                seq,
            };
            posting.order(id, number).write(c, &env, &scope).await?;
            let is_first = store::insert(c, &scope, &order, profile.currency, Some(cart.id), &access_hash).await?;
            super::ledger::entries::open(c, &scope, &order, now).await?;
            super::order_confirmation::gate::open(c, &env, &scope, &profile, &order, &review.verdict).await?;
            super::addresses::gate::open(c, &scope, &profile, &order).await?;
            let items: Vec<OrderItem> = items(&review).collect();
            store::insert_items(c, &scope, id, order.created_at, &items).await?;
            for item in &items {
                carts::claim(c, &scope, id, &item.fields).await?;
            }
            if customer.is_new {
                customers::store::set_seq(c, &scope, customer.id, seq + 1).await?;
                let entry = Entry::new(Act::Create, CUSTOMER, customer.id).after(json!({ "name": contact.name }));
                journal::write_at(c, &scope, now, Topics::SALES, seq + 1, entry).await?;
            }
            let after =
                json!({ "number": number, "status": Status::Pending, "total": kernel::money::format(t.total, profile.currency) });
            journal::write_at(c, &scope, now, Topics::SALES, seq, Entry::new(Act::Create, entities::ORDER, id).after(after))
                .await?;
            sales::add(c, &scope, id, &super::sold::placed(&order, &items, is_first)).await?;
            let online = review.payment.as_ref().filter(|p| p.provider.is_online() && t.total > 0);
            if let Some(method) = online {
                gateway::begin_in(c, &owner, &scope, id, method.id, Purpose::WholeOrder).await?;
            }
            Ok::<_, PlaceError>((id, number, true, true, online.is_some()))
        })
        .await?;
    // The merchant may have placed it: then the order is not linked to the cart's token, and its own link opens it.
    let access_token = if is_own { token } else { super::shopper_link::token(app, scope, id).await? };
    Ok(Placed { id, number, access_token, is_new, is_paid_online })
}

/// Checks that every step is complete, and everything as it was confirmed.
fn check(review: &Review, expected: Expected) -> Result<(), PlaceError> {
    if let Some(step) = review.missing {
        return Err(PlaceError::Incomplete(step));
    }
    let total = review.totals.total;
    let is_other_cart = review.cart_version != expected.cart_version;
    // A price change that was shown once is not a change any more: one that remains was never shown, whatever total was
    // confirmed. A shopper who confirmed the total without an invalid coupon was told so: with it the total would differ.
    let is_other_deposit = review.deposit != expected.deposit;
    let has_only_dropped_coupons = review.changes.iter().all(|change| matches!(change, Change::CouponDropped { .. }));
    if has_only_dropped_coupons && total == expected.total && !is_other_cart && !is_other_deposit {
        return Ok(());
    }
    let mut changes = review.changes.clone();
    if is_other_cart {
        changes.push(Change::CartChanged);
    }
    if total != expected.total {
        changes.push(Change::TotalChanged { from: expected.total, to: total });
    }
    if is_other_deposit {
        changes.push(Change::DepositChanged { to: review.deposit });
    }
    Err(PlaceError::Changed(changes))
}

/// Claims the coupon's use, where it has a discount: the last row locked but the counters (docs/decisions/0026).
async fn use_coupon(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    review: &Review,
    order: OrderId,
    customer: kernel::CustomerId,
    contact: &Contact,
) -> Result<Option<OrderCoupon>, PlaceError> {
    let Some(applied) = review.used() else { return Ok(None) };
    let amount = review.totals.coupon;
    let lines = (1_i64..).zip(&applied.eligible).filter(|(_, counts)| **counts).map(|(line, _)| line).collect();
    let coupon_use = CouponUse { applied: applied.clone(), amount, lines };
    let buyer = Buyer { mobile: Some(&contact.mobile), email: contact.email.as_deref(), ..Buyer::default() };
    let change = match coupons::record_use(c, env, scope, order, customer, &coupon_use, buyer).await {
        Ok(()) => {
            let CouponUse { applied, amount, .. } = coupon_use;
            let segment = applied.terms.segment;
            return Ok(Some(OrderCoupon { id: applied.id, code: applied.code, segment, discount: amount }));
        }
        Err(CouponUseError::Db(e)) => return Err(e.into()),
        Err(CouponUseError::Refused(reason)) => Change::CouponDropped { code: applied.code.clone(), reason },
        Err(CouponUseError::Changed) => Change::CartChanged,
    };
    Err(PlaceError::Changed(vec![change]))
}

/// Takes every line's goods from stock, by product id, or reports what is missing.
async fn take(
    c: Conn<'_>,
    scope: &StoreScope,
    posting: &mut StockPosting,
    review: &Review,
    now: kernel::Millis,
) -> Result<(), PlaceError> {
    let mut lines: Vec<&CartLine> = review.view.counted().collect();
    lines.sort_by_key(|l| (l.product_id, l.variant_id));
    for line in lines {
        let pieces = Pieces {
            product: line.product_id,
            variant: line.variant_id,
            qty: line.quantity,
            reserved: line.held,
            has_priority: false,
        };
        if !stock::take(c, scope, posting, pieces).await?.is_taken() {
            // Sold concurrently after the cart was read (PostgreSQL); show the shopper what is left.
            let live = catalog::sellable(c, scope, now, &[(line.product_id, line.variant_id)]).await?.pop();
            let available = live.as_ref().filter(|g| g.is_for_sale).and_then(Sellable::available).unwrap_or(0);
            let is_reserved = live.as_ref().is_some_and(|g| g.is_for_sale && g.stock > 0);
            let (line, name) = (line.line, line.name());
            return Err(PlaceError::Changed(vec![if available > 0 {
                Change::QuantityReduced { line, name, available }
            } else if is_reserved {
                Change::Held { line, name }
            } else {
                Change::Unavailable { line, name }
            }]));
        }
    }
    Ok(())
}

/// The sold lines, numbered from 1.
fn items(review: &Review) -> impl Iterator<Item = OrderItem> {
    review.view.counted().zip(&review.totals.lines).zip(1_i64..).filter_map(|((line, sums), number)| {
        let goods = line.goods.as_ref()?;
        Some(OrderItem {
            line: number,
            product_id: line.product_id,
            variant_id: line.variant_id,
            name: goods.name.clone(),
            sku: goods.sku.clone(),
            option_values: goods.options.clone(),
            fields: line.fields.clone(),
            media_id: goods.cover_id,
            unit_price: goods.unit_price,
            quantity: line.quantity,
            line_total: sums.line_total,
            discount: sums.discount,
            coupon_discount: sums.coupon,
            refunded_discount: 0,
            refunded_coupon: 0,
            vat: sums.vat,
            vat_rate: sums.vat_rate,
            weight_grams: goods.weight_grams,
            is_stock_taken: !goods.has_unlimited_qty,
            returned: 0,
            restocked: 0,
        })
    })
}
