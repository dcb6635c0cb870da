//! Previews of a draft: the frame of an open editor, and links that are shared (TH-01). Whoever has the token sees the draft, and nobody
//! else; it is the `editor-session` of the preview's address.

use kernel::{Millis, StoreScope, UserId};
use web::caller::hash_token;
use web::{ApiError, ApiResult};

use super::model::{Preview, PreviewKind};
use super::{files, preview_store};
use platform::App;

/// The name of the query parameter that holds the token.
pub const SESSION: &str = "editor-session";
/// Life of an editor's preview after it was last seen.
const EDITOR_LIFE: i64 = 12 * Millis::HOUR;
/// Life of a link that was shared.
const SHARE_LIFE: i64 = 7 * 24 * Millis::HOUR;
/// An editor that was not seen for so long is closed.
const ABSENT: i64 = 90_000;

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

/// Opens a preview; its token.
///
/// # Errors
/// 404 when the program has no such theme. One that is not installed is shown with the sections of a new store.
pub(super) async fn open(app: &App, scope: &StoreScope, theme: &str, kind: PreviewKind) -> ApiResult<(String, Preview)> {
    files::find_known(app.db().conn(), scope, theme).await?;
    let (env, at, theme) = (app.env().clone(), scope.clone(), theme.to_owned());
    let token = format!("{:039}", u128::from_be_bytes(env.random_bytes::<16>()));
    app.db()
        .tx(async move |c| {
            let now = env.now();
            preview_store::delete_expired(c, &at, now).await?;
            let life = if kind == PreviewKind::Share { SHARE_LIFE } else { EDITOR_LIFE };
            let preview = Preview {
                theme: theme.clone(),
                kind,
                user_id: at.actor().id.map(UserId::from_raw),
                user_name: at.actor().name.clone(),
                expires_at: Millis(now.0 + life),
            };
            preview_store::insert(c, &at, &hash_token(&token), &preview, now).await?;
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

/// Ends an editor's preview.
pub(super) async fn close(app: &App, scope: &StoreScope, token: &str) -> ApiResult<()> {
    let (at, hash) = (scope.clone(), hash_token(token));
    let user = scope.actor().id.map(UserId::from_raw);
    Ok(app.db().tx(async move |c| preview_store::delete(c, &at, &hash, user).await).await?)
}

/// Ends every shared link of a theme; how many there were.
pub(super) async fn end_sharing(app: &App, scope: &StoreScope, theme: &str) -> ApiResult<u64> {
    let (at, theme) = (scope.clone(), theme.to_owned());
    Ok(app.db().tx(async move |c| preview_store::delete_shared(c, &at, &theme).await).await?)
}
