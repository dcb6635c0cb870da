//! What a product is: the fields of core 3, independent of who wrote them. Pure; the rules are in `check`.

use std::collections::BTreeMap;

use kernel::{CategoryId, Lang, MediaId, Millis, ProductId, Texts, VariantId};
use serde::{Deserialize, Serialize};

use super::availability::OptionValue;
use web::schema;

pub use super::pricing::{Listing, Price, is_sale_open, price, variant_price};
pub use super::state::State;
pub use super::translation::Untranslated;

/// Whether a product is sold as such or through its variants (PR-02).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ProductType {
    /// One price, one stock.
    #[default]
    Basic,
    /// Options with variants.
    Multi,
}

impl ProductType {
    /// The word of the document.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Basic => "basic",
            Self::Multi => "multi",
        }
    }

    /// Reads the word of the document.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "basic" => Some(Self::Basic),
            "multi" => Some(Self::Multi),
            _ => None,
        }
    }
}

/// The unit in which a weight is shown; it is kept in grams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum WeightUnit {
    /// Kilograms.
    #[default]
    Kg,
    /// Grams.
    G,
}

impl WeightUnit {
    /// The word of the document.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Kg => "kg",
            Self::G => "g",
        }
    }

    /// Reads the word of the document.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Kg, Self::G].into_iter().find(|unit| unit.as_str() == word)
    }

    /// Digits after the point of an amount in this unit: grams are whole.
    #[must_use]
    pub const fn digits(self) -> u32 {
        match self {
            Self::Kg => 3,
            Self::G => 0,
        }
    }
}

/// What a shopper writes into a dynamic field (PR-06).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum FieldType {
    /// Free text.
    #[default]
    Text,
    /// Digits.
    Number,
    /// One of the choices.
    Choice,
    /// A calendar day.
    Date,
    /// A picture or a PDF.
    File,
}

/// A field that the shopper fills in when buying (PR-06).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DynamicField {
    /// What is asked.
    #[schema(value_type = schema::RequiredLineTexts<120>)]
    pub field_label: Texts,
    /// What may be answered.
    pub field_type: FieldType,
    /// It cannot be bought without an answer.
    #[serde(default)]
    pub field_required: bool,
    /// For `choice`: what can be chosen, as shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<schema::RequiredLine<120>>, max_items = 50)]
    pub choices: Vec<String>,
}

/// A way in which variants differ (PR-02): `color`, `size`, or the merchant's own word.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ProductOption {
    /// `color`, `size`, or free text.
    #[schema(value_type = schema::RequiredLine<60>)]
    pub name: String,
    /// The values, in the order they are shown.
    #[schema(value_type = Vec<schema::RequiredLine<100>>, min_items = 1, max_items = 250)]
    pub values: Vec<String>,
    /// Values that are shown as a colour: `{"أحمر": "#cc0000"}`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(value_type = BTreeMap<schema::RequiredLine<100>, schema::Color>)]
    pub colors: BTreeMap<String, String>,
    /// The name in each language; a language without one reads `name`.
    #[serde(default, skip_serializing_if = "Texts::is_empty")]
    #[schema(value_type = schema::LineTexts<60>)]
    pub name_texts: Texts,
    /// Values in each language: `{"أحمر": {"en": "Red"}}`. A language without one reads the value itself.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(value_type = BTreeMap<schema::RequiredLine<100>, schema::LineTexts<100>>)]
    pub value_texts: BTreeMap<String, Texts>,
}

impl ProductOption {
    /// What stands beside one of its values in an order or a cart.
    #[must_use]
    pub fn chosen(&self, value: &str) -> OptionValue {
        let value_texts = self.value_texts.get(value).cloned().unwrap_or_default();
        OptionValue { name: self.name.clone(), value: value.to_owned(), name_texts: self.name_texts.clone(), value_texts }
    }

    /// One of its values as a language reads it.
    #[must_use]
    pub fn value_in<'v>(&'v self, value: &'v str, lang: Lang) -> &'v str {
        or(self.value_texts.get(value).map_or("", |texts| texts.exact(lang)), value)
    }

    /// Its name as a language reads it.
    #[must_use]
    pub fn name_in(&self, lang: Lang) -> &str {
        or(self.name_texts.exact(lang), &self.name)
    }
}

/// The values of a variant in both languages, in the order of its options; where one has no name, the value itself.
pub(crate) fn both_languages(options: &[ProductOption], values: &[String]) -> Vec<Texts> {
    let of = |i: usize, value: &String, lang| options.get(i).map_or(value.as_str(), |o| o.value_in(value, lang)).to_owned();
    values.iter().enumerate().map(|(i, value)| Texts::new(of(i, value, Lang::Ar), of(i, value, Lang::En))).collect()
}

