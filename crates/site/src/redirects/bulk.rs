//! Deletes and restores several redirects, each on its own.

use kernel::{RedirectId, StoreScope};
use platform::App;
use serde::Serialize;
use web::message::common;
use web::{ApiError, ApiResult};

use super::write;

/// Most redirects of a call.
const MOST_ITEMS: usize = 100;

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

impl RedirectResults {
    /// Adds what came of one redirect; a failure of the server ends the call.
    fn add(&mut self, id: RedirectId, outcome: ApiResult<()>) -> ApiResult<()> {
        let (message, code) = match outcome {
            Ok(()) => (None, None),
            Err(e) if e.status().is_server_error() => return Err(e),
            Err(e) => (Some(e.reason().get(web::lang::current()).to_owned()), Some(e.code())),
        };
        self.results.push(RedirectResult { id, is_ok: code.is_none(), message, code });
        Ok(())
    }
}

fn check(items: &[RedirectId]) -> ApiResult<RedirectResults> {
    match items.len() {
        0 => Err(ApiError::field("items", common::INVALID_ITEM)),
        1..=MOST_ITEMS => Ok(RedirectResults { results: Vec::with_capacity(items.len()) }),
        _ => Err(ApiError::field("items", common::BETWEEN.with("min", 1).with("max", MOST_ITEMS))),
    }
}

/// Deletes up to 100 redirects.
///
/// # Errors
/// 422 for none and for more; of the database.
pub(super) async fn delete(app: &App, scope: &StoreScope, items: Vec<RedirectId>) -> ApiResult<RedirectResults> {
    let mut results = check(&items)?;
    for id in items {
        results.add(id, write::delete(app, scope, id).await)?;
    }
    Ok(results)
}

/// Restores up to 100 deleted redirects.
///
/// # Errors
/// As [`delete`].
pub(super) async fn restore(app: &App, scope: &StoreScope, items: Vec<RedirectId>) -> ApiResult<RedirectResults> {
    let mut results = check(&items)?;
    for id in items {
        results.add(id, write::restore(app, scope, id).await.map(|_| ()))?;
    }
    Ok(results)
}
