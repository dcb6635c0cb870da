//! What links of sections lead to: pages of the store by their ids, with the addresses that they have now.

use std::collections::HashMap;
use std::sync::Arc;

use catalog::{Card, CardQuery, Category};
use kernel::{Lang, ProductId};
use serde_json::Map;
use site::pages::{self, PageSummary};
use site::theme::{Kind, LinkTarget, SectionSchema, Setting};

use super::inputs::Blocks;
use crate::current_store::{Store, localise};
use crate::error::PageError;
use crate::shop::Shop;
use crate::view;

/// What the links of a section name, read once for all of them; nothing is read where none names anything.
#[derive(Default)]
pub(super) struct Targets {
    cards: HashMap<i64, Card>,
    categories: Arc<Vec<Category>>,
    pages: Vec<PageSummary>,
}

impl Targets {
    pub(super) async fn read(
        shop: &Shop,
        store: &Store,
        schema: &SectionSchema,
        settings: &Map<String, serde_json::Value>,
        blocks: &Blocks<'_>,
    ) -> Result<Self, PageError> {
        let mut named: Vec<LinkTarget> = Vec::new();
        let mut add = |fields: &[Setting], values: &Map<String, serde_json::Value>| {
            let links = fields.iter().filter(|s| matches!(s.kind, Kind::Link));
            named.extend(links.filter_map(|s| LinkTarget::parse(values.get(&s.id)?.as_str()?)));
        };
        add(&schema.settings, settings);
        for (block, values) in blocks {
            if let Some(kind) = schema.blocks.iter().find(|b| b.kind == block.kind) {
                add(&kind.settings, values);
            }
        }
        let c = shop.app.db().conn();
        let mut found = Self::default();
        let ids: Vec<ProductId> =
            named.iter().filter_map(|t| if let LinkTarget::Product(id) = t { Some(*id) } else { None }).take(100).collect();
        if !ids.is_empty() {
            let query = CardQuery { ids: Some(ids), limit: 100, ..CardQuery::default() };
            let cards = catalog::cards(c, &store.scope, shop.app.env().now(), &query).await?.items;
            found.cards = cards.into_iter().map(|card| (card.id.raw(), card)).collect();
        }
        if named.iter().any(|t| matches!(t, LinkTarget::Category(_))) {
            found.categories = shop.categories(store).await?;
        }
        if named.iter().any(|t| matches!(t, LinkTarget::Page(_))) {
            found.pages = pages::list(c, &store.scope).await?;
        }
        Ok(found)
    }

    /// The address of a link in a language; empty when shoppers do not see its target.
    pub(super) fn address(&self, store: &Store, lang: Lang, link: &str) -> String {
        let path = match LinkTarget::parse(link) {
            None => Some(link.to_owned()),
            Some(LinkTarget::Product(id)) => self.cards.get(&id.raw()).map(|card| view::product_path(card.links.get(lang))),
            Some(LinkTarget::Category(id)) => {
                self.categories.iter().find(|c| c.id == id && c.is_active).map(|c| view::category_path(&c.slug))
            }
            Some(LinkTarget::Page(id)) => {
                let page = self.pages.iter().find(|p| p.id == id && p.is_published());
                page.map(|p| view::content_path(p.slugs.get(lang)))
            }
        };
        path.map(|path| localise(store, lang, &path)).unwrap_or_default()
    }
}
