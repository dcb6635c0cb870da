//! The model of a section. Pure.

use kernel::{SectionId, Texts};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The zone of a page in which a section is (TH-02).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Zone {
    /// Renders nothing: colours, font, spacing.
    Settings,
    /// Fixed, above the sortable sections.
    Pre,
    /// Can be added, moved and removed.
    Sortable,
    /// Fixed, below the sortable sections.
    Post,
}

impl Zone {
    /// The value in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Settings => "settings",
            Self::Pre => "pre",
            Self::Sortable => "sortable",
            Self::Post => "post",
        }
    }

    /// Parses the value.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Settings, Self::Pre, Self::Sortable, Self::Post].into_iter().find(|z| z.as_str() == word)
    }
}

db::stored_words! {
    Zone, "theme_sections" "zone";
}

/// A section that a theme creates in every new store.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct DefaultSection {
    /// `index` | `product` | `collection`, or `all` for header and footer.
    pub page: String,
    /// `settings` | `pre` | `sortable` | `post`.
    pub zone: String,
    /// The schema's name.
    pub section: String,
    /// Its name in the editor, from the schema.
    pub name: Texts,
    /// Settings as the schema describes them.
    pub settings: Value,
    /// Blocks as the schema describes them.
    pub blocks: Value,
}

/// A section of a store's page.
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    /// Its id.
    pub id: SectionId,
    /// The page that it belongs to; `all` means every page.
    pub page: String,
    /// The zone of the page.
    pub zone: Zone,
    /// The schema's name.
    pub section: String,
    /// Its name in the editor.
    pub name: Texts,
    /// It is shown.
    pub is_active: bool,
    /// Position within its zone.
    pub display_order: i64,
    /// Values by setting id; missing ones take the schema's default.
    pub settings: serde_json::Map<String, Value>,
    /// In order.
    pub blocks: Vec<Block>,
}

/// A repeatable part of a section.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Block {
    /// Unique within its section.
    pub id: String,
    /// The kind of block, as the schema names it.
    #[serde(rename = "type")]
    pub kind: String,
    /// It is shown.
    pub is_active: bool,
    /// Values by setting id.
    pub settings: serde_json::Map<String, Value>,
}
