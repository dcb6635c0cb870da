//! A category's products, or all of them.

use crate::engine::context;
use catalog::{self, CardQuery, CardSort, Category, FoundCategory};
use kernel::CategoryId;
use serde_json::Map;

use super::list_view::{self, Choices, canonical};
use super::listing::Listing;
use super::{Answer, Content, RequestContext};
use crate::error::PageError;
use crate::sections::{self, SectionPlacement};
use crate::seo;
use crate::view::{CardView, Image, TileView, category_path, localized};

/// Most categories that a list offers as filters.
const MOST_CATEGORIES: usize = 40;

pub(crate) async fn show(
    visit: &RequestContext<'_>,
    slug: Option<&str>,
    params: &[(String, String)],
) -> Result<Answer, PageError> {
    let c = visit.shop.app.db().conn();
    let category = match slug {
        None => None,
        Some(slug) => match catalog::category_by_slug(c, &visit.store.scope, slug).await? {
            None => return Ok(Answer::Missing),
            Some(FoundCategory::Moved(slug)) => return Ok(Answer::Moved(visit.path(&category_path(&slug)))),
            Some(FoundCategory::Page(category)) => Some(category),
        },
    };
    let listing = Listing::read(params, visit.store.profile.currency)
        .of_category(category.as_ref().map_or_else(CardSort::default, CardSort::for_category));
    let sections = visit.store.page_of("collection", category.as_ref().and_then(|c| c.template.as_deref()));
    let per_page = per_page(visit, &sections).await?;
    if listing.is_lost || listing.offset(per_page) > kernel::PageRequest::MAX_OFFSET {
        return Ok(Answer::Missing);
    }
    let all = visit.shop.categories(visit.store).await?;
    let own = category.as_ref().map(|category| catalog::with_descendants(&all, category.id));
    let query = CardQuery { within: within(&all, own, &listing.categories), ..listing.query(per_page) };
    let found = catalog::cards(c, &visit.store.scope, visit.now(), &query).await?;
    if found.items.is_empty() && listing.page > 1 {
        return Ok(Answer::Missing);
    }
    let path = category.as_ref().map_or_else(|| "/collections".to_owned(), |c| category_path(&c.slug));
    let choices = Choices {
        facets: catalog::facets(c, &visit.store.scope, &query, &found).await?,
        categories: below(visit, &all, category.as_ref()),
    };
    let list = list_view::context(visit, &path, &listing, &found, per_page, &choices);
    let products: Vec<CardView> = found.items.iter().map(|p| CardView::new(visit.store, visit.lang, p)).collect();
    let children: Vec<&Category> = all.iter().filter(|c| c.is_active && c.parent_id == category.as_ref().map(|c| c.id)).collect();
    let children: Vec<TileView> = children.iter().map(|c| TileView::new(visit.store, visit.lang, c, &[])).collect();
    let name = category.as_ref().map_or_else(|| visit.say("collection.all"), |c| localized(&c.name, visit.lang));
    let description = category.as_ref().map(|c| localized(&c.description, visit.lang)).unwrap_or_default();
    let crumbs = visit.crumbs(trail(visit, category.as_ref(), &all));
    let urls: Vec<String> = products.iter().map(|p| format!("{}{}", visit.store.origin, p.url)).collect();
    let page = listing.page;
    // PR-05: the merchant's texts for search engines are only in the head.
    let text_or = |text: Option<&kernel::Texts>, own: &str| match text.map(|t| t.get(visit.lang)) {
        Some(text) if !text.is_empty() => text.to_owned(),
        _ => own.to_owned(),
    };
    let title = text_or(category.as_ref().map(|c| &c.seo.meta_title), &name);
    let mut summary = text_or(category.as_ref().map(|c| &c.seo.meta_description), &description);
    if summary.is_empty() {
        let text = visit.say(if category.is_some() { "seo.collection" } else { "seo.all" });
        summary = text.replace("{name}", &name).replace("{store}", &visit.store.profile.name);
    }
    let mut head = visit.head(
        &if page > 1 { format!("{title} - {}", visit.say("page.number").replace("{n}", &page.to_string())) } else { title },
        &summary,
    );
    let own_picture = match category.as_ref().and_then(|c| c.image_id) {
        Some(id) => platform::media::list_views(visit.shop.app.db().conn(), &visit.store.scope, &[id]).await?.pop(),
        None => None,
    };
    let image = own_picture.as_ref().map(|m| Image::new(m, visit.lang, &name));
    let picture = own_picture.or_else(|| found.items.iter().find_map(|p| p.cover.clone()));
    head.images = picture.iter().map(|m| visit.preview(m, &name)).collect();
    (head.prev, head.next) = (list.prev.clone(), list.next.clone());
    // Filtered lists are not indexed: a crawler would find as many as there are combinations.
    head.is_hidden |= listing.is_narrowed();
    head.json_ld = vec![visit.crumbs_data(&crumbs), seo::item_list(&urls)];
    let view = context! {
        name => name, description => description, breadcrumb => crumbs, products => products, children => children, list => list.value,
        is_all => category.is_none(), image => image,
    };
    let layout = visit.layout().await?;
    let html = visit.sections(&sections, &layout, SectionPlacement::default(), &context! { collection => view }).await?;
    let own = canonical(&path, &listing, per_page);
    let here = format!("{path}{}", listing.address(visit.store.profile.currency));
    let is_copy = here != own;
    let content = Content::new("collection", Some(own), head, html);
    Ok(Answer::Page(visit.finish(Content { here: Some(here), is_copy, ..content }).await?))
}

