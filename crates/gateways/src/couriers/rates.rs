//! What a courier would charge (SP-03).

use kernel::Currency;

use super::service::CourierService;
use super::waybill::ParcelSize;

/// A delivery to ask the price of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RateRequest {
    /// From where: the courier's code of the city.
    pub from_city: String,
    /// To where: the courier's code of the city.
    pub to_city: String,
    /// What the courier does.
    pub service: CourierService,
    /// The parcel's size.
    pub size: ParcelSize,
    /// Its weight in grams; 0 when it is not known.
    pub weight_grams: i64,
    /// Cash to collect, in minor units of the currency.
    pub cod_minor: i64,
    /// The currency of amount and answer.
    pub currency: Currency,
}

/// What it costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    /// With VAT, in minor units.
    pub with_vat_minor: i64,
    /// Without, where told.
    pub without_vat_minor: Option<i64>,
    /// The currency.
    pub currency: Currency,
}
