//! Themes and their drafts in the API (TH-01 to TH-03). Times are RFC 3339 in UTC.

use kernel::{Millis, SectionId, Texts};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;
use web::schema;

use super::definition::{AlternateTemplate, ThemeDefinition};
use super::folder::OWN_ASSETS;
use super::looks::{self, LookView};
use super::model::{Block, EVERY_PAGE, InstalledTheme, Section, Zone};
use super::pictures::{self, ThemePicture};
use super::schema::{BlockSchema, Preset, SectionSchema, Setting};

/// A section of a draft (editor 3).
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ThemeSectionView)]
pub struct SectionView {
    id: SectionId,
    /// The kind of section: that of its option.
    slug: String,
    name: Texts,
    /// It was added after the last publication.
    is_new: bool,
    /// `all` for a section of every page.
    page: String,
    zone: Zone,
    is_active: bool,
    display_order: i64,
    /// Every setting of its option, with defaults where nothing was written.
    #[schema(value_type = Object)]
    settings: Map<String, Value>,
    blocks: Vec<Block>,
    version: i64,
}

impl SectionView {
    /// The section in the API; a section whose kind the theme no longer has keeps what is written.
    pub(super) fn from_section(section: Section, theme: &ThemeDefinition, is_new: bool) -> Self {
        let Section { id, page, zone, section: slug, name, is_active, display_order, settings, blocks, version } = section;
        let schema = theme.schemas.get(&slug);
        let blocks = blocks.into_iter().map(|b| match schema {
            Some(schema) => Block { settings: schema.fill_block(&b), ..b },
            None => b,
        });
        let settings = schema.map_or(settings.clone(), |schema| schema.fill(&settings));
        Self { id, slug, name, is_new, page, zone, is_active, display_order, settings, blocks: blocks.collect(), version }
    }
}

/// The sections of a page by their zones, those of every page among them (editor 7).
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ThemePageView)]
pub struct PageView {
    /// Colours, font, spacing: they render nothing themselves.
    setting_sections: Vec<SectionView>,
    /// Fixed, above.
    pre_sections: Vec<SectionView>,
    /// Can be added, moved and deleted.
    sortable_sections: Vec<SectionView>,
    /// Fixed, below.
    post_sections: Vec<SectionView>,
}

impl PageView {
    /// The sections of a page out of all of a draft; `public` are those that shoppers see.
    pub(super) fn new(all: Vec<Section>, public: &[Section], page: &str, theme: &ThemeDefinition) -> Self {
        let mut view = Self {
            setting_sections: Vec::new(),
            pre_sections: Vec::new(),
            sortable_sections: Vec::new(),
            post_sections: Vec::new(),
        };
        for section in all.into_iter().filter(|s| s.page == page || s.page == EVERY_PAGE) {
            let list = match section.zone {
                Zone::Settings => &mut view.setting_sections,
                Zone::Pre => &mut view.pre_sections,
                Zone::Sortable => &mut view.sortable_sections,
                Zone::Post => &mut view.post_sections,
            };
            let is_new = !public.iter().any(|s| s.id == section.id);
            list.push(SectionView::from_section(section, theme, is_new));
        }
        // The footer of every page stands below what a page has of its own.
        view.post_sections.sort_by_key(|s| s.page == EVERY_PAGE);
        view
    }
}

/// A preset of an option: a filled-in section to add.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ThemePresetView)]
pub struct PresetView {
    id: String,
    name: Texts,
    /// Of a section that draws nothing itself, all settings that one of its presets names: a look that can be tried and taken. Null for
    /// others.
    #[schema(value_type = Option<Object>)]
    settings: Option<Map<String, Value>>,
}

/// A kind of section that a theme has, with the inputs of its settings (TH-03, TH-04).
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ThemeSectionOption)]
pub struct SectionOption {
    slug: String,
    name: Texts,
    description: Texts,
    /// The pages that may have it; `all` for a section of every page.
    pages: Vec<String>,
    zone: Zone,
    /// Most of them on a page.
    most: u32,
    /// Most blocks of one.
    most_blocks: u32,
    settings: Vec<Setting>,
    blocks: Vec<BlockSchema>,
    presets: Vec<PresetView>,
}

