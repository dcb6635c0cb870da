//! One action on chosen customers, each on its own, with one result per row.

use axum::Json;
use axum::extract::State;
use futures_util::StreamExt;
use kernel::{CustomerId, Lang};
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::message::common;
use web::routes;
use web::{Allowed, ApiError, ApiResult, Data, JsonIn, Refusals};

use super::action::{self, CustomerActionIn};
use super::change::change;
use crate::api::Update;
use crate::write::CustomerError;
use platform::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(edit_customers))
}

/// The chosen customers and the action.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct CustomerBulkIn {
    /// 1 to 100.
    #[schema(min_items = 1, max_items = 100)]
    items: Vec<CustomerId>,
    action: CustomerActionIn,
}

/// The result of one customer.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct CustomerResult {
    id: CustomerId,
    is_ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    code: Option<&'static str>,
}

/// The results of a bulk call, one per item, in order.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct CustomerResults {
    results: Vec<CustomerResult>,
}

/// Adds or removes tags, a group, a consent or a block, for up to 100 customers, each on its own.
#[utoipa::path(post, path = "/customers/bulk", tag = "Customer", request_body = CustomerBulkIn, responses(
    (status = 200, body = Data<CustomerResults>), Refusals<422>,
))]
async fn edit_customers(
    State(app): State<App>,
    allowed: Allowed<Update>,
    JsonIn(sent): JsonIn<CustomerBulkIn>,
) -> ApiResult<Json<Data<CustomerResults>>> {
    if sent.items.is_empty() || sent.items.len() > 100 {
        return Err(ApiError::field("items", common::INVALID_ITEM));
    }
    let action = action::read(&app, &allowed.scope, &sent.action).await?;
    let lang: Lang = web::lang::current();
    // Concurrency is limited: they share commits, and other stores do not wait for a hundred writes in a row.
    let results = futures_util::stream::iter(sent.items)
        .map(|id| {
            let (app, scope, action) = (app.clone(), allowed.scope.clone(), action.clone());
            async move {
                let inner = app.clone();
                let done = app.db().tx(async move |c| change(c, &inner, &scope, id, &action, None).await).await;
                match done {
                    Ok(_) => CustomerResult { id, is_ok: true, message: None, code: None },
                    Err(e) => {
                        // The message of the row's own error says more than a general one.
                        let own = match &e {
                            CustomerError::Fields(fields) => fields.iter().find_map(|(_, all)| all.first().cloned()),
                            _ => None,
                        };
                        let e = ApiError::from(e);
                        let message = own.as_ref().unwrap_or_else(|| e.message()).get(lang).to_owned();
                        CustomerResult { id, is_ok: false, message: Some(message), code: Some(e.code()) }
                    }
                }
            }
        })
        .buffered(8)
        .collect()
        .await;
    Ok(data(CustomerResults { results }))
}
