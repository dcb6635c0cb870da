//! Changes of a theme's draft, each in one transaction with its journal entry (TH-03).

use std::sync::Arc;

use db::{Conn, Topics};
use kernel::id::Section as SectionKind;
use kernel::text_guard::Lines;
use kernel::{Millis, SectionId, StoreScope, Texts};
use serde_json::{Map, Value, json};
use web::fields::texts;
use web::message::common;
use web::{ApiError, ApiResult, FieldErrors, Message};

use super::definition::ThemeDefinition;
use super::model::{Block, EVERY_PAGE, InstalledTheme, MOST_PAGE_BYTES, MOST_SECTIONS, PAGES, Section, Zone};
use super::page_defaults::{missing_on, with_missing};
use super::schema::{Fault, SectionSchema};
use super::wire::{NewSectionIn, SectionIn, SectionView, SortingIn};
use super::{entities, files, references, store};
use platform::App;
use platform::journal::{self, Act, Entry};

const FULL: Message = Message::new(
    "اكتمل الحد الأقصى: {max} قسمًا في الصفحة. احذف ما لا تحتاج إليه.",
    "Limit reached: a page can have {max} sections. Delete some you no longer need.",
);
const TOO_OFTEN: Message =
    Message::new("لا يمكن إضافة هذا القسم أكثر من {max} مرة في الصفحة.", "This section can be used up to {max} times on a page.");
const TOO_LARGE: Message = Message::new(
    "محتوى الصفحة أكبر من المسموح. اختصر النصوص أو احذف أقسامًا.",
    "The page holds more content than allowed. Shorten texts or delete sections.",
);
const NOT_HERE: Message = Message::new("لا يمكن إضافة هذا القسم إلى هذه الصفحة.", "This section can't be added to this page.");
const FIXED: Message = Message::new("هذا القسم ثابت في مكانه.", "This section has a fixed place.");
const OTHER_LIST: Message = Message::new(
    "تغيّرت أقسام الصفحة من مكان آخر. راجع الترتيب ثم أعد المحاولة.",
    "The page's sections were changed elsewhere. Check the order and try again.",
);
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
    if let Some(section) = store::find_section(c, scope, &found.installed.theme, id).await? {
        return Ok(section);
    }
    let all = with_missing(&found.theme, store::list_draft(c, scope, &found.installed.theme).await?);
    // One that is deleted is written too, and not found above.
    all.into_iter().find(|s| s.id == id).ok_or_else(ApiError::not_found)
}

/// Writes the rows of a page that has none yet, before a change of it.
async fn write_page(
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
async fn section_to_change(
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

/// Writes what happened to a section of the draft; shoppers see none of it.
async fn log(c: Conn<'_>, scope: &StoreScope, now: Millis, entry: Entry) -> db::Result<()> {
    journal::write(c, scope, now, Topics::THEME, entry).await.map(|_| ())
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
    if schema.zone != Zone::Sortable || !schema.pages.iter().any(|p| p == page) {
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
                let missing = references::check(&app, c, &at, schema, (&none, &[]), (&section.settings, &section.blocks)).await?;
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
            }
            if let Some(blocks) = &sent.blocks {
                let (clean, found) = schema.clean_blocks(blocks);
                after.blocks = clean;
                faults.extend(found);
            }
            after.is_active = sent.is_active.unwrap_or(after.is_active);
            refused(below_settings(faults), "").map_err(ApiError::invalid)?;
            errors.finish()?;
            let missing =
                references::check(&app, c, &at, schema, (&before.settings, &before.blocks), (&after.settings, &after.blocks))
                    .await?;
            refused(below_settings(missing), "").map_err(ApiError::invalid)?;
            if after != before {
                let all = store::list_draft(c, &at, &theme).await?;
                let page: Vec<Section> = all.into_iter().map(|s| if s.id == id { after.clone() } else { s }).collect();
                check_page(&after.page, &page)?;
                after.version = store::update_draft_version(c, &at, &theme, now).await?;
                store::update_section(c, &at, &after, now).await?;
                let (was, is) = differences(&before, &after);
                log(c, &at, now, Entry::new(Act::Update, entities::SECTION, id).before(was).after(is)).await?;
            }
            if let Some(steps) = sent.display_order_change.filter(|n| *n != 0) {
                move_by(c, &at, &theme, &after, steps, now).await?;
            }
            store::find_section(c, &at, &theme, id).await?.ok_or_else(ApiError::not_found)
        })
        .await
}

/// Moves a section by some places within its page's sortable ones, as far as they go.
async fn move_by(c: Conn<'_>, scope: &StoreScope, theme: &str, section: &Section, steps: i64, now: Millis) -> ApiResult<()> {
    if section.zone != Zone::Sortable {
        return Err(ApiError::field("display_order_change", FIXED));
    }
    let all = store::list_draft(c, scope, theme).await?;
    let mut order: Vec<&Section> = all.iter().filter(|s| s.is_sortable_on(&section.page)).collect();
    let from = order.iter().position(|s| s.id == section.id).ok_or_else(ApiError::not_found)?;
    let last = i64::try_from(order.len()).unwrap_or(i64::MAX) - 1;
    let to = (i64::try_from(from).unwrap_or(0).saturating_add(steps)).clamp(0, last);
    let moved = order.remove(from);
    order.insert(usize::try_from(to).unwrap_or(from), moved);
    let ids: Vec<SectionId> = order.into_iter().map(|s| s.id).collect();
    write_order(c, scope, (theme, &all, section), &ids, now).await
}

