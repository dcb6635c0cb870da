//! Endpoints of the theme editor: drafts and their sections (TH-01 to TH-04, editor 7).

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use kernel::id::Section as SectionKind;
use kernel::{SectionId, StoreScope};
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::{Allowed, ApiError, ApiResult, Conflict, Data, JsonIn, PathText, PathTexts, Refusals, routes};

use super::definition::ThemeDefinition;
use super::draft::{StoreTheme, find_theme};
use super::look_choice::{LiveIn, LiveView};
use super::model::{InstalledTheme, Section};
use super::page_defaults::with_missing;
use super::wire::{
    InstallIn, InstalledView, PageView, SectionIn, SectionOption, SectionView, SectionsIn, SortingIn, TemplateView, ThemeOption,
    ThemeView,
};
use super::{draft, files, install, publish, sorting, store};
use platform::{App, stores};

web::permissions! {
    Read = Read Theme;
    Update = Update Theme;
    // Whoever writes products, categories or pages chooses among them; shoppers see what they are.
    ReadTemplates = Read Auth;
}

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_page_templates))
        .routes(routes!(list_theme_options))
        .routes(routes!(list_themes, install_theme))
        .routes(routes!(set_live_theme))
        .routes(routes!(find_theme_view))
        .routes(routes!(list_section_options))
        .routes(routes!(sort_sections))
        .routes(routes!(find_section, update_section, delete_section))
        .routes(routes!(restore_section))
        .routes(routes!(find_theme_page, add_sections))
}

/// The theme with whether its draft differs from what shoppers see.
pub(super) async fn view(app: &App, scope: &StoreScope, theme: &str) -> ApiResult<ThemeView> {
    let c = app.db().conn();
    let found = find_theme(c, scope, theme).await?;
    let (draft, public) = (store::list_draft(c, scope, theme).await?, store::list_published(c, scope, theme).await?);
    let shop = app.base.store_url(&stores::get_profile(c, scope).await?.slug);
    Ok(theme_view(found, &shop, (&draft, &public)))
}

/// The theme in the API, out of its draft and of what is published.
fn theme_view(found: StoreTheme, shop: &str, (draft, public): (&[Section], &[Section])) -> ThemeView {
    let has_changes = found.installed.has_new_files() || !publish::changes_between(&found.theme, public, draft).is_empty();
    ThemeView::new(found.installed, (&found.theme, shop), draft, has_changes)
}

fn known_page(theme: &ThemeDefinition, page: &str) -> ApiResult<()> {
    if theme.has_page(page) { Ok(()) } else { Err(ApiError::not_found()) }
}

async fn section_view(app: &App, scope: &StoreScope, theme: &str, id: SectionId) -> ApiResult<SectionView> {
    let c = app.db().conn();
    let found = find_theme(c, scope, theme).await?;
    let section = draft::find_section(c, scope, &found, id).await?;
    let is_new = !store::is_published(c, scope, theme, id).await? && {
        let public = with_missing(&found.theme, store::list_published(c, scope, theme).await?);
        !public.iter().any(|s| s.id == id)
    };
    Ok(SectionView::from_section(section, &found.theme, is_new))
}

/// The id of a section in a path.
fn section_id(text: &str) -> ApiResult<SectionId> {
    text.parse::<kernel::Id<SectionKind>>().map_err(|_| ApiError::not_found())
}

/// The themes of the program and those that the merchant uploaded, with which of them the store has.
#[utoipa::path(get, path = "/theme-options", tag = "Theme", responses((status = 200, body = Data<Vec<ThemeOption>>)))]
async fn list_theme_options(State(app): State<App>, allowed: Allowed<Read>) -> ApiResult<Json<Data<Vec<ThemeOption>>>> {
    let c = app.db().conn();
    let installed = store::list_installed(c, &allowed.scope).await?;
    let of_program = ThemeDefinition::all().map(|(theme, definition)| ThemeOption::new(theme, definition, &installed));
    let mut options: Vec<ThemeOption> = of_program.collect();
    for theme in installed.iter().filter(|theme| theme.archive.is_some()) {
        if let Some(definition) = files::find_definition(c, &allowed.scope, theme).await? {
            options.push(ThemeOption::new(&theme.theme, &definition, &installed));
        }
    }
    Ok(data(options))
}

/// The alternate templates of the theme that shoppers see, for the forms of products, categories and pages.
#[utoipa::path(get, path = "/page-templates", tag = "Theme", responses((status = 200, body = Data<Vec<TemplateView>>)))]
async fn list_page_templates(
    State(app): State<App>,
    allowed: Allowed<ReadTemplates>,
) -> ApiResult<Json<Data<Vec<TemplateView>>>> {
    let c = app.db().conn();
    let installed = match store::find_live(c, &allowed.scope).await? {
        Some(theme) => store::find_installed(c, &allowed.scope, &theme).await?,
        None => None,
    };
    let Some(installed) = installed else { return Ok(data(Vec::new())) };
    // With the files that shoppers see, and not those that were uploaded since.
    let shown = InstalledTheme { archive: installed.published_archive.clone(), ..installed };
    let definition = files::find_definition(c, &allowed.scope, &shown).await?;
    Ok(data(definition.map(|theme| TemplateView::list(&theme)).unwrap_or_default()))
}

