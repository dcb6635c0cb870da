//! A document as it is stored: everything that is printed, so that a later print needs nothing else.

use kernel::{Currency, Lang, Millis, Texts};
use serde::{Deserialize, Serialize};

/// The kind of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// What was sold, with VAT.
    Invoice,
    /// Credits all or part of an invoice.
    CreditNote,
    /// Goes into the parcel; without prices.
    PackingSlip,
}

/// The paper size of a print.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Paper {
    /// 210 x 297 mm.
    #[default]
    A4,
    /// 148 x 210 mm.
    A5,
    /// A roll 80 mm wide, of variable length.
    Roll80,
}

/// The language of a print.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PrintLanguage {
    /// Arabic.
    #[default]
    Ar,
    /// English.
    En,
    /// Arabic, with the English beside it.
    Both,
}

impl Paper {
    /// Parses the value of a setting or a query: `a4`, `a5`, `roll80`.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "a4" => Self::A4,
            "a5" => Self::A5,
            "roll80" => Self::Roll80,
            _ => return None,
        })
    }
}

impl PrintLanguage {
    /// Parses the value of a setting or a query: `ar`, `en`, `both`.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "ar" => Self::Ar,
            "en" => Self::En,
            "both" => Self::Both,
            _ => return None,
        })
    }

    /// The primary language, which also determines the direction of the page.
    #[must_use]
    pub const fn lang(self) -> Lang {
        match self {
            Self::Ar | Self::Both => Lang::Ar,
            Self::En => Lang::En,
        }
    }
}

/// Print options; they do not change the content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PrintOptions {
    /// The language.
    pub language: PrintLanguage,
    /// The paper.
    pub paper: Paper,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

/// The seller, as of the time of issue.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Seller {
    /// The store's registered name.
    pub name: String,
    /// As the merchant wrote it; several lines are allowed.
    pub address: Texts,
    /// Empty when the store is not registered for VAT.
    pub vat_number: String,
    /// The store said that it is not registered for VAT, and its invoices say so.
    #[serde(default, skip_serializing_if = "is_false")]
    pub is_unregistered: bool,
    /// Empty when not given.
    pub commercial_registration: String,
    /// E.164, or empty.
    pub phone: String,
    /// E-mail address, or empty.
    pub email: String,
}

/// The buyer.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Buyer {
    /// The person who ordered.
    pub name: String,
    /// E.164.
    pub mobile: String,
    /// E-mail address, or empty.
    pub email: String,
    /// The recipient, when it is somebody else; else empty.
    pub recipient: String,
    /// The recipient's number, when it is a different one; else empty.
    pub recipient_mobile: String,
    /// Street, district, building: the part of the address before the city.
    pub street: String,
    /// City, region and postal code.
    pub place: String,
    /// ISO 3166 alpha-2; empty when nothing is shipped.
    pub country: String,
    /// Saudi short national address, or empty.
    pub short_address: String,
    /// Landmarks and directions.
    pub details: String,
}

/// The kind of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineKind {
    /// A product.
    Goods,
    /// Shipping.
    Shipping,
    /// The payment method's charge.
    PaymentFee,
    /// A part of an invoice's amount that is refunded without a line of goods.
    Amount,
}

/// An option value or an answer of the shopper: size, engraving.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Detail {
    /// The option or question.
    pub label: Texts,
    /// The chosen value or the answer.
    pub value: String,
}

/// A line. Money is in minor units and never negative, not even on a credit note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// The line number that a credit note references, from 1 within the invoice.
    pub line: i64,
    /// The kind of the line.
    pub kind: LineKind,
    /// Its name at the time of issue.
    pub name: Texts,
    /// Option values and answers.
    #[serde(default)]
    pub details: Vec<Detail>,
    /// SKU, or empty.
    pub sku: String,
    /// Pieces.
    pub quantity: i64,
    /// Price of one piece, with VAT or without, as the store enters prices (`is_vat_included`).
    pub unit_price: i64,
    /// Discount of the line, with VAT or without like the price.
    pub discount: i64,
    /// Net amount after the discount.
    pub net: i64,
    /// VAT.
    pub vat: i64,
    /// In hundredths of a percent.
    pub vat_rate: i64,
}

impl Line {
    /// With VAT.
    #[must_use]
    pub const fn total(&self) -> i64 {
        self.net + self.vat
    }
}

/// A document with everything that is printed on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    /// Which paper.
    pub kind: Kind,
    /// As it is printed: `INV-2026-00001`; of a packing slip the order's number.
    pub number: String,
    /// When it was issued.
    pub issued_at: Millis,
    /// IANA name of the store's time zone, in which dates are printed.
    pub timezone: String,
    /// The store's country, ISO 3166 alpha-2.
    pub country: String,
    /// The order's number.
    pub order_number: i64,
    /// When the order was placed.
    pub ordered_at: Millis,
    /// The number of the invoice that a credit note corrects.
    pub corrects: Option<String>,
    /// Why a credit note was issued.
    pub reason: String,
    /// Currency of all amounts.
    pub currency: Currency,
    /// Unit prices and discounts include VAT.
    pub is_vat_included: bool,
    /// Who sells.
    pub seller: Seller,
    /// The key of the logo among the pictures that are passed for rendering; `None` without a logo.
    pub logo: Option<String>,
    /// Who buys.
    pub buyer: Buyer,
    /// The payment method, by its name at the time.
    pub payment: Texts,
    /// The shipping method, by its name at the time.
    pub shipping: Texts,
    /// Lines of goods, then fees.
    pub lines: Vec<Line>,
    /// The paid part of the total at the time of issue; `None` on documents that do not show it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paid: Option<i64>,
    /// The coupon code among the discounts; empty without one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub coupon: String,
    /// The shopper's note, on a packing slip.
    pub note: String,
    /// The merchant's footer of every document.
    pub footer: Texts,
    /// The ZATCA QR code's content in base64, for stores that must show one.
    pub qr: Option<String>,
}

impl Document {
    /// Sum without VAT.
    #[must_use]
    pub fn net(&self) -> i64 {
        self.lines.iter().map(|l| l.net).sum()
    }

    /// Sum of VAT.
    #[must_use]
    pub fn vat(&self) -> i64 {
        self.lines.iter().map(|l| l.vat).sum()
    }

    /// The amount to pay, or to refund.
    #[must_use]
    pub fn total(&self) -> i64 {
        self.net() + self.vat()
    }

    /// Sum of all lines before discounts, with VAT or without as the store enters prices.
    #[must_use]
    pub fn subtotal(&self) -> i64 {
        let written = |l: &Line| if self.is_vat_included { l.total() } else { l.net };
        self.lines.iter().map(|l| written(l) + l.discount).sum()
    }
}

/// A logo: a PNG, JPEG, GIF or WebP file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The key that a document's `logo` references.
    pub key: String,
    /// The file's bytes.
    pub bytes: Vec<u8>,
}
