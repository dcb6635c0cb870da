//! What cargo compiled of packages that are not ours, kept outside the checkout, so that a fresh clone on the same machine compiles
//! our own crates only. Used where [`VARIABLE`] names a folder; `.ci/run` does.
//!
//! Cargo names the files of a unit (a package with its features, profile and compiler) by one hash, and tells by the unit's
//! fingerprint whether they are what it wants, as it does for a target folder that several checkouts share. There is one cache, of one
//! lock file and compiler; another takes its place. Files are copied, not linked: cargo writes some of them again in place.

use std::collections::BTreeSet;
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io;
use std::path::{Path, PathBuf};

use crate::shell::{Outcome, command, output, root};

/// The environment's name for the folder of the cache; without it there is none.
const VARIABLE: &str = "XTASK_CACHE";

/// How the folders of caches begin.
const PREFIX: &str = "dependencies-";

/// The parts of a target folder, each before those that say that it is complete.
const PARTS: [&str; 3] = ["deps", "build", ".fingerprint"];

/// Brings dependencies from the cache where `debug` lacks some. What cannot be read is compiled instead.
pub(crate) fn restore(debug: &Path) {
    let Some(cache) = folder() else { return };
    match copy_all(&cache, debug) {
        Ok(0) => {}
        Ok(count) => println!("{count} compiled dependencies are taken from {}", cache.display()),
        Err(e) => println!("compiled dependencies cannot be taken from {}: {e}", cache.display()),
    }
}

/// Replaces the cache by the dependencies in `debug` where it lacks one. A cache that cannot be written is none.
pub(crate) fn save(debug: &Path) {
    let Some(cache) = folder() else { return };
    match workspace_packages().and_then(|own| replace(&cache, debug, &own).map_err(|e| e.to_string())) {
        Ok(true) => println!("compiled dependencies are kept in {}", cache.display()),
        Ok(false) => {}
        Err(e) => println!("compiled dependencies cannot be kept in {}: {e}", cache.display()),
    }
}

/// The folder for this lock file and this compiler.
fn folder() -> Option<PathBuf> {
    let parent = std::env::var_os(VARIABLE).filter(|folder| !folder.is_empty())?;
    let mut hash = DefaultHasher::new();
    fs::read(root().join("Cargo.lock")).ok()?.hash(&mut hash);
    output(&mut command("rustc", &["-vV"])).ok()?.hash(&mut hash);
    Some(Path::new(&parent).join(format!("{PREFIX}{:016x}", hash.finish())))
}

/// Names of the packages of this workspace.
fn workspace_packages() -> Outcome<BTreeSet<String>> {
    let metadata = output(&mut command("cargo", &["metadata", "--no-deps", "--format-version=1", "--locked"]))?;
    let metadata: serde_json::Value = serde_json::from_str(&metadata).map_err(|e| e.to_string())?;
    let packages = metadata["packages"].as_array().ok_or("cargo names no packages")?;
    Ok(packages.iter().filter_map(|package| package["name"].as_str()).map(str::to_owned).collect())
}

/// Hash of a unit by the name of its folder or file: 16 hexadecimal digits after the last hyphen.
fn unit(name: &str) -> Option<(&str, &str)> {
    let (package, rest) = name.rsplit_once('-')?;
    let hash = rest.split('.').next()?;
    (hash.len() == 16 && hash.bytes().all(|b| b.is_ascii_hexdigit())).then_some((package, hash))
}

/// Hashes of the units of a target folder, but for those of the packages `without`.
fn units(debug: &Path, without: &BTreeSet<String>) -> io::Result<BTreeSet<String>> {
    let names = names(&debug.join(".fingerprint"))?;
    let units = names.iter().filter_map(|name| unit(name));
    Ok(units.filter(|(package, _)| !without.contains(*package)).map(|(_, hash)| hash.to_owned()).collect())
}

/// Copies all units of the cache, and answers how many; none where `debug` has them all. Those that it has are copied as well: cargo
/// compiled them for this program a moment ago, and takes whatever is older than what it depends on for stale.
fn copy_all(cache: &Path, debug: &Path) -> io::Result<usize> {
    let cached = units(cache, &BTreeSet::new())?;
    if cached.is_subset(&units(debug, &BTreeSet::new())?) {
        return Ok(0);
    }
    copy_units(cache, debug, &cached)?;
    Ok(cached.len())
}

