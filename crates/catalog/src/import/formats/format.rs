//! The platform that wrote a file, and the mapping of its columns to fields.

use kernel::Lang;
use serde::{Deserialize, Serialize};

use super::field::Field;
use super::model::WeightUnit;

/// The platform that wrote a file.
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
    /// The value in the API and in the table.
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

    /// The formats that are detected by their captions.
    pub(super) const KNOWN: [Self; 5] = [Self::ShopifyClassic, Self::Shopify2025, Self::WooCommerce, Self::Salla, Self::Zid];
}

/// The mapping of a file's columns to fields.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mapping {
    /// The format, which determines how rows are grouped into products.
    pub format: Format,
    /// One entry per column of the file; `None` ignores the column.
    pub columns: Vec<Option<Field>>,
    /// The unit of weights where no column gives one.
    pub weight_unit: WeightUnit,
    /// The language of text columns without one; the store's primary one when `None`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Lang>,
}
