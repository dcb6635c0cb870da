//! Endpoints of a theme's fonts, for the input of the editor that shows each in its own face (TH-04).

use axum::Json;
use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Response};
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::{Allowed, ApiError, ApiResult, Data, PathText, PathTexts, Refusals, routes};

use super::definition::ThemeDefinition;
use super::folder::ThemeFolder;
use super::fonts::{self, Font};
use super::{files, store};
use kernel::StoreScope;
use platform::App;

web::permissions! { Read = Read Theme; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_theme_fonts)).routes(routes!(find_theme_font))
}

/// Reads something of the files of a theme's draft, or of one of the program, on a thread of its own: an archive is unpacked for it.
async fn read<T: Send + 'static>(
    app: &App,
    scope: &StoreScope,
    theme: &str,
    read: impl FnOnce(&ThemeFolder, &ThemeDefinition) -> Option<T> + Send + 'static,
) -> ApiResult<T> {
    let c = app.db().conn();
    let installed = store::find_installed(c, scope, theme).await?;
    let definition = match &installed {
        Some(installed) => files::find_definition(c, scope, installed).await?,
        None => ThemeDefinition::find(theme),
    };
    let definition = definition.ok_or_else(ApiError::not_found)?;
    let archive = installed.and_then(|installed| installed.archive);
    let packed = match archive {
        Some(hash) => Some(files::find_packed(c, scope, &hash).await?.ok_or_else(ApiError::not_found)?),
        None => None,
    };
    let theme = theme.to_owned();
    let found = tokio::task::spawn_blocking(move || {
        let folder = match packed {
            Some(packed) => super::archive::reopen(&theme, &packed).ok()?,
            None => ThemeFolder::bundled(&theme),
        };
        read(&folder, &definition)
    });
    found.await.ok().flatten().ok_or_else(ApiError::not_found)
}

/// The fonts of a theme with the files of their faces.
#[utoipa::path(get, path = "/themes/{theme}/fonts", tag = "Theme", params(("theme" = String, Path)), responses(
    (status = 200, body = Data<Vec<Font>>), Refusals<404>,
))]
async fn list_theme_fonts(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathText(theme): PathText,
) -> ApiResult<Json<Data<Vec<Font>>>> {
    let list = |folder: &ThemeFolder, theme: &ThemeDefinition| Some(fonts::list(folder, &theme.manifest));
    Ok(data(read(&app, &allowed.scope, &theme, list).await?))
}

/// The file of a face.
#[utoipa::path(get, path = "/themes/{theme}/fonts/{file}", tag = "Theme", params(("theme" = String, Path), ("file" = String, Path)), responses(
    (status = 200, body = Vec<u8>, content_type = "font/woff2"), Refusals<404>,
))]
async fn find_theme_font(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathTexts(theme, file): PathTexts,
) -> ApiResult<Response> {
    let find =
        move |folder: &ThemeFolder, theme: &ThemeDefinition| Some(fonts::find_file(folder, &theme.manifest, &file)?.to_vec());
    let bytes = read(&app, &allowed.scope, &theme, find).await?;
    let mut response = bytes.into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("font/woff2"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    Ok(response)
}
