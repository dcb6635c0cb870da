//! How far a delivery is, in the same words for every courier.

use kernel::Millis;

use crate::fields::Label;

/// A step of a delivery. What it means for an order is the caller's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Step {
    /// The courier knows of it, and the parcel is at the merchant's; that of a return at the customer's.
    Created,
    /// The courier has the parcel.
    PickedUp,
    /// Between the courier's places; also where its word is not known.
    InTransit,
    /// On the way to the customer's door.
    OutForDelivery,
    /// The customer has it.
    Delivered,
    /// Something is in the way: the reason says what. The courier tries again, or asks.
    Exception,
    /// On the way back to the merchant.
    Returning,
    /// Back at the merchant's.
    Returned,
    /// Called off before it was delivered.
    Cancelled,
    /// The courier cannot find it.
    Lost,
    /// The courier broke it.
    Damaged,
}

impl Step {
    /// All.
    pub const ALL: &'static [Self] = &[
        Self::Created,
        Self::PickedUp,
        Self::InTransit,
        Self::OutForDelivery,
        Self::Delivered,
        Self::Exception,
        Self::Returning,
        Self::Returned,
        Self::Cancelled,
        Self::Lost,
        Self::Damaged,
    ];

    /// The word for tables and the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::PickedUp => "picked_up",
            Self::InTransit => "in_transit",
            Self::OutForDelivery => "out_for_delivery",
            Self::Delivered => "delivered",
            Self::Exception => "exception",
            Self::Returning => "returning",
            Self::Returned => "returned",
            Self::Cancelled => "cancelled",
            Self::Lost => "lost",
            Self::Damaged => "damaged",
        }
    }

    /// Reads the word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|step| step.as_str() == word)
    }

    /// Nothing comes after it: a poll stops. A lost or damaged parcel may still be found or brought back.
    #[must_use]
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Delivered | Self::Returned | Self::Cancelled)
    }
}

/// A delivery as its courier tells it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// The courier's own id.
    pub tracking_id: String,
    /// Tracking number.
    pub tracking_no: String,
    /// Our reference; empty where it is not told.
    pub reference: String,
    /// How far it is.
    pub step: Step,
    /// The courier's own code of that.
    pub raw_code: String,
    /// The courier's name of that in both languages, where we know it.
    pub label: Option<Label>,
    /// Since when; none where it is not told.
    pub at: Option<Millis>,
    /// Of an exception or a return: why.
    pub reason: Option<Reason>,
    /// Attempts to deliver so far.
    pub attempts: u32,
    /// Cash that the courier says it has collected, in minor units; none before it says so.
    pub cod_collected_minor: Option<i64>,
    /// Its fee with VAT, in minor units, where told.
    pub fee_minor: Option<i64>,
    /// What happened, the oldest first.
    pub events: Vec<DeliveryEvent>,
}

/// Why a delivery did not work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// The courier's code; empty where it has none.
    pub code: String,
    /// The courier's words.
    pub words: String,
}

/// Something that happened to a delivery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveryEvent {
    /// What.
    pub step: Step,
    /// The courier's own code or word.
    pub raw_code: String,
    /// The courier's name of it in both languages, where we know it.
    pub label: Option<Label>,
    /// The courier's words; may be empty.
    pub words: String,
    /// When; none where it is not told.
    pub at: Option<Millis>,
}

/// What a verified callback says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveryNotice {
    /// Tracking number.
    pub tracking_no: String,
    /// The courier's own id; empty where it is not told.
    pub tracking_id: String,
    /// Our reference; empty where it is not told.
    pub reference: String,
    /// The courier's own code of how far it is.
    pub raw_code: String,
    /// When; none where it is not told.
    pub at: Option<Millis>,
    /// A signature covers every field. Where it does not, the caller takes from it only which delivery to read, and reads that with
    /// `track` before it changes anything.
    pub is_wholly_signed: bool,
}
