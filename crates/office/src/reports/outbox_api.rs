//! Undelivered messages of the outbox, for developers of the product.

use axum::Json;
use axum::extract::State;
use kernel::MessageId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use web::client::Developer;
use web::list::data;
use web::routes;
use web::{ApiResult, Data, QueryIn, Refusals};

use platform::App;
use platform::outbox::{self, OutboxMessage};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_outbox))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct OutboxQuery {
    /// E.164 or e-mail address.
    #[param(max_length = 254)]
    recipient: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
struct OutboxView {
    id: MessageId,
    /// `sms` | `email`.
    channel: String,
    recipient: String,
    subject: String,
    body: String,
    /// `unsent`.
    status: String,
    created_at: String,
}

/// Messages that no provider took, the newest first; only in development, elsewhere a 404.
#[utoipa::path(get, path = "/dev/outbox", tag = "Development", security(()), params(OutboxQuery),
    responses((status = 200, body = Data<Vec<OutboxView>>), Refusals<404>))]
async fn list_outbox(
    _: Developer,
    State(app): State<App>,
    QueryIn(OutboxQuery { recipient }): QueryIn<OutboxQuery>,
) -> ApiResult<Json<Data<Vec<OutboxView>>>> {
    let recipient = recipient.filter(|r| !r.is_empty());
    let rows = outbox::list(app.db().conn(), recipient.as_deref()).await?;
    let views = rows.into_iter().map(|OutboxMessage { id, channel, recipient, subject, body, status, created_at }| OutboxView {
        id,
        channel,
        recipient,
        subject,
        body,
        status,
        created_at: created_at.rfc3339(),
    });
    Ok(data(views.collect()))
}
