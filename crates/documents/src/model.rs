//! A document as it is kept: everything that is printed, so that a later print needs nothing else.

use kernel::{Currency, Lang, Millis, Texts};
use serde::{Deserialize, Serialize};

/// Which paper it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// What was sold, with VAT.
    Invoice,
    /// Takes back all or part of an invoice.
    CreditNote,
    /// Goes into the parcel; says no prices.
    PackingSlip,
}

/// What it is printed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Paper {
    /// 210 x 297 mm.
    #[default]
    A4,
    /// 148 x 210 mm.
    A5,
    /// A roll 80 mm wide, as long as it needs to be.
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
    /// Reads the word of a setting or a query: `a4`, `a5`, `roll80`.
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
    /// Reads the word of a setting or a query: `ar`, `en`, `both`.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "ar" => Self::Ar,
            "en" => Self::En,
            "both" => Self::Both,
            _ => return None,
        })
    }

    /// The language that comes first, and whose direction the page has.
    #[must_use]
    pub const fn lang(self) -> Lang {
        match self {
            Self::Ar | Self::Both => Lang::Ar,
            Self::En => Lang::En,
        }
    }
}

/// How a document is printed; no part of what it says.
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

/// Who sells, as it was when the document was issued.
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
    /// Or empty.
    pub email: String,
}

/// Who buys.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Buyer {
    /// The person who ordered.
    pub name: String,
    /// E.164.
    pub mobile: String,
    /// Or empty.
    pub email: String,
    /// Who receives it, when that is somebody else; else empty.
    pub recipient: String,
    /// The recipient's number, when it is another one.
    pub recipient_mobile: String,
    /// Street, district, building: what stands before the city.
    pub street: String,
    /// City, region and postal code.
    pub place: String,
    /// ISO 3166 alpha-2; empty when nothing is sent.
    pub country: String,
    /// Saudi short national address, or empty.
    pub short_address: String,
    /// Landmarks and directions.
    pub details: String,
}

/// What a line is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineKind {
    /// A product.
    Goods,
    /// Shipping.
    Shipping,
    /// The payment method's charge.
    PaymentFee,
    /// A part of an invoice's amount that is given back without a line of goods.
    Amount,
}

/// A chosen value or an answer: size, engraving.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Detail {
    /// What was asked.
    pub label: Texts,
    /// What was chosen or written.
    pub value: String,
}

/// A line. Money is in minor units and never negative, on a credit note neither.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// The number by which a credit note names it, from 1 within the invoice.
    pub line: i64,
    /// What it is for.
    pub kind: LineKind,
    /// As it was called.
    pub name: Texts,
    /// Options chosen and questions answered.
    #[serde(default)]
    pub details: Vec<Detail>,
    /// Or empty.
    pub sku: String,
    /// Pieces.
    pub quantity: i64,
    /// Of one, as the store writes prices: with VAT or without.
    pub unit_price: i64,
    /// Off the line, in the same way of writing.
    pub discount: i64,
    /// Without VAT, after the discount.
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
    /// IANA name: days are written in the store's own time.
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
    /// Of all amounts.
    pub currency: Currency,
    /// Unit prices and discounts have VAT in them.
    pub is_vat_included: bool,
    /// Who sells.
    pub seller: Seller,
    /// The key of the logo's picture among those handed to the drawing; none without a logo.
    pub logo: Option<String>,
    /// Who buys.
    pub buyer: Buyer,
    /// How it is paid, as the method was called.
    pub payment: Texts,
    /// How it is sent, as the method was called.
    pub shipping: Texts,
    /// What was sold, fees last.
    pub lines: Vec<Line>,
    /// Of the total what was paid when it was issued; none on papers that do not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paid: Option<i64>,
    /// The code of the coupon that is among the discounts; empty without one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub coupon: String,
    /// The shopper's words, on a packing slip.
    pub note: String,
    /// What the merchant writes below every document.
    pub footer: Texts,
    /// The base64 text of the ZATCA code, for stores that must show one.
    pub qr: Option<String>,
}

impl Document {
    /// Without VAT.
    #[must_use]
    pub fn net(&self) -> i64 {
        self.lines.iter().map(|l| l.net).sum()
    }

    /// All VAT.
    #[must_use]
    pub fn vat(&self) -> i64 {
        self.lines.iter().map(|l| l.vat).sum()
    }

    /// What is paid, or given back.
    #[must_use]
    pub fn total(&self) -> i64 {
        self.net() + self.vat()
    }

    /// All lines before their discounts, as the store writes prices.
    #[must_use]
    pub fn subtotal(&self) -> i64 {
        let written = |l: &Line| if self.is_vat_included { l.total() } else { l.net };
        self.lines.iter().map(|l| written(l) + l.discount).sum()
    }
}

/// A logo: a PNG, JPEG, GIF or WebP file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// What a document's `logo` says.
    pub key: String,
    /// The file.
    pub bytes: Vec<u8>,
}
