//! What a courier says of a shipment, and when it is asked again (SP-04; docs/decisions/0098). Pure.

use kernel::{Lang, Millis, OrderId, ShipmentId};
use serde::{Deserialize, Serialize};

use super::courier_step::CourierStep;

/// The most events that are kept of a shipment.
pub const MOST_EVENTS: usize = 60;

/// How far the courier says that a shipment is. Money is in minor units of the store's currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tracking {
    /// The shipment.
    pub shipment_id: ShipmentId,
    /// Its order.
    pub order_id: OrderId,
    /// The courier's last word; none before there is one.
    pub step: Option<CourierStep>,
    /// The courier's own code of it; empty before there is one.
    pub code: String,
    /// Since when, as the courier tells it.
    pub step_at: Option<Millis>,
    /// Why something is in the way, in the courier's words; or empty.
    pub reason: String,
    /// Attempts to deliver.
    pub attempts: i64,
    /// When it was read at the courier.
    pub read_at: Option<Millis>,
    /// The courier is asked again.
    pub is_open: bool,
    /// When; 0 before that was planned.
    pub next_at: Millis,
    /// Reads in a row that brought nothing new.
    pub silent_reads: i64,
    /// The courier reports of this shipment by itself.
    pub has_notices: bool,
    /// Cash that the courier says it collected; none before it says so.
    pub reported_cash: Option<i64>,
    /// Its fee with VAT, as it tells it; what a settlement took off is in `Cash`.
    pub reported_fee: Option<i64>,
    /// The entry of the order's ledger that the collected cash was booked with.
    pub cash_entry: Option<i64>,
}

/// Something that happened to a parcel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrackingEvent {
    /// What.
    pub step: CourierStep,
    /// The courier's own code or word.
    pub code: String,
    /// The courier's name of it in Arabic; empty where we know none.
    pub label_ar: String,
    /// The same in English.
    pub label_en: String,
    /// The courier's own words; or empty.
    pub words: String,
    /// When; none where it is not told.
    pub at: Option<Millis>,
}

impl TrackingEvent {
    /// What it is called: the courier's name of it, or ours.
    #[must_use]
    pub fn label(&self, lang: Lang) -> String {
        let own = match lang {
            Lang::Ar => &self.label_ar,
            Lang::En => &self.label_en,
        };
        if own.is_empty() { self.step.name().get(lang).to_owned() } else { own.clone() }
    }
}

/// The events after a read: those that the courier tells; where it tells none, those that are known and the step itself if it is new.
/// The latest [`MOST_EVENTS`] stay.
#[must_use]
pub fn merge_events(known: &[TrackingEvent], reported: &[TrackingEvent], current: TrackingEvent) -> Vec<TrackingEvent> {
    let mut events = if reported.is_empty() { known.to_vec() } else { reported.to_vec() };
    if events.last().is_none_or(|last| (last.step, &last.code) != (current.step, &current.code)) {
        events.push(current);
    }
    let beyond = events.len().saturating_sub(MOST_EVENTS);
    events.split_off(beyond)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(step: CourierStep, code: &str, at: i64) -> TrackingEvent {
        TrackingEvent {
            step,
            code: code.into(),
            label_ar: String::new(),
            label_en: String::new(),
            words: String::new(),
            at: Some(Millis(at)),
        }
    }

    #[test]
    fn sp_04_events_are_those_that_the_courier_tells_or_those_that_were_read() {
        let (created, out) = (event(CourierStep::Created, "10", 1), event(CourierStep::OutForDelivery, "41", 2));
        let known = merge_events(&[], &[], created.clone());
        assert_eq!(known, std::slice::from_ref(&created));
        assert_eq!(merge_events(&known, &[], created.clone()), std::slice::from_ref(&created), "a repetition adds nothing");
        assert_eq!(merge_events(&known, &[], out.clone()), [created.clone(), out.clone()]);
        let reported = [created.clone(), event(CourierStep::PickedUp, "21", 1), out.clone()];
        assert_eq!(merge_events(&known, &reported, out.clone()), reported);
        let many: Vec<_> = (0..100).map(|n| event(CourierStep::InTransit, &n.to_string(), n)).collect();
        let latest = merge_events(&[], &many, out.clone());
        assert_eq!((latest.len(), latest.last()), (MOST_EVENTS, Some(&out)));
    }

    #[test]
    fn sp_04_a_step_without_a_name_of_the_couriers_has_ours() {
        let mut own = event(CourierStep::Delivered, "45", 1);
        assert_eq!(own.label(Lang::Ar), "تم التسليم");
        own.label_ar = "سُلمت لك".into();
        assert_eq!((own.label(Lang::Ar).as_str(), own.label(Lang::En).as_str()), ("سُلمت لك", "Delivered"));
    }
}
