//! The announcements of the live theme's draft: the section's settings and blocks under names of their own (editor 3, 7; ST-09). Nothing
//! is stored here; changes go through [`draft::update`], with its rules, journal and versions.

use std::sync::Arc;

use kernel::StoreScope;
use platform::App;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;
use web::{ApiError, ApiResult, schema};

use super::definition::ThemeDefinition;
use super::model::{Block, Section};
use super::wire::SectionIn;
use super::{draft, store};

/// The section that every theme shows them with, and the kind of its blocks.
const KIND: &str = "announcement";

/// An announcement: the fields of its block stand beside its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub(super) struct Announcement {
    /// Unique among them; a new one brings its own.
    #[schema(value_type = schema::RequiredLine<40>)]
    id: String,
    /// It is shown between its dates.
    is_active: bool,
    /// What the theme's section asks for: `text` in both languages, `url`, `starts_at` and `ends_at` (`2026-11-29T09:00` in the
    /// store's time zone; empty without a limit).
    #[serde(flatten)]
    #[schema(value_type = Object, additional_properties)]
    fields: Map<String, Value>,
}

/// The announcements of the live theme's draft.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct AnnouncementsView {
    /// The theme's slug: publishing it shows them to shoppers.
    theme: String,
    /// The bar is shown.
    is_active: bool,
    /// How the bar looks and changes: the settings of the section.
    #[schema(value_type = Object)]
    settings: Map<String, Value>,
    announcements: Vec<Announcement>,
    version: i64,
}

/// A change of the announcements; absent fields stay.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AnnouncementsIn {
    /// The bar is shown.
    is_active: Option<bool>,
    /// Settings to change; the others stay.
    #[schema(value_type = Option<Object>)]
    settings: Option<Map<String, Value>>,
    /// All of them, in place of those before.
    announcements: Option<Vec<Announcement>>,
    /// The version they were read at.
    version: Option<i64>,
}

/// The section of the live theme.
struct Live {
    theme: String,
    definition: Arc<ThemeDefinition>,
    section: Section,
}

async fn find_live(app: &App, scope: &StoreScope) -> ApiResult<Live> {
    let c = app.db().conn();
    let theme = store::find_live(c, scope).await?.ok_or_else(ApiError::not_found)?;
    let definition = draft::find_theme(c, scope, &theme).await?.theme;
    let section = store::list_draft(c, scope, &theme).await?.into_iter().find(|section| section.section == KIND);
    Ok(Live { theme, definition, section: section.ok_or_else(ApiError::not_found)? })
}

impl AnnouncementsView {
    fn new(live: Live) -> Self {
        let Live { theme, definition, section } = live;
        let schema = definition.schemas.get(&section.section);
        let fields = |block: &Block| schema.map_or_else(|| block.settings.clone(), |schema| schema.fill_block(block));
        let announcements =
            section.blocks.iter().map(|b| Announcement { id: b.id.clone(), is_active: b.is_active, fields: fields(b) }).collect();
        let settings = schema.map_or_else(|| section.settings.clone(), |schema| schema.fill(&section.settings));
        Self { theme, is_active: section.is_active, settings, announcements, version: section.version }
    }
}

/// The announcements as they would be published.
///
/// # Errors
/// 404 when the store's theme has no place for them.
pub(super) async fn find(app: &App, scope: &StoreScope) -> ApiResult<AnnouncementsView> {
    Ok(AnnouncementsView::new(find_live(app, scope).await?))
}

/// A field of the section by the name that it has here: without `settings.`, and announcements in place of blocks.
fn renamed(path: &str) -> String {
    let path = path.strip_prefix("settings.").unwrap_or(path);
    match path.strip_prefix("blocks") {
        Some(rest) if rest.is_empty() || rest.starts_with('.') => format!("announcements{}", rest.replacen(".settings", "", 1)),
        _ => path.to_owned(),
    }
}

/// Changes the announcements of the draft.
///
/// # Errors
/// 404, 409 when they are stale, 422 with the fields by the names that they have here.
pub(super) async fn update(app: &App, scope: &StoreScope, sent: AnnouncementsIn) -> ApiResult<AnnouncementsView> {
    let live = find_live(app, scope).await?;
    let AnnouncementsIn { is_active, settings, announcements, version } = sent;
    if version.is_some_and(|version| version != live.section.version) {
        return Err(ApiError::stale().with_current(&AnnouncementsView::new(live)));
    }
    let block = |a: Announcement| Block { id: a.id, kind: KIND.to_owned(), is_active: a.is_active, settings: a.fields };
    let blocks = announcements.map(|all| all.into_iter().map(block).collect());
    // The version that was read decides: a change in between is as stale as one before.
    let version = Some(live.section.version);
    let change = SectionIn { settings, blocks, is_active, version, ..SectionIn::default() };
    match draft::update(app, scope, &live.theme, live.section.id, change).await {
        Ok(section) => Ok(AnnouncementsView::new(Live { section, ..live })),
        Err(e) if e.code() == ApiError::stale().code() => Err(ApiError::stale().with_current(&find(app, scope).await?)),
        Err(e) => Err(e.renaming_fields(renamed)),
    }
}

#[cfg(test)]
mod tests {
    use super::renamed;

    #[test]
    fn gu_07_fields_of_announcements_have_no_settings_in_front() {
        for (path, name) in [
            ("settings.seconds", "seconds"),
            ("blocks.0.settings.text.ar", "announcements.0.text.ar"),
            ("blocks", "announcements"),
            ("blocks.2", "announcements.2"),
            ("name.ar", "name.ar"),
        ] {
            assert_eq!(renamed(path), name);
        }
    }
}
