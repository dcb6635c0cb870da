//! Every statement on theme sections.

use db::{Conn, Json, Result, p, row};
use kernel::id::Section as SectionKind;
use kernel::{Env, SectionId, StoreScope, Texts};
use serde_json::{Map, Value};

use super::bundled::BundledTheme;
use super::model::{Block, DefaultSection, Section, Zone};

/// Inserts the default sections of the theme for a new store. The caller's transaction journals the creation of the store.
///
/// # Errors
/// Database errors.
pub async fn insert_defaults(c: Conn<'_>, env: &Env, scope: &StoreScope) -> Result<()> {
    let now = env.now();
    let sections = BundledTheme::default_theme().default_sections();
    for (order, DefaultSection { page, zone, section, name, settings, blocks }) in (0_i64..).zip(sections) {
        let sql = "INSERT INTO theme_sections (store_id, id, theme, page, zone, section, name, is_active, display_order, settings, blocks, \
                   updated_at, version) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, TRUE, ?8, ?9, ?10, ?11, 1)";
        c.exec(
            sql,
            p![
                scope.store(),
                env.id::<SectionKind>(),
                super::DEFAULT_THEME,
                page,
                zone,
                section,
                Json(name),
                order,
                Json(settings),
                Json(blocks),
                now
            ],
        )
        .await?;
    }
    c.touch(scope.store(), db::Topics::STOREFRONT);
    Ok(())
}

struct SectionRow {
    id: SectionId,
    page: String,
    zone: Zone,
    section: String,
    name: Json<Texts>,
    is_active: bool,
    display_order: i64,
    settings: Json<Map<String, Value>>,
    blocks: Json<Vec<Block>>,
}
row!(SectionRow { id, page, zone, section, name, is_active, display_order, settings, blocks });

/// The sections of all pages, hidden ones too, in order; 1000 at most.
///
/// # Errors
/// Database errors.
pub async fn list_sections(c: Conn<'_>, scope: &StoreScope, theme: &str) -> Result<Vec<Section>> {
    let sql = "SELECT id, page, zone, section, name, is_active, display_order, settings, blocks FROM theme_sections \
               WHERE store_id = ?1 AND theme = ?2 ORDER BY display_order, id LIMIT 1000";
    let rows: Vec<SectionRow> = c.all(sql, p![scope.store(), theme]).await?;
    let section = |row: SectionRow| {
        let SectionRow { id, page, zone, section, name: Json(name), is_active, display_order, settings, blocks } = row;
        Section { id, page, zone, section, name, is_active, display_order, settings: settings.0, blocks: blocks.0 }
    };
    Ok(rows.into_iter().map(section).collect())
}