/// A text, or another where it is blank.
pub(crate) fn or<'t>(text: &'t str, otherwise: &'t str) -> &'t str {
    if text.trim().is_empty() { otherwise } else { text }
}

/// What search engines are told (PR-05).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Seo {
    /// The title of the page.
    #[serde(default)]
    #[schema(value_type = schema::LineTexts<200>)]
    pub meta_title: Texts,
    /// 150 to 160 characters are advised.
    #[serde(default)]
    #[schema(value_type = schema::LineTexts<500>)]
    pub meta_description: Texts,
    /// Separated by commas.
    #[serde(default)]
    #[schema(value_type = schema::LineTexts<500>)]
    pub keywords: Texts,
}

/// A variant as it is written. Money is in minor units of the store's currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VariantDraft {
    /// An existing variant that this one changes; without it, one with the same values is changed.
    pub id: Option<VariantId>,
    /// One value for each option of the product, in their order.
    pub option_values: Vec<String>,
    /// The product's price when there is none.
    pub regular_price: Option<i64>,
    /// Within the product's sale window.
    pub sale_price: Option<i64>,
    /// What the merchant pays; never shown to shoppers.
    pub cost_price: Option<i64>,
    /// Stock keeping unit.
    pub sku: Option<String>,
    /// GTIN, EAN, UPC as text.
    pub barcode: Option<String>,
    /// Not counted.
    pub has_unlimited_qty: bool,
    /// Pieces in stock.
    pub qty: i64,
    /// The product's weight when there is none.
    pub weight_grams: Option<i64>,
    /// A picture of this variant.
    pub media_id: Option<MediaId>,
    /// It can be bought.
    pub is_active: bool,
}

impl Default for VariantDraft {
    fn default() -> Self {
        Self {
            id: None,
            option_values: Vec::new(),
            regular_price: None,
            sale_price: None,
            cost_price: None,
            sku: None,
            barcode: None,
            has_unlimited_qty: false,
            qty: 0,
            weight_grams: None,
            media_id: None,
            is_active: true,
        }
    }
}

/// A product as the form or an import writes it, not checked yet. [`ProductDraft::check`] makes a [`ProductInput`] of it.
/// Money is in minor units of the store's currency, weights in grams.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ProductDraft {
    /// Basic or multi.
    pub product_type: ProductType,
    /// Needed in one language at least.
    pub name: Texts,
    /// Plain text.
    pub short_description: Texts,
    /// HTML; the allow-list of contracts/imports.md §0 is kept.
    pub description: Texts,
    /// In order.
    pub category_ids: Vec<CategoryId>,
    /// In order; the first is the cover (PR-04).
    pub image_ids: Vec<MediaId>,
    /// Price without a sale; needed for a basic product, and for variants that have none of their own.
    pub regular_price: Option<i64>,
    /// Below the regular price.
    pub sale_price: Option<i64>,
    /// The sale starts, in epoch milliseconds; at once when none.
    pub sale_from: Option<i64>,
    /// The sale ends, in epoch milliseconds; never when none.
    pub sale_until: Option<i64>,
    /// What the merchant pays; never shown to shoppers.
    pub cost_price: Option<i64>,
    /// Stock keeping unit.
    pub sku: Option<String>,
    /// GTIN, EAN, UPC as text.
    pub barcode: Option<String>,
    /// Who makes it, as the maker writes it.
    pub brand: Option<String>,
    /// Not counted. Of a multi product each variant says it.
    pub has_unlimited_qty: bool,
    /// Pieces in stock. Of a multi product each variant says it.
    pub qty: i64,
    /// Fewest pieces in one order.
    pub min_qty: Option<i64>,
    /// Most pieces in one order.
    pub max_qty: Option<i64>,
    /// With so many pieces or fewer it counts as nearly sold out; the store's number when none.
    pub low_stock_at: Option<i64>,
    /// Weight of one piece.
    pub weight_grams: i64,
    /// How the weight is shown.
    pub weight_unit: WeightUnit,
    /// It is sent to the shopper.
    pub requires_shipping: bool,
    /// Sending it costs nothing.
    pub has_free_shipping: bool,
    /// No VAT.
    pub is_tax_free: bool,
    /// It can be bought.
    pub is_active: bool,
    /// It is shown in the store.
    pub is_published: bool,
    /// It is shown from this moment on, in epoch milliseconds; only of one that is not shown yet.
    pub publish_at: Option<i64>,
    /// It was put away then, in epoch milliseconds.
    pub archived_at: Option<i64>,
    /// One to three for a multi product.
    pub options: Vec<ProductOption>,
    /// At most 250; none for a basic product.
    pub variants: Vec<VariantDraft>,
    /// What the shopper fills in.
    pub dynamic_fields: Vec<DynamicField>,
    /// Words to find it by.
    pub tags: Vec<String>,
    /// What search engines are told.
    pub seo: Seo,
    /// The address in the store; made of the name when none.
    pub page_link: Option<String>,
    /// Addresses of its own by language; empty where `page_link` is the address.
    pub page_links: Texts,
    /// Shown beside it, in order; none leaves the choice to the store.
    pub related_ids: Vec<ProductId>,
}

