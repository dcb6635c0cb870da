//! What a batch is, in words that every language can tell. Pure.

use kernel::Texts;
use serde::{Deserialize, Serialize};

use crate::catalog::bulk::ActionIn;
use crate::catalog::words::Asked;

macro_rules! words {
    ($(#[$doc:meta])* $name:ident as $schema:ident { $($(#[$vdoc:meta])* $v:ident $word:tt),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
        #[schema(as = $schema)]
        pub(in crate::catalog) enum $name { $($(#[$vdoc])* #[serde(rename = $word)] $v),* }

        impl $name {
            const ALL: &'static [Self] = &[$(Self::$v),*];

            /// The word on the wire and in the table.
            pub(in crate::catalog) const fn as_str(self) -> &'static str { match self { $(Self::$v => $word),* } }

            /// Reads the word.
            pub(in crate::catalog) fn parse(word: &str) -> Option<Self> { Self::ALL.iter().copied().find(|v| v.as_str() == word) }
        }
    };
}

words! {
    /// What kind of act it was.
    Kind as BatchKind {
        /// One action over many products.
        Bulk "bulk",
        /// Cells of the spreadsheet view.
        Sheet "sheet",
        /// Products removed, one or many.
        Delete "delete",
        /// A file.
        Import "import",
        /// Another batch taken back.
        Undo "undo",
    }
}

words! {
    /// How far it is.
    Status as BatchStatus {
        /// Background work goes on.
        Running "running",
        /// Over.
        Done "done",
        /// Stopped by a person; what was done stays, and can be undone.
        Cancelled "cancelled",
        /// The work gave up; what was done stays, and can be undone.
        Failed "failed",
    }
}

words! {
    /// Why a product of a batch was left as it is.
    Outcome as BatchOutcome {
        /// A rule refused it.
        Failed "failed",
        /// Somebody changed it since.
        Kept "kept",
    }
}

/// What was done, as facts.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(in crate::catalog) struct What {
    /// Of a bulk edit: the action as it was sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::catalog) action: Option<ActionIn>,
    /// Of a bulk edit over everything that matched: the query of the list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::catalog) filter: Option<String>,
    /// Of a bulk edit over what a search found: the words as they were understood when it began. What the work leaves of them
    /// is not taken for a slip of others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::catalog) words: Option<Vec<Asked>>,
    /// Of an import.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::catalog) file_name: Option<String>,
    /// Of a delete of one product.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::catalog) name: Option<Texts>,
    /// Of an undo: what kind of batch it takes back; the other facts are that batch's then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::catalog) undoes: Option<Kind>,
}

/// What a rule said, or which fields stay.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::catalog) struct Note {
    /// Fields that were changed since.
    #[serde(default)]
    pub(in crate::catalog) kept: Vec<super::undo::Kept>,
    /// The reason, in Arabic and English.
    #[serde(default)]
    pub(in crate::catalog) message: Option<(String, String)>,
}

impl Note {
    /// A reason in words.
    pub(in crate::catalog) fn of(message: &web::Message) -> Self {
        Self { message: Some((message.ar.to_string(), message.en.to_string())), ..Self::default() }
    }
}
