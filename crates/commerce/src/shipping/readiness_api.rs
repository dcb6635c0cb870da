//! Readiness of a product for sale: the catalogue's rule, evaluated here because it depends on shipping methods.

use axum::Json;
use axum::extract::State;
use kernel::ProductId;
use kernel::id::Product as ProductKind;
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use web::routes;
use web::{Allowed, ApiError, ApiResult, Data, PathId, Refusals};

use super::store;
use catalog::{self, ReadinessReason, StoreFacts};
use platform::App;

web::permissions! { Read = Read Product; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(find_product_readiness))
}

/// What prevents a product from being sold.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct Readiness {
    /// Shoppers can buy it now.
    is_for_sale: bool,
    /// Blocking reasons first, then advice.
    reasons: Vec<ReadinessReason>,
}

/// Why a product is not for sale, and what would make it sell better.
#[utoipa::path(get, path = "/products/{id}/readiness", tag = "products", params(("id" = ProductId, Path)),
    responses((status = 200, body = Data<Readiness>), Refusals<404>))]
async fn find_product_readiness(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<ProductKind>,
) -> ApiResult<Json<Data<Readiness>>> {
    let (c, scope) = (app.db().conn(), &allowed.scope);
    let product = catalog::find(c, scope, id).await?.filter(|p| p.deleted_at.is_none()).ok_or_else(ApiError::not_found)?;
    let languages = catalog::get_store_context(c, scope).await?.languages;
    // Any active method counts: none has a weight limit, and the destination is the shopper's choice.
    let has_shipping = store::list(c, scope).await?.iter().any(|m| m.is_active);
    let reasons = catalog::readiness(&product.fields, &StoreFacts { languages, has_shipping });
    Ok(web::list::data(Readiness { is_for_sale: !reasons.iter().any(|r| r.is_stop), reasons }))
}
