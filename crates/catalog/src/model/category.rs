//! What a category is.

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
    ProductOrder, "categories" "product_order";
}
