//! What a section of a page is. Pure.

use kernel::{SectionId, Texts};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Where on a page a section stands (TH-02).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Zone {
    /// Shows nothing itself: colours, font, spacing.
    Settings,
    /// Fixed, above what can be moved.
    Pre,
    /// Can be added, moved and removed.
    Sortable,
    /// Fixed, below.
    Post,
}

impl Zone {
    /// The word in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Settings => "settings",
            Self::Pre => "pre",
            Self::Sortable => "sortable",
            Self::Post => "post",
        }
    }

    /// Reads the word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Settings, Self::Pre, Self::Sortable, Self::Post].into_iter().find(|z| z.as_str() == word)
    }
}

db::stored_words! {
    Zone, "theme_sections" "zone";
}

/// A section that a theme gives every new store.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct DefaultSection {
    /// `index` | `product` | `collection`, or `all` for header and footer.
    pub page: String,
    /// `settings` | `pre` | `sortable` | `post`.
    pub zone: String,
    /// The schema's name.
    pub section: String,
    /// As the schema names it in the editor.
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
    /// The page it was put on; `all` stands for every page.
    pub page: String,
    /// Where on the page.
    pub zone: Zone,
    /// The schema's name.
    pub section: String,
    /// As the editor lists it.
    pub name: Texts,
    /// It is shown.
    pub is_active: bool,
    /// Within its zone.
    pub display_order: i64,
    /// By the setting's id; what is missing takes the schema's default.
    pub settings: serde_json::Map<String, Value>,
    /// In order.
    pub blocks: Vec<Block>,
}

/// A part of a section that can be repeated.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Block {
    /// Unique within its section.
    pub id: String,
    /// The kind of block, as the schema names it.
    #[serde(rename = "type")]
    pub kind: String,
    /// It is shown.
    pub is_active: bool,
    /// By the setting's id.
    pub settings: serde_json::Map<String, Value>,
}
