//! What the links of menus lead to: read once for all links of a call.

use db::{Conn, Result};
use kernel::{CategoryId, ProductId, StoreScope};
use platform::App;
use platform::link_targets::{LinkTarget, LinkTargets};
use web::{Allowed, Subject};

use super::model::{Link, LinkType};
use crate::pages;

/// The kinds of targets whose names a caller may read.
#[derive(Debug, Clone, Copy)]
pub(super) struct ReadableNames {
    products: bool,
    categories: bool,
    pages: bool,
}

impl ReadableNames {
    /// By the caller's abilities.
    pub(super) fn for_caller<P>(allowed: &Allowed<P>) -> Self {
        Self {
            products: allowed.may_read(Subject::Product),
            categories: allowed.may_read(Subject::Category),
            pages: allowed.may_read(Subject::Page),
        }
    }

    /// Whether the caller may read the name of a target of this kind.
    pub(super) const fn has(self, kind: LinkType) -> bool {
        match kind {
            LinkType::Product => self.products,
            LinkType::Category => self.categories,
            LinkType::Page => self.pages,
            LinkType::Custom => false,
        }
    }
}

/// The targets of some links, by kind.
#[derive(Debug, Default)]
pub(super) struct Targets {
    products: Vec<LinkTarget>,
    categories: Vec<LinkTarget>,
    pages: Vec<LinkTarget>,
}

impl Targets {
    /// Reads the targets of these links; at most one statement of each kind.
    pub(super) async fn read(app: &App, c: Conn<'_>, scope: &StoreScope, links: &[&Link]) -> Result<Self> {
        let ids = |kind: LinkType| {
            let mut ids: Vec<i64> = links.iter().filter(|l| l.link_type == kind).filter_map(|l| l.entity_id).collect();
            ids.sort_unstable();
            ids.dedup();
            ids
        };
        let port = app.ports.get::<dyn LinkTargets>()?;
        let products = ids(LinkType::Product).into_iter().map(ProductId::from_raw).collect();
        let categories = ids(LinkType::Category).into_iter().map(CategoryId::from_raw).collect();
        let page_target = |page: pages::PageSummary| {
            let is_shown = page.is_published();
            LinkTarget { id: page.id.raw(), name: page.title, is_shown }
        };
        let pages = if ids(LinkType::Page).is_empty() { Vec::new() } else { pages::list(c, scope).await? };
        Ok(Self {
            products: port.products(c, scope, products).await?,
            categories: port.categories(c, scope, categories).await?,
            pages: pages.into_iter().map(page_target).collect(),
        })
    }

    /// The target of a link, unless it is deleted or the link has none.
    pub(super) fn find(&self, link: &Link) -> Option<&LinkTarget> {
        let all = match link.link_type {
            LinkType::Product => &self.products,
            LinkType::Category => &self.categories,
            LinkType::Page => &self.pages,
            LinkType::Custom => return None,
        };
        all.iter().find(|target| Some(target.id) == link.entity_id)
    }
}
