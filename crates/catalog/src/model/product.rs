//! What a product is: the fields of core 3, independent of who wrote them.

use kernel::{CategoryId, MediaId, Millis, ProductId, Texts, VariantId};
use serde::{Deserialize, Serialize};

use super::option::ProductOption;
use web::schema;

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
pub struct ProductInput(pub(crate) ProductDraft);

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

/// A product as it was before a change: what the journal and imports keep, and [`crate::restore_snapshot`] brings back.
pub type Snapshot = ProductDraft;

db::stored_words! {
    WeightUnit, "products" "weight_unit";
    ProductType, "products" "product_type";
}
