//! Marking a whole order as returned.

use db::Conn;
use kernel::{Env, Millis, OrderId, StoreScope, Texts};

use super::store::{self, NewReturn, ReturnLine};
use crate::orders::model::OrderItem;
use crate::orders::store as orders;

/// Records all pieces that are not back yet as returned, without a reason, when the whole order is marked so.
pub(in crate::orders) async fn insert_rest(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    order: OrderId,
    items: &[OrderItem],
    is_restocked: impl Fn(&OrderItem) -> bool,
) -> db::Result<()> {
    let now: Millis = env.now();
    let rest: Vec<&OrderItem> = items.iter().filter(|i| i.returned < i.quantity).collect();
    let lines: Vec<ReturnLine> = rest
        .iter()
        .map(|i| ReturnLine {
            line: i.line,
            quantity: i.quantity - i.returned,
            reason: None::<(_, Texts)>,
            is_restocked: is_restocked(i),
        })
        .collect();
    if lines.is_empty() {
        return Ok(());
    }
    let new = NewReturn { id: env.id(), order, location: None, note: None, lines: &lines };
    store::insert_return(c, scope, &new, now).await?;
    for line in &lines {
        let restocked = if line.is_restocked { line.quantity } else { 0 };
        orders::increment_returned(c, scope, order, line.line, (line.quantity, restocked)).await?;
    }
    Ok(())
}
