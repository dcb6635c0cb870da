//! Stamps: what was made of these very files, or passed for them, is not made or run again.

use std::path::{Path, PathBuf};

use crate::shell::{Outcome, root};

/// The stamp of that name.
pub(crate) fn stamp(name: &str) -> PathBuf {
    root().join("target/xtask").join(name)
}

/// The stamp was left for this value.
pub(crate) fn is_current(stamp: &Path, value: &str) -> bool {
    std::fs::read_to_string(stamp).is_ok_and(|stored| stored == value)
}

/// Leaves the stamp for this value.
///
/// # Errors
/// It cannot be written.
pub(crate) fn record(stamp: &Path, value: &str) -> Outcome {
    let folder = stamp.parent().ok_or("no folder for stamps")?;
    std::fs::create_dir_all(folder).and_then(|()| std::fs::write(stamp, value)).map_err(|e| format!("{}: {e}", stamp.display()))
}
