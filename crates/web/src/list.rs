//! The envelopes of decisions §4: `{"data": ...}`, and lists with links and meta.

use std::collections::BTreeMap;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use kernel::slug::percent_encode;
use kernel::{Page, PageRequest};
use serde::Serialize;
use utoipa::IntoParams as _;
use utoipa::openapi::path::{Parameter, ParameterIn};

use crate::error::{ApiError, FieldErrors};
use crate::message::common;

/// One resource: `{"data": {...}}`.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Data<T> {
    /// The resource.
    pub data: T,
}

/// Shorthand for a JSON answer with one resource.
pub fn data<T: Serialize>(value: T) -> axum::Json<Data<T>> {
    axum::Json(Data { data: value })
}

/// URLs of other pages of the list.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct Links {
    /// Page 1.
    pub first: Option<String>,
    /// The last page.
    pub last: Option<String>,
    /// The page before; null on deep pages, which are reached by cursor.
    pub prev: Option<String>,
    /// The page after, by number as far as page numbers go and by cursor from there on.
    pub next: Option<String>,
}

/// Where in the list this page is.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct Meta {
    /// From 1; as requested, when the page was reached by cursor.
    pub current_page: i64,
    /// Rows a page.
    pub per_page: i64,
    /// Number of the last page.
    pub last_page: i64,
    /// Number of the first row here; null on an empty page, and when a `cursor` came without its `page`.
    pub from: Option<i64>,
    /// Number of the last row here.
    pub to: Option<i64>,
    /// Rows in all, counted up to a cap.
    pub total: i64,
    /// There are more rows than `total` says ("1000+").
    pub is_total_capped: bool,
    /// Send it as `cursor` (and the page's number as `page`) to get the next page, however deep the list is.
    pub next_cursor: Option<String>,
}

/// A page of a list.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Listed<T> {
    /// The rows.
    pub data: Vec<T>,
    /// Other pages.
    pub links: Links,
    /// Where this page is.
    pub meta: Meta,
}

/// One filter of the query: `filter[status]=a,b` or `filter[total][gte]=5`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filter {
    /// The field.
    pub field: String,
    /// `eq` without one; else `gte`, `lte`, `gt`, `lt`.
    pub op: String,
    /// The values, split at commas.
    pub values: Vec<String>,
}

/// page, `per_page`, sort, search, filters and cursor of a list call.
#[derive(Debug, Clone, Default)]
pub struct ListQuery {
    /// Paging.
    pub page: PageRequest,
    /// The sort field; the list's own default when none is given.
    pub sort: Option<String>,
    /// Descending order was requested (`-field`).
    pub is_descending: bool,
    /// Trimmed; empty means none.
    pub search: String,
    /// In the order given.
    pub filters: Vec<Filter>,
    /// `where` as sent: conditions in groups, for lists that read them.
    pub rules: String,
    /// The path and query without `page` and `cursor`, for links.
    base: String,
}

/// A part of a query, percent-decoded; none when it is not UTF-8.
#[must_use]
pub fn decode(text: &str) -> Option<String> {
    let mut out = Vec::with_capacity(text.len());
    let bytes = text.as_bytes();
    let mut i = 0;
    while i < bytes.len() {
        match bytes[i] {
            b'+' => out.push(b' '),
            b'%' => {
                let hex = bytes.get(i + 1..i + 3).and_then(|h| std::str::from_utf8(h).ok())?;
                out.push(u8::from_str_radix(hex, 16).ok()?);
                i += 2;
            }
            b => out.push(b),
        }
        i += 1;
    }
    String::from_utf8(out).ok()
}

