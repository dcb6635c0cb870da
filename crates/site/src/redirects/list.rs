//! Lists of redirects and of missed addresses.

use db::Conn;
use kernel::{Millis, Page, StoreScope};
use web::keyset::{Key, Window, capped};
use web::message::common;
use web::{ApiError, ApiResult, ListQuery};

use super::address::{has_language, key, path_of};
use super::missed_store::{self, MissedFilter};
use super::model::{KEPT_MISSED, MissedAddress, Redirect};
use super::store;

/// The sorts of the list of redirects.
pub(super) const SORTS: &[&str] = &["created_at", "address", "hits", "last_hit_at"];
/// The sorts of the list of missed addresses.
pub(super) const MISSED_SORTS: &[&str] = &["hits", "last_seen_at", "address"];

web::list_params! {
    /// Of the list of redirects.
    pub(super) RedirectListParams => SORTS;
}

web::list_params! {
    /// Of the list of missed addresses.
    pub(super) MissedAddressListParams => MISSED_SORTS;
}

/// The largest first where the request names no sort.
fn largest_first(query: &ListQuery) -> ListQuery {
    let mut query = query.clone();
    query.is_descending |= query.sort.is_none();
    query
}

/// What is looked for, as keys are written: merchants paste addresses as browsers show them.
fn searched(search: &str) -> String {
    let is_encoded = search.starts_with('/') && (search.contains('%') || has_language(search));
    let path = if is_encoded { path_of(search) } else { None };
    key(&path.unwrap_or_else(|| search.to_owned()))
}

/// A page of redirects, the newest first by default.
///
/// # Errors
/// 422 for an invalid cursor; of the database.
pub(super) async fn page(c: Conn<'_>, scope: &StoreScope, query: &ListQuery) -> ApiResult<Page<Redirect>> {
    let query = largest_first(query);
    let sort = query.sort.as_deref();
    let (both, is_text) = store::orders(sort);
    let window = Window::from_query(&query, both, is_text)?;
    let search = searched(&query.search);
    let rows = store::list(c, scope, &search, &window).await?;
    let total = store::count_listed(c, scope, &search).await?;
    Ok(window.page(rows, capped(total), |redirect| {
        let by = match sort {
            Some("address") => Key::Text(redirect.address_key.clone()),
            Some("hits") => Key::Int(redirect.hits),
            Some("last_hit_at") => Key::Int(redirect.last_hit_at.map_or(0, |at| at.0)),
            _ => Key::Int(redirect.created_at.0),
        };
        (by, redirect.id.raw())
    }))
}

/// Which missed addresses a request asks for: those that are not ignored, unless it says otherwise.
///
/// # Errors
/// 422 with `filter[is_ignored]`.
pub(super) fn read_missed(query: &ListQuery, now: Millis) -> ApiResult<MissedFilter> {
    let bad = || ApiError::field("filter[is_ignored]", common::NOT_A_CHOICE);
    if query.filters.iter().any(|f| f.op != "eq") {
        return Err(bad());
    }
    let is_ignored = match query.values("is_ignored") {
        None => false,
        Some([word]) if word == "true" => true,
        Some([word]) if word == "false" => false,
        Some(_) => return Err(bad()),
    };
    Ok(MissedFilter { is_ignored, since: Millis(now.0 - KEPT_MISSED), search: searched(&query.search) })
}

/// A page of missed addresses, the most frequent first by default.
///
/// # Errors
/// 422 for an invalid cursor; of the database.
pub(super) async fn missed_page(
    c: Conn<'_>,
    scope: &StoreScope,
    query: &ListQuery,
    filter: &MissedFilter,
) -> ApiResult<Page<MissedAddress>> {
    let query = largest_first(query);
    let sort = query.sort.as_deref();
    let (both, is_text) = missed_store::orders(sort);
    let window = Window::from_query(&query, both, is_text)?;
    let rows = missed_store::list(c, scope, filter, &window).await?;
    let total = missed_store::count(c, scope, filter).await?;
    Ok(window.page(rows, capped(total), |missed| {
        let by = match sort {
            Some("address") => Key::Text(key(&missed.address)),
            Some("last_seen_at") => Key::Int(missed.last_seen_at.0),
            _ => Key::Int(missed.hits),
        };
        (by, missed.id.raw())
    }))
}
