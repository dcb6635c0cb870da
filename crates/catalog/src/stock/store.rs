//! Every statement of stock but those of notices and lists. Quantities change by single conditional statements, so that nothing
//! is oversold.

use db::{Conn, Json, Result, Sql, p, row};
use kernel::{Env, Millis, ProductId, StockLocationId, StoreScope, Texts, VariantId};

use super::model::{Level, Location, Pieces, Reason};
use super::posting::{StockMovement, StockPosting};

/// A product's row after its quantity changed.
pub(super) struct StockAfter {
    pub(super) qty: i64,
    pub(super) has_unlimited_qty: bool,
    pub(super) elsewhere: i64,
    pub(super) reserved: i64,
    pub(super) low_stock_at: Option<i64>,
}
row!(StockAfter { qty, has_unlimited_qty, elsewhere, reserved, low_stock_at });

/// Takes pieces of a basic product, and releases what the taker's checkout reserved of them; `None` when too few are unreserved
/// by others, or there is no such live product.
pub(super) async fn decrement_basic(c: Conn<'_>, scope: &StoreScope, pieces: Pieces) -> Result<Option<StockAfter>> {
    let Pieces { product, qty, reserved, has_priority, .. } = pieces;
    let sql = "UPDATE products SET qty = CASE WHEN has_unlimited_qty THEN qty ELSE qty - ?3 END, \
               stock = CASE WHEN has_unlimited_qty THEN stock ELSE stock - ?3 END, \
               reserved = CASE WHEN reserved > ?4 THEN reserved - ?4 ELSE 0 END, version = version + 1 \
               WHERE store_id = ?1 AND id = ?2 AND product_type = 'basic' AND deleted_at IS NULL \
               AND (has_unlimited_qty OR (qty >= ?3 AND (CAST(?5 AS BOOLEAN) OR CAST(?4 AS BIGINT) >= CAST(?3 AS BIGINT) OR qty - reserved + ?4 >= ?3))) \
               RETURNING qty, has_unlimited_qty, elsewhere, reserved, low_stock_at";
    c.opt(sql, p![scope.store(), product, qty, reserved, has_priority]).await
}

/// Returns pieces of a basic product, removed or not.
pub(super) async fn increment_basic(c: Conn<'_>, scope: &StoreScope, product: ProductId, qty: i64) -> Result<Option<StockAfter>> {
    let sql = "UPDATE products SET qty = CASE WHEN has_unlimited_qty THEN qty ELSE qty + ?3 END, \
               stock = CASE WHEN has_unlimited_qty THEN stock ELSE stock + ?3 END, version = version + 1 \
               WHERE store_id = ?1 AND id = ?2 AND product_type = 'basic' RETURNING qty, has_unlimited_qty, elsewhere, reserved, low_stock_at";
    c.opt(sql, p![scope.store(), product, qty]).await
}

/// A variant's row after its quantity changed.
pub(super) struct VariantStockAfter {
    pub(super) qty: i64,
    pub(super) has_unlimited_qty: bool,
    pub(super) elsewhere: i64,
    pub(super) reserved: i64,
    pub(super) is_active: bool,
}
row!(VariantStockAfter { qty, has_unlimited_qty, elsewhere, reserved, is_active });

/// As [`decrement_basic`], of a variant of a locked product.
pub(super) async fn decrement_variant(
    c: Conn<'_>,
    scope: &StoreScope,
    pieces: Pieces,
    id: VariantId,
) -> Result<Option<VariantStockAfter>> {
    let Pieces { product, qty, reserved, has_priority, .. } = pieces;
    let sql = "UPDATE product_variants SET qty = CASE WHEN has_unlimited_qty THEN qty ELSE qty - ?4 END, \
               reserved = CASE WHEN reserved > ?5 THEN reserved - ?5 ELSE 0 END \
               WHERE store_id = ?1 AND id = ?3 AND product_id = ?2 AND is_active \
               AND (has_unlimited_qty OR (qty >= ?4 AND (CAST(?6 AS BOOLEAN) OR CAST(?5 AS BIGINT) >= CAST(?4 AS BIGINT) OR qty - reserved + ?5 >= ?4))) \
               RETURNING qty, has_unlimited_qty, elsewhere, reserved, is_active";
    c.opt(sql, p![scope.store(), product, id, qty, reserved, has_priority]).await
}

