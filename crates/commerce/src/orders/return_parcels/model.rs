//! A return parcel and how far it is. Pure.

use customers::Address;
use kernel::{Millis, OrderId, OrderReturnId, ReturnParcelId, StockLocationId};

use crate::couriers::Size;
use crate::shipments::{CourierStep, TrackingEvent};
use crate::shipping::ShippingProvider;

/// The courier never said whether it booked: it is asked before anything is sent again.
pub(super) use crate::couriers::call_outcome::IN_DOUBT;
/// The courier did not call its booking off.
pub(super) const NOT_CANCELLED: &str = "not_cancelled";
/// Somebody called it off before the courier was called.
pub(super) const CALLED_OFF: &str = "called_off";
/// Pieces of it came back before the courier was called.
pub(super) const PIECES_BACK: &str = "pieces_back";

web::words! {
    /// How far the booking of a return parcel is.
    State as ReturnParcelState {
        /// The courier has not confirmed it yet.
        Waiting "waiting",
        /// The courier fetches it, or has fetched it: the steps say how far it is.
        Booked "booked",
        /// The courier refused it, or could not be called: the reason says why.
        Failed "failed",
        /// Called off.
        Cancelled "cancelled",
    }
}

db::stored_words! {
    State, "return_parcels" "state";
}

/// A return parcel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::orders) struct ReturnParcel {
    pub(super) id: ReturnParcelId,
    pub(super) order_id: OrderId,
    /// Number within the order, from 1.
    pub(super) n: i64,
    pub(super) provider: ShippingProvider,
    /// Where it is brought.
    pub(super) warehouse_id: StockLocationId,
    pub(super) package_size: Size,
    /// Where it is fetched, where that is not the order's address.
    pub(super) address: Option<Address>,
    /// Number of pieces.
    pub(super) items_count: i64,
    /// Note for the courier; may be empty.
    pub(super) note: String,
    pub(super) state: State,
    /// Why it was not booked or not cancelled: a stable word; or empty.
    pub(super) reason: String,
    /// The courier's own words of it; or empty.
    pub(super) reason_words: String,
    /// Somebody called it off, and the courier has not confirmed that.
    pub(super) is_cancel_requested: bool,
    /// The courier's id of it; empty before it is booked.
    pub(super) tracking_id: String,
    /// Tracking number; empty before it is booked.
    pub(super) tracking_no: String,
    /// Tracking link; or empty.
    pub(super) tracking_url: String,
    /// The courier's last word; none before there is one.
    pub(super) step: Option<CourierStep>,
    /// The courier's own code of it; empty before there is one.
    pub(super) step_code: String,
    /// Since when.
    pub(super) step_at: Option<Millis>,
    /// Why something is in the way, in the courier's words; or empty.
    pub(super) step_reason: String,
    /// What happened to it, the oldest first.
    pub(super) events: Vec<TrackingEvent>,
    /// When it was read at the courier.
    pub(super) read_at: Option<Millis>,
    /// When it is read next; none where nothing follows.
    pub(super) next_read_at: Option<Millis>,
    /// Reads in a row that brought nothing new.
    pub(super) silent_reads: i64,
    /// The courier reports of it by itself.
    pub(super) has_notices: bool,
    /// The return that took its goods back.
    pub(super) return_id: Option<OrderReturnId>,
    pub(super) created_by_name: String,
    pub(super) created_at: Millis,
    pub(super) updated_at: Millis,
}

impl ReturnParcel {
    /// The displayed number, and what the courier knows it by: `1001-R1`.
    pub(super) fn reference(&self, order_number: i64) -> String {
        format!("{order_number}-R{}", self.n)
    }

    /// The idempotency key of its booking.
    pub(super) fn booking_key(&self) -> String {
        self.id.to_string()
    }

    /// It can be called off: nobody has the goods yet, as far as the courier says.
    pub(super) fn can_cancel(&self) -> bool {
        let is_with_customer = match self.state {
            State::Waiting | State::Failed => true,
            State::Booked => !self.was_fetched() && self.step != Some(CourierStep::Cancelled),
            State::Cancelled => false,
        };
        is_with_customer && !self.is_cancel_requested
    }

    /// The courier has the goods, or had them: what is in the way since does not put them back into the customer's hands.
    pub(super) fn was_fetched(&self) -> bool {
        self.step.is_some_and(has_goods) || self.events.iter().any(|event| has_goods(event.step))
    }

    /// The courier has it, no word of its end has come, and no return has settled it.
    pub(super) fn is_on_its_way(&self) -> bool {
        self.state == State::Booked && self.return_id.is_none() && self.was_fetched() && !self.has_arrived() && !self.is_lost()
    }

    /// The courier may have a booking of it although none was confirmed.
    pub(super) fn is_in_doubt(&self) -> bool {
        self.state == State::Failed && self.reason == IN_DOUBT
    }

