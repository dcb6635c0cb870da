//! Changes of a theme's draft, each in one transaction with its journal entry (TH-03).

use std::sync::Arc;

use db::Conn;
use kernel::id::Section as SectionKind;
use kernel::text_guard::Lines;
use kernel::{Millis, SectionId, StoreScope, Texts};
use serde_json::{Map, Value, json};
use web::fields::texts;
use web::message::common;
use web::{ApiError, ApiResult, FieldErrors, Message};

use super::definition::ThemeDefinition;
use super::entities::log;
use super::model::{EVERY_PAGE, InstalledTheme, MOST_OF_THEME, MOST_PAGE_BYTES, MOST_SECTIONS, Section, Zone, plain_page};
use super::page_defaults::{as_blocks, missing_on, with_missing};
use super::schema::{Fault, SectionSchema};
use super::wire::{NewSectionIn, SectionIn, SectionView};
use super::{entities, files, order, references, store};
use platform::App;
use platform::journal::{Act, Entry};

const FULL: Message = Message::new(
    "اكتمل الحد الأقصى: {max} قسمًا في الصفحة. احذف ما لا تحتاج إليه.",
    "Limit reached: a page can have {max} sections. Delete some you no longer need.",
);
const FULL_THEME: Message = Message::new(
    "اكتمل الحد الأقصى: {max} قسم في صفحات القالب كلها. احذف ما لا تحتاج إليه.",
    "Limit reached: a theme's pages can have {max} sections in all. Delete some you no longer need.",
);
const TOO_OFTEN: Message =
    Message::new("لا يمكن إضافة هذا القسم أكثر من {max} مرة في الصفحة.", "This section can be used up to {max} times on a page.");
const TOO_LARGE: Message = Message::new(
    "محتوى الصفحة أكبر من المسموح. اختصر النصوص أو احذف أقسامًا.",
    "The page holds more content than allowed. Shorten texts or delete sections.",
);
const NOT_HERE: Message = Message::new("لا يمكن إضافة هذا القسم إلى هذه الصفحة.", "This section can't be added to this page.");
/// Most characters of a section's name, in each language.
const MOST_NAME: usize = 80;

/// The store's theme with its schemas.
pub(super) struct StoreTheme {
    pub(super) installed: InstalledTheme,
    pub(super) theme: Arc<ThemeDefinition>,
}

/// A theme of the store.
///
/// # Errors
/// 404 when the store does not have it.
pub(super) async fn find_theme(c: Conn<'_>, scope: &StoreScope, theme: &str) -> ApiResult<StoreTheme> {
    let installed = store::find_installed(c, scope, theme).await?.ok_or_else(ApiError::not_found)?;
    let theme = files::find_definition(c, scope, &installed).await?.ok_or_else(ApiError::not_found)?;
    Ok(StoreTheme { installed, theme })
}

/// A theme of the store, for a change of its draft or versions: others wait until the transaction ends.
///
/// # Errors
/// 404 when the store does not have it.
pub(super) async fn lock_theme(c: Conn<'_>, scope: &StoreScope, theme: &str) -> ApiResult<StoreTheme> {
    if !store::lock_installed(c, scope, theme).await? {
        return Err(ApiError::not_found());
    }
    find_theme(c, scope, theme).await
}

/// A section of the draft, written or of a page that has no rows yet.
///
/// # Errors
/// 404.
pub(super) async fn find_section(c: Conn<'_>, scope: &StoreScope, found: &StoreTheme, id: SectionId) -> ApiResult<Section> {
    if let Some(mut section) = store::find_section(c, scope, &found.installed.theme, id).await? {
        as_blocks(&found.theme, &mut section);
        return Ok(section);
    }
    let all = with_missing(&found.theme, store::list_draft(c, scope, &found.installed.theme).await?);
    // One that is deleted is written too, and not found above.
    all.into_iter().find(|s| s.id == id).ok_or_else(ApiError::not_found)
}

/// Writes the rows of a page that has none yet, before a change of it.
pub(super) async fn write_page(
    c: Conn<'_>,
    scope: &StoreScope,
    found: &StoreTheme,
    all: &[Section],
    page: &str,
    now: Millis,
) -> ApiResult<Vec<Section>> {
    let missing = missing_on(&found.theme, all, page);
    store::insert_sections(c, scope, &found.installed.theme, &missing, now).await?;
    Ok(missing)
}

