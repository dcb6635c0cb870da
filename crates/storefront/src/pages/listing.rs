//! The query string of a product list: words, sort order, filters, and position. Pure.
//!
//! Page numbers work up to the offset limit; `after` and `before` carry a keyset cursor, so "next" reaches the end of a list of
//! any length and never repeats a row because another was inserted before it.

use catalog::{self, CardQuery, CardSort};
use kernel::{CategoryId, Currency, PageRequest, money};

/// The sort orders that a shopper may choose. The first is the default; that of a search is relevance, which no other list
/// offers.
pub(crate) const SORTS: [(&str, CardSort); 6] = [
    ("newest", CardSort::Newest),
    ("price", CardSort::PriceUp),
    ("-price", CardSort::PriceDown),
    ("name", CardSort::Name),
    ("relevance", CardSort::Relevance),
    // "Newest" in a category whose default is an order of its own.
    ("latest", CardSort::Newest),
];
/// Index of the sort order of a search.
const RELEVANCE: usize = 4;
/// Index of newest first, where that is not the default.
const LATEST: usize = 5;
/// The name of a list's own order when it is not "newest".
const FEATURED: &str = "featured";
/// Prefix of the parameter of an option: `opt.color=احمر`.
pub(crate) const OPTION: &str = "opt.";
/// Most options, values of one, and categories that a query string may choose.
const MOST_CHOSEN: usize = 24;
/// Most characters of one of them.
const LONGEST_CHOICE: usize = 80;

/// Above any price.
const MOST: i64 = 10_000_000_000_000;
/// A cursor contains at most a name.
const LONGEST_CURSOR: usize = 2_000;

/// The position of a window of the list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) enum At {
    /// By page number.
    #[default]
    Number,
    /// After this cursor.
    After(String),
    /// Before this cursor.
    Before(String),
}

/// An active filter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Filter {
    /// Both ends of the price.
    Price,
    /// Only products in stock.
    InStock,
    /// Only what is on sale.
    OnSale,
    /// A value of an option, both folded.
    Option(String, String),
    /// A category's slug.
    Category(String),
}

/// A list as its query string requests it. Invalid parameters are ignored.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Listing {
    /// Search words; empty on a collection.
    pub(crate) q: String,
    /// Index into [`SORTS`]; 0 is the list's own order.
    pub(crate) sort: usize,
    /// The order that the merchant gave the category; set once the category is loaded.
    pub(crate) own: CardSort,
    /// Minor units.
    pub(crate) min: Option<i64>,
    /// Minor units, not below `min`.
    pub(crate) max: Option<i64>,
    pub(crate) is_in_stock: bool,
    pub(crate) is_on_sale: bool,
    /// Options and their values, folded and in order.
    pub(crate) options: Vec<(String, Vec<String>)>,
    /// Slugs in order.
    pub(crate) categories: Vec<String>,
    /// From 1; with a cursor it is only displayed.
    pub(crate) page: i64,
    pub(crate) at: At,
    /// Its cursor is not of this order: there is no such page.
    pub(crate) is_lost: bool,
}

impl Listing {
    /// Parses parameters; amounts are in the store's currency, in any digits.
    pub(crate) fn read(params: &[(String, String)], currency: Currency) -> Self {
        Self::from_params(String::new(), params, currency)
    }

    /// Parses the parameters of a search for these words.
    pub(crate) fn search(q: String, params: &[(String, String)], currency: Currency) -> Self {
        Self::from_params(q, params, currency)
    }

    /// The default order, which needs no parameter.
    fn own_sort(&self) -> usize {
        if self.q.is_empty() { 0 } else { RELEVANCE }
    }

    /// Whether it is ranked by relevance, which shows only the best results.
    pub(crate) fn is_ranked(&self) -> bool {
        self.sort == RELEVANCE
    }

    /// The orders to choose from.
    pub(crate) fn sorts(&self) -> impl Iterator<Item = (usize, &'static str)> {
        let own = self.own_sort();
        let is_featured = own == 0 && self.own != CardSort::Newest;
        let first = if is_featured { FEATURED } else { SORTS[own].0 };
        let others = (0..RELEVANCE).filter(move |i| *i != own).chain(is_featured.then_some(LATEST));
        std::iter::once((own, first)).chain(others.map(|i| (i, SORTS[i].0)))
    }