    /// Its pieces are not to be fetched by another one.
    pub(super) fn is_open(&self) -> bool {
        self.state != State::Cancelled && self.return_id.is_none()
    }

    /// The courier will not bring it any more, or not whole, and no return has settled it.
    pub(super) fn is_lost(&self) -> bool {
        self.state == State::Booked
            && matches!(self.step, Some(CourierStep::Lost | CourierStep::Damaged))
            && self.return_id.is_none()
    }

    /// The courier has brought it, and no return has taken its goods back.
    pub(super) fn has_arrived(&self) -> bool {
        self.state == State::Booked && self.step == Some(CourierStep::Returned) && self.return_id.is_none()
    }

    /// The parcel without a reason and with nothing called off.
    pub(super) fn in_state(self, state: State) -> Self {
        Self { state, reason: String::new(), reason_words: String::new(), is_cancel_requested: false, ..self }
    }
}

/// A step of a return after the customer handed it over.
pub(super) const fn has_goods(step: CourierStep) -> bool {
    !matches!(step, CourierStep::Created | CourierStep::Exception | CourierStep::Cancelled)
}

/// A step on the way from the customer: what moves goes back, and what is delivered is delivered to the merchant.
pub(super) const fn inbound(step: CourierStep) -> CourierStep {
    match step {
        CourierStep::PickedUp | CourierStep::InTransit | CourierStep::OutForDelivery => CourierStep::Returning,
        CourierStep::Delivered => CourierStep::Returned,
        step => step,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::orders::return_parcels) fn sample() -> ReturnParcel {
        ReturnParcel {
            id: ReturnParcelId::from_raw(1),
            order_id: OrderId::from_raw(1),
            n: 1,
            provider: ShippingProvider::Bosta,
            warehouse_id: StockLocationId::from_raw(1),
            package_size: Size::Small,
            address: None,
            items_count: 1,
            note: String::new(),
            state: State::Booked,
            reason: String::new(),
            reason_words: String::new(),
            is_cancel_requested: false,
            tracking_id: String::new(),
            tracking_no: "1".into(),
            tracking_url: String::new(),
            step: None,
            step_code: String::new(),
            step_at: None,
            step_reason: String::new(),
            events: Vec::new(),
            read_at: None,
            next_read_at: None,
            silent_reads: 0,
            has_notices: false,
            return_id: None,
            created_by_name: String::new(),
            created_at: Millis(0),
            updated_at: Millis(0),
        }
    }

    pub(in crate::orders::return_parcels) fn event(step: CourierStep) -> TrackingEvent {
        TrackingEvent {
            step,
            code: String::new(),
            label_ar: String::new(),
            label_en: String::new(),
            words: String::new(),
            at: None,
        }
    }

    #[test]
    fn sp_02_a_parcel_is_called_off_until_the_courier_has_it() {
        for step in CourierStep::ALL {
            let parcel = ReturnParcel { step: Some(*step), ..sample() };
            let is_early = matches!(step, CourierStep::Created | CourierStep::Exception);
            assert_eq!(parcel.can_cancel(), is_early, "{step:?}");
            assert!(!ReturnParcel { is_cancel_requested: true, ..parcel }.can_cancel());
        }
        let delayed = |steps: &[CourierStep]| ReturnParcel {
            step: Some(CourierStep::Exception),
            events: steps.iter().map(|step| event(*step)).collect(),
            ..sample()
        };
        assert!(delayed(&[CourierStep::Created, CourierStep::Exception]).can_cancel(), "nobody answered the door");
        let fetched = delayed(&[CourierStep::Created, CourierStep::Returning, CourierStep::Exception]);
        assert!(!fetched.can_cancel() && fetched.is_on_its_way(), "the courier has it, whatever is in the way");
        assert!(!sample().in_state(State::Cancelled).can_cancel());
        assert!(sample().in_state(State::Waiting).can_cancel() && sample().in_state(State::Failed).can_cancel());
    }

    #[test]
    fn sp_04_on_the_way_from_the_customer_nothing_is_delivered_to_them() {
        for step in CourierStep::ALL {
            let inbound = inbound(*step);
            assert!(!matches!(inbound, CourierStep::Delivered | CourierStep::OutForDelivery), "{step:?}");
            assert_eq!(inbound.is_final(), step.is_final());
        }
    }

    #[test]
    fn or_06_a_parcel_arrives_once_it_is_back_and_until_its_goods_are_taken_back() {
        let back = ReturnParcel { step: Some(CourierStep::Returned), ..sample() };
        assert!(back.has_arrived() && back.is_open());
        let received = ReturnParcel { return_id: Some(OrderReturnId::from_raw(1)), ..back };
        assert!(!received.has_arrived() && !received.is_open());
        assert!(!sample().has_arrived() && sample().is_open());
        assert_eq!(sample().reference(1001), "1001-R1");
    }
}
