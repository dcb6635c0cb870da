//! Pages of text and menus of links, as the storefront shows them.

use kernel::{ContentPageId, Millis, Texts};

/// A page of text (ST-08).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Its id.
    pub id: ContentPageId,
    /// The last part of its address.
    pub slug: String,
    /// Shown above it.
    pub title: Texts,
    /// Sanitised HTML.
    pub content: Texts,
    /// When it last changed.
    pub updated_at: Millis,
}

/// What a menu link leads to (ST-07).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkType {
    /// A product, by `entity_id`.
    Product,
    /// A category, by `entity_id`.
    Category,
    /// A page of text, by `entity_id`.
    Page,
    /// The link's own `url`.
    Custom,
}

impl LinkType {
    /// The word in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Product => "PRODUCT",
            Self::Category => "CATEGORY",
            Self::Page => "PAGE",
            Self::Custom => "CUSTOM",
        }
    }

    /// Reads the word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "PRODUCT" => Some(Self::Product),
            "CATEGORY" => Some(Self::Category),
            "PAGE" => Some(Self::Page),
            "CUSTOM" => Some(Self::Custom),
            _ => None,
        }
    }
}

/// A link of a menu.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// What is shown.
    pub title: Texts,
    /// What it leads to.
    pub link_type: LinkType,
    /// Of the product, category or page.
    pub entity_id: Option<i64>,
    /// For pages the page's slug as it is now; for custom links the address; else empty.
    pub url: String,
    /// Opens in a new tab.
    pub is_new_tab: bool,
}

/// A menu with its links in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Menu {
    /// The name in the dashboard.
    pub name: Texts,
    /// In order.
    pub links: Vec<Link>,
}

db::stored_words! {
    LinkType, "menu_links" "link_type";
}
