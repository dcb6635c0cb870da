//! HTTP endpoint of the stock list, a page of products at a time: the quantities of products and variants, per location.

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use kernel::{Page, ProductId, VariantId};
use web::list::PageParams;
use web::{Allowed, ApiResult, ListQuery, Listed, Refusals};

use super::model::Level;
use super::wire::{StockItemView, StockRowView, levels_of};
use super::{list_store, store};
use crate::model::both_languages;
use crate::query::list_records;
use crate::store::products;
use platform::{App, media};

web::permissions! { Read = Read Product; }

/// The quantities of products, searched, filtered and sorted like the list of products.
#[utoipa::path(get, path = "/stock", tag = "Stock", params(PageParams), responses(
    (status = 200, body = Listed<StockRowView>), Refusals<422>,
))]
pub(super) async fn list_stock(
    State(app): State<App>,
    allowed: Allowed<Read>,
    query: ListQuery,
) -> ApiResult<Json<Listed<StockRowView>>> {
    let (c, scope) = (app.db().conn(), &allowed.scope);
    let facts = products::get_store_context(c, scope).await?;
    let page = list_records(c, scope, &facts, &query).await?;
    let ids: Vec<ProductId> = page.items.iter().map(|r| r.id).collect();
    let locations = store::list_locations(c, scope).await?;
    let own = list_store::list_own(c, scope, &ids).await?;
    let reserved: HashMap<VariantId, i64> = list_store::list_reserved(c, scope, &ids).await?.into_iter().collect();
    let mut levels: HashMap<(i64, i64), Vec<Level>> = HashMap::new();
    for (product, variant, location, qty) in list_store::list_levels(c, scope, &ids).await? {
        levels.entry((product.raw(), variant)).or_default().push(Level { location, qty });
    }
    let at = |product: ProductId, variant: i64, qty: i64| {
        levels_of(&locations, scope, qty, levels.get(&(product.raw(), variant)).map_or(&[][..], Vec::as_slice))
    };
    let mut items: HashMap<i64, Vec<StockItemView>> = HashMap::new();
    let variants = products::list_variants(c, scope, &ids).await?;
    let options = if variants.is_empty() { HashMap::new() } else { products::list_options(c, scope, &ids).await? };
    for (product, v) in variants {
        let Some(variant_id) = v.id else { continue };
        items.entry(product.raw()).or_default().push(StockItemView {
            variant_id: Some(variant_id),
            option_texts: both_languages(options.get(&product).map_or(&[][..], Vec::as_slice), &v.option_values),
            option_values: v.option_values,
            sku: v.sku,
            is_active: v.is_active,
            has_unlimited_qty: v.has_unlimited_qty,
            qty: v.qty,
            held: reserved.get(&variant_id).copied().unwrap_or(0),
            levels: at(product, variant_id.raw(), v.qty),
        });
    }
    let covers: Vec<_> = page.items.iter().filter_map(|r| r.cover_id).collect();
    let covers = media::list_views(c, scope, &covers).await?;
    let rows = page.items.into_iter().map(|r| {
        let mine = items.remove(&r.id.raw()).unwrap_or_else(|| {
            let (qty, reserved) = own.iter().find(|(id, ..)| *id == r.id).map_or((0, 0), |(_, qty, reserved)| (*qty, *reserved));
            vec![StockItemView {
                variant_id: None,
                option_values: Vec::new(),
                option_texts: Vec::new(),
                sku: r.sku.clone(),
                is_active: true,
                has_unlimited_qty: r.has_unlimited_qty,
                qty,
                held: reserved,
                levels: at(r.id, 0, qty),
            }]
        });
        StockRowView {
            product_id: r.id,
            name: r.name.0,
            cover_url: r.cover_id.and_then(|id| covers.iter().find(|m| m.id == id)).map(|m| m.at_least(100).to_owned()),
            low_stock_at: r.low_stock_at.unwrap_or(facts.low_stock_at),
            items: mine,
        }
    });
    let items = rows.collect();
    let page = Page { items, total: page.total, is_total_capped: page.is_total_capped, next_cursor: page.next_cursor };
    Ok(Json(query.answer(page)))
}
