//! Stock reservations: from the payment step on, a cart's pieces are held for its shopper for some minutes (decisions §6).
//!
//! A hold is stored with the cart: `carts.held_until`, and `cart_items.held` per line. Products and variants store the sum as
//! `reserved`, written in the same transaction, so that reads stay one statement. A hold ends when its order takes the pieces,
//! when the shopper leaves the checkout or changes the cart, or when it expires: readers count expired pieces as free at once,
//! and the sweep releases them within a minute. A sale never waits for the sweep.
//!
//! Carts cost nothing, so holds are bounded (`reservation_rules`, decisions §14): half of the stock for all together, three carts
//! of one number or network at a time, and a daily limit, with a lower one per product. Beyond that nothing is held, and
//! everything can still be bought.

use db::{Conn, Topics};
use jobs::{JobResult, Outcome, Registry};
use kernel::{Actor, CartId, Env, Millis, ProductId, StoreId, StoreScope, VariantId};

use super::changes::CartError;
use super::model::{Cart, Item};
use super::reservation_rules::{MOST_CARTS, Shelf, grantable, network};
use super::steps::{self, Draft};
use super::{hold_store, store};
use catalog::{self, Sellable, stock};
use platform::App;
use platform::identity::{self, Guess};
use platform::stores::{self, StoreProfile};

/// Registers the sweep.
pub(super) fn register(registry: &mut Registry<App>) {
    registry.every("release_checkout_holds", Millis::MINUTE, sweep);
}

/// The longest hold that a store can set ([`stores::Code::CheckoutHoldMinutes`]).
const MOST_HELD: i64 = 60 * Millis::MINUTE;

/// The result of an attempt to hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hold {
    /// All pieces are held until then.
    Until(Millis),
    /// Some of the pieces are held until then: all of them would exceed a checkout's share.
    Part(Millis),
    /// Nothing is held, because the share is used up or this number or network has too many carts: free pieces go to whoever buys
    /// first.
    Open,
    /// Not enough stock, other checkouts were faster: nothing is held, and the cart's view says what changed.
    Short,
    /// The shopper is on the blocklist: nothing is held, and placing the order is refused.
    Barred,
}

/// Why a hold was not written.
enum HoldError {
    Short,
    Open,
    /// The cart was changed meanwhile, or became an order.
    Closed,
    Db(db::Error),
}

impl From<db::Error> for HoldError {
    fn from(e: db::Error) -> Self {
        Self::Db(e)
    }
}

/// Holds the pieces of a cart's lines within its share; none of them when one line is not available. An active hold is not
/// extended; an expired one begins anew. `ip` is the shopper's address.
///
/// # Errors
/// Of the database.
pub async fn hold(app: &App, scope: &StoreScope, profile: &StoreProfile, cart: &Cart, ip: &str) -> db::Result<Hold> {
    let holder = match prepare(app, scope, profile, cart, ip).await? {
        Prepared::Known(hold) => return Ok(hold),
        Prepared::Holder(holder) => holder,
    };
    let (at, few, env, until) = (scope.clone(), profile.settings.low_stock_at, app.env().clone(), holder.until);
    let work = async move |c: Conn<'_>| {
        let is_new = count_holder(c, &at, &holder, &env).await?;
        hold_in(c, &at, &holder, is_new, few, &env).await
    };
    held_until(app.db().tx(work).await, until)
}

/// [`super::set_draft`] and then [`hold`], in one transaction where both are possible: one durable write for both. Where nothing
/// can be held, the steps are stored all the same.
///
/// # Errors
/// [`CartError::Closed`], as of [`super::set_draft`].
pub async fn set_draft_and_hold(
    app: &App,
    scope: &StoreScope,
    profile: &StoreProfile,
    cart: Cart,
    draft: Draft,
    ip: &str,
) -> Result<(Cart, Hold), CartError> {
    let after = draft.clone().apply_to(cart.clone());
    let holder = match prepare(app, scope, profile, &after, ip).await? {
        Prepared::Known(hold) => return Ok((steps::set_draft(app, scope, cart, draft).await?, hold)),
        Prepared::Holder(holder) => holder,
    };
    let (at, few, env, until) = (scope.clone(), profile.settings.low_stock_at, app.env().clone(), holder.until);
    let (before, written) = (cart.clone(), after.clone());
    let now = holder.now;
    let work = async move |c: Conn<'_>| {
        // Before the cart is locked, as in `hold`: another lock order could deadlock.
        let is_new = count_holder(c, &at, &holder, &env).await?;
        if !steps::write(c, &at, &before, &written, now).await? {
            return Err(HoldError::Closed);
        }
        hold_in(c, &at, &holder, is_new, few, &env).await
    };
    match app.db().tx(work).await {
        Err(HoldError::Closed) => Err(CartError::Closed),
        Ok(is_whole) => Ok((after.written(now), held_until(Ok(is_whole), until)?)),
        Err(HoldError::Db(e)) => Err(e.into()),
        Err(refused) => Ok((steps::set_draft(app, scope, cart, draft).await?, held_until(Err(refused), until)?)),
    }
}

