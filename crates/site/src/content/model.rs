//! The model of content pages and menus, as the storefront shows them.

use kernel::{ContentPageId, Millis, Texts};

/// A content page (ST-08).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Its id.
    pub id: ContentPageId,
    /// The last segment of its URL.
    pub slug: String,
    /// The heading.
    pub title: Texts,
    /// Sanitised HTML.
    pub content: Texts,
    /// When it last changed.
    pub updated_at: Millis,
}

/// The target of a menu link (ST-07).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkType {
    /// A product, by `entity_id`.
    Product,
    /// A category, by `entity_id`.
    Category,
    /// A content page, by `entity_id`.
    Page,
    /// The link's own `url`.
    Custom,
}

impl LinkType {
    /// The value in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Product => "PRODUCT",
            Self::Category => "CATEGORY",
            Self::Page => "PAGE",
            Self::Custom => "CUSTOM",
        }
    }

    /// Parses the value.
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
    /// The link's text.
    pub title: Texts,
    /// The kind of target.
    pub link_type: LinkType,
    /// Id of the product, category or page.
    pub entity_id: Option<i64>,
    /// For pages the current slug; for custom links the URL; else empty.
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
