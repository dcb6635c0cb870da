//! Publishes drafts and brings versions back, each in one transaction with its journal entry (decision 0078).

use db::{Conn, Topics};
use jobs::Enqueue;
use kernel::{Millis, StoreScope};
use serde_json::json;
use web::{ApiError, ApiResult, Message};

use super::definition::ThemeDefinition;
use super::difference::{self, Change};
use super::draft::{StoreTheme, lock_theme};
use super::jobs::PublishTheme;
use super::model::{InstalledTheme, Section, Version, VersionKind};
use super::page_defaults::with_missing;
use super::wire_versions::PublishIn;
use super::{archive_store, entities, store, version_store};
use platform::App;
use platform::journal::{self, Act, Entry};

const NOT_A_TIME: Message = Message::new("اختر تاريخًا ووقتًا صحيحين.", "Choose a valid date and time.");
const PAST: Message = Message::new("اختر وقتًا لم يأتِ بعد.", "Choose a time in the future.");
const FAR: Message = Message::new("اختر وقتًا خلال سنة من الآن.", "Choose a time within a year.");
const NOTHING: Message = Message::new("لا توجد تغييرات لنشرها.", "There are no changes to publish.");
const SCHEDULED: Message = Message::new("توجد نسخة مجدولة. ألغِ جدولتها أولًا.", "A version is already scheduled. Cancel it first.");
const DRAFT_CHANGED: Message = Message::new(
    "تغيّرت المسودة من مكان آخر بعد أن راجعتها. راجع التغييرات ثم انشر.",
    "The draft was changed elsewhere after you reviewed it. Review the changes and publish again.",
);

/// Longest that a version waits for its moment, ms.
const MOST_WAIT: i64 = 366 * Millis::DAY;

async fn log(c: Conn<'_>, scope: &StoreScope, now: Millis, topics: Topics, entry: Entry) -> db::Result<()> {
    journal::write(c, scope, now, topics, entry).await.map(|_| ())
}

/// Takes the number of the next version and writes it as a snapshot of the draft.
async fn keep_draft(
    c: Conn<'_>,
    scope: &StoreScope,
    installed: &mut InstalledTheme,
    (kind, note): (VersionKind, String),
    now: Millis,
) -> db::Result<i64> {
    installed.last_version += 1;
    let version = Version { archive: installed.archive.clone(), ..new_version(scope, installed.last_version, (kind, note), now) };
    version_store::insert_of_draft(c, scope, &installed.theme, &version).await?;
    Ok(version.number)
}

pub(super) fn new_version(scope: &StoreScope, number: i64, (kind, note): (VersionKind, String), now: Millis) -> Version {
    let created_by = scope.actor().name.clone();
    Version { number, kind, note, based_on: None, created_at: now, created_by, archive: None }
}

/// Writes the numbers and forgets old versions.
pub(super) async fn finish(c: Conn<'_>, scope: &StoreScope, installed: &InstalledTheme) -> db::Result<()> {
    store::update_versions(c, scope, installed).await?;
    let except = [installed.published, installed.scheduled.unwrap_or(installed.published)];
    version_store::delete_old(c, scope, &installed.theme, (installed.last_version, except)).await
}

/// The files of a version; of the draft where those of the version are no longer kept.
async fn files_of(
    c: Conn<'_>,
    scope: &StoreScope,
    installed: &InstalledTheme,
    archive: Option<String>,
) -> db::Result<Option<String>> {
    match archive {
        Some(hash) if archive_store::exists(c, scope, &hash).await? => Ok(Some(hash)),
        _ => Ok(installed.archive.clone()),
    }
}

/// What shoppers see changes from one version to another.
fn published(installed: &InstalledTheme, before: i64, note: &str) -> Entry {
    let after = json!({ "theme": installed.theme, "published": installed.published, "note": note });
    Entry::new(Act::Update, entities::THEME, installed.id)
        .before(json!({ "theme": installed.theme, "published": before }))
        .after(after)
}

/// Refuses what would be published while a version waits: at its moment it would take that off the store again.
///
/// # Errors
/// 409.
pub(super) fn check_none_waits(installed: &InstalledTheme) -> ApiResult<()> {
    if installed.scheduled.is_some() { Err(ApiError::conflict("already_scheduled", SCHEDULED)) } else { Ok(()) }
}

