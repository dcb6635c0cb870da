//! Places a draft as an order: everything is computed anew, stock is taken, the customer and the ledger are written, in one
//! transaction. Rows are locked in the one order (docs/decisions/0026-lock-order.md).

use db::Conn;
use kernel::{Env, OrderId, StoreScope, money};
use serde_json::json;
use web::{FieldErrors, Message};

use super::build::{Built, build};
use super::model::{COUPON, Content, DISCOUNT_CUT, HELD, Initiator, NO_PAYMENT, errors_of};
use super::{coupon, save, store};
use crate::carts::CartError;
use crate::cod_risk::{Action, Verdict};
use crate::orders::activity;
use crate::orders::addresses;
use crate::orders::deferred_writes::DeferredWrites;
use crate::orders::entities;
use crate::orders::error::OrderError;
use crate::orders::model::Order;
use crate::orders::order_confirmation;
use crate::orders::place::PlaceError;
use crate::orders::retry;
use crate::orders::status::{PaymentStatus, Status};
use crate::orders::{documents, ledger};
use catalog::Sellable;
use catalog::stock::{self, Pieces, Reason, StockPosting};
use customers::{self, OrderOf};
use platform::App;
use platform::journal::{Act, Entry};
use platform::stores::{self, StoreProfile};

const BLOCKED: Message = Message::new(
    "هذا العميل محظور. افتح المسودة وأكّد للمتابعة.",
    "This customer is blocked. Open the draft and confirm to continue.",
);

/// How a draft is placed.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlacementRequest<'a> {
    /// `PEND`, or `PAID` with the payment in the ledger.
    pub(super) to: Status,
    /// The confirmed total, in minor units.
    pub(super) total: i64,
    pub(super) note: Option<&'a str>,
    pub(super) by: Initiator,
    /// Place it although the customer is on the blocklist.
    pub(super) despite_block: bool,
    /// The coupon code that was dropped for the shopper; logged in the order's activity.
    pub(super) dropped_code: Option<&'a str>,
}

/// Places a draft as the merchant confirms it.
///
/// # Errors
/// [`OrderError`]; nothing changed then.
pub(super) async fn place(
    app: &App,
    scope: &StoreScope,
    profile: &StoreProfile,
    id: OrderId,
    request: PlaceRequest,
) -> Result<(), OrderError> {
    let request = PlaceRequest { note: activity::note(request.note.as_deref())?, ..request };
    match place_once(app, scope, profile, id, request.clone()).await {
        Err(e) if retry::release_expired(app, scope, &e).await? => place_once(app, scope, profile, id, request).await,
        answer => answer,
    }
}

/// The merchant's confirmation.
#[derive(Debug, Clone)]
pub(super) struct PlaceRequest {
    /// The draft's version when it was read.
    pub(super) version: Option<i64>,
    /// The confirmed total, in minor units.
    pub(super) total: i64,
    /// The order is paid already.
    pub(super) is_paid: bool,
    /// Place it although the customer is on the blocklist.
    pub(super) despite_block: bool,
    /// Note in the activity.
    pub(super) note: Option<String>,
}

async fn place_once(
    app: &App,
    scope: &StoreScope,
    profile: &StoreProfile,
    id: OrderId,
    request: PlaceRequest,
) -> Result<(), OrderError> {
    let to = if request.is_paid { Status::Paid } else { Status::Pending };
    let (at, env, profile) = (scope.clone(), app.env().clone(), profile.clone());
    app.db()
        .tx(async move |c| {
            let PlaceRequest { version, total, despite_block, note, .. } = &request;
            let (order, draft) = save::open(c, &at, id, *version, to).await?;
            let placing = PlacementRequest {
                to,
                total: *total,
                note: note.as_deref(),
                by: Initiator::Merchant,
                despite_block: *despite_block,
                dropped_code: None,
            };
            place_in(c, &env, &at, &profile, order, draft.content.0, placing).await
        })
        .await
}

/// Places a draft that was moved by a status change only, for its saved total.
///
/// # Errors
/// [`OrderError`]; nothing changed then.
pub(in crate::orders) async fn place_as_saved(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    order: Order,
    to: Status,
    note: Option<&str>,
) -> Result<(), OrderError> {
    let profile = stores::get_profile(c, scope).await?;
    let (order, draft) = save::open(c, scope, order.id, Some(order.version), to).await?;
    let placing =
        PlacementRequest { to, total: order.total, note, by: Initiator::Merchant, despite_block: false, dropped_code: None };
    place_in(c, env, scope, &profile, order, draft.content.0, placing).await
}

