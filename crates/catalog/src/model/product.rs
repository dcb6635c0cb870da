//! The model of a product: the fields of core 3, independent of who wrote them.

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
    /// The value in the specification.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Basic => "basic",
            Self::Multi => "multi",
        }
    }

    /// Parses the specification's value.
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
    /// The value in the specification.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Kg => "kg",
            Self::G => "g",
        }
    }

    /// Parses the specification's value.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Kg, Self::G].into_iter().find(|unit| unit.as_str() == word)
    }

    /// Decimals of an amount in this unit: grams are whole.
    #[must_use]
    pub const fn digits(self) -> u32 {
        match self {
            Self::Kg => 3,
            Self::G => 0,
        }
    }
}

/// The answer type of a dynamic field (PR-06).
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
    /// The question, as shown.
    #[schema(value_type = schema::RequiredLineTexts<120>)]
    pub field_label: Texts,
    /// The type of the answer.
    pub field_type: FieldType,
    /// The product cannot be bought without an answer.
    #[serde(default)]
    pub field_required: bool,
    /// For `choice`: the choices, as shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<schema::RequiredLine<120>>, max_items = 50)]
    pub choices: Vec<String>,
}

/// Meta data of a page for search engines (PR-05).
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

/// A variant to write. Money is in minor units of the store's currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VariantDraft {
    /// The id of the existing variant to change; without it, the one with the same option values is changed.
    pub id: Option<VariantId>,
    /// One value for each option of the product, in their order.
    pub option_values: Vec<String>,
    /// The product's price applies when there is none.
    pub regular_price: Option<i64>,
    /// Applies during the product's sale window.
    pub sale_price: Option<i64>,
    /// Cost to the merchant; never shown to shoppers.
    pub cost_price: Option<i64>,
    /// Stock keeping unit.
    pub sku: Option<String>,
    /// GTIN, EAN, UPC as text.
    pub barcode: Option<String>,
    /// Stock is not counted.
    pub has_unlimited_qty: bool,
    /// Pieces in stock.
    pub qty: i64,
    /// The product's weight applies when there is none.
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
    /// Required in at least one language.
    pub name: Texts,
    /// Plain text.
    pub short_description: Texts,
    /// Sanitized HTML; the allow-list is that of contracts/imports.md §0.
    pub description: Texts,
    /// In order.
    pub category_ids: Vec<CategoryId>,
    /// In order; the first is the cover (PR-04).
    pub image_ids: Vec<MediaId>,
    /// Price without a sale; required for a basic product, and for variants without their own.
    pub regular_price: Option<i64>,
    /// Below the regular price.
    pub sale_price: Option<i64>,
    /// Start of the sale in epoch milliseconds; at once when none.
    pub sale_from: Option<i64>,
    /// End of the sale in epoch milliseconds; never when none.
    pub sale_until: Option<i64>,
    /// Cost to the merchant; never shown to shoppers.
    pub cost_price: Option<i64>,
    /// Stock keeping unit.
    pub sku: Option<String>,
    /// GTIN, EAN, UPC as text.
    pub barcode: Option<String>,
    /// Brand, in the manufacturer's spelling.
    pub brand: Option<String>,
    /// Stock is not counted. Of a multi product each variant has its own flag.
    pub has_unlimited_qty: bool,
    /// Pieces in stock. Of a multi product each variant has its own quantity.
    pub qty: i64,
    /// Fewest pieces in one order.
    pub min_qty: Option<i64>,
    /// Most pieces in one order.
    pub max_qty: Option<i64>,
    /// The low-stock threshold, in pieces; the store's when none.
    pub low_stock_at: Option<i64>,
    /// Weight of one piece.
    pub weight_grams: i64,
    /// How the weight is shown.
    pub weight_unit: WeightUnit,
    /// It is shipped to the shopper.
    pub requires_shipping: bool,
    /// It ships free of charge.
    pub has_free_shipping: bool,
    /// Exempt from VAT.
    pub is_tax_free: bool,
    /// It can be bought.
    pub is_active: bool,
    /// Published: visible in the store.
    pub is_published: bool,
    /// When it will be published, in epoch milliseconds; only of an unpublished product.
    pub publish_at: Option<i64>,
    /// When it was archived, in epoch milliseconds.
    pub archived_at: Option<i64>,
    /// One to three for a multi product.
    pub options: Vec<ProductOption>,
    /// At most 250; none for a basic product.
    pub variants: Vec<VariantDraft>,
    /// Fields that the shopper fills in.
    pub dynamic_fields: Vec<DynamicField>,
    /// Search words.
    pub tags: Vec<String>,
    /// Meta data of its page for search engines.
    pub seo: Seo,
    /// The slug in the store's URLs; derived from the name when none.
    pub page_link: Option<String>,
    /// Slugs specific to a language; blank where `page_link` applies.
    pub page_links: Texts,
    /// Related products, in order; when empty the store chooses.
    pub related_ids: Vec<ProductId>,
    /// The theme's alternate template that shows it: `gift`; the plain one when none, or when the theme has none of that name.
    pub template: Option<String>,
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
            template: None,
        }
    }
}

/// A checked product, ready to be stored. Only [`ProductDraft::check`] constructs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProductInput(pub(crate) ProductDraft);

impl std::ops::Deref for ProductInput {
    type Target = ProductDraft;

    fn deref(&self) -> &ProductDraft {
        &self.0
    }
}

/// A stored product with its details.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Product {
    /// Its id.
    pub id: ProductId,
    /// The fields; `page_link` is always there, and every variant has its id.
    pub fields: ProductDraft,
    /// Lowest effective price over its active variants, as of the last write.
    pub list_price: i64,
    /// Sum of pieces over its active variants.
    pub stock: i64,
    /// Version for optimistic concurrency; each change raises it, sales included.
    pub version: i64,
    /// Journal sequence number of the last change.
    pub seq: i64,
    /// When it was created.
    pub created_at: Millis,
    /// When it was last changed.
    pub updated_at: Millis,
    /// When it was removed.
    pub deleted_at: Option<Millis>,
}

/// A product as it was before a change: stored by the journal and by imports, and restored by [`crate::restore_snapshot`].
pub type Snapshot = ProductDraft;

db::stored_words! {
    WeightUnit, "products" "weight_unit";
    ProductType, "products" "product_type";
}