/// The number of a version that is as the draft is: the published one, or a new one where that says other things.
pub(super) async fn keep_unpublished(
    c: Conn<'_>,
    scope: &StoreScope,
    found: &StoreTheme,
    installed: &mut InstalledTheme,
    (public, draft): (&[Section], &[Section]),
    now: Millis,
) -> db::Result<i64> {
    if has_changes(found, public, draft) || installed.has_new_files() {
        return keep_draft(c, scope, installed, (VersionKind::Kept, String::new()), now).await;
    }
    Ok(installed.published)
}

fn has_changes(found: &StoreTheme, before: &[Section], after: &[Section]) -> bool {
    !changes_between(&found.theme, before, after).is_empty()
}

/// The differences between two sets of sections of a theme. That a page has rows now is none by itself.
pub(super) fn changes_between(theme: &ThemeDefinition, before: &[Section], after: &[Section]) -> Vec<Change> {
    let (before, after) = (with_missing(theme, before.to_vec()), with_missing(theme, after.to_vec()));
    difference::changes(&before, &after, |name| theme.schemas.get(name))
}

/// When to publish; none for now.
fn moment(sent: &PublishIn, now: Millis) -> ApiResult<Option<Millis>> {
    let Some(text) = sent.publish_at.as_deref().map(str::trim).filter(|text| !text.is_empty()) else { return Ok(None) };
    match Millis::parse(text) {
        None => Err(ApiError::field("publish_at", NOT_A_TIME)),
        Some(at) if at <= now => Err(ApiError::field("publish_at", PAST)),
        Some(at) if at.0 > now.0.saturating_add(MOST_WAIT) => Err(ApiError::field("publish_at", FAR)),
        at => Ok(at),
    }
}

/// Publishes the draft as it is, now or at a moment: later changes of the draft are not part of it.
///
/// # Errors
/// 404; 409 when there is nothing to publish, another version waits, or the draft is not the one that was reviewed; 422.
pub(super) async fn publish(app: &App, scope: &StoreScope, theme: &str, sent: PublishIn, note: String) -> ApiResult<()> {
    let (env, at, theme) = (app.env().clone(), scope.clone(), theme.to_owned());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let found = lock_theme(c, &at, &theme).await?;
            let mut installed = found.installed.clone();
            let publish_at = moment(&sent, now)?;
            if sent.draft_version.is_some_and(|v| v != installed.draft_version) {
                return Err(ApiError::conflict("draft_changed", DRAFT_CHANGED));
            }
            let (draft, public) = (store::list_draft(c, &at, &theme).await?, store::list_published(c, &at, &theme).await?);
            if !has_changes(&found, &public, &draft) && !installed.has_new_files() {
                return Err(ApiError::conflict("nothing_to_publish", NOTHING));
            }
            check_none_waits(&installed)?;
            let number = keep_draft(c, &at, &mut installed, (VersionKind::Published, note.clone()), now).await?;
            let Some(publish_at) = publish_at else {
                let before = std::mem::replace(&mut installed.published, number);
                finish(c, &at, &installed).await?;
                let entry = published(&installed, before, &note);
                return Ok(log(c, &at, now, Topics::STOREFRONT.and(Topics::THEME), entry).await?);
            };
            (installed.scheduled, installed.publish_at) = (Some(number), Some(publish_at));
            finish(c, &at, &installed).await?;
            let job = PublishTheme { store: at.store(), theme: theme.clone(), number };
            jobs::enqueue(c, &env, &job, Enqueue { run_at: Some(publish_at), ..Enqueue::for_store(at.store()) }).await?;
            let entry = Entry::new(Act::Update, entities::THEME, installed.id)
                .before(json!({ "theme": theme, "publish_at": null }))
                .after(json!({ "theme": theme, "publish_at": publish_at.rfc3339(), "version": number, "note": note }));
            Ok(log(c, &at, now, Topics::THEME, entry).await?)
        })
        .await
}

/// Publishes a version that waited for its moment. False when it no longer waits.
pub(super) async fn publish_scheduled(app: &App, scope: &StoreScope, theme: &str, number: i64) -> db::Result<bool> {
    let (env, at, theme) = (app.env().clone(), scope.clone(), theme.to_owned());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            store::lock_installed(c, &at, &theme).await?;
            let Some(mut installed) = store::find_installed(c, &at, &theme).await? else { return Ok(false) };
            if installed.scheduled != Some(number) {
                return Ok(false);
            }
            let before = std::mem::replace(&mut installed.published, number);
            (installed.scheduled, installed.publish_at) = (None, None);
            finish(c, &at, &installed).await?;
            let entry = published(&installed, before, "");
            log(c, &at, now, Topics::STOREFRONT.and(Topics::THEME), entry).await?;
            Ok(true)
        })
        .await
}

