//! Installs another theme of the program and puts one in front of shoppers (TH-05). What the store says and shows is carried over by the
//! kind of its sections; the theme before stays as it is.

use std::collections::HashSet;

use db::{Conn, Topics};
use kernel::id::{InstalledTheme as InstalledKind, Section as SectionKind};
use kernel::{Env, StoreScope, Texts};
use serde_json::{Map, Value, json};
use web::{ApiError, ApiResult};

use super::defaults::{first_version, section_of_default};
use super::definition::ThemeDefinition;
use super::draft::lock_theme;
use super::look_choice::{self, Replaced};
use super::looks;
use super::model::{Block, EVERY_PAGE, Section, Version, Zone, plain_page};
use super::schema::{SectionSchema, Setting};
use super::{archive_store, entities, references, store, version_store};
use platform::App;
use platform::journal::{self, Act, Entry};

/// What became of the sections of the theme before.
struct CarriedOver {
    sections: Vec<Section>,
    /// The names of those that the theme has no place for.
    left_out: Vec<Texts>,
}

/// The values that another theme's schema takes.
fn accepted(schema: &[Setting], settings: &Map<String, Value>) -> Map<String, Value> {
    let find = |key: &str| schema.iter().find(|setting| setting.id == key);
    let fits = |key: &str, value: &Value| find(key).is_some_and(|setting| setting.kind.check(value).is_ok());
    settings.iter().filter(|(key, value)| fits(key, value)).map(|(key, value)| (key.clone(), value.clone())).collect()
}

/// A section with what it said and showed in the theme before.
fn carried(env: &Env, schema: &SectionSchema, before: &Section, order: i64) -> Section {
    let mut blocks: Vec<Block> = Vec::new();
    for block in &before.blocks {
        let Some(kind) = schema.blocks.iter().find(|b| b.kind == block.kind) else { continue };
        if blocks.len() < schema.most_blocks as usize && schema.has_room(&blocks, &block.kind) {
            // Where one value does not fit, a link to a product in a theme that asks for an address, the rest is carried all the same.
            blocks.push(Block { settings: accepted(&kind.settings, &block.settings), ..block.clone() });
        }
    }
    Section {
        id: env.id::<SectionKind>(),
        zone: schema.zone,
        display_order: order,
        settings: accepted(&schema.settings, &before.settings),
        blocks,
        version: 1,
        ..before.clone()
    }
}

/// The sections of a theme for a store that had others.
fn carry_over(env: &Env, theme: &ThemeDefinition, before: &[Section]) -> CarriedOver {
    let mut sections = Vec::new();
    let mut left_out = Vec::new();
    let mut order = 0..;
    let mut next = || order.next().unwrap_or_default();
    let pages_before: HashSet<&str> = before.iter().filter(|s| s.zone == Zone::Sortable).map(|s| s.page.as_str()).collect();
    // An alternate template that nobody has changed has no rows in either theme.
    let is_written = |page: &str| plain_page(page) == page || before.iter().any(|s| s.page == page);
    for default in theme.default_sections() {
        let Some(schema) = theme.schemas.get(&default.section) else { continue };
        let is_replaced = default.zone == Zone::Sortable && pages_before.contains(default.page.as_str());
        if is_replaced || !is_written(&default.page) {
            continue;
        }
        let same = before.iter().find(|s| s.section == default.section && s.page == default.page && s.section != looks::SECTION);
        sections.push(match same {
            Some(section) => carried(env, schema, section, next()),
            None => section_of_default(env, default, next()),
        });
    }
    // What the merchant put on a page stands in place of what the theme puts there.
    for section in before.iter().filter(|s| s.zone == Zone::Sortable && s.page != EVERY_PAGE) {
        let fits = |s: &&SectionSchema| {
            s.zone == Zone::Sortable && theme.has_page(&section.page) && s.pages.iter().any(|p| p == plain_page(&section.page))
        };
        match theme.schemas.get(&section.section).filter(fits) {
            Some(schema) => sections.push(carried(env, schema, section, next())),
            None => left_out.push(section.name.clone()),
        }
    }
    for section in &mut sections {
        references::forget_missing_pictures(theme, section);
    }
    let is_known = |page: &str| page == EVERY_PAGE || theme.has_page(page);
    debug_assert!(sections.iter().all(|s| is_known(&s.page)));
    CarriedOver { sections, left_out }
}