/// Gives the positions that some sections have to the same sections in another order: deleted ones keep their place between them.
async fn write_order(
    c: Conn<'_>,
    scope: &StoreScope,
    (theme, all, named): (&str, &[Section], &Section),
    ids: &[SectionId],
    now: Millis,
) -> ApiResult<()> {
    let order_of = |id: &SectionId| all.iter().find(|s| s.id == *id).map_or(0, |s| s.display_order);
    let mut places: Vec<i64> = ids.iter().map(order_of).collect();
    places.sort_unstable();
    let changed: Vec<(SectionId, i64)> = ids.iter().copied().zip(places).filter(|(id, place)| order_of(id) != *place).collect();
    if changed.is_empty() {
        return Ok(());
    }
    store::update_draft_version(c, scope, theme, now).await?;
    store::update_orders(c, scope, &changed).await?;
    let place = |all: Vec<SectionId>| all.iter().position(|id| *id == named.id).map(|n| n + 1);
    let before = all.iter().filter(|s| s.is_sortable_on(&named.page)).map(|s| s.id).collect();
    let entry = Entry::new(Act::Update, entities::SECTION, named.id)
        .before(json!({ "name": named.name, "place": place(before) }))
        .after(json!({ "name": named.name, "place": place(ids.to_vec()) }));
    Ok(log(c, scope, now, entry).await?)
}

/// Sorts a page's sections, or with `section_id` the blocks of that section.
///
/// # Errors
/// 404; 409 when the list is not that of the page by now; 422.
pub(super) async fn sort(app: &App, scope: &StoreScope, theme: &str, sent: SortingIn) -> ApiResult<()> {
    let (app, at, theme) = (app.clone(), scope.clone(), theme.to_owned());
    app.db()
        .clone()
        .tx(async move |c| {
            let now = app.env().now();
            let found = lock_theme(c, &at, &theme).await?;
            let mut items = sent.items.clone();
            items.sort_by_key(|item| item.display_order);
            let ids: Vec<String> = items.into_iter().map(|item| item.id).collect();
            if let Some(id) = sent.section_id {
                return sort_blocks(c, &at, &found, id, &ids, now).await;
            }
            let page = sent.page.as_deref().ok_or_else(|| ApiError::field("page", common::REQUIRED))?;
            if !PAGES.contains(&page) {
                return Err(ApiError::field("page", common::NOT_A_CHOICE));
            }
            let mut all = store::list_draft(c, &at, &theme).await?;
            all.extend(write_page(c, &at, &found, &all, page, now).await?);
            let living: Vec<&Section> = all.iter().filter(|s| s.is_sortable_on(page)).collect();
            let sorted: Vec<SectionId> =
                ids.iter().filter_map(|id| living.iter().find(|s| s.id.to_string() == *id)).map(|s| s.id).collect();
            let mut distinct = sorted.clone();
            distinct.sort_unstable();
            distinct.dedup();
            if distinct.len() != living.len() || ids.len() != living.len() {
                return Err(ApiError::conflict("other_sections", OTHER_LIST));
            }
            // The log names the first section that has another place.
            let Some(first) = living.iter().zip(&sorted).find(|(was, now)| was.id != **now).map(|(was, _)| *was) else {
                return Ok(());
            };
            write_order(c, &at, (&theme, &all, first), &sorted, now).await
        })
        .await
}

async fn sort_blocks(
    c: Conn<'_>,
    scope: &StoreScope,
    found: &StoreTheme,
    id: SectionId,
    ids: &[String],
    now: Millis,
) -> ApiResult<()> {
    let theme = found.installed.theme.as_str();
    let before = section_to_change(c, scope, found, id, now).await;
    let before =
        before.map_err(|e| if e.status().as_u16() == 404 { ApiError::field("section_id", common::NO_SUCH) } else { e })?;
    let blocks: Vec<Block> = ids.iter().filter_map(|id| before.blocks.iter().find(|b| b.id == *id).cloned()).collect();
    let mut distinct: Vec<&String> = ids.iter().collect();
    distinct.sort_unstable();
    distinct.dedup();
    if distinct.len() != before.blocks.len() || blocks.len() != before.blocks.len() {
        return Err(ApiError::conflict("other_sections", OTHER_LIST));
    }
    if blocks == before.blocks {
        return Ok(());
    }
    let mut after = Section { blocks, ..before.clone() };
    after.version = store::update_draft_version(c, scope, theme, now).await?;
    store::update_section(c, scope, &after, now).await?;
    let (was, is) = differences(&before, &after);
    Ok(log(c, scope, now, Entry::new(Act::Update, entities::SECTION, id).before(was).after(is)).await?)
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
                return Err(ApiError::conflict("fixed_section", FIXED));
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
