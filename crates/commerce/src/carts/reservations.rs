//! What a checkout holds: from the payment step on a cart's pieces are barred to others for some minutes (decisions §6).
//!
//! A hold is a fact of the cart: `carts.held_until`, and `cart_items.held` a line. The goods keep the sum in `reserved`,
//! written in the same transaction, so that reads stay one statement. A hold ends when its order takes the pieces, when the
//! shopper leaves the checkout or changes the cart, or when its time is over: then whoever needs the pieces sees them as
//! free at once, and the sweep gives them back within a minute. A sale never waits for the sweep.
//!
//! Carts cost nothing, so what they hold is bounded (`reservation_rules`, decisions §14): half of what is there for all together,
//! three carts of one number or network at a time, and so many a day, of one product few. Beyond that nothing is held, and everything can still be bought.

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

/// The sweep.
pub(super) fn register(registry: &mut Registry<App>) {
    registry.every("release_checkout_holds", Millis::MINUTE, sweep);
}

/// The longest that a store may hold for ([`stores::Code::CheckoutHoldMinutes`]).
const MOST_HELD: i64 = 60 * Millis::MINUTE;

/// How holding ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hold {
    /// The pieces are held until then.
    Until(Millis),
    /// Some of the pieces are held until then: all of them would be more than a checkout's share.
    Part(Millis),
    /// Nothing is held, because others hold as much as may be held or there are too many carts of this number or network: what is
    /// free is whoever's buys first.
    Open,
    /// Somebody was faster: nothing is held, and the cart's view says what changed.
    Short,
    /// The shopper is on the blocklist: nothing is held, and placing the order is refused.
    Barred,
}

/// Why a hold was not written.
enum HoldError {
    Short,
    Open,
    /// The cart is another one by now, or an order.
    Closed,
    Db(db::Error),
}

impl From<db::Error> for HoldError {
    fn from(e: db::Error) -> Self {
        Self::Db(e)
    }
}

/// Holds the pieces of a cart's lines as far as its share goes; none of them where one line cannot be had. A hold that runs is not
/// made longer; one whose time is over begins anew. `ip` is where its shopper comes from.
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

/// [`super::set_draft`] and then [`hold`], in one transaction where both can be: one durable write for both. Where nothing can be
/// held the steps are kept all the same.
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
        // Before the cart is locked, as in `hold`: two that lock the same in another order wait for each other.
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

/// What is known of a hold before anything is written.
enum Prepared {
    /// How it ends.
    Known(Hold),
    /// Who is to hold.
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
    // What has ended counts against nobody's share.
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

/// Who is behind a cart, and how long it holds.
struct Holder {
    cart: CartId,
    mobile: String,
    network: String,
    /// The network as the cart keeps it, of which nobody reads an address.
    by: String,
    now: Millis,
    until: Millis,
}

/// Counts a hold of the number and the network; false when they have had as many as they may have. Their carts wait for each other
/// here, so that what is counted afterwards holds.
async fn count_holder(c: Conn<'_>, scope: &StoreScope, holder: &Holder, env: &Env) -> db::Result<bool> {
    let key = format!("{}:{}", scope.store(), holder.mobile);
    Ok(identity::count_attempt(c, Guess::Hold, &key, &holder.network, env.id(), holder.now).await?.is_ok())
}

/// Holds in the caller's transaction, which ends with it when that is refused. `is_new` is what [`count_holder`] said. True when all
/// pieces are held, false when some are.
async fn hold_in(c: Conn<'_>, scope: &StoreScope, holder: &Holder, is_new: bool, few: i64, env: &Env) -> Result<bool, HoldError> {
    let Holder { cart, mobile, by, now, until, .. } = holder;
    // Another window of the same shopper may hold it already.
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

/// Pieces of goods that are counted.
#[derive(Default)]
struct Sum {
    requested: i64,
    held: i64,
}

/// Holds what each line may hold, in the order of the goods. Of a product that the network has held often enough today, nothing.
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
            // The network's transactions wait for each other since its carts were counted: the next lock cannot deadlock.
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

/// The store's pages say how many pieces are left where that is few: those that a checkout holds are not among them.
fn touch_pages(c: Conn<'_>, scope: &StoreScope, few: i64, remaining: Option<stock::Free>) {
    if remaining.is_some_and(|remaining| remaining.is_told(few)) {
        c.touch(scope.store(), Topics::STOREFRONT);
    }
}

/// The shopper has left the checkout: what the cart holds is free. Costs nothing when it holds nothing.
///
/// # Errors
/// Of the database.
pub async fn leave(app: &App, scope: &StoreScope, cart: Option<&Cart>) -> db::Result<()> {
    let Some(cart) = cart.filter(|c| c.held_until.is_some()) else { return Ok(()) };
    free(app, scope, cart.id, None).await.map(|_| ())
}

/// Frees a cart's hold; only one that ended before a moment, when one is named. False when there was none.
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

/// What a cart's lines hold is free, in the caller's transaction, which has claimed the cart.
pub(super) async fn let_go(c: Conn<'_>, scope: &StoreScope, few: i64, cart: CartId) -> db::Result<()> {
    let mut items = store::list_items(c, scope, cart).await?;
    items.sort_by_key(|i| (i.product_id, i.variant_id, i.line));
    items.retain(|i| i.held > 0);
    for Item { product_id, variant_id, held, .. } in items {
        touch_pages(c, scope, few, stock::release(c, scope, product_id, variant_id, held).await?);
    }
    hold_store::release_lines(c, scope, cart).await
}

/// Frees the store's holds whose time is over, a transaction each; how many, 50 at most.
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

/// Gives back what checkouts held whose time is over, in every store. Running it twice gives back once. A hold of a clock that
/// was ahead is over at once: it would bar its pieces for as long as the clock was ahead.
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

/// What can be bought for a cart's lines: what its own checkout holds is its own, what ended holds still bar is free.
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

/// [`catalog::sellable`] without what holds bar that are the cart's own, or over. One statement more only where a hold
/// stands in the way.
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
