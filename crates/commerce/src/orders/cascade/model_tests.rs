//! Tests of the roll-up and of what is left to ship.

use proptest::prelude::*;

use super::*;
use OrderStatus as O;
use ShippingProvider::{Custom, Pickup};
use Status as S;

const BEFORE: &[O] = &[O::Pending, O::Paid, O::Processing, O::ReadyToShip, O::ReadyForPickup, O::PickupPostponed];

fn end(from: O, to_ship: i64, live: &[(ShippingProvider, S)], was_cancelled: bool) -> O {
    let facts = ShipmentSummary { to_ship, live, was_cancelled };
    target(from, facts).and_then(|to| path(from, to, live).last().copied()).unwrap_or(from)
}

/// Status before, pieces left to ship, shipments, status after.
type Case = (O, i64, Vec<(ShippingProvider, S)>, O);

#[test]
fn or_06_the_order_is_as_far_as_the_shipment_that_is_least_far() {
    let one = |status| vec![(Custom, status)];
    let cases: &[Case] = &[
        // All pieces in one shipment, from every status of the order.
        (O::Pending, 0, one(S::Ready), O::ReadyToShip),
        (O::Paid, 0, one(S::Ready), O::ReadyToShip),
        (O::ReadyToShip, 0, one(S::Shipped), O::Shipped),
        (O::Shipped, 0, one(S::OutForDelivery), O::OutForDelivery),
        (O::OutForDelivery, 0, one(S::Delivered), O::Delivered),
        (O::Shipped, 0, one(S::Refused), O::Refused),
        (O::Processing, 0, one(S::Delivered), O::Delivered),
        // Some pieces: the order is being prepared, however far the shipment is.
        (O::Pending, 1, one(S::Ready), O::Processing),
        (O::Processing, 1, one(S::Delivered), O::Processing),
        (O::ReadyToShip, 1, one(S::Ready), O::ReadyToShip),
        // Several.
        (O::ReadyToShip, 0, vec![(Custom, S::Shipped), (Custom, S::Ready)], O::ReadyToShip),
        (O::ReadyToShip, 0, vec![(Custom, S::Delivered), (Custom, S::Shipped)], O::Shipped),
        (O::Shipped, 0, vec![(Custom, S::Delivered), (Custom, S::OutForDelivery)], O::OutForDelivery),
        // A part that was refused has not arrived.
        (O::Shipped, 0, vec![(Custom, S::Delivered), (Custom, S::Refused)], O::Shipped),
        (O::OutForDelivery, 0, vec![(Custom, S::Delivered), (Custom, S::Refused)], O::OutForDelivery),
        (O::ReadyToShip, 0, vec![(Custom, S::Delivered), (Custom, S::Refused)], O::Shipped),
        (O::OutForDelivery, 0, vec![(Custom, S::OutForDelivery), (Custom, S::Shipped)], O::OutForDelivery),
        // Pieces that came back to the store are waited for: they are shipped again, or returned.
        (O::Shipped, 2, one(S::Delivered), O::Shipped),
        (O::OutForDelivery, 2, one(S::Delivered), O::OutForDelivery),
        (O::Shipped, 2, one(S::Shipped), O::Shipped),
        // Pickups.
        (O::Pending, 0, vec![(Pickup, S::ReadyForPickup)], O::ReadyForPickup),
        (O::ReadyToShip, 0, vec![(Pickup, S::ReadyForPickup)], O::ReadyForPickup),
        (O::ReadyForPickup, 0, vec![(Pickup, S::PickupPostponed)], O::PickupPostponed),
        (O::PickupPostponed, 0, vec![(Pickup, S::Delivered)], O::Delivered),
        (O::ReadyForPickup, 1, vec![(Pickup, S::Delivered)], O::ReadyForPickup),
        // Both delivery types: a waiting pickup counts as a waiting parcel.
        (O::Processing, 0, vec![(Pickup, S::ReadyForPickup), (Custom, S::Shipped)], O::ReadyToShip),
        (O::ReadyToShip, 0, vec![(Pickup, S::Delivered), (Custom, S::Delivered)], O::Delivered),
        // Without shipments the status stays.
        (O::Shipped, 0, vec![], O::Shipped),
        (O::Pending, 3, vec![], O::Pending),
    ];
    for (from, to_ship, live, to) in cases {
        assert_eq!(end(*from, *to_ship, live, false), *to, "{from:?} {to_ship} {live:?}");
    }
}