    /// The requested order.
    pub(crate) fn order(&self) -> CardSort {
        if self.sort == 0 { self.own } else { SORTS[self.sort].1 }
    }

    /// The list of a category with this default order; a cursor of another order makes it invalid.
    pub(crate) fn of_category(mut self, own: CardSort) -> Self {
        self.own = own;
        let is_there = match &self.at {
            At::Number => true,
            At::After(text) | At::Before(text) => catalog::is_cursor(text, self.order()),
        };
        self.is_lost |= !is_there;
        self
    }

    fn from_params(q: String, params: &[(String, String)], currency: Currency) -> Self {
        let value = |name: &str| params.iter().find(|(k, _)| k == name).map_or("", |(_, v)| v.trim());
        let amount = |name: &str| money::parse(value(name), currency).ok().filter(|n| (0..=MOST).contains(n));
        let is_set = |name: &str| matches!(value(name), "1" | "on" | "true");
        let own = if q.is_empty() { 0 } else { RELEVANCE };
        let sort = SORTS.iter().position(|(word, _)| *word == value("sort")).filter(|i| *i != RELEVANCE).unwrap_or(own);
        let cursor = |name: &str| Some(value(name)).filter(|t| !t.is_empty()).map(str::to_owned);
        let (at, text) = match (cursor("after"), cursor("before")) {
            (Some(text), _) => (At::After(text.clone()), text),
            (None, Some(text)) => (At::Before(text.clone()), text),
            (None, None) => (At::Number, String::new()),
        };
        let is_lost = at != At::Number && (text.len() > LONGEST_CURSOR || !is_cursor(&text, sort));
        let (mut min, mut max) = (amount("min_price"), amount("max_price"));
        if let (Some(low), Some(high)) = (min, max)
            && low > high
        {
            (min, max) = (Some(high), Some(low));
        }
        // A minimum of zero filters nothing.
        let min = min.filter(|n| *n > 0);
        let last = if at == At::Number { PageRequest::MAX_OFFSET } else { 1_000_000 };
        let page = value("page").parse().ok().filter(|n| (1..=last).contains(n)).unwrap_or(1);
        Self {
            q,
            options: options(params),
            categories: categories(params),
            sort,
            own: CardSort::Newest,
            min,
            max,
            is_in_stock: is_set("in_stock"),
            is_on_sale: is_set("on_sale"),
            page,
            at: if is_lost { At::Number } else { at },
            is_lost,
        }
    }

    /// Whether a filter is active.
    pub(crate) fn is_narrowed(&self) -> bool {
        self.min.is_some()
            || self.max.is_some()
            || self.is_in_stock
            || self.is_on_sale
            || !self.options.is_empty()
            || !self.categories.is_empty()
    }

    /// Whether nothing but the page is set: the URL is the page's canonical one.
    pub(crate) fn is_plain(&self) -> bool {
        self.sort == self.own_sort() && !self.is_narrowed()
    }

    /// The same list from its first page, without one filter.
    pub(crate) fn without(&self, filter: &Filter) -> Self {
        let mut other = Self { page: 1, at: At::Number, ..self.clone() };
        match filter {
            Filter::Price => (other.min, other.max) = (None, None),
            Filter::InStock => other.is_in_stock = false,
            Filter::OnSale => other.is_on_sale = false,
            Filter::Option(option, value) => {
                for (_, values) in other.options.iter_mut().filter(|(o, _)| o == option) {
                    values.retain(|v| v != value);
                }
                other.options.retain(|(_, values)| !values.is_empty());
            }
            Filter::Category(slug) => other.categories.retain(|c| c != slug),
        }
        other
    }

    /// The same list from its first page, without filters.
    pub(crate) fn whole(&self) -> Self {
        Self {
            min: None,
            max: None,
            is_in_stock: false,
            is_on_sale: false,
            options: Vec::new(),
            categories: Vec::new(),
            page: 1,
            at: At::Number,
            ..self.clone()
        }
    }

    /// Another page of the same list.
    pub(crate) fn page(&self, page: i64, at: At) -> Self {
        Self { page, at, ..self.clone() }
    }

