//! What was read of a delivery, as the result of its call keeps it.

use gateways::couriers::{Delivery, DeliveryEvent};
use kernel::Millis;
use serde::{Deserialize, Serialize};

use crate::shipments::{CourierStep, TrackingEvent};

/// Characters of a courier's words that are kept.
const MOST_WORDS: usize = 300;
/// Characters of a courier's code that are kept.
const MOST_CODE: usize = 60;
/// The most events of one result.
const MOST_EVENTS: usize = crate::shipments::MOST_TRACKING_EVENTS;

/// An event of a delivery.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct EventRead {
    step: CourierStep,
    code: String,
    label_ar: String,
    label_en: String,
    words: String,
    at: Option<Millis>,
}

/// A delivery as it was read at its courier.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct DeliveryRead {
    /// When it was asked for: of two answers the later one holds, whichever is written first.
    pub(super) read_at: Millis,
    pub(super) step: CourierStep,
    /// The courier's code is one that we know: what is not known is taken for "in transit" and moves nothing.
    pub(super) is_known: bool,
    pub(super) code: String,
    label_ar: String,
    label_en: String,
    pub(super) at: Option<Millis>,
    pub(super) reason: String,
    pub(super) attempts: i64,
    /// In minor units; none where the courier does not say that it collected, or collects in another currency.
    pub(super) collected: Option<i64>,
    pub(super) fee: Option<i64>,
    events: Vec<EventRead>,
}

fn shortened(text: &str, most: usize) -> String {
    text.chars().filter(|c| !c.is_control()).take(most).collect()
}

impl DeliveryRead {
    /// Of what the courier answered. `is_our_currency`: its amounts are in the store's currency.
    pub(super) fn new(delivery: &Delivery, read_at: Millis, is_our_currency: bool) -> Self {
        let (label_ar, label_en) = delivery.label.map_or(("", ""), |label| (label.ar, label.en));
        let skipped = delivery.events.len().saturating_sub(MOST_EVENTS);
        let step = CourierStep::from(delivery.step);
        Self {
            read_at,
            step,
            is_known: step != CourierStep::InTransit || delivery.label.is_some(),
            code: shortened(&delivery.raw_code, MOST_CODE),
            label_ar: label_ar.to_owned(),
            label_en: label_en.to_owned(),
            at: delivery.at,
            reason: delivery.reason.as_ref().map(|reason| shortened(&reason.words, MOST_WORDS)).unwrap_or_default(),
            attempts: i64::from(delivery.attempts),
            collected: delivery.cod_collected_minor.filter(|_| is_our_currency),
            fee: delivery.fee_minor.filter(|_| is_our_currency),
            events: delivery.events.iter().skip(skipped).map(EventRead::new).collect(),
        }
    }

    /// What happened, the oldest first; may be empty.
    pub(super) fn events(&self) -> Vec<TrackingEvent> {
        self.events.iter().map(EventRead::event).collect()
    }

    /// The step itself, as an event.
    pub(super) fn current(&self) -> TrackingEvent {
        TrackingEvent {
            step: self.step,
            code: self.code.clone(),
            label_ar: self.label_ar.clone(),
            label_en: self.label_en.clone(),
            words: String::new(),
            at: Some(self.at.unwrap_or(self.read_at)),
        }
    }
}

impl EventRead {
    fn new(event: &DeliveryEvent) -> Self {
        let (label_ar, label_en) = event.label.map_or(("", ""), |label| (label.ar, label.en));
        Self {
            step: event.step.into(),
            code: shortened(&event.raw_code, MOST_CODE),
            label_ar: label_ar.to_owned(),
            label_en: label_en.to_owned(),
            words: shortened(&event.words, MOST_WORDS),
            at: event.at,
        }
    }

    fn event(&self) -> TrackingEvent {
        let Self { step, code, label_ar, label_en, words, at } = self.clone();
        TrackingEvent { step, code, label_ar, label_en, words, at }
    }
}
