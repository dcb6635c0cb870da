//! What a theme declares: its manifest and the schemas of its sections.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, LazyLock, OnceLock};

use kernel::Texts;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use web::Message;

use super::folder::ThemeFolder;
use super::model::{DEFAULT_THEME, DefaultSection, PAGES, Zone};
use super::pictures::{self, ThemePicture};
use super::problem::{MISSING, ThemeProblem};
use super::schema::SectionSchema;

const OTHER_ID: Message =
    Message::new("المعرّف في الملف «{id}» واسم المجلد «{folder}». يجب أن يتطابقا.", "its id is {id}, the folder's name {folder}");

/// `theme.json`.
#[derive(Debug, Clone, Deserialize)]
pub struct Manifest {
    /// The folder's name.
    pub id: String,
    /// Its name in the dashboard.
    pub name: Texts,
    /// What it is good for, in a sentence.
    pub description: Texts,
    /// Its stylesheets, in order: files of `assets/`.
    pub styles: Vec<String>,
    /// Fonts to load with the page, by language: files of `assets/`.
    pub preload: BTreeMap<String, Vec<String>>,
    /// Widths of pictures in the layout (`sizes` of HTML), by where they stand: `card`, `tile`, `story`.
    pub sizes: BTreeMap<String, String>,
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
    /// Alternate templates of its pages.
    #[serde(default)]
    pub templates: Vec<AlternateTemplate>,
    /// What the pictures of `assets/pictures/` show, by their names (decision 0082).
    #[serde(default)]
    pub pictures: BTreeMap<String, Texts>,
}

/// An alternate template of a page: a product, a category or a page of text that names it is shown in it (decision 0081). `defaults` say
/// which sections it begins with.
#[derive(Debug, Clone, Deserialize)]
pub struct AlternateTemplate {
    /// The plain page: `product`, `collection` or `page`.
    pub page: String,
    /// Its name among those of the page: `gift`.
    pub id: String,
    /// What merchants call it.
    pub name: Texts,
}

impl AlternateTemplate {
    /// The page of its sections: `product.gift`.
    #[must_use]
    pub fn key(&self) -> String {
        format!("{}.{}", self.page, self.id)
    }
}

/// A section of a new store, with the preset that fills it.
#[derive(Debug, Clone, Deserialize)]
pub struct SectionDefault {
    /// One of the pages that can be edited, an alternate template of one, or `all`.
    pub page: String,
    /// Its zone there.
    pub zone: Zone,
    /// The schema's name.
    pub section: String,
    /// The preset's id; the schema's first one when absent.
    #[serde(default)]
    pub preset: Option<String>,
}

/// A theme's manifest and schemas.
#[derive(Debug)]
pub struct ThemeDefinition {
    /// `theme.json`.
    pub manifest: Manifest,
    /// Schemas by section name.
    pub schemas: HashMap<String, SectionSchema>,
    /// Its pictures by name: those that its manifest lists and that are there.
    pub pictures: BTreeMap<String, ThemePicture>,
    /// The hash of its assets, part of their addresses: a changed file changes all of them.
    pub assets_hash: String,
}

/// Each is read when it is first asked for: most processes need one.
static BUNDLED: LazyLock<BTreeMap<String, OnceLock<Arc<ThemeDefinition>>>> =
    LazyLock::new(|| ThemeFolder::bundled_ids().into_iter().map(|id| (id, OnceLock::new())).collect());

/// A theme of the build: a test loads them all.
#[expect(clippy::panic, reason = "files of the build, not input; a test loads them all")]
fn loaded(folder: &ThemeFolder) -> ThemeDefinition {
    ThemeDefinition::load(folder).unwrap_or_else(|problem| panic!("themes/{}/{problem}", folder.id()))
}

fn read(id: &str, definition: &'static OnceLock<Arc<ThemeDefinition>>) -> &'static Arc<ThemeDefinition> {
    definition.get_or_init(|| Arc::new(loaded(&ThemeFolder::bundled(id))))
}

impl ThemeDefinition {
    /// The theme of a new store.
    ///
    /// # Panics
    /// When the program was built without it.
    #[must_use]
    pub fn default_theme() -> &'static Self {
        read(DEFAULT_THEME, &BUNDLED[DEFAULT_THEME])
    }

    /// A theme of the program by its folder.
    #[must_use]
    pub fn find(id: &str) -> Option<Arc<Self>> {
        BUNDLED.get(id).map(|definition| read(id, definition).clone())
    }

    /// The themes of the program by their folders.
    pub fn all() -> impl Iterator<Item = (&'static str, &'static Self)> {
        BUNDLED.iter().map(|(id, definition)| (id.as_str(), read(id, definition).as_ref()))
    }

    /// Reads the manifest and the schemas of a theme.
    ///
    /// # Errors
    /// The first file that is missing or cannot be read.
    pub fn load(folder: &ThemeFolder) -> Result<Self, ThemeProblem> {
        if let Some(problem) = folder.problems().first() {
            return Err(problem.clone());
        }
        let manifest: Manifest = parse_file(folder, "theme.json")?;
        if manifest.id != folder.id() {
            return Err(ThemeProblem::new("theme.json", OTHER_ID.with("id", &manifest.id).with("folder", folder.id())));
        }
        let mut schemas = HashMap::new();
        for path in folder.paths("sections/", ".json") {
            schemas.insert(file_stem(path).to_owned(), parse_file(folder, path)?);
        }
        let pictures = pictures::read(folder, &manifest.pictures);
        Ok(Self { manifest, schemas, pictures, assets_hash: folder.assets_hash() })
    }

    /// The alternate templates that can be shown. One without the section that its page stands on shows nothing: the check of a theme
    /// names it, and a theme that extends another may get it with a later version of that one.
    pub fn templates(&self) -> impl Iterator<Item = &AlternateTemplate> {
        self.manifest.templates.iter().filter(|template| {
            let key = template.key();
            let stands_on = |d: &SectionDefault| d.page == key && d.zone == Zone::Pre && d.section == template.page;
            self.manifest.defaults.iter().any(stands_on)
        })
    }

    /// The pages that can be edited: each with its alternate templates behind it.
    #[must_use]
    pub fn pages(&self) -> Vec<String> {
        let of = |page: &'static str| {
            let alternates = self.templates().filter(move |template| template.page == page).map(AlternateTemplate::key);
            std::iter::once(page.to_owned()).chain(alternates)
        };
        PAGES.into_iter().flat_map(of).collect()
    }

    /// One of the pages that can be edited.
    #[must_use]
    pub fn has_page(&self, page: &str) -> bool {
        PAGES.contains(&page) || self.templates().any(|template| template.key() == page)
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
                    zone: section_default.zone,
                    section: section_default.section.clone(),
                    name: preset.name.clone(),
                    settings: Value::Object(preset.settings.clone()),
                    blocks: serde_json::to_value(&preset.blocks).unwrap_or_default(),
                })
            })
            .collect()
    }
}

/// Parses a JSON file of a theme.
///
/// # Errors
/// It is missing, or what is wrong with it.
pub fn parse_file<T: DeserializeOwned>(folder: &ThemeFolder, path: &str) -> Result<T, ThemeProblem> {
    let bytes = folder.bytes(path).ok_or_else(|| ThemeProblem::new(path, MISSING))?;
    serde_json::from_slice(bytes).map_err(|e| ThemeProblem::unreadable(path, e))
}

fn file_stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.split('.').next().unwrap_or(name)
}