/// Returns pieces of a variant of a locked product.
pub(super) async fn increment_variant(
    c: Conn<'_>,
    scope: &StoreScope,
    product: ProductId,
    id: VariantId,
    qty: i64,
) -> Result<Option<VariantStockAfter>> {
    let sql = "UPDATE product_variants SET qty = CASE WHEN has_unlimited_qty THEN qty ELSE qty + ?4 END \
               WHERE store_id = ?1 AND id = ?3 AND product_id = ?2 RETURNING qty, has_unlimited_qty, elsewhere, reserved, is_active";
    c.opt(sql, p![scope.store(), product, id, qty]).await
}

/// Applies a variant's change to its locked product: returns its total, and its own threshold.
pub(super) async fn move_product(c: Conn<'_>, scope: &StoreScope, id: ProductId, by: i64) -> Result<Option<(i64, Option<i64>)>> {
    let sql = "UPDATE products SET stock = stock + ?3 WHERE store_id = ?1 AND id = ?2 RETURNING stock, low_stock_at";
    c.opt(sql, p![scope.store(), id, by]).await
}

// ---- reserved by checkouts ------------------------------------------------------------------------------------------

/// A product or variant after a checkout reserved or released some of its pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RemainingStock {
    /// Pieces reserved or released; zero when stock is not counted.
    pub moved: i64,
    /// Pieces that are unreserved now.
    free: i64,
    low_stock_at: Option<i64>,
}
row!(RemainingStock { moved, free, low_stock_at });

impl RemainingStock {
    /// Whether the product's pages show how many are left, before or after the change, so that they are stale now. `of_store` is
    /// the store's threshold.
    #[must_use]
    pub fn is_shown(&self, of_store: i64) -> bool {
        // The lower of both quantities decides: after a reservation the new one, before a release the old one.
        self.moved > 0 && self.free - self.moved <= self.low_stock_at.unwrap_or(of_store)
    }
}

/// A product or variant that a checkout is about to reserve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LockedStock {
    /// Pieces in stock.
    pub qty: i64,
    /// Pieces that checkouts reserve.
    pub reserved: i64,
    /// Stock is not counted: nothing is reserved.
    pub has_unlimited_qty: bool,
    /// Most pieces of the product in one order.
    pub max_qty: Option<i64>,
    /// Pieces of the whole product, over all active variants that are counted.
    pub product_qty: i64,
    /// Pieces of the whole product that checkouts reserve.
    pub product_reserved: i64,
}
row!(LockedStock { qty, reserved, has_unlimited_qty, max_qty, product_qty, product_reserved });

/// Locks the row to be reserved for the rest of the transaction and reads it; for a variant it locks the product first, so that
/// checkouts that reserve other variants wait and the product's sums are right. `None` when it cannot be bought.
///
/// # Errors
/// Database errors.
pub async fn lock_stock(
    c: Conn<'_>,
    scope: &StoreScope,
    product: ProductId,
    variant: Option<VariantId>,
) -> Result<Option<LockedStock>> {
    let basic = "SELECT qty, reserved, has_unlimited_qty, max_qty, qty, reserved FROM products \
                 WHERE store_id = ?1 AND id = ?2 AND product_type = 'basic' AND deleted_at IS NULL FOR NO KEY UPDATE";
    let of_product = "SELECT max_qty FROM products WHERE store_id = ?1 AND id = ?2 AND product_type = 'multi' AND deleted_at IS NULL \
                      FOR NO KEY UPDATE";
    let of_variant = "SELECT qty, reserved, has_unlimited_qty FROM product_variants \
                      WHERE store_id = ?1 AND id = ?3 AND product_id = ?2 AND is_active FOR NO KEY UPDATE";
    let all = "SELECT CAST(COALESCE(SUM(qty), 0) AS BIGINT), CAST(COALESCE(SUM(reserved), 0) AS BIGINT) FROM product_variants \
               WHERE store_id = ?1 AND product_id = ?2 AND is_active AND NOT has_unlimited_qty";
    let Some(variant) = variant else { return c.opt(basic, p![scope.store(), product]).await };
    let Some(max_qty) = c.opt::<Option<i64>>(of_product, p![scope.store(), product]).await? else { return Ok(None) };
    let found: Option<(i64, i64, bool)> = c.opt(of_variant, p![scope.store(), product, variant]).await?;
    let Some((qty, reserved, has_unlimited_qty)) = found else { return Ok(None) };
    let (product_qty, product_reserved) = c.one(all, p![scope.store(), product]).await?;
    Ok(Some(LockedStock { qty, reserved, has_unlimited_qty, max_qty, product_qty, product_reserved }))
}

