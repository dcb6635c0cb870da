//! The files of a theme: those that are compiled in, or a folder that an author works in.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rust_embed::RustEmbed;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use web::Message;

use super::overlay;
use super::problem::{ThemeProblem, UNREADABLE};

/// `themes/` of the repository.
#[derive(RustEmbed)]
#[folder = "../../themes"]
struct BundledFiles;

/// Most files of a theme.
pub(super) const MOST_FILES: usize = 400;
/// Most bytes of one of them.
pub(super) const MOST_FILE_BYTES: u64 = 1024 * 1024;
/// Most bytes of all of them.
const MOST_BYTES: u64 = 8 * 1024 * 1024;
/// Folders within a theme: `sections/`, `assets/fonts/`.
pub(super) const MOST_DEPTH: usize = 3;
/// The folder of what a theme changes in the schemas of the one that it extends.
const CHANGES: &str = "changes/";
/// What its pictures show, in the manifest.
const PICTURES: &str = "pictures";
/// The folder of what is served as it is.
const ASSETS: &str = "assets/";
/// Below `/assets/` of a shop: those of themes that merchants uploaded. No theme of the program has a name like it.
pub const OWN_ASSETS: &str = "own/";
/// Themes that extend one another.
const MOST_BASES: usize = 3;
/// What a theme is made of.
const EXTENSIONS: [&str; 9] = ["html", "json", "css", "js", "svg", "woff2", "txt", "webp", "png"];

const NO_TARGET: Message = Message::new("لا يوجد ملف {path} ليُعدّله هذا الملف.", "there is no {path} to change");
const NO_ELEMENT: Message = Message::new("العنصر {path} غير موجود في القالب الأصلي.", "there is no {path}");
/// Rules of the paths in a theme.
pub(super) const LINK: Message = Message::new("الروابط غير مسموحة داخل القالب.", "links are not allowed");
pub(super) const TOO_DEEP: Message = Message::new("المجلدات متداخلة أكثر من اللازم.", "folders are nested too deeply");
const NAME: Message = Message::new(
    "تُكتب أسماء الملفات بالحروف الإنجليزية والأرقام والشرطات والنقاط فقط.",
    "names are letters a to z, digits, hyphens, underscores and dots",
);
const KIND: Message = Message::new("القوالب لا تحتوي على ملفات من هذا النوع.", "a theme has no files of this kind");
const TOO_LARGE: Message = Message::new(
    "القالب أكبر من المسموح: 1 م.ب للملف، و8 م.ب و400 ملف للقالب كله.",
    "the theme is too large: 1 MB a file, 8 MB and 400 files in all",
);

/// What the path of a file breaks, if anything.
pub(super) fn path_fault(path: &str) -> Option<Message> {
    let is_name = path.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'/' | b'.' | b'-' | b'_'));
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    if !is_name {
        Some(NAME)
    } else if path.matches('/').count() > MOST_DEPTH {
        Some(TOO_DEEP)
    } else if !EXTENSIONS.contains(&extension) {
        Some(KIND)
    } else {
        None
    }
}

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
    #[error("{0}")]
    File(ThemeProblem),
}

/// Files by their paths within a theme's folder: `sections/hero.json`.
pub type ThemeFiles = BTreeMap<String, Cow<'static, [u8]>>;

