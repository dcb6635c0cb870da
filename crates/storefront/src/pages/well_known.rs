//! Files for machines: sitemaps, robots, the web app manifest.

use axum::http::{HeaderMap, HeaderValue, header};
use kernel::ProductId;
use site::pages::{self, PageSummary};

use super::RequestContext;
use crate::cache::{Cached, safety};
use crate::error::PageError;
use crate::layout::on;
use crate::seo::{self, MOST_PER_FILE, Url};
use crate::view::{category_path, content_path, product_path};

fn file(body: String, kind: &'static str) -> Cached {
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    safety(&mut headers);
    Cached::new(body, headers, None)
}

/// `/robots.txt`
pub(crate) fn robots(visit: &RequestContext<'_>) -> Cached {
    file(seo::robots(visit.store.is_listed(), &format!("{}/sitemap.xml", visit.store.origin)), "text/plain; charset=utf-8")
}

/// `/manifest.webmanifest`
pub(crate) async fn manifest(visit: &RequestContext<'_>) -> Result<Cached, PageError> {
    let layout = visit.layout().await?;
    let icon = layout.favicon.as_ref().map(|f| (f.src.as_str(), layout.favicon_size.0, layout.favicon_size.1));
    let body = seo::manifest(&visit.store.profile.name, visit.lang, &layout.primary, &layout.paper, icon);
    Ok(file(body, "application/manifest+json"))
}

/// `/icon.svg`: the icon of a store without one, the first letter of its name on its colour.
pub(crate) async fn icon(visit: &RequestContext<'_>) -> Result<Cached, PageError> {
    let layout = visit.layout().await?;
    Ok(file(seo::icon(&visit.store.profile.name, &layout.primary, on(&layout.primary)), "image/svg+xml"))
}

/// `/sitemap.xml`: all URLs of a small store, an index of files for a large one; `/sitemap-{n}.xml` is one of those.
pub(crate) async fn sitemap(visit: &RequestContext<'_>, number: Option<usize>) -> Result<Option<Cached>, PageError> {
    if !visit.store.is_listed() {
        return Ok(None);
    }
    let xml = "application/xml; charset=utf-8";
    // Each file starts after the last product of the one before: only the boundary ids are read.
    let mut starts: Vec<Option<ProductId>> = vec![None];
    let mut first = Vec::new();
    loop {
        let after = starts.last().copied().flatten();
        let limit = i64::try_from(MOST_PER_FILE).unwrap_or(10_000);
        let rows = catalog::published_links(visit.shop.app.db().conn(), &visit.store.scope, after, limit).await?;
        let is_asked = number.is_none_or(|n| n == starts.len());
        let last = rows.last().map(|r| r.0);
        let is_full = rows.len() == MOST_PER_FILE;
        if is_asked && first.is_empty() {
            first = rows;
        }
        if number.is_some_and(|n| n == starts.len()) {
            break;
        }
        match last.filter(|_| is_full && starts.len() < 5_000) {
            Some(id) => starts.push(Some(id)),
            None => break,
        }
    }
    if let Some(n) = number {
        if n == 0 || n != starts.len() {
            return Ok(None);
        }
    } else if starts.len() > 1 {
        let files: Vec<String> = (1..=starts.len()).map(|n| format!("{}/sitemap-{n}.xml", visit.store.origin)).collect();
        return Ok(Some(file(seo::index(&files), xml)));
    }
    let mut urls: Vec<Url> = Vec::with_capacity(first.len() + 100);
    if number.is_none_or(|n| n == 1) {
        let mut add = |path: &str| urls.push(Url { versions: visit.store.versions(path), changed: None });
        add("/");
        add("/collections");
        let c = visit.shop.app.db().conn();
        for category in visit.shop.categories(visit.store).await?.iter().filter(|c| c.is_active) {
            add(&category_path(&category.slug));
        }
        for page in pages::list(c, &visit.store.scope).await?.into_iter().filter(PageSummary::is_published) {
            let paths: Vec<_> = visit.store.profile.languages.iter().map(|l| (*l, content_path(page.slugs.get(*l)))).collect();
            urls.push(Url { versions: visit.store.versions_of(&paths), changed: Some(page.updated_at) });
        }
    }
    for (_, link, at) in first {
        let paths: Vec<_> = visit.store.profile.languages.iter().map(|l| (*l, product_path(link.get(*l)))).collect();
        urls.push(Url { versions: visit.store.versions_of(&paths), changed: Some(at) });
    }
    Ok(Some(file(seo::urlset(&urls, visit.store.profile.default_language), xml)))
}