/// Reserves `by` more pieces for a checkout and returns how many: zero when stock is not counted. `None` when too few are
/// unreserved, or it cannot be bought; nothing changes then.
///
/// # Errors
/// Database errors.
pub async fn reserve(
    c: Conn<'_>,
    scope: &StoreScope,
    product: ProductId,
    variant: Option<VariantId>,
    by: i64,
) -> Result<Option<RemainingStock>> {
    let basic = "UPDATE products SET reserved = CASE WHEN has_unlimited_qty THEN reserved ELSE reserved + ?3 END \
                 WHERE store_id = ?1 AND id = ?2 AND product_type = 'basic' AND deleted_at IS NULL \
                 AND (has_unlimited_qty OR qty - reserved >= ?3) RETURNING CASE WHEN has_unlimited_qty THEN 0 ELSE CAST(?3 AS BIGINT) END, \
                 qty - reserved, low_stock_at";
    let of_variant = "UPDATE product_variants SET reserved = CASE WHEN has_unlimited_qty THEN reserved ELSE reserved + ?4 END \
                      WHERE store_id = ?1 AND id = ?3 AND product_id = ?2 AND is_active \
                      AND (has_unlimited_qty OR qty - reserved >= ?4) RETURNING CASE WHEN has_unlimited_qty THEN 0 ELSE CAST(?4 AS BIGINT) END, \
                      qty - reserved, (SELECT p.low_stock_at FROM products p WHERE p.store_id = ?1 AND p.id = ?2)";
    match variant {
        None => c.opt(basic, p![scope.store(), product, by]).await,
        Some(variant) => c.opt(of_variant, p![scope.store(), product, variant, by]).await,
    }
}

/// Releases pieces that a checkout reserved. `None` when the product or variant no longer exists.
///
/// # Errors
/// Database errors.
pub async fn release(
    c: Conn<'_>,
    scope: &StoreScope,
    product: ProductId,
    variant: Option<VariantId>,
    n: i64,
) -> Result<Option<RemainingStock>> {
    let basic = "UPDATE products SET reserved = CASE WHEN reserved > ?3 THEN reserved - ?3 ELSE 0 END WHERE store_id = ?1 AND id = ?2 \
                 RETURNING CAST(?3 AS BIGINT), qty - reserved, low_stock_at";
    let of_variant = "UPDATE product_variants SET reserved = CASE WHEN reserved > ?4 THEN reserved - ?4 ELSE 0 END \
                      WHERE store_id = ?1 AND id = ?3 AND product_id = ?2 RETURNING CAST(?4 AS BIGINT), qty - reserved, \
                      (SELECT p.low_stock_at FROM products p WHERE p.store_id = ?1 AND p.id = ?2)";
    match variant {
        None => c.opt(basic, p![scope.store(), product, n]).await,
        Some(variant) => c.opt(of_variant, p![scope.store(), product, variant, n]).await,
    }
}

// ---- locations ------------------------------------------------------------------------------------------------------

/// The variant key of `stock_levels`: 0 where there is no variant.
fn raw(variant: Option<VariantId>) -> i64 {
    variant.map_or(0, VariantId::raw)
}

