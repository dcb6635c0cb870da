//! The content of a shipping label.

use kernel::{Currency, Texts};

use crate::model::Buyer;

/// The paper size of labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LabelPaper {
    /// 105 x 148 mm.
    #[default]
    A6,
    /// 100 x 150 mm, the roll of label printers.
    Roll100x150,
}

/// A label with everything that the courier reads. Money is in minor units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The shipment's number, as people see it: `1001-2`.
    pub number: String,
    /// The order's number.
    pub order_number: i64,
    /// The content of the barcode.
    pub barcode: String,
    /// The sender: the store's name.
    pub store: String,
    /// E.164, or empty.
    pub store_phone: String,
    /// The recipient and address; without a country for pickup.
    pub to: Buyer,
    /// The courier, or empty.
    pub courier: String,
    /// Cash to collect; 0 for none.
    pub cod_amount: i64,
    /// Currency of the amount.
    pub currency: Currency,
    /// The customer may open it before paying.
    pub allow_open_box: bool,
    /// Exchange: another parcel is taken back.
    pub is_exchange: bool,
    /// The customer picks it up.
    pub is_pickup: bool,
    /// Number of pieces.
    pub pieces: i64,
    /// Weight in grams; 0 when unknown.
    pub weight_grams: i64,
    /// A note for the courier, or empty.
    pub note: String,
    /// The shipping method, by its name at the time.
    pub shipping: Texts,
}
