//! Couriers: who takes a shipment to the customer.
//!
//! A [`Courier`] is asked over the network: it books a [`Waybill`] and answers with what the shipment is followed by. It is asked by
//! a job after the commit, never inside a transaction. Whoever is not asked (a courier that the merchant deals with, the store's own
//! counter) needs no port.
//!
//! Invariants: booking the same `key` twice is booking it once, for a job may run twice; cancelling what is cancelled already, or was
//! never booked, is fine.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

/// What a courier is to do with the parcel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Service {
    /// Bring it to the customer.
    Deliver,
    /// Bring it, and take another one back.
    Exchange,
    /// Hand it over in the store.
    Pickup,
}

impl Service {
    /// All.
    pub const ALL: &'static [Self] = &[Self::Deliver, Self::Exchange, Self::Pickup];

    /// The word on the wire and in the table.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Deliver => "deliver",
            Self::Exchange => "exchange",
            Self::Pickup => "pickup",
        }
    }

    /// Reads the word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|s| s.as_str() == word)
    }
}

/// What a courier is told of a shipment (OR-06). Money is in minor units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waybill {
    /// Under which the courier books once, however often it is asked.
    pub key: String,
    /// What people call the shipment: `1001-1`. Unique in its store.
    pub reference: String,
    /// What is to be done.
    pub service: Service,
    /// To be collected at the door; 0 for nothing.
    pub cod_amount: i64,
    /// The customer may open the parcel before paying.
    pub allow_open_box: bool,
    /// In grams; 0 when it is not known.
    pub weight_grams: i64,
    /// For whoever brings it; or empty.
    pub note: String,
}

/// What a booked shipment is followed by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Booked {
    /// The shipment among the courier's own.
    pub tracking_id: String,
    /// What customers follow it by; empty while there is none.
    pub tracking_no: String,
    /// The page to follow it on; empty where there is none.
    pub url: String,
}

/// Why a courier did not do what it was asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CourierError {
    /// It said no, in these words; asking again without a change is of no use.
    #[error("the courier refused: {0}")]
    Refused(String),
    /// It did not answer, or had trouble of its own: ask again.
    #[error("the courier could not be reached: {0}")]
    Unreachable(String),
}

/// A courier's answer, in a while.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, CourierError>> + Send + 'a>>;

/// Whoever brings shipments to customers and is asked over the network.
pub trait Courier: Send + Sync {
    /// Takes a shipment on.
    fn book<'a>(&'a self, waybill: &'a Waybill) -> Answer<'a, Booked>;

    /// Is told that a shipment does not come; `tracking_id` is empty where its booking was never answered.
    fn cancel<'a>(&'a self, key: &'a str, tracking_id: &'a str) -> Answer<'a, ()>;
}

/// The couriers that are connected, by their provider's code.
#[derive(Clone, Default)]
pub struct Couriers(Arc<BTreeMap<&'static str, Arc<dyn Courier>>>);

impl Couriers {
    /// With one more.
    #[must_use]
    pub fn with(&self, code: &'static str, courier: Arc<dyn Courier>) -> Self {
        let mut all = (*self.0).clone();
        all.insert(code, courier);
        Self(Arc::new(all))
    }

    /// The courier of a provider; none where nobody is asked.
    #[must_use]
    pub fn get(&self, code: &str) -> Option<&dyn Courier> {
        self.0.get(code).map(|courier| &**courier)
    }
}
