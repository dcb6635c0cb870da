//! What the store has at an address: a redirect of such a page works once the page is gone.

use std::collections::HashSet;

use db::Conn;
use kernel::StoreScope;
use platform::App;
use platform::link_targets::LinkTargets;

use super::address::segments;
use crate::pages;

/// Whether shoppers find a page at a stored path, at its own address or by one that it had.
///
/// # Errors
/// Database errors.
pub(super) async fn is_live(app: &App, c: Conn<'_>, scope: &StoreScope, path: &str) -> db::Result<bool> {
    Ok(!list_live(app, c, scope, [path]).await?.is_empty())
}

/// Those of the paths where shoppers find a page; one statement for each kind of pages among them.
///
/// # Errors
/// Database errors.
pub(super) async fn list_live(
    app: &App,
    c: Conn<'_>,
    scope: &StoreScope,
    paths: impl IntoIterator<Item = &str>,
) -> db::Result<HashSet<String>> {
    let (mut live, mut products, mut categories, mut texts) = (HashSet::new(), Vec::new(), Vec::new(), Vec::new());
    for path in paths {
        match segments(path)[..] {
            ["products" | "collections"] => {
                live.insert(path.to_owned());
            }
            ["products", link] => products.push((link, path)),
            ["collections", slug] => categories.push((slug, path)),
            ["pages", slug] => texts.push((slug, path)),
            _ => {}
        }
    }
    let last = |all: &[(&str, &str)]| -> Vec<String> { all.iter().map(|(last, _)| (*last).to_owned()).collect() };
    let mut add = |all: &[(&str, &str)], found: &HashSet<String>| {
        live.extend(all.iter().filter(|(last, _)| found.contains(*last)).map(|(_, path)| (*path).to_owned()));
    };
    if !products.is_empty() {
        add(&products, &app.ports.get::<dyn LinkTargets>()?.products_at(c, scope, last(&products)).await?);
    }
    if !categories.is_empty() {
        add(&categories, &app.ports.get::<dyn LinkTargets>()?.categories_at(c, scope, last(&categories)).await?);
    }
    if !texts.is_empty() {
        add(&texts, &pages::list_live_slugs(c, scope, last(&texts)).await?);
    }
    Ok(live)
}

/// Whether a stored path can be that of a page.
pub(super) fn may_be_live(path: &str) -> bool {
    matches!(segments(path).first(), Some(&("products" | "collections" | "pages")))
}