/// Installs a theme beside the live one, filled with what the store says and shows there; one that is installed stays as it is.
#[utoipa::path(post, path = "/themes", tag = "Theme", request_body = InstallIn, responses(
    (status = 200, body = Data<InstalledView>), Refusals<404, 422>,
))]
async fn install_theme(
    State(app): State<App>,
    allowed: Allowed<Update>,
    JsonIn(sent): JsonIn<InstallIn>,
) -> ApiResult<Json<Data<InstalledView>>> {
    let left_out = install::install(&app, &allowed.scope, &sent.theme, sent.look.as_deref()).await?;
    Ok(data(InstalledView { theme: view(&app, &allowed.scope, &sent.theme).await?, left_out }))
}

/// Shows a theme of the store to shoppers, as it is published; the one before stays installed. With a look, that is published with it.
#[utoipa::path(put, path = "/themes/{theme}/live", tag = "Theme", params(("theme" = String, Path)), request_body = LiveIn, responses(
    (status = 200, body = Data<LiveView>), Refusals<404, 409, 422>,
))]
async fn set_live_theme(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathText(theme): PathText,
    JsonIn(sent): JsonIn<LiveIn>,
) -> ApiResult<Json<Data<LiveView>>> {
    let replaced = install::set_live(&app, &allowed.scope, &theme, sent.look).await?;
    Ok(data(LiveView { theme: view(&app, &allowed.scope, &theme).await?, replaced }))
}

/// The themes of the store. The number of statements does not grow with them, once the files of uploaded ones were read.
#[utoipa::path(get, path = "/themes", tag = "Theme", responses((status = 200, body = Data<Vec<ThemeView>>)))]
async fn list_themes(State(app): State<App>, allowed: Allowed<Read>) -> ApiResult<Json<Data<Vec<ThemeView>>>> {
    let (c, scope) = (app.db().conn(), &allowed.scope);
    let installed = store::list_installed(c, scope).await?;
    let (mut drafts, mut published) = (store::list_drafts(c, scope).await?, store::list_all_published(c, scope).await?);
    let shop = app.base.store_url(&stores::get_profile(c, scope).await?.slug);
    let mut views = Vec::with_capacity(installed.len());
    for installed in installed {
        // One of the program's that this version no longer has is not there.
        let Some(theme) = files::find_definition(c, scope, &installed).await? else { continue };
        let of = |sections: &mut HashMap<String, Vec<Section>>| sections.remove(&installed.theme).unwrap_or_default();
        let (draft, public) = (of(&mut drafts), of(&mut published));
        views.push(theme_view(StoreTheme { installed, theme }, &shop, (&draft, &public)));
    }
    Ok(data(views))
}

/// A theme of the store.
#[utoipa::path(get, path = "/themes/{theme}", tag = "Theme", params(("theme" = String, Path)), responses(
    (status = 200, body = Data<ThemeView>), Refusals<404>,
))]
async fn find_theme_view(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathText(theme): PathText,
) -> ApiResult<Json<Data<ThemeView>>> {
    Ok(data(view(&app, &allowed.scope, &theme).await?))
}

/// The kinds of sections that a theme has, with the inputs of their settings.
#[utoipa::path(get, path = "/themes/{theme}/section-options", tag = "Theme", params(("theme" = String, Path)), responses(
    (status = 200, body = Data<Vec<SectionOption>>), Refusals<404>,
))]
async fn list_section_options(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathText(theme): PathText,
) -> ApiResult<Json<Data<Vec<SectionOption>>>> {
    let found = find_theme(app.db().conn(), &allowed.scope, &theme).await?;
    let mut options: Vec<_> = found.theme.schemas.iter().collect();
    options.sort_by_key(|(slug, _)| slug.as_str());
    Ok(data(options.into_iter().map(|(slug, schema)| SectionOption::new(slug, schema)).collect()))
}

/// The draft of a page: its sections by their zones.
#[utoipa::path(get, path = "/themes/{theme}/{page}", tag = "Theme", params(("theme" = String, Path), ("page" = String, Path)), responses(
    (status = 200, body = Data<PageView>), Refusals<404>,
))]
async fn find_theme_page(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathTexts(theme, page): PathTexts,
) -> ApiResult<Json<Data<PageView>>> {
    let c = app.db().conn();
    let found = find_theme(c, &allowed.scope, &theme).await?;
    known_page(&found.theme, &page)?;
    let (draft, public) =
        (store::list_draft(c, &allowed.scope, &theme).await?, store::list_published(c, &allowed.scope, &theme).await?);
    let (draft, public) = (with_missing(&found.theme, draft), with_missing(&found.theme, public));
    Ok(data(PageView::new(draft, &public, &page, &found.theme)))
}