/// The outcome of the checks before anything is written.
enum Prepared {
    /// The result is known without a write.
    Known(Hold),
    /// A hold may be written for this holder.
    Holder(Holder),
}

async fn prepare(app: &App, scope: &StoreScope, profile: &StoreProfile, cart: &Cart, ip: &str) -> db::Result<Prepared> {
    let now = app.env().now();
    if let Some(until) = cart.held_until.filter(|t| *t > now) {
        return Ok(Prepared::Known(if cart.is_held_in_part { Hold::Part(until) } else { Hold::Until(until) }));
    }
    let Some(contact) = &cart.contact else { return Ok(Prepared::Known(Hold::Open)) };
    if customers::is_blocked(app.db().conn(), scope, &contact.mobile, contact.email.as_deref()).await? {
        leave(app, scope, Some(cart)).await?;
        return Ok(Prepared::Known(Hold::Barred));
    }
    // Release expired holds first, so that they do not count against the share.
    expire(app, scope).await?;
    let until = now.plus(profile.settings.checkout_hold_minutes * Millis::MINUTE);
    let network = network(ip);
    let by = app.signer.sign(app, "hold", &format!("{}:{network}", scope.store())).await?;
    Ok(Prepared::Holder(Holder { cart: cart.id, mobile: contact.mobile.clone(), network, by, now, until }))
}

fn held_until(is_whole: Result<bool, HoldError>, until: Millis) -> db::Result<Hold> {
    match is_whole {
        Ok(true) => Ok(Hold::Until(until)),
        Ok(false) => Ok(Hold::Part(until)),
        Err(HoldError::Short) => Ok(Hold::Short),
        Err(HoldError::Open | HoldError::Closed) => Ok(Hold::Open),
        Err(HoldError::Db(e)) => Err(e),
    }
}

