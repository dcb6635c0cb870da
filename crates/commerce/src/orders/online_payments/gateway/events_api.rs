//! The endpoint of what a gateway reported to a method.

use axum::Json;
use axum::extract::State;
use gateways::payments::IncomingRequest;
use kernel::id::PaymentMethod as MethodKind;
use kernel::{Millis, OrderId, PaymentMethodId};
use platform::App;
use platform::provider_intake::{self, ProviderEvent};
use platform::secrets::Owner;
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::{Allowed, ApiError, ApiResult, Data, PathId, Refusals, Subject};

use super::account::{self, Account};
use super::events_store;
use super::events_wire::PaymentEventView;
use crate::payments;

web::permissions! { Read = Read Payment; }

/// How far the list goes back: so long are contents kept.
const SHOWN_FOR: i64 = 30 * Millis::DAY;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_payment_method_events))
}

/// What the gateway of a method reported in the last 30 days, with a valid signature, the newest first; 50 at most. None of a method
/// without a gateway.
#[utoipa::path(get, path = "/payment-methods/{id}/events", tag = "Payment", params(("id" = PaymentMethodId, Path)), responses(
    (status = 200, body = Data<Vec<PaymentEventView>>), Refusals<404>,
))]
async fn list_payment_method_events(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<MethodKind>,
) -> ApiResult<Json<Data<Vec<PaymentEventView>>>> {
    let (c, scope) = (app.db().conn(), &allowed.scope);
    let method = payments::find(c, scope, id).await?.ok_or_else(ApiError::not_found)?;
    let owner = Owner::payment_method(id);
    let Some(endpoint) = provider_intake::find_endpoint(c, scope, owner, method.provider.as_str()).await? else {
        return Ok(data(Vec::new()));
    };
    let events = provider_intake::list_events(c, scope, endpoint.id, app.env().now().plus(-SHOWN_FOR)).await?;
    let orders: Vec<OrderId> = events.iter().filter_map(|event| event.order_id).collect();
    let numbers = allowed.only_with(Subject::Order, async || events_store::list_order_numbers(c, scope, &orders).await).await?;
    // Without credentials nothing can be read: they may have been changed since.
    let account = account::open(c, &app, scope, id).await?.ok();
    let view = |event: &ProviderEvent| {
        let content = account.as_ref().and_then(|account| read(account, event));
        PaymentEventView::new(event, content.as_ref(), numbers.as_deref().unwrap_or_default())
    };
    Ok(data(events.iter().map(view).collect()))
}

/// The content of an event; none where it was erased, or signed with keys that were changed since.
fn read(account: &Account<'_>, event: &ProviderEvent) -> Option<gateways::payments::CallbackContent> {
    let headers: Vec<(&str, &str)> = event.headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let request = IncomingRequest { headers: &headers, query: &event.query, body: &event.body };
    account.gateway.read_callback(&account.credentials, request).ok()
}
