//! The address gate (OR-02, CU-01; docs/decisions/0022-address-gate.md): orders that cannot ship before their address is
//! complete, and the link on which the shopper completes it without logging in.
//!
//! Table: `order_address_checks`. Invariants: an order by courier that lacks what its store asks for is `held` from the
//! transaction in which that came about until it is completed, accepted as it is, or over; a held order is not shipped; an address that
//! changes is looked at in the same transaction; a link changes neither number nor country, and ends when the goods leave.

mod api;
mod change;
mod link;
mod settings_api;
mod store;
mod sweep;
mod wire;

use db::Conn;
use jobs::Registry;
use kernel::{Millis, OrderId, StoreScope};
use utoipa_axum::router::OpenApiRouter;
use web::Message;

pub use link::{AddressLink, OpenAddress, Sent as SentAddress, complete, open as open_link};
pub(super) use link::{PreparedMessage as ReadyLink, ready_if_held as ready_link, send_in as send_link};
pub use store::count_held;
pub use sweep::look_at_all;

use self::store::State;
use super::error::OrderError;
use super::model::Order;
use super::status::Status;
use customers::{Demands, Gaps, gaps};
use platform::App;
use platform::journal::Entry;
use platform::stores::StoreProfile;

const INCOMPLETE: Message = Message::new(
    "العنوان غير مكتمل. أكمله أو أرسل رابطًا إلى العميل أو اقبله كما هو.",
    "The address is incomplete. Complete it, send the customer a link, or accept it as is.",
);

/// The statuses in which an order waits to be shipped.
const fn is_to_ship(status: Status) -> bool {
    matches!(status, Status::Pending | Status::Paid | Status::Processing | Status::ReadyToShip)
}

/// A courier brings it.
fn goes_by_courier(order: &Order) -> bool {
    !matches!(order.shipping_provider.as_str(), "" | "PICKUP")
}

/// The store's demands.
fn demands(profile: &StoreProfile) -> db::Result<Demands> {
    Demands::read(&profile.settings.address_gate)
}

/// What an order's address lacks; nothing when nobody brings it.
fn gaps_of(profile: &StoreProfile, order: &Order) -> db::Result<Gaps> {
    Ok(if goes_by_courier(order) { gaps(order.address.as_ref(), &demands(profile)?) } else { Gaps::default() })
}

/// Looks at the address of an order that is just placed. A part of its transaction; no statement for one that lacks nothing.
pub(super) async fn open(c: Conn<'_>, scope: &StoreScope, profile: &StoreProfile, order: &Order) -> db::Result<()> {
    let found = gaps_of(profile, order)?;
    if found.holding.is_empty() {
        return Ok(());
    }
    store::hold(c, scope, order, &found.holding, order.created_at).await
}

/// Looks again at an address that changed. A part of the change's transaction; one statement.
pub(super) async fn look_again(
    c: Conn<'_>,
    scope: &StoreScope,
    profile: &StoreProfile,
    order: &Order,
    now: Millis,
) -> db::Result<()> {
    let found = gaps_of(profile, order)?;
    if found.holding.is_empty() || !is_to_ship(order.status) {
        return store::clear(c, scope, order.id, now).await;
    }
    store::hold(c, scope, order, &found.holding, now).await
}

/// Takes an order out of the queue that does not wait to be shipped any more. A part of the move's transaction.
pub(super) async fn follow(c: Conn<'_>, scope: &StoreScope, order: &Order, to: Status, now: Millis) -> db::Result<()> {
    if is_to_ship(order.status) && !is_to_ship(to) { store::end(c, scope, order.id, now).await } else { Ok(()) }
}

/// An order that is held is not shipped.
pub(super) async fn check(c: Conn<'_>, scope: &StoreScope, id: OrderId) -> Result<(), OrderError> {
    match store::find(c, scope, id).await? {
        // One that is about to be looked at again is held as it was.
        Some(row) if row.state == State::Held || (row.state == State::New && !row.gaps.is_empty()) => {
            Err(OrderError::Conflict("address_incomplete", INCOMPLETE))
        }
        _ => Ok(()),
    }
}

/// As [`check`], or lets it go as it is, which the caller's transaction tells at its end.
pub(super) async fn check_or_accept(
    c: Conn<'_>,
    scope: &StoreScope,
    id: OrderId,
    accepts: bool,
    now: Millis,
) -> Result<Option<Entry>, OrderError> {
    match check(c, scope, id).await {
        Err(OrderError::Conflict(..)) if accepts => change::accept_in(c, scope, id, now).await.map(Some),
        answer => answer.map(|()| None),
    }
}

pub(super) fn routes() -> OpenApiRouter<App> {
    api::routes().merge(settings_api::routes())
}

/// The gate's schedule.
pub(super) fn register(registry: &mut Registry<App>) {
    sweep::register(registry);
}
