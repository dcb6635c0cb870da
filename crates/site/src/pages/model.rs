//! The model of a page of text (ST-08). Pure.

use kernel::{ContentPageId, Millis, Texts};
use serde::{Deserialize, Serialize};

/// Most pages of a store.
pub(super) const MOST: usize = 200;
/// Most characters of a title, in each language.
pub(super) const MOST_TITLE: usize = 150;
/// Most characters of the content, in each language.
pub(super) const MOST_CONTENT: usize = 100_000;

/// Whether shoppers see a page. Every pair is a transition; a scheduled page is published by its job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PageStatus)]
pub enum Status {
    /// Only members of the store see it.
    Draft,
    /// Published at a moment that is stored beside it.
    Scheduled,
    /// In the store.
    Published,
}

impl Status {
    /// The value in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Scheduled => "scheduled",
            Self::Published => "published",
        }
    }

    /// Parses the value.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Draft, Self::Scheduled, Self::Published].into_iter().find(|status| status.as_str() == word)
    }
}

/// The policy that a page states; a store has at most one page of each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Policy {
    /// What happens with personal data.
    Privacy,
    /// Terms of an order.
    Terms,
    /// Returns and exchanges.
    Returns,
    /// How and when orders are delivered.
    Shipping,
}

impl Policy {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Privacy, Self::Terms, Self::Returns, Self::Shipping];

    /// The value in the database, in addresses and on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Privacy => "privacy",
            Self::Terms => "terms",
            Self::Returns => "returns",
            Self::Shipping => "shipping",
        }
    }

    /// Parses the value.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|policy| policy.as_str() == word)
    }
}

db::stored_words! {
    Status, "content_pages" "status";
    Policy, "content_pages" "policy";
}

/// A page of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Its id.
    pub id: ContentPageId,
    /// The heading.
    pub title: Texts,
    /// Sanitised HTML.
    pub content: Texts,
    /// Whether shoppers see it.
    pub status: Status,
    /// When a scheduled page is published.
    pub publish_at: Option<Millis>,
    /// The policy that it states.
    pub policy: Option<Policy>,
    /// Title for search engines; its heading where empty.
    pub meta_title: Texts,
    /// Description for search engines; the beginning of its content where empty.
    pub meta_description: Texts,
    /// The theme's alternate template that shows it: `wide`; the plain one when none, or when the theme has none of that name.
    pub template: Option<String>,
    /// When it was created.
    pub created_at: Millis,
    /// When it last changed.
    pub updated_at: Millis,
    /// When it was deleted.
    pub deleted_at: Option<Millis>,
    /// Incremented by every change.
    pub version: i64,
}

/// The answer to an address of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PageAtAddress {
    /// The published page, with the last segment of its address in each language.
    Page(Box<Page>, Texts),
    /// An earlier address, or that of the other language: the slug in the language that was asked for.
    Moved(String),
}
