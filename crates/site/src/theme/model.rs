//! The model of a section. Pure.

use kernel::{InstalledThemeId, Millis, SectionId, Texts, UserId};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// The theme of a new store.
pub const DEFAULT_THEME: &str = "one";
/// Most sections of a page, with those of every page.
pub const MOST_SECTIONS: usize = 60;
/// Most bytes of a page's settings and blocks.
pub const MOST_PAGE_BYTES: usize = 200_000;
/// Most sections of a theme, its alternate templates included: every list of them is read to 1000.
pub const MOST_OF_THEME: usize = 900;
/// Versions that are kept.
pub const MOST_VERSIONS: i64 = 50;
/// The page whose sections every page shows.
pub const EVERY_PAGE: &str = "all";
/// The pages that can be edited (TH-01). The checkout has no sections.
pub const PAGES: [&str; 7] = ["index", "product", "collection", "cart", "search", "page", "not_found"];
/// Those of them that a theme may have alternate templates of (decision 0081).
pub const WITH_TEMPLATES: [&str; 3] = ["product", "collection", "page"];
/// Most alternate templates of one of them.
pub const MOST_TEMPLATES: usize = 10;

/// The plain page of a page: `product` of the alternate template `product.gift`.
#[must_use]
pub fn plain_page(page: &str) -> &str {
    page.split_once('.').map_or(page, |(plain, _)| plain)
}

/// A theme of a store (decision 0078).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InstalledTheme {
    /// Its id in the journal.
    pub id: InstalledThemeId,
    /// Its folder.
    pub theme: String,
    /// Shoppers see it; one of a store's themes.
    pub is_live: bool,
    /// The number of the version that is published.
    pub published: i64,
    /// The number of the newest version.
    pub last_version: i64,
    /// Raised by every change of the draft.
    pub draft_version: i64,
    /// The last change of the draft.
    pub draft_changed_at: Option<Millis>,
    /// Who made it.
    pub draft_changed_by: Option<String>,
    /// The number of the version that waits for its moment.
    pub scheduled: Option<i64>,
    /// That moment.
    pub publish_at: Option<Millis>,
    /// The files that the draft is drawn with, when the merchant uploaded them; none for a theme of the program (decision 0080).
    pub archive: Option<String>,
    /// Those that shoppers' version is drawn with.
    pub published_archive: Option<String>,
}

impl InstalledTheme {
    /// The draft is drawn with other files than what shoppers see.
    #[must_use]
    pub fn has_new_files(&self) -> bool {
        self.archive != self.published_archive
    }
}

/// What shoppers see of a store.
#[derive(Debug, Clone)]
pub struct LiveTheme {
    /// The theme's id.
    pub theme: String,
    /// Its files, when the merchant uploaded them.
    pub archive: Option<String>,
    /// The published sections of all pages, hidden ones too, in order.
    pub sections: Vec<Section>,
}

web::words! {
    /// Why a version was made.
    VersionKind as ThemeVersionKind {
        /// It was published, or scheduled to be.
        Published "published",
        /// The draft as it was before it was replaced.
        Kept "kept",
    }
}

/// An immutable snapshot of all pages of a theme; its sections are rows of their own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    /// Counted per theme of a store, from 1.
    pub number: i64,
    /// Why it was made.
    pub kind: VersionKind,
    /// The merchant's words on it.
    pub note: String,
    /// The version that was published again.
    pub based_on: Option<i64>,
    /// When.
    pub created_at: Millis,
    /// Who; empty for the program.
    pub created_by: String,
    /// The files that it is drawn with, when the merchant uploaded them.
    pub archive: Option<String>,
}

web::words! {
    /// What a preview is for.
    PreviewKind as ThemePreviewKind {
        /// The frame of an open editor.
        Editor "editor",
        /// A link for others.
        Share "share",
        /// A picture of the store in a theme: a frame that nobody works in.
        Look "look",
    }
}

/// Permission to see the draft of a theme.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview {
    /// The theme's folder.
    pub theme: String,
    /// What it is for.
    pub kind: PreviewKind,
    /// The member who opened it.
    pub user_id: Option<UserId>,
    /// The member's name.
    pub user_name: String,
    /// When it ends.
    pub expires_at: Millis,
}

/// The zone of a page in which a section is (TH-02).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ThemeZone)]
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
    Zone, "theme_version_sections" "zone";
    VersionKind, "theme_versions" "kind";
    PreviewKind, "theme_previews" "kind";
}

/// A section that a theme creates in every new store.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct DefaultSection {
    /// One of [`PAGES`], an alternate template of one, or `all` for header and footer.
    pub page: String,
    /// Its zone there.
    pub zone: Zone,
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
    /// The draft's counter at its last change; zero in a published version.
    pub version: i64,
}

impl Section {
    /// It is one of the page's sections that are added, moved and deleted.
    #[must_use]
    pub fn is_sortable_on(&self, page: &str) -> bool {
        self.zone == Zone::Sortable && self.page == page
    }

    /// Bytes of its settings and blocks.
    #[must_use]
    pub fn bytes(&self) -> usize {
        serde_json::to_string(&(&self.settings, &self.blocks)).map_or(0, |text| text.len())
    }
}

/// A repeatable part of a section.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ThemeBlock)]
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