/// Adds sections to a page of the draft.
#[utoipa::path(post, path = "/themes/{theme}/{page}", tag = "Theme", params(("theme" = String, Path), ("page" = String, Path)),
    request_body = SectionsIn, responses((status = 201, body = Data<Vec<SectionView>>), Refusals<404, 409, 422>,
))]
async fn add_sections(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathTexts(theme, page): PathTexts,
    JsonIn(sent): JsonIn<SectionsIn>,
) -> ApiResult<(StatusCode, Json<Data<Vec<SectionView>>>)> {
    let definition = find_theme(app.db().conn(), &allowed.scope, &theme).await?.theme;
    known_page(&definition, &page)?;
    if sent.sections.is_empty() || sent.sections.len() > 20 {
        return Err(ApiError::field("sections", web::message::common::BETWEEN.with("min", 1).with("max", 20)));
    }
    let added = draft::add(&app, &allowed.scope, &theme, &page, sent.sections).await?;
    Ok((StatusCode::CREATED, data(added.into_iter().map(|s| SectionView::from_section(s, &definition, true)).collect())))
}

/// A section of the draft.
#[utoipa::path(get, path = "/themes/{theme}/sections/{id}", tag = "Theme", params(("theme" = String, Path), ("id" = SectionId, Path)), responses(
    (status = 200, body = Data<SectionView>), Refusals<404>,
))]
async fn find_section(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathTexts(theme, id): PathTexts,
) -> ApiResult<Json<Data<SectionView>>> {
    Ok(data(section_view(&app, &allowed.scope, &theme, section_id(&id)?).await?))
}

/// Changes a section of the draft: its name, some of its settings, its blocks, whether it is shown, its place.
#[utoipa::path(put, path = "/themes/{theme}/sections/{id}", tag = "Theme", params(("theme" = String, Path), ("id" = SectionId, Path)),
    request_body = SectionIn, responses(
    (status = 200, body = Data<SectionView>), (status = 409, body = Conflict<SectionView>), Refusals<404, 422>,
))]
async fn update_section(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathTexts(theme, id): PathTexts,
    JsonIn(sent): JsonIn<SectionIn>,
) -> ApiResult<Json<Data<SectionView>>> {
    let id = section_id(&id)?;
    draft::update(&app, &allowed.scope, &theme, id, sent).await?;
    Ok(data(section_view(&app, &allowed.scope, &theme, id).await?))
}

/// A deleted section.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = DeletedThemeSection)]
struct DeletedSection {
    id: SectionId,
}

/// Deletes a section of the draft; `restore` brings it back where it was.
#[utoipa::path(delete, path = "/themes/{theme}/sections/{id}", tag = "Theme", params(("theme" = String, Path), ("id" = SectionId, Path)), responses(
    (status = 200, body = Data<DeletedSection>), Refusals<404, 409>,
))]
async fn delete_section(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathTexts(theme, id): PathTexts,
) -> ApiResult<Json<Data<DeletedSection>>> {
    let id = section_id(&id)?;
    draft::delete(&app, &allowed.scope, &theme, id).await?;
    Ok(data(DeletedSection { id }))
}

/// Restores a deleted section of the draft.
#[utoipa::path(post, path = "/themes/{theme}/sections/{id}/restore", tag = "Theme", params(("theme" = String, Path), ("id" = SectionId, Path)), responses(
    (status = 200, body = Data<SectionView>), Refusals<404, 409>,
))]
async fn restore_section(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathTexts(theme, id): PathTexts,
) -> ApiResult<Json<Data<SectionView>>> {
    let id = section_id(&id)?;
    draft::restore(&app, &allowed.scope, &theme, id).await?;
    Ok(data(section_view(&app, &allowed.scope, &theme, id).await?))
}

/// Sorts the sections of a page of the draft, or the blocks of a section.
#[utoipa::path(put, path = "/themes/{theme}/sorting", tag = "Theme", params(("theme" = String, Path)), request_body = SortingIn, responses(
    (status = 200, body = Data<ThemeView>), Refusals<404, 409, 422>,
))]
async fn sort_sections(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathText(theme): PathText,
    JsonIn(sent): JsonIn<SortingIn>,
) -> ApiResult<Json<Data<ThemeView>>> {
    sorting::sort(&app, &allowed.scope, &theme, sent).await?;
    Ok(data(view(&app, &allowed.scope, &theme).await?))
}
