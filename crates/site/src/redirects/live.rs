//! What the store has at an address: a redirect of such a page works once the page is gone.

use db::Conn;
use kernel::{Lang, StoreScope};
use platform::App;
use platform::link_targets::LinkTargets;

use super::address::segments;
use crate::pages;

/// Whether shoppers find a page at a stored path, at its own address or by one that it had.
///
/// # Errors
/// Database errors.
pub(super) async fn is_live(app: &App, c: Conn<'_>, scope: &StoreScope, path: &str) -> db::Result<bool> {
    match segments(path)[..] {
        ["products" | "collections"] => Ok(true),
        ["products", link] => app.ports.get::<dyn LinkTargets>()?.has_product_at(c, scope, link.to_owned()).await,
        ["collections", slug] => app.ports.get::<dyn LinkTargets>()?.has_category_at(c, scope, slug.to_owned()).await,
        ["pages", slug] => Ok(pages::find_page_by_slug(c, scope, Lang::Ar, slug).await?.is_some()),
        _ => Ok(false),
    }
}

/// Whether a stored path can be that of a page.
pub(super) fn may_be_live(path: &str) -> bool {
    matches!(segments(path).first(), Some(&("products" | "collections" | "pages")))
}
