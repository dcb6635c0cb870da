//! What the settings of a section name: pictures, products, categories, pages. All must be in the store, or pictures of the theme.

use std::collections::BTreeSet;

use db::Conn;
use kernel::{CategoryId, ContentPageId, MediaId, ProductId, StoreScope};
use platform::App;
use platform::link_targets::LinkTargets;
use serde_json::{Map, Value};
use web::ApiResult;

use super::definition::ThemeDefinition;
use super::kind::{Kind, LinkTarget, Picture, PictureSource, Reason};
use super::model::{Block, Section};
use super::pictures;
use super::schema::{Fault, SectionSchema, Setting};
use crate::pages;

/// An id in a setting, by its dotted path.
struct Reference<'v> {
    path: String,
    kind: &'v Kind,
    id: &'v str,
}

fn add_references<'v>(fields: &'v [Setting], values: &'v Map<String, Value>, prefix: &str, out: &mut Vec<Reference<'v>>) {
    for setting in fields {
        let Some(value) = values.get(&setting.id) else { continue };
        let path = format!("{prefix}{}", setting.id);
        match (&setting.kind, value) {
            (Kind::Products { .. }, Value::Array(list)) => {
                let ids = list.iter().enumerate().filter_map(|(n, v)| Some((n, v.as_str()?)));
                out.extend(ids.map(|(n, id)| Reference { path: format!("{path}.{n}"), kind: &setting.kind, id }));
            }
            (Kind::Image, Value::Object(picture)) => {
                out.extend(picture.get("id").and_then(Value::as_str).map(|id| Reference { path, kind: &setting.kind, id }));
            }
            (Kind::Image | Kind::Product | Kind::Category | Kind::Page, Value::String(id)) => {
                out.push(Reference { path, kind: &setting.kind, id });
            }
            (Kind::Link, Value::String(id)) => {
                let kind = match LinkTarget::parse(id) {
                    Some(LinkTarget::Product(_)) => &Kind::Product,
                    Some(LinkTarget::Category(_)) => &Kind::Category,
                    Some(LinkTarget::Page(_)) => &Kind::Page,
                    None => continue,
                };
                out.push(Reference { path, kind, id });
            }
            _ => {}
        }
    }
}

fn all_references<'v>(schema: &'v SectionSchema, settings: &'v Map<String, Value>, blocks: &'v [Block]) -> Vec<Reference<'v>> {
    let mut out = Vec::new();
    add_references(&schema.settings, settings, "", &mut out);
    for (n, block) in blocks.iter().enumerate() {
        if let Some(kind) = schema.blocks.iter().find(|b| b.kind == block.kind) {
            add_references(&kind.settings, &block.settings, &format!("blocks.{n}.settings."), &mut out);
        }
    }
    out
}

/// Settings and blocks of a section.
pub(super) type Values<'v> = (&'v Map<String, Value>, &'v [Block]);

