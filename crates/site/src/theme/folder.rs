//! The files of a theme: those that are compiled in, or a folder that an author works in.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

use rust_embed::RustEmbed;
use serde_json::Value;

use super::overlay;
use super::problem::ThemeProblem;

/// `themes/` of the repository.
#[derive(RustEmbed)]
#[folder = "../../themes"]
struct BundledFiles;

/// Most files of a theme.
const MOST_FILES: usize = 400;
/// Most bytes of one of them.
const MOST_FILE_BYTES: u64 = 1024 * 1024;
/// Most bytes of all of them.
const MOST_BYTES: u64 = 8 * 1024 * 1024;
/// Folders within a theme: `sections/`, `assets/fonts/`.
const MOST_DEPTH: usize = 3;
/// The folder of what a theme changes in the schemas of the one that it extends.
const CHANGES: &str = "changes/";
/// Themes that extend one another.
const MOST_BASES: usize = 3;
/// What a theme is made of.
const EXTENSIONS: [&str; 9] = ["html", "json", "css", "js", "svg", "woff2", "txt", "webp", "png"];

/// Why a folder is no theme's.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// It cannot be read.
    #[error("{path}: {error}")]
    Unreadable {
        /// Which file.
        path: String,
        /// Why.
        error: std::io::Error,
    },
    /// Its name is no slug.
    #[error("the folder's name must be letters a to z, digits and hyphens, 40 at most: {0}")]
    Name(String),
    /// A file that no theme has.
    #[error("{path}: {rule}")]
    File {
        /// Which file.
        path: String,
        /// What it breaks.
        rule: &'static str,
    },
}

/// The files of a theme by their paths within its folder: `sections/hero.json`.
#[derive(Debug, Clone, Default)]
pub struct ThemeFolder {
    id: String,
    files: BTreeMap<String, Cow<'static, [u8]>>,
    /// What could not be made of the theme that it extends.
    problems: Vec<ThemeProblem>,
}

/// Whether a text can be a theme's id: part of paths and of addresses.
#[must_use]
pub fn is_theme_id(text: &str) -> bool {
    let is_slug = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    (1..=40).contains(&text.len()) && text.bytes().all(is_slug) && !text.starts_with('-')
}

impl ThemeFolder {
    /// The ids of the themes that are compiled in.
    #[must_use]
    pub fn bundled_ids() -> Vec<String> {
        let mut ids: Vec<String> =
            BundledFiles::iter().filter_map(|path| Some(path.strip_suffix("/theme.json")?.to_owned())).collect();
        ids.sort();
        ids
    }

    /// A theme that is compiled in.
    #[must_use]
    pub fn bundled(id: &str) -> Self {
        Self::bundled_above(id, 0)
    }

    fn bundled_above(id: &str, depth: usize) -> Self {
        let prefix = format!("{id}/");
        let files = BundledFiles::iter()
            .filter_map(|path| Some((path.strip_prefix(&prefix)?.to_owned(), BundledFiles::get(&path)?.data)))
            .collect();
        Self { id: id.to_owned(), files, problems: Vec::new() }.with_base(depth)
    }

    /// With the files of the theme that it extends, where it has none of its own.
    fn with_base(mut self, depth: usize) -> Self {
        #[derive(serde::Deserialize)]
        struct Extends {
            extends: Option<String>,
        }
        let declared = self.bytes("theme.json").and_then(|json| serde_json::from_slice::<Extends>(json).ok());
        let base = declared.and_then(|declared| declared.extends);
        if let Some(base) = base.filter(|base| depth < MOST_BASES && *base != self.id) {
            for (path, bytes) in Self::bundled_above(&base, depth + 1).files {
                // What that theme changed is in its files by now.
                if !path.starts_with(CHANGES) {
                    self.files.entry(path).or_insert(bytes);
                }
            }
            self.apply_changes();
        }
        self
    }

    /// Changes the schemas of the theme that it extends.
    fn apply_changes(&mut self) {
        let all: Vec<String> = self.paths(CHANGES, ".json").into_iter().map(str::to_owned).collect();
        for path in all {
            let target = path.replacen(CHANGES, "sections/", 1);
            match self.changed(&path, &target) {
                Ok(bytes) => {
                    self.files.insert(target, Cow::Owned(bytes));
                }
                Err(text) => self.problems.push(ThemeProblem::new(path, text)),
            }
        }
    }

    fn changed(&self, path: &str, target: &str) -> Result<Vec<u8>, String> {
        let parsed = |path: &str| -> Result<Value, String> {
            let bytes = self.bytes(path).ok_or_else(|| format!("there is no {path} to change"))?;
            serde_json::from_slice(bytes).map_err(|e| e.to_string())
        };
        let (changes, mut schema) = (parsed(path)?, parsed(target)?);
        overlay::apply(&mut schema, &changes).map_err(|path| format!("there is no {path}"))?;
        serde_json::to_vec(&schema).map_err(|e| e.to_string())
    }

