//! What a courier's step means for a shipment. Pure.

use crate::shipments::{CourierStep, Status};

/// The transitions that a step asks for, in their order; none where the shipment is as far already, or where its table has no way.
pub(super) const fn moves(from: Status, step: CourierStep) -> &'static [Status] {
    use CourierStep as C;
    use Status as S;
    match (step, from) {
        (C::PickedUp | C::InTransit, S::Ready) => &[S::Shipped],
        (C::OutForDelivery, S::Ready) => &[S::Shipped, S::OutForDelivery],
        (C::OutForDelivery, S::Shipped) => &[S::OutForDelivery],
        (C::Delivered, S::Ready) => &[S::Shipped, S::Delivered],
        (C::Delivered, S::Shipped | S::OutForDelivery) => &[S::Delivered],
        (C::Returning, S::Ready) => &[S::Shipped, S::Refused],
        (C::Returning, S::Shipped | S::OutForDelivery) => &[S::Refused],
        (C::Returned, S::Ready) => &[S::Shipped, S::Refused, S::Returned],
        (C::Returned, S::Shipped | S::OutForDelivery) => &[S::Refused, S::Returned],
        (C::Returned, S::Refused) => &[S::Returned],
        (C::Cancelled, S::Ready) => &[S::Cancelled],
        _ => &[],
    }
}

/// Whether the courier says otherwise than the shipment, and no transition leads there: somebody of the team has to look.
pub(super) const fn differs(status: Status, step: CourierStep) -> bool {
    use CourierStep as C;
    use Status as S;
    match step {
        C::Delivered => matches!(status, S::Refused | S::Returned | S::Cancelled),
        C::Returning | C::Returned => matches!(status, S::Delivered | S::Cancelled),
        C::Cancelled => matches!(status, S::Shipped | S::OutForDelivery | S::Refused | S::Delivered),
        C::PickedUp | C::InTransit | C::OutForDelivery => matches!(status, S::Cancelled | S::Returned),
        C::Created | C::Exception | C::Lost | C::Damaged => false,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// How far a status is on the way: to the customer, and back.
    fn rank(status: Status) -> usize {
        match status {
            Status::Ready | Status::ReadyForPickup | Status::PickupPostponed => 0,
            Status::Shipped => 1,
            Status::OutForDelivery => 2,
            Status::Delivered | Status::Refused => 3,
            Status::Returned | Status::Cancelled => 4,
        }
    }

    #[test]
    fn sp_04_every_move_of_a_step_is_a_named_transition() {
        for step in CourierStep::ALL {
            for from in Status::ALL {
                let mut at = *from;
                for to in moves(*from, *step) {
                    at = at.go(*to).unwrap_or_else(|e| panic!("{step:?}: {e}"));
                }
                assert!(moves(at, *step).is_empty(), "{step:?} from {from:?} asks for no more once it is done");
                assert!(rank(at) >= rank(*from), "{step:?} leads {from:?} back to {at:?}");
            }
        }
        assert!(moves(Status::OutForDelivery, CourierStep::InTransit).is_empty(), "back at a hub it stays out for delivery");
        assert!(moves(Status::Ready, CourierStep::Exception).is_empty(), "nobody was there to hand it over");
    }

    #[test]
    fn sp_04_what_the_courier_says_against_the_table_is_a_difference() {
        for (status, step, is_different) in [
            (Status::Returned, CourierStep::Delivered, true),
            (Status::Delivered, CourierStep::Returned, true),
            (Status::Shipped, CourierStep::Cancelled, true),
            (Status::Ready, CourierStep::Cancelled, false),
            (Status::Delivered, CourierStep::Delivered, false),
            (Status::Refused, CourierStep::Returning, false),
            (Status::Shipped, CourierStep::Lost, false),
        ] {
            assert_eq!(differs(status, step), is_different, "{status:?} {step:?}");
        }
        // What moves a shipment does not differ from it afterwards.
        for step in CourierStep::ALL {
            for from in Status::ALL {
                let to = moves(*from, *step).last().copied();
                assert!(to.is_none_or(|to| !differs(to, *step)), "{from:?} {step:?}");
            }
        }
    }

    proptest! {
        /// SP-04: whatever is told, in any order and as often as it likes, each move is a named transition and none leads back.
        #[test]
        fn sp_04_no_order_of_reports_moves_a_shipment_back(
            steps in prop::collection::vec(prop::sample::select(CourierStep::ALL), 0..30),
            start in prop::sample::select(Status::ALL),
        ) {
            let mut at = start;
            for step in steps {
                let before = at;
                for to in moves(at, step) {
                    at = at.go(*to).unwrap();
                }
                prop_assert!(rank(at) >= rank(before));
                // A repetition changes nothing.
                prop_assert!(moves(at, step).is_empty());
                // Nothing leaves an end.
                if before.next().is_empty() {
                    prop_assert_eq!(at, before);
                }
                // Delivered only if the courier says delivered; back only if it says so.
                prop_assert!(at == before || at != Status::Delivered || step == CourierStep::Delivered);
                prop_assert!(at == before || at != Status::Returned || step == CourierStep::Returned);
            }
        }

        /// SP-04: reports of one way, shuffled and repeated, end as the last of them would alone, or as far.
        #[test]
        fn sp_04_the_furthest_report_decides(
            order in prop::collection::vec(0_usize..4, 1..20),
        ) {
            let way = [CourierStep::Created, CourierStep::PickedUp, CourierStep::OutForDelivery, CourierStep::Delivered];
            let mut at = Status::Ready;
            for n in &order {
                for to in moves(at, way[*n]) {
                    at = at.go(*to).unwrap();
                }
            }
            let furthest = order.iter().max().map(|n| way[*n]).unwrap();
            let alone = moves(Status::Ready, furthest).last().copied().unwrap_or(Status::Ready);
            prop_assert_eq!(at, alone);
        }
    }
}
