//! What a batch is, in words that every language can tell. Pure.

use kernel::Texts;
use serde::{Deserialize, Serialize};

use super::undo::KeptField;
use crate::bulk_action::action::ActionIn;
use crate::words::SearchWord;
use platform::batches::{self, both};

/// Products as an area of batches; `bulk::run` says how a batch of them is worked off.
pub(crate) struct Products;

/// A batch of products.
pub(crate) type Batch = batches::Batch<Products>;
/// One about to be written.
pub(crate) type NewBatch = batches::NewBatch<Products>;

/// What kind of act it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = BatchKind)]
pub(crate) enum Kind {
    /// One action over many products.
    Bulk,
    /// Cells of the spreadsheet view.
    Sheet,
    /// Products removed, one or many.
    Delete,
    /// A file.
    Import,
    /// Another batch taken back.
    Undo,
}

impl Kind {
    const ALL: [Self; 5] = [Self::Bulk, Self::Sheet, Self::Delete, Self::Import, Self::Undo];

    /// The word on the wire and in the table.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Bulk => "bulk",
            Self::Sheet => "sheet",
            Self::Delete => "delete",
            Self::Import => "import",
            Self::Undo => "undo",
        }
    }

    /// Reads the word.
    pub(crate) fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == word)
    }
}

/// What was done, as facts.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct BatchDetails {
    /// Of a bulk edit: the action as it was sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) action: Option<ActionIn>,
    /// Of a bulk edit over everything that matched: the query of the list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) filter: Option<String>,
    /// Of a bulk edit over what a search found: the words as they were understood when it began. What the work leaves of them
    /// is not taken for a slip of others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) words: Option<Vec<SearchWord>>,
    /// Of an import.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) file_name: Option<String>,
    /// Of a delete of one product.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<Texts>,
    /// Of an undo: what kind of batch it takes back; the other facts are that batch's then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) undoes: Option<Kind>,
}

/// What a rule said, or which fields stay.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Note {
    /// Fields that were changed since.
    #[serde(default)]
    pub(crate) kept: Vec<KeptField>,
    /// The reason, in Arabic and English.
    #[serde(default)]
    pub(crate) message: Option<(String, String)>,
}

impl Note {
    /// A reason in words.
    pub(crate) fn from_message(message: &web::Message) -> Self {
        Self { message: Some(both(message)), ..Self::default() }
    }
}

db::stored_words! {
    Kind, "batches" "kind";
}