impl SectionOption {
    /// The option in the API.
    pub(super) fn new(slug: &str, schema: &SectionSchema) -> Self {
        let SectionSchema {
            name,
            description,
            pages,
            zone,
            most,
            needs: _,
            settings,
            most_blocks,
            blocks,
            before_blocks: _,
            presets,
        } = schema.clone();
        let view = |p: Preset| PresetView { settings: (zone == Zone::Settings).then(|| schema.look(&p)), id: p.id, name: p.name };
        let presets = presets.into_iter().map(view).collect();
        Self { slug: slug.to_owned(), name, description, pages, zone, most, most_blocks, settings, blocks, presets }
    }
}

/// A section to add.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewThemeSection)]
pub struct NewSectionIn {
    /// The slug of its option.
    #[schema(value_type = schema::Line<80>)]
    pub section: String,
    /// One of the option's presets; the first when absent.
    #[serde(default)]
    #[schema(value_type = Option<schema::Line<80>>)]
    pub preset: Option<String>,
    /// The preset's name when absent.
    #[serde(default)]
    #[schema(value_type = Option<schema::RequiredLineTexts<80>>)]
    pub name: Option<Texts>,
    /// Settings that differ from the preset's.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub settings: Option<Map<String, Value>>,
    /// In place of the preset's blocks.
    #[serde(default)]
    pub blocks: Option<Vec<Block>>,
    /// Shown when absent.
    #[serde(default)]
    pub is_active: Option<bool>,
    /// It is added before this section; at the end when absent.
    #[serde(default)]
    pub before: Option<SectionId>,
}

/// Sections to add to a page, in this order.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewThemeSections)]
pub struct SectionsIn {
    #[schema(min_items = 1, max_items = 20)]
    pub sections: Vec<NewSectionIn>,
}

/// A change of a section; absent fields stay.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ThemeSectionIn)]
pub struct SectionIn {
    /// 80 characters at most in each language.
    #[schema(value_type = Option<schema::RequiredLineTexts<80>>)]
    pub name: Option<Texts>,
    /// Settings to change; the others stay.
    #[schema(value_type = Option<Object>)]
    pub settings: Option<Map<String, Value>>,
    /// All blocks, in place of those before.
    pub blocks: Option<Vec<Block>>,
    /// It is shown.
    pub is_active: Option<bool>,
    /// Places down, or up when negative, among the page's sections.
    pub display_order_change: Option<i64>,
    /// The version it was read at.
    pub version: Option<i64>,
}

/// One place of a new order.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ThemeSortingItem)]
pub struct SortingItem {
    /// A section, or a block of `section_id`.
    #[schema(value_type = schema::Line<40>)]
    pub id: String,
    pub display_order: i64,
}

/// A new order of a page's sections, or with `section_id` of that section's blocks.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ThemeSortingIn)]
pub struct SortingIn {
    /// The page whose sections are sorted.
    #[serde(default)]
    #[schema(value_type = Option<schema::Line<40>>)]
    pub page: Option<String>,
    /// The section whose blocks are sorted.
    #[serde(default)]
    pub section_id: Option<SectionId>,
    /// All of them.
    #[schema(max_items = 100)]
    pub items: Vec<SortingItem>,
}

/// A theme of the store.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ThemeView)]
pub struct ThemeView {
    /// Its slug in addresses.
    theme: String,
    name: Texts,
    /// Shoppers see it.
    is_live: bool,
    /// The number of the version that is published.
    published: i64,
    /// Raised by every change of the draft.
    draft_version: i64,
    /// The draft is not what shoppers see.
    has_changes: bool,
    /// Null before the first change.
    draft_changed_at: Option<String>,
    draft_changed_by: Option<String>,
    /// The number of the version that waits for its moment.
    scheduled: Option<i64>,
    publish_at: Option<String>,
    /// The pages that can be edited, its alternate templates (`product.gift`) among them.
    pages: Vec<String>,
    /// What the alternate templates are called.
    templates: Vec<TemplateView>,
    /// What its draft has of the settings that its looks change; null for a theme without looks.
    #[schema(value_type = Option<Object>)]
    look: Option<Map<String, Value>>,
    /// The pictures that it brings along, by name (decision 0082).
    pictures: Vec<ThemePictureView>,
}

/// A picture that a theme brings along: what its sections show until the merchant has some.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ThemePicture)]
pub struct ThemePictureView {
    /// As a setting names it: `theme:hero.svg`.
    id: String,
    /// What it shows.
    alt: Texts,
    /// Its address.
    url: String,
}