/// Who holds a cart's pieces, and until when.
struct Holder {
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
async fn count_holder(c: Conn<'_>, scope: &StoreScope, holder: &Holder, env: &Env) -> db::Result<bool> {
    let key = format!("{}:{}", scope.store(), holder.mobile);
    Ok(identity::count_attempt(c, Guess::Hold, &key, &holder.network, env.id(), holder.now).await?.is_ok())
}

/// Holds in the caller's transaction, which is rolled back when the hold is refused. `is_new` is the result of [`count_holder`].
/// True when all pieces are held, false when some are.
async fn hold_in(c: Conn<'_>, scope: &StoreScope, holder: &Holder, is_new: bool, few: i64, env: &Env) -> Result<bool, HoldError> {
    let Holder { cart, mobile, by, now, until, .. } = holder;
    // Another window of the same shopper may have begun a hold already.
    if !hold_store::begin_hold(c, scope, (*cart, by.as_str()), *now, *until).await? {
        return Ok(true);
    }
    let (of_network, of_mobile) =
        hold_store::count_holding(c, scope, *cart, (by.as_str(), mobile.as_str()), (*now, MOST_CARTS)).await?;
    if !is_new || of_network >= MOST_CARTS || of_mobile >= MOST_CARTS {
        return Err(HoldError::Open);
    }
    let mut items = store::list_items(c, scope, *cart).await?;
    items.sort_by_key(|i| (i.product_id, i.variant_id, i.line));
    match hold_lines(c, scope, holder, few, env, &items).await? {
        Sum { requested, held } if requested == held => Ok(true),
        Sum { held: 0, .. } => Err(HoldError::Open),
        _ => {
            hold_store::set_held_in_part(c, scope, *cart).await?;
            Ok(false)
        }
    }
}

/// A product or variant whose stock is counted.
#[derive(Default)]
struct Sum {
    requested: i64,
    held: i64,
}

/// Holds the allowed pieces of each line, in the order of products. A product that reached the network's daily limit gets
/// nothing.
async fn hold_lines(
    c: Conn<'_>,
    scope: &StoreScope,
    holder: &Holder,
    few: i64,
    env: &Env,
    items: &[Item],
) -> Result<Sum, HoldError> {
    let Holder { cart, network, now, .. } = holder;
    let mut sum = Sum::default();
    let mut of_product: (Option<ProductId>, i64) = (None, 0);
    let mut may_hold = false;
    for Item { line, product_id, variant_id, quantity, held: own_reserved, .. } in items {
        if of_product.0 != Some(*product_id) {
            of_product = (Some(*product_id), 0);
            // Transactions of one network are serialized since its carts were counted: the next lock cannot deadlock.
            let key = format!("{}:{network}:{product_id}", scope.store());
            may_hold = identity::count_attempt(c, Guess::HoldProduct, &key, network, env.id(), *now).await?.is_ok();
        }
        let on = stock::lock_shelf(c, scope, *product_id, *variant_id).await?.ok_or(HoldError::Short)?;
        let target = if on.has_unlimited_qty {
            0
        } else {
            let stock::Shelf { qty, reserved, product_qty, product_reserved, .. } = on;
            let shelf = Shelf { qty, reserved, own_reserved: *own_reserved, product_qty, product_reserved };
            let allowed = if may_hold { on.max_qty.map_or(i64::MAX, |max| (max - of_product.1).max(0)) } else { 0 };
            let target = grantable(shelf, *quantity, allowed).ok_or(HoldError::Short)?;
            (sum.requested, sum.held, of_product.1) = (sum.requested + quantity, sum.held + target, of_product.1 + target);
            target
        };
        let difference = target - own_reserved;
        if difference > 0 {
            let remaining = stock::reserve(c, scope, *product_id, *variant_id, difference).await?.ok_or(HoldError::Short)?;
            touch_pages(c, scope, few, Some(remaining));
        } else if difference < 0 {
            touch_pages(c, scope, few, stock::release(c, scope, *product_id, *variant_id, -difference).await?);
        }
        if difference != 0 {
            hold_store::set_held(c, scope, *cart, *line, target).await?;
        }
    }
    Ok(sum)
}

/// Invalidates the store's pages when the displayed number of remaining pieces changes: held pieces are not among them.
fn touch_pages(c: Conn<'_>, scope: &StoreScope, few: i64, remaining: Option<stock::Free>) {
    if remaining.is_some_and(|remaining| remaining.is_told(few)) {
        c.touch(scope.store(), Topics::STOREFRONT);
    }
}

/// Releases a cart's hold when the shopper leaves the checkout. No statement without a hold.
///
/// # Errors
/// Of the database.
pub async fn leave(app: &App, scope: &StoreScope, cart: Option<&Cart>) -> db::Result<()> {
    let Some(cart) = cart.filter(|c| c.held_until.is_some()) else { return Ok(()) };
    free(app, scope, cart.id, None).await.map(|_| ())
}

/// Releases a cart's hold; with `ended`, only one that expired by then. False when there was none.
async fn free(app: &App, scope: &StoreScope, cart: CartId, ended: Option<Millis>) -> db::Result<bool> {
    let at = scope.clone();
    app.db()
        .tx(async move |c| {
            if !hold_store::end_hold(c, &at, cart, ended).await? {
                return Ok(false);
            }
            let few = stores::get_profile(c, &at).await?.settings.low_stock_at;
            let_go(c, &at, few, cart).await?;
            Ok(true)
        })
        .await
}

/// Releases the pieces of a cart's lines in the caller's transaction, which has claimed the cart.
pub(super) async fn let_go(c: Conn<'_>, scope: &StoreScope, few: i64, cart: CartId) -> db::Result<()> {
    let mut items = store::list_items(c, scope, cart).await?;
    items.sort_by_key(|i| (i.product_id, i.variant_id, i.line));
    items.retain(|i| i.held > 0);
    for Item { product_id, variant_id, held, .. } in items {
        touch_pages(c, scope, few, stock::release(c, scope, product_id, variant_id, held).await?);
    }
    hold_store::release_lines(c, scope, cart).await
}

/// Releases the store's expired holds, one transaction each; how many, 50 at most.
///
/// # Errors
/// Of the database.
pub async fn expire(app: &App, scope: &StoreScope) -> db::Result<usize> {
    let now = app.env().now();
    let mut count = 0;
    for cart in hold_store::list_ended_of(app.db().conn(), scope, now).await? {
        count += usize::from(free(app, scope, cart, Some(now)).await?);
    }
    Ok(count)
}

/// Releases expired holds in every store; idempotent. A hold with an end that is too far ahead (clock skew) ends at once: it
/// would block its pieces until the clock caught up.
async fn sweep(app: App) -> JobResult {
    let now = app.env().now();
    while app.db().tx(async move |c| hold_store::end_holds_ahead(c, now, jobs::furthest(now, MOST_HELD)).await).await? > 0 {}
    loop {
        let now = app.env().now();
        let ended: Vec<(StoreId, CartId)> = hold_store::list_ended(app.db().conn(), now).await?;
        for (store_id, cart) in &ended {
            free(&app, &StoreScope::new(*store_id, Actor::system()), *cart, Some(now)).await?;
        }
        if ended.len() < 200 {
            return Ok(Outcome::Done);
        }
    }
}

/// Stock for a cart's lines: the cart's own hold and expired holds count as free.
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

/// [`catalog::sellable`], not counting the cart's own hold and expired holds. One more statement only where a hold reduces the
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
    let ended = hold_store::list_ended_pieces(c, scope, now, own_cart.map(|(cart, _)| cart)).await?;
    for g in &mut goods {
        let free: i64 = ended.iter().filter(|(p, v, _)| (*p, *v) == (g.product_id, g.variant_id)).map(|(_, _, n)| *n).sum();
        g.reserved = (g.reserved - free).max(0);
    }
    Ok(goods)
}
