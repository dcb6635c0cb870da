//! Stamps: what was made of these very files, or passed for them, is not made or run again.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::{Outcome, output, root};
use crate::source::{files, fingerprint};

/// Everything that a suite or a walk could depend on, as it is now.
pub(crate) struct State {
    value: String,
}

impl State {
    /// Every file of the project but its papers, and the versions of the tools.
    pub(crate) fn now() -> Self {
        let is_paper = |path: &PathBuf| path.extension().is_some_and(|e| e == "md") && !path.starts_with(root().join("crates"));
        let inputs: Vec<PathBuf> = files(&root()).into_iter().filter(|path| !is_paper(path)).collect();
        let tools = [("rustc", "-vV"), ("node", "--version")].map(|(program, option)| {
            // A tool that is missing fails the step that needs it, not this.
            output(Command::new(program).arg(option)).unwrap_or_default()
        });
        Self { value: format!("{} {}", fingerprint(&inputs), tools.concat().replace('\n', " ")) }
    }

    /// The step has passed in this very state.
    pub(crate) fn has_passed(&self, step: &str) -> bool {
        is_current(&of_step(step), &self.value)
    }

    /// Writes down that the step has passed in this state.
    ///
    /// # Errors
    /// The stamp cannot be written.
    pub(crate) fn keep(&self, step: &str) -> Outcome {
        keep(&of_step(step), &self.value)
    }
}

fn of_step(step: &str) -> PathBuf {
    stamp(&format!("passed-{}", step.replace([' ', ':', ','], "-")))
}

/// The stamp of that name.
pub(crate) fn stamp(name: &str) -> PathBuf {
    root().join("target/xtask").join(name)
}

/// The stamp was left for this value.
pub(crate) fn is_current(stamp: &Path, value: &str) -> bool {
    std::fs::read_to_string(stamp).is_ok_and(|kept| kept == value)
}

/// Leaves the stamp for this value.
///
/// # Errors
/// It cannot be written.
pub(crate) fn keep(stamp: &Path, value: &str) -> Outcome {
    let folder = stamp.parent().ok_or("no folder for stamps")?;
    std::fs::create_dir_all(folder).and_then(|()| std::fs::write(stamp, value)).map_err(|e| format!("{}: {e}", stamp.display()))
}
