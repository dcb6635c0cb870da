//! Categories as tiles.

use catalog::Category;
use kernel::{CategoryId, Lang, MediaId};
use platform::media;
use serde_json::Map;

use super::inputs::{Blocks, number};
use crate::current_store::Store;
use crate::error::PageError;
use crate::shop::Shop;
use crate::view::TileView;

/// The categories that blocks name, else the top-level ones; and the link to the rest, when some do not fit.
pub(super) async fn tiles(
    shop: &Shop,
    store: &Store,
    lang: Lang,
    settings: &Map<String, serde_json::Value>,
    blocks: &Blocks<'_>,
) -> Result<(Vec<TileView>, String), PageError> {
    let all = shop.categories(store).await?;
    let named: Vec<CategoryId> = blocks.iter().filter_map(|(_, v)| v.get("category")?.as_str()?.parse().ok()).collect();
    let limit = usize::try_from(number(settings, "limit", 4)).unwrap_or(4);
    let mut more = String::new();
    let chosen: Vec<&Category> = if named.is_empty() {
        let top = || all.iter().filter(|c| c.is_active && c.parent_id.is_none());
        if top().nth(limit).is_some() {
            // The list of all products shows all categories at its top.
            more = format!("{}#categories", store.path(lang, "/collections"));
        }
        top().take(limit).collect()
    } else {
        named.iter().filter_map(|id| all.iter().find(|c| c.id == *id && c.is_active)).collect()
    };
    Ok((tile_views(shop, store, lang, &chosen).await?, more))
}

/// Categories with their pictures.
async fn tile_views(shop: &Shop, store: &Store, lang: Lang, categories: &[&Category]) -> Result<Vec<TileView>, PageError> {
    let ids: Vec<MediaId> = categories.iter().filter_map(|c| c.image_id).collect();
    let pictures = if ids.is_empty() { Vec::new() } else { media::list_views(shop.app.db().conn(), &store.scope, &ids).await? };
    Ok(categories.iter().map(|c| TileView::new(store, lang, c, &pictures)).collect())
}