/// Cancels the publication that waits; its version stays among the others.
///
/// # Errors
/// 404 when none waits.
pub(super) async fn cancel(app: &App, scope: &StoreScope, theme: &str) -> ApiResult<()> {
    let (env, at, theme) = (app.env().clone(), scope.clone(), theme.to_owned());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let mut installed = lock_theme(c, &at, &theme).await?.installed;
            let (was, number) = installed.publish_at.zip(installed.scheduled).ok_or_else(ApiError::not_found)?;
            (installed.scheduled, installed.publish_at) = (None, None);
            store::update_versions(c, &at, &installed).await?;
            // No shopper has seen it.
            version_store::update_kind(c, &at, &theme, (number, VersionKind::Kept)).await?;
            let entry = Entry::new(Act::Update, entities::THEME, installed.id)
                .before(json!({ "theme": theme, "publish_at": was.rfc3339() }))
                .after(json!({ "theme": theme, "publish_at": null }));
            Ok(log(c, &at, now, Topics::THEME, entry).await?)
        })
        .await
}

/// Replaces the draft by a version; the draft before becomes a version itself, so that this can be undone. Its number, if it was kept.
///
/// # Errors
/// 404.
pub(super) async fn restore(app: &App, scope: &StoreScope, theme: &str, number: Option<i64>) -> ApiResult<Option<i64>> {
    let (env, at, theme) = (app.env().clone(), scope.clone(), theme.to_owned());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let found = lock_theme(c, &at, &theme).await?;
            let mut installed = found.installed.clone();
            let number = number.unwrap_or(installed.published);
            let version = version_store::find(c, &at, &theme, number).await?.ok_or_else(ApiError::not_found)?;
            let archive = files_of(c, &at, &installed, version.archive).await?;
            let draft = store::list_draft(c, &at, &theme).await?;
            let version_sections = store::list_version_sections(c, &at, &theme, number).await?;
            if !has_changes(&found, &draft, &version_sections) && archive == installed.archive {
                return Ok(None);
            }
            // What is published can be had back without a copy.
            let public = store::list_published(c, &at, &theme).await?;
            let previous_draft = Some(keep_unpublished(c, &at, &found, &mut installed, (&public, &draft), now).await?);
            let version = store::update_draft_version(c, &at, &theme, now).await?;
            store::replace_draft(c, &at, &theme, (number, version), now).await?;
            archive_store::set_archive(c, &at, &theme, archive.as_deref()).await?;
            finish(c, &at, &installed).await?;
            let entry = Entry::new(Act::Update, entities::THEME, installed.id)
                .before(json!({ "theme": theme, "draft": previous_draft }))
                .after(json!({ "theme": theme, "draft": number }));
            log(c, &at, now, Topics::THEME, entry).await?;
            Ok(previous_draft)
        })
        .await
}

/// Publishes an earlier version again; the draft stays as it is.
///
/// # Errors
/// 404; 409 when it is the published one.
pub(super) async fn publish_again(app: &App, scope: &StoreScope, theme: &str, number: i64) -> ApiResult<()> {
    let (env, at, theme) = (app.env().clone(), scope.clone(), theme.to_owned());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let found = lock_theme(c, &at, &theme).await?;
            let mut installed = found.installed.clone();
            let of = version_store::find(c, &at, &theme, number).await?.ok_or_else(ApiError::not_found)?;
            check_none_waits(&installed)?;
            let (version_sections, public) =
                (store::list_version_sections(c, &at, &theme, number).await?, store::list_published(c, &at, &theme).await?);
            let archive = files_of(c, &at, &installed, of.archive).await?;
            if !has_changes(&found, &public, &version_sections) && archive == installed.published_archive {
                return Err(ApiError::conflict("nothing_to_publish", NOTHING));
            }
            installed.last_version += 1;
            let version = Version {
                based_on: Some(number),
                archive,
                ..new_version(&at, installed.last_version, (VersionKind::Published, of.note), now)
            };
            version_store::insert_copy(c, &at, &theme, &version, number).await?;
            let before = std::mem::replace(&mut installed.published, version.number);
            finish(c, &at, &installed).await?;
            let entry = published(&installed, before, &version.note);
            Ok(log(c, &at, now, Topics::STOREFRONT.and(Topics::THEME), entry).await?)
        })
        .await
}