impl ThemePictureView {
    fn list(installed: &InstalledTheme, theme: &ThemeDefinition, shop: &str) -> Vec<Self> {
        let base = match &installed.archive {
            Some(archive) => format!("{shop}/assets/{OWN_ASSETS}{archive}/{}", theme.assets_hash),
            None => format!("{shop}/assets/{}/{}", installed.theme, theme.assets_hash),
        };
        let view = |(name, picture): (&String, &ThemePicture)| Self {
            id: pictures::id_of(name),
            alt: picture.alt.clone(),
            url: format!("{base}/pictures/{name}"),
        };
        theme.pictures.iter().map(view).collect()
    }
}

/// An alternate template of a theme (decision 0081).
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = PageTemplate)]
pub struct TemplateView {
    /// Its page in the editor: `product.gift`.
    page: String,
    /// What it shows: `product`, `collection` or `page`.
    of: String,
    /// What a product, a category or a page names: `gift`.
    id: String,
    name: Texts,
}

impl TemplateView {
    /// Those of a theme, in its order.
    pub(super) fn list(theme: &ThemeDefinition) -> Vec<Self> {
        let view = |template: &AlternateTemplate| Self {
            page: template.key(),
            of: template.page.clone(),
            id: template.id.clone(),
            name: template.name.clone(),
        };
        theme.templates().map(view).collect()
    }
}

impl ThemeView {
    /// The theme in the API; `shop` is the storefront's origin.
    pub(super) fn new(
        installed: InstalledTheme,
        (theme, shop): (&ThemeDefinition, &str),
        draft: &[Section],
        has_changes: bool,
    ) -> Self {
        Self {
            pictures: ThemePictureView::list(&installed, theme, shop),
            theme: installed.theme,
            name: theme.manifest.name.clone(),
            is_live: installed.is_live,
            published: installed.published,
            draft_version: installed.draft_version,
            has_changes,
            draft_changed_at: installed.draft_changed_at.map(Millis::rfc3339),
            draft_changed_by: installed.draft_changed_by,
            scheduled: installed.scheduled,
            publish_at: installed.publish_at.map(Millis::rfc3339),
            pages: theme.pages(),
            templates: TemplateView::list(theme),
            look: looks::settings_in(theme, draft),
        }
    }
}

/// A theme of the program.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ThemeOption {
    /// Its slug in addresses.
    theme: String,
    name: Texts,
    /// What it is good for.
    description: Texts,
    is_installed: bool,
    /// Shoppers see it.
    is_live: bool,
    /// The merchant uploaded it.
    is_uploaded: bool,
    /// What it can look like; the first is how it begins. Empty where there is nothing to choose.
    looks: Vec<LookView>,
}

/// A theme that was uploaded.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ThemeUploadedView)]
pub struct UploadedView {
    pub(super) theme: ThemeView,
    /// The store did not have it before; else the files of its draft are these now.
    pub(super) is_new: bool,
    /// The names of sections of the live theme that a new one has no place for; they stay in that theme.
    pub(super) left_out: Vec<Texts>,
}

impl ThemeOption {
    /// The theme in the API; `installed` are those of the store.
    pub(super) fn new(theme: &str, definition: &ThemeDefinition, installed: &[InstalledTheme]) -> Self {
        let own = installed.iter().find(|t| t.theme == theme);
        Self {
            theme: theme.to_owned(),
            name: definition.manifest.name.clone(),
            description: definition.manifest.description.clone(),
            is_installed: own.is_some(),
            is_live: own.is_some_and(|t| t.is_live),
            is_uploaded: own.is_some_and(|t| t.archive.is_some()),
            looks: looks::list(definition),
        }
    }
}

/// A theme to install.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ThemeInstallIn)]
pub struct InstallIn {
    /// The slug of one of the program's themes.
    #[schema(value_type = schema::Line<40>)]
    pub theme: String,
    /// One of its looks, by id; the first when absent. One that is installed keeps its own.
    #[serde(default)]
    #[schema(value_type = Option<schema::Line<80>>)]
    pub look: Option<String>,
}

/// A theme that was installed.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ThemeInstalledView)]
pub struct InstalledView {
    pub(super) theme: ThemeView,
    /// The names of sections of the live theme that it has no place for; they stay in that theme.
    pub(super) left_out: Vec<Texts>,
}