/// The faults of ids that are not in the store; those that the section had before may be gone by now. A statement for each kind.
pub(super) async fn check(
    app: &App,
    c: Conn<'_>,
    scope: &StoreScope,
    (theme, schema): (&ThemeDefinition, &SectionSchema),
    before: Values<'_>,
    after: Values<'_>,
) -> ApiResult<Vec<Fault>> {
    let known: BTreeSet<&str> = all_references(schema, before.0, before.1).into_iter().map(|n| n.id).collect();
    let mut fresh = all_references(schema, after.0, after.1);
    fresh.retain(|n| !known.contains(n.id));
    if fresh.is_empty() {
        return Ok(Vec::new());
    }
    fn ids<T: std::str::FromStr>(fresh: &[Reference<'_>], of: fn(&Kind) -> bool) -> Vec<T> {
        fresh.iter().filter(|n| of(n.kind)).filter_map(|n| n.id.parse().ok()).collect()
    }
    // Those of the theme, which every store has.
    let mut found: BTreeSet<String> = theme.pictures.keys().map(|name| pictures::id_of(name)).collect();
    let images: Vec<MediaId> = ids(&fresh, |k| matches!(k, Kind::Image));
    if !images.is_empty() {
        found.extend(platform::media::list_views(c, scope, &images).await?.into_iter().map(|m| m.id.to_string()));
    }
    let port = app.ports.get::<dyn LinkTargets>()?;
    let products: Vec<ProductId> = ids(&fresh, |k| matches!(k, Kind::Product | Kind::Products { .. }));
    if !products.is_empty() {
        found.extend(port.products(c, scope, products).await?.into_iter().map(|t| ProductId::from_raw(t.id).to_string()));
    }
    let categories: Vec<CategoryId> = ids(&fresh, |k| matches!(k, Kind::Category));
    if !categories.is_empty() {
        found.extend(port.categories(c, scope, categories).await?.into_iter().map(|t| CategoryId::from_raw(t.id).to_string()));
    }
    let page_ids: Vec<ContentPageId> = ids(&fresh, |k| matches!(k, Kind::Page));
    if !page_ids.is_empty() {
        found.extend(pages::list(c, scope).await?.into_iter().map(|page| page.id.to_string()));
    }
    let missing = fresh.into_iter().filter(|n| !found.contains(n.id));
    Ok(missing.map(|n| Fault { path: n.path, reason: Reason::Missing }).collect())
}

/// Takes the pictures out of a section that its theme does not have: those of the theme before.
pub(super) fn forget_missing_pictures(theme: &ThemeDefinition, section: &mut Section) {
    let Some(schema) = theme.schemas.get(&section.section) else { return };
    retain_known(theme, &schema.settings, &mut section.settings);
    for block in &mut section.blocks {
        if let Some(kind) = schema.blocks.iter().find(|b| b.kind == block.kind) {
            retain_known(theme, &kind.settings, &mut block.settings);
        }
    }
}

fn retain_known(theme: &ThemeDefinition, fields: &[Setting], values: &mut Map<String, Value>) {
    let is_image = |id: &str| fields.iter().any(|s| s.id == id && matches!(s.kind, Kind::Image));
    values.retain(|id, value| !is_image(id) || !is_missing_picture(theme, value));
}

/// Whether the value of a picture's setting names one of the theme that the theme does not have.
pub(super) fn is_missing_picture(theme: &ThemeDefinition, value: &Value) -> bool {
    let source = Picture::parse(value).map(|picture| picture.source);
    matches!(source, Some(PictureSource::Theme(name)) if !theme.pictures.contains_key(&name))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn th_05_a_section_forgets_the_pictures_that_its_theme_lacks() {
        let theme = ThemeDefinition::default_theme();
        let schema = &theme.schemas["hero"];
        let has = |image: Value| {
            let mut settings = json!({ "image": image, "heading": { "ar": "أ", "en": "a" } }).as_object().unwrap().clone();
            retain_known(theme, &schema.settings, &mut settings);
            assert!(settings.contains_key("heading"));
            settings.contains_key("image")
        };
        assert!(has(json!("theme:hero.svg")) && has(json!("med_0000000000001")) && has(Value::Null));
        assert!(has(json!({ "id": "theme:hero.svg", "x": 25, "y": 50 })));
        assert!(!has(json!("theme:no-such.svg")) && !has(json!({ "id": "theme:no-such.svg", "x": 25, "y": 50 })));
    }

    /// What a section shows that was stored before its theme had pictures does not change: it has no value, and the default is none.
    #[test]
    fn th_05_pictures_of_the_program_s_themes_come_with_presets_and_never_by_default() {
        let mut presets = 0;
        for (id, theme) in ThemeDefinition::all() {
            for (name, schema) in &theme.schemas {
                for setting in schema.settings.iter().chain(schema.blocks.iter().flat_map(|b| &b.settings)) {
                    if matches!(setting.kind, Kind::Image) {
                        assert!(setting.default.is_null(), "{id}: {name}.{}", setting.id);
                    }
                }
                let text = serde_json::to_string(&schema.presets).unwrap();
                presets += text.matches("theme:").count();
            }
            assert_eq!(theme.pictures.len(), theme.manifest.pictures.len(), "{id}");
        }
        assert!(presets > 60, "{presets}");
    }
}
