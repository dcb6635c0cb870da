//! The states of an import, its rows and their messages. Pure.

use kernel::Lang;
use serde::{Deserialize, Serialize};

web::words! {
    /// The state of an import.
    Status as ImportStatus {
        /// The columns are not mapped to fields yet.
        Mapping "mapping",
        /// The dry run is reading the file.
        Checking "checking",
        /// The dry run has counted what would change.
        Checked "checked",
        /// Its items are being written.
        Running "running",
        /// Every row was written or has its reason.
        Done "done",
        /// The file cannot be read any more, or the job is dead.
        Failed "failed",
        /// It is being undone.
        Undoing "undoing",
        /// It is undone, except for records changed since.
        Undone "undone",
    }
}

/// A transition of an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The merchant changes the mapping.
    Map,
    /// The merchant changes the mapping of an import that had nothing to write: it has to be checked again.
    Reopen,
    /// The merchant starts a dry run.
    Check,
    /// The dry run ends.
    EndCheck,
    /// The dry run ends with nothing to write and no failed row: the import is done.
    Close,
    /// The merchant starts the import.
    Start,
    /// The run ends: every row was tried.
    EndRun,
    /// The merchant retries the failed rows.
    Retry,
    /// The merchant undoes the import.
    Undo,
    /// The undo ends.
    EndUndo,
    /// The import fails.
    Fail,
}

/// A transition that the import's state does not allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an import that is {} does not take {step:?}", from.as_str())]
pub struct InvalidTransition {
    /// Its state.
    pub from: Status,
    /// The requested transition.
    pub step: Step,
}

impl Status {
    /// The state after a transition.
    ///
    /// # Errors
    /// [`InvalidTransition`].
    pub const fn take(self, step: Step) -> Result<Self, InvalidTransition> {
        Ok(match (self, step) {
            (Self::Mapping | Self::Checked | Self::Failed, Step::Map) | (Self::Done, Step::Reopen) => Self::Mapping,
            // A better mapping for the failed rows: written ones stay.
            (Self::Done, Step::Map) => Self::Done,
            // An import that is done without having written anything can be checked again.
            (Self::Mapping | Self::Checked | Self::Failed | Self::Done, Step::Check) => Self::Checking,
            (Self::Checking, Step::EndCheck) => Self::Checked,
            (Self::Checking, Step::Close) => Self::Done,
            (Self::Mapping | Self::Checked, Step::Start) | (Self::Done, Step::Retry) => Self::Running,
            (Self::Running, Step::EndRun) => Self::Done,
            (Self::Done | Self::Failed, Step::Undo) => Self::Undoing,
            (Self::Undoing, Step::EndUndo) => Self::Undone,
            (Self::Checking | Self::Running | Self::Undoing, Step::Fail) => Self::Failed,
            (from, step) => return Err(InvalidTransition { from, step }),
        })
    }
}

web::words! {
    /// What an import may change. Each kind supports some of these.
    Mode as ImportMode {
        /// Creates new records and overwrites existing ones.
        Both "both",
        /// Creates new records only.
        Create "create",
        /// Updates existing records only.
        Update "update",
        /// Creates new records, and fills empty fields of existing ones.
        Fill "fill",
    }
}

web::words! {
    /// The outcome of an item of the file.
    RowOutcome {
        /// Dry run: it is new.
        WouldCreate "would_create",
        /// Dry run: it exists and differs.
        WouldUpdate "would_update",
        /// It exists with the same values.
        Unchanged "unchanged",
        /// The mode leaves it alone: no new ones are created, or none changed.
        Skipped "skipped",
        /// It has faults; nothing of it was written.
        Failed "failed",
        /// It was created.
        Created "created",
        /// It was updated.
        Updated "updated",
        /// The undo reverted it.
        Undone "undone",
        /// The undo left it as it is: it was changed since the import.
        Kept "kept",
    }
}

