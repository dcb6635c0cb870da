//! Records quantity changes of the product's form, imports and bulk edits as movements.

use db::Conn;
use kernel::{BatchId, Env, Millis, ProductId, StoreScope, VariantId};

use super::flow::settle;
use super::model::{Reason, Step, first_location};
use super::posting::StockPosting;
use super::store;
use crate::model::{ProductDraft, ProductType};

/// The counted quantities of a product, by variant.
fn counted(f: &ProductDraft) -> Vec<(Option<VariantId>, i64)> {
    match f.product_type {
        ProductType::Basic => vec![(None, f.qty)],
        ProductType::Multi => f.variants.iter().filter_map(|v| Some((Some(v.id?), v.qty))).collect(),
    }
}

/// Records and writes the movements of a product that was just written; `before` is `None` for a new one. A removed variant loses
/// its whole quantity. Costs nothing when no quantity changed.
///
/// # Errors
/// Database errors.
pub(crate) async fn record_changes(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    product: ProductId,
    before: Option<&ProductDraft>,
    after: &ProductDraft,
    batch: Option<BatchId>,
) -> db::Result<()> {
    let (was, is) = (before.map(counted).unwrap_or_default(), counted(after));
    let find = |list: &[(Option<VariantId>, i64)], key| list.iter().find(|(k, _)| *k == key).map(|(_, n)| *n);
    let changed: Vec<(Option<VariantId>, i64, i64)> =
        is.iter().map(|(key, n)| (*key, find(&was, *key).unwrap_or(0), *n)).filter(|(_, old, new)| old != new).collect();
    let gone: Vec<(Option<VariantId>, i64)> = was.iter().filter(|(key, _)| find(&is, *key).is_none()).copied().collect();
    if changed.is_empty() && gone.is_empty() {
        return Ok(());
    }
    let mut posting = StockPosting::new(if batch.is_some() { Reason::BulkEdit } else { Reason::ProductForm });
    posting.batch = batch;
    for (variant, old) in gone {
        record_removal(c, scope, &mut posting, (product, variant), old).await?;
    }
    let elsewhere = if before.is_some() { store::list_elsewhere(c, scope, product).await? } else { Vec::new() };
    for (variant, old, new) in changed {
        settle(c, scope, &mut posting, (product, variant), (old, new), find(&elsewhere, variant).unwrap_or(0)).await?;
    }
    let at = Millis(0);
    if let Some(before) = before {
        let (old, new) = (before.listing(at), after.listing(at));
        if !new.has_unlimited_qty {
            posting.add_decrease(product, old.stock, new.stock, after.low_stock_at);
        }
    }
    posting.write(c, env, scope).await
}

/// Records the loss of the pieces of a removed variant, at each of its locations.
async fn record_removal(
    c: Conn<'_>,
    scope: &StoreScope,
    posting: &mut StockPosting,
    (product, variant): (ProductId, Option<VariantId>),
    old: i64,
) -> db::Result<()> {
    let first = first_location(scope.store());
    let others = store::delete_levels(c, scope, product, variant).await?;
    let elsewhere: i64 = others.iter().map(|l| l.qty).sum();
    if variant.is_none() && elsewhere > 0 {
        store::move_elsewhere(c, scope, product, None, -elsewhere).await?;
    }
    let mut left = old;
    let own = std::iter::once((first, old - elsewhere)).chain(others.iter().map(|l| (l.location, l.qty)));
    for (location, n) in own.filter(|(_, n)| *n != 0) {
        left -= n;
        posting.push(product, variant, Step { location, delta: -n, qty_after: left, location_after: 0 });
    }
    Ok(())
}