/// The files of a theme.
#[derive(Debug, Clone, Default)]
pub struct ThemeFolder {
    id: String,
    files: ThemeFiles,
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
        Self { id: id.to_owned(), files: Self::bundled_files(id), problems: Vec::new() }.with_base(depth)
    }

    /// The files of a theme that is compiled in, without those of the theme that it extends.
    #[must_use]
    pub fn bundled_files(id: &str) -> ThemeFiles {
        let prefix = format!("{id}/");
        let file = |path: Cow<'static, str>| Some((path.strip_prefix(&prefix)?.to_owned(), BundledFiles::get(&path)?.data));
        BundledFiles::iter().filter_map(file).collect()
    }

    /// Whether a theme that is compiled in has this very file: what its own rules admit is admitted in a copy of it.
    #[must_use]
    pub fn is_bundled_file(path: &str, bytes: &[u8]) -> bool {
        let is_same = |id: &String| BundledFiles::get(&format!("{id}/{path}")).is_some_and(|file| *file.data == *bytes);
        Self::bundled_ids().iter().any(is_same)
    }

    /// A theme of some files, whose paths are checked; with those of the theme that it extends.
    #[must_use]
    pub fn from_files(id: &str, files: ThemeFiles) -> Self {
        Self { id: id.to_owned(), files, problems: Vec::new() }.with_base(0)
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
                    match path.as_str() {
                        "theme.json" => self.inherit_manifest(&bytes),
                        _ => drop(self.files.entry(path).or_insert(bytes)),
                    }
                }
            }
            self.apply_changes();
        }
        self
    }

    /// What its manifest does not say is as the other theme's says; what is no manifest is left for who reads it to name.
    fn inherit_manifest(&mut self, base: &[u8]) {
        let parsed = |bytes: &[u8]| serde_json::from_slice::<serde_json::Map<String, Value>>(bytes).ok();
        let Some((mut base, mut own)) = parsed(base).zip(self.bytes("theme.json").and_then(parsed)) else { return };
        // The sections of alternate templates are among the defaults.
        if own.contains_key("defaults") {
            base.remove("templates");
        }
        for (key, value) in base {
            match (key.as_str(), value, own.get_mut(&key)) {
                ("id" | "name" | "description", ..) => {}
                // Those of the other theme are there as well.
                (PICTURES, Value::Object(of_base), Some(Value::Object(of_own))) => {
                    for (name, alt) in of_base {
                        of_own.entry(name).or_insert(alt);
                    }
                }
                (_, value, _) => drop(own.entry(key).or_insert(value)),
            }
        }
        if let Ok(bytes) = serde_json::to_vec(&own) {
            self.files.insert("theme.json".to_owned(), Cow::Owned(bytes));
        }
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

    fn changed(&self, path: &str, target: &str) -> Result<Vec<u8>, Message> {
        let parsed = |path: &str| -> Result<Value, Message> {
            let bytes = self.bytes(path).ok_or_else(|| NO_TARGET.with("path", path))?;
            serde_json::from_slice(bytes).map_err(|e| UNREADABLE.with("detail", e))
        };
        let (changes, mut schema) = (parsed(path)?, parsed(target)?);
        overlay::apply(&mut schema, &changes).map_err(|path| NO_ELEMENT.with("path", path))?;
        serde_json::to_vec(&schema).map_err(|e| UNREADABLE.with("detail", e))
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
            let refused = |rule: Message| FolderError::File(ThemeProblem::new(&path, rule));
            // Of the link itself, not of what it leads to.
            let about = entry.path().symlink_metadata().map_err(unreadable)?;
            if about.is_symlink() {
                return Err(refused(LINK));
            }
            if path.split('/').any(|part| part.starts_with('.')) {
                continue;
            }
            if about.is_dir() {
                if depth + 1 > MOST_DEPTH {
                    return Err(refused(TOO_DEEP));
                }
                self.add(&entry.path(), &format!("{path}/"), depth + 1, total)?;
                continue;
            }
            if let Some(rule) = path_fault(&path) {
                return Err(refused(rule));
            }
            *total += about.len();
            if about.len() > MOST_FILE_BYTES || *total > MOST_BYTES || self.files.len() >= MOST_FILES {
                return Err(refused(TOO_LARGE));
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

    /// The hash of the files that are served as they are.
    #[must_use]
    pub fn assets_hash(&self) -> String {
        let mut digest = Sha256::new();
        for (path, bytes) in self.files.range(ASSETS.to_owned()..).take_while(|(path, _)| path.starts_with(ASSETS)) {
            digest.update(self.id.as_bytes());
            digest.update(path.as_bytes());
            digest.update(bytes);
        }
        URL_SAFE_NO_PAD.encode(&digest.finalize()[..9])
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