    /// What is wrong with what it changes in the theme that it extends.
    #[must_use]
    pub fn problems(&self) -> &[ThemeProblem] {
        &self.problems
    }

    /// The files of a folder; links are not followed.
    ///
    /// # Errors
    /// A file that cannot be read, or that no theme has.
    pub fn read(folder: &Path) -> Result<Self, FolderError> {
        let id = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if !is_theme_id(&id) {
            return Err(FolderError::Name(id));
        }
        let mut read = Self { id, ..Self::default() };
        let mut total = 0;
        read.add(folder, "", 0, &mut total)?;
        Ok(read.with_base(0))
    }

    fn add(&mut self, folder: &Path, prefix: &str, depth: usize, total: &mut u64) -> Result<(), FolderError> {
        let unreadable = |error: std::io::Error| FolderError::Unreadable { path: folder.display().to_string(), error };
        for entry in std::fs::read_dir(folder).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
            let refused = |rule: &'static str| FolderError::File { path: path.clone(), rule };
            // Of the link itself, not of what it leads to.
            let about = entry.path().symlink_metadata().map_err(unreadable)?;
            if about.is_symlink() {
                return Err(refused("links are not allowed"));
            }
            if path.split('/').any(|part| part.starts_with('.')) {
                continue;
            }
            if about.is_dir() {
                if depth + 1 > MOST_DEPTH {
                    return Err(refused("folders are nested too deeply"));
                }
                self.add(&entry.path(), &format!("{path}/"), depth + 1, total)?;
                continue;
            }
            let is_name = path.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'/' | b'.' | b'-' | b'_'));
            let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
            if !is_name {
                return Err(refused("names are letters a to z, digits, hyphens, underscores and dots"));
            }
            if !EXTENSIONS.contains(&extension) {
                return Err(refused("a theme has no files of this kind"));
            }
            *total += about.len();
            if about.len() > MOST_FILE_BYTES || *total > MOST_BYTES || self.files.len() >= MOST_FILES {
                return Err(refused("the theme is too large: 1 MB a file, 8 MB and 400 files in all"));
            }
            let bytes = std::fs::read(entry.path()).map_err(unreadable)?;
            self.files.insert(path, Cow::Owned(bytes));
        }
        Ok(())
    }

    /// The theme's id: its folder's name.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// A file's bytes.
    #[must_use]
    pub fn bytes(&self, path: &str) -> Option<&[u8]> {
        self.files.get(path).map(AsRef::as_ref)
    }

    /// A file as text.
    #[must_use]
    pub fn text(&self, path: &str) -> Option<String> {
        self.bytes(path).map(|bytes| String::from_utf8_lossy(bytes).into_owned())
    }

    /// The paths in a folder (`""` for all) that end in `suffix`, sorted.
    #[must_use]
    pub fn paths(&self, folder: &str, suffix: &str) -> Vec<&str> {
        self.files.keys().map(String::as_str).filter(|path| path.starts_with(folder) && path.ends_with(suffix)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn th_05_a_folder_is_read_and_what_no_theme_has_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let theme = dir.path().join("mine");
        std::fs::create_dir_all(theme.join("sections")).unwrap();
        std::fs::write(theme.join("theme.json"), "{}").unwrap();
        std::fs::write(theme.join("sections/hero.json"), "{}").unwrap();
        std::fs::write(theme.join(".DS_Store"), "x").unwrap();
        let read = ThemeFolder::read(&theme).unwrap();
        assert_eq!((read.id(), read.paths("", "")), ("mine", vec!["sections/hero.json", "theme.json"]));
        assert_eq!(read.text("theme.json").unwrap(), "{}");
        let refused = |path: &str| {
            std::fs::write(theme.join(path), "x").unwrap();
            let error = ThemeFolder::read(&theme).unwrap_err().to_string();
            std::fs::remove_file(theme.join(path)).unwrap();
            error
        };
        assert!(refused("run.sh").contains("no files of this kind"));
        assert!(refused("a b.html").contains("names are"));
        std::os::unix::fs::symlink("/etc/passwd", theme.join("x.html")).unwrap();
        assert!(ThemeFolder::read(&theme).unwrap_err().to_string().contains("links"));
        let elsewhere = dir.path().join("Mine Theme");
        std::fs::create_dir(&elsewhere).unwrap();
        assert!(matches!(ThemeFolder::read(&elsewhere), Err(FolderError::Name(_))));
    }
}
