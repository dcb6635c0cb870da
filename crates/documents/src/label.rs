//! What stands on a shipping label.

use kernel::{Currency, Texts};

use crate::model::Buyer;

/// What labels are printed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LabelPaper {
    /// 105 x 148 mm.
    #[default]
    A6,
    /// 100 x 150 mm, the rolls of label printers.
    Roll100x150,
}

/// A label: everything that the courier reads. Money is in minor units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// As people call the shipment: `1001-2`.
    pub number: String,
    /// The order's number.
    pub order_number: i64,
    /// What the bars say.
    pub barcode: String,
    /// Who sends.
    pub store: String,
    /// E.164, or empty.
    pub store_phone: String,
    /// Who receives, and where; without a country when it is fetched from the store.
    pub to: Buyer,
    /// The courier, or empty.
    pub courier: String,
    /// To be collected; 0 for nothing.
    pub cod_amount: i64,
    /// Of the amount.
    pub currency: Currency,
    /// The customer may open it before paying.
    pub allow_open_box: bool,
    /// Another parcel is taken back.
    pub is_exchange: bool,
    /// The customer comes for it.
    pub is_pickup: bool,
    /// Pieces.
    pub pieces: i64,
    /// In grams; 0 when it is not known.
    pub weight_grams: i64,
    /// For the courier, or empty.
    pub note: String,
    /// How it is sent, as the method was called.
    pub shipping: Texts,
}
