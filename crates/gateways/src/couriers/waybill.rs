//! What a courier is told of a shipment (OR-06), and what it answers. Money is in minor units of the waybill's currency.

use kernel::{Currency, Millis};

use super::service::CourierService;

/// The data of a shipment that a courier receives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waybill {
    /// Idempotency key: the courier books once under it, however often it is called.
    pub key: String,
    /// What people call the shipment: `1001-1`. Unique in its store.
    pub reference: String,
    /// What the courier does.
    pub service: CourierService,
    /// Who gets the parcel, or gives it.
    pub recipient: Recipient,
    /// Where.
    pub address: DeliveryAddress,
    /// What is sent.
    pub parcel: Parcel,
    /// The currency of the amounts.
    pub currency: Currency,
    /// Cash to collect; 0 for nothing.
    pub cod_minor: i64,
    /// What the goods are worth, for the courier's insurance; 0 where it is not told.
    pub declared_value_minor: i64,
    /// The customer may open the parcel before paying.
    pub allow_open_box: bool,
    /// Note for the courier; may be empty.
    pub note: String,
    /// Where the parcel is fetched: the courier's own id of the place, or its name; empty for the account's default.
    pub pickup_location: String,
    /// Where the courier reports to; empty where the merchant has set it in the courier's dashboard.
    pub callback_url: String,
}

/// A person. The parts may be empty but for name and phone.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Recipient {
    /// Whole name.
    pub name: String,
    /// In international form, `+201001234567`.
    pub phone: String,
    /// Another number.
    pub second_phone: String,
    /// E-mail address.
    pub email: String,
}

/// An address in our own words, with the courier's place where the merchant or shopper chose one. Parts may be empty.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DeliveryAddress {
    /// ISO 3166 alpha-2, upper case.
    pub country: String,
    /// Region or governorate.
    pub region: String,
    /// City.
    pub city: String,
    /// District or neighbourhood.
    pub district: String,
    /// Street.
    pub street: String,
    /// Building, floor and flat, as they were written.
    pub building: String,
    /// Landmarks and directions.
    pub details: String,
    /// A place of work.
    pub is_work: bool,
    /// The courier's own ids of city and district.
    pub place: Option<CourierPlace>,
}

/// A place in the courier's own ids; see [`super::CourierCity`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CourierPlace {
    /// The city's code.
    pub city_code: String,
    /// The district's id; empty where only the city is known.
    pub district_id: String,
}

/// The parcel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parcel {
    /// Its size.
    pub size: ParcelSize,
    /// In grams; 0 when it is not known.
    pub weight_grams: i64,
    /// Pieces in it.
    pub pieces: i64,
    /// What is in it, for the courier.
    pub description: String,
}

/// Size of a parcel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ParcelSize {
    /// A bag.
    Small,
    /// A box that one person carries.
    Medium,
    /// Larger than that.
    Large,
    /// Bulky, and one person lifts it.
    LightBulky,
    /// Bulky, and one person does not.
    HeavyBulky,
}

impl ParcelSize {
    /// All.
    pub const ALL: &'static [Self] = &[Self::Small, Self::Medium, Self::Large, Self::LightBulky, Self::HeavyBulky];

    /// The word for logs and the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Medium => "medium",
            Self::Large => "large",
            Self::LightBulky => "light_bulky",
            Self::HeavyBulky => "heavy_bulky",
        }
    }

    /// Reads the word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|size| size.as_str() == word)
    }
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

/// A booking by the names that the caller has of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BookingName<'a> {
    /// The idempotency key that it was booked under.
    pub key: &'a str,
    /// What people call the shipment.
    pub reference: &'a str,
    /// The tracking number; empty where its booking was never answered.
    pub tracking_no: &'a str,
    /// It was not booked before this moment; none where that is not known. A search need not look further back.
    pub not_before: Option<Millis>,
}

/// What is changed of a booking before the parcel is picked up. Absent fields stay.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WaybillChange {
    /// Another address.
    pub address: Option<DeliveryAddress>,
    /// Another recipient.
    pub recipient: Option<Recipient>,
    /// Another amount to collect, in minor units; 0 for nothing.
    pub cod: Option<(i64, Currency)>,
    /// Another note.
    pub note: Option<String>,
    /// The customer may open the parcel.
    pub allow_open_box: Option<bool>,
}

/// The paper of a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LabelSize {
    /// A sheet.
    A4,
    /// A label printer's.
    A6,
}
