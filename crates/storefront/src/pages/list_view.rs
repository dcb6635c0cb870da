//! The template view of a product list: filters, sort order, count, and links to its other pages.

use catalog::{Cards, Facet};
use kernel::PageRequest;
use minijinja::Value;

use super::RequestContext;
use super::listing::{At, Filter, Listing, OPTION, plain};
use crate::engine::context;
use crate::view::{PagesView, swatch};
use kernel::locale::amount;

/// The list, with the head's links to the previous and next page.
pub(crate) struct ListView {
    pub(crate) value: Value,
    pub(crate) prev: Option<String>,
    pub(crate) next: Option<String>,
}

/// The canonical URL of a list's page: without sort order and filters, with the page number where numbers are used.
pub(crate) fn canonical(path: &str, listing: &Listing, per_page: i64) -> String {
    let is_numbered = listing.page <= PageRequest::MAX_OFFSET / per_page + 1;
    match (&listing.at, listing.page) {
        (_, 1) => path.to_owned(),
        (_, n) if is_numbered => format!("{path}?page={n}"),
        // Deeper pages have only a cursor, which depends on the list's sort order and filters.
        (At::After(cursor), n) if listing.is_plain() => format!("{path}?page={n}&after={cursor}"),
        (At::Before(cursor), n) if listing.is_plain() => format!("{path}?page={n}&before={cursor}"),
        _ => path.to_owned(),
    }
}

/// The filters of a list besides prices.
#[derive(Default)]
pub(crate) struct Choices {
    /// Options with their values.
    pub(crate) facets: Vec<Facet>,
    /// Slug and name of the categories to narrow the list to.
    pub(crate) categories: Vec<(String, String)>,
}

impl Choices {
    /// The name of an option: colour and size are translated to the shopper's language.
    fn option_name(visit: &RequestContext<'_>, facet: &Facet) -> String {
        match facet.key.as_str() {
            "color" => visit.say("product.color"),
            "size" => visit.say("product.size"),
            _ => facet.name_in(visit.lang).to_owned(),
        }
    }

    fn facet_views(&self, visit: &RequestContext<'_>) -> Vec<Value> {
        let view = |facet: &Facet| {
            let values: Vec<Value> = facet
                .values
                .iter()
                .map(|v| {
                    let swatch = if facet.key == "color" { swatch(&v.name) } else { None };
                    context! { value => v.key, label => v.name_in(visit.lang), count => v.count, is_chosen => v.is_chosen, swatch => swatch }
                })
                .collect();
            context! { field => format!("{OPTION}{}", facet.key), name => Self::option_name(visit, facet), values => values }
        };
        self.facets.iter().map(view).collect()
    }
}

/// `path` is without language; `found` is the catalogue's result for the listing.
pub(crate) fn context(
    visit: &RequestContext<'_>,
    path: &str,
    listing: &Listing,
    found: &Cards,
    per_page: i64,
    choices: &Choices,
) -> ListView {
    let currency = visit.store.profile.currency;
    let address = |l: &Listing| visit.path(&format!("{path}{}", l.address(currency)));
    let numbered = PageRequest::MAX_OFFSET / per_page + 1;
    let page = listing.page;
    let prev = match (page, &found.prev) {
        (1, _) | (_, None) => None,
        (2, Some(_)) => Some(address(&listing.page(1, At::Number))),
        (n, Some(cursor)) => Some(address(&listing.page(n - 1, At::Before(cursor.clone())))),
    };
    let next = found.next.as_ref().map(|cursor| address(&listing.page(page + 1, At::After(cursor.clone()))));
    let known_pages = (found.total + per_page - 1) / per_page;
    let pages = PagesView::new(page, known_pages.max(page), found.is_total_capped, prev.clone(), next.clone(), |n| {
        (n <= numbered).then(|| address(&listing.page(n, At::Number)))
    });
    let mut active = Vec::new();
    let price = |key: &str, n: i64| visit.say(key).replace("{price}", &amount(n, currency, visit.lang));
    let label = match (listing.min, listing.max) {
        (Some(low), Some(high)) => Some(
            visit
                .say("list.between")
                .replace("{from}", &amount(low, currency, visit.lang))
                .replace("{to}", &amount(high, currency, visit.lang)),
        ),
        (Some(low), None) => Some(price("list.at_least", low)),
        (None, Some(high)) => Some(price("list.at_most", high)),
        (None, None) => None,
    };
    let mut add =
        |label: String, filter: Filter| active.push(context! { label => label, url => address(&listing.without(&filter)) });
    if let Some(label) = label {
        add(label, Filter::Price);
    }
    if listing.is_in_stock {
        add(visit.say("list.in_stock"), Filter::InStock);
    }
    if listing.is_on_sale {
        add(visit.say("list.on_sale"), Filter::OnSale);
    }
    for slug in &listing.categories {
        let name = choices.categories.iter().find(|(s, _)| s == slug).map_or(slug, |(_, name)| name);
        add(name.clone(), Filter::Category(slug.clone()));
    }
    for (option, values) in &listing.options {
        let facet = choices.facets.iter().find(|f| f.key == *option);
        for value in values {
            let name =
                facet.and_then(|f| f.values.iter().find(|v| v.key == *value)).map_or(value.as_str(), |v| v.name_in(visit.lang));
            add(name.to_owned(), Filter::Option(option.clone(), value.clone()));
        }
    }
    let sorts: Vec<_> = listing.sorts().map(|(i, value)| context! { value => value, is_selected => i == listing.sort }).collect();
    let categories: Vec<_> = choices
        .categories
        .iter()
        .map(|(slug, name)| context! { value => slug, label => name, is_chosen => listing.categories.contains(slug) })
        .collect();
    let field = |n: Option<i64>| n.map(|n| plain(n, currency)).unwrap_or_default();
    let unit = if visit.lang == kernel::Lang::Ar { currency.symbol_ar() } else { currency.code() };
    let value = context! {
        action => visit.path(path), q => listing.q, sorts => sorts, min => field(listing.min), max => field(listing.max), unit => unit,
        is_in_stock => listing.is_in_stock, is_on_sale => listing.is_on_sale, is_narrowed => listing.is_narrowed(), active => active,
        facets => choices.facet_views(visit), categories => categories, clear => address(&listing.whole()), total => found.total, is_capped => found.is_total_capped,
        is_best => listing.is_ranked(), pages => pages,
    };
    ListView {
        value,
        prev: prev.map(|p| format!("{}{p}", visit.store.origin)),
        next: next.map(|p| format!("{}{p}", visit.store.origin)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_canonical_address_forgets_order_and_filters_and_keeps_its_page() {
        let plain = |page, at| Listing { page, at, ..Listing::default() };
        let at = |l: &Listing| canonical("/collections/x", l, 24);
        assert_eq!(at(&plain(1, At::Number)), "/collections/x");
        assert_eq!(at(&plain(2, At::After("abc".into()))), "/collections/x?page=2");
        assert_eq!(at(&plain(50, At::After("abc".into()))), "/collections/x?page=50&after=abc");
        let narrowed = Listing { is_on_sale: true, sort: 1, ..plain(3, At::Number) };
        assert_eq!(at(&narrowed), "/collections/x?page=3");
        assert_eq!(at(&Listing { sort: 1, ..plain(50, At::After("abc".into())) }), "/collections/x");
    }
}
