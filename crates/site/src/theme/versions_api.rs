//! Endpoints of publications, versions and previews of themes (TH-01, TH-03; decision 0078).

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use kernel::Millis;
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::{Allowed, ApiError, ApiResult, Data, FieldErrors, JsonIn, PathText, PathTexts, Refusals, routes};

use super::api::view;
use super::draft::find_theme;
use super::model::PreviewKind;
use super::previews::SESSION;
use super::wire::ThemeView;
use super::wire_versions::{
    ChangesView, PresenceView, PreviewIn, PreviewView, PublishIn, RestoredView, VersionDetail, VersionView,
};
use super::{previews, publish, store, version_store};
use platform::{App, stores};

web::permissions! { Read = Read Theme; Update = Update Theme; }

/// Most characters of a version's note.
const MOST_NOTE: usize = 200;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(find_changes))
        .routes(routes!(publish_theme, cancel_publication))
        .routes(routes!(discard_draft))
        .routes(routes!(list_versions))
        .routes(routes!(find_version))
        .routes(routes!(restore_version))
        .routes(routes!(publish_version))
        .routes(routes!(open_preview, end_sharing))
        .routes(routes!(stay_in_preview, close_preview))
}

/// The number of a version in a path.
fn version_number(text: &str) -> ApiResult<i64> {
    text.parse().ok().filter(|n| *n > 0).ok_or_else(ApiError::not_found)
}

/// What a publication of the draft would change.
#[utoipa::path(get, path = "/themes/{theme}/changes", tag = "Theme", params(("theme" = String, Path)), responses(
    (status = 200, body = Data<ChangesView>), Refusals<404>,
))]
async fn find_changes(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathText(theme): PathText,
) -> ApiResult<Json<Data<ChangesView>>> {
    let c = app.db().conn();
    let found = find_theme(c, &allowed.scope, &theme).await?;
    let (draft, public) =
        (store::list_draft(c, &allowed.scope, &theme).await?, store::list_published(c, &allowed.scope, &theme).await?);
    let changes = publish::changes_between(&found.theme, &public, &draft).into_iter().map(Into::into).collect();
    let has_new_files = found.installed.has_new_files();
    Ok(data(ChangesView { draft_version: found.installed.draft_version, has_new_files, changes }))
}

/// Publishes the draft, now or at a moment.
#[utoipa::path(post, path = "/themes/{theme}/publication", tag = "Theme", params(("theme" = String, Path)), request_body = PublishIn, responses(
    (status = 200, body = Data<ThemeView>), Refusals<404, 409, 422>,
))]
async fn publish_theme(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathText(theme): PathText,
    JsonIn(sent): JsonIn<PublishIn>,
) -> ApiResult<Json<Data<ThemeView>>> {
    let mut errors = FieldErrors::new();
    let note = web::fields::line(&mut errors, "note", sent.note.as_deref().unwrap_or_default(), MOST_NOTE, false);
    errors.finish()?;
    publish::publish(&app, &allowed.scope, &theme, sent, note).await?;
    Ok(data(view(&app, &allowed.scope, &theme).await?))
}

/// Cancels the publication that waits for its moment.
#[utoipa::path(delete, path = "/themes/{theme}/publication", tag = "Theme", params(("theme" = String, Path)), responses(
    (status = 200, body = Data<ThemeView>), Refusals<404>,
))]
async fn cancel_publication(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathText(theme): PathText,
) -> ApiResult<Json<Data<ThemeView>>> {
    publish::cancel(&app, &allowed.scope, &theme).await?;
    Ok(data(view(&app, &allowed.scope, &theme).await?))
}

/// Replaces the draft by what is published; the draft before is kept as a version.
#[utoipa::path(post, path = "/themes/{theme}/discard", tag = "Theme", params(("theme" = String, Path)), responses(
    (status = 200, body = Data<RestoredView>), Refusals<404>,
))]
async fn discard_draft(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathText(theme): PathText,
) -> ApiResult<Json<Data<RestoredView>>> {
    let previous_draft = publish::restore(&app, &allowed.scope, &theme, None).await?;
    Ok(data(RestoredView { theme: view(&app, &allowed.scope, &theme).await?, previous_draft }))
}

/// The versions of a theme, the newest first; the last 50.
#[utoipa::path(get, path = "/themes/{theme}/versions", tag = "Theme", params(("theme" = String, Path)), responses(
    (status = 200, body = Data<Vec<VersionView>>), Refusals<404>,
))]
async fn list_versions(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathText(theme): PathText,
) -> ApiResult<Json<Data<Vec<VersionView>>>> {
    let c = app.db().conn();
    let installed = find_theme(c, &allowed.scope, &theme).await?.installed;
    let versions = version_store::list(c, &allowed.scope, &theme).await?;
    Ok(data(versions.into_iter().map(|version| VersionView::new(version, &installed)).collect()))
}

