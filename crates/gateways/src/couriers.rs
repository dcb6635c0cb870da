//! Couriers: who delivers shipments.
//!
//! A [`Courier`] is called over the network: it books a [`Waybill`] and answers with the tracking data. A job calls it after the
//! commit, never a transaction. Providers that are not called (a courier that the merchant deals with, the store's own counter)
//! need no port.
//!
//! Invariant: both calls are idempotent. Booking the same `key` twice books once, for a job may run twice; cancelling what is
//! cancelled already, or was never booked, succeeds.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

/// The service that a courier provides for a shipment.
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

/// The data of a shipment that a courier receives (OR-06). Money is in minor units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waybill {
    /// Idempotency key: the courier books once under it, however often it is called.
    pub key: String,
    /// What people call the shipment: `1001-1`. Unique in its store.
    pub reference: String,
    /// The service.
    pub service: Service,
    /// Cash to collect on delivery; 0 for nothing.
    pub cod_amount: i64,
    /// The customer may open the parcel before paying.
    pub allow_open_box: bool,
    /// In grams; 0 when it is not known.
    pub weight_grams: i64,
    /// Note for the courier; may be empty.
    pub note: String,
}

/// Tracking data of a booked shipment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Booked {
    /// The courier's own id of the shipment.
    pub tracking_id: String,
    /// Tracking number for customers; empty while there is none.
    pub tracking_no: String,
    /// Tracking link; empty where there is none.
    pub url: String,
}

/// Why a call to a courier failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CourierError {
    /// It refused, for this reason; a retry without a change is of no use.
    #[error("the courier refused: {0}")]
    Refused(String),
    /// It did not answer, or failed itself: retry.
    #[error("the courier could not be reached: {0}")]
    Unreachable(String),
}

/// The future of a courier's answer.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, CourierError>> + Send + 'a>>;

/// A courier that is called over the network.
pub trait Courier: Send + Sync {
    /// Books a shipment.
    fn book<'a>(&'a self, waybill: &'a Waybill) -> Answer<'a, Booked>;

    /// Cancels a shipment; `tracking_id` is empty where its booking was never answered.
    fn cancel<'a>(&'a self, key: &'a str, tracking_id: &'a str) -> Answer<'a, ()>;
}

/// The couriers that are connected, by their provider's code.
#[derive(Clone, Default)]
pub struct Couriers(Arc<BTreeMap<&'static str, Arc<dyn Courier>>>);

impl Couriers {
    /// Adds a courier.
    #[must_use]
    pub fn with(&self, code: &'static str, courier: Arc<dyn Courier>) -> Self {
        let mut all = (*self.0).clone();
        all.insert(code, courier);
        Self(Arc::new(all))
    }

    /// The courier of a provider; none where no courier is called.
    #[must_use]
    pub fn get(&self, code: &str) -> Option<&dyn Courier> {
        self.0.get(code).map(|courier| &**courier)
    }
}