/// A section of the draft for a change: its page has rows then.
pub(super) async fn section_to_change(
    c: Conn<'_>,
    scope: &StoreScope,
    found: &StoreTheme,
    id: SectionId,
    now: Millis,
) -> ApiResult<Section> {
    let section = find_section(c, scope, found, id).await?;
    if section.version == 0 {
        let all = store::list_draft(c, scope, &found.installed.theme).await?;
        write_page(c, scope, found, &all, &section.page, now).await?;
    }
    Ok(section)
}

fn refused(faults: Vec<Fault>, prefix: &str) -> Result<(), FieldErrors> {
    let mut errors = FieldErrors::new();
    for Fault { path, reason } in faults {
        errors.add(format!("{prefix}{path}"), reason.message());
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// Settings and blocks lie below `settings.` and `blocks.`: the schema's paths begin without the former.
fn below_settings(faults: Vec<Fault>) -> Vec<Fault> {
    let is_block = |path: &str| path == "blocks" || path.starts_with("blocks.");
    let full = |path: String| if is_block(&path) { path } else { format!("settings.{path}") };
    faults.into_iter().map(|f| Fault { path: full(f.path), reason: f.reason }).collect()
}

/// The rules of a whole page after a change.
fn check_page(page: &str, sections: &[Section]) -> ApiResult<()> {
    let of_page: Vec<&Section> = sections.iter().filter(|s| s.page == page || s.page == EVERY_PAGE).collect();
    if of_page.len() > MOST_SECTIONS {
        return Err(ApiError::conflict("too_many_sections", FULL.with("max", MOST_SECTIONS)));
    }
    if sections.len() > MOST_OF_THEME {
        return Err(ApiError::conflict("too_many_sections", FULL_THEME.with("max", MOST_OF_THEME)));
    }
    if of_page.iter().map(|s| s.bytes()).sum::<usize>() > MOST_PAGE_BYTES {
        return Err(ApiError::conflict("page_too_large", TOO_LARGE));
    }
    Ok(())
}

/// How often a page may have a kind of section.
fn check_most(schema: &SectionSchema, section: &Section, all: &[Section]) -> Result<(), Message> {
    let same = all.iter().filter(|s| s.page == section.page && s.section == section.section).count();
    if same >= schema.most as usize { Err(TOO_OFTEN.with("max", schema.most)) } else { Ok(()) }
}

fn journal_fields(s: &Section) -> Value {
    json!({ "name": s.name, "page": s.page, "section": s.section, "is_active": s.is_active, "settings": s.settings, "blocks": s.blocks })
}

fn section_name(errors: &mut FieldErrors, path: &str, sent: &Texts) -> Texts {
    texts(errors, path, sent, MOST_NAME, Lines::Single, true)
}

/// A section as it was sent, before it has a place.
struct New<'t> {
    section: Section,
    schema: &'t SectionSchema,
}

fn read_new<'t>(
    theme: &'t ThemeDefinition,
    page: &str,
    sent: NewSectionIn,
    n: usize,
    id: SectionId,
) -> Result<New<'t>, FieldErrors> {
    let path = |field: &str| format!("sections.{n}.{field}");
    let NewSectionIn { section: kind, preset, name, settings, blocks, is_active, before: _ } = sent;
    let schema = theme.schemas.get(&kind).ok_or_else(|| FieldErrors::one(path("section"), common::NO_SUCH))?;
    if schema.zone != Zone::Sortable || !schema.pages.iter().any(|p| p == plain_page(page)) {
        return Err(FieldErrors::one(path("section"), NOT_HERE));
    }
    let preset = match preset {
        Some(id) => {
            schema.presets.iter().find(|p| p.id == id).ok_or_else(|| FieldErrors::one(path("preset"), common::NO_SUCH))?
        }
        None => schema.presets.first().ok_or_else(|| FieldErrors::one(path("section"), NOT_HERE))?,
    };
    let mut errors = FieldErrors::new();
    let name = name.map_or_else(|| preset.name.clone(), |sent| section_name(&mut errors, &path("name"), &sent));
    let mut all = preset.settings.clone();
    all.extend(settings.unwrap_or_default());
    let (settings, mut faults) = schema.clean(&all);
    faults.extend(schema.check_period(&settings, &all));
    let (blocks, more) = schema.clean_blocks(&blocks.unwrap_or_else(|| preset.blocks.clone()));
    faults.extend(more);
    refused(below_settings(faults), &format!("sections.{n}."))?;
    if !errors.is_empty() {
        return Err(errors);
    }
    let section = Section {
        id,
        page: page.to_owned(),
        zone: Zone::Sortable,
        section: kind,
        name,
        is_active: is_active.unwrap_or(true),
        display_order: 0,
        settings,
        blocks,
        version: 0,
    };
    Ok(New { section, schema })
}

