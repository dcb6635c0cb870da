//! What was read of a delivery, as the result of its call keeps it.

use gateways::couriers::{Delivery, DeliveryEvent};
use kernel::Millis;
use serde::{Deserialize, Serialize};

use super::courier_step::CourierStep;
use super::tracking::{MOST_EVENTS, TrackingEvent};

/// Characters of a courier's words that are kept.
const MOST_WORDS: usize = 300;
/// Characters of a courier's code that are kept.
const MOST_CODE: usize = 60;

/// A delivery as it was read at its courier.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeliveryRead {
    /// When it was asked for: of two answers the later one holds, whichever is written first.
    pub read_at: Millis,
    /// How far it is.
    pub step: CourierStep,
    /// The courier's code is one that we know: what is not known is taken for "in transit" and moves nothing.
    pub is_known: bool,
    /// The courier's own code of that.
    pub code: String,
    label_ar: String,
    label_en: String,
    /// Since when; none where it is not told.
    pub at: Option<Millis>,
    /// Why something is in the way, in the courier's words; or empty.
    pub reason: String,
    /// Attempts so far.
    pub attempts: i64,
    /// In minor units; none where the courier does not say that it collected, or collects in another currency.
    pub collected: Option<i64>,
    /// Its fee with VAT, in minor units.
    pub fee: Option<i64>,
    /// What happened, the oldest first; may be empty.
    pub events: Vec<TrackingEvent>,
}

fn shortened(text: &str, most: usize) -> String {
    text.chars().filter(|c| !c.is_control()).take(most).collect()
}

impl DeliveryRead {
    /// Of what the courier answered. `is_our_currency`: its amounts are in the store's currency.
    #[must_use]
    pub fn new(delivery: &Delivery, read_at: Millis, is_our_currency: bool) -> Self {
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
            events: delivery.events.iter().skip(skipped).map(event_read).collect(),
        }
    }

    /// The step itself, as an event.
    #[must_use]
    pub fn current(&self) -> TrackingEvent {
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

fn event_read(event: &DeliveryEvent) -> TrackingEvent {
    let (label_ar, label_en) = event.label.map_or(("", ""), |label| (label.ar, label.en));
    TrackingEvent {
        step: event.step.into(),
        code: shortened(&event.raw_code, MOST_CODE),
        label_ar: label_ar.to_owned(),
        label_en: label_en.to_owned(),
        words: shortened(&event.words, MOST_WORDS),
        at: event.at,
    }
}
