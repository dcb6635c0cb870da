//! The call of the order's page.

use axum::Json;
use axum::extract::State;
use kernel::OrderId;
use kernel::id::Order as OrderKind;
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::{Action, Allowed, ApiResult, Data, PathId, Refusals, Subject};

use crate::documents::{self, DocumentRow};
use commerce::orders::{self, OrderWithParts};
use platform::App;

web::permissions! { Read = Read Order; }

/// The slice's calls under `/dashboard/v1`.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(find_order_page))
}

/// All that the page of an order shows; each part is also a call of its own.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct OrderPageView {
    #[serde(flatten)]
    parts: OrderWithParts,
    /// The invoices and credit notes, oldest first.
    documents: Vec<DocumentRow>,
}

/// An order with its address, shipments, trust, online payments, calls to providers, activity and documents.
#[utoipa::path(get, path = "/orders/{id}/page", tag = "Order", params(("id" = OrderId, Path)), responses(
    (status = 200, body = Data<OrderPageView>), Refusals<404>,
))]
async fn find_order_page(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<OrderKind>,
) -> ApiResult<Json<Data<OrderPageView>>> {
    let is_owner = allowed.may(Action::Manage, Subject::All);
    let parts = orders::with_parts(&app, &allowed.scope, id, is_owner).await?;
    let documents = documents::list_of_order(&app, &allowed.scope, id).await?;
    Ok(data(OrderPageView { parts, documents }))
}
