//! Stock reservations: from the payment step on, a cart's pieces are reserved for its shopper for some minutes (decisions §6).
//!
//! A reservation is stored with the cart: `carts.held_until`, and `cart_items.held` per line. Products and variants store the sum
//! as `reserved`, written in the same transaction, so that reads stay one statement. A reservation ends when its order takes the
//! pieces, when the shopper leaves the checkout or changes the cart, or when it expires: readers count expired pieces as free at
//! once, and the sweep releases them within a minute. A sale never waits for the sweep.
//!
//! Carts cost nothing, so reservations are bounded (`reservation_rules`, decisions §14): half of the stock for all together,
//! three carts of one number or network at a time, and a daily limit, with a lower one per product. Beyond that nothing is
//! reserved, and everything can still be bought.

use db::{Conn, Topics};
use jobs::{JobResult, Outcome, Registry};
use kernel::{Actor, CartId, Env, Millis, ProductId, StoreId, StoreScope, VariantId};

use super::changes::CartError;
use super::model::{Cart, Item};
use super::reservation_rules::{MOST_CARTS, StockState, grantable, network};
use super::steps::{self, Draft};
use super::{reservation_store, store};
use catalog::{self, Sellable, stock};
use platform::App;
use platform::identity::{self, AttemptKind};
use platform::stores::{self, StoreProfile};

/// Registers the sweep.
pub(super) fn register(registry: &mut Registry<App>) {
    registry.every("release_checkout_holds", Millis::MINUTE, sweep);
}

/// The longest reservation that a store can set ([`stores::Code::CheckoutHoldMinutes`]).
const LONGEST_RESERVATION: i64 = 60 * Millis::MINUTE;

/// The result of an attempt to reserve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReservationOutcome {
    /// All pieces are reserved until then.
    Full(Millis),
    /// Some of the pieces are reserved until then: all of them would exceed a checkout's share.
    Partial(Millis),
    /// Nothing is reserved, because the share is used up or this number or network has too many carts: free pieces go to whoever
    /// buys first.
    Unreserved,
    /// Not enough stock, other checkouts were faster: nothing is reserved, and the cart's view says what changed.
    OutOfStock,
    /// The shopper is on the blocklist: nothing is reserved, and placing the order is refused.
    Blocked,
}

/// Why a reservation was not written.
enum ReservationError {
    OutOfStock,
    Unreserved,
    /// The cart was changed meanwhile, or became an order.
    Closed,
    Db(db::Error),
}

impl From<db::Error> for ReservationError {
    fn from(e: db::Error) -> Self {
        Self::Db(e)
    }
}

/// Reserves the pieces of a cart's lines within its share; none of them when one line is not available. An active one is not
/// extended; an expired one begins anew. `ip` is the shopper's address.
///
/// # Errors
/// Of the database.
pub async fn reserve(
    app: &App,
    scope: &StoreScope,
    profile: &StoreProfile,
    cart: &Cart,
    ip: &str,
) -> db::Result<ReservationOutcome> {
    let reservation = match prepare(app, scope, profile, cart, ip).await? {
        Prepared::Known(outcome) => return Ok(outcome),
        Prepared::Reservation(reservation) => reservation,
    };
    let (at, few, env, until) = (scope.clone(), profile.settings.low_stock_at, app.env().clone(), reservation.until);
    let work = async move |c: Conn<'_>| {
        let is_new = count_attempt(c, &at, &reservation, &env).await?;
        reserve_in(c, &at, &reservation, is_new, few, &env).await
    };
    reservation_outcome(app.db().tx(work).await, until)
}

