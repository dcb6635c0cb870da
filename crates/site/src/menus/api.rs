//! Endpoints of menus (ST-07).

use axum::Json;
use axum::extract::State;
use kernel::MenuId;
use kernel::id::Menu as MenuKind;
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::{Allowed, ApiError, ApiResult, Conflict, Data, JsonIn, PathId, Refusals, routes};

use super::model::Menu;
use super::targets::{ReadableNames, Targets};
use super::wire::{MenuIn, MenuRow, MenuView};
use super::{store, write};
use platform::App;

web::permissions! { Read = Read Menu; Update = Update Menu; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_menus)).routes(routes!(find_menu, update_menu))
}

/// The store's menus: those that its theme shows.
#[utoipa::path(get, path = "/menus", tag = "Menu", responses((status = 200, body = Data<Vec<MenuRow>>)))]
async fn list_menus(State(app): State<App>, allowed: Allowed<Read>) -> ApiResult<Json<Data<Vec<MenuRow>>>> {
    let c = app.db().conn();
    let menus = store::list_menus(c, &allowed.scope).await?;
    let links: Vec<_> = menus.iter().flat_map(Menu::all_links).collect();
    let targets = Targets::read(&app, c, &allowed.scope, &links).await?;
    Ok(data(menus.iter().map(|menu| MenuRow::from_menu(menu, &targets)).collect()))
}

/// A menu with its links, nested, and what they lead to.
#[utoipa::path(get, path = "/menus/{id}", tag = "Menu", params(("id" = MenuId, Path)), responses(
    (status = 200, body = Data<MenuView>), Refusals<404>,
))]
async fn find_menu(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<MenuKind>,
) -> ApiResult<Json<Data<MenuView>>> {
    let c = app.db().conn();
    let menu = store::find(c, &allowed.scope, id).await?.ok_or_else(ApiError::not_found)?;
    Ok(data(write::view(&app, c, &allowed.scope, ReadableNames::for_caller(&allowed), menu).await?))
}

/// Changes a menu's name, or replaces its links: all of them or none. Sending the links that it had undoes a change.
#[utoipa::path(put, path = "/menus/{id}", tag = "Menu", params(("id" = MenuId, Path)), request_body = MenuIn, responses(
    (status = 200, body = Data<MenuView>), (status = 409, body = Conflict<MenuView>), Refusals<404, 422>,
))]
async fn update_menu(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<MenuKind>,
    JsonIn(sent): JsonIn<MenuIn>,
) -> ApiResult<Json<Data<MenuView>>> {
    let names = ReadableNames::for_caller(&allowed);
    let menu = write::update(&app, &allowed.scope, names, id, sent).await?;
    Ok(data(write::view(&app, app.db().conn(), &allowed.scope, names, menu).await?))
}
