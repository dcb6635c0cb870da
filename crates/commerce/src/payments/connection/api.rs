//! Endpoints of credentials, and of trying them.

use axum::Json;
use axum::extract::State;
use kernel::PaymentMethodId;
use kernel::id::PaymentMethod as MethodKind;
use platform::App;
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::{Allowed, ApiResult, Conflict, Data, JsonIn, PathId, Refusals};

use super::wire::{PaymentCredentialsIn, PaymentCredentialsView};
use super::{check, write};

web::permissions! { Read = Read Payment; Update = Update Payment; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(find_payment_credentials, update_payment_credentials))
        .routes(routes!(check_payment_method))
}

/// The credentials of a method of a payment gateway: which are set, and what may be shown of them.
#[utoipa::path(get, path = "/payment-methods/{id}/credentials", tag = "Payment", params(("id" = PaymentMethodId, Path)), responses(
    (status = 200, body = Data<PaymentCredentialsView>), Refusals<404>,
))]
async fn find_payment_credentials(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<MethodKind>,
) -> ApiResult<Json<Data<PaymentCredentialsView>>> {
    Ok(data(write::view(app.db().conn(), &app, &allowed.scope, id).await?))
}

/// Sets credentials by the provider's field descriptions. They are never answered; afterwards they are complete, and not tried.
#[utoipa::path(put, path = "/payment-methods/{id}/credentials", tag = "Payment", params(("id" = PaymentMethodId, Path)),
    request_body = PaymentCredentialsIn, responses(
    (status = 200, body = Data<PaymentCredentialsView>), (status = 409, body = Conflict<PaymentCredentialsView>), Refusals<404, 422>,
))]
async fn update_payment_credentials(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<MethodKind>,
    JsonIn(sent): JsonIn<PaymentCredentialsIn>,
) -> ApiResult<Json<Data<PaymentCredentialsView>>> {
    write::set(&app, &allowed.scope, id, sent).await?;
    Ok(data(write::view(app.db().conn(), &app, &allowed.scope, id).await?))
}

/// Tries the connection with a real call that changes nothing; a refusal of the gateway is an answer as well. At most 20 times in a
/// quarter of an hour.
#[utoipa::path(post, path = "/payment-methods/{id}/check", tag = "Payment", params(("id" = PaymentMethodId, Path)), responses(
    (status = 200, body = Data<PaymentCredentialsView>), Refusals<404, 409>,
))]
async fn check_payment_method(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<MethodKind>,
) -> ApiResult<Json<Data<PaymentCredentialsView>>> {
    check::check(&app, &allowed.scope, id).await?;
    Ok(data(write::view(app.db().conn(), &app, &allowed.scope, id).await?))
}