impl Default for ProductDraft {
    fn default() -> Self {
        Self {
            product_type: ProductType::Basic,
            name: Texts::default(),
            short_description: Texts::default(),
            description: Texts::default(),
            category_ids: Vec::new(),
            image_ids: Vec::new(),
            regular_price: None,
            sale_price: None,
            sale_from: None,
            sale_until: None,
            cost_price: None,
            sku: None,
            barcode: None,
            brand: None,
            has_unlimited_qty: false,
            qty: 0,
            min_qty: None,
            max_qty: None,
            low_stock_at: None,
            weight_grams: 0,
            weight_unit: WeightUnit::Kg,
            requires_shipping: true,
            has_free_shipping: false,
            is_tax_free: false,
            is_active: true,
            is_published: true,
            publish_at: None,
            archived_at: None,
            options: Vec::new(),
            variants: Vec::new(),
            dynamic_fields: Vec::new(),
            tags: Vec::new(),
            seo: Seo::default(),
            page_link: None,
            page_links: Texts::default(),
            related_ids: Vec::new(),
        }
    }
}

/// A checked product, ready to be stored. Only [`ProductDraft::check`] makes one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProductInput(pub(super) ProductDraft);

impl std::ops::Deref for ProductInput {
    type Target = ProductDraft;

    fn deref(&self) -> &ProductDraft {
        &self.0
    }
}

/// A product with everything that belongs to it, as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Product {
    /// Its id.
    pub id: ProductId,
    /// The fields; `page_link` is always there, and every variant has its id.
    pub fields: ProductDraft,
    /// Lowest effective price over what can be bought, at the time it was last written.
    pub list_price: i64,
    /// Pieces in stock over everything that can be bought.
    pub stock: i64,
    /// Counts the changes, sales among them.
    pub version: i64,
    /// Of the last change, in the journal.
    pub seq: i64,
    /// When it was made.
    pub created_at: Millis,
    /// When it was last changed.
    pub updated_at: Millis,
    /// When it was removed.
    pub deleted_at: Option<Millis>,
}

/// A product as it was before a change: what the journal and imports keep, and [`super::restore_snapshot`] brings back.
pub type Snapshot = ProductDraft;

/// A category (PR-07).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Category {
    /// Its id.
    pub id: CategoryId,
    /// The category above it.
    pub parent_id: Option<CategoryId>,
    /// Needed in one language at least.
    pub name: Texts,
    /// Plain text.
    pub description: Texts,
    /// The address in the store.
    pub slug: String,
    /// A picture.
    pub image_id: Option<MediaId>,
    /// Among its siblings, from 0.
    pub display_order: i64,
    /// It is shown in the store.
    pub is_active: bool,
    /// What search engines are told of its page.
    pub seo: Seo,
    /// How the store sorts its products unless the shopper chooses.
    pub product_order: ProductOrder,
    /// Counts the changes.
    pub version: i64,
}

/// How a category sorts its products by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, utoipa::ToSchema)]
pub enum ProductOrder {
    /// As the merchant put them, by hand.
    #[serde(rename = "manual")]
    Manual,
    /// Newest first.
    #[default]
    #[serde(rename = "newest")]
    Newest,
    /// Cheapest first.
    #[serde(rename = "price")]
    PriceUp,
    /// Dearest first.
    #[serde(rename = "-price")]
    PriceDown,
    /// By name.
    #[serde(rename = "name")]
    Name,
}

impl ProductOrder {
    /// The word in the table and on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Manual => "manual",
            Self::Newest => "newest",
            Self::PriceUp => "price",
            Self::PriceDown => "-price",
            Self::Name => "name",
        }
    }

    /// Reads the word in the table.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        let all = [Self::Manual, Self::Newest, Self::PriceUp, Self::PriceDown, Self::Name];
        all.into_iter().find(|order| order.as_str() == word)
    }
}

db::stored_words! {
    WeightUnit, "products" "weight_unit";
    ProductOrder, "categories" "product_order";
    ProductType, "products" "product_type";
}
