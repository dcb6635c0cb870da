//! `rawaj backup` and `rawaj restore`: a folder with the database and the media, written and restored while the program runs.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use db::{Db, Restore, SqliteConfig};
use kernel::Env;

use crate::config::{Config, Storage};
use crate::folder;
use crate::program::StartError;

/// How long `restore` waits for a running server to put the copy in place.
const RESTART_TIMEOUT: Duration = Duration::from_mins(1);

/// Copies a snapshot of the database, and the media, into a folder that may hold an earlier backup. The copy is examined before
/// it replaces the earlier one; `generations_kept` databases stay in the folder, the new one among them. Without a number no
/// generation is deleted: a manual backup into the folder of a schedule leaves all of them.
///
/// # Errors
/// On PostgreSQL, whose own tools make backups, when something cannot be read or written, and when the database is damaged or of
/// a newer version. Earlier backups stay unchanged.
pub fn backup(config: &Config, to: &Path, generations_kept: Option<usize>) -> Result<(), StartError> {
    let Storage { data, media_url, .. } = embedded(config, "pg_dump")?;
    if !folder::database(data).exists() {
        return Err(format!("there is no database in {}", data.display()).into());
    }
    folder::make_private(to).map_err(|e| format!("cannot make {}: {e}", to.display()))?;
    let lock = std::fs::File::options().create(true).truncate(false).write(true).open(to.join("backup.lock"))?;
    lock.try_lock().map_err(|_| format!("another backup is being written to {}", to.display()))?;
    let (from, blobs) = (folder::blobs(data), to.join("blobs"));
    // Media before and after the database: everything it references is in the copy, though pictures are added and deleted
    // meanwhile.
    if media_url.is_none() {
        copy_new(&from, &blobs)?;
    }
    let (part, complete) = (to.join("rawaj.db.part"), to.join("rawaj.db"));
    clear(&part);
    if let Err(e) = copy_database(data, &part) {
        clear(&part);
        return Err(format!("no backup was made: {e}; earlier ones in {} are as they were", to.display()).into());
    }
    let has_generations = generations_kept.map_or_else(|| !generations(to).is_empty(), |count| count > 1);
    if has_generations && complete.exists() {
        keep_generation(to, &complete)?;
    }
    std::fs::rename(&part, &complete)?;
    std::fs::File::open(to)?.sync_all()?;
    if let Some(count) = generations_kept {
        forget_generations(to, count.max(1) - 1);
    }
    if media_url.is_none() {
        copy_new(&from, &blobs)?;
        println!("database and media written to {}", to.display());
    } else {
        println!("database written to {}; the media are in their own store", to.display());
    }
    Ok(())
}

/// Writes a complete copy of the live database, flushed to disk when this returns.
fn copy_database(data: &Path, part: &Path) -> Result<(), StartError> {
    let db = Db::sqlite(SqliteConfig::new(folder::database(data)))?;
    db.backup(part)?;
    // This version of the program can restore every migration in the copy.
    db::Restore::check_known(part)?;
    std::fs::File::open(part)?.sync_all()?;
    Ok(())
}

/// Deletes an unfinished copy, and the files that SQLite put beside it.
fn clear(part: &Path) {
    for suffix in ["", "-journal", "-wal", "-shm"] {
        let mut name = part.as_os_str().to_owned();
        name.push(suffix);
        let _ = std::fs::remove_file(PathBuf::from(name));
    }
}

/// Prefix and suffix of the names of earlier databases; the time of the backup is between them.
const GENERATION: (&str, &str) = ("rawaj-", ".db");
/// Format of that time, a digit for each 0: UTC, with milliseconds.
const STAMP: &str = "00000000T000000Z-000";

/// Whether the file is an earlier database of ours: an operator's own `rawaj-before-upgrade.db` is not.
fn is_generation(name: &str) -> bool {
    let stamp = name.strip_prefix(GENERATION.0).and_then(|rest| rest.strip_suffix(GENERATION.1));
    stamp.is_some_and(|stamp| {
        stamp.len() == STAMP.len()
            && stamp
                .bytes()
                .zip(STAMP.bytes())
                .all(|(digit, pattern)| if pattern == b'0' { digit.is_ascii_digit() } else { digit == pattern })
    })
}

/// The earlier databases of a folder, the oldest first.
fn generations(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut all: Vec<PathBuf> = entries.filter(|e| e.file_name().to_str().is_some_and(is_generation)).map(|e| e.path()).collect();
    all.sort();
    all
}