impl ListQuery {
    /// Reads a raw query string.
    ///
    /// # Errors
    /// 422 naming the parameter.
    pub fn parse(path: &str, query: &str) -> Result<Self, ApiError> {
        let mut out = Self::default();
        let mut errors = FieldErrors::new();
        let mut kept_query = String::new();
        for pair in query.split('&').filter(|p| !p.is_empty()) {
            let (raw_key, raw_value) = pair.split_once('=').unwrap_or((pair, ""));
            let (Some(key), Some(value)) = (decode(raw_key), decode(raw_value)) else {
                return Err(ApiError::bad_request("bad_request", common::BAD_REQUEST));
            };
            if value.contains('\0') {
                return Err(ApiError::field(key, common::BAD_TEXT));
            }
            if key != "page" && key != "cursor" {
                kept_query += if kept_query.is_empty() { "" } else { "&" };
                kept_query += pair;
            }
            match key.as_str() {
                "page" => match value.parse() {
                    Ok(n @ 1..=PageRequest::MAX_PAGE) => out.page.page = n,
                    _ => errors.add("page", common::BETWEEN.with("min", 1).with("max", PageRequest::MAX_PAGE)),
                },
                "per_page" => match value.parse() {
                    Ok(n @ 1..=PageRequest::MAX) => out.page.per_page = n,
                    _ => errors.add("per_page", common::BETWEEN.with("min", 1).with("max", PageRequest::MAX)),
                },
                "cursor" => out.page.cursor = Some(value).filter(|c| !c.is_empty()),
                "sort" => {
                    let field = value.strip_prefix('-');
                    out.is_descending = field.is_some();
                    out.sort = Some(field.unwrap_or(&value).to_owned()).filter(|f| !f.is_empty());
                }
                "search" => {
                    if value.chars().count() > 200 {
                        errors.add("search", common::TOO_LONG.with("max", 200));
                    }
                    value.trim().clone_into(&mut out.search);
                }
                "where" => {
                    if value.len() > 8_000 {
                        errors.add("where", common::TOO_LONG.with("max", 8_000));
                    }
                    out.rules = value;
                }
                other => {
                    if let Some(rest) = other.strip_prefix("filter[").and_then(|r| r.strip_suffix(']')) {
                        let (field, op) = rest.split_once("][").unwrap_or((rest, "eq"));
                        if !matches!(op, "eq" | "gte" | "lte" | "gt" | "lt") {
                            errors.add(other, common::UNKNOWN_FILTER);
                        }
                        let values: Vec<String> =
                            value.split(',').map(str::trim).filter(|v| !v.is_empty()).map(str::to_owned).collect();
                        if values.len() > 50 {
                            errors.add(other, common::BETWEEN.with("min", 1).with("max", 50));
                        }
                        if !values.is_empty() {
                            out.filters.push(Filter { field: field.to_owned(), op: op.to_owned(), values });
                        }
                    }
                    // Other parameters (cache busters among them) are ignored.
                }
            }
        }
        errors.finish()?;
        out.base = if kept_query.is_empty() { format!("{path}?") } else { format!("{path}?{kept_query}&") };
        Ok(out)
    }

    /// Refuses sort keys and filters that the list does not have.
    ///
    /// # Errors
    /// 422 naming them.
    pub fn check(&self, sorts: &[&str], filters: &[&str]) -> Result<(), ApiError> {
        let mut errors = FieldErrors::new();
        if let Some(s) = &self.sort
            && !sorts.contains(&s.as_str())
        {
            errors.add("sort", common::UNKNOWN_SORT);
        }
        for f in &self.filters {
            if !filters.contains(&f.field.as_str()) {
                errors.add(format!("filter[{}]", f.field), common::UNKNOWN_FILTER);
            }
        }
        if self.page.cursor.is_none() && (self.page.page - 1).saturating_mul(self.page.per_page) > PageRequest::MAX_OFFSET {
            errors.add("page", common::PAGE_TOO_DEEP);
        }
        errors.finish()
    }

    /// The values of `filter[field]` without an operator.
    #[must_use]
    pub fn values(&self, field: &str) -> Option<&[String]> {
        self.filters.iter().find(|f| f.field == field && f.op == "eq").map(|f| f.values.as_slice())
    }

