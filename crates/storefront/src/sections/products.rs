//! The products of sections: rows of cards, those beside a product, tabs of several rows.

use catalog::{self, CardQuery, CardSort};
use kernel::{CategoryId, Lang};
use minijinja::Value;
use serde_json::Map;

use super::inputs::{Blocks, SectionPlacement, number};
use super::marks::mark;
use crate::current_store::Store;
use crate::engine::context;
use crate::error::PageError;
use crate::shop::Shop;
use crate::view::{CardView, localized};

/// The products of a row by its settings, and the link to all of them.
pub(super) async fn featured(
    shop: &Shop,
    store: &Store,
    lang: Lang,
    settings: &Map<String, serde_json::Value>,
) -> Result<(Vec<CardView>, String), PageError> {
    let c = shop.app.db().conn();
    let now = shop.app.env().now();
    let limit = number(settings, "limit", 8);
    let mut more = store.path(lang, "/collections");
    let mut query = CardQuery { limit, ..CardQuery::default() };
    match settings.get("source").and_then(|v| v.as_str()).unwrap_or("newest") {
        "picked" => {
            let ids = settings.get("products").and_then(|v| v.as_array());
            query.ids = Some(ids.into_iter().flatten().filter_map(|v| v.as_str()?.parse().ok()).collect());
        }
        "category" => {
            let id: Option<CategoryId> = settings.get("category").and_then(|v| v.as_str()).and_then(|t| t.parse().ok());
            let Some(id) = id else { return Ok((Vec::new(), more)) };
            let all = shop.categories(store).await?;
            query.within = Some(catalog::with_descendants(&all, id));
            if let Some(category) = all.iter().find(|c| c.id == id) {
                more = store.path(lang, &crate::view::category_path(&category.slug));
                query.sort = CardSort::for_category(category);
            }
        }
        "discounted" => {
            (query.only_on_sale, query.only_in_stock) = (true, true);
            more = store.path(lang, "/collections?on_sale=1");
        }
        _ => {}
    }
    let page = catalog::cards(c, &store.scope, now, &query).await?;
    Ok((page.items.iter().map(|p| CardView::new(store, lang, p)).collect(), more))
}

/// Products beside the one of the page.
pub(super) async fn related(
    shop: &Shop,
    store: &Store,
    lang: Lang,
    settings: &Map<String, serde_json::Value>,
    placement: &SectionPlacement,
) -> Result<Vec<CardView>, PageError> {
    if !placement.related.is_empty() {
        // The merchant's choice, in that order, as far as the products are visible.
        let query = CardQuery { ids: Some(placement.related.clone()), limit: 100, ..CardQuery::default() };
        let page = catalog::cards(shop.app.db().conn(), &store.scope, shop.app.env().now(), &query).await?;
        if !page.items.is_empty() {
            return Ok(page.items.iter().map(|p| CardView::new(store, lang, p)).collect());
        }
    }
    let within = match placement.category {
        Some(id) => Some(catalog::with_descendants(&shop.categories(store).await?[..], id)),
        None => None,
    };
    let limit = number(settings, "limit", 4);
    let near = CardQuery { within, except: placement.product, limit, only_in_stock: true, ..CardQuery::default() };
    let (c, now) = (shop.app.db().conn(), shop.app.env().now());
    let mut items = catalog::cards(c, &store.scope, now, &near).await?.items;
    let most = usize::try_from(limit).unwrap_or(4);
    if items.len() < most && near.within.is_some() {
        // A small category has too few products: the store's newest fill up.
        let newest = CardQuery { within: None, limit: limit.saturating_mul(2), ..near };
        let more = catalog::cards(c, &store.scope, now, &newest).await?.items;
        for other in more {
            if items.len() < most && !items.iter().any(|p| p.id == other.id) {
                items.push(other);
            }
        }
    }
    Ok(items.iter().map(|p| CardView::new(store, lang, p)).collect())
}

/// What a shopper sees of several rows in one place: a tab for each block whose row has products.
pub(super) async fn tabs(
    shop: &Shop,
    store: &Store,
    lang: Lang,
    settings: &Map<String, serde_json::Value>,
    blocks: &Blocks<'_>,
) -> Result<Vec<Value>, PageError> {
    let mut out = Vec::with_capacity(blocks.len());
    for (block, values) in blocks {
        let mut row = values.clone();
        row.insert("limit".to_owned(), number(settings, "limit", 8).into());
        let (products, more) = featured(shop, store, lang, &row).await?;
        // The editor shows a tab without products, so that it can be chosen and filled.
        if products.is_empty() && !store.is_editing() {
            continue;
        }
        let texts: kernel::Texts = values.get("title").and_then(|v| serde_json::from_value(v.clone()).ok()).unwrap_or_default();
        let mut title = localized(&texts, lang);
        if title.is_empty()
            && let Some(id) = values.get("category").and_then(|v| v.as_str()?.parse::<CategoryId>().ok())
            && let Some(category) = shop.categories(store).await?.iter().find(|c| c.id == id)
        {
            title = localized(&category.name, lang);
        }
        out.push(context! {
            id => block.id, title => title, source => values.get("source"), products => products, more => more,
            mark => mark(store, &block.id),
        });
    }
    Ok(out)
}

/// The newest products, as an example of a section that only a shopper's own browser can fill.
pub(super) async fn newest(shop: &Shop, store: &Store, lang: Lang, limit: i64) -> Result<Vec<CardView>, PageError> {
    let query = CardQuery { limit, ..CardQuery::default() };
    let page = catalog::cards(shop.app.db().conn(), &store.scope, shop.app.env().now(), &query).await?;
    Ok(page.items.iter().map(|p| CardView::new(store, lang, p)).collect())
}

/// The newest products that can be bought, without those of the cart.
pub(super) async fn suggested(
    shop: &Shop,
    store: &Store,
    lang: Lang,
    settings: &Map<String, serde_json::Value>,
    placement: &SectionPlacement,
) -> Result<Vec<CardView>, PageError> {
    let most = number(settings, "suggestions", 4);
    let others = i64::try_from(placement.in_cart.len()).unwrap_or(0).min(50);
    let query = CardQuery { limit: most.saturating_add(others), only_in_stock: true, ..CardQuery::default() };
    let found = catalog::cards(shop.app.db().conn(), &store.scope, shop.app.env().now(), &query).await?.items;
    let left = found.iter().filter(|p| !placement.in_cart.contains(&p.id));
    Ok(left.take(usize::try_from(most).unwrap_or(4)).map(|p| CardView::new(store, lang, p)).collect())
}