/// [`super::set_draft`] and then [`reserve`], in one transaction where both are possible: one durable write for both. Where
/// nothing can be reserved, the steps are stored all the same.
///
/// # Errors
/// [`CartError::Closed`], as of [`super::set_draft`].
pub async fn set_draft_and_reserve(
    app: &App,
    scope: &StoreScope,
    profile: &StoreProfile,
    cart: Cart,
    draft: Draft,
    ip: &str,
) -> Result<(Cart, ReservationOutcome), CartError> {
    let after = draft.clone().apply_to(cart.clone());
    let reservation = match prepare(app, scope, profile, &after, ip).await? {
        Prepared::Known(outcome) => return Ok((steps::set_draft(app, scope, cart, draft).await?, outcome)),
        Prepared::Reservation(reservation) => reservation,
    };
    let (at, few, env, until) = (scope.clone(), profile.settings.low_stock_at, app.env().clone(), reservation.until);
    let (before, written) = (cart.clone(), after.clone());
    let now = reservation.now;
    let work = async move |c: Conn<'_>| {
        // Before the cart is locked, as in `reserve`: another lock order could deadlock.
        let is_new = count_attempt(c, &at, &reservation, &env).await?;
        if !steps::write(c, &at, &before, &written, now).await? {
            return Err(ReservationError::Closed);
        }
        reserve_in(c, &at, &reservation, is_new, few, &env).await
    };
    match app.db().tx(work).await {
        Err(ReservationError::Closed) => Err(CartError::Closed),
        Ok(is_whole) => Ok((after.written(now), reservation_outcome(Ok(is_whole), until)?)),
        Err(ReservationError::Db(e)) => Err(e.into()),
        Err(refused) => Ok((steps::set_draft(app, scope, cart, draft).await?, reservation_outcome(Err(refused), until)?)),
    }
}

/// The outcome of the checks before anything is written.
enum Prepared {
    /// The result is known without a write.
    Known(ReservationOutcome),
    /// It may be written.
    Reservation(Reservation),
}

async fn prepare(app: &App, scope: &StoreScope, profile: &StoreProfile, cart: &Cart, ip: &str) -> db::Result<Prepared> {
    let now = app.env().now();
    if let Some(until) = cart.held_until.filter(|t| *t > now) {
        return Ok(Prepared::Known(if cart.is_held_in_part {
            ReservationOutcome::Partial(until)
        } else {
            ReservationOutcome::Full(until)
        }));
    }
    let Some(contact) = &cart.contact else { return Ok(Prepared::Known(ReservationOutcome::Unreserved)) };
    if customers::is_blocked(app.db().conn(), scope, &contact.mobile, contact.email.as_deref()).await? {
        release(app, scope, Some(cart)).await?;
        return Ok(Prepared::Known(ReservationOutcome::Blocked));
    }
    // Release expired reservations first, so that they do not count against the share.
    expire(app, scope).await?;
    let until = now.plus(profile.settings.checkout_hold_minutes * Millis::MINUTE);
    let network = network(ip);
    let by = app.signer.sign(app, "hold", &format!("{}:{network}", scope.store())).await?;
    Ok(Prepared::Reservation(Reservation { cart: cart.id, mobile: contact.mobile.clone(), network, by, now, until }))
}

fn reservation_outcome(is_whole: Result<bool, ReservationError>, until: Millis) -> db::Result<ReservationOutcome> {
    match is_whole {
        Ok(true) => Ok(ReservationOutcome::Full(until)),
        Ok(false) => Ok(ReservationOutcome::Partial(until)),
        Err(ReservationError::OutOfStock) => Ok(ReservationOutcome::OutOfStock),
        Err(ReservationError::Unreserved | ReservationError::Closed) => Ok(ReservationOutcome::Unreserved),
        Err(ReservationError::Db(e)) => Err(e),
    }
}

/// Who reserves a cart's pieces, and until when.
struct Reservation {
    cart: CartId,
    mobile: String,
    network: String,
    /// The network as the cart stores it: a keyed hash, from which no address can be read.
    by: String,
    now: Millis,
    until: Millis,
}

/// Counts an attempt of the number and the network against the daily limits; false when a limit is reached. Transactions of the
/// same number or network wait for each other here, so that later counts stay true.
async fn count_attempt(c: Conn<'_>, scope: &StoreScope, reservation: &Reservation, env: &Env) -> db::Result<bool> {
    let key = format!("{}:{}", scope.store(), reservation.mobile);
    Ok(identity::count_attempt(c, AttemptKind::Reservation, &key, &reservation.network, env.id(), reservation.now).await?.is_ok())
}

