//! Couriers: who takes a shipment to the customer.
//!
//! A [`Courier`] books a [`Waybill`] and answers with what the shipment is followed by. Two stand here, and neither asks
//! anybody: [`CustomCourier`], whose courier and tracking number the merchant writes, and [`PickupCounter`], where the customer
//! comes for the goods. A courier that is asked over the network implements the same trait.
//!
//! Invariants: booking the same `reference` twice is booking it once, for a transaction may be replayed; cancelling what is
//! cancelled already is fine.

use std::future::Future;
use std::pin::Pin;

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
    /// The number that the merchant wrote, where the courier gave one on paper; else empty.
    pub tracking_no: String,
    /// The page to follow it on, as the merchant wrote it; else empty.
    pub tracking_url: String,
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
    /// It does not offer this service.
    #[error("the courier does not offer this service")]
    NoSuchService,
}

/// A courier's answer, in a while.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, CourierError>> + Send + 'a>>;

/// Whoever brings shipments to customers.
pub trait Courier: Send + Sync {
    /// The provider's code: `CUSTOM`.
    fn code(&self) -> &'static str;

    /// What it can be asked to do.
    fn services(&self) -> &'static [Service];

    /// Takes a shipment on.
    fn book<'a>(&'a self, waybill: &'a Waybill) -> Answer<'a, Booked>;

    /// Nobody but the merchant knows what a shipment collects, so that it may change until it is delivered. A courier that was
    /// told it over the network has it until it is told otherwise.
    fn is_amount_ours(&self) -> bool;

    /// Is told that a shipment does not come.
    fn cancel<'a>(&'a self, tracking_id: &'a str) -> Answer<'a, ()>;
}

/// A courier that the merchant deals with: its name, number and page are written by hand, and so is how far it is.
#[derive(Debug, Clone, Copy, Default)]
pub struct CustomCourier;

impl Courier for CustomCourier {
    fn code(&self) -> &'static str {
        "CUSTOM"
    }

    fn services(&self) -> &'static [Service] {
        &[Service::Deliver, Service::Exchange]
    }

    fn is_amount_ours(&self) -> bool {
        true
    }

    fn book<'a>(&'a self, waybill: &'a Waybill) -> Answer<'a, Booked> {
        Box::pin(std::future::ready(by_hand(self, waybill)))
    }

    fn cancel<'a>(&'a self, _tracking_id: &'a str) -> Answer<'a, ()> {
        Box::pin(std::future::ready(Ok(())))
    }
}

/// The store's own counter: the customer comes for the goods.
#[derive(Debug, Clone, Copy, Default)]
pub struct PickupCounter;

impl Courier for PickupCounter {
    fn code(&self) -> &'static str {
        "PICKUP"
    }

    fn services(&self) -> &'static [Service] {
        &[Service::Pickup]
    }

    fn is_amount_ours(&self) -> bool {
        true
    }

    fn book<'a>(&'a self, waybill: &'a Waybill) -> Answer<'a, Booked> {
        let waybill = Waybill { tracking_no: String::new(), tracking_url: String::new(), ..waybill.clone() };
        Box::pin(std::future::ready(by_hand(self, &waybill)))
    }

    fn cancel<'a>(&'a self, _tracking_id: &'a str) -> Answer<'a, ()> {
        Box::pin(std::future::ready(Ok(())))
    }
}

fn by_hand(courier: &dyn Courier, waybill: &Waybill) -> Result<Booked, CourierError> {
    if !courier.services().contains(&waybill.service) {
        return Err(CourierError::NoSuchService);
    }
    Ok(Booked {
        tracking_id: waybill.reference.clone(),
        tracking_no: waybill.tracking_no.clone(),
        url: waybill.tracking_url.clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waybill(service: Service) -> Waybill {
        Waybill {
            reference: "1001-1".into(),
            service,
            cod_amount: 0,
            allow_open_box: false,
            weight_grams: 0,
            tracking_no: "EP1".into(),
            tracking_url: "https://courier.example/EP1".into(),
        }
    }

    #[tokio::test]
    async fn or_06_what_the_merchant_wrote_is_what_a_custom_shipment_is_followed_by() {
        let booked = CustomCourier.book(&waybill(Service::Deliver)).await.unwrap();
        assert_eq!((booked.tracking_id.as_str(), booked.tracking_no.as_str()), ("1001-1", "EP1"));
        assert_eq!(CustomCourier.book(&waybill(Service::Deliver)).await.unwrap(), booked);
        assert_eq!(CustomCourier.book(&waybill(Service::Pickup)).await, Err(CourierError::NoSuchService));
    }

    #[tokio::test]
    async fn or_06_a_pickup_is_followed_by_nothing_but_its_own_number() {
        let booked = PickupCounter.book(&waybill(Service::Pickup)).await.unwrap();
        assert_eq!((booked.tracking_id.as_str(), booked.tracking_no.as_str(), booked.url.as_str()), ("1001-1", "", ""));
        assert_eq!(PickupCounter.book(&waybill(Service::Deliver)).await, Err(CourierError::NoSuchService));
    }
}
