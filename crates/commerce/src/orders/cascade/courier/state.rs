//! What a booking means for its shipment, and writing what a courier answered.

use db::Conn;
use kernel::{Env, StoreScope};
use serde_json::json;
use web::Message;

use super::codes::{BOOKED_TWICE, CHANGE_UNKNOWN, IN_DOUBT, NOT_CANCELLED, NOT_CHANGED};
use super::messages;
use crate::orders::activity;
use crate::orders::entities;
use crate::orders::error::OrderError;
use crate::orders::model::Order;
use crate::shipments::{self, Booking, Shipment, Status};
use platform::journal::{Act, Entry};
use platform::provider_calls::Reason;

const NOT_BOOKED: Message =
    Message::new("لم تؤكد شركة الشحن حجز هذه الشحنة بعد.", "The courier hasn't confirmed this shipment yet.");
const COURIER_HAS_IT: Message = Message::new(
    "بيانات الشحنة لدى شركة الشحن. ألغِ الشحنة وأنشئ غيرها.",
    "The courier has this shipment's details. Cancel it and create another.",
);
const DOUBTFUL: Message = Message::new(
    "ربما حجزت شركة الشحن هذه الشحنة. أعد الحجز لنتحقق منها قبل أي تعديل.",
    "The courier may have booked this shipment. Retry the booking so that we check, then edit it.",
);

/// Why the courier did not do what was asked, in both languages; none where it did.
pub(in crate::orders) fn reason(shipment: &Shipment) -> Option<Message> {
    match (shipment.booking, shipment.booking_code.as_str()) {
        (Booking::Failed, "") if !shipment.booking_error.is_empty() => None,
        (Booking::Failed, code) => Some(messages::text(code)),
        (_, NOT_CANCELLED | BOOKED_TWICE | NOT_CHANGED | CHANGE_UNKNOWN) => Some(messages::text(&shipment.booking_code)),
        _ => None,
    }
}

/// A shipment that its courier has not booked cannot leave.
pub(in crate::orders) fn check_leaves(shipment: &Shipment, to: Status) -> Result<(), OrderError> {
    if shipment.status.next().contains(&to) && shipment.next().all(|next| next != to) {
        return Err(OrderError::Conflict("shipment_not_booked", NOT_BOOKED));
    }
    Ok(())
}

/// What a courier was told, or may have been, is not changed in our books alone.
pub(in crate::orders) fn check_changes(shipment: &Shipment) -> Result<(), OrderError> {
    match shipment.booking {
        Booking::Waiting | Booking::Booked => Err(OrderError::Conflict("shipment_booked", COURIER_HAS_IT)),
        Booking::Failed if shipment.booking_code == IN_DOUBT => Err(OrderError::Conflict("booking_in_doubt", DOUBTFUL)),
        Booking::Failed | Booking::ByHand => Ok(()),
    }
}

/// A shipment with the reason why its courier did not do something.
pub(super) fn with_reason(before: &Shipment, code: &str, reason: &Reason) -> Shipment {
    Shipment { booking_code: code.to_owned(), booking_error: reason.words.clone(), ..before.clone() }
}

/// Writes what a courier answered, with its entry in the order's activity. The order's row is locked by the caller.
pub(super) async fn write(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    order: &Order,
    before: &Shipment,
    mut after: Shipment,
) -> Result<(), OrderError> {
    let now = env.now();
    (after.version, after.updated_at) = (before.version + 1, now);
    if !shipments::update(c, scope, &after).await? {
        return Err(OrderError::Stale);
    }
    let is_new_state = before.booking != after.booking;
    let describe = |s: &Shipment| {
        let mut fields = json!({ "shipment": s.reference(order.number) });
        if is_new_state {
            fields["booking"] = s.booking.as_str().into();
        }
        if is_new_state && s.booking == Booking::Booked {
            fields["tracking_no"] = s.tracking_no.clone().into();
        }
        if !s.booking_code.is_empty() {
            fields["booking_code"] = s.booking_code.clone().into();
        }
        if !s.booking_error.is_empty() {
            fields["reason"] = s.booking_error.clone().into();
        }
        fields
    };
    let mut described = describe(&after);
    if let Some(word) = change_word(before, &after) {
        described["courier_change"] = word.into();
    }
    let entry = Entry::new(Act::Update, entities::ORDER, order.id).before(describe(before)).after(described);
    activity::log(c, scope, order.id, now, entry, None).await
}

/// How a change that the courier is asked for went on, for the activity.
fn change_word(before: &Shipment, after: &Shipment) -> Option<&'static str> {
    let is_open = |s: &Shipment| s.pending_change.as_ref().map(|change| !change.is_failed);
    match (is_open(before), is_open(after)) {
        (Some(true), Some(false)) => Some("unanswered"),
        (None | Some(false), Some(true)) => Some("requested"),
        (Some(_), None) if after.booking_code == NOT_CHANGED => Some("refused"),
        (Some(_), None) if after.status == Status::Cancelled => Some("called_off"),
        (Some(_), None) => Some("confirmed"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    #[test]
    fn or_06_nothing_is_changed_of_a_parcel_that_may_be_booked() {
        let shipment = |booking, code: &str| Shipment { booking, booking_code: code.to_owned(), ..samples::shipment() };
        for (booking, code, is_refused) in [
            (Booking::ByHand, "", false),
            (Booking::Failed, "place_not_served", false),
            (Booking::Failed, IN_DOUBT, true),
            (Booking::Waiting, "", true),
            (Booking::Booked, "", true),
        ] {
            assert_eq!(check_changes(&shipment(booking, code)).is_err(), is_refused, "{booking:?} {code}");
        }
    }

    #[test]
    fn or_06_the_activity_tells_how_a_change_went_on() {
        let pending = |is_failed| Some(crate::shipments::PendingChange { is_failed, ..Default::default() });
        let (none, open, failed) = (samples::shipment(), pending(false), pending(true));
        let (open, failed) =
            (Shipment { pending_change: open, ..none.clone() }, Shipment { pending_change: failed, ..none.clone() });
        let refused = Shipment { booking_code: NOT_CHANGED.into(), ..none.clone() };
        for (before, after, word) in [
            (&none, &open, Some("requested")),
            (&failed, &open, Some("requested")),
            (&open, &none, Some("confirmed")),
            (&open, &refused, Some("refused")),
            (&open, &failed, Some("unanswered")),
            (&none, &none, None),
            (&failed, &failed, None),
        ] {
            assert_eq!(change_word(before, after), word);
        }
    }

    #[test]
    fn or_06_a_reason_is_shown_as_long_as_it_holds() {
        let shipment = |booking, code: &str, words: &str| Shipment {
            booking,
            booking_code: code.to_owned(),
            booking_error: words.to_owned(),
            ..samples::shipment()
        };
        assert!(reason(&shipment(Booking::Booked, "", "")).is_none());
        assert!(reason(&shipment(Booking::Waiting, "", "")).is_none());
        assert!(reason(&shipment(Booking::Booked, NOT_CANCELLED, "")).is_some());
        assert!(reason(&shipment(Booking::Failed, "no_such_word", "")).is_some());
        assert!(reason(&shipment(Booking::Failed, "", "as an earlier version wrote it")).is_none());
    }
}
