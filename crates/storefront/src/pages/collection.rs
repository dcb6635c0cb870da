//! A category's products, or all of them.

use crate::engine::context;
use commerce::catalog::{self, CardQuery, Category, FoundCategory};
use serde_json::Map;

use super::list_view::{self, canonical};
use super::listing::Listing;
use super::{Answer, Content, Visit};
use crate::error::PageError;
use crate::sections::{self, Place};
use crate::seo;
use crate::theme::ONE;
use crate::view::{CardView, TileView, category_path, said};

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
    let listing = Listing::read(params, visit.store.profile.currency);
    let per_page = per_page(visit).await?;
    if listing.is_lost || listing.offset(per_page) > kernel::PageRequest::MAX_OFFSET {
        return Ok(Answer::Missing);
    }
    let all = visit.shop.categories(visit.store).await?;
    let within = category.as_ref().map(|category| catalog::with_descendants(&all, category.id));
    let query = CardQuery { within, ..listing.query(per_page) };
    let found = catalog::cards(c, &visit.store.scope, visit.now(), &query).await?;
    if found.items.is_empty() && listing.page > 1 {
        return Ok(Answer::Missing);
    }
    let path = category.as_ref().map_or_else(|| "/collections".to_owned(), |c| category_path(&c.slug));
    let list = list_view::context(visit, &path, &listing, &found, per_page);
    let products: Vec<CardView> = found.items.iter().map(|p| CardView::new(visit.store, visit.lang, p)).collect();
    let children: Vec<&Category> = all.iter().filter(|c| c.is_active && c.parent_id == category.as_ref().map(|c| c.id)).collect();
    let children: Vec<TileView> = children.iter().map(|c| TileView::new(visit.store, visit.lang, c, &[])).collect();
    let name = category.as_ref().map_or_else(|| visit.say("collection.all"), |c| said(&c.name, visit.lang));
    let description = category.as_ref().map(|c| said(&c.description, visit.lang)).unwrap_or_default();
    let crumbs = visit.crumbs(trail(visit, category.as_ref(), &all));
    let urls: Vec<String> = products.iter().map(|p| format!("{}{}", visit.store.origin, p.url)).collect();
    let page = listing.page;
    let mut head = visit.head(
        &if page > 1 { format!("{name} - {}", visit.say("page.number").replace("{n}", &page.to_string())) } else { name.clone() },
        &description,
    );
    (head.prev, head.next) = (list.prev.clone(), list.next.clone());
    head.json_ld = vec![visit.crumbs_data(&crumbs), seo::item_list(&urls)];
    let view = context! {
        name => name, description => description, breadcrumb => crumbs, products => products, children => children, list => list.value,
    };
    let chrome = visit.chrome().await?;
    let html = visit.sections("collection", &chrome, Place::default(), &context! { collection => view }).await?;
    let own = canonical(&path, &listing, per_page);
    let here = format!("{path}{}", listing.address(visit.store.profile.currency));
    let is_copy = here != own;
    let content = Content::new("collection", Some(own), head, html);
    Ok(Answer::Page(visit.finish(Content { here: Some(here), is_copy, ..content }).await?))
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