/// Whether there was something new. A reader of the old cache loses what it has not copied yet, and compiles it.
fn replace(cache: &Path, debug: &Path, own: &BTreeSet<String>) -> io::Result<bool> {
    let found = units(debug, own)?;
    if found.is_subset(&units(cache, &BTreeSet::new())?) {
        return Ok(false);
    }
    let parent = cache.parent().unwrap_or(cache);
    fs::create_dir_all(parent)?;
    // Caches of other lock files, and what a run left that was ended while it copied.
    for name in names(parent)?.iter().filter(|name| name.starts_with(PREFIX)) {
        fs::remove_dir_all(parent.join(name))?;
    }
    let fresh = tempfile::Builder::new().prefix(PREFIX).tempdir_in(parent)?;
    copy_units(debug, fresh.path(), &found)?;
    fs::rename(fresh.path(), cache)?;
    let _ = fresh.keep();
    Ok(true)
}

fn copy_units(from: &Path, to: &Path, hashes: &BTreeSet<String>) -> io::Result<()> {
    for part in PARTS {
        fs::create_dir_all(to.join(part))?;
        for name in names(&from.join(part))? {
            if unit(&name).is_some_and(|(_, hash)| hashes.contains(hash)) {
                copy(&from.join(part).join(&name), &to.join(part).join(&name))?;
            }
        }
    }
    Ok(())
}

/// A file or a folder with its times, by which cargo judges what is newer.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let kind = from.symlink_metadata()?.file_type();
    if kind.is_dir() {
        fs::create_dir_all(to)?;
        for name in names(from)? {
            copy(&from.join(&name), &to.join(&name))?;
        }
        return Ok(());
    }
    if !kind.is_file() {
        return Ok(());
    }
    fs::copy(from, to)?;
    fs::File::options().append(true).open(to)?.set_modified(from.metadata()?.modified()?)
}

/// Names in a folder; none where there is no folder.
fn names(folder: &Path) -> io::Result<Vec<String>> {
    match fs::read_dir(folder) {
        Ok(entries) => entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect(),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(e) => Err(e),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, SystemTime};

    const SERDE: &str = "0123456789abcdef";
    const OWN: &str = "fedcba9876543210";

    fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    fn compiled(debug: &Path) {
        for (package, hash) in [("serde", SERDE), ("commerce", OWN)] {
            write(debug, &format!("deps/lib{package}-{hash}.rlib"), package);
            write(debug, &format!("build/{package}-{hash}/out/made.rs"), package);
            write(debug, &format!(".fingerprint/{package}-{hash}/lib-{package}"), package);
        }
    }

    #[test]
    fn dependencies_are_brought_to_another_checkout_with_their_times_and_own_crates_are_not() {
        let [first, second, caches] = [(); 3].map(|()| tempfile::tempdir().unwrap());
        let cache = caches.path().join("dependencies-0123456789abcdef");
        write(caches.path(), "dependencies-of-another-lock-file/deps/libold.rlib", "old");
        write(caches.path(), "notes.txt", "of somebody else");
        compiled(first.path());
        let long_ago = SystemTime::UNIX_EPOCH + Duration::from_hours(24);
        let rlib = first.path().join(format!("deps/libserde-{SERDE}.rlib"));
        fs::File::options().append(true).open(&rlib).unwrap().set_modified(long_ago).unwrap();
        let own = BTreeSet::from(["commerce".to_owned()]);
        assert!(replace(&cache, first.path(), &own).unwrap());
        assert!(!replace(&cache, first.path(), &own).unwrap(), "nothing is new");
        let mut left = names(caches.path()).unwrap();
        left.sort();
        assert_eq!(left, ["dependencies-0123456789abcdef", "notes.txt"]);

        assert_eq!(copy_all(&cache, second.path()).unwrap(), 1);
        let restored = second.path().join(format!("deps/libserde-{SERDE}.rlib"));
        assert_eq!(fs::read_to_string(&restored).unwrap(), "serde");
        assert_eq!(restored.metadata().unwrap().modified().unwrap(), rlib.metadata().unwrap().modified().unwrap());
        assert!(second.path().join(format!("build/serde-{SERDE}/out/made.rs")).exists());
        assert!(second.path().join(format!(".fingerprint/serde-{SERDE}/lib-serde")).exists());
        assert!(!second.path().join(format!("deps/libcommerce-{OWN}.rlib")).exists());
    }

    #[test]
    fn what_was_compiled_a_moment_ago_becomes_as_old_as_what_depends_on_it() {
        let [debug, cache] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        compiled(cache.path());
        let path = format!(".fingerprint/serde-{SERDE}/lib-serde");
        write(debug.path(), &path, "newer");
        assert_eq!(copy_all(cache.path(), debug.path()).unwrap(), 2);
        let modified = |folder: &Path| folder.join(&path).metadata().unwrap().modified().unwrap();
        assert_eq!(modified(debug.path()), modified(cache.path()));
        assert_eq!(copy_all(cache.path(), debug.path()).unwrap(), 0, "nothing is missing");
        assert_eq!(copy_all(&debug.path().join("nowhere"), debug.path()).unwrap(), 0, "no cache yet");
    }
}
