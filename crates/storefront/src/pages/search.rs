//! Search: folded words, so that أحمد finds احمد, with tolerance for misspellings. The page of results, and suggestions while
//! typing.

use axum::http::{HeaderValue, header};
use catalog::{self, CardQuery, CardSort, Cards, Category};
use kernel::fold::fold;
use kernel::text_guard::{Lines, clean};

use super::collection::{below, within};
use super::list_view::{self, Choices};
use super::listing::Listing;
use super::{Answer, Content, RequestContext};
use crate::cache::Cached;
use crate::engine::context;
use crate::error::PageError;
use crate::highlight::parts;
use crate::sections::SectionPlacement;
use crate::seo::Head;
use crate::view::{CardView, category_path, localized};

const PER_PAGE: i64 = 24;
/// Most suggested products.
const MOST_SUGGESTED: i64 = 6;
/// Most suggested categories.
const MOST_CATEGORIES: usize = 3;

/// The search words; `None` for a text with control or direction characters, which finds nothing and is not shown.
pub(crate) fn asked_for(params: &[(String, String)]) -> Option<String> {
    let q = params.iter().find(|(k, _)| k == "q").map_or("", |(_, v)| v.as_str());
    clean(q, 100, Lines::Single).ok().filter(|q| !q.is_empty())
}

/// The search URL with `?q=..`, as other pages link to it.
fn address(visit: &RequestContext<'_>, q: &str) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    visit.path(&format!("/search?{}", query.append_pair("q", q).finish()))
}

/// The corrected search ("did you mean"), with its link.
fn suggestion(visit: &RequestContext<'_>, found: &Cards) -> Option<minijinja::Value> {
    found.meant.as_ref().map(|text| context! { text => text, url => address(visit, text) })
}

/// The page of results, cached like a list; missing when the URL has an invalid cursor.
pub(crate) async fn show(visit: &RequestContext<'_>, params: &[(String, String)]) -> Result<Answer, PageError> {
    let currency = visit.store.profile.currency;
    let listing = Listing::search(asked_for(params).unwrap_or_default(), params, currency);
    if listing.is_lost || listing.offset(PER_PAGE) > kernel::PageRequest::MAX_OFFSET {
        return Ok(Answer::Missing);
    }
    let layout = visit.layout().await?;
    let all = visit.shop.categories(visit.store).await?;
    // Links to continue when nothing is found, or nothing was searched yet.
    let ways: Vec<_> = below(visit, &all, None)
        .into_iter()
        .take(12)
        .map(|(slug, name)| context! { name => name, url => visit.path(&category_path(&slug)) })
        .collect();
    let mut view = context! { q => listing.q, ways => ways };
    if !listing.q.is_empty() {
        let c = visit.shop.app.db().conn();
        let query = CardQuery { within: within(&all, None, &listing.categories), ..listing.query(PER_PAGE) };
        let found = catalog::cards(c, &visit.store.scope, visit.now(), &query).await?;
        if found.items.is_empty() && listing.page > 1 {
            return Ok(Answer::Missing);
        }
        let choices = if found.items.is_empty() && !listing.is_narrowed() {
            Choices::default()
        } else {
            Choices {
                facets: catalog::facets(c, &visit.store.scope, &query, &found).await?,
                categories: below(visit, &all, None),
            }
        };
        let products: Vec<CardView> =
            found.items.iter().map(|p| CardView::new(visit.store, visit.lang, p).marked(&found.marks)).collect();
        let list = list_view::context(visit, "/search", &listing, &found, PER_PAGE, &choices);
        view = context! { products => products, list => list.value, meant => suggestion(visit, &found), ..view };
    }
    let html = visit.sections("search", &layout, SectionPlacement::default(), &view).await?;
    let title =
        if listing.q.is_empty() { visit.say("search.title") } else { visit.say("search.results").replace("{q}", &listing.q) };
    let head = Head { is_hidden: true, ..visit.head(&title, "") };
    let here = format!("/search{}", listing.address(currency));
    let content = Content::new("search", Some("/search".to_owned()), head, html);
    Ok(Answer::Page(visit.finish(Content { here: Some(here), ..content }).await?))
}

/// Visible categories whose names have every word, in either language.
fn named<'c>(all: &'c [Category], q: &str) -> Vec<&'c Category> {
    let folded = fold(q);
    let query_words: Vec<&str> = folded.split(' ').filter(|w| !w.is_empty()).collect();
    let has = |name: &str| {
        let name = fold(name);
        let begins = |word: &str| name.split(' ').any(|w| w.starts_with(word) || w.trim_start_matches("ال").starts_with(word));
        !query_words.is_empty() && query_words.iter().all(|word| begins(word))
    };
    all.iter().filter(|c| c.is_active && (has(&c.name.ar) || has(&c.name.en))).take(MOST_CATEGORIES).collect()
}

/// Suggestions while typing: an HTML fragment, cached like a page, so that a common prefix costs one search. Two characters at
/// least.
pub(crate) async fn suggest(visit: &RequestContext<'_>, params: &[(String, String)]) -> Result<Answer, PageError> {
    let q = asked_for(params).filter(|q| fold(q).chars().count() >= 2);
    let mut view = context! { q => q };
    if let Some(q) = &q {
        let c = visit.shop.app.db().conn();
        let query = CardQuery {
            search: q.clone(),
            sort: CardSort::Relevance,
            limit: MOST_SUGGESTED,
            is_counted: true,
            ..CardQuery::default()
        };
        let found = catalog::cards(c, &visit.store.scope, visit.now(), &query).await?;
        let all = visit.shop.categories(visit.store).await?;
        let marks = if found.marks.is_empty() { q } else { &found.marks };
        let categories: Vec<_> = named(&all, q)
            .into_iter()
            .map(|c| {
                let name = localized(&c.name, visit.lang);
                context! { parts => parts(&name, marks), name => name, url => visit.path(&category_path(&c.slug)) }
            })
            .collect();
        let products: Vec<CardView> =
            found.items.iter().map(|p| CardView::new(visit.store, visit.lang, p).marked(&found.marks)).collect();
        view = context! {
            q => q, products => products, categories => categories, meant => suggestion(visit, &found), total => found.total,
            is_capped => found.is_total_capped, all => address(visit, q),
        };
    }
    let layout = visit.layout().await?;
    let html = visit.render("parts/suggestions.html", &layout, view)?;
    let mut headers = layout.headers.as_ref().clone();
    // Short, so that prices are never stale for long; long enough for a reader who deletes a character.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=30"));
    headers.insert("x-robots-tag", HeaderValue::from_static("noindex"));
    let answer = Cached::new(html, headers, Some(visit.now().0 + 10 * kernel::Millis::MINUTE));
    Ok(Answer::Page(answer.part()))
}
