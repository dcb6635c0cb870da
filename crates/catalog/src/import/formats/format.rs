//! Who wrote a file, and which of its columns holds which field.

use kernel::Lang;
use serde::{Deserialize, Serialize};

use super::field::Field;
use super::model::WeightUnit;

/// Who wrote the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Shopify's header until 2025.
    ShopifyClassic,
    /// Shopify's header since 2025.
    #[serde(rename = "shopify_2025")]
    Shopify2025,
    /// WooCommerce.
    #[serde(rename = "woocommerce")]
    WooCommerce,
    /// Salla.
    Salla,
    /// Zid.
    Zid,
    /// Our own export.
    Rawaj,
    /// Anything else: the merchant maps the columns.
    Unknown,
}

impl Format {
    /// The word on the wire and in the table.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ShopifyClassic => "shopify_classic",
            Self::Shopify2025 => "shopify_2025",
            Self::WooCommerce => "woocommerce",
            Self::Salla => "salla",
            Self::Zid => "zid",
            Self::Rawaj => "rawaj",
            Self::Unknown => "unknown",
        }
    }

    /// The formats that are known by their captions.
    pub(super) const KNOWN: [Self; 5] = [Self::ShopifyClassic, Self::Shopify2025, Self::WooCommerce, Self::Salla, Self::Zid];
}

/// A field per column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mapping {
    /// How rows make products.
    pub format: Format,
    /// One entry per column of the file; none is an ignored column.
    pub columns: Vec<Option<Field>>,
    /// The unit of weights without a unit column.
    pub weight_unit: WeightUnit,
    /// The language of texts in columns that name none; the store's first when none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Lang>,
}
