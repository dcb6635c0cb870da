//! The statements that read movements.

use db::{Conn, Json, Result, Sql, row};
use kernel::id::StockMovement as MovementKind;
use kernel::{BatchId, Millis, OrderId, ProductId, StockLocationId, StockMovementId, StoreScope, Texts, VariantId, least_id};

use super::model::{Reason, first_location};
use crate::model::ProductOption;

/// Filter of movements; the default matches all.
#[derive(Debug, Default)]
pub(super) struct MovementFilter {
    pub(super) product: Option<ProductId>,
    pub(super) variant: Option<VariantId>,
    pub(super) location: Option<StockLocationId>,
    pub(super) reasons: Vec<Reason>,
    /// `from` is inclusive, `until` exclusive.
    pub(super) from: Option<Millis>,
    pub(super) until: Option<Millis>,
}

/// A movement with the names of its product and location.
pub(super) struct MovementRow {
    pub(super) id: StockMovementId,
    pub(super) product_id: ProductId,
    pub(super) name: Option<Json<Texts>>,
    pub(super) variant_id: Option<VariantId>,
    pub(super) option_values: Option<Json<Vec<String>>>,
    pub(super) options: Option<Json<Vec<ProductOption>>>,
    pub(super) location_id: StockLocationId,
    pub(super) location_name: Option<Json<Texts>>,
    pub(super) delta: i64,
    pub(super) qty_after: i64,
    pub(super) location_after: i64,
    pub(super) reason: Reason,
    pub(super) actor_kind: String,
    pub(super) actor_name: String,
    pub(super) operator_name: Option<String>,
    pub(super) order_id: Option<OrderId>,
    pub(super) order_number: Option<i64>,
    pub(super) batch_id: Option<BatchId>,
    pub(super) note: Option<String>,
    pub(super) at: Millis,
}
row!(MovementRow {
    id,
    product_id,
    name,
    variant_id,
    option_values,
    options,
    location_id,
    location_name,
    delta,
    qty_after,
    location_after,
    reason,
    actor_kind,
    actor_name,
    operator_name,
    order_id,
    order_number,
    batch_id,
    note,
    at
});

impl MovementFilter {
    fn apply(&self, scope: &StoreScope, mut sql: Sql) -> Sql {
        sql = sql
            .opt(" AND m.product_id = ?", self.product)
            .opt(" AND m.variant_id = ?", self.variant)
            .opt(" AND m.id >= ?", self.from.map(least_id::<MovementKind>))
            .opt(" AND m.id < ?", self.until.map(least_id::<MovementKind>));
        if let Some(location) = self.location {
            sql = sql.arg(" AND m.location_id = ?", location);
            if location != first_location(scope.store()) {
                // This condition matches the partial index of the other locations.
                sql = sql.raw(" AND m.location_id <> m.store_id");
            }
        }
        if !self.reasons.is_empty() {
            sql = sql.list(" AND m.reason IN ", self.reasons.iter().map(|r| r.as_str().to_owned()).collect::<Vec<_>>(), "");
            if !self.reasons.contains(&Reason::Sale) {
                sql = sql.raw(" AND m.reason <> 'sale'");
            }
        }
        sql
    }
}

/// Movements before a cursor, the newest first.
pub(super) async fn list(
    c: Conn<'_>,
    scope: &StoreScope,
    filter: &MovementFilter,
    before: Option<StockMovementId>,
    (offset, limit): (i64, i64),
) -> Result<Vec<MovementRow>> {
    let sql = Sql::new(
        "SELECT m.id, m.product_id, p.name, m.variant_id, v.option_values, p.options, m.location_id, l.name, m.delta, m.qty_after, m.location_after, \
         m.reason, m.actor_kind, m.actor_name, m.operator_name, m.order_id, m.order_number, m.batch_id, m.note, m.at \
         FROM stock_movements m LEFT JOIN products p ON p.store_id = m.store_id AND p.id = m.product_id \
         LEFT JOIN product_variants v ON v.store_id = m.store_id AND v.id = m.variant_id \
         LEFT JOIN stock_locations l ON l.store_id = m.store_id AND l.id = m.location_id WHERE m.store_id = ",
    )
    .arg("?", scope.store());
    let sql = filter.apply(scope, sql).opt(" AND m.id < ?", before).arg(" ORDER BY m.id DESC LIMIT ?", limit);
    let sql = if before.is_none() { sql.arg(" OFFSET ?", offset) } else { sql };
    sql.all(c).await
}

/// The number of movements, counted up to `most`.
pub(super) async fn count(c: Conn<'_>, scope: &StoreScope, filter: &MovementFilter, most: i64) -> Result<i64> {
    let sql = Sql::new("SELECT COUNT(*) FROM (SELECT m.id FROM stock_movements m WHERE m.store_id = ").arg("?", scope.store());
    filter.apply(scope, sql).arg(" LIMIT ?) AS counted", most).one(c).await
}
