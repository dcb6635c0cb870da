//! The bundled themes: the files of `themes/`, a theme's manifest and its section schemas.
//!
//! Everything is compiled in; an error in a theme's own files is a build error, which the tests find.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use kernel::Texts;
use rust_embed::RustEmbed;
use serde::Deserialize;
use serde_json::Value;

use super::{DEFAULT_THEME, DefaultSection, SectionSchema};

/// `themes/` of the repository.
#[derive(RustEmbed)]
#[folder = "../../themes"]
pub struct ThemeFiles;

/// `theme.json`.
#[derive(Debug, Deserialize)]
pub struct Manifest {
    /// The folder's name.
    pub id: String,
    /// Its name in the dashboard.
    pub name: Texts,
    /// Large and small radius, by the value of the look section's setting.
    pub radius: BTreeMap<String, (String, String)>,
    /// Spacing factor, by the value of the setting.
    pub density: BTreeMap<String, String>,
    /// Aspect ratio of product pictures, by the value of the setting.
    pub ratio: BTreeMap<String, String>,
    /// CSS font families, by the value of the setting.
    pub fonts: BTreeMap<String, String>,
    /// The sections of a new store.
    pub defaults: Vec<SectionDefault>,
}

/// A section of a new store, with the preset that fills it.
#[derive(Debug, Deserialize)]
pub struct SectionDefault {
    /// `index` | `product` | `collection`, or `all`.
    pub page: String,
    /// `settings` | `pre` | `sortable` | `post`.
    pub zone: String,
    /// The schema's name.
    pub section: String,
    /// The preset's id; the schema's first one when absent.
    #[serde(default)]
    pub preset: Option<String>,
}

/// A theme's manifest and schemas.
#[derive(Debug)]
pub struct BundledTheme {
    /// `theme.json`.
    pub manifest: Manifest,
    /// Schemas by section name.
    pub schemas: HashMap<String, SectionSchema>,
}

static DEFAULT: LazyLock<BundledTheme> = LazyLock::new(|| BundledTheme::load(DEFAULT_THEME));

impl BundledTheme {
    /// The theme of a new store.
    #[must_use]
    pub fn default_theme() -> &'static Self {
        &DEFAULT
    }

    fn load(id: &str) -> Self {
        let schemas = theme_paths(id, "sections/", ".json")
            .into_iter()
            .map(|path| (file_stem(&path).to_owned(), parse_theme_file(&format!("{id}/{path}"))))
            .collect();
        Self { manifest: parse_theme_file(&format!("{id}/theme.json")), schemas }
    }

    /// The sections of a new store, filled from their presets.
    #[must_use]
    pub fn default_sections(&self) -> Vec<DefaultSection> {
        self.manifest
            .defaults
            .iter()
            .filter_map(|section_default| {
                let schema = self.schemas.get(&section_default.section)?;
                let preset = match &section_default.preset {
                    Some(id) => schema.presets.iter().find(|p| p.id == *id)?,
                    None => schema.presets.first()?,
                };
                Some(DefaultSection {
                    page: section_default.page.clone(),
                    zone: section_default.zone.clone(),
                    section: section_default.section.clone(),
                    name: preset.name.clone(),
                    settings: Value::Object(preset.settings.clone()),
                    blocks: serde_json::to_value(&preset.blocks).unwrap_or_default(),
                })
            })
            .collect()
    }
}

/// Paths below a theme's folder, sorted: those in `folder` that end in `suffix`.
#[must_use]
pub fn theme_paths(id: &str, folder: &str, suffix: &str) -> Vec<String> {
    let (root, prefix) = (format!("{id}/"), format!("{id}/{folder}"));
    let mut all: Vec<String> = ThemeFiles::iter()
        .filter(|p| p.starts_with(&prefix) && p.ends_with(suffix))
        .filter_map(|p| Some(p.strip_prefix(&root)?.to_owned()))
        .collect();
    all.sort();
    all
}

/// A file of `themes/` as text.
#[must_use]
pub fn theme_file(path: &str) -> Option<String> {
    ThemeFiles::get(path).map(|f| String::from_utf8_lossy(&f.data).into_owned())
}

/// Parses a theme's own JSON file. Since it is compiled in, an invalid file stops the program at start.
///
/// # Panics
/// When the file is missing or invalid.
#[expect(clippy::panic, reason = "files of the build, not input; a test loads them all")]
#[must_use]
pub fn parse_theme_file<T: serde::de::DeserializeOwned>(path: &str) -> T {
    let body = theme_file(path).unwrap_or_else(|| panic!("themes/{path} is missing"));
    serde_json::from_str(&body).unwrap_or_else(|e| panic!("themes/{path}: {e}"))
}

fn file_stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.split('.').next().unwrap_or(name)
}