    /// The rows to skip; zero with a cursor.
    pub(crate) fn offset(&self, per_page: i64) -> i64 {
        if self.at == At::Number { (self.page - 1) * per_page } else { 0 }
    }

    /// The catalogue query.
    pub(crate) fn query(&self, per_page: i64) -> CardQuery {
        let (cursor, is_backward) = match &self.at {
            At::Number => (None, false),
            At::After(text) => (Some(text.clone()), false),
            At::Before(text) => (Some(text.clone()), true),
        };
        CardQuery {
            search: self.q.clone(),
            sort: self.order(),
            min_price: self.min,
            max_price: self.max,
            options: self.options.clone(),
            only_in_stock: self.is_in_stock,
            only_on_sale: self.is_on_sale,
            limit: per_page,
            offset: self.offset(per_page),
            cursor,
            is_backward,
            is_counted: true,
            ..CardQuery::default()
        }
    }

    /// `?q=..&sort=price&page=2`: only non-default parameters, always in one order; empty when there are none.
    pub(crate) fn address(&self, currency: Currency) -> String {
        let mut out = form_urlencoded::Serializer::new(String::new());
        let mut add = |name: &str, value: &str| {
            out.append_pair(name, value);
        };
        if !self.q.is_empty() {
            add("q", &self.q);
        }
        if self.sort != self.own_sort() {
            add("sort", SORTS[self.sort].0);
        }
        for slug in &self.categories {
            add("category", slug);
        }
        for (option, values) in &self.options {
            for value in values {
                add(&format!("{OPTION}{option}"), value);
            }
        }
        for (name, amount) in [("min_price", self.min), ("max_price", self.max)] {
            if let Some(n) = amount {
                add(name, &plain(n, currency));
            }
        }
        for (name, is_set) in [("in_stock", self.is_in_stock), ("on_sale", self.is_on_sale)] {
            if is_set {
                add(name, "1");
            }
        }
        if self.page > 1 {
            add("page", &self.page.to_string());
        }
        match &self.at {
            At::Number => {}
            At::After(text) => add("after", text),
            At::Before(text) => add("before", text),
        }
        let text = out.finish();
        if text.is_empty() { text } else { format!("?{text}") }
    }
}

fn options(params: &[(String, String)]) -> Vec<(String, Vec<String>)> {
    let mut out: std::collections::BTreeMap<String, std::collections::BTreeSet<String>> = std::collections::BTreeMap::new();
    for (name, value) in params.iter().filter_map(|(k, v)| Some((k.strip_prefix(OPTION)?, v))).take(MOST_CHOSEN) {
        let is_short = |text: &str| !text.trim().is_empty() && text.chars().count() <= LONGEST_CHOICE;
        if is_short(name) && is_short(value) {
            out.entry(catalog::option_key(name)).or_default().insert(catalog::option_key(value));
        }
    }
    out.into_iter().map(|(option, values)| (option, values.into_iter().collect())).collect()
}

fn categories(params: &[(String, String)]) -> Vec<String> {
    let named = params.iter().filter(|(k, v)| k == "category" && !v.trim().is_empty() && v.chars().count() <= LONGEST_CHOICE);
    let all: std::collections::BTreeSet<String> = named.map(|(_, v)| v.trim().to_owned()).take(MOST_CHOSEN).collect();
    all.into_iter().collect()
}

/// Whether the text is a cursor of this order. A list's own order may be any, until its category is loaded.
fn is_cursor(text: &str, sort: usize) -> bool {
    let by_hand = CardSort::ByHand(CategoryId::from_raw(0));
    let own = [CardSort::Newest, CardSort::PriceUp, CardSort::PriceDown, CardSort::Name, by_hand];
    if sort == 0 { own.into_iter().any(|s| catalog::is_cursor(text, s)) } else { catalog::is_cursor(text, SORTS[sort].1) }
}