/// Levels at locations other than the first, in the order in which they are sold from; at most one row per location.
pub(super) async fn list_levels(
    c: Conn<'_>,
    scope: &StoreScope,
    product: ProductId,
    variant: Option<VariantId>,
) -> Result<Vec<Level>> {
    let sql = "SELECT l.location_id, l.qty FROM stock_levels l \
               JOIN stock_locations p ON p.store_id = l.store_id AND p.id = l.location_id \
               WHERE l.store_id = ?1 AND l.product_id = ?2 AND l.variant_id = ?3 AND l.qty > 0 ORDER BY p.display_order, l.location_id LIMIT 100";
    let rows: Vec<(StockLocationId, i64)> = c.all(sql, p![scope.store(), product, raw(variant)]).await?;
    Ok(rows.into_iter().map(|(location, qty)| Level { location, qty }).collect())
}

/// The levels of every variant of a product (0: the product itself), by location.
pub(super) async fn list_all_levels(
    c: Conn<'_>,
    scope: &StoreScope,
    product: ProductId,
) -> Result<Vec<(i64, StockLocationId, i64)>> {
    let sql =
        "SELECT variant_id, location_id, qty FROM stock_levels WHERE store_id = ?1 AND product_id = ?2 AND qty > 0 LIMIT 20000";
    c.all(sql, p![scope.store(), product]).await
}

/// Changes the level at a location other than the first; the transaction fails below zero.
pub(super) async fn move_level(
    c: Conn<'_>,
    scope: &StoreScope,
    product: ProductId,
    variant: Option<VariantId>,
    location: StockLocationId,
    by: i64,
) -> Result<()> {
    if by < 0 {
        let sql = "UPDATE stock_levels SET qty = qty + ?5 WHERE store_id = ?1 AND product_id = ?2 AND variant_id = ?3 AND location_id = ?4";
        c.exec(sql, p![scope.store(), product, raw(variant), location, by]).await?;
    } else {
        let sql = "INSERT INTO stock_levels (store_id, product_id, variant_id, location_id, qty) VALUES (?1, ?2, ?3, ?4, ?5) \
                   ON CONFLICT (store_id, product_id, variant_id, location_id) DO UPDATE SET qty = stock_levels.qty + excluded.qty";
        c.exec(sql, p![scope.store(), product, raw(variant), location, by]).await?;
    }
    Ok(())
}

/// Deletes the levels of a variant at the other locations.
pub(super) async fn delete_levels(
    c: Conn<'_>,
    scope: &StoreScope,
    product: ProductId,
    variant: Option<VariantId>,
) -> Result<Vec<Level>> {
    let sql = "DELETE FROM stock_levels WHERE store_id = ?1 AND product_id = ?2 AND variant_id = ?3 RETURNING location_id, qty";
    let rows: Vec<(StockLocationId, i64)> = c.all(sql, p![scope.store(), product, raw(variant)]).await?;
    Ok(rows.into_iter().map(|(location, qty)| Level { location, qty }).collect())
}

/// Changes a row's sum over the other locations (`elsewhere`).
pub(super) async fn move_elsewhere(
    c: Conn<'_>,
    scope: &StoreScope,
    product: ProductId,
    variant: Option<VariantId>,
    by: i64,
) -> Result<()> {
    let basic = "UPDATE products SET elsewhere = elsewhere + ?3 WHERE store_id = ?1 AND id = ?2";
    let of_variant = "UPDATE product_variants SET elsewhere = elsewhere + ?4 WHERE store_id = ?1 AND id = ?3 AND product_id = ?2";
    match variant {
        None => c.exec(basic, p![scope.store(), product, by]).await?,
        Some(variant) => c.exec(of_variant, p![scope.store(), product, variant, by]).await?,
    };
    Ok(())
}

/// The nonzero sums over the other locations: of the product itself, and of its variants.
pub(super) async fn list_elsewhere(c: Conn<'_>, scope: &StoreScope, product: ProductId) -> Result<Vec<(Option<VariantId>, i64)>> {
    let sql = "SELECT CAST(NULL AS BIGINT), elsewhere FROM products WHERE store_id = ?1 AND id = ?2 AND elsewhere > 0 \
               UNION ALL SELECT id, elsewhere FROM product_variants WHERE store_id = ?1 AND product_id = ?2 AND elsewhere > 0";
    c.all(sql, p![scope.store(), product]).await
}

