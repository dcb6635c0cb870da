//! Previews of a draft: the frame of an open editor, and links that are shared (TH-01). Whoever has the token sees the draft, and nobody
//! else; it is the `editor-session` of the preview's address.

use db::{Conn, Topics};
use kernel::{Millis, StoreScope, UserId};
use serde_json::json;
use web::caller::hash_token;
use web::{ApiError, ApiResult, Message};

use super::draft::lock_theme;
use super::model::{InstalledTheme, Preview, PreviewKind};
use super::{archive_store, entities, files, preview_store};
use platform::App;
use platform::journal::{self, Act, Entry};

/// The name of the query parameter that holds the token.
pub const SESSION: &str = "editor-session";
/// Life of an editor's preview after it was last seen.
const EDITOR_LIFE: i64 = 12 * Millis::HOUR;
/// Life of a link that was shared.
const SHARE_LIFE: i64 = 7 * 24 * Millis::HOUR;
/// An editor that was not seen for so long is closed.
const ABSENT: i64 = 90_000;

/// Most links to a theme's draft that are open at a time.
const MOST_SHARED: i64 = 50;

const TOO_MANY_LINKS: Message = Message::new(
    "بلغت الحد الأقصى لروابط المسودة ({max}). أوقف مشاركة المسودة ثم انسخ رابطًا جديدًا.",
    "You've reached the limit of {max} draft links. Stop sharing the draft, then copy a new link.",
);

/// Whether a token has the shape of one: a random number.
fn is_token(token: &str) -> bool {
    (30..=40).contains(&token.len()) && token.bytes().all(|b| b.is_ascii_digit())
}

/// The preview of a token, unless it has ended.
///
/// # Errors
/// Database errors.
pub async fn find_preview(c: db::Conn<'_>, scope: &StoreScope, token: &str, now: Millis) -> db::Result<Option<Preview>> {
    if !is_token(token) {
        return Ok(None);
    }
    preview_store::find(c, scope, &hash_token(token), now).await
}

/// Room for one more shared link of a theme, which is locked.
///
/// # Errors
/// 404 when the store does not have the theme; 409 for one link too many.
async fn make_room(c: Conn<'_>, scope: &StoreScope, theme: &str, now: Millis) -> ApiResult<InstalledTheme> {
    let installed = lock_theme(c, scope, theme).await?.installed;
    preview_store::delete_expired(c, scope, now).await?;
    if preview_store::count_shared(c, scope, theme).await? >= MOST_SHARED {
        return Err(ApiError::conflict("too_many_links", TOO_MANY_LINKS.with("max", MOST_SHARED)));
    }
    Ok(installed)
}

/// Opens a preview; its token.
///
/// # Errors
/// 404 when the program has no such theme. One that is not installed is shown with the sections of a new store, and cannot be shared.
/// 409 for one shared link too many.
pub(super) async fn open(app: &App, scope: &StoreScope, theme: &str, kind: PreviewKind) -> ApiResult<(String, Preview)> {
    files::find_known(app.db().conn(), scope, theme).await?;
    let (env, at, theme) = (app.env().clone(), scope.clone(), theme.to_owned());
    let token = format!("{:039}", u128::from_be_bytes(env.random_bytes::<16>()));
    app.db()
        .tx(async move |c| {
            let now = env.now();
            // An editor's own preview shows nothing to others, and is not in the journal.
            let shared = match kind {
                PreviewKind::Share => Some(make_room(c, &at, &theme, now).await?),
                PreviewKind::Editor | PreviewKind::Look => {
                    preview_store::delete_expired(c, &at, now).await?;
                    None
                }
            };
            let life = if kind == PreviewKind::Share { SHARE_LIFE } else { EDITOR_LIFE };
            let preview = Preview {
                theme: theme.clone(),
                kind,
                user_id: at.actor().id.map(UserId::from_raw),
                user_name: at.actor().name.clone(),
                expires_at: Millis(now.0 + life),
            };
            preview_store::insert(c, &at, &hash_token(&token), &preview, now).await?;
            if let Some(installed) = shared {
                let entry = Entry::new(Act::Update, entities::THEME, installed.id)
                    .before(json!({ "theme": theme }))
                    .after(json!({ "theme": theme, "shared_until": preview.expires_at.rfc3339() }));
                journal::write(c, &at, now, Topics::THEME, entry).await?;
            }
            Ok((token.clone(), preview))
        })
        .await
}

/// Says that an editor is still open; the names of the others in the same draft.
///
/// # Errors
/// 404 when the preview has ended.
pub(super) async fn stay(app: &App, scope: &StoreScope, theme: &str, token: &str) -> ApiResult<Vec<String>> {
    if !is_token(token) {
        return Err(ApiError::not_found());
    }
    let (now, hash) = (app.env().now(), hash_token(token));
    let (at, seen, of) = (scope.clone(), hash, theme.to_owned());
    let user = scope.actor().id.map(UserId::from_raw);
    let is_open = app
        .db()
        .tx(async move |c| preview_store::update_seen(c, &at, (&of, &seen), (now, Millis(now.0 + EDITOR_LIFE))).await)
        .await?;
    if !is_open {
        return Err(ApiError::not_found());
    }
    Ok(preview_store::list_present(app.db().conn(), scope, theme, (user, Millis(now.0 - ABSENT))).await?)
}

/// Ends a member's own preview of a theme; how many there were. That of a theme which was deleted meanwhile ends as well.
///
/// # Errors
/// 404 when the store never had such a theme.
pub(super) async fn close(app: &App, scope: &StoreScope, theme: &str, token: &str) -> ApiResult<u64> {
    let c = app.db().conn();
    if !archive_store::is_deleted(c, scope, theme).await? {
        files::find_known(c, scope, theme).await?;
    }
    if !is_token(token) {
        return Ok(0);
    }
    let (at, theme, hash) = (scope.clone(), theme.to_owned(), hash_token(token));
    let user = scope.actor().id.map(UserId::from_raw);
    Ok(app.db().tx(async move |c| preview_store::delete(c, &at, (&theme, &hash), user).await).await?)
}

/// Ends every shared link of a theme; how many were open.
///
/// # Errors
/// 404 when the store does not have it.
pub(super) async fn end_sharing(app: &App, scope: &StoreScope, theme: &str) -> ApiResult<u64> {
    let (env, at, theme) = (app.env().clone(), scope.clone(), theme.to_owned());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let installed = lock_theme(c, &at, &theme).await?.installed;
            preview_store::delete_expired(c, &at, now).await?;
            let ended = preview_store::delete_shared(c, &at, &theme).await?;
            if ended > 0 {
                let entry = Entry::new(Act::Update, entities::THEME, installed.id)
                    .before(json!({ "theme": theme, "shared_links": ended }))
                    .after(json!({ "theme": theme, "shared_links": 0 }));
                journal::write(c, &at, now, Topics::THEME, entry).await?;
            }
            Ok(ended)
        })
        .await
}
