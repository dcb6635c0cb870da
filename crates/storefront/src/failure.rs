//! The answer to a page that failed.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};

use crate::error::PageError;
use crate::pages::RequestContext;

/// An internal error: its cause is in the log, its page is made by [`crate::errors`].
pub(crate) fn failed(visit: Option<&RequestContext<'_>>, error: &PageError) -> Response {
    if matches!(error, PageError::Db(e) if e.is_bad_text()) {
        // A text that no database accepts, in a forged cursor: the client's fault.
        return StatusCode::BAD_REQUEST.into_response();
    }
    if let (PageError::Template(e), Some(visit)) = (error, visit)
        && let Some(dev) = visit.shop.dev.as_ref().filter(|dev| dev.is_of(&visit.store.profile.slug))
    {
        return dev.fault_page(e);
    }
    let is_busy = matches!(error, PageError::Db(e) if e.is_unavailable());
    tracing::error!(error = %error, store.id = visit.map(|v| v.store.profile.id.raw()), "storefront page failed");
    if is_busy {
        (StatusCode::SERVICE_UNAVAILABLE, [(header::RETRY_AFTER, "5")]).into_response()
    } else {
        StatusCode::INTERNAL_SERVER_ERROR.into_response()
    }
}
