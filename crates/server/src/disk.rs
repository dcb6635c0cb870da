//! A full disk at start: the engine's own message ("disk I/O error") does not say what to do.

use std::error::Error;
use std::io::{self, Write as _};
use std::path::Path;

use crate::program::StartError;

/// Bytes written to test whether the disk takes any: more than the engine needs to open its files.
const PROBE: usize = 256 * 1024;

/// The error, with advice when the disk of the data folder is full.
pub(crate) fn explained(data: &Path, error: StartError) -> StartError {
    if !is_full(&*error) && !takes_nothing(data) {
        return error;
    }
    format!(
        "the disk that holds {} is full, and the database needs room to open. Nothing was changed. Free some space (100 MB at \
         least; `before-restore-*.db` of this folder, old backups and logs are what may go, never `rawaj.db`, `rawaj.db-wal` or \
         `blobs`), or make the disk larger, and start again ({error})",
        data.display()
    )
    .into()
}

fn is_full(error: &(dyn Error + 'static)) -> bool {
    let mut next = Some(error);
    while let Some(e) = next {
        if e.downcast_ref::<db::Error>().is_some_and(db::Error::is_disk_full) || e.downcast_ref().is_some_and(is_full_io) {
            return true;
        }
        next = e.source();
    }
    false
}

fn is_full_io(e: &io::Error) -> bool {
    matches!(e.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
}

/// Whether the folder exists and takes no more bytes.
fn takes_nothing(data: &Path) -> bool {
    let path = data.join(format!(".space-{}", std::process::id()));
    let written = std::fs::File::create(&path).and_then(|mut file| {
        file.write_all(&vec![1; PROBE])?;
        file.sync_all()
    });
    let _ = std::fs::remove_file(&path);
    written.is_err_and(|e| is_full_io(&e))
}

#[cfg(test)]
mod tests {
    use super::*;

    // L11
    #[test]
    fn a_full_disk_is_said_with_what_to_do_and_other_faults_are_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        let full: StartError = Box::new(io::Error::from(io::ErrorKind::StorageFull));
        let text = explained(dir.path(), full).to_string();
        assert!(
            text.contains("is full") && text.contains(&dir.path().display().to_string()) && text.contains("start again"),
            "{text}"
        );
        let other: StartError = "something else".into();
        assert_eq!(explained(dir.path(), other).to_string(), "something else");
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0, "nothing is left behind");
        let missing: StartError = "something else".into();
        assert_eq!(explained(&dir.path().join("nowhere"), missing).to_string(), "something else");
    }
}
