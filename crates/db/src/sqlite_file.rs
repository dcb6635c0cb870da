//! Database files of SQLite: created for their owner alone, and copied as they were at one moment.

use std::path::Path;
use std::time::Duration;

use rusqlite::Connection;

use crate::error::{Error, Result};

/// Copies a database in one step, hence as it was at one moment: between two steps another connection's write would begin
/// the copy anew, and under steady load it would never end. Writers do not wait for it.
pub(crate) fn copy(source: &Connection, target: &mut Connection) -> Result<()> {
    use rusqlite::backup::{Backup, StepResult};
    let backup = Backup::new(source, target)?;
    for _ in 0..100 {
        match backup.step(-1)? {
            StepResult::Done => return Ok(()),
            _ => std::thread::sleep(Duration::from_millis(50)),
        }
    }
    Err(Error::Busy)
}

/// Creates a file that only its owner can read, and takes read access to an existing one from everybody else. The files that
/// SQLite puts beside a database (log, index, journal) take their mode from it.
pub(crate) fn private(path: &Path) -> Result<()> {
    let failed = |e: std::io::Error| Error::Setup(format!("cannot open {}: {e}", path.display()));
    let mut options = std::fs::OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
        let file = options.mode(0o600).open(path).map_err(failed)?;
        if file.metadata().map_err(failed)?.permissions().mode() & 0o077 != 0 {
            file.set_permissions(std::fs::Permissions::from_mode(0o600)).map_err(failed)?;
        }
    }
    #[cfg(not(unix))]
    options.open(path).map_err(failed)?;
    Ok(())
}