/// Adds sections to a page, in the order they are sent.
///
/// # Errors
/// 404, 409 when the page is full, 422 with its fields.
pub(super) async fn add(
    app: &App,
    scope: &StoreScope,
    theme: &str,
    page: &str,
    sent: Vec<NewSectionIn>,
) -> ApiResult<Vec<Section>> {
    let (app, at, theme, page) = (app.clone(), scope.clone(), theme.to_owned(), page.to_owned());
    let ids: Vec<SectionId> = sent.iter().map(|_| app.env().id::<SectionKind>()).collect();
    app.db()
        .clone()
        .tx(async move |c| {
            let now = app.env().now();
            let found = lock_theme(c, &at, &theme).await?;
            let mut all = store::list_draft(c, &at, &theme).await?;
            all.extend(write_page(c, &at, &found, &all, &page, now).await?);
            let mut added = Vec::with_capacity(sent.len());
            let version = store::update_draft_version(c, &at, &theme, now).await?;
            for (n, (new, id)) in sent.iter().zip(&ids).enumerate() {
                let before = new.before;
                let New { mut section, schema } =
                    read_new(&found.theme, &page, new.clone(), n, *id).map_err(ApiError::invalid)?;
                let none = Map::new();
                let (kind, after) = ((&*found.theme, schema), (&section.settings, &*section.blocks));
                let missing = references::check(&app, c, &at, kind, (&none, &[]), after).await?;
                refused(below_settings(missing), &format!("sections.{n}.")).map_err(ApiError::invalid)?;
                check_most(schema, &section, &all)
                    .map_err(|message| ApiError::field(format!("sections.{n}.section"), message))?;
                let order = match before {
                    None => all.iter().filter(|s| s.is_sortable_on(&page)).map(|s| s.display_order + 1).max().unwrap_or(0),
                    Some(next) => {
                        let next = all.iter().find(|s| s.id == next && s.is_sortable_on(&page));
                        next.ok_or_else(|| ApiError::field(format!("sections.{n}.before"), common::NO_SUCH))?.display_order
                    }
                };
                // Deleted sections may stand behind the last one: what is added there goes behind them as well.
                store::update_orders_from(c, &at, (&theme, &page), order, 1).await?;
                for s in all.iter_mut().filter(|s| s.is_sortable_on(&page) && s.display_order >= order) {
                    s.display_order += 1;
                }
                (section.display_order, section.version) = (order, version);
                all.push(section.clone());
                check_page(&page, &all)?;
                store::insert_sections(c, &at, &theme, std::slice::from_ref(&section), now).await?;
                log(c, &at, now, Entry::new(Act::Create, entities::SECTION, section.id).after(journal_fields(&section))).await?;
                added.push(section);
            }
            Ok(added)
        })
        .await
}

/// Writes what a change of a section's values was.
pub(super) async fn log_change(
    c: Conn<'_>,
    scope: &StoreScope,
    now: Millis,
    before: &Section,
    after: &Section,
) -> db::Result<()> {
    let (was, is) = differences(before, after);
    log(c, scope, now, Entry::new(Act::Update, entities::SECTION, after.id).before(was).after(is)).await
}

/// What differs, with the name on both sides: it names the section in the log.
fn differences(before: &Section, after: &Section) -> (Value, Value) {
    let (mut was, mut is) = (json!({ "name": before.name }), json!({ "name": after.name }));
    let mut put = |key: &str, old: Value, new: Value| {
        if old != new {
            was[key] = old;
            is[key] = new;
        }
    };
    put("is_active", json!(before.is_active), json!(after.is_active));
    put("settings", json!(before.settings), json!(after.settings));
    put("blocks", json!(before.blocks), json!(after.blocks));
    (was, is)
}

