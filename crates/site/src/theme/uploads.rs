//! Themes that merchants upload, replace, delete and download (TH-05, decision 0080).

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use db::Topics;
use kernel::{StoreScope, Texts};
use platform::journal::{self, Act, Entry};
use platform::{App, stores};
use serde_json::json;
use tokio::sync::Semaphore;
use web::{ApiError, ApiResult, FieldErrors, Message};

use super::archive::{self, UploadedTheme};
use super::archive_store::{self, MOST_OWN, NewArchive};
use super::checking::ThemeChecker;
use super::definition::ThemeDefinition;
use super::folder::ThemeFolder;
use super::model::VersionKind;
use super::problem::ThemeProblem;
use super::{entities, files, install, store, version_store};

/// Problems that an answer lists.
const MOST_PROBLEMS: usize = 100;

const DEMO: Message = Message::new(
    "لا يمكن رفع القوالب في المتجر التجريبي. أنشئ متجرك لترفع قالبك.",
    "Themes can't be uploaded in the demo store. Open your own store to upload yours.",
);
const TOO_MANY: Message = Message::new(
    "بلغت الحد الأقصى للقوالب المرفوعة ({max}). احذف قالبًا لا تحتاج إليه ثم أعد المحاولة.",
    "You've reached the limit of {max} uploaded themes. Delete one you no longer need and try again.",
);
const LIVE: Message = Message::new(
    "هذا القالب معروض في متجرك. فعّل قالبًا آخر قبل حذفه.",
    "This theme is live in your store. Make another one live before deleting it.",
);
const OF_PROGRAM: Message = Message::new("قوالب المنصة لا تُحذف.", "The platform's themes can't be deleted.");

/// 422 with each problem under its file.
fn refused(problems: Vec<ThemeProblem>) -> ApiError {
    let mut errors = FieldErrors::new();
    for ThemeProblem { file, text } in problems.into_iter().take(MOST_PROBLEMS) {
        errors.add(file, text);
    }
    ApiError::invalid(errors)
}

/// One archive is checked at a time: it takes a core for seconds, and the store's pages need the others.
static CHECKS: Semaphore = Semaphore::const_new(1);
/// How long an upload waits for its turn.
const LONGEST_WAIT: Duration = Duration::from_secs(20);

/// Reads and checks an archive on a thread of its own: it unpacks, compiles and draws every section. 429 where others wait already.
async fn read(app: &App, bytes: Bytes) -> ApiResult<(UploadedTheme, ThemeDefinition)> {
    let checker = app.ports.get::<dyn ThemeChecker>()?;
    let turn = match tokio::time::timeout(LONGEST_WAIT, CHECKS.acquire()).await {
        Ok(turn) => turn.map_err(|e| db::Error::Setup(format!("the check of a theme: {e}")))?,
        Err(_) => return Err(ApiError::too_many(LONGEST_WAIT.as_secs())),
    };
    let checked = tokio::task::spawn_blocking(move || {
        // Held to the end also where the request is gone meanwhile.
        let _turn = turn;
        let theme = archive::read(&bytes)?;
        let problems = checker.check(&theme.folder);
        if !problems.is_empty() {
            return Err(problems);
        }
        let definition = ThemeDefinition::load(&theme.folder).map_err(|problem| vec![problem])?;
        Ok((theme, definition))
    });
    match checked.await {
        Ok(checked) => checked.map_err(refused),
        Err(e) => Err(db::Error::Setup(format!("the check of a theme: {e}")).into()),
    }
}

/// What became of an upload.
#[derive(Clone)]
pub(super) struct Upload {
    pub(super) theme: String,
    /// The store did not have it before.
    pub(super) is_new: bool,
    /// The names of sections that a new one has no place for.
    pub(super) left_out: Vec<Texts>,
}

