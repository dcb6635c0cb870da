//! Links what came back with the return that took it back.

use db::Conn;
use kernel::{OrderId, OrderReturnId, ReturnParcelId, StoreScope};

use super::model::ReturnParcel;
use super::store;
use crate::shipments::Line;

/// The parcels that a return of these pieces takes back, by their lines: each of those that arrived, the oldest first, of which a
/// piece is left among the returned ones. Pure.
fn received(arrived: &[ReturnParcelId], parcel_lines: &[(ReturnParcelId, Line)], returned: &[(i64, i64)]) -> Vec<ReturnParcelId> {
    let mut left = returned.to_vec();
    let mut takes_from = |id: &&ReturnParcelId| {
        let mut is_received = false;
        for (_, line) in parcel_lines.iter().filter(|(own, _)| own == *id) {
            for (_, quantity) in left.iter_mut().filter(|(number, quantity)| *number == line.line && *quantity > 0) {
                *quantity -= line.quantity.min(*quantity);
                is_received = true;
            }
        }
        is_received
    };
    arrived.iter().filter(|id| takes_from(id)).copied().collect()
}

/// Links the arrived parcels of an order with the return that takes these pieces (line, quantity) back. The order's row is locked by
/// the caller.
///
/// # Errors
/// Of the database.
pub(in crate::orders) async fn link_return(
    c: Conn<'_>,
    scope: &StoreScope,
    order: OrderId,
    return_id: OrderReturnId,
    returned: &[(i64, i64)],
) -> db::Result<()> {
    let parcels = store::list_by_order(c, scope, order).await?;
    // One that the courier lost or damaged is settled by the return as well, after those that arrived.
    let by = |is_it: fn(&ReturnParcel) -> bool| parcels.iter().filter(move |parcel| is_it(parcel)).map(|parcel| parcel.id);
    let arrived: Vec<ReturnParcelId> = by(ReturnParcel::has_arrived).chain(by(ReturnParcel::is_lost)).collect();
    if arrived.is_empty() {
        return Ok(());
    }
    let lines = store::list_lines_by_order(c, scope, order).await?;
    for id in received(&arrived, &lines, returned) {
        store::set_return(c, scope, id, return_id).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn or_06_a_return_takes_back_the_parcels_that_its_pieces_came_in() {
        let [first, second, third] = [1, 2, 3].map(ReturnParcelId::from_raw);
        let line = |line, quantity| Line { line, quantity };
        let lines = [(first, line(1, 1)), (second, line(1, 2)), (second, line(2, 1)), (third, line(3, 1))];
        let of = |returned: &[(i64, i64)]| received(&[first, second, third], &lines, returned);
        assert_eq!(of(&[(1, 1)]), [first], "one piece is that of the oldest parcel");
        assert_eq!(of(&[(1, 2)]), [first, second], "a piece that was not accepted leaves its parcel received all the same");
        assert_eq!(of(&[(2, 1)]), [second]);
        assert_eq!(of(&[(1, 3), (2, 1), (3, 1)]), [first, second, third]);
        assert!(of(&[(4, 1)]).is_empty());
    }
}
