//! Endpoints of the announcements (editor 7, ST-09).

use axum::Json;
use axum::extract::State;
use platform::App;
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::{Allowed, ApiResult, Conflict, Data, JsonIn, Refusals, routes};

use super::announcements::{self, AnnouncementsIn, AnnouncementsView};

web::permissions! { Read = Read Theme; Update = Update Theme; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_announcements, update_announcements))
}

/// The announcements of the live theme's draft, with their dates, and the settings of the bar that shows them.
#[utoipa::path(get, path = "/announcements", tag = "Theme", responses((status = 200, body = Data<AnnouncementsView>), Refusals<404>))]
async fn list_announcements(State(app): State<App>, allowed: Allowed<Read>) -> ApiResult<Json<Data<AnnouncementsView>>> {
    Ok(data(announcements::find(&app, &allowed.scope).await?))
}

/// Changes the announcements of the live theme's draft; shoppers see them once the theme is published. Refused fields are named without
/// `settings.`: `seconds`, `announcements.0.text.ar`.
#[utoipa::path(put, path = "/announcements", tag = "Theme", request_body = AnnouncementsIn, responses(
    (status = 200, body = Data<AnnouncementsView>), (status = 409, body = Conflict<AnnouncementsView>), Refusals<404, 422>,
))]
async fn update_announcements(
    State(app): State<App>,
    allowed: Allowed<Update>,
    JsonIn(sent): JsonIn<AnnouncementsIn>,
) -> ApiResult<Json<Data<AnnouncementsView>>> {
    Ok(data(announcements::update(&app, &allowed.scope, sent).await?))
}
