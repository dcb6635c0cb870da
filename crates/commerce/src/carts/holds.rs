//! What a checkout holds: from the payment step on a cart's pieces are barred to others for some minutes (decisions §6).
//!
//! A hold is a fact of the cart: `carts.held_until`, and `cart_items.held` a line. The goods keep the sum in `reserved`,
//! written in the same transaction, so that reads stay one statement. A hold ends when its order takes the pieces, when the
//! shopper leaves the checkout or changes the cart, or when its time is over: then whoever needs the pieces sees them as
//! free at once, and the sweep gives them back within a minute. A sale never waits for the sweep.

use db::{Conn, Topics};
use jobs::{JobResult, Outcome, Registry};
use kernel::{Actor, CartId, Millis, ProductId, StoreId, StoreScope, VariantId};

use super::model::{Cart, Item};
use super::store;
use crate::App;
use crate::catalog::{self, Sellable, stock};
use crate::customers;
use crate::stores::{self, StoreProfile};

/// The sweep.
pub(super) fn register(registry: &mut Registry<App>) {
    registry.every("release_checkout_holds", Millis::MINUTE, sweep);
}

/// How holding ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hold {
    /// The pieces are held until then.
    Until(Millis),
    /// Somebody was faster: nothing is held, and the cart's view says what changed.
    Short,
    /// The shopper is on the blocklist: nothing is held, and placing the order is where they are told.
    Barred,
}

/// Why a hold was not written.
enum HoldError {
    Short,
    Db(db::Error),
}

impl From<db::Error> for HoldError {
    fn from(e: db::Error) -> Self {
        Self::Db(e)
    }
}

/// Holds the pieces of a cart's lines, all of them or none. A hold that runs is not made longer; one whose time is over
/// begins anew.
///
/// # Errors
/// Of the database.
pub async fn hold(app: &App, scope: &StoreScope, profile: &StoreProfile, cart: &Cart) -> db::Result<Hold> {
    let now = app.env().now();
    if let Some(until) = cart.held_until.filter(|t| *t > now) {
        return Ok(Hold::Until(until));
    }
    if let Some(contact) = &cart.contact
        && customers::is_blocked(app.db().conn(), scope, &contact.mobile, contact.email.as_deref()).await?
    {
        leave(app, scope, Some(cart)).await?;
        return Ok(Hold::Barred);
    }
    let until = now.plus(profile.settings.checkout_hold_minutes * Millis::MINUTE);
    match hold_once(app, scope, profile, cart.id, now, until).await {
        Ok(()) => return Ok(Hold::Until(until)),
        Err(HoldError::Db(e)) => return Err(e),
        Err(HoldError::Short) => {}
    }
    if expire(app, scope).await? == 0 {
        return Ok(Hold::Short);
    }
    match hold_once(app, scope, profile, cart.id, now, until).await {
        Ok(()) => Ok(Hold::Until(until)),
        Err(HoldError::Db(e)) => Err(e),
        Err(HoldError::Short) => Ok(Hold::Short),
    }
}

async fn hold_once(
    app: &App,
    scope: &StoreScope,
    profile: &StoreProfile,
    cart: CartId,
    now: Millis,
    until: Millis,
) -> Result<(), HoldError> {
    let (at, few) = (scope.clone(), profile.settings.low_stock_at);
    app.db()
        .tx(async move |c| {
            // Another window of the same shopper may hold it already.
            if !store::start_hold(c, &at, cart, now, until).await? {
                return Ok(());
            }
            let mut items = store::list_items(c, &at, cart).await?;
            items.sort_by_key(|i| (i.product_id, i.variant_id, i.line));
            for Item { line, product_id, variant_id, quantity, held, .. } in items {
                let more = quantity - held;
                let added = if more > 0 {
                    let left = stock::hold(c, &at, product_id, variant_id, more).await?.ok_or(HoldError::Short)?;
                    tell(c, &at, few, Some(left));
                    left.moved
                } else {
                    tell(c, &at, few, stock::release(c, &at, product_id, variant_id, -more).await?);
                    more
                };
                if added != 0 {
                    store::set_held(c, &at, cart, line, held + added).await?;
                }
            }
            Ok(())
        })
        .await
}

/// The store's pages say how many pieces are left where that is few: those that a checkout holds are not among them.
fn tell(c: Conn<'_>, scope: &StoreScope, few: i64, left: Option<stock::Free>) {
    if left.is_some_and(|left| left.is_told(few)) {
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
            if !store::end_hold(c, &at, cart, ended).await? {
                return Ok(false);
            }
            let few = stores::profile(c, &at).await?.settings.low_stock_at;
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
        tell(c, scope, few, stock::release(c, scope, product_id, variant_id, held).await?);
    }
    store::clear_held(c, scope, cart).await
}

/// Frees the store's holds whose time is over, a transaction each; how many, 50 at most.
///
/// # Errors
/// Of the database.
pub async fn expire(app: &App, scope: &StoreScope) -> db::Result<usize> {
    let now = app.env().now();
    let mut count = 0;
    for cart in store::list_ended_of(app.db().conn(), scope, now).await? {
        count += usize::from(free(app, scope, cart, Some(now)).await?);
    }
    Ok(count)
}

/// Gives back what checkouts held whose time is over, in every store. Running it twice gives back once.
async fn sweep(app: App) -> JobResult {
    loop {
        let now = app.env().now();
        let due: Vec<(StoreId, CartId)> = store::list_ended(app.db().conn(), now).await?;
        for (store_id, cart) in &due {
            free(&app, &StoreScope::new(*store_id, Actor::system()), *cart, Some(now)).await?;
        }
        if due.len() < 200 {
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
    let wanted: Vec<_> = items.iter().map(|i| (i.product_id, i.variant_id, i.quantity)).collect();
    sellable(c, scope, now, &wanted, Some((cart, items))).await
}

/// [`catalog::sellable`] without what holds bar that are the cart's own, or over. One statement more only where a hold
/// stands in the way.
pub(crate) async fn sellable(
    c: Conn<'_>,
    scope: &StoreScope,
    now: Millis,
    wanted: &[(ProductId, Option<VariantId>, i64)],
    own: Option<(CartId, &[Item])>,
) -> db::Result<Vec<Sellable>> {
    let asked: Vec<_> = wanted.iter().map(|(p, v, _)| (*p, *v)).collect();
    let mut goods = catalog::sellable(c, scope, now, &asked).await?;
    if goods.iter().all(|g| g.reserved == 0) {
        return Ok(goods);
    }
    for g in &mut goods {
        let of =
            own.iter().flat_map(|(_, items)| *items).filter(|i| (i.product_id, i.variant_id) == (g.product_id, g.variant_id));
        g.reserved = (g.reserved - of.map(|i| i.held).sum::<i64>()).max(0);
    }
    let wants = |g: &Sellable| -> i64 {
        wanted.iter().filter(|(p, v, _)| (*p, *v) == (g.product_id, g.variant_id)).map(|(_, _, n)| *n).sum()
    };
    if goods.iter().all(|g| g.reserved == 0 || g.has(wants(g))) {
        return Ok(goods);
    }
    let ended = store::list_ended_pieces(c, scope, now, own.map(|(cart, _)| cart)).await?;
    for g in &mut goods {
        let free: i64 = ended.iter().filter(|(p, v, _)| (*p, *v) == (g.product_id, g.variant_id)).map(|(_, _, n)| *n).sum();
        g.reserved = (g.reserved - free).max(0);
    }
    Ok(goods)
}
