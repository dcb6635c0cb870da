//! Parses the query of the list of carts.

use db::Conn;
use kernel::{Currency, Millis, Page, StoreScope, money};
use web::message::common;
use web::{ApiError, ApiResult, ListQuery};

use super::list::{CartFilter, ReminderFilter, Search, Sort};
use super::list_store::{self, Row};
use commerce::carts::Step;
use platform::App;
use platform::stores::StoreProfile;
use web::keyset::Window;

/// What the list is sorted by.
const SORTS: &[&str] = &["active_at", "amount"];
web::list_params! {
    /// Query parameters of the list of carts.
    pub(super) CartListParams => SORTS;
}

/// The filters of the list.
const FILTERS: &[&str] = &["step", "age", "amount", "reminder"];

/// Reads the filters; the search is not resolved yet.
fn read(query: &ListQuery, currency: Currency, now: Millis) -> ApiResult<CartFilter> {
    let one = |field: &str| query.values(field).and_then(|v| v.first().cloned());
    let bad = |field: &str| ApiError::field(format!("filter[{field}]"), common::NOT_A_CHOICE);
    let step = one("step").map_or(Some(Step::Contact), |word| Step::parse(&word)).ok_or_else(|| bad("step"))?;
    let mut cart_filter =
        CartFilter { step, after: None, up_to: None, at_least: None, at_most: None, reminder: None, search: None };
    let days_ago = |days: i64| Some(now.plus(-days * Millis::DAY));
    match one("age").as_deref() {
        None => {}
        Some("day") => cart_filter.after = days_ago(1),
        Some("week") => (cart_filter.after, cart_filter.up_to) = (days_ago(7), days_ago(1)),
        Some("month") => (cart_filter.after, cart_filter.up_to) = (days_ago(30), days_ago(7)),
        Some("older") => cart_filter.up_to = days_ago(30),
        Some(_) => return Err(bad("age")),
    }
    if let Some(word) = one("reminder") {
        cart_filter.reminder = Some(ReminderFilter::parse(&word).ok_or_else(|| bad("reminder"))?);
    }
    let amount = |op: &str| -> ApiResult<Option<i64>> {
        let Some(text) = query.bound("amount", op) else { return Ok(None) };
        let fault = |_| ApiError::field(format!("filter[amount][{op}]"), common::NOT_AN_AMOUNT);
        money::parse(text, currency).map(Some).map_err(fault)
    };
    (cart_filter.at_least, cart_filter.at_most) = (amount("gte")?, amount("lte")?);
    for filter in &query.filters {
        let is_known = if filter.field == "amount" { matches!(filter.op.as_str(), "gte" | "lte") } else { filter.op == "eq" };
        if !is_known {
            return Err(ApiError::field(format!("filter[{}][{}]", filter.field, filter.op), common::NOT_A_CHOICE));
        }
    }
    Ok(cart_filter)
}

/// The carts that a query matches, for a batch: of a step at which a contact is known.
///
/// # Errors
/// 422 for what the list does not take, and for a step whose carts have no contact yet or are orders already.
pub(super) fn of_batch(query: &ListQuery, currency: Currency, now: Millis) -> ApiResult<CartFilter> {
    query.check(SORTS, FILTERS)?;
    let filter = read(query, currency, now)?;
    if matches!(filter.step, Step::Products | Step::Checkout) {
        return Err(ApiError::field("filter[step]", common::NOT_A_CHOICE));
    }
    Ok(filter)
}

/// The page that a query asks for: the newest activity first by default.
///
/// # Errors
/// 422 for what the list does not take.
pub(super) async fn page(
    app: &App,
    scope: &StoreScope,
    query: &mut ListQuery,
    profile: &StoreProfile,
    now: Millis,
) -> ApiResult<Page<Row>> {
    query.check(SORTS, FILTERS)?;
    if query.sort.is_none() {
        query.is_descending = true;
    }
    let sort = Sort::parse(query.sort.as_deref());
    let filter = read(query, profile.currency, now)?;
    let window = Window::from_query(query, sort.directions(false), false)?;
    let (scope, text, is_down) = (scope.clone(), query.search.clone(), query.is_descending);
    // How many rows a filter must read is unknown: as a report it never blocks another page.
    let read = async move |c: Conn<'_>| {
        let (mut cart_filter, mut window) = (filter.clone(), window.clone());
        if !text.is_empty() {
            let search = Search::parse(c, &scope, &text).await?;
            let (up, down) = sort.directions(search.is_driven());
            window.sorted = if is_down { down } else { up };
            cart_filter.search = Some(search);
        }
        list_store::list_page(c, &scope, &cart_filter, sort, &window, now).await
    };
    Ok(app.db().report(read).await?)
}