#[test]
fn or_06_a_cancelled_shipment_takes_a_ready_order_back_to_being_prepared() {
    assert_eq!(end(O::ReadyToShip, 2, &[], true), O::Processing);
    assert_eq!(end(O::ReadyToShip, 2, &[(Custom, S::Shipped)], true), O::Processing);
    assert_eq!(end(O::ReadyToShip, 2, &[], false), O::ReadyToShip);
    // The table has no transition back.
    assert_eq!(end(O::ReadyForPickup, 2, &[], true), O::ReadyForPickup);
    assert_eq!(end(O::Pending, 2, &[], true), O::Pending);
}

#[test]
fn or_06_an_order_that_is_moved_by_hand_takes_its_shipments_along() {
    let goes = |to: &[S]| CascadeOutcome::Goes(to.to_vec());
    let cases = [
        (O::Shipped, Custom, S::Ready, goes(&[S::Shipped])),
        (O::Shipped, Pickup, S::ReadyForPickup, CascadeOutcome::Stays),
        (O::OutForDelivery, Custom, S::Ready, goes(&[S::Shipped, S::OutForDelivery])),
        (O::Delivered, Custom, S::Ready, goes(&[S::Shipped, S::Delivered])),
        (O::Delivered, Custom, S::OutForDelivery, goes(&[S::Delivered])),
        (O::Delivered, Custom, S::Refused, CascadeOutcome::Stays),
        (O::Delivered, Pickup, S::ReadyForPickup, CascadeOutcome::Unconfirmed),
        (O::Delivered, Pickup, S::Delivered, CascadeOutcome::Stays),
        (O::Refused, Custom, S::Shipped, goes(&[S::Refused])),
        (O::PickupPostponed, Pickup, S::ReadyForPickup, goes(&[S::PickupPostponed])),
        (O::ReadyForPickup, Pickup, S::PickupPostponed, goes(&[S::ReadyForPickup])),
        (O::Cancelled, Custom, S::Ready, goes(&[S::Cancelled])),
        (O::Cancelled, Pickup, S::PickupPostponed, goes(&[S::Cancelled])),
        (O::Cancelled, Custom, S::Shipped, CascadeOutcome::HasLeft),
        (O::Cancelled, Pickup, S::Delivered, CascadeOutcome::HasLeft),
        (O::Cancelled, Custom, S::Returned, CascadeOutcome::Stays),
        (O::Returned, Custom, S::OutForDelivery, goes(&[S::Refused, S::Returned])),
        (O::Returned, Custom, S::Refused, goes(&[S::Returned])),
        (O::Returned, Custom, S::Ready, goes(&[S::Cancelled])),
        (O::Returned, Custom, S::Delivered, CascadeOutcome::Stays),
        (O::Processing, Custom, S::Ready, CascadeOutcome::Stays),
    ];
    for (to, provider, status, expected) in cases {
        assert_eq!(cascade_of(to, provider, status), expected, "{to:?} {provider:?} {status:?}");
    }
}

fn any_status(provider: ShippingProvider) -> impl Strategy<Value = (ShippingProvider, S)> {
    let of: &[S] = if provider == Pickup {
        &[S::ReadyForPickup, S::PickupPostponed, S::Delivered]
    } else {
        &[S::Ready, S::Shipped, S::OutForDelivery, S::Delivered, S::Refused]
    };
    prop::sample::select(of).prop_map(move |s| (provider, s))
}

