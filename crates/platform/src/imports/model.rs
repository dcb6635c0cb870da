//! An import's life, its rows and what is said about them. Pure.

use kernel::Lang;
use serde::{Deserialize, Serialize};

web::words! {
    /// Where an import is.
    Status as ImportStatus {
        /// The columns wait for their fields.
        Mapping "mapping",
        /// The dry run reads the file.
        Checking "checking",
        /// The dry run has counted what would happen.
        Checked "checked",
        /// Its things are being written.
        Running "running",
        /// Every row was written or has its reason.
        Done "done",
        /// The file cannot be read any more.
        Failed "failed",
        /// What was written is being taken back.
        Undoing "undoing",
        /// What was written is taken back, but for what was changed since.
        Undone "undone",
    }
}

/// What moves an import on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The merchant changes the mapping.
    Map,
    /// The merchant changes the mapping of an import that had nothing to write: it is to be checked again.
    Reopen,
    /// The merchant asks for a dry run.
    Check,
    /// The dry run is over.
    EndCheck,
    /// The dry run is over and there is nothing to write and nothing to mend: so is the import.
    Close,
    /// The merchant starts the import.
    Start,
    /// Every row was tried.
    EndRun,
    /// The merchant has what failed tried again.
    Retry,
    /// The merchant takes the import back.
    Undo,
    /// Everything that can go back has gone back.
    EndUndo,
    /// The file cannot be read any more.
    Fail,
}

/// A step that an import in this status does not take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an import that is {} does not take {step:?}", from.as_str())]
pub struct InvalidTransition {
    /// Where it is.
    pub from: Status,
    /// What was asked.
    pub step: Step,
}

impl Status {
    /// Where a step leads from here.
    ///
    /// # Errors
    /// [`InvalidTransition`].
    pub const fn take(self, step: Step) -> Result<Self, InvalidTransition> {
        Ok(match (self, step) {
            (Self::Mapping | Self::Checked | Self::Failed, Step::Map) | (Self::Done, Step::Reopen) => Self::Mapping,
            // A better mapping for what failed: what is done stays done.
            (Self::Done, Step::Map) => Self::Done,
            // One that is done without having written anything may be looked at anew.
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
    /// What an import may do. Each kind has its own choice of them.
    Mode as ImportMode {
        /// Makes new ones, and writes over those that are there.
        Both "both",
        /// Makes new ones alone.
        Create "create",
        /// Changes those that are there alone.
        Update "update",
        /// Makes new ones, and fills in what those that are there lack.
        Fill "fill",
    }
}

web::words! {
    /// What became of a thing of the file.
    RowOutcome {
        /// Dry run: it is new.
        WouldCreate "would_create",
        /// Dry run: it is there and differs.
        WouldUpdate "would_update",
        /// It is there and says the same.
        Unchanged "unchanged",
        /// The import makes no new ones, or changes none.
        Skipped "skipped",
        /// It has faults; nothing of it was written.
        Failed "failed",
        /// It is new in the store.
        Created "created",
        /// It was there and says now what the file says.
        Updated "updated",
        /// The undo has taken it back.
        Undone "undone",
        /// The undo has left it: it was changed since the import.
        Kept "kept",
    }
}

/// Something about a thing of the file, in both languages: it is stored, and shown in the reader's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowMessage {
    /// The row as a spreadsheet numbers it; none when it is about all of it.
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
    /// Of a column, by its caption, or of the whole thing; the thing's own row is meant.
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
    /// Unlike any other of the file.
    pub name: String,
    /// A few different cells.
    pub samples: Vec<String>,
}

/// Distinct names of columns for the mapping screen: the caption, numbered where it is there twice or blank.
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