/// The categories of the products to show: the chosen ones that lie within `own`.
pub(crate) fn within(all: &[Category], own: Option<Vec<CategoryId>>, chosen: &[String]) -> Option<Vec<CategoryId>> {
    if chosen.is_empty() {
        return own;
    }
    let named = all.iter().filter(|c| c.is_active && chosen.contains(&c.slug));
    let mut ids: Vec<CategoryId> = named.flat_map(|c| catalog::with_descendants(all, c.id)).collect();
    ids.retain(|id| own.as_ref().is_none_or(|own| own.contains(id)));
    ids.sort();
    ids.dedup();
    Some(ids)
}

/// Slug and name of the direct subcategories of a category, or of the top level.
pub(crate) fn below(visit: &RequestContext<'_>, all: &[Category], category: Option<&Category>) -> Vec<(String, String)> {
    let children = all.iter().filter(|c| c.is_active && c.parent_id == category.map(|c| c.id));
    children.take(MOST_CATEGORIES).map(|c| (c.slug.clone(), localized(&c.name, visit.lang))).collect()
}

/// Products per page, from the collection section's settings.
async fn per_page(visit: &RequestContext<'_>, page: &str) -> Result<i64, PageError> {
    let all = sections::load(visit.shop, visit.store, page).await?;
    let empty = Map::new();
    let written = all.iter().find(|s| s.section == "collection").map_or(&empty, |s| &s.settings);
    let filled = visit.store.theme.theme.schemas.get("collection").map(|schema| schema.fill(written)).unwrap_or_default();
    Ok(filled.get("per_page").and_then(serde_json::Value::as_i64).unwrap_or(24).clamp(1, 100))
}

/// The breadcrumb trail: the ancestors and the category itself.
fn trail(visit: &RequestContext<'_>, category: Option<&Category>, all: &[Category]) -> Vec<(String, Option<String>)> {
    let Some(category) = category else { return vec![(visit.say("collection.all"), Some("/collections".into()))] };
    let mut steps = Vec::new();
    let mut at = Some(category);
    while let Some(c) = at.filter(|_| steps.len() < 10) {
        steps.push((localized(&c.name, visit.lang), Some(category_path(&c.slug))));
        at = c.parent_id.and_then(|id| all.iter().find(|p| p.id == id && p.is_active));
    }
    steps.reverse();
    steps
}
