//! Changing the address of a placed order, and accepting one as it is.

use db::Conn;
use kernel::{Env, Millis, OrderId, StoreScope};
use serde_json::json;
use web::Message;

use super::gate::{check, goes_by_courier, is_to_ship, recheck};
use super::store::{self, State};
use crate::orders::activity;
use crate::orders::entities;
use crate::orders::error::OrderError;
use crate::orders::model::Order;
use crate::orders::status::Status;
use crate::orders::{documents, store as orders};
use customers::Address;
use platform::App;
use platform::journal::{Act, Entry};
use platform::stores::StoreProfile;

const NOT_OPEN: Message =
    Message::new("لا يمكن تعديل العنوان في حالة الطلب الحالية.", "You can't edit the address in this order status.");
const NOT_HELD: Message = Message::new("عنوان هذا الطلب مكتمل.", "This order's address is already complete.");

/// Whether the address may still be changed: the order goes by courier, and either is editable in this status anyway (decisions
/// §5) or is not shipped before its address is complete.
pub(super) fn may_change(order: &Order, state: Option<State>) -> bool {
    goes_by_courier(order)
        && is_to_ship(order.status)
        && (order.status != Status::ReadyToShip || matches!(state, Some(State::Held | State::New)))
}

/// Writes another address, logs it in the activity and checks it; false when it is the same. The order's row is locked by the
/// caller.
pub(super) async fn write(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    profile: &StoreProfile,
    order: &Order,
    address: Address,
) -> Result<bool, OrderError> {
    let state = store::find(c, scope, order.id).await?.map(|row| row.state);
    if !may_change(order, state) {
        return Err(OrderError::Conflict("address_closed", NOT_OPEN));
    }
    if order.address.as_ref() == Some(&address) {
        return Ok(false);
    }
    let now = env.now();
    let after = Order { address: Some(address), version: order.version + 1, ..order.clone() };
    if !orders::update_address(c, scope, order, after.address.as_ref(), now).await? {
        return Err(OrderError::Stale);
    }
    documents::enqueue_charge_changed(c, env, scope, order.id).await?;
    let entry = Entry::new(Act::Update, entities::ORDER, order.id)
        .before(json!({ "address": order.address }))
        .after(json!({ "address": after.address }));
    recheck(c, scope, profile, &after, now).await?;
    activity::log(c, scope, order.id, now, entry, None).await?;
    Ok(true)
}

/// Changes the address for the merchant.
///
/// # Errors
/// [`OrderError`]; nothing changed then.
pub(super) async fn set(
    app: &App,
    scope: &StoreScope,
    profile: &StoreProfile,
    id: OrderId,
    address: Address,
    version: Option<i64>,
) -> Result<(), OrderError> {
    let (at, env, profile) = (scope.clone(), app.env().clone(), profile.clone());
    app.db()
        .tx(async move |c| {
            orders::lock(c, &at, id).await?;
            let order = orders::find(c, &at, id).await?.ok_or(OrderError::NotFound)?;
            if version.is_some_and(|v| v != order.version) {
                return Err(OrderError::Stale);
            }
            write(c, &env, &at, &profile, &order, address.clone()).await.map(|_| ())
        })
        .await
}

/// Releases a held order with its address as it is.
///
/// # Errors
/// [`OrderError`]; nothing changed then.
pub(super) async fn accept(app: &App, scope: &StoreScope, id: OrderId, note: Option<&str>) -> Result<(), OrderError> {
    let note = activity::note(note)?;
    let (at, now) = (scope.clone(), app.env().now());
    app.db()
        .tx(async move |c| {
            if !orders::lock(c, &at, id).await? {
                return Err(OrderError::NotFound);
            }
            let entry = accept_in(c, &at, id, now).await?;
            activity::log(c, &at, id, now, entry, note.as_deref()).await
        })
        .await
}

/// As [`accept`], in the caller's transaction, which writes the journal entry at its end.
pub(super) async fn accept_in(c: Conn<'_>, scope: &StoreScope, id: OrderId, now: Millis) -> Result<Entry, OrderError> {
    let gaps = store::find(c, scope, id).await?.map(|row| row.gaps).unwrap_or_default();
    if !store::accept(c, scope, id, now).await? {
        return Err(OrderError::Conflict("not_held", NOT_HELD));
    }
    Ok(Entry::new(Act::Update, entities::ORDER, id).after(json!({ "address_accepted": gaps })))
}

/// As [`check`], or accepts the address as it is; the caller's transaction writes the journal entry at its end.
pub(in crate::orders) async fn check_or_accept(
    c: Conn<'_>,
    scope: &StoreScope,
    id: OrderId,
    accepts: bool,
    now: Millis,
) -> Result<Option<Entry>, OrderError> {
    match check(c, scope, id).await {
        Err(OrderError::Conflict(..)) if accepts => accept_in(c, scope, id, now).await.map(Some),
        answer => answer.map(|()| None),
    }
}
