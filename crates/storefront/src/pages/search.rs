//! Search: folded words, so that أحمد finds احمد.

use crate::engine::context;
use commerce::catalog;
use kernel::text_guard::{Lines, clean};

use super::list_view;
use super::listing::Listing;
use super::{Content, Visit};
use crate::cache::Cached;
use crate::error::PageError;
use crate::seo::Head;
use crate::view::CardView;

const PER_PAGE: i64 = 24;

/// The page of results; none when the address names a place that is not in the list.
pub(crate) async fn show(visit: &Visit<'_>, params: &[(String, String)]) -> Result<Option<Cached>, PageError> {
    let currency = visit.store.profile.currency;
    let value = |name: &str| params.iter().find(|(k, _)| k == name).map(|(_, v)| v.as_str());
    // A text with control or direction characters finds nothing, and is not shown either.
    let q = clean(value("q").unwrap_or(""), 100, Lines::Single).unwrap_or_default();
    let listing = Listing { q, ..Listing::read(params, currency) };
    if listing.is_lost || listing.offset(PER_PAGE) > kernel::PageRequest::MAX_OFFSET {
        return Ok(None);
    }
    let chrome = visit.chrome().await?;
    let mut view = context! { q => listing.q };
    if !listing.q.is_empty() {
        let found = catalog::cards(visit.shop.app.db().conn(), &visit.store.scope, visit.now(), &listing.query(PER_PAGE)).await?;
        if found.items.is_empty() && listing.page > 1 {
            return Ok(None);
        }
        let products: Vec<CardView> = found.items.iter().map(|p| CardView::new(visit.store, visit.lang, p)).collect();
        let list = list_view::context(visit, "/search", &listing, &found, PER_PAGE);
        view = context! { q => listing.q, products => products, list => list.value };
    }
    let html = visit.render("pages/search.html", &chrome, view)?;
    let title =
        if listing.q.is_empty() { visit.say("search.title") } else { visit.say("search.results").replace("{q}", &listing.q) };
    let head = Head { is_hidden: true, ..visit.head(&title, "") };
    let here = format!("/search{}", listing.address(currency));
    let content = Content::new("search", Some("/search".to_owned()), head, html);
    Ok(Some(visit.finish(Content { here: Some(here), ..content }).await?))
}