/// A version, with what it changed.
#[utoipa::path(get, path = "/themes/{theme}/versions/{number}", tag = "Theme", params(("theme" = String, Path), ("number" = i64, Path)), responses(
    (status = 200, body = Data<VersionDetail>), Refusals<404>,
))]
async fn find_version(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathTexts(theme, number): PathTexts,
) -> ApiResult<Json<Data<VersionDetail>>> {
    let (c, number) = (app.db().conn(), version_number(&number)?);
    let found = find_theme(c, &allowed.scope, &theme).await?;
    let version = version_store::find(c, &allowed.scope, &theme, number).await?.ok_or_else(ApiError::not_found)?;
    let after = store::list_version_sections(c, &allowed.scope, &theme, number).await?;
    let changes = match version_store::find_previous(c, &allowed.scope, &theme, number).await? {
        Some(previous) => {
            let before = store::list_version_sections(c, &allowed.scope, &theme, previous).await?;
            publish::changes_between(&found.theme, &before, &after)
        }
        None => Vec::new(),
    };
    Ok(data(VersionDetail::new(VersionView::new(version, &found.installed), changes)))
}

/// Replaces the draft by a version; the draft before is kept as one.
#[utoipa::path(post, path = "/themes/{theme}/versions/{number}/restore", tag = "Theme", params(("theme" = String, Path), ("number" = i64, Path)), responses(
    (status = 200, body = Data<RestoredView>), Refusals<404>,
))]
async fn restore_version(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathTexts(theme, number): PathTexts,
) -> ApiResult<Json<Data<RestoredView>>> {
    let previous_draft = publish::restore(&app, &allowed.scope, &theme, Some(version_number(&number)?)).await?;
    Ok(data(RestoredView { theme: view(&app, &allowed.scope, &theme).await?, previous_draft }))
}

/// Publishes an earlier version again; the draft stays as it is.
#[utoipa::path(post, path = "/themes/{theme}/versions/{number}/publication", tag = "Theme", params(("theme" = String, Path), ("number" = i64, Path)), responses(
    (status = 200, body = Data<ThemeView>), Refusals<404, 409>,
))]
async fn publish_version(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathTexts(theme, number): PathTexts,
) -> ApiResult<Json<Data<ThemeView>>> {
    publish::publish_again(&app, &allowed.scope, &theme, version_number(&number)?).await?;
    Ok(data(view(&app, &allowed.scope, &theme).await?))
}

/// Opens a preview of the draft: for the frame of an editor, or as a link for others that ends after 7 days. At most 50 links of a theme
/// are open at a time.
#[utoipa::path(post, path = "/themes/{theme}/previews", tag = "Theme", params(("theme" = String, Path)), request_body = PreviewIn, responses(
    (status = 201, body = Data<PreviewView>), Refusals<404, 409>,
))]
async fn open_preview(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathText(theme): PathText,
    JsonIn(sent): JsonIn<PreviewIn>,
) -> ApiResult<(StatusCode, Json<Data<PreviewView>>)> {
    if sent.kind == PreviewKind::Share && !allowed.may(web::Action::Update, web::Subject::Theme) {
        return Err(ApiError::forbidden());
    }
    let profile = stores::get_profile(app.db().conn(), &allowed.scope).await?;
    let (session, preview) = previews::open(&app, &allowed.scope, &theme, sent.kind).await?;
    let origin = app.base.store_url(&profile.slug);
    let url = format!("{origin}/?{SESSION}={session}");
    let expires_at = Millis::rfc3339(preview.expires_at);
    Ok((StatusCode::CREATED, data(PreviewView { session, url, origin, expires_at })))
}

/// How many previews ended.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = EndedThemePreviews)]
struct EndedPreviews {
    ended: u64,
}

/// Ends every shared link to the draft.
#[utoipa::path(delete, path = "/themes/{theme}/previews", tag = "Theme", params(("theme" = String, Path)), responses(
    (status = 200, body = Data<EndedPreviews>), Refusals<404>,
))]
async fn end_sharing(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathText(theme): PathText,
) -> ApiResult<Json<Data<EndedPreviews>>> {
    Ok(data(EndedPreviews { ended: previews::end_sharing(&app, &allowed.scope, &theme).await? }))
}

/// Says that an editor is still open; who else has the draft open.
#[utoipa::path(put, path = "/themes/{theme}/previews/{session}", tag = "Theme", params(("theme" = String, Path), ("session" = String, Path)), responses(
    (status = 200, body = Data<PresenceView>), Refusals<404>,
))]
async fn stay_in_preview(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathTexts(theme, session): PathTexts,
) -> ApiResult<Json<Data<PresenceView>>> {
    Ok(data(PresenceView { others: previews::stay(&app, &allowed.scope, &theme, &session).await? }))
}

/// Ends a preview of the member's own; one that has ended is none.
#[utoipa::path(delete, path = "/themes/{theme}/previews/{session}", tag = "Theme", params(("theme" = String, Path), ("session" = String, Path)), responses(
    (status = 200, body = Data<EndedPreviews>), Refusals<404>,
))]
async fn close_preview(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathTexts(theme, session): PathTexts,
) -> ApiResult<Json<Data<EndedPreviews>>> {
    Ok(data(EndedPreviews { ended: previews::close(&app, &allowed.scope, &theme, &session).await? }))
}
