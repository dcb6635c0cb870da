//! Deletes several redirects, each on its own.

use kernel::{RedirectId, StoreScope};
use platform::App;
use serde::Serialize;
use web::message::common;
use web::{ApiError, ApiResult};

use super::write;

/// The result for one redirect.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct RedirectResult {
    id: RedirectId,
    is_ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    code: Option<&'static str>,
}

/// The results, in the order of the request.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct RedirectResults {
    results: Vec<RedirectResult>,
}

/// Deletes up to 100 redirects.
///
/// # Errors
/// 422 for none and for more; of the database.
pub(super) async fn delete(app: &App, scope: &StoreScope, items: Vec<RedirectId>) -> ApiResult<RedirectResults> {
    match items.len() {
        0 => return Err(ApiError::field("items", common::INVALID_ITEM)),
        1..=100 => {}
        _ => return Err(ApiError::field("items", common::BETWEEN.with("min", 1).with("max", 100))),
    }
    let mut results = Vec::with_capacity(items.len());
    for id in items {
        let (message, code) = match write::delete(app, scope, id).await {
            Ok(()) => (None, None),
            Err(e) if e.status().is_server_error() => return Err(e),
            Err(e) => (Some(e.message().get(web::lang::current()).to_owned()), Some(e.code())),
        };
        results.push(RedirectResult { id, is_ok: code.is_none(), message, code });
    }
    Ok(RedirectResults { results })
}