/// Reserves in the caller's transaction, which is rolled back when it is refused. `is_new` is the result of [`count_attempt`].
/// True when all pieces are reserved, false when some are.
async fn reserve_in(
    c: Conn<'_>,
    scope: &StoreScope,
    reservation: &Reservation,
    is_new: bool,
    few: i64,
    env: &Env,
) -> Result<bool, ReservationError> {
    let Reservation { cart, mobile, by, now, until, .. } = reservation;
    // Another window of the same shopper may have begun a reservation already.
    if !reservation_store::begin_reservation(c, scope, (*cart, by.as_str()), *now, *until).await? {
        return Ok(true);
    }
    let (of_network, of_mobile) =
        reservation_store::count_reservations(c, scope, *cart, (by.as_str(), mobile.as_str()), (*now, MOST_CARTS)).await?;
    if !is_new || of_network >= MOST_CARTS || of_mobile >= MOST_CARTS {
        return Err(ReservationError::Unreserved);
    }
    let mut items = store::list_items(c, scope, *cart).await?;
    items.sort_by_key(|i| (i.product_id, i.variant_id, i.line));
    match reserve_lines(c, scope, reservation, few, env, &items).await? {
        PieceSum { requested, reserved } if requested == reserved => Ok(true),
        PieceSum { reserved: 0, .. } => Err(ReservationError::Unreserved),
        _ => {
            reservation_store::set_held_in_part(c, scope, *cart).await?;
            Ok(false)
        }
    }
}

/// Pieces of the lines whose stock is counted.
#[derive(Default)]
struct PieceSum {
    requested: i64,
    reserved: i64,
}

/// Reserves the allowed pieces of each line, in the order of products. A product that reached the network's daily limit gets
/// nothing.
async fn reserve_lines(
    c: Conn<'_>,
    scope: &StoreScope,
    reservation: &Reservation,
    few: i64,
    env: &Env,
    items: &[Item],
) -> Result<PieceSum, ReservationError> {
    let Reservation { cart, network, now, .. } = reservation;
    let mut sum = PieceSum::default();
    let mut of_product: (Option<ProductId>, i64) = (None, 0);
    let mut may_reserve = false;
    for Item { line, product_id, variant_id, quantity, held: own_reserved, .. } in items {
        if of_product.0 != Some(*product_id) {
            of_product = (Some(*product_id), 0);
            // Transactions of one network are serialized since its carts were counted: the next lock cannot deadlock.
            let key = format!("{}:{network}:{product_id}", scope.store());
            may_reserve =
                identity::count_attempt(c, AttemptKind::ProductReservation, &key, network, env.id(), *now).await?.is_ok();
        }
        let locked = stock::lock_stock(c, scope, *product_id, *variant_id).await?.ok_or(ReservationError::OutOfStock)?;
        let target = if locked.has_unlimited_qty {
            0
        } else {
            let stock::LockedStock { qty, reserved, product_qty, product_reserved, .. } = locked;
            let state = StockState { qty, reserved, own_reserved: *own_reserved, product_qty, product_reserved };
            let allowed = if may_reserve { locked.max_qty.map_or(i64::MAX, |max| (max - of_product.1).max(0)) } else { 0 };
            let target = grantable(state, *quantity, allowed).ok_or(ReservationError::OutOfStock)?;
            (sum.requested, sum.reserved, of_product.1) =
                (sum.requested + quantity, sum.reserved + target, of_product.1 + target);
            target
        };
        let difference = target - own_reserved;
        if difference > 0 {
            let remaining =
                stock::reserve(c, scope, *product_id, *variant_id, difference).await?.ok_or(ReservationError::OutOfStock)?;
            touch_pages(c, scope, few, Some(remaining));
        } else if difference < 0 {
            touch_pages(c, scope, few, stock::release(c, scope, *product_id, *variant_id, -difference).await?);
        }
        if difference != 0 {
            reservation_store::set_held(c, scope, *cart, *line, target).await?;
        }
    }
    Ok(sum)
}

/// Invalidates the store's pages when the displayed number of remaining pieces changes: reserved pieces are not among them.
fn touch_pages(c: Conn<'_>, scope: &StoreScope, few: i64, remaining: Option<stock::RemainingStock>) {
    if remaining.is_some_and(|remaining| remaining.is_shown(few)) {
        c.touch(scope.store(), Topics::STOREFRONT);
    }
}

/// Releases a cart's reservation when the shopper leaves the checkout. No statement without one.
///
/// # Errors
/// Of the database.
pub async fn release(app: &App, scope: &StoreScope, cart: Option<&Cart>) -> db::Result<()> {
    let Some(cart) = cart.filter(|c| c.held_until.is_some()) else { return Ok(()) };
    release_cart(app, scope, cart.id, None).await.map(|_| ())
}

/// Releases a cart's reservation; with `ended`, only one that expired by then. False when there was none.
async fn release_cart(app: &App, scope: &StoreScope, cart: CartId, ended: Option<Millis>) -> db::Result<bool> {
    let at = scope.clone();
    app.db()
        .tx(async move |c| {
            if !reservation_store::end_reservation(c, &at, cart, ended).await? {
                return Ok(false);
            }
            let few = stores::get_profile(c, &at).await?.settings.low_stock_at;
            release_pieces(c, &at, few, cart).await?;
            Ok(true)
        })
        .await
}

