//! A category's products, or all of them.

use crate::engine::context;
use commerce::catalog::{self, CardQuery, CardSort, Category, FoundCategory};
use serde_json::Map;

use super::{Answer, Content, Visit};
use crate::error::PageError;
use crate::sections::{self, Place};
use crate::seo;
use crate::theme::ONE;
use crate::view::{CardView, PagesView, TileView, category_path, said};

/// The orders a shopper may choose; the first needs no parameter.
pub(crate) const SORTS: [(&str, CardSort); 4] =
    [("newest", CardSort::Newest), ("price", CardSort::PriceUp), ("-price", CardSort::PriceDown), ("name", CardSort::Name)];

/// The address with the parameters that make another page of it.
pub(crate) fn query(params: &[(String, String)]) -> String {
    let (sort, page) = read(params);
    match (sort, page) {
        (0, 1) => String::new(),
        (0, n) => format!("?page={n}"),
        (s, 1) => format!("?sort={}", SORTS[s].0),
        (s, n) => format!("?sort={}&page={n}", SORTS[s].0),
    }
}

fn read(params: &[(String, String)]) -> (usize, i64) {
    let value = |name: &str| params.iter().find(|(k, _)| k == name).map(|(_, v)| v.as_str());
    let sort = value("sort").and_then(|v| SORTS.iter().position(|(word, _)| *word == v)).unwrap_or(0);
    (sort, page_number(value("page")))
}

/// From 1; anything else is 1.
pub(crate) fn page_number(value: Option<&str>) -> i64 {
    value.and_then(|v| v.parse().ok()).filter(|n| (1..=1_000).contains(n)).unwrap_or(1)
}

pub(crate) async fn show(visit: &Visit<'_>, slug: Option<&str>, params: &[(String, String)]) -> Result<Answer, PageError> {
    let c = visit.shop.app.db().conn();
    let category = match slug {
        None => None,
        Some(slug) => match catalog::category_by_slug(c, &visit.store.scope, slug).await? {
            None => return Ok(Answer::Missing),
            Some(FoundCategory::Moved(slug)) => return Ok(Answer::Moved(visit.path(&category_path(&slug)))),
            Some(FoundCategory::Page(category)) => Some(category),
        },
    };
    let all = catalog::categories(c, &visit.store.scope).await?;
    let (sort, page) = read(params);
    let per_page = per_page(visit).await?;
    let offset = (page - 1) * per_page;
    if offset > kernel::PageRequest::MAX_OFFSET {
        return Ok(Answer::Missing);
    }
    let query = CardQuery {
        category: category.as_ref().map(|c| c.id),
        sort: SORTS[sort].1,
        limit: per_page,
        offset,
        ..CardQuery::default()
    };
    let found = catalog::cards(c, &visit.store.scope, visit.now(), &query).await?;
    if found.items.is_empty() && page > 1 {
        return Ok(Answer::Missing);
    }
    let path = category.as_ref().map_or_else(|| "/collections".to_owned(), |c| category_path(&c.slug));
    let address = |n: i64| {
        let mut params = vec![("page".to_owned(), n.to_string())];
        if sort > 0 {
            params.push(("sort".to_owned(), SORTS[sort].0.to_owned()));
        }
        visit.path(&format!("{path}{}", self::query(&params)))
    };
    let reachable = kernel::PageRequest::MAX_OFFSET / per_page + 1;
    let pages = PagesView::new(page, ((found.total + per_page - 1) / per_page).min(reachable), address);
    let products: Vec<CardView> = found.items.iter().map(|p| CardView::new(visit.store, visit.lang, p)).collect();
    let children: Vec<&Category> = all.iter().filter(|c| c.is_active && c.parent_id == category.as_ref().map(|c| c.id)).collect();
    let children: Vec<TileView> = children.iter().map(|c| TileView::new(visit.store, visit.lang, c, &[])).collect();
    let name = category.as_ref().map_or_else(|| visit.say("collection.all"), |c| said(&c.name, visit.lang));
    let description = category.as_ref().map(|c| said(&c.description, visit.lang)).unwrap_or_default();
    let crumbs = visit.crumbs(trail(visit, category.as_ref(), &all));
    let sorts: Vec<_> =
        SORTS.iter().enumerate().map(|(i, (value, _))| context! { value => value, is_selected => i == sort }).collect();
    let urls: Vec<String> = products.iter().map(|p| format!("{}{}", visit.store.origin, p.url)).collect();
    let mut head = visit.head(
        &if page > 1 { format!("{name} - {}", visit.say("page.number").replace("{n}", &page.to_string())) } else { name.clone() },
        &description,
    );
    (head.prev, head.next) = (pages.prev.clone(), pages.next.clone());
    head.json_ld = vec![visit.crumbs_data(&crumbs), seo::item_list(&urls)];
    let view = context! {
        name => name, description => description, breadcrumb => crumbs, products => products, children => children, sorts => sorts, pages => pages,
    };
    let chrome = visit.chrome().await?;
    let html = visit.sections("collection", &chrome, Place::default(), &context! { collection => view }).await?;
    // Sorted otherwise it is the same page; a later page is a page of its own.
    let canonical = if page > 1 { format!("{path}?page={page}") } else { path };
    Ok(Answer::Page(visit.finish(Content::new("collection", Some(canonical), head, html)).await?))
}

/// From the collection section's settings.
async fn per_page(visit: &Visit<'_>) -> Result<i64, PageError> {
    let all = sections::load(visit.shop, visit.store, "collection").await?;
    let empty = Map::new();
    let written = all.iter().find(|s| s.section == "collection").map_or(&empty, |s| &s.settings);
    let filled = ONE.schemas.get("collection").map(|schema| schema.fill(written)).unwrap_or_default();
    Ok(filled.get("per_page").and_then(serde_json::Value::as_i64).unwrap_or(24).clamp(1, 100))
}

/// The categories above and the category itself.
fn trail(visit: &Visit<'_>, category: Option<&Category>, all: &[Category]) -> Vec<(String, Option<String>)> {
    let Some(category) = category else { return vec![(visit.say("collection.all"), Some("/collections".into()))] };
    let mut steps = Vec::new();
    let mut at = Some(category);
    while let Some(c) = at.filter(|_| steps.len() < 10) {
        steps.push((said(&c.name, visit.lang), Some(category_path(&c.slug))));
        at = c.parent_id.and_then(|id| all.iter().find(|p| p.id == id && p.is_active));
    }
    steps.reverse();
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_parameters_make_another_page() {
        let p = |text: &str| {
            text.split('&').filter_map(|kv| kv.split_once('=')).map(|(k, v)| (k.to_owned(), v.to_owned())).collect::<Vec<_>>()
        };
        assert_eq!(query(&p("utm_source=x&page=1&sort=newest")), "");
        assert_eq!(query(&p("page=3&sort=-price&x=1")), "?sort=-price&page=3");
        assert_eq!(query(&p("page=-1&sort=evil")), "");
        assert_eq!(query(&p("page=99999999999999999999")), "");
    }
}
