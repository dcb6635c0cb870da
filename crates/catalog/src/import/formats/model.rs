//! What a product file says, independent of who wrote it. Pure data; the catalogue decides what to do with it.

use std::collections::BTreeMap;

use jiff::civil::DateTime;
use kernel::{Currency, Lang, Texts};
use serde::{Deserialize, Serialize};

use super::field::{DynamicFieldType, Field};
use super::notes::RowWarning;
use super::row_error::RowError;
use crate::fields::Value;
use crate::model::ProductDraft;

/// What the reader must know about the store.
#[derive(Debug, Clone, Copy)]
pub struct Context {
    /// The store's currency: prices become its minor units.
    pub currency: Currency,
    /// The language of texts in columns that name none.
    pub default_lang: Lang,
    /// Only products that are there are changed: a file need not give what every new product must have.
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
    /// Not counted: has_unlimited_qty.
    Unlimited,
    /// Counted.
    Counted {
        /// Pieces in stock, never below zero.
        qty: i64,
        /// The source sells on when nothing is left.
        may_oversell: bool,
    },
}

/// The unit in which the merchant wants to see a weight.
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
    /// Exact to the gram, half up.
    pub grams: i64,
    /// The unit of the file.
    pub unit: WeightUnit,
}

/// What a row says of the fields that every file writes alike; what is blank is not among them.
pub type Values = BTreeMap<Field, Value>;

/// What can be bought: the product itself when it is basic, each variant when it is not.
/// Money is in minor units of the store's currency. `None` is "the file does not say".
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Item {
    /// The source's own id.
    pub platform_id: Option<String>,
    /// SKU, trimmed.
    pub sku: Option<String>,
    /// Barcode (GTIN, EAN, UPC) as text: leading zeros count.
    pub barcode: Option<String>,
    /// Price without a sale.
    pub regular_price: Option<i64>,
    /// Price in a sale; always below the regular price.
    pub sale_price: Option<i64>,
    /// When the sale begins, in the store's own time.
    #[serde(with = "moment_text")]
    pub sale_starts: Option<DateTime>,
    /// When the sale ends, in the store's own time; a bare date means its last second.
    #[serde(with = "moment_text")]
    pub sale_ends: Option<DateTime>,
    /// What every file writes alike, by field (`values`).
    pub values: Values,
    /// Stock.
    pub stock: Option<Stock>,
    /// Weight.
    pub weight: Option<Weight>,
    /// Whether it is sent.
    pub requires_shipping: Option<bool>,
    /// Whether no VAT is charged.
    pub is_tax_free: Option<bool>,
}

/// What an option is about: the two kinds of the specification, or a name of the merchant's own.
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
    /// A colour (`#FFFFFF`) or picture address that the file gives for it.
    pub visual: Option<String>,
}

/// An option of a product, with its values in the order in which the variants use them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportOption {
    /// Color, size or other.
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
    /// Price, stock and the rest; what the row leaves blank is the product's.
    pub item: Item,
    /// Its own picture.
    pub image: Option<String>,
    /// Data row it was read from.
    pub record: u32,
}

/// A picture of a product.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportImage {
    /// http or https address. It is not fetched here.
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
    /// field_label.
    pub label: Texts,
    /// field_type.
    pub field_type: DynamicFieldType,
    /// field_required.
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
    /// Its id in this store, as written (our own export, or a column that the merchant mapped).
    pub store_id: Option<String>,
    /// The source's handle or slug as written, for matching a later import of the same shop.
    pub handle: Option<String>,
    /// Name.
    pub name: Texts,
    /// Short description, plain text or HTML as written.
    pub short_description: Texts,
    /// Description, HTML as written: not sanitised here.
    pub description: Texts,
    /// The product's own price, stock and the rest; for a multi product what its variants fall back to.
    pub item: Item,
    /// Shown in the shop.
    pub is_published: bool,
    /// Not a draft.
    pub is_active: bool,
    /// What every file writes alike and variants do not have, by field (`values`).
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
    /// Slug that the file asks for, in our form.
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
    /// All fields, of our own product file; the fields above then only outline it.
    #[serde(skip)]
    pub own: Option<OwnColumns>,
}

/// A moment as a cell writes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellTime {
    /// In epoch milliseconds: the cell names its offset.
    Moment(i64),
    /// In the store's own time.
    Local(DateTime),
}

/// A product of our own product file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnColumns {
    /// Every field but moments, categories, pictures and other products.
    pub fields: Box<ProductDraft>,
    /// The moments that the row gives.
    pub moments: BTreeMap<Field, CellTime>,
    /// Ids of the products shown beside it, as written.
    pub related: Vec<String>,
}

/// A product that has faults; nothing of it is imported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedProduct {
    /// Name, else SKU, else handle: what the merchant knows it by. May be empty.
    pub label: String,
    /// All data rows of it, for a retry with only these.
    pub records: Vec<u32>,
    /// Its faults, at least one.
    pub errors: Vec<RowError>,
}

/// One product of the file, read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadProduct {
    /// The product, or why there is none.
    pub product: Result<ImportProduct, FailedProduct>,
    /// What was read differently or left out; none of a failed product.
    pub warnings: Vec<RowWarning>,
    /// Rows of it that only carry a picture.
    pub image_only_rows: usize,
    /// Its first row as a spreadsheet numbers it.
    pub line: u32,
}

/// What was counted while reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Data rows that hold anything.
    pub records: usize,
    /// Products without faults.
    pub products: usize,
    /// Products with faults.
    pub failed: usize,
    /// Variants of the multi products.
    pub variants: usize,
    /// What can be bought: basic products and variants.
    pub items: usize,
    /// Rows that only carry a picture.
    pub image_only_rows: usize,
    /// Pictures of products and variants, as referred to.
    pub images: usize,
}

/// The whole file, read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parsed {
    /// Products without faults, in the order of the file.
    pub products: Vec<ImportProduct>,
    /// Products with faults, in the order of the file.
    pub failed: Vec<FailedProduct>,
    /// What was read differently or left out.
    pub warnings: Vec<RowWarning>,
    /// Captions of columns that were not used.
    pub ignored_columns: Vec<String>,
    /// Fields that the file has a column for: an absent column leaves a value, a blank cell clears it.
    pub fields: Vec<Field>,
    /// Counts.
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

/// Moments as `2026-03-31T23:59:59`.
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