/// Places a draft whose row is locked.
///
/// # Errors
/// [`OrderError`]: `Fields` names every line that lacks stock, is not sold or is outside its limits.
pub(super) async fn place_in(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    profile: &StoreProfile,
    before: Order,
    content: Content,
    placing: PlacementRequest<'_>,
) -> Result<(), OrderError> {
    let (now, id) = (env.now(), before.id);
    let PlacementRequest { to, total, note, by, despite_block, dropped_code } = placing;
    // The order's time is that of its placing: until then it was a draft.
    let base = Order { created_at: now, updated_at: now, ..before.clone() };
    let mut built = build(c, scope, profile, base, &content, (now, None)).await?;
    let is_paid = to == Status::Paid;
    // The merchant removes a coupon without effect, and corrects a discount that a coupon reduces. The shopper cannot: the page
    // said why, and the confirmed total accounts for it. An order that is paid has priority over reservations.
    let is_acceptable = |code: &str| {
        (is_paid && [NO_PAYMENT, HELD].contains(&code)) || (by != Initiator::Merchant && [COUPON, DISCOUNT_CUT].contains(&code))
    };
    let blocking_problems = built.problems.iter().filter(|p| !is_acceptable(p.code));
    if let Some(errors) = errors_of(blocking_problems) {
        return Err(OrderError::Fields(errors));
    }
    if built.order.total != total {
        return Err(OrderError::DraftChanged);
    }
    let is_blocked = customers::is_blocked(c, scope, &built.order.mobile, built.order.email.as_deref()).await?;
    if is_blocked && by == Initiator::Merchant && !despite_block {
        return Err(OrderError::Conflict("customer_blocked", BLOCKED));
    }
    let mut verdict = order_confirmation::evaluate::verdict_of(c, scope, profile, &built.order, now).await?;
    match by {
        Initiator::Shopper(shown_draft) => {
            check_verdict(&verdict, &before, &built.order)?;
            if chose_payment(&before, &built.order) {
                verdict = verdict.without_deposit();
            }
            if verdict.advance(&built.order.payment_provider, total, profile.currency) != shown_draft {
                return Err(OrderError::DraftChanged);
            }
        }
        // The merchant just agreed with the customer: no confirmation is needed.
        Initiator::Merchant => (verdict.action, verdict.rule, verdict.deposit) = (Action::Ship, None, None),
    }
    take(c, env, scope, profile, &mut built, is_paid).await?;
    let of = OrderOf {
        name: &built.order.sender_name,
        mobile: &built.order.mobile,
        total: built.order.total,
        address: built.order.address.as_ref(),
    };
    built.order.customer_id = customers::record_order_of(c, env, scope, built.order.customer_id, of).await?;
    let mut last = DeferredWrites::default();
    last.count(Status::Draft, to);
    let mut sums = ledger::store::get_sums(c, scope, id).await?;
    let entries = ledger::entries::of_move(&built.order, to, sums).ok_or(OrderError::NothingOwed)?;
    built.order.status = to;
    if is_paid {
        built.order.payment_status = PaymentStatus::Paid;
    }
    save::write(c, scope, before.version, &built).await?;
    order_confirmation::gate::open(c, env, scope, profile, &built.order, &verdict).await?;
    addresses::gate::open(c, scope, profile, &built.order).await?;
    documents::enqueue_invoice_due(c, env, scope, id, to, built.order.payment_status).await?;
    ledger::entries::write(c, scope, id, now, &mut sums, &entries, (note, None)).await?;
    let mut after = json!({
        "status": to, "payment_status": built.order.payment_status, "total": money::format(built.order.total, profile.currency),
    });
    if let Some(draft_coupon) = &built.coupon {
        let key = if built.order.coupon.is_some() { "coupon_code" } else { "coupon_dropped" };
        after[key] = json!(draft_coupon.code);
    }
    if let Some(code) = dropped_code {
        after["coupon_dropped"] = json!(code);
    }
    if let Some(coupon_use) = built.coupon.as_ref().and_then(|k| k.to_use(&built.order, &built.items)) {
        coupon::take(c, env, scope, &built.order, &coupon_use, by, profile.currency).await?;
    }
    let before_change = json!({ "status": before.status, "payment_status": before.payment_status });
    if is_blocked {
        after["despite_block"] = json!(true);
    }
    last.add_entry(Entry::new(Act::UpdateStatus, entities::ORDER, id).before(before_change).after(after), note);
    last.settle();
    Ok(last.write(c, scope, id, now).await?)
}

/// The payment method is the one that the merchant chose: then no deposit is required, whatever the rules say.
pub(super) fn chose_payment(before: &Order, order: &Order) -> bool {
    before.payment_method_id.is_some() && before.payment_method_id == order.payment_method_id
}

/// Applies the COD rules to what the shopper chose: another number than the merchant's, or another method.
fn check_verdict(verdict: &Verdict, before: &Order, order: &Order) -> Result<(), OrderError> {
    if verdict.action == Action::Block && order.mobile != before.mobile {
        return Err(OrderError::Fields(FieldErrors::one("mobile", PlaceError::Blocked.message())));
    }
    if !verdict.allows(&order.payment_provider) && order.payment_method_id != before.payment_method_id {
        return Err(OrderError::DraftChanged);
    }
    Ok(())
}

/// Takes every line's goods from stock, ordered by product; missing stock is reported at its line.
async fn take(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    profile: &StoreProfile,
    built: &mut Built,
    has_priority: bool,
) -> Result<(), OrderError> {
    let order = &built.order;
    let mut posting = StockPosting::new(Reason::Sale).threshold(profile.settings.low_stock_at).order(order.id, order.number);
    let mut lines: Vec<usize> = (0..built.items.len()).filter(|n| !built.items[*n].is_custom()).collect();
    lines.sort_by_key(|n| (built.items[*n].product_id, built.items[*n].variant_id, *n));
    for n in lines {
        let item = &mut built.items[n];
        let pieces = Pieces { product: item.product_id, variant: item.variant_id, qty: item.quantity, reserved: 0, has_priority };
        if !stock::take(c, scope, &mut posting, pieces).await?.is_taken() {
            let rest_available = built.goods[n].as_ref().and_then(Sellable::available).unwrap_or(0).min(item.quantity - 1);
            let error = CartError::OutOfStock(rest_available).message();
            return Err(OrderError::Fields(FieldErrors::one(format!("items.{n}.quantity"), error)));
        }
        item.is_stock_taken = built.goods[n].as_ref().is_some_and(|g| !g.has_unlimited_qty);
    }
    Ok(posting.write(c, env, scope).await?)
}

/// Stores the content in the draft's row, for a link that confirms more than the merchant wrote.
pub(super) async fn store_content(c: Conn<'_>, scope: &StoreScope, id: OrderId, content: &Content) -> Result<(), OrderError> {
    Ok(store::set_content(c, scope, id, content).await?)
}
