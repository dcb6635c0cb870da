//! What is left to ship, and the transitions of an order through its shipments and of shipments through their order. Pure.

use std::collections::{BTreeMap, VecDeque};

use crate::orders::model::OrderItem;
use crate::orders::status::Status as OrderStatus;
use crate::shipments::Status;
use crate::shipping::ShippingProvider;

/// Pieces of a line that are still to be shipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::orders) struct UnshippedLine {
    pub(in crate::orders) line: i64,
    pub(in crate::orders) quantity: i64,
}

/// Pieces that are still to be shipped: ordered, less returned, less those in live shipments.
pub(in crate::orders) fn to_ship(items: &[OrderItem], live: &BTreeMap<i64, i64>) -> Vec<UnshippedLine> {
    let unshipped = |i: &OrderItem| i.quantity - i.returned - live.get(&i.line).copied().unwrap_or(0);
    items.iter().map(|i| UnshippedLine { line: i.line, quantity: unshipped(i) }).filter(|l| l.quantity > 0).collect()
}

/// Whether shipments can be created: the order is placed and has not ended.
pub(in crate::orders) const fn is_shippable(status: OrderStatus) -> bool {
    use OrderStatus as O;
    matches!(
        status,
        O::Pending
            | O::Paid
            | O::Processing
            | O::ReadyToShip
            | O::ReadyForPickup
            | O::PickupPostponed
            | O::Shipped
            | O::OutForDelivery
    )
}

/// Summary of an order's live shipments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::orders) struct ShipmentSummary<'a> {
    /// Pieces in no live shipment.
    pub(in crate::orders) to_ship: i64,
    /// Shipments that are not cancelled and not back in the store.
    pub(in crate::orders) live: &'a [(ShippingProvider, Status)],
    /// One was just cancelled: the order may go back to being prepared.
    pub(in crate::orders) was_cancelled: bool,
}

/// The order's status by its shipments: as far as the least advanced one. None when they determine none.
pub(in crate::orders) fn target(from: OrderStatus, facts: ShipmentSummary<'_>) -> Option<OrderStatus> {
    use OrderStatus as O;
    let ShipmentSummary { to_ship, live, was_cancelled } = facts;
    let has_not_left =
        matches!(from, O::Pending | O::Paid | O::Processing | O::ReadyToShip | O::ReadyForPickup | O::PickupPostponed);
    if live.is_empty() || (to_ship > 0 && has_not_left) {
        // A status "ready" that the merchant set stays, except after a cancelled shipment.
        return match from {
            O::Pending | O::Paid if !live.is_empty() => Some(O::Processing),
            O::ReadyToShip if was_cancelled => Some(O::Processing),
            _ => None,
        };
    }
    let has = |status: Status| live.iter().any(|(_, s)| *s == status);
    let is_pickup = is_pickup(live);
    Some(if is_pickup && has(Status::ReadyForPickup) {
        O::ReadyForPickup
    } else if is_pickup && has(Status::PickupPostponed) {
        O::PickupPostponed
    } else if live.iter().any(|(_, s)| s.is_waiting()) {
        O::ReadyToShip
    } else if has(Status::Shipped) {
        O::Shipped
    } else if has(Status::OutForDelivery) {
        O::OutForDelivery
    } else if has(Status::Delivered) && (to_ship > 0 || has(Status::Refused)) {
        // Not all of it has arrived: a part was refused, or came back and is to be shipped again.
        return has_not_left.then_some(O::Shipped);
    } else if has(Status::Delivered) {
        O::Delivered
    } else {
        O::Refused
    })
}

fn is_pickup(live: &[(ShippingProvider, Status)]) -> bool {
    !live.is_empty() && live.iter().all(|(p, _)| *p == ShippingProvider::Pickup)
}

/// The shortest sequence of transitions between two statuses; empty when there is none. Never through `PAID` (which states that
/// money came), and never through a status of the other delivery type.
pub(in crate::orders) fn path(from: OrderStatus, to: OrderStatus, live: &[(ShippingProvider, Status)]) -> Vec<OrderStatus> {
    use OrderStatus as O;
    let allowed: &[O] = if is_pickup(live) {
        &[O::Processing, O::ReadyForPickup, O::PickupPostponed, O::Delivered]
    } else {
        &[O::Processing, O::ReadyToShip, O::Shipped, O::OutForDelivery, O::Delivered, O::Refused]
    };
    shortest(from, to, |at| at.next().iter().copied().filter(|s| allowed.contains(s)).collect())
}

fn shortest<S: Copy + PartialEq>(from: S, to: S, next: impl Fn(S) -> Vec<S>) -> Vec<S> {
    let mut visited = vec![from];
    let mut queue = VecDeque::from([vec![from]]);
    while let Some(path) = queue.pop_front() {
        let Some(at) = path.last().copied() else { continue };
        if at == to {
            return path[1..].to_vec();
        }
        for step in next(at) {
            if !visited.contains(&step) {
                visited.push(step);
                queue.push_back(path.iter().copied().chain([step]).collect());
            }
        }
    }
    Vec::new()
}

/// The effect of an order's move by hand on a shipment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::orders) enum CascadeOutcome {
    /// No effect.
    Stays,
    /// It follows, by these transitions.
    Goes(Vec<Status>),
    /// The order cannot be cancelled: goods have left.
    HasLeft,
    /// A pickup is not delivered before its recipient is verified.
    Unconfirmed,
}

/// The effect of an order's move by hand on one of its shipments.
pub(in crate::orders) fn cascade_of(to: OrderStatus, provider: ShippingProvider, status: Status) -> CascadeOutcome {
    use OrderStatus as O;
    let (is_pickup, is_open) = (provider == ShippingProvider::Pickup, status.is_collecting());
    let target = match to {
        O::Shipped if status == Status::Ready => Status::Shipped,
        O::OutForDelivery if !is_pickup && is_open => Status::OutForDelivery,
        O::Delivered if is_pickup && is_open => return CascadeOutcome::Unconfirmed,
        O::Delivered if is_open => Status::Delivered,
        O::Refused if !is_pickup && is_open => Status::Refused,
        O::ReadyForPickup if status == Status::PickupPostponed => Status::ReadyForPickup,
        O::PickupPostponed if status == Status::ReadyForPickup => Status::PickupPostponed,
        O::Cancelled if status.is_live() && !status.is_waiting() => return CascadeOutcome::HasLeft,
        O::Cancelled | O::Returned if status.is_waiting() => Status::Cancelled,
        O::Returned if is_open || status == Status::Refused => Status::Returned,
        _ => return CascadeOutcome::Stays,
    };
    let steps = shortest(status, target, |at| at.next().to_vec());
    if steps.is_empty() { CascadeOutcome::Stays } else { CascadeOutcome::Goes(steps) }
}

#[cfg(test)]
#[path = "model_tests.rs"]
mod tests;
