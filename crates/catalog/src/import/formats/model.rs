//! The products of a file, independent of the platform. Pure data; the catalogue decides what to do with it.

use std::collections::BTreeMap;

use jiff::civil::DateTime;
use kernel::{Currency, Lang, Texts};
use serde::{Deserialize, Serialize};

use super::field::{DynamicFieldType, Field};
use super::notes::RowWarning;
use super::row_error::RowError;
use crate::fields::Value;
use crate::model::ProductDraft;

/// What the reader needs from the store.
#[derive(Debug, Clone, Copy)]
pub struct Context {
    /// The store's currency: prices become its minor units.
    pub currency: Currency,
    /// The language of text columns without one.
    pub default_lang: Lang,
    /// Only existing products are changed: the fields required of a new product may be absent.
    pub is_partial: bool,
}

/// Whether a product is sold as such or through its variants (PR-02).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProductType {
    /// One price, one stock.
    Basic,
    /// Options with variants.
    Multi,
}

/// How many can be sold (PR-03).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Stock {
    /// Not counted: `has_unlimited_qty`.
    Unlimited,
    /// Counted.
    Counted {
        /// Pieces in stock, never below zero.
        qty: i64,
        /// The source continues selling at zero stock.
        may_oversell: bool,
    },
}

/// The unit in which the merchant sees a weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WeightUnit {
    /// Grams.
    G,
    /// Kilograms.
    Kg,
    /// Pounds.
    Lb,
    /// Ounces.
    Oz,
}

/// A weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weight {
    /// Exact to the gram, rounded half up.
    pub grams: i64,
    /// The unit in the file.
    pub unit: WeightUnit,
}

/// Values of the declared fields in a row; blank ones are absent.
pub type Values = BTreeMap<Field, Value>;

/// What can be bought: the product itself when it is basic, each variant when it is not. Money is in minor units of the store's
/// currency. `None`: not in the file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Item {
    /// The id on the source platform.
    pub platform_id: Option<String>,
    /// SKU, trimmed.
    pub sku: Option<String>,
    /// Barcode (GTIN, EAN, UPC) as text: leading zeros count.
    pub barcode: Option<String>,
    /// Price without a sale.
    pub regular_price: Option<i64>,
    /// Price in a sale; always below the regular price.
    pub sale_price: Option<i64>,
    /// Start of the sale, in the store's local time.
    #[serde(with = "moment_text")]
    pub sale_starts: Option<DateTime>,
    /// End of the sale, in the store's local time; a bare date means its last second.
    #[serde(with = "moment_text")]
    pub sale_ends: Option<DateTime>,
    /// Values of the declared fields (`values`).
    pub values: Values,
    /// Stock.
    pub stock: Option<Stock>,
    /// Weight.
    pub weight: Option<Weight>,
    /// Whether it is shipped.
    pub requires_shipping: Option<bool>,
    /// Whether it is exempt from VAT.
    pub is_tax_free: Option<bool>,
}

/// The kind of an option: the two kinds of the specification, or one with the merchant's own name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OptionKind {
    /// Colour.
    Color,
    /// Size.
    Size,
    /// Anything else.
    Other,
}

/// A value of an option.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OptionValue {
    /// The value in the languages of the file.
    pub text: Texts,
    /// A colour (`#FFFFFF`) or picture URL that the file gives for it.
    pub visual: Option<String>,
}

/// An option of a product, with its values in the order in which the variants use them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportOption {
    /// Colour, size or other.
    pub kind: OptionKind,
    /// The name as the file writes it.
    pub name: Texts,
    /// Distinct values.
    pub values: Vec<OptionValue>,
}

/// A variant of a product.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportVariant {
    /// Index of the value of each option, in the order of the product's options.
    pub values: Vec<usize>,
    /// Price, stock and the rest; blank fields were inherited from the product.
    pub item: Item,
    /// Its own picture.
    pub image: Option<String>,
    /// Data row it was read from.
    pub record: u32,
}

/// A picture of a product.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportImage {
    /// An http or https URL. It is not fetched here.
    pub url: String,
    /// Alternative text.
    pub alt: Option<String>,
}

/// A category: its path from the top, at least one level.
pub type CategoryPath = Vec<Texts>;

/// A choice of a select field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DynamicChoice {
    /// Label.
    pub label: Texts,
    /// Added to the price, minor units.
    pub price: i64,
}

/// A field that the shopper fills in (PR-06).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DynamicField {
    /// Label: the specification's `field_label`.
    pub label: Texts,
    /// Type: the specification's `field_type`.
    pub field_type: DynamicFieldType,
    /// Required: the specification's `field_required`.
    pub is_required: bool,
    /// Added to the price when filled in, minor units.
    pub price: i64,
    /// Choices of a select.
    pub choices: Vec<DynamicChoice>,
}

