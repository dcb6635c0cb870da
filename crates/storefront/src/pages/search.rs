//! Search: folded words, so that أحمد finds احمد.

use crate::engine::context;
use commerce::catalog::{self, CardQuery};
use kernel::text_guard::{Lines, clean};

use super::collection::page_number;
use super::{Content, Visit};
use crate::cache::Cached;
use crate::error::PageError;
use crate::seo::Head;
use crate::view::{CardView, PagesView};

const PER_PAGE: i64 = 24;

pub(crate) async fn show(visit: &Visit<'_>, params: &[(String, String)]) -> Result<Cached, PageError> {
    let value = |name: &str| params.iter().find(|(k, _)| k == name).map(|(_, v)| v.as_str());
    // A text with control or direction characters finds nothing, and is not shown either.
    let q = clean(value("q").unwrap_or(""), 100, Lines::Single).unwrap_or_default();
    let page = page_number(value("page")).min(kernel::PageRequest::MAX_OFFSET / PER_PAGE);
    let chrome = visit.chrome().await?;
    let mut view = context! { q => q };
    if !q.is_empty() {
        let query = CardQuery { search: q.clone(), limit: PER_PAGE, offset: (page - 1) * PER_PAGE, ..CardQuery::default() };
        let found = catalog::cards(visit.shop.app.db().conn(), &visit.store.scope, visit.now(), &query).await?;
        let products: Vec<CardView> = found.items.iter().map(|p| CardView::new(visit.store, visit.lang, p)).collect();
        let count = ((found.total + PER_PAGE - 1) / PER_PAGE).min(kernel::PageRequest::MAX_OFFSET / PER_PAGE);
        let encoded: String = form_urlencoded::byte_serialize(q.as_bytes()).collect();
        let pages = PagesView::new(page, count, |n| visit.path(&format!("/search?q={encoded}&page={n}")));
        view =
            context! { q => q, products => products, total => found.total, is_capped => found.is_total_capped, pages => pages };
    }
    let html = visit.render("pages/search.html", &chrome, view)?;
    let head = Head { is_hidden: true, ..visit.head(&visit.say("search.title"), "") };
    visit.finish(Content::new("search", Some("/search".to_owned()), head, html)).await
}