/// Releases the pieces of a cart's lines in the caller's transaction, which has claimed the cart.
pub(super) async fn release_pieces(c: Conn<'_>, scope: &StoreScope, few: i64, cart: CartId) -> db::Result<()> {
    let mut items = store::list_items(c, scope, cart).await?;
    items.sort_by_key(|i| (i.product_id, i.variant_id, i.line));
    items.retain(|i| i.held > 0);
    for Item { product_id, variant_id, held, .. } in items {
        touch_pages(c, scope, few, stock::release(c, scope, product_id, variant_id, held).await?);
    }
    reservation_store::release_lines(c, scope, cart).await
}

/// Releases the store's expired reservations, one transaction each; how many, 50 at most.
///
/// # Errors
/// Of the database.
pub async fn expire(app: &App, scope: &StoreScope) -> db::Result<usize> {
    let now = app.env().now();
    let mut count = 0;
    for cart in reservation_store::list_ended_of(app.db().conn(), scope, now).await? {
        count += usize::from(release_cart(app, scope, cart, Some(now)).await?);
    }
    Ok(count)
}

/// Releases expired reservations in every store; idempotent. One with an end that is too far ahead (clock skew) ends at once: it
/// would block its pieces until the clock caught up.
async fn sweep(app: App) -> JobResult {
    let now = app.env().now();
    while app
        .db()
        .tx(async move |c| reservation_store::end_reservations_ahead(c, now, jobs::furthest(now, LONGEST_RESERVATION)).await)
        .await?
        > 0
    {}
    loop {
        let now = app.env().now();
        let ended: Vec<(StoreId, CartId)> = reservation_store::list_ended(app.db().conn(), now).await?;
        for (store_id, cart) in &ended {
            release_cart(&app, &StoreScope::new(*store_id, Actor::system()), *cart, Some(now)).await?;
        }
        if ended.len() < 200 {
            return Ok(Outcome::Done);
        }
    }
}

/// Stock for a cart's lines: the cart's own reservation and expired ones count as free.
pub(super) async fn of_cart(
    c: Conn<'_>,
    scope: &StoreScope,
    now: Millis,
    cart: CartId,
    items: &[Item],
) -> db::Result<Vec<Sellable>> {
    if items.is_empty() {
        return Ok(Vec::new());
    }
    let quantities: Vec<_> = items.iter().map(|i| (i.product_id, i.variant_id, i.quantity)).collect();
    sellable(c, scope, now, &quantities, Some((cart, items))).await
}

/// [`catalog::sellable`], not counting the cart's own reservation and expired ones. One more statement only where one reduces the
/// stock.
///
/// # Errors
/// The database failed.
pub async fn sellable(
    c: Conn<'_>,
    scope: &StoreScope,
    now: Millis,
    quantities: &[(ProductId, Option<VariantId>, i64)],
    own_cart: Option<(CartId, &[Item])>,
) -> db::Result<Vec<Sellable>> {
    let goods_keys: Vec<_> = quantities.iter().map(|(p, v, _)| (*p, *v)).collect();
    let mut goods = catalog::sellable(c, scope, now, &goods_keys).await?;
    if goods.iter().all(|g| g.reserved == 0) {
        return Ok(goods);
    }
    for g in &mut goods {
        let of = own_cart
            .iter()
            .flat_map(|(_, items)| *items)
            .filter(|i| (i.product_id, i.variant_id) == (g.product_id, g.variant_id));
        g.reserved = (g.reserved - of.map(|i| i.held).sum::<i64>()).max(0);
    }
    let requested_pieces = |g: &Sellable| -> i64 {
        quantities.iter().filter(|(p, v, _)| (*p, *v) == (g.product_id, g.variant_id)).map(|(_, _, n)| *n).sum()
    };
    if goods.iter().all(|g| g.reserved == 0 || g.has(requested_pieces(g))) {
        return Ok(goods);
    }
    let ended = reservation_store::list_ended_pieces(c, scope, now, own_cart.map(|(cart, _)| cart)).await?;
    for g in &mut goods {
        let free: i64 = ended.iter().filter(|(p, v, _)| (*p, *v) == (g.product_id, g.variant_id)).map(|(_, _, n)| *n).sum();
        g.reserved = (g.reserved - free).max(0);
    }
    Ok(goods)
}
