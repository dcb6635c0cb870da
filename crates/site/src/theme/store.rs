//! Every statement on a store's themes and the sections of their drafts.

use std::collections::HashMap;

use db::{Conn, Json, Result, Sql, p, row};
use kernel::{InstalledThemeId, Millis, SectionId, StoreScope, Texts};
use serde_json::{Map, Value};

use super::definition::ThemeDefinition;
use super::model::{Block, DEFAULT_THEME, InstalledTheme, LiveTheme, Section, Zone};

row!(InstalledTheme {
    id,
    theme,
    is_live,
    published,
    last_version,
    draft_version,
    draft_changed_at,
    draft_changed_by,
    scheduled,
    publish_at,
    archive,
    published_archive
});

const INSTALLED: &str = "SELECT id, theme, is_live, published, last_version, draft_version, draft_changed_at, draft_changed_by, \
                         scheduled, publish_at, archive, (SELECT v.archive FROM theme_versions v WHERE v.store_id = ?1 \
                         AND v.theme = installed_themes.theme AND v.number = installed_themes.published) AS published_archive \
                         FROM installed_themes WHERE store_id = ?1 AND deleted_at IS NULL";

/// The themes of a store, 50 at most.
///
/// # Errors
/// Database errors.
pub async fn list_installed(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<InstalledTheme>> {
    let sql = format!("{INSTALLED} ORDER BY theme LIMIT 50");
    c.all(&sql, p![scope.store()]).await
}

/// A theme of a store.
///
/// # Errors
/// Database errors.
pub async fn find_installed(c: Conn<'_>, scope: &StoreScope, theme: &str) -> Result<Option<InstalledTheme>> {
    let sql = format!("{INSTALLED} AND theme = ?2");
    c.opt(&sql, p![scope.store(), theme]).await
}

/// Locks a theme of the store: every change of its draft and versions begins with it (decision 0071). False when it is not installed.
pub(super) async fn lock_installed(c: Conn<'_>, scope: &StoreScope, theme: &str) -> Result<bool> {
    let sql = "SELECT theme FROM installed_themes WHERE store_id = ?1 AND theme = ?2 FOR NO KEY UPDATE";
    Ok(c.opt::<String>(sql, p![scope.store(), theme]).await?.is_some())
}

/// Locks all themes of the store by their names, which a change of the live one begins with: two of them would else take the rows
/// crosswise (decision 0026).
pub(super) async fn lock_all_installed(c: Conn<'_>, scope: &StoreScope) -> Result<()> {
    let sql = "SELECT theme FROM installed_themes WHERE store_id = ?1 ORDER BY theme LIMIT 100 FOR NO KEY UPDATE";
    c.all::<String>(sql, p![scope.store()]).await?;
    Ok(())
}

/// The folder of the theme that shoppers see.
///
/// # Errors
/// Database errors.
pub async fn find_live(c: Conn<'_>, scope: &StoreScope) -> Result<Option<String>> {
    let sql = "SELECT theme FROM installed_themes WHERE store_id = ?1 AND is_live = TRUE ORDER BY theme LIMIT 1";
    c.opt(sql, p![scope.store()]).await
}

/// The files of the theme that shoppers see, when the merchant uploaded them.
///
/// # Errors
/// Database errors.
pub async fn find_live_archive(c: Conn<'_>, scope: &StoreScope) -> Result<Option<String>> {
    let sql = "SELECT v.archive FROM installed_themes i JOIN theme_versions v ON v.store_id = i.store_id AND v.theme = i.theme \
               AND v.number = i.published WHERE i.store_id = ?1 AND i.is_live = TRUE AND v.archive IS NOT NULL \
               ORDER BY i.theme LIMIT 1";
    c.opt(sql, p![scope.store()]).await
}

/// Whether shoppers' version of a theme has this section.
pub(super) async fn is_published(c: Conn<'_>, scope: &StoreScope, theme: &str, id: SectionId) -> Result<bool> {
    let sql = "SELECT COUNT(*) FROM installed_themes i JOIN theme_version_sections v ON v.store_id = i.store_id AND v.theme = i.theme \
               AND v.number = i.published AND v.id = ?3 WHERE i.store_id = ?1 AND i.theme = ?2";
    Ok(c.one::<i64>(sql, p![scope.store(), theme, id]).await? > 0)
}

/// Inserts a theme with an empty draft; version 1 is to follow.
pub(super) async fn insert_installed(
    c: Conn<'_>,
    scope: &StoreScope,
    (id, theme, is_live): (InstalledThemeId, &str, bool),
    now: Millis,
) -> Result<()> {
    let sql = "INSERT INTO installed_themes (store_id, theme, id, is_live, published, last_version, draft_version, installed_at) \
               VALUES (?1, ?2, ?3, ?4, 1, 1, 1, ?5)";
    c.exec(sql, p![scope.store(), theme, id, is_live, now]).await?;
    Ok(())
}

/// Shows one of the store's themes to shoppers, and no other. [`lock_all_installed`] comes before.
pub(super) async fn set_live(c: Conn<'_>, scope: &StoreScope, theme: &str) -> Result<()> {
    let sql = "UPDATE installed_themes SET is_live = (theme = ?2) WHERE store_id = ?1";
    c.exec(sql, p![scope.store(), theme]).await?;
    Ok(())
}

/// Raises the draft's counter and says who changed it; the new counter.
pub(super) async fn update_draft_version(c: Conn<'_>, scope: &StoreScope, theme: &str, now: Millis) -> Result<i64> {
    let sql = "UPDATE installed_themes SET draft_version = draft_version + 1, draft_changed_at = ?3, draft_changed_by = ?4 \
               WHERE store_id = ?1 AND theme = ?2";
    c.exec(sql, p![scope.store(), theme, now, scope.actor().name]).await?;
    let sql = "SELECT draft_version FROM installed_themes WHERE store_id = ?1 AND theme = ?2";
    c.one(sql, p![scope.store(), theme]).await
}

/// Writes which versions are published and scheduled, and the number of the newest.
pub(super) async fn update_versions(c: Conn<'_>, scope: &StoreScope, installed: &InstalledTheme) -> Result<()> {
    let sql = "UPDATE installed_themes SET published = ?3, last_version = ?4, scheduled = ?5, publish_at = ?6 \
               WHERE store_id = ?1 AND theme = ?2";
    let InstalledTheme { theme, published, last_version, scheduled, publish_at, .. } = installed;
    c.exec(sql, p![scope.store(), theme, published, last_version, scheduled, publish_at]).await?;
    Ok(())
}

struct SectionRow {
    theme: String,
    id: SectionId,
    page: String,
    zone: Zone,
    section: String,
    name: Json<Texts>,
    is_active: bool,
    display_order: i64,
    settings: Json<Map<String, Value>>,
    blocks: Json<Vec<Block>>,
    version: i64,
}
row!(SectionRow { theme, id, page, zone, section, name, is_active, display_order, settings, blocks, version });

/// A section of what shoppers see, with the files of its version.
struct LiveRow {
    section: SectionRow,
    archive: Option<String>,
}

impl db::FromRow for LiveRow {
    fn from_row(row: &mut db::Row<'_>) -> Result<Self> {
        Ok(Self { section: SectionRow::from_row(row)?, archive: row.get()? })
    }
}

impl From<SectionRow> for Section {
    fn from(row: SectionRow) -> Self {
        let SectionRow { theme, id, page, zone, section, name: Json(name), is_active, display_order, settings, blocks, version } =
            row;
        let theme = ThemeDefinition::find(&theme);
        let blocks = match theme.as_ref().and_then(|theme| theme.schemas.get(&section)) {
            Some(schema) => schema.stored_blocks(&settings.0, blocks.0),
            None => blocks.0,
        };
        Self { id, page, zone, section, name, is_active, display_order, settings: settings.0, blocks, version }
    }
}

/// The draft's sections of all pages, hidden ones too, in order; 1000 at most.
///
/// # Errors
/// Database errors.
pub async fn list_draft(c: Conn<'_>, scope: &StoreScope, theme: &str) -> Result<Vec<Section>> {
    let sql = "SELECT theme, id, page, zone, section, name, is_active, display_order, settings, blocks, version FROM theme_sections \
               WHERE store_id = ?1 AND theme = ?2 AND deleted_at IS NULL ORDER BY display_order, id LIMIT 1000";
    Ok(c.all::<SectionRow>(sql, p![scope.store(), theme]).await?.into_iter().map(Into::into).collect())
}

/// Sections by their themes, in the order of the statement.
fn by_theme(rows: Vec<SectionRow>) -> HashMap<String, Vec<Section>> {
    let mut themes: HashMap<String, Vec<Section>> = HashMap::new();
    for row in rows {
        themes.entry(row.theme.clone()).or_default().push(row.into());
    }
    themes
}

/// The drafts' sections of all themes of the store, by theme; as of [`list_draft`] each.
pub(super) async fn list_drafts(c: Conn<'_>, scope: &StoreScope) -> Result<HashMap<String, Vec<Section>>> {
    let sql = "SELECT s.theme, s.id, s.page, s.zone, s.section, s.name, s.is_active, s.display_order, s.settings, s.blocks, s.version \
               FROM installed_themes i CROSS JOIN theme_sections s WHERE s.store_id = i.store_id AND s.theme = i.theme \
               AND s.deleted_at IS NULL AND i.store_id = ?1 AND i.deleted_at IS NULL ORDER BY s.display_order, s.id LIMIT 50000";
    Ok(by_theme(c.all(sql, p![scope.store()]).await?))
}

/// The sections of all themes of the store as they are published, by theme; as of [`list_published`] each.
pub(super) async fn list_all_published(c: Conn<'_>, scope: &StoreScope) -> Result<HashMap<String, Vec<Section>>> {
    let sql = "SELECT v.theme, v.id, v.page, v.zone, v.section, v.name, v.is_active, v.display_order, v.settings, v.blocks, \
               CAST(0 AS BIGINT) AS version \
               FROM installed_themes i CROSS JOIN theme_version_sections v WHERE v.store_id = i.store_id AND v.theme = i.theme \
               AND v.number = i.published AND i.store_id = ?1 AND i.deleted_at IS NULL ORDER BY v.display_order, v.id LIMIT 50000";
    Ok(by_theme(c.all(sql, p![scope.store()]).await?))
}

/// Changes the settings of a section in the draft and in version 1, for stores that nobody has changed yet.
pub(super) async fn set_default_settings(
    c: Conn<'_>,
    scope: &StoreScope,
    id: SectionId,
    settings: &Map<String, Value>,
) -> Result<()> {
    let settings = Json(settings.clone());
    let sql = "UPDATE theme_sections SET settings = ?4 WHERE store_id = ?1 AND theme = ?2 AND id = ?3";
    c.exec(sql, p![scope.store(), DEFAULT_THEME, id, settings]).await?;
    let sql = "UPDATE theme_version_sections SET settings = ?4 WHERE store_id = ?1 AND theme = ?2 AND number = 1 AND id = ?3";
    c.exec(sql, p![scope.store(), DEFAULT_THEME, id, settings]).await?;
    Ok(())
}

/// The theme that shoppers see with its files and its published sections; 1000 sections at most.
///
/// # Errors
/// Database errors.
pub async fn list_live(c: Conn<'_>, scope: &StoreScope) -> Result<Option<LiveTheme>> {
    // The files of a theme of the program, which most stores have, are none: asked for with the sections, they cost no statement.
    let sql = "SELECT theme, id, page, zone, section, name, is_active, display_order, settings, blocks, CAST(0 AS BIGINT) AS version, \
               (SELECT v.archive FROM theme_versions v WHERE v.store_id = ?1 AND v.theme = theme_version_sections.theme \
               AND v.number = theme_version_sections.number) AS archive \
               FROM theme_version_sections \
               WHERE store_id = ?1 AND (theme, number) IN \
               (SELECT theme, published FROM installed_themes WHERE store_id = ?1 AND is_live = TRUE) \
               ORDER BY display_order, id LIMIT 1000";
    let rows: Vec<LiveRow> = c.all(sql, p![scope.store()]).await?;
    let Some(first) = rows.first() else { return Ok(None) };
    let (theme, archive) = (first.section.theme.clone(), first.archive.clone());
    Ok(Some(LiveTheme { theme, archive, sections: rows.into_iter().map(|row| row.section.into()).collect() }))
}

/// The sections that shoppers see, of all pages, hidden ones too, in order; 1000 at most.
///
/// # Errors
/// Database errors.
pub async fn list_published(c: Conn<'_>, scope: &StoreScope, theme: &str) -> Result<Vec<Section>> {
    let sql = "SELECT v.theme, v.id, v.page, v.zone, v.section, v.name, v.is_active, v.display_order, v.settings, v.blocks, \
               CAST(0 AS BIGINT) AS version \
               FROM installed_themes i JOIN theme_version_sections v ON v.store_id = i.store_id AND v.theme = i.theme AND v.number = i.published \
               WHERE i.store_id = ?1 AND i.theme = ?2 ORDER BY v.display_order, v.id LIMIT 1000";
    Ok(c.all::<SectionRow>(sql, p![scope.store(), theme]).await?.into_iter().map(Into::into).collect())
}

/// The sections of a version, in order; 1000 at most.
pub(super) async fn list_version_sections(c: Conn<'_>, scope: &StoreScope, theme: &str, number: i64) -> Result<Vec<Section>> {
    let sql = "SELECT theme, id, page, zone, section, name, is_active, display_order, settings, blocks, CAST(0 AS BIGINT) AS version \
               FROM theme_version_sections WHERE store_id = ?1 AND theme = ?2 AND number = ?3 ORDER BY display_order, id LIMIT 1000";
    Ok(c.all::<SectionRow>(sql, p![scope.store(), theme, number]).await?.into_iter().map(Into::into).collect())
}

/// A section of the draft.
pub(super) async fn find_section(c: Conn<'_>, scope: &StoreScope, theme: &str, id: SectionId) -> Result<Option<Section>> {
    let sql = "SELECT theme, id, page, zone, section, name, is_active, display_order, settings, blocks, version FROM theme_sections \
               WHERE store_id = ?1 AND id = ?2 AND theme = ?3 AND deleted_at IS NULL";
    Ok(c.opt::<SectionRow>(sql, p![scope.store(), id, theme]).await?.map(Into::into))
}

/// A deleted section of the draft.
pub(super) async fn find_deleted(c: Conn<'_>, scope: &StoreScope, theme: &str, id: SectionId) -> Result<Option<Section>> {
    let sql = "SELECT theme, id, page, zone, section, name, is_active, display_order, settings, blocks, version FROM theme_sections \
               WHERE store_id = ?1 AND id = ?2 AND theme = ?3 AND deleted_at IS NOT NULL";
    Ok(c.opt::<SectionRow>(sql, p![scope.store(), id, theme]).await?.map(Into::into))
}

/// Inserts sections into the draft, 100 at most.
pub(super) async fn insert_sections(
    c: Conn<'_>,
    scope: &StoreScope,
    theme: &str,
    sections: &[Section],
    now: Millis,
) -> Result<()> {
    if sections.is_empty() {
        return Ok(());
    }
    let mut sql = Sql::new(
        "INSERT INTO theme_sections (store_id, id, theme, page, zone, section, name, is_active, display_order, settings, blocks, \
         updated_at, version) VALUES ",
    );
    for (n, s) in sections.iter().enumerate() {
        sql = sql.raw(if n == 0 { "(" } else { ", (" }).arg("?", scope.store()).arg(", ?", s.id).arg(", ?", theme.to_owned());
        sql = sql.arg(", ?", s.page.clone()).arg(", ?", s.zone.as_str()).arg(", ?", s.section.clone());
        sql = sql.arg(", ?", Json(s.name.clone())).arg(", ?", s.is_active).arg(", ?", s.display_order);
        sql = sql.arg(", ?", Json(s.settings.clone())).arg(", ?", Json(s.blocks.clone())).arg(", ?", now).arg(", ?)", s.version);
    }
    sql.exec(c).await?;
    Ok(())
}

/// Writes a section of the draft.
pub(super) async fn update_section(c: Conn<'_>, scope: &StoreScope, s: &Section, now: Millis) -> Result<()> {
    let sql = "UPDATE theme_sections SET name = ?3, is_active = ?4, settings = ?5, blocks = ?6, updated_at = ?7, version = ?8 \
               WHERE store_id = ?1 AND id = ?2";
    let (name, settings, blocks) = (Json(&s.name), Json(&s.settings), Json(&s.blocks));
    c.exec(sql, p![scope.store(), s.id, name, s.is_active, settings, blocks, now, s.version]).await?;
    Ok(())
}

/// Deletes or restores a section of the draft.
pub(super) async fn set_deleted(c: Conn<'_>, scope: &StoreScope, id: SectionId, at: Option<Millis>, version: i64) -> Result<()> {
    let sql = "UPDATE theme_sections SET deleted_at = ?3, version = ?4 WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![scope.store(), id, at, version]).await?;
    Ok(())
}

/// Forgets the deleted sections of the draft but for the last 200.
pub(super) async fn delete_forgotten(c: Conn<'_>, scope: &StoreScope, theme: &str) -> Result<()> {
    let sql = "DELETE FROM theme_sections WHERE store_id = ?1 AND theme = ?2 AND deleted_at IS NOT NULL AND version <= \
               COALESCE((SELECT version FROM theme_sections WHERE store_id = ?1 AND theme = ?2 AND deleted_at IS NOT NULL \
               ORDER BY version DESC LIMIT 1 OFFSET 200), CAST(0 AS BIGINT))";
    c.exec(sql, p![scope.store(), theme]).await?;
    Ok(())
}

/// Makes room for `n` sections from a position on; deleted ones keep their place between the others.
pub(super) async fn update_orders_from(
    c: Conn<'_>,
    scope: &StoreScope,
    (theme, page): (&str, &str),
    from: i64,
    n: i64,
) -> Result<()> {
    let sql = "UPDATE theme_sections SET display_order = display_order + ?5 \
               WHERE store_id = ?1 AND theme = ?2 AND page = ?3 AND zone = 'sortable' AND display_order >= ?4";
    c.exec(sql, p![scope.store(), theme, page, from, n]).await?;
    Ok(())
}

/// Writes the positions of some sections, 100 at most.
pub(super) async fn update_orders(c: Conn<'_>, scope: &StoreScope, orders: &[(SectionId, i64)]) -> Result<()> {
    if orders.is_empty() {
        return Ok(());
    }
    let mut sql = Sql::new("UPDATE theme_sections SET display_order = CASE id");
    for (id, order) in orders {
        sql = sql.arg(" WHEN ?", *id).arg(" THEN CAST(? AS BIGINT)", *order);
    }
    sql = sql.raw(" ELSE display_order END WHERE store_id =").arg(" ?", scope.store()).raw(" AND id IN (");
    for (n, (id, _)) in orders.iter().enumerate() {
        sql = sql.arg(if n == 0 { "?" } else { ", ?" }, *id);
    }
    sql.raw(")").exec(c).await?;
    Ok(())
}

/// Replaces the draft by the sections of a version; deleted ones are forgotten.
pub(super) async fn replace_draft(
    c: Conn<'_>,
    scope: &StoreScope,
    theme: &str,
    (number, version): (i64, i64),
    now: Millis,
) -> Result<()> {
    c.exec("DELETE FROM theme_sections WHERE store_id = ?1 AND theme = ?2", p![scope.store(), theme]).await?;
    let sql = "INSERT INTO theme_sections (store_id, id, theme, page, zone, section, name, is_active, display_order, settings, blocks, \
               updated_at, version) SELECT store_id, id, theme, page, zone, section, name, is_active, display_order, settings, blocks, \
               CAST(?4 AS BIGINT), CAST(?5 AS BIGINT) FROM theme_version_sections WHERE store_id = ?1 AND theme = ?2 AND number = ?3";
    c.exec(sql, p![scope.store(), theme, number, now, version]).await?;
    Ok(())
}
