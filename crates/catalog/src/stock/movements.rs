//! Reading movements: a page of them, the newest first, by a place in their order.

use db::{Conn, Json, Result, Sql, row};
use kernel::id::StockMovement as MovementKind;
use kernel::{
    BatchId, Millis, OrderId, Page, ProductId, StockLocationId, StockMovementId, StoreScope, Texts, VariantId, least_id,
};

use super::model::{Reason, first_place};
use super::wire::{MovedBy, MovedFor, MovedPlace, MovedProduct, MovementView};
use crate::model::{ProductOption, both_languages};

/// Which movements; nothing set means all of them.
#[derive(Debug, Default)]
pub(super) struct MovementFilter {
    pub(super) product: Option<ProductId>,
    pub(super) variant: Option<VariantId>,
    pub(super) location: Option<StockLocationId>,
    pub(super) reasons: Vec<Reason>,
    /// Not before this moment, and before that one.
    pub(super) from: Option<Millis>,
    pub(super) until: Option<Millis>,
}

struct Record {
    id: StockMovementId,
    product_id: ProductId,
    name: Option<Json<Texts>>,
    variant_id: Option<VariantId>,
    option_values: Option<Json<Vec<String>>>,
    options: Option<Json<Vec<ProductOption>>>,
    location_id: StockLocationId,
    place: Option<Json<Texts>>,
    delta: i64,
    qty_after: i64,
    location_after: i64,
    reason: Reason,
    actor_kind: String,
    actor_name: String,
    operator_name: Option<String>,
    order_id: Option<OrderId>,
    order_number: Option<i64>,
    batch_id: Option<BatchId>,
    note: Option<String>,
    at: Millis,
}
row!(Record {
    id,
    product_id,
    name,
    variant_id,
    option_values,
    options,
    location_id,
    place,
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
        if let Some(place) = self.location {
            sql = sql.arg(" AND m.location_id = ?", place);
            if place != first_place(scope.store()) {
                // What the index of the other places holds.
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

/// A page of movements before a place in their order.
pub(super) async fn page(
    c: Conn<'_>,
    scope: &StoreScope,
    filter: &MovementFilter,
    before: Option<StockMovementId>,
    (offset, limit): (i64, i64),
    sees_orders: bool,
) -> Result<Page<MovementView>> {
    let sql = Sql::new(
        "SELECT m.id, m.product_id, p.name, m.variant_id, v.option_values, p.options, m.location_id, l.name, m.delta, m.qty_after, m.location_after, \
         m.reason, m.actor_kind, m.actor_name, m.operator_name, m.order_id, m.order_number, m.batch_id, m.note, m.at \
         FROM stock_movements m LEFT JOIN products p ON p.store_id = m.store_id AND p.id = m.product_id \
         LEFT JOIN product_variants v ON v.store_id = m.store_id AND v.id = m.variant_id \
         LEFT JOIN stock_locations l ON l.store_id = m.store_id AND l.id = m.location_id WHERE m.store_id = ",
    )
    .arg("?", scope.store());
    let sql = filter.apply(scope, sql).opt(" AND m.id < ?", before).arg(" ORDER BY m.id DESC LIMIT ?", limit + 1);
    let sql = if before.is_none() { sql.arg(" OFFSET ?", offset) } else { sql };
    let mut rows: Vec<Record> = sql.all(c).await?;
    let most = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = rows.len() > most;
    rows.truncate(most);
    let next_cursor = rows.last().filter(|_| has_more).map(|r| r.id.to_string());
    let cap = Page::<()>::COUNT_CAP;
    let counted =
        Sql::new("SELECT COUNT(*) FROM (SELECT m.id FROM stock_movements m WHERE m.store_id = ").arg("?", scope.store());
    let total: i64 = filter.apply(scope, counted).arg(" LIMIT ?) AS counted", cap + 1).one(c).await?;
    let items = rows.into_iter().map(|row| view(row, sees_orders)).collect();
    Ok(Page { items, total: total.min(cap), is_total_capped: total > cap, next_cursor })
}

fn view(r: Record, sees_orders: bool) -> MovementView {
    // What a shopper did is told by the order; their name is the order's.
    let is_told = sees_orders || r.actor_kind != "Customer";
    let option_values = r.option_values.map(|v| v.0).unwrap_or_default();
    MovementView {
        id: r.id,
        at: r.at.rfc3339(),
        product: MovedProduct { id: r.product_id, name: r.name.map(|n| n.0).unwrap_or_default() },
        variant_id: r.variant_id,
        option_texts: both_languages(&r.options.map(|o| o.0).unwrap_or_default(), &option_values),
        option_values,
        location: MovedPlace { id: r.location_id, name: r.place.map(|n| n.0).unwrap_or_default() },
        delta: r.delta,
        qty_after: r.qty_after,
        location_after: r.location_after,
        reason: r.reason,
        actor: MovedBy {
            kind: r.actor_kind,
            name: if is_told { r.actor_name } else { String::new() },
            operator: r.operator_name,
        },
        order: r.order_id.zip(r.order_number).filter(|_| sees_orders).map(|(id, number)| MovedFor { id, number }),
        batch_id: r.batch_id,
        note: r.note,
    }
}
