//! `rawaj backup` and `rawaj restore`: a folder with the database and the media, made and taken back while the program runs.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use db::{Db, Restore, SqliteConfig};
use kernel::Env;

use crate::config::{Config, Storage};
use crate::folder;
use crate::program::StartError;

/// How long `restore` waits for a running server to take the copy.
const PATIENCE: Duration = Duration::from_secs(60);

/// Copies the database as it is at one moment, and the media, into a folder that may hold an earlier backup.
///
/// # Errors
/// On PostgreSQL, whose own tools make backups, and when something cannot be read or written.
pub fn backup(config: &Config, to: &Path) -> Result<(), StartError> {
    let Storage { data, media_url, .. } = embedded(config, "pg_dump")?;
    if !folder::database(data).exists() {
        return Err(format!("there is no database in {}", data.display()).into());
    }
    std::fs::create_dir_all(to).map_err(|e| format!("cannot make {}: {e}", to.display()))?;
    let (from, blobs) = (folder::blobs(data), to.join("blobs"));
    // Before and after: what the database speaks of is in the copy, though pictures come and go meanwhile.
    if media_url.is_none() {
        copy_new(&from, &blobs)?;
    }
    let (part, whole) = (to.join("rawaj.db.part"), to.join("rawaj.db"));
    if part.exists() {
        std::fs::remove_file(&part)?;
    }
    Db::sqlite(SqliteConfig::new(folder::database(data)))?.backup(&part)?;
    std::fs::File::open(&part)?.sync_all()?;
    std::fs::rename(&part, &whole)?;
    if media_url.is_none() {
        copy_new(&from, &blobs)?;
        println!("database and media written to {}", to.display());
    } else {
        println!("database written to {}; the media are in their own store", to.display());
    }
    Ok(())
}

/// Puts a backup (its folder, or a database file alone) in the place of what is there. A running server takes it by
/// starting anew by itself; the database before is kept in the data folder.
///
/// # Errors
/// When the backup is not whole or of a newer program; then nothing has changed.
pub fn restore(config: &Config, from: &Path) -> Result<(), StartError> {
    let Storage { data, media_url, .. } = embedded(config, "pg_restore")?;
    std::fs::create_dir_all(data).map_err(|e| format!("cannot make {}: {e}", data.display()))?;
    let (file, media) =
        if from.is_dir() { (from.join("rawaj.db"), Some(from.join("blobs"))) } else { (from.to_path_buf(), None) };
    let restore = Restore::of(folder::database(data));
    let stamp: String = Env::system().now().rfc3339().chars().filter(char::is_ascii_alphanumeric).collect();
    // Media first: names are never used twice, so they disturb nobody, and the database that speaks of them finds them.
    match media {
        Some(media) if media_url.is_none() && media.is_dir() => copy_new(&media, &folder::blobs(data))?,
        _ => println!("media are left as they are"),
    }
    let kept = restore.kept_for(&restore.stage(&file, &stamp)?);
    if !folder::put_in_place_alone(data)? {
        println!("the copy is whole; the running program takes it in now");
        let begun = Instant::now();
        while restore.waiting().is_some() {
            if begun.elapsed() > PATIENCE {
                return Err("the running program has not taken it in; it will when it is started again".into());
            }
            std::thread::sleep(Duration::from_millis(100));
        }
    }
    println!("restored from {}", file.display());
    if kept.exists() {
        println!("the database before is kept as {}", kept.display());
    }
    Ok(())
}

fn embedded<'a>(config: &'a Config, tool: &str) -> Result<&'a Storage, StartError> {
    match config.storage.database_url {
        None => Ok(&config.storage),
        Some(_) => Err(format!("DATABASE_URL names a PostgreSQL server: use {tool}").into()),
    }
}

/// Copies files that are not there yet, with the folders they are in. A name is never written twice, so one that is there
/// in its size is the same file.
fn copy_new(from: &Path, to: &Path) -> Result<(), StartError> {
    let mut folders: Vec<(PathBuf, PathBuf)> = vec![(from.to_path_buf(), to.to_path_buf())];
    while let Some((from, to)) = folders.pop() {
        if !from.is_dir() {
            continue;
        }
        std::fs::create_dir_all(&to)?;
        for entry in std::fs::read_dir(&from)? {
            let entry = entry?;
            let (source, target) = (entry.path(), to.join(entry.file_name()));
            if entry.file_type()?.is_dir() {
                folders.push((source, target));
                continue;
            }
            let Ok(size) = entry.metadata().map(|m| m.len()) else { continue };
            if std::fs::metadata(&target).is_ok_and(|m| m.len() == size) {
                continue;
            }
            let part = target.with_extension("part");
            match std::fs::copy(&source, &part) {
                Ok(_) => std::fs::rename(&part, &target)?,
                // Deleted while we looked: the database will not speak of it.
                Err(e) if e.kind() == std::io::ErrorKind::NotFound => {}
                Err(e) => return Err(format!("cannot copy {}: {e}", source.display()).into()),
            }
        }
    }
    Ok(())
}
