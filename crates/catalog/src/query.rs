//! Parses the query string of a product list.

use kernel::{CategoryId, Page, StoreScope, money};
use web::message::{Message, common};
use web::{ApiError, ApiResult, FieldErrors, ListQuery};

use super::category_tree;
use super::model::State;
use super::store::filter::{ProductFilter, StockLevel};
use super::store::lists::{self, Cursor, Sort, Window};
use super::store::{categories, products};
use super::wire_in::amount_message;

const FILTERS: &[&str] = &["state", "category", "stock", "type", "price"];
const BAD_CURSOR: Message =
    Message::new("هذه الصفحة لم تعد صالحة. ابدأ من الصفحة الأولى.", "This page is no longer valid. Start from the first page.");

fn words<T>(query: &ListQuery, field: &str, errors: &mut FieldErrors, read: impl Fn(&str) -> Option<T>) -> Vec<T> {
    let mut out = Vec::new();
    for word in query.values(field).unwrap_or_default() {
        if let Some(value) = read(word) {
            out.push(value);
        } else {
            errors.add(format!("filter[{field}]"), common::NOT_A_CHOICE);
            break;
        }
    }
    out
}

fn product_filter(query: &ListQuery, facts: &products::StoreContext) -> ApiResult<(ProductFilter, Vec<CategoryId>)> {
    let mut errors = FieldErrors::new();
    let mut bound = |op: &str| {
        let text = query.bound("price", op)?;
        match money::parse(text, facts.currency) {
            Ok(minor) => Some(minor),
            Err(e) => {
                errors.add(format!("filter[price][{op}]"), amount_message(e, facts.currency));
                None
            }
        }
    };
    let (min_price, max_price) = (bound("gte"), bound("lte"));
    let states = words(query, "state", &mut errors, State::parse);
    let stock = words(query, "stock", &mut errors, |word| match word {
        "out" => Some(StockLevel::Out),
        "low" => Some(StockLevel::Low),
        "in" => Some(StockLevel::In),
        _ => None,
    });
    let types = words(query, "type", &mut errors, |word| match word {
        "basic" => Some("basic"),
        "multi" => Some("multi"),
        _ => None,
    });
    let categories = words(query, "category", &mut errors, |word| word.parse::<CategoryId>().ok());
    errors.finish()?;
    // Both types together filter nothing.
    let product_type = if types.len() == 1 { types.first().copied() } else { None };
    let search = query.search.clone();
    Ok((
        ProductFilter {
            states,
            stock,
            product_type,
            min_price,
            max_price,
            search,
            low_stock_at: facts.low_stock_at,
            ..ProductFilter::default()
        },
        categories,
    ))
}

/// The filter of a list's query string, with the subcategories of the categories that it names.
pub(super) async fn product_filter_in(
    c: db::Conn<'_>,
    scope: &StoreScope,
    query: &ListQuery,
    facts: &products::StoreContext,
) -> ApiResult<ProductFilter> {
    query.check(Sort::WORDS, FILTERS)?;
    let (mut filter, in_categories) = product_filter(query, facts)?;
    if !in_categories.is_empty() {
        let all = categories::list(c, scope).await?;
        filter.categories = Some(in_categories.into_iter().flat_map(|id| category_tree::with_descendants(&all, id)).collect());
    }
    Ok(filter)
}

/// The rows of a page of products, for a list's query string.
pub(super) async fn list_records(
    c: db::Conn<'_>,
    scope: &StoreScope,
    facts: &products::StoreContext,
    query: &ListQuery,
) -> ApiResult<Page<lists::ListRecord>> {
    let filter = product_filter_in(c, scope, query, facts).await?;
    let sort = query.sort.as_deref().and_then(Sort::parse);
    let is_descending = sort.is_none() || query.is_descending;
    // A search without `sort` is ordered by relevance.
    let sort = sort.unwrap_or(if query.search.is_empty() { Sort::default() } else { Sort::Relevance });
    let cursor = match query.page.cursor.as_deref() {
        Some(text) => Some(Cursor::parse(text, sort, is_descending).ok_or_else(|| ApiError::field("cursor", BAD_CURSOR))?),
        None => None,
    };
    let window = Window { sort, is_descending, cursor, offset: query.offset(), limit: query.page.per_page };
    Ok(lists::list_page(c, scope, &filter, &window).await?)
}