/// Gives the last backup a name of its own, by its time. It keeps its first name as well until the next one takes it.
fn keep_generation(to: &Path, latest: &Path) -> Result<(), StartError> {
    let taken_at = std::fs::metadata(latest)?.modified()?.duration_since(std::time::UNIX_EPOCH)?;
    let stamp: String = kernel::Millis(i64::try_from(taken_at.as_millis())?).rfc3339();
    let stamp: String = stamp.chars().filter(char::is_ascii_alphanumeric).collect();
    let stamp = format!("{stamp}-{:03}", taken_at.subsec_millis());
    let kept_file = to.join(format!("{}{stamp}{}", GENERATION.0, GENERATION.1));
    // A file system without hard links copies instead: both files are complete at every moment.
    if !kept_file.exists() && std::fs::hard_link(latest, &kept_file).is_err() {
        let part = kept_file.with_extension("part");
        std::fs::copy(latest, &part)?;
        std::fs::rename(&part, &kept_file)?;
    }
    folder::keep_private(&kept_file)?;
    Ok(())
}

/// Deletes the oldest generations.
fn forget_generations(to: &Path, count: usize) {
    for old in generations(to).iter().rev().skip(count) {
        let _ = std::fs::remove_file(old);
    }
}

/// Restores a backup (its folder, or a database file alone) in the place of the live data. A running server restarts itself to
/// put it in place; the previous database is kept in the data folder.
///
/// # Errors
/// When the backup is damaged or of a newer version; then nothing has changed.
pub fn restore(config: &Config, from: &Path) -> Result<(), StartError> {
    let Storage { data, media_url, .. } = embedded(config, "pg_restore")?;
    folder::make_private(data).map_err(|e| format!("cannot make {}: {e}", data.display()))?;
    // The media of every generation are in one folder beside them.
    let (file, media) = if from.is_dir() {
        (from.join("rawaj.db"), Some(from.join("blobs")))
    } else {
        (from.to_path_buf(), from.parent().map(|folder| folder.join("blobs")).filter(|m| *m != folder::blobs(data)))
    };
    let restore = Restore::new(folder::database(data));
    let stamp: String = Env::system().now().rfc3339().chars().filter(char::is_ascii_alphanumeric).collect();
    // Media first: file names are never reused, so nothing is overwritten, and the restored database finds the files it
    // references.
    match media {
        Some(media) if media_url.is_none() && media.is_dir() => copy_new(&media, &folder::blobs(data))?,
        _ => println!("media are left as they are"),
    }
    let kept_file = restore.kept_for(&restore.stage(&file, &stamp)?);
    if !folder::put_in_place_alone(data)? {
        println!("the copy is whole; the running program takes it in now");
        let begun = Instant::now();
        while restore.waiting().is_some() {
            if begun.elapsed() > RESTART_TIMEOUT {
                return Err("the running program has not taken it in; it will when it is started again".into());
            }
            std::thread::sleep(Duration::from_millis(100));
        }
    }
    println!("restored from {}", file.display());
    if kept_file.exists() {
        println!("the database before is kept as {}", kept_file.display());
    }
    Ok(())
}

fn embedded<'a>(config: &'a Config, tool: &str) -> Result<&'a Storage, StartError> {
    match config.storage.database_url {
        None => Ok(&config.storage),
        Some(_) => Err(format!("DATABASE_URL names a PostgreSQL server: use {tool}").into()),
    }
}

/// Copies files that are missing, with their folders. A name is never written twice, so an existing file of the same size is the
/// same file.
fn copy_new(from: &Path, to: &Path) -> Result<(), StartError> {
    let folder = to.parent().unwrap_or(to).to_path_buf();
    let mut folders: Vec<(PathBuf, PathBuf)> = vec![(from.to_path_buf(), to.to_path_buf())];
    while let Some((from, to)) = folders.pop() {
        if !from.is_dir() {
            continue;
        }
        folder::make_private(&to)?;
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
            let failed = |e: std::io::Error| format!("cannot copy {}: {e}", source.display());
            let opened = match std::fs::File::open(&source) {
                Ok(opened) => opened,
                // Deleted since the folder was listed: the database will not reference it.
                Err(e) if e.kind() == std::io::ErrorKind::NotFound => continue,
                Err(e) => return Err(failed(e).into()),
            };
            folder::MediaPart::begin(&folder).and_then(|part| part.finish(opened, &target)).map_err(failed)?;
        }
    }
    Ok(())
}