/// An amount as a filter's field shows it: 150, 12.5.
pub(crate) fn plain(minor: i64, currency: Currency) -> String {
    let text = money::format(minor, currency);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Listing {
        let params: Vec<(String, String)> =
            form_urlencoded::parse(text.as_bytes()).map(|(k, v)| (k.into_owned(), v.into_owned())).collect();
        Listing::read(&params, Currency::SAR)
    }

    fn address(text: &str) -> String {
        read(text).address(Currency::SAR)
    }

    #[test]
    fn only_known_parameters_make_another_page() {
        assert_eq!(address("utm_source=x&page=1&sort=newest"), "");
        assert_eq!(address("page=3&sort=-price&x=1"), "?sort=-price&page=3");
        for nothing in ["page=-1&sort=evil", "page=99999999999999999999", "min_price=x&max_price=-5&in_stock=0", "min_price=1e9"]
        {
            assert_eq!(address(nothing), "", "{nothing}");
        }
    }

    #[test]
    fn prices_are_read_in_any_digits_and_either_order() {
        let listing = read("min_price=%D9%A5%D9%A0&max_price=12.50&in_stock=1&on_sale=on");
        assert_eq!((listing.min, listing.max), (Some(1_250), Some(5_000)));
        assert_eq!(listing.address(Currency::SAR), "?min_price=12.5&max_price=50&in_stock=1&on_sale=1");
        assert!(listing.is_narrowed() && !listing.is_plain());
        assert_eq!(listing.without(&Filter::Price).address(Currency::SAR), "?in_stock=1&on_sale=1");
        assert!(listing.whole().is_plain());
        assert_eq!(read("max_price=0").max, Some(0), "free things are a price of their own");
        assert_eq!(plain(1_250_500, Currency::KWD), "1250.5");
    }

    #[test]
    fn options_and_categories_combine_and_are_taken_back_one_by_one() {
        let listing = read("opt.color=%D8%A3%D8%AD%D9%85%D8%B1&opt.color=Blue&opt.size=XL&category=men&opt.=x&opt.size=");
        assert_eq!(listing.options[0], ("color".to_owned(), vec!["blue".to_owned(), "احمر".to_owned()]));
        assert_eq!(listing.options[1], ("size".to_owned(), vec!["xl".to_owned()]));
        assert!(listing.is_narrowed() && listing.whole().is_plain());
        let address = "?category=men&opt.color=blue&opt.color=%D8%A7%D8%AD%D9%85%D8%B1&opt.size=xl";
        assert_eq!(listing.address(Currency::SAR), address);
        let less = listing.without(&Filter::Option("color".into(), "blue".into())).without(&Filter::Category("men".into()));
        assert_eq!(less.address(Currency::SAR), "?opt.color=%D8%A7%D8%AD%D9%85%D8%B1&opt.size=xl");
    }

    #[test]
    fn a_search_begins_with_what_fits_best() {
        let found = |text: &str| {
            let params: Vec<(String, String)> =
                form_urlencoded::parse(text.as_bytes()).map(|(k, v)| (k.into_owned(), v.into_owned())).collect();
            Listing::search("x".into(), &params, Currency::SAR).address(Currency::SAR)
        };
        assert_eq!([found(""), found("sort=newest"), found("sort=relevance")], ["?q=x", "?q=x&sort=newest", "?q=x"]);
        assert_eq!(address("sort=relevance"), "", "a list has no words to fit");
    }

    #[test]
    fn pr_07_a_category_begins_with_its_own_order() {
        let plain = read("").of_category(CardSort::PriceUp);
        assert_eq!((plain.order(), plain.address(Currency::SAR)), (CardSort::PriceUp, String::new()));
        assert_eq!(plain.sorts().map(|(_, s)| s).collect::<Vec<_>>(), ["featured", "price", "-price", "name", "latest"]);
        let chosen = read("sort=latest").of_category(CardSort::PriceUp);
        assert_eq!((chosen.order(), chosen.address(Currency::SAR).as_str()), (CardSort::Newest, "?sort=latest"));
        assert_eq!(read("sort=featured").of_category(CardSort::Name).order(), CardSort::Name);
        assert_eq!(read("").sorts().next(), Some((0, "newest")));
        let by_hand = CardSort::ByHand(CategoryId::from_raw(5));
        assert!(!read("page=2&after=m1024.7").of_category(by_hand).is_lost);
        assert!(read("page=2&after=m1024.7").of_category(CardSort::Newest).is_lost);
    }

    #[test]
    fn a_place_of_another_order_is_no_page() {
        assert!(read("page=2&after=nonsense").is_lost);
        assert!(!read("page=2&after=").is_lost);
        assert!(read("page=2").at == At::Number);
    }
}