/// A quantity with its threshold and reservations.
pub(super) struct StockRow {
    pub(super) qty: i64,
    pub(super) has_unlimited_qty: bool,
    pub(super) elsewhere: i64,
    pub(super) reserved: i64,
    pub(super) is_active: bool,
}
row!(StockRow { qty, has_unlimited_qty, elsewhere, reserved, is_active });

/// The quantity of a live basic product, or of a variant; `None` when it does not exist.
pub(super) async fn find(
    c: Conn<'_>,
    scope: &StoreScope,
    product: ProductId,
    variant: Option<VariantId>,
) -> Result<Option<StockRow>> {
    let basic = "SELECT qty, has_unlimited_qty, elsewhere, reserved, TRUE FROM products \
                 WHERE store_id = ?1 AND id = ?2 AND product_type = 'basic' AND deleted_at IS NULL";
    let of_variant = "SELECT qty, has_unlimited_qty, elsewhere, reserved, is_active FROM product_variants \
                      WHERE store_id = ?1 AND id = ?3 AND product_id = ?2";
    match variant {
        None => c.opt(basic, p![scope.store(), product]).await,
        Some(variant) => c.opt(of_variant, p![scope.store(), product, variant]).await,
    }
}

/// Pieces of the variants of a product that checkouts reserve.
pub(super) async fn list_reserved(c: Conn<'_>, scope: &StoreScope, product: ProductId) -> Result<Vec<(VariantId, i64)>> {
    let sql = "SELECT id, reserved FROM product_variants WHERE store_id = ?1 AND product_id = ?2 AND reserved > 0";
    c.all(sql, p![scope.store(), product]).await
}

/// Changes a quantity of a locked product manually, and how much of it is at other locations. Returns the product's total and its
/// threshold.
pub(super) async fn move_qty(
    c: Conn<'_>,
    scope: &StoreScope,
    product: ProductId,
    (variant, is_active): (Option<VariantId>, bool),
    (by, elsewhere_by): (i64, i64),
) -> Result<Option<(i64, Option<i64>)>> {
    let basic = "UPDATE products SET qty = qty + ?3, stock = stock + ?3, elsewhere = elsewhere + ?4 \
                 WHERE store_id = ?1 AND id = ?2 RETURNING stock, low_stock_at";
    let of_variant = "UPDATE product_variants SET qty = qty + ?4, elsewhere = elsewhere + ?5 \
                      WHERE store_id = ?1 AND id = ?3 AND product_id = ?2";
    match variant {
        None => c.opt(basic, p![scope.store(), product, by, elsewhere_by]).await,
        Some(id) => {
            c.exec(of_variant, p![scope.store(), product, id, by, elsewhere_by]).await?;
            move_product(c, scope, product, if is_active { by } else { 0 }).await
        }
    }
}

struct LocationRow {
    id: StockLocationId,
    name: Json<Texts>,
    is_active: bool,
    display_order: i64,
    version: i64,
}
row!(LocationRow { id, name, is_active, display_order, version });

