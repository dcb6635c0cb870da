//! The texts of pages that a section's blocks show: a size guide is written once and shown in several places.

use std::collections::BTreeMap;

use kernel::Lang;
use minijinja::Value;
use site::theme::{Kind, SectionSchema};

use super::inputs::Blocks;
use super::rich_text;
use crate::current_store::Store;
use crate::engine::context;
use crate::error::PageError;
use crate::shop::Shop;

/// Most pages whose text a section shows.
const MOST_PAGES: usize = 4;

/// The published pages that shown blocks name, by id.
pub(super) async fn read(
    shop: &Shop,
    store: &Store,
    lang: Lang,
    schema: &SectionSchema,
    blocks: &Blocks<'_>,
) -> Result<BTreeMap<String, Value>, PageError> {
    let mut found = BTreeMap::new();
    for (block, values) in blocks {
        let fields = schema.blocks.iter().find(|b| b.kind == block.kind).map_or(&[][..], |b| &b.settings);
        for setting in fields.iter().filter(|s| matches!(s.kind, Kind::Page)) {
            let Some(id) = values.get(&setting.id).and_then(|v| v.as_str()) else { continue };
            let Ok(page_id) = id.parse() else { continue };
            if found.len() >= MOST_PAGES || found.contains_key(id) {
                continue;
            }
            if let Some(page) = site::pages::find_published(shop.app.db().conn(), &store.scope, page_id).await? {
                let content = rich_text(store, lang, page.content.get(lang));
                found.insert(id.to_owned(), context! { title => page.title.get(lang), content => content });
            }
        }
    }
    Ok(found)
}