/// A product of the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportProduct {
    /// Basic or multi.
    pub product_type: ProductType,
    /// Its id in this store as the file writes it (our own export, or a column that the merchant mapped).
    pub store_id: Option<String>,
    /// The source's handle or slug as written, for matching a later import of the same shop.
    pub handle: Option<String>,
    /// Name.
    pub name: Texts,
    /// Short description, plain text or HTML as written.
    pub short_description: Texts,
    /// Description, HTML as written: not sanitised here.
    pub description: Texts,
    /// The product's own price, stock and the rest; for a multi product the fallback of its variants.
    pub item: Item,
    /// Visible in the store.
    pub is_published: bool,
    /// Not a draft.
    pub is_active: bool,
    /// Values of the declared fields that variants do not have (`values`).
    pub values: Values,
    /// Category paths.
    pub categories: Vec<CategoryPath>,
    /// Pictures in order; the first is the cover.
    pub images: Vec<ImportImage>,
    /// Title for search engines.
    pub meta_title: Texts,
    /// Description for search engines.
    pub meta_description: Texts,
    /// Keywords, comma separated.
    pub keywords: Texts,
    /// The slug that the file gives, normalized.
    pub page_link: Option<String>,
    /// Options of a multi product, at most three.
    pub options: Vec<ImportOption>,
    /// Variants of a multi product.
    pub variants: Vec<ImportVariant>,
    /// Least quantity per order.
    pub min_per_order: Option<i64>,
    /// Most quantity per order.
    pub max_per_order: Option<i64>,
    /// Fields that the shopper fills in.
    pub dynamic_fields: Vec<DynamicField>,
    /// Data rows it was read from, in order.
    pub records: Vec<u32>,
    /// All fields, of our own product file; the fields above are then only an outline.
    #[serde(skip)]
    pub own: Option<OwnColumns>,
}

/// A time as a cell writes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellTime {
    /// Epoch milliseconds: the cell names its offset.
    Moment(i64),
    /// The store's local time.
    Local(DateTime),
}

/// A product of our own product file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnColumns {
    /// Every field but times, categories, pictures and related products.
    pub fields: Box<ProductDraft>,
    /// The times that the row gives.
    pub moments: BTreeMap<Field, CellTime>,
    /// Ids of the related products, as written.
    pub related: Vec<String>,
}

/// A product with faults; it is not imported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedProduct {
    /// Label for the merchant: name, else SKU, else handle. May be empty.
    pub label: String,
    /// All data rows of it, for a retry with only these.
    pub records: Vec<u32>,
    /// Its faults, at least one.
    pub errors: Vec<RowError>,
}

/// One product of the file, parsed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadProduct {
    /// The product, or its faults.
    pub product: Result<ImportProduct, FailedProduct>,
    /// What was interpreted or left out; empty for a failed product.
    pub warnings: Vec<RowWarning>,
    /// Rows of it that only carry a picture.
    pub image_only_rows: usize,
    /// The spreadsheet row number of its first row.
    pub line: u32,
}

/// Counters of a read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Data rows that are not blank.
    pub records: usize,
    /// Products without faults.
    pub products: usize,
    /// Products with faults.
    pub failed: usize,
    /// Variants of the multi products.
    pub variants: usize,
    /// Items that can be bought: basic products and variants.
    pub items: usize,
    /// Rows that only carry a picture.
    pub image_only_rows: usize,
    /// Pictures of products and variants, as referred to.
    pub images: usize,
}

/// The whole file, parsed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parsed {
    /// Products without faults, in the order of the file.
    pub products: Vec<ImportProduct>,
    /// Products with faults, in the order of the file.
    pub failed: Vec<FailedProduct>,
    /// What was interpreted or left out.
    pub warnings: Vec<RowWarning>,
    /// Captions of columns that were not used.
    pub ignored_columns: Vec<String>,
    /// Fields that the file has a column for: an absent column leaves a value, a blank cell clears it.
    pub fields: Vec<Field>,
    /// Counters of the read.
    pub counts: Counts,
}

impl Parsed {
    /// All faults in the order of the file.
    pub fn errors(&self) -> impl Iterator<Item = &RowError> {
        self.failed.iter().flat_map(|failed| &failed.errors)
    }

    /// Whether the file has a column for the field.
    #[must_use]
    pub fn has(&self, field: Field) -> bool {
        self.fields.contains(&field)
    }
}

/// Serializes times as `2026-03-31T23:59:59`.
mod moment_text {
    use jiff::civil::DateTime;
    use serde::{Deserialize, Deserializer, Serializer};

    #[expect(clippy::ref_option, reason = "serde gives a reference to the field")]
    pub(super) fn serialize<S: Serializer>(moment: &Option<DateTime>, serializer: S) -> Result<S::Ok, S::Error> {
        match moment {
            Some(moment) => serializer.collect_str(moment),
            None => serializer.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<DateTime>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        text.map(|text| text.parse().map_err(serde::de::Error::custom)).transpose()
    }
}