/// Changes a section: its name, some of its settings, its blocks, whether it is shown, its place.
///
/// # Errors
/// 404, 409 when it is stale, 422 with its fields.
pub(super) async fn update(app: &App, scope: &StoreScope, theme: &str, id: SectionId, sent: SectionIn) -> ApiResult<Section> {
    let (app, at, theme) = (app.clone(), scope.clone(), theme.to_owned());
    app.db()
        .clone()
        .tx(async move |c| {
            let now = app.env().now();
            let found = lock_theme(c, &at, &theme).await?;
            let before = section_to_change(c, &at, &found, id, now).await?;
            if sent.version.is_some_and(|v| v != before.version) {
                let view = SectionView::from_section(before, &found.theme, false);
                return Err(ApiError::stale().with_current(&view));
            }
            let schema = found.theme.schemas.get(&before.section).ok_or_else(ApiError::not_found)?;
            let mut after = before.clone();
            let mut errors = FieldErrors::new();
            if let Some(name) = &sent.name {
                after.name = section_name(&mut errors, "name", name);
            }
            let mut faults = Vec::new();
            if let Some(settings) = &sent.settings {
                let (clean, found) = schema.clean(settings);
                after.settings.extend(clean);
                // Settings that the schema no longer has go at the first change.
                after.settings.retain(|key, _| schema.setting(key).is_some());
                faults.extend(found);
                faults.extend(schema.check_period(&after.settings, settings));
            }
            if let Some(blocks) = &sent.blocks {
                let (clean, found) = schema.clean_blocks(blocks);
                after.blocks = clean;
                faults.extend(found);
            }
            after.is_active = sent.is_active.unwrap_or(after.is_active);
            refused(below_settings(faults), "").map_err(ApiError::invalid)?;
            errors.finish()?;
            let (was, is) = ((&before.settings, &*before.blocks), (&after.settings, &*after.blocks));
            let missing = references::check(&app, c, &at, (&found.theme, schema), was, is).await?;
            refused(below_settings(missing), "").map_err(ApiError::invalid)?;
            if after != before {
                let all = store::list_draft(c, &at, &theme).await?;
                let page: Vec<Section> = all.into_iter().map(|s| if s.id == id { after.clone() } else { s }).collect();
                check_page(&after.page, &page)?;
                after.version = store::update_draft_version(c, &at, &theme, now).await?;
                store::update_section(c, &at, &after, now).await?;
                log_change(c, &at, now, &before, &after).await?;
            }
            if let Some(steps) = sent.display_order_change.filter(|n| *n != 0) {
                order::move_by(c, &at, &theme, &after, steps, now).await?;
            }
            store::find_section(c, &at, &theme, id).await?.ok_or_else(ApiError::not_found)
        })
        .await
}

/// Deletes a section; [`restore`] brings it back where it was.
///
/// # Errors
/// 404; 409 when it has a fixed place.
pub(super) async fn delete(app: &App, scope: &StoreScope, theme: &str, id: SectionId) -> ApiResult<()> {
    let (env, at, theme) = (app.env().clone(), scope.clone(), theme.to_owned());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let found = lock_theme(c, &at, &theme).await?;
            let section = section_to_change(c, &at, &found, id, now).await?;
            if section.zone != Zone::Sortable {
                return Err(ApiError::conflict("fixed_section", order::FIXED));
            }
            let version = store::update_draft_version(c, &at, &theme, now).await?;
            store::set_deleted(c, &at, id, Some(now), version).await?;
            store::delete_forgotten(c, &at, &theme).await?;
            Ok(log(c, &at, now, Entry::new(Act::Delete, entities::SECTION, id).before(journal_fields(&section))).await?)
        })
        .await
}

/// Restores a deleted section.
///
/// # Errors
/// 404; 409 when the page is full by now.
pub(super) async fn restore(app: &App, scope: &StoreScope, theme: &str, id: SectionId) -> ApiResult<Section> {
    let (env, at, theme) = (app.env().clone(), scope.clone(), theme.to_owned());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let found = lock_theme(c, &at, &theme).await?;
            let mut section = store::find_deleted(c, &at, &theme, id).await?.ok_or_else(ApiError::not_found)?;
            let mut all = store::list_draft(c, &at, &theme).await?;
            if let Some(schema) = found.theme.schemas.get(&section.section) {
                check_most(schema, &section, &all).map_err(|message| ApiError::conflict("too_many_sections", message))?;
            }
            all.push(section.clone());
            check_page(&section.page, &all)?;
            section.version = store::update_draft_version(c, &at, &theme, now).await?;
            store::set_deleted(c, &at, id, None, section.version).await?;
            log(c, &at, now, Entry::new(Act::Create, entities::SECTION, id).after(journal_fields(&section))).await?;
            Ok(section)
        })
        .await
}