fn item(line: i64, quantity: i64, returned: i64) -> OrderItem {
    OrderItem {
        line,
        product_id: kernel::ProductId::from_raw(line),
        variant_id: None,
        name: kernel::Texts::default(),
        sku: None,
        option_values: Vec::new(),
        fields: Vec::new(),
        media_id: None,
        unit_price: 0,
        quantity,
        line_total: 0,
        discount: 0,
        coupon_discount: 0,
        refunded_discount: 0,
        refunded_coupon: 0,
        vat: 0,
        vat_rate: 0,
        weight_grams: 0,
        is_stock_taken: true,
        returned,
        restocked: 0,
    }
}

proptest! {
    /// OR-06: for any shipments, the order moves by named transitions, never through or to a status with another meaning (money
    /// came, cancelled, returned), and not back except to being prepared.
    #[test]
    fn or_06_a_roll_up_is_made_of_named_transitions(
        at in prop::sample::select(O::ALL),
        to_ship in 0_i64..3,
        live in prop::collection::vec(prop_oneof![any_status(Custom), any_status(Pickup)], 0..5),
        was_cancelled: bool,
    ) {
        let facts = ShipmentSummary { to_ship, live: &live, was_cancelled };
        if let Some(to) = target(at, facts) {
            let steps = path(at, to, &live);
            let mut current = at;
            for step in &steps {
                prop_assert!(current.go(*step).is_ok());
                prop_assert!(!matches!(step, O::Draft | O::Pending | O::Paid | O::Cancelled | O::Returned));
                current = *step;
            }
            prop_assert!(steps.is_empty() || current == to);
            // Everything was delivered: no order that can be delivered stays behind its shipments.
            let is_all_there = to_ship == 0 && !live.is_empty() && live.iter().all(|(_, s)| *s == S::Delivered);
            if is_all_there && BEFORE.contains(&at) {
                prop_assert_eq!(current, O::Delivered);
            }
        }
    }

    /// OR-06: shipments created one after another from what is left, with some cancelled and some pieces returned in between,
    /// never take more of a line than was ordered and did not come back.
    #[test]
    fn or_06_shipments_never_exceed_the_ordered_pieces(
        ordered in prop::collection::vec(1_i64..9, 1..4),
        steps in prop::collection::vec((0_u8..4, 0_usize..4, 1_i64..9), 0..40),
    ) {
        let mut items: Vec<OrderItem> = (1_i64..).zip(&ordered).map(|(n, q)| item(n, *q, 0)).collect();
        let mut parcels: Vec<(i64, i64, bool)> = Vec::new();
        for (action, shipment, n) in steps {
            let live = |parcels: &[(i64, i64, bool)]| {
                let mut out = BTreeMap::new();
                for (line, q, _) in parcels.iter().filter(|m| m.2) {
                    *out.entry(*line).or_insert(0_i64) += q;
                }
                out
            };
            let unshipped = to_ship(&items, &live(&parcels));
            match action {
                0 | 1 => {
                    if let Some(l) = unshipped.get(shipment).filter(|l| n <= l.quantity) {
                        parcels.push((l.line, n, true));
                    }
                }
                2 => {
                    if let Some(m) = parcels.get_mut(shipment) {
                        m.2 = false;
                    }
                }
                _ => {
                    // Only pieces in no shipment are returned here.
                    let free = unshipped.get(shipment).map(|l| (l.line, n.min(l.quantity)));
                    if let Some((line, n)) = free && let Some(i) = items.iter_mut().find(|i| i.line == line) {
                        i.returned += n;
                    }
                }
            }
            let live = live(&parcels);
            let unshipped = to_ship(&items, &live);
            for i in &items {
                let (shipped, rest) = (live.get(&i.line).copied().unwrap_or(0), unshipped.iter().find(|l| l.line == i.line).map_or(0, |l| l.quantity));
                prop_assert_eq!(shipped + rest + i.returned, i.quantity);
            }
        }
    }
}
