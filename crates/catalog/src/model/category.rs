//! The model of a category.

use kernel::{CategoryId, MediaId, Texts};
use serde::{Deserialize, Serialize};

use super::product::Seo;

/// A category (PR-07).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Category {
    /// Its id.
    pub id: CategoryId,
    /// The category above it.
    pub parent_id: Option<CategoryId>,
    /// Required in at least one language.
    pub name: Texts,
    /// Plain text.
    pub description: Texts,
    /// Its slug in the store's URLs.
    pub slug: String,
    /// A picture.
    pub image_id: Option<MediaId>,
    /// Position among its siblings, from 0.
    pub display_order: i64,
    /// It is shown in the store.
    pub is_active: bool,
    /// Meta data of its page for search engines.
    pub seo: Seo,
    /// The default sort order of its products in the store.
    pub product_order: ProductOrder,
    /// The theme's alternate template that shows it, as of a product.
    pub template: Option<String>,
    /// Version for optimistic concurrency; each change raises it.
    pub version: i64,
}

/// The default sort order of a category's products.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, utoipa::ToSchema)]
pub enum ProductOrder {
    /// Manual order by the merchant.
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
    /// The value in the API and in the table.
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

    /// Parses the value in the table.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        let all = [Self::Manual, Self::Newest, Self::PriceUp, Self::PriceDown, Self::Name];
        all.into_iter().find(|order| order.as_str() == word)
    }
}

db::stored_words! {
    ProductOrder, "categories" "product_order";
}