    /// The value of `filter[field][op]`.
    #[must_use]
    pub fn bound(&self, field: &str, op: &str) -> Option<&str> {
        self.filters.iter().find(|f| f.field == field && f.op == op).and_then(|f| f.values.first()).map(String::as_str)
    }

    /// Rows to skip for a page number; bounded by [`ListQuery::check`].
    #[must_use]
    pub fn offset(&self) -> i64 {
        (self.page.page - 1).saturating_mul(self.page.per_page)
    }

    /// The answer for a page of rows.
    #[must_use]
    pub fn answer<T>(&self, page: Page<T>) -> Listed<T> {
        let Page { items, total, is_total_capped, next_cursor } = page;
        let per_page = self.page.per_page;
        let last_page = ((total + per_page - 1) / per_page).max(1);
        let current_page = self.page.page;
        let link = |n: i64| Some(format!("{}page={n}", self.base));
        let count = i64::try_from(items.len()).unwrap_or(0);
        // A cursor alone does not give its position in the list; with the page's number it does.
        let is_placed = self.page.cursor.is_none() || current_page > 1;
        let from = (count > 0 && is_placed).then(|| self.offset().saturating_add(1));
        let is_numbered = |n: i64| n >= 1 && (n - 1).saturating_mul(per_page) <= PageRequest::MAX_OFFSET;
        let after = current_page.saturating_add(1);
        let next = match &next_cursor {
            Some(c) if self.page.cursor.is_some() || !is_numbered(after) => {
                Some(format!("{}page={after}&cursor={}", self.base, percent_encode(c)))
            }
            Some(_) => link(after),
            None if current_page < last_page => link(after),
            None => None,
        };
        Listed {
            data: items,
            links: Links {
                first: link(1),
                last: link(last_page),
                prev: is_numbered(current_page - 1).then(|| link(current_page - 1)).flatten(),
                next,
            },
            meta: Meta {
                current_page,
                per_page,
                last_page,
                from,
                to: from.map(|f| f.saturating_add(count - 1)),
                total,
                is_total_capped,
                next_cursor,
            },
        }
    }
}

impl<S: Sync> FromRequestParts<S> for ListQuery {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let path = parts.extensions.get::<axum::extract::OriginalUri>().map_or(parts.uri.path(), |u| u.path());
        Self::parse(path, parts.uri.query().unwrap_or(""))
    }
}

/// The parameters every list takes, for the API document.
#[derive(Debug, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only describes the wire")]
pub struct ListParams {
    /// From 1. Page numbers reach row 1000; deeper pages need a `cursor`, and the number is then only a label.
    #[param(minimum = 1, maximum = 1_000_000_000)]
    page: Option<i64>,
    /// 20 by default, 100 at most.
    #[param(minimum = 1, maximum = 100)]
    per_page: Option<i64>,
    /// A field, `-field` for descending.
    sort: Option<String>,
    /// Free text, folded for Arabic.
    #[param(max_length = 200, pattern = r"^[^\u0000]*$")]
    search: Option<String>,
    /// `next_cursor` of the page before.
    #[param(pattern = r"^[^\u0000]*$")]
    cursor: Option<String>,
}

/// The parameters of a list with a fixed order, for the API document.
#[derive(Debug)]
pub struct PageParams;

impl utoipa::IntoParams for PageParams {
    fn into_params(parameter_in: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        ListParams::into_params(parameter_in).into_iter().filter(|p| p.name != "sort").collect()
    }
}

impl ListParams {
    /// With the fields that `sort` takes, each both ways.
    pub fn sorted_by(sorts: &[&str], parameter_in: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let mut all = Self::into_params(parameter_in);
        let words: Vec<String> = sorts.iter().flat_map(|s| [(*s).to_owned(), format!("-{s}")]).collect();
        for param in all.iter_mut().filter(|p| p.name == "sort") {
            param.schema = Some(crate::schema::words(words.iter().map(String::as_str)).into());
        }
        all
    }
}

