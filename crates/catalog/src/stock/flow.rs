//! Taking stock for orders and returning it: one conditional update per line, so that nothing is oversold however many shoppers
//! buy at once. Only a product with stock at other locations costs more.

use db::{Conn, Topics};
use kernel::{ProductId, StockLocationId, StoreScope, VariantId};

use super::model::{Pieces, Step, first_location, steps};
use super::posting::StockPosting;
use super::store;
use crate::store::writes;

/// The outcome of taking stock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StockTake {
    /// Too few pieces are unreserved, or the product cannot be bought: nothing was taken.
    No,
    /// Taken.
    Yes {
        /// It was the last piece.
        is_sold_out: bool,
    },
}

impl StockTake {
    /// Whether it was taken.
    #[must_use]
    pub const fn is_taken(self) -> bool {
        matches!(self, Self::Yes { .. })
    }
}

/// Takes pieces in the caller's transaction and records the movement, which the caller writes with [`StockPosting::write`]. Sort
/// the lines by product, so that two orders cannot deadlock. A sell-out invalidates the storefront's pages.
///
/// # Errors
/// Database errors.
pub async fn take(c: Conn<'_>, scope: &StoreScope, posting: &mut StockPosting, pieces: Pieces) -> db::Result<StockTake> {
    let Pieces { product, variant, qty: n, .. } = pieces;
    if n <= 0 {
        return Ok(StockTake::No);
    }
    let Some(id) = variant else {
        let Some(left) = store::decrement_basic(c, scope, pieces).await? else { return Ok(StockTake::No) };
        if left.has_unlimited_qty {
            return Ok(StockTake::Yes { is_sold_out: false });
        }
        settle(c, scope, posting, (product, None), (left.qty + n, left.qty), left.elsewhere).await?;
        posting.add_decrease(product, left.qty + n, left.qty, left.low_stock_at);
        posting.add_free(left.qty - left.reserved, left.low_stock_at);
        return Ok(stock_take(c, scope, left.qty == 0));
    };
    if writes::lock(c, scope, product, None, false).await?.is_none() {
        return Ok(StockTake::No);
    }
    let Some(left) = store::decrement_variant(c, scope, pieces, id).await? else { return Ok(StockTake::No) };
    if left.has_unlimited_qty {
        return Ok(StockTake::Yes { is_sold_out: false });
    }
    settle(c, scope, posting, (product, variant), (left.qty + n, left.qty), left.elsewhere).await?;
    if let Some((stock, own)) = store::move_product(c, scope, product, -n).await? {
        posting.add_decrease(product, stock + n, stock, own);
        posting.add_free(left.qty - left.reserved, own);
    }
    Ok(stock_take(c, scope, left.qty == 0))
}

fn stock_take(c: Conn<'_>, scope: &StoreScope, is_sold_out: bool) -> StockTake {
    if is_sold_out {
        c.touch(scope.store(), Topics::CATALOG.and(Topics::STOREFRONT));
    }
    StockTake::Yes { is_sold_out }
}

/// Returns pieces to the first location; true when the product was sold out until now. A product or variant that no longer exists
/// is skipped.
///
/// # Errors
/// Database errors.
pub async fn restock(c: Conn<'_>, scope: &StoreScope, posting: &mut StockPosting, pieces: Pieces) -> db::Result<bool> {
    restock_at(c, scope, posting, pieces, first_location(scope.store())).await
}

/// As [`restock`], to a given location, which the caller locks with [`lock_location`] after all lines are returned: products are
/// locked before locations, as in transfers.
///
/// # Errors
/// Database errors.
pub async fn restock_at(
    c: Conn<'_>,
    scope: &StoreScope,
    posting: &mut StockPosting,
    pieces: Pieces,
    location: StockLocationId,
) -> db::Result<bool> {
    let Pieces { product, variant, qty: n, .. } = pieces;
    if n <= 0 {
        return Ok(false);
    }
    let is_back_in_stock = match variant {
        None => match store::increment_basic(c, scope, product, n).await? {
            Some(left) if !left.has_unlimited_qty => {
                posting.add_free(left.qty - n - left.reserved, left.low_stock_at);
                record_restocked(c, scope, posting, (product, None), (n, left.qty), left.elsewhere, location).await?;
                left.qty == n
            }
            _ => false,
        },
        Some(id) => {
            if writes::lock(c, scope, product, None, true).await?.is_none() {
                return Ok(false);
            }
            match store::increment_variant(c, scope, product, id, n).await? {
                Some(left) if !left.has_unlimited_qty => {
                    if left.is_active
                        && let Some((_, own)) = store::move_product(c, scope, product, n).await?
                    {
                        posting.add_free(left.qty - n - left.reserved, own);
                    }
                    record_restocked(c, scope, posting, (product, variant), (n, left.qty), left.elsewhere, location).await?;
                    left.qty == n
                }
                _ => false,
            }
        }
    };
    if is_back_in_stock {
        c.touch(scope.store(), Topics::CATALOG.and(Topics::STOREFRONT));
    }
    Ok(is_back_in_stock)
}

/// Whether the store has an active location of that id.
///
/// # Errors
/// Database errors.
pub async fn has_location(c: Conn<'_>, scope: &StoreScope, location: StockLocationId) -> db::Result<bool> {
    Ok(store::list_locations(c, scope).await?.iter().any(|l| l.id == location && l.is_active))
}

/// Locks an active location of the store for this transaction; false when there is none of that id.
///
/// # Errors
/// Database errors.
pub async fn lock_location(c: Conn<'_>, scope: &StoreScope, location: StockLocationId) -> db::Result<bool> {
    store::lock_location(c, scope, location).await
}

/// Records the location of returned pieces: the total has been written already.
async fn record_restocked(
    c: Conn<'_>,
    scope: &StoreScope,
    posting: &mut StockPosting,
    (product, variant): (ProductId, Option<VariantId>),
    (n, after): (i64, i64),
    elsewhere: i64,
    location: StockLocationId,
) -> db::Result<()> {
    if location == first_location(scope.store()) {
        return settle(c, scope, posting, (product, variant), (after - n, after), elsewhere).await;
    }
    let there = store::list_levels(c, scope, product, variant).await?.into_iter().find(|l| l.location == location);
    store::move_level(c, scope, product, variant, location, n).await?;
    store::move_elsewhere(c, scope, product, variant, n).await?;
    let location_after = there.map_or(0, |l| l.qty) + n;
    posting.push(product, variant, Step { location, delta: n, qty_after: after, location_after });
    Ok(())
}

/// Distributes a total that has been written over the locations, and takes from the other locations what the first one lacks. The
/// caller holds the lock on the product's row.
pub(super) async fn settle(
    c: Conn<'_>,
    scope: &StoreScope,
    posting: &mut StockPosting,
    (product, variant): (ProductId, Option<VariantId>),
    (before, after): (i64, i64),
    elsewhere: i64,
) -> db::Result<()> {
    let first = first_location(scope.store());
    let is_short = after < elsewhere;
    let others = if is_short { store::list_levels(c, scope, product, variant).await? } else { Vec::new() };
    // When nothing is taken from the other locations, their sum is enough.
    let known = if is_short || elsewhere == 0 { others } else { vec![super::model::Level { location: first, qty: elsewhere }] };
    for step in steps(first, before, after, &known) {
        if step.location != first {
            store::move_level(c, scope, product, variant, step.location, step.delta).await?;
        }
        posting.push(product, variant, step);
    }
    if is_short {
        store::move_elsewhere(c, scope, product, variant, after - elsewhere).await?;
    }
    Ok(())
}