/// Installs the theme of an archive beside the live one; the draft of one that the store has is drawn with the new files.
///
/// # Errors
/// 403 in the demo store; 409 for one theme too many; 422 with what is wrong, by file.
pub(super) async fn upload(app: &App, scope: &StoreScope, bytes: Bytes) -> ApiResult<Upload> {
    if stores::get_profile(app.db().conn(), scope).await?.is_demo {
        return Err(ApiError::forbidden_with("demo_store", DEMO));
    }
    let (uploaded, definition) = read(app, bytes).await?;
    let UploadedTheme { folder, packed, hash, size } = uploaded;
    let (theme, content) = (folder.id().to_owned(), STANDARD.encode(packed));
    let (env, at, size) = (app.env().clone(), scope.clone(), i64::try_from(size).unwrap_or(i64::MAX));
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let new = NewArchive { hash: &hash, theme: &theme, size, content: &content };
            if !store::lock_installed(c, &at, &theme).await? {
                make_room(c, &at).await?;
                archive_store::upsert(c, &at, &new, now).await?;
                let left_out = install::insert(c, &env, &at, (&theme, Some(&hash)), (&definition, None)).await?;
                return Ok(Upload { theme: theme.clone(), is_new: true, left_out });
            }
            archive_store::upsert(c, &at, &new, now).await?;
            // One that was deleted is back, with its draft and versions.
            let is_new = archive_store::is_deleted(c, &at, &theme).await?;
            if is_new {
                archive_store::set_deleted(c, &at, &theme, None).await?;
            }
            let installed = store::find_installed(c, &at, &theme).await?.ok_or_else(ApiError::not_found)?;
            if is_new || installed.archive.as_deref() != Some(&hash) {
                archive_store::set_archive(c, &at, &theme, Some(&hash)).await?;
                store::update_draft_version(c, &at, &theme, now).await?;
                let entry = Entry::new(if is_new { Act::Create } else { Act::Update }, entities::THEME, installed.id)
                    .before(json!({ "theme": theme, "archive": installed.archive }))
                    .after(json!({ "theme": theme, "archive": hash }));
                journal::write(c, &at, now, Topics::THEME, entry).await?;
            }
            archive_store::delete_old(c, &at, &theme).await?;
            Ok(Upload { theme: theme.clone(), is_new, left_out: Vec::new() })
        })
        .await
}

/// Room for one more theme: what was deleted first is forgotten for it.
async fn make_room(c: db::Conn<'_>, scope: &StoreScope) -> ApiResult<()> {
    if archive_store::count_own(c, scope).await? >= MOST_OWN {
        let deleted = archive_store::find_oldest_deleted(c, scope).await?;
        let deleted = deleted.ok_or_else(|| ApiError::conflict("too_many_themes", TOO_MANY.with("max", MOST_OWN)))?;
        archive_store::delete_theme(c, scope, &deleted).await?;
    }
    Ok(())
}

/// Deletes an uploaded theme that shoppers do not see; [`restore`] brings it back with its draft and versions.
///
/// # Errors
/// 404; 409 for the live one, and for those of the program.
pub(super) async fn delete(app: &App, scope: &StoreScope, theme: &str) -> ApiResult<()> {
    let (env, at, theme) = (app.env().clone(), scope.clone(), theme.to_owned());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            if !store::lock_installed(c, &at, &theme).await? {
                return Err(ApiError::not_found());
            }
            let mut installed = store::find_installed(c, &at, &theme).await?.ok_or_else(ApiError::not_found)?;
            if installed.archive.is_none() {
                return Err(ApiError::conflict("theme_of_platform", OF_PROGRAM));
            }
            if installed.is_live {
                return Err(ApiError::conflict("live_theme", LIVE));
            }
            if let Some(number) = installed.scheduled.take() {
                // Its moment may pass before the theme is restored: a version that no shopper has seen.
                installed.publish_at = None;
                store::update_versions(c, &at, &installed).await?;
                version_store::update_kind(c, &at, &theme, (number, VersionKind::Kept)).await?;
            }
            archive_store::set_deleted(c, &at, &theme, Some(now)).await?;
            let entry = Entry::new(Act::Delete, entities::THEME, installed.id).before(json!({ "theme": theme }));
            journal::write(c, &at, now, Topics::THEME, entry).await?;
            Ok(())
        })
        .await
}

/// Brings a deleted theme back.
///
/// # Errors
/// 404 when the store has not deleted it.
pub(super) async fn restore(app: &App, scope: &StoreScope, theme: &str) -> ApiResult<()> {
    let (env, at, theme) = (app.env().clone(), scope.clone(), theme.to_owned());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            if !store::lock_installed(c, &at, &theme).await? || !archive_store::is_deleted(c, &at, &theme).await? {
                return Err(ApiError::not_found());
            }
            archive_store::set_deleted(c, &at, &theme, None).await?;
            let installed = store::find_installed(c, &at, &theme).await?.ok_or_else(ApiError::not_found)?;
            let entry = Entry::new(Act::Create, entities::THEME, installed.id).after(json!({ "theme": theme }));
            journal::write(c, &at, now, Topics::THEME, entry).await?;
            Ok(())
        })
        .await
}

/// A theme as one file: the files of the draft where the merchant uploaded them, else the program's without those that it extends.
///
/// # Errors
/// 404 when the store can have no such theme.
pub(super) async fn find_archive(app: &App, scope: &StoreScope, theme: &str) -> ApiResult<Vec<u8>> {
    let c = app.db().conn();
    let installed = store::find_installed(c, scope, theme).await?;
    if let Some(hash) = installed.and_then(|installed| installed.archive) {
        return files::find_packed(c, scope, &hash).await?.ok_or_else(ApiError::not_found);
    }
    ThemeDefinition::find(theme).ok_or_else(ApiError::not_found)?;
    let id = theme.to_owned();
    let packed = tokio::task::spawn_blocking(move || archive::pack(&ThemeFolder::bundled_files(&id))).await;
    packed.ok().flatten().ok_or_else(ApiError::not_found)
}
