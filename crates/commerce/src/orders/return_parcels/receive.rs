//! Links what came back with the return that took it back.

use std::collections::BTreeMap;

use db::Conn;
use kernel::{OrderId, OrderReturnId, ReturnParcelId, StoreScope};

use super::model::ReturnParcel;
use super::store;
use crate::orders::model::OrderItem;
use crate::orders::returns::store as returns;
use crate::orders::store as orders;
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

/// Pieces of each line that are not back after a return. Pure.
fn still_out(items: &[OrderItem], returned: &[(i64, i64)]) -> BTreeMap<i64, i64> {
    let back = |line: i64| returned.iter().filter(|(own, _)| *own == line).map(|(_, quantity)| quantity).sum::<i64>();
    items.iter().map(|item| (item.line, item.quantity - item.returned - back(item.line))).collect()
}

/// The parcels on their way back for which no piece is left that is not with the store. What else is open has its pieces first: they are
/// still to be fetched, or to be received; of parcels on their way the latest ones. So the oldest is the one whose pieces came back
/// while its courier said nothing. Pure.
fn emptied(open: &[ReturnParcel], parcel_lines: &[(ReturnParcelId, Line)], mut out: BTreeMap<i64, i64>) -> Vec<ReturnParcelId> {
    let mut takes_from = |parcel: &ReturnParcel| {
        let mut taken = 0;
        for (_, line) in parcel_lines.iter().filter(|(own, _)| *own == parcel.id) {
            if let Some(left) = out.get_mut(&line.line) {
                let own = line.quantity.min(*left).max(0);
                *left -= own;
                taken += own;
            }
        }
        taken > 0
    };
    for parcel in open.iter().filter(|parcel| !parcel.is_on_its_way()) {
        takes_from(parcel);
    }
    let mut emptied: Vec<ReturnParcelId> = open
        .iter()
        .rev()
        .filter(|parcel| parcel.is_on_its_way())
        .filter(|parcel| !takes_from(parcel))
        .map(|parcel| parcel.id)
        .collect();
    emptied.reverse();
    emptied
}

/// Links the arrived parcels of an order with the return that takes these pieces (line, quantity) back, and those of which the courier
/// says no more than that it has them, once no piece is left for them. `items` are the order's before the return. The order's row is
/// locked by the caller.
///
/// # Errors
/// Of the database.
pub(in crate::orders) async fn link_return(
    c: Conn<'_>,
    scope: &StoreScope,
    order: OrderId,
    return_id: OrderReturnId,
    (items, returned): (&[OrderItem], &[(i64, i64)]),
) -> db::Result<()> {
    let parcels = store::list_by_order(c, scope, order).await?;
    // One that the courier lost or damaged is settled by the return as well, after those that arrived.
    let by = |is_it: fn(&ReturnParcel) -> bool| parcels.iter().filter(move |parcel| is_it(parcel)).map(|parcel| parcel.id);
    let arrived: Vec<ReturnParcelId> = by(ReturnParcel::has_arrived).chain(by(ReturnParcel::is_lost)).collect();
    if arrived.is_empty() && !parcels.iter().any(ReturnParcel::is_on_its_way) {
        return Ok(());
    }
    let lines = store::list_lines_by_order(c, scope, order).await?;
    let mut settled = received(&arrived, &lines, returned);
    let open: Vec<ReturnParcel> =
        parcels.into_iter().filter(|parcel| parcel.is_open() && !settled.contains(&parcel.id)).collect();
    settled.extend(emptied(&open, &lines, still_out(items, returned)));
    for id in settled {
        store::set_return(c, scope, id, return_id).await?;
    }
    Ok(())
}

/// Closes a parcel of which the courier says only now that it has the goods, where they are back already: with the latest return. The
/// order's row is locked by the caller, and the parcel is written.
///
/// # Errors
/// Of the database.
pub(super) async fn link_late(c: Conn<'_>, scope: &StoreScope, order: OrderId, id: ReturnParcelId) -> db::Result<()> {
    let open: Vec<ReturnParcel> =
        store::list_by_order(c, scope, order).await?.into_iter().filter(ReturnParcel::is_open).collect();
    let lines = store::list_lines_by_order(c, scope, order).await?;
    let out = still_out(&orders::list_items(c, scope, order).await?, &[]);
    if !emptied(&open, &lines, out).contains(&id) {
        return Ok(());
    }
    match returns::list_returns(c, scope, order).await?.first() {
        Some(latest) => store::set_return(c, scope, id, latest.id).await,
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::model::tests::sample;
    use super::*;
    use crate::shipments::CourierStep;

    fn parcel(id: i64, step: CourierStep) -> ReturnParcel {
        ReturnParcel { id: ReturnParcelId::from_raw(id), step: Some(step), ..sample() }
    }

    #[test]
    fn sp_02_a_parcel_on_its_way_is_closed_once_no_piece_is_left_for_it() {
        use CourierStep::{Created, Exception, Lost, Returning};
        let ids = |found: Vec<ReturnParcelId>| found.into_iter().map(ReturnParcelId::raw).collect::<Vec<_>>();
        let line = |id, line, quantity| (ReturnParcelId::from_raw(id), Line { line, quantity });
        let of = |steps: &[CourierStep], lines: &[(ReturnParcelId, Line)], out: &[(i64, i64)]| {
            let open: Vec<ReturnParcel> = (1..).zip(steps).map(|(id, step)| parcel(id, *step)).collect();
            ids(emptied(&open, lines, out.iter().copied().collect()))
        };
        let one_each = [line(1, 1, 1), line(2, 1, 1)];
        assert_eq!(of(&[Returning], &one_each, &[(1, 0)]), [1]);
        assert!(of(&[Returning], &one_each, &[(1, 1)]).is_empty(), "the other piece may be in it");
        assert_eq!(of(&[Returning, Returning], &one_each, &[(1, 1)]), [1], "the oldest");
        assert_eq!(of(&[Returning, Created], &one_each, &[(1, 1)]), [1]);
        assert_eq!(of(&[Created, Returning], &one_each, &[(1, 1)]), [2], "what nobody fetched is with the customer");
        assert_eq!(of(&[Returning, Returning], &one_each, &[(1, 0)]), [1, 2]);
        assert!(of(&[Created, Lost, Exception], &one_each, &[(1, 0)]).is_empty(), "these end otherwise");
        let two_lines = [line(1, 1, 2), line(1, 2, 1)];
        assert!(of(&[Returning], &two_lines, &[(1, 0), (2, 1)]).is_empty());
        assert_eq!(of(&[Returning], &two_lines, &[(1, 0), (2, 0), (3, 5)]), [1]);
    }

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
