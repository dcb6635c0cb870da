//! The data of a batch, as values that every language can describe. Pure.

use kernel::Texts;
use serde::{Deserialize, Serialize};

use super::undo::KeptField;
use crate::bulk_action::action::ActionIn;
use crate::words::SearchWord;
use platform::batches::{self, both};

/// Products as an area of batches; `bulk::run` is how one of their batches runs.
pub(crate) struct Products;

/// A batch of products.
pub(crate) type Batch = batches::Batch<Products>;
/// A batch about to be inserted.
pub(crate) type NewBatch = batches::NewBatch<Products>;

/// The kind of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = BatchKind)]
pub(crate) enum Kind {
    /// One bulk action on many products.
    Bulk,
    /// Cells of the spreadsheet view.
    Sheet,
    /// Products removed, one or many.
    Delete,
    /// Products imported from a file.
    Import,
    /// The undo of another batch.
    Undo,
}

impl Kind {
    const ALL: [Self; 5] = [Self::Bulk, Self::Sheet, Self::Delete, Self::Import, Self::Undo];

    /// The value in the API and in the table.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Bulk => "bulk",
            Self::Sheet => "sheet",
            Self::Delete => "delete",
            Self::Import => "import",
            Self::Undo => "undo",
        }
    }

    /// Parses the value.
    pub(crate) fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == word)
    }
}

/// What was done, as structured data.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct BatchDetails {
    /// Of a bulk edit: the action as it was sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) action: Option<ActionIn>,
    /// Of a bulk edit over everything that matched: the query of the list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) filter: Option<String>,
    /// Of a bulk edit over the results of a search: the search words as they were interpreted when the batch began. The batch
    /// does not reinterpret them as misspellings when its own changes leave few results.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) words: Option<Vec<SearchWord>>,
    /// Of an import.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) file_name: Option<String>,
    /// Of a delete of one product.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<Texts>,
    /// Of an undo: the kind of the batch that it undoes; the other fields are then those of that batch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) undoes: Option<Kind>,
}

/// Why a product was left unchanged: the message of a rule, or the fields that keep later values.
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
    /// A note that holds only a message.
    pub(crate) fn from_message(message: &web::Message) -> Self {
        Self { message: Some(both(message)), ..Self::default() }
    }
}

db::stored_words! {
    Kind, "batches" "kind";
}