/// Installs a theme beside the one that shoppers see, in one of its looks; one that is installed stays as it is. The names of sections
/// that it has no place for.
///
/// # Errors
/// 404 when the program has no such theme; 422 when the theme has no such look.
pub(super) async fn install(app: &App, scope: &StoreScope, theme: &str, look: Option<&str>) -> ApiResult<Vec<Texts>> {
    let Some(definition) = ThemeDefinition::find(theme) else {
        // One that the merchant uploaded was installed with the upload.
        store::find_installed(app.db().conn(), scope, theme).await?.ok_or_else(ApiError::not_found)?;
        return Ok(Vec::new());
    };
    let look = look.map(|id| looks::find(&definition, id)).transpose()?;
    let (env, at, theme) = (app.env().clone(), scope.clone(), theme.to_owned());
    app.db()
        .tx(async move |c| {
            if store::find_installed(c, &at, &theme).await?.is_some() {
                return Ok(Vec::new());
            }
            Ok(insert(c, &env, &at, (&theme, None), (&definition, look.as_ref())).await?)
        })
        .await
}

/// Inserts a theme beside the live one, with what the store says and shows there, and in the look with these settings; drawn with these
/// files when the merchant uploaded them. The names of sections that it has no place for.
pub(super) async fn insert(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    (theme, archive): (&str, Option<&str>),
    (definition, look): (&ThemeDefinition, Option<&Map<String, Value>>),
) -> db::Result<Vec<Texts>> {
    let now = env.now();
    let before = match store::find_live(c, scope).await? {
        Some(live) => store::list_published(c, scope, &live).await?,
        None => Vec::new(),
    };
    let CarriedOver { mut sections, left_out } = carry_over(env, definition, &before);
    if let (Some(look), Some(section)) = (look, sections.iter_mut().find(|s| s.section == looks::SECTION)) {
        section.settings.extend(look.clone());
    }
    let id = env.id::<InstalledKind>();
    store::insert_installed(c, scope, (id, theme, false), now).await?;
    let mut after = json!({ "theme": theme, "is_live": false });
    if archive.is_some() {
        archive_store::set_archive(c, scope, theme, archive).await?;
        after["archive"] = json!(archive);
    }
    store::insert_sections(c, scope, theme, &sections, now).await?;
    let version = Version { archive: archive.map(str::to_owned), ..first_version(scope.actor().name.clone(), now) };
    version_store::insert_of_draft(c, scope, theme, &version).await?;
    journal::write(c, scope, now, Topics::THEME, Entry::new(Act::Create, entities::THEME, id).after(after)).await?;
    Ok(left_out)
}

/// The sections of a store as another theme would show them: for whoever works on that theme.
#[must_use]
pub fn sections_in(env: &Env, theme: &ThemeDefinition, before: &[Section]) -> Vec<Section> {
    carry_over(env, theme, before).sections
}

/// Shows a theme to shoppers, with a look in one of its own; the theme before stays installed. What the look replaced.
///
/// # Errors
/// 404 when the store does not have it; with a look 409 while a version waits for its moment, 422 when the theme has no such look.
pub(super) async fn set_live(app: &App, scope: &StoreScope, theme: &str, look: Option<String>) -> ApiResult<Option<Replaced>> {
    let (env, at, theme) = (app.env().clone(), scope.clone(), theme.to_owned());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            store::lock_all_installed(c, &at).await?;
            let found = lock_theme(c, &at, &theme).await?;
            let replaced = match &look {
                Some(look) => look_choice::take(c, &at, &found, look, now).await?,
                None => None,
            };
            let (mut was, mut is) = (json!({ "theme": theme }), json!({ "theme": theme }));
            if let Some(replaced) = replaced {
                let published = store::find_installed(c, &at, &theme).await?.map(|installed| installed.published);
                (was["published"], is["published"], is["look"]) = (json!(replaced.published), json!(published), json!(look));
            }
            if !found.installed.is_live {
                (was["live"], is["live"]) = (json!(store::find_live(c, &at).await?), json!(theme));
                store::set_live(c, &at, &theme).await?;
            }
            if was != is {
                let entry = Entry::new(Act::Update, entities::THEME, found.installed.id).before(was).after(is);
                journal::write(c, &at, now, Topics::STOREFRONT.and(Topics::THEME), entry).await?;
            }
            Ok(replaced)
        })
        .await
}
