//! The looks of a theme: colours, type and shapes that are taken in one go. The gallery shows them, and the choice of a theme takes one with
//! it (TH-05); in the editor one is tried and taken as a step of the draft. Pure.

use kernel::Texts;
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;
use web::message::common;
use web::{ApiError, ApiResult};

use super::definition::ThemeDefinition;
use super::model::Section;
use super::schema::SectionSchema;

/// The section of colours and shapes: each theme has its own.
pub(super) const SECTION: &str = "look";

/// A look of a theme.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ThemeLook)]
pub struct LookView {
    id: String,
    name: Texts,
    /// All settings that one of the theme's looks names, as this one has them.
    #[schema(value_type = Object)]
    settings: Map<String, Value>,
}

fn schema_of(theme: &ThemeDefinition) -> Option<&SectionSchema> {
    theme.schemas.get(SECTION)
}

pub(super) fn of(sections: &[Section]) -> Option<&Section> {
    sections.iter().find(|s| s.section == SECTION)
}

/// The looks of a theme; the first is the one that it begins with. None where there is nothing to choose between.
pub(super) fn list(theme: &ThemeDefinition) -> Vec<LookView> {
    let Some(schema) = schema_of(theme).filter(|schema| schema.presets.len() > 1) else { return Vec::new() };
    let view = |p: &super::schema::Preset| LookView { id: p.id.clone(), name: p.name.clone(), settings: schema.look(p) };
    schema.presets.iter().map(view).collect()
}

/// What sections have of the settings that looks change; `None` where the theme has no looks.
pub(super) fn settings_in(theme: &ThemeDefinition, sections: &[Section]) -> Option<Map<String, Value>> {
    let schema = schema_of(theme).filter(|schema| schema.presets.len() > 1)?;
    of(sections).map(|section| schema.look_settings(&section.settings))
}

/// The settings of a look.
///
/// # Errors
/// 422 when the theme has no such look.
pub(super) fn find(theme: &ThemeDefinition, id: &str) -> ApiResult<Map<String, Value>> {
    let found = schema_of(theme).and_then(|schema| Some(schema.look(schema.presets.iter().find(|p| p.id == id)?)));
    found.ok_or_else(|| ApiError::field("look", common::NOT_A_CHOICE))
}
