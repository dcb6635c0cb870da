//! Whether an order may ship: checked when it is placed, when its address changes and before it is shipped, in those
//! transactions.

use db::Conn;
use kernel::{Millis, OrderId, StoreScope};
use web::Message;

use super::store::{self, State};
use crate::orders::error::OrderError;
use crate::orders::model::Order;
use crate::orders::status::Status;
use customers::{Demands, Gaps, gaps};
use platform::stores::StoreProfile;

const INCOMPLETE: Message = Message::new(
    "العنوان غير مكتمل. أكمله أو أرسل رابطًا إلى العميل أو اقبله كما هو.",
    "The address is incomplete. Complete it, send the customer a link, or accept it as is.",
);

/// The statuses in which an order waits to be shipped.
pub(super) const fn is_to_ship(status: Status) -> bool {
    matches!(status, Status::Pending | Status::Paid | Status::Processing | Status::ReadyToShip)
}

/// A courier brings it.
pub(super) fn goes_by_courier(order: &Order) -> bool {
    !matches!(order.shipping_provider.as_str(), "" | "PICKUP")
}

/// The store's address requirements.
pub(super) fn demands(profile: &StoreProfile) -> db::Result<Demands> {
    Demands::read(&profile.settings.address_gate)
}

/// The gaps of an order's address; none for a pickup.
pub(super) fn gaps_of(profile: &StoreProfile, order: &Order) -> db::Result<Gaps> {
    Ok(if goes_by_courier(order) { gaps(order.address.as_ref(), &demands(profile)?) } else { Gaps::default() })
}

/// Checks the address of an order that is being placed, in its transaction; no statement for a complete address.
pub(in crate::orders) async fn open(c: Conn<'_>, scope: &StoreScope, profile: &StoreProfile, order: &Order) -> db::Result<()> {
    let found = gaps_of(profile, order)?;
    if found.holding.is_empty() {
        return Ok(());
    }
    store::set_held(c, scope, order, &found.holding, order.created_at).await
}

/// Checks a changed address again, in the change's transaction; one statement.
pub(in crate::orders) async fn recheck(
    c: Conn<'_>,
    scope: &StoreScope,
    profile: &StoreProfile,
    order: &Order,
    now: Millis,
) -> db::Result<()> {
    let found = gaps_of(profile, order)?;
    if found.holding.is_empty() || !is_to_ship(order.status) {
        return store::end_hold(c, scope, order.id, now).await;
    }
    store::set_held(c, scope, order, &found.holding, now).await
}

/// Removes an order from the queue when it no longer waits to be shipped, in the transaction of its transition.
pub(in crate::orders) async fn on_status_change(
    c: Conn<'_>,
    scope: &StoreScope,
    order: &Order,
    to: Status,
    now: Millis,
) -> db::Result<()> {
    if is_to_ship(order.status) && !is_to_ship(to) { store::end(c, scope, order.id, now).await } else { Ok(()) }
}

/// Refuses to ship a held order.
pub(in crate::orders) async fn check(c: Conn<'_>, scope: &StoreScope, id: OrderId) -> Result<(), OrderError> {
    match store::find(c, scope, id).await? {
        // An order whose recheck is pending counts as held if it had gaps.
        Some(row) if row.state == State::Held || (row.state == State::New && !row.gaps.is_empty()) => {
            Err(OrderError::Conflict("address_incomplete", INCOMPLETE))
        }
        _ => Ok(()),
    }
}