/// The locations of a store in their order, the first one first; 100 at most.
pub(super) async fn list_locations(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<Location>> {
    let sql = "SELECT id, name, is_active, display_order, version FROM stock_locations WHERE store_id = ?1 \
               ORDER BY CASE WHEN id = store_id THEN 0 ELSE 1 END, display_order, id LIMIT 100";
    let rows: Vec<LocationRow> = c.all(sql, p![scope.store()]).await?;
    let of = |LocationRow { id, name: Json(name), is_active, display_order, version }| Location {
        id,
        name,
        is_active,
        display_order,
        version,
    };
    Ok(rows.into_iter().map(of).collect())
}

pub(super) async fn insert_location(c: Conn<'_>, scope: &StoreScope, location: &Location, now: Millis) -> Result<()> {
    let Location { id, name, is_active, display_order, .. } = location;
    let sql = "INSERT INTO stock_locations (store_id, id, name, is_active, display_order, created_at, updated_at, version) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, 1)";
    c.exec(sql, p![scope.store(), id, Json(name), is_active, display_order, now]).await?;
    Ok(())
}

/// Updates a location that is at its version; false when it is not.
pub(super) async fn update_location(c: Conn<'_>, scope: &StoreScope, location: &Location, now: Millis) -> Result<bool> {
    let Location { id, name, is_active, display_order, version } = location;
    let sql = "UPDATE stock_locations SET name = ?3, is_active = ?4, display_order = ?5, updated_at = ?6, version = version + 1 \
               WHERE store_id = ?1 AND id = ?2 AND version = ?7";
    Ok(c.exec(sql, p![scope.store(), id, Json(name), is_active, display_order, now, version]).await? == 1)
}

/// Locks an active location for this transaction, so that it cannot be deactivated meanwhile; false when there is none.
pub(super) async fn lock_location(c: Conn<'_>, scope: &StoreScope, location: StockLocationId) -> Result<bool> {
    let sql = "SELECT id FROM stock_locations WHERE store_id = ?1 AND id = ?2 AND is_active FOR NO KEY UPDATE";
    Ok(c.opt::<StockLocationId>(sql, p![scope.store(), location]).await?.is_some())
}

/// Whether a location other than the first holds stock.
pub(super) async fn is_used(c: Conn<'_>, scope: &StoreScope, location: StockLocationId) -> Result<bool> {
    let sql = "SELECT product_id FROM stock_levels WHERE store_id = ?1 AND location_id = ?2 AND qty > 0 LIMIT 1";
    Ok(c.opt::<ProductId>(sql, p![scope.store(), location]).await?.is_some())
}

// ---- movements and notices ------------------------------------------------------------------------------------------

/// Inserts movements, up to fifty per statement. A movement of an import's batch also names the import.
pub(super) async fn insert_movements(c: Conn<'_>, env: &Env, scope: &StoreScope, posting: &StockPosting) -> Result<()> {
    let (actor, now) = (scope.actor(), env.now());
    // The name of a shopper is stored once, on the order that the movement references.
    let name = if actor.kind == kernel::ActorKind::Customer { "" } else { &actor.name };
    for chunk in posting.moved.chunks(50) {
        let mut sql = Sql::new(
            "INSERT INTO stock_movements (store_id, id, product_id, variant_id, location_id, delta, qty_after, location_after, actor_kind, \
             actor_id, actor_name, operator_name, order_id, order_number, batch_id, note, at, reason) VALUES ",
        );
        for (i, StockMovement { product, variant, step }) in chunk.iter().enumerate() {
            sql = sql
                .raw(if i == 0 { "(" } else { ", (" })
                .arg("?", scope.store())
                .arg(", ?", env.id::<kernel::id::StockMovement>())
                .arg(", ?", *product)
                .arg(", ?", *variant)
                .arg(", ?", step.location)
                .arg(", ?", step.delta)
                .arg(", ?", step.qty_after)
                .arg(", ?", step.location_after)
                .arg(", ?", actor.kind.as_str())
                .arg(", ?", actor.id)
                .arg(", ?", name.to_owned())
                .arg(", ?", actor.operator.clone())
                .arg(", ?", posting.order.map(|o| o.0))
                .arg(", ?", posting.order.map(|o| o.1))
                .arg(", ?", posting.batch)
                .arg(", ?", posting.note.clone())
                .arg(", ?", now);
            sql = match posting.batch {
                Some(batch) if posting.reason() == Reason::BulkEdit => sql
                    .arg(", CASE WHEN EXISTS (SELECT id FROM imports WHERE store_id = ?", scope.store())
                    .arg(" AND id = ?) THEN 'import' ELSE 'bulk_edit' END)", batch),
                _ => sql.arg(", ?)", posting.reason().as_str().to_owned()),
            };
        }
        sql.exec(c).await?;
    }
    Ok(())
}
