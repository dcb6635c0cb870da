//! The store's menus as templates show them: nested links with their current addresses (ST-07).

use std::collections::BTreeMap;
use std::sync::Arc;

use catalog::{Card, Category};
use kernel::{CategoryId, ContentPageId, Lang, MediaId, ProductId};
use platform::media::{self, MediaView};
use serde::Serialize;
use site::menus::{self, Link, LinkType, Menu};
use site::pages::{self, PageSummary, Policy};

use crate::current_store::{Store, localise};
use crate::error::PageError;
use crate::shop::Shop;
use crate::view::{self, Image};

/// A link of a menu.
#[derive(Debug, Serialize)]
pub(crate) struct MenuLink {
    title: String,
    /// None of a heading above other links.
    url: Option<String>,
    is_new_tab: bool,
    image: Option<Image>,
    links: Vec<MenuLink>,
    /// Some link below it has a picture or links of its own: its panel has room for columns.
    is_mega: bool,
}

/// What links lead to, read once for all menus.
struct Targets {
    cards: Vec<Card>,
    categories: Arc<Vec<Category>>,
    pages: Vec<PageSummary>,
    images: Vec<MediaView>,
}

/// What a store links to on every page.
pub(crate) struct StoreLinks {
    /// Its menus by code.
    pub(crate) menus: BTreeMap<String, Vec<MenuLink>>,
    /// Its published policies, in the order of [`Policy::ALL`]: below the checkout, whatever its menus say.
    pub(crate) policies: Vec<MenuLink>,
}

/// The menus and policies of a store.
pub(crate) async fn store_links(shop: &Shop, store: &Store, lang: Lang) -> Result<StoreLinks, PageError> {
    let all = menus::list_menus(shop.app.db().conn(), &store.scope).await?;
    let targets = Targets::read(shop, store, &all).await?;
    let stated = |policy: &Policy| targets.pages.iter().find(|page| page.is_published() && page.policy == Some(*policy));
    let policies = Policy::ALL.iter().filter_map(stated).map(|page| MenuLink {
        title: view::localized(&page.title, lang),
        url: Some(localise(store, lang, &view::content_path(page.slugs.get(lang)))),
        is_new_tab: false,
        image: None,
        links: Vec::new(),
        is_mega: false,
    });
    let policies = policies.collect();
    let menus = all.into_iter().map(|menu| (menu.code, links(store, lang, menu.links, &targets))).collect();
    Ok(StoreLinks { menus, policies })
}

impl Targets {
    async fn read(shop: &Shop, store: &Store, menus: &[Menu]) -> Result<Self, PageError> {
        let c = shop.app.db().conn();
        let links: Vec<&Link> = menus.iter().flat_map(Menu::all_links).collect();
        let of = |kind: LinkType| links.iter().filter(move |l| l.link_type == kind).filter_map(|l| l.entity_id);
        let mut products: Vec<ProductId> = of(LinkType::Product).map(ProductId::from_raw).collect();
        products.sort_unstable();
        products.dedup();
        let mut cards = Vec::new();
        for ids in products.chunks(100) {
            let query = catalog::CardQuery { ids: Some(ids.to_vec()), limit: 100, ..Default::default() };
            cards.extend(catalog::cards(c, &store.scope, shop.app.env().now(), &query).await?.items);
        }
        let has_categories = of(LinkType::Category).next().is_some();
        let images: Vec<MediaId> = links.iter().filter_map(|l| l.image_id).collect();
        Ok(Self {
            cards,
            categories: if has_categories { shop.categories(store).await? } else { Arc::default() },
            pages: pages::list(c, &store.scope).await?,
            images: if images.is_empty() { Vec::new() } else { media::list_views(c, &store.scope, &images).await? },
        })
    }

    /// The path of a link; `None` when shoppers do not see its target, and of a heading.
    fn path(&self, link: &Link, lang: Lang) -> Option<String> {
        match link.link_type {
            LinkType::Product => {
                let card = self.cards.iter().find(|card| Some(card.id.raw()) == link.entity_id)?;
                Some(view::product_path(card.links.get(lang)))
            }
            LinkType::Category => {
                let id = link.entity_id.map(CategoryId::from_raw)?;
                self.categories.iter().find(|c| c.id == id && c.is_active).map(|c| view::category_path(&c.slug))
            }
            LinkType::Page => {
                let id = link.entity_id.map(ContentPageId::from_raw)?;
                self.pages.iter().find(|p| p.id == id && p.is_published()).map(|p| view::content_path(p.slugs.get(lang)))
            }
            LinkType::Custom => Some(link.url.clone()).filter(|url| !url.is_empty()),
        }
    }
}

/// Links with those below them. One whose target is gone is left out; where shoppers see something below it, it stays as a heading.
fn links(store: &Store, lang: Lang, of: Vec<Link>, targets: &Targets) -> Vec<MenuLink> {
    let shown = of.into_iter().filter_map(|link| {
        let url = targets.path(&link, lang).map(|path| localise(store, lang, &path));
        let title = view::localized(&link.title, lang);
        let Link { is_new_tab, image_id, links: below, .. } = link;
        let below = links(store, lang, below, targets);
        if title.is_empty() || (url.is_none() && below.is_empty()) {
            return None;
        }
        let image = image_id.and_then(|id| targets.images.iter().find(|image| image.id == id));
        let image = image.map(|image| Image::new(image, lang, ""));
        let is_mega = below.iter().any(|l| l.image.is_some() || !l.links.is_empty());
        Some(MenuLink { title, url, is_new_tab, image, links: below, is_mega })
    });
    shown.collect()
}