/// The parameters of a list with what it can be sorted by: `list_params! { /// Of orders. OrderListParams => SORTS; }`.
#[macro_export]
macro_rules! list_params {
    ($(#[$doc:meta])* $visibility:vis $name:ident => $sorts:expr;) => {
        $(#[$doc])*
        #[derive(Debug)]
        $visibility struct $name;

        impl ::utoipa::IntoParams for $name {
            fn into_params(
                parameter_in: impl Fn() -> Option<::utoipa::openapi::path::ParameterIn>,
            ) -> Vec<::utoipa::openapi::path::Parameter> {
                $crate::list::ListParams::sorted_by($sorts, parameter_in)
            }
        }
    };
}

/// Filters as a map, for saved views.
pub type FilterMap = BTreeMap<String, String>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gc_01_a_list_query_is_read() {
        let q = ListQuery::parse(
            "/orders",
            "page=2&per_page=15&sort=-total&filter%5Bstatus%5D=PEND,PAID&filter[total][gte]=5&search=%D8%A3",
        )
        .unwrap();
        assert_eq!((q.page.page, q.page.per_page, q.sort.as_deref(), q.is_descending), (2, 15, Some("total"), true));
        assert_eq!(q.values("status").unwrap(), ["PEND", "PAID"]);
        assert_eq!(q.bound("total", "gte"), Some("5"));
        assert_eq!(q.search, "أ");
        assert!(ListQuery::parse("/orders", "per_page=0").is_err());
        assert!(ListQuery::parse("/orders", "search=%FF").is_err());
    }

    #[test]
    fn paging_vectors_of_the_contract() {
        let q = ListQuery::parse("/api", "per_page=15&page=2").unwrap();
        let l = q.answer(Page { items: vec![0; 15], total: 45, is_total_capped: false, next_cursor: None });
        assert_eq!((l.meta.from, l.meta.to, l.meta.last_page), (Some(16), Some(30), 3));
        assert_eq!(l.links.prev.as_deref(), Some("/api?per_page=15&page=1"));
        assert_eq!(l.links.next.as_deref(), Some("/api?per_page=15&page=3"));
        let empty =
            ListQuery::default().answer(Page::<i64> { items: vec![], total: 0, is_total_capped: false, next_cursor: None });
        assert_eq!((empty.meta.from, empty.meta.to, empty.meta.last_page), (None, None, 1));
    }

    #[test]
    fn gc_01_links_go_on_by_cursor_where_numbers_end() {
        let page = || Page { items: vec![0; 20], total: 1000, is_total_capped: true, next_cursor: Some("7.س".into()) };
        let ask = |query: &str| ListQuery::parse("/orders", query).unwrap().answer(page());
        assert_eq!(ask("page=50&sort=total").links.next.as_deref(), Some("/orders?sort=total&page=51"));
        // The 51st page starts at the deepest row that a number reaches.
        let deepest = ask("page=51");
        assert_eq!(deepest.links.next.as_deref(), Some("/orders?page=52&cursor=7.%D8%B3"));
        assert_eq!((deepest.meta.from, deepest.links.prev.as_deref()), (Some(1001), Some("/orders?page=50")));
        let beyond_last_page = ask("page=53&cursor=9.4");
        assert_eq!(
            (beyond_last_page.meta.current_page, beyond_last_page.meta.from, beyond_last_page.meta.to),
            (53, Some(1041), Some(1060))
        );
        assert_eq!(beyond_last_page.links.next.as_deref(), Some("/orders?page=54&cursor=7.%D8%B3"));
        assert_eq!(beyond_last_page.links.prev, None);
        assert_eq!(ask("page=52&cursor=9.4").links.prev.as_deref(), Some("/orders?page=51"));
        // The position of a cursor without a page number is unknown, and not guessed.
        assert_eq!(ask("cursor=9.4").meta.from, None);
        let end = Page { items: vec![0; 3], total: 1000, is_total_capped: true, next_cursor: None };
        let end = ListQuery::parse("/orders", "page=80&cursor=9.4").unwrap().answer(end);
        assert_eq!((end.links.next, end.meta.to), (None, Some(1583)));
    }
}
