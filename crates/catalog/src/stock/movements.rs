//! Reading movements: a page of them, the newest first, by keyset cursor.

use db::{Conn, Result};
use kernel::{Page, StockMovementId, StoreScope};

use super::movements_store::{self as store, MovementFilter, MovementRow};
use super::wire::{MovedBy, MovedFor, MovedLocation, MovedProduct, MovementView};
use crate::model::both_languages;

/// A page of movements before a cursor.
pub(super) async fn page(
    c: Conn<'_>,
    scope: &StoreScope,
    filter: &MovementFilter,
    before: Option<StockMovementId>,
    (offset, limit): (i64, i64),
    sees_orders: bool,
) -> Result<Page<MovementView>> {
    let mut rows = store::list(c, scope, filter, before, (offset, limit + 1)).await?;
    let most = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = rows.len() > most;
    rows.truncate(most);
    let next_cursor = rows.last().filter(|_| has_more).map(|r| r.id.to_string());
    let cap = Page::<()>::COUNT_CAP;
    let total = store::count(c, scope, filter, cap + 1).await?;
    let items = rows.into_iter().map(|row| view(row, sees_orders)).collect();
    Ok(Page { items, total: total.min(cap), is_total_capped: total > cap, next_cursor })
}

fn view(r: MovementRow, sees_orders: bool) -> MovementView {
    // A shopper's name belongs to the order: it is shown only to callers who may see orders.
    let shows_actor = sees_orders || r.actor_kind != "Customer";
    let option_values = r.option_values.map(|v| v.0).unwrap_or_default();
    MovementView {
        id: r.id,
        at: r.at.rfc3339(),
        product: MovedProduct { id: r.product_id, name: r.name.map(|n| n.0).unwrap_or_default() },
        variant_id: r.variant_id,
        option_texts: both_languages(&r.options.map(|o| o.0).unwrap_or_default(), &option_values),
        option_values,
        location: MovedLocation { id: r.location_id, name: r.location_name.map(|n| n.0).unwrap_or_default() },
        delta: r.delta,
        qty_after: r.qty_after,
        location_after: r.location_after,
        reason: r.reason,
        actor: MovedBy {
            kind: r.actor_kind,
            name: if shows_actor { r.actor_name } else { String::new() },
            operator: r.operator_name,
        },
        order: r.order_id.zip(r.order_number).filter(|_| sees_orders).map(|(id, number)| MovedFor { id, number }),
        batch_id: r.batch_id,
        note: r.note,
    }
}