/// A message about an item of the file, in both languages: it is stored, and shown in the reader's language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowMessage {
    /// The row as a spreadsheet numbers it; none when it concerns the whole item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The column's caption, as the file writes it.
    pub column: Option<String>,
    /// In Arabic, with its values filled in.
    pub ar: String,
    /// The same in English.
    pub en: String,
}

impl RowMessage {
    /// About a column, by its caption, or about the whole item; it refers to the item's first row.
    #[must_use]
    pub fn new(column: Option<String>, message: &web::Message) -> Self {
        Self { line: None, column, ar: message.get(Lang::Ar).to_owned(), en: message.get(Lang::En).to_owned() }
    }

    pub(super) fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::Ar => &self.ar,
            Lang::En => &self.en,
        }
    }
}

/// A column of the file, for the mapping screen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    /// Unique in the file.
    pub name: String,
    /// A few distinct cells.
    pub samples: Vec<String>,
}

/// Unique names of columns for the mapping screen: the caption, numbered where it is a duplicate or blank.
#[must_use]
pub fn column_names(headers: &[String]) -> Vec<String> {
    let mut names: Vec<String> = Vec::with_capacity(headers.len());
    for (i, header) in headers.iter().enumerate() {
        let stem = if header.trim().is_empty() { format!("#{}", i + 1) } else { header.trim().to_owned() };
        let mut name = stem.clone();
        let mut n = 2;
        while names.contains(&name) {
            name = format!("{stem} ({n})");
            n += 1;
        }
        names.push(name);
    }
    names
}

/// Why the file cannot be read any more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Failure {
    pub(super) code: String,
    pub(super) ar: String,
    pub(super) en: String,
}

impl Failure {
    pub(super) fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::Ar => &self.ar,
            Lang::En => &self.en,
        }
    }
}

db::stored_words! {
    Status, "imports" "status";
    Mode, "imports" "mode";
    RowOutcome, "import_rows" "outcome";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_matrix_of_an_imports_life() {
        use Status::{Checked, Checking, Done, Failed, Mapping, Running, Undoing, Undone};
        let steps = [
            Step::Map,
            Step::Reopen,
            Step::Check,
            Step::EndCheck,
            Step::Close,
            Step::Start,
            Step::EndRun,
            Step::Retry,
            Step::Undo,
            Step::EndUndo,
            Step::Fail,
        ];
        let allowed = [
            (Mapping, Step::Map, Mapping),
            (Mapping, Step::Check, Checking),
            (Mapping, Step::Start, Running),
            (Checking, Step::EndCheck, Checked),
            (Checking, Step::Close, Done),
            (Done, Step::Check, Checking),
            (Checking, Step::Fail, Failed),
            (Checked, Step::Map, Mapping),
            (Checked, Step::Check, Checking),
            (Checked, Step::Start, Running),
            (Running, Step::EndRun, Done),
            (Running, Step::Fail, Failed),
            (Done, Step::Map, Done),
            (Done, Step::Reopen, Mapping),
            (Done, Step::Retry, Running),
            (Done, Step::Undo, Undoing),
            (Failed, Step::Map, Mapping),
            (Failed, Step::Check, Checking),
            (Failed, Step::Undo, Undoing),
            (Undoing, Step::EndUndo, Undone),
            (Undoing, Step::Fail, Failed),
        ];
        for from in Status::ALL {
            for step in steps {
                let expected = allowed.iter().find(|a| a.0 == *from && a.1 == step).map(|a| a.2);
                assert_eq!(from.take(step).ok(), expected, "{from:?} {step:?}");
            }
            assert_eq!(Status::parse(from.as_str()), Some(*from));
        }
    }

    #[test]
    fn columns_of_one_caption_are_told_apart() {
        let headers = ["Images", "", "Images", "Images (2)", ""].map(str::to_owned);
        assert_eq!(column_names(&headers), ["Images", "#2", "Images (2)", "Images (2) (2)", "#5"]);
    }
}
