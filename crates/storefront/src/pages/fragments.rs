//! Parts of pages that a script asks for: cards of products that a shopper's own browser remembers.

use axum::http::{HeaderValue, header};
use catalog::{self, CardQuery};
use kernel::ProductId;

use super::{Answer, RequestContext};
use crate::cache::Cached;
use crate::engine::context;
use crate::error::PageError;
use crate::view::CardView;

/// Most products of an answer.
const MOST: usize = 12;

/// The ids that were asked for, each once, in their order.
fn asked_for(params: &[(String, String)]) -> Vec<ProductId> {
    let text = params.iter().find(|(name, _)| name == "ids").map_or("", |(_, text)| text.as_str());
    let mut ids: Vec<ProductId> = Vec::new();
    for id in text.split(',').take(MOST).filter_map(|id| id.parse().ok()) {
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    ids
}

/// The query string of the parameters that change the answer.
pub(crate) fn query(params: &[(String, String)]) -> String {
    let ids: Vec<String> = asked_for(params).iter().map(ToString::to_string).collect();
    if ids.is_empty() { String::new() } else { format!("?ids={}", ids.join(",")) }
}

/// `GET /fragments/products?ids=a,b`: cards of these products in this order, without those that shoppers do not see; nothing is an empty
/// text.
pub(crate) async fn products(visit: &RequestContext<'_>, params: &[(String, String)]) -> Result<Answer, PageError> {
    let ids = asked_for(params);
    let layout = visit.layout().await?;
    let mut products = Vec::new();
    if !ids.is_empty() {
        let limit = i64::try_from(ids.len()).unwrap_or(0);
        let query = CardQuery { ids: Some(ids), limit, ..CardQuery::default() };
        let found = catalog::cards(visit.shop.app.db().conn(), &visit.store.scope, visit.now(), &query).await?;
        products = found.items.iter().map(|p| CardView::new(visit.store, visit.lang, p)).collect();
    }
    let html = visit.render("parts/cards.html", &layout, context! { products => products })?;
    let mut headers = layout.headers.as_ref().clone();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=60"));
    headers.insert("x-robots-tag", HeaderValue::from_static("noindex"));
    let answer = Cached::new(html, headers, Some(visit.now().0 + 10 * kernel::Millis::MINUTE));
    Ok(Answer::Page(answer.part()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn th_03_an_answer_is_named_by_its_products_alone() {
        let id = |n: i64| ProductId::from_raw(n).to_string();
        let canonical = |text: String| query(&[("x".into(), "1".into()), ("ids".into(), text)]);
        assert_eq!(canonical(format!("{},zz,{},{}", id(7), id(5), id(7))), format!("?ids={},{}", id(7), id(5)));
        assert_eq!((canonical(String::new()), canonical(",,".into())), (String::new(), String::new()));
        let many: Vec<String> = (1..40).map(id).collect();
        assert_eq!(canonical(many.join(",")).matches(',').count(), MOST - 1);
    }
}
