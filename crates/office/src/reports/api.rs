//! Calls of the dashboard at start and every minute, the checklist, and the home page.

use axum::Json;
use axum::extract::State;
use kernel::money;
use kernel::{Currency, OrderId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::message::common;
use web::routes;
use web::{Allowed, ApiError, ApiResult, Data, QueryIn, Subject};

use super::period::Period;
use super::{jobs_api, store};
use commerce::{orders, sales, shipping};
use platform::App;
use platform::bounded::{self, Bounded};
use platform::stores;

web::permissions! {
    Enter = Read Auth, before_ready;
    See = Read Dashboard;
}

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(find_sync, find_sync_by_post))
        .routes(routes!(find_setup_checklist))
        .routes(routes!(find_home_summary))
}

#[derive(Debug, Serialize, ToSchema)]
struct Counters {
    /// Orders under review: they wait for the merchant (SH-05); 0 for callers who may not read orders.
    orders: i64,
    /// Cash orders in the call queue that are due, counted to 1000; 0 for callers who may not read orders.
    confirmations: i64,
    /// Orders that wait for their address, counted to 1000; 0 for callers who may not read orders.
    addresses: i64,
    /// Unread mentions of the caller in comments, counted to 100; 0 for callers who may not read orders.
    mentions: i64,
    /// Dead jobs, counted to 100; 0 for callers who may not see them.
    jobs: i64,
    /// Running imports of products, and those that failed within the last seven days; 0 for callers who may not read products.
    imports: i64,
    /// Names of the counts that are capped.
    more_than: Vec<&'static str>,
}

#[derive(Debug, Serialize, ToSchema)]
struct Configs {
    #[serde(rename = "isUrlReady")]
    is_url_ready: bool,
    #[serde(rename = "isThemeReady")]
    is_theme_ready: bool,
}

#[derive(Debug, Serialize, ToSchema)]
struct SyncView {
    counters: Counters,
    configs: Configs,
    /// The sequence number of the newest change; for `changes?since=`.
    seq: i64,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct SyncQuery {
    /// A cache buster: only checked to be a number from 0 on.
    #[param(minimum = 0)]
    timestamp: Option<i64>,
}

/// Counters and readiness, polled at start and every 60 s (GU-08).
#[utoipa::path(get, path = "/sync", tag = "Store", params(SyncQuery),
    responses((status = 200, body = Data<SyncView>)))]
async fn find_sync(
    State(app): State<App>,
    allowed: Allowed<Enter>,
    QueryIn(sent): QueryIn<SyncQuery>,
) -> ApiResult<Json<Data<SyncView>>> {
    if sent.timestamp.is_some_and(|at| at < 0) {
        return Err(ApiError::field("timestamp", common::NEGATIVE));
    }
    sync(&app, &allowed).await
}

async fn sync(app: &App, allowed: &Allowed<Enter>) -> ApiResult<Json<Data<SyncView>>> {
    let (c, scope) = (app.db().conn(), &allowed.scope);
    let store::SyncRow { is_url_ready, is_theme_ready, seq, waiting_orders } = store::get_sync(c, scope).await?;
    let jobs = allowed.only_with(Subject::Setting, async || jobs_api::count_seen(c, allowed).await).await?.unwrap_or_default();
    let of_products = async || catalog::import::count_noteworthy(c, scope, app.env().now()).await;
    let imports = allowed.only_with(Subject::Product, of_products).await?.unwrap_or_default();
    let of_orders = allowed.only_with(Subject::Order, async || {
        let confirmations = orders::count_due_confirmations(c, scope, app.env().now()).await?;
        let addresses = orders::count_held_addresses(c, scope).await?;
        let mentions = orders::count_unread_mentions(c, scope, allowed.caller.user).await?;
        Ok::<_, db::Error>((waiting_orders, confirmations, addresses, mentions))
    });
    let (orders, confirmations, addresses, mentions) = of_orders.await?.unwrap_or_default();
    let mut of = Bounded::default();
    let confirmations = of.cap("confirmations", confirmations, bounded::MOST);
    let addresses = of.cap("addresses", addresses, bounded::MOST);
    let (mentions, jobs) = (of.cap("mentions", mentions, 100), of.cap("jobs", jobs, 100));
    let more_than = of.more_than();
    Ok(data(SyncView {
        counters: Counters { orders, confirmations, addresses, mentions, jobs, imports, more_than },
        configs: Configs { is_url_ready, is_theme_ready },
        seq,
    }))
}

/// The same; the editor document lists POST too.
#[utoipa::path(post, path = "/sync", tag = "Store",
    responses((status = 200, body = Data<SyncView>)))]
async fn find_sync_by_post(State(app): State<App>, allowed: Allowed<Enter>) -> ApiResult<Json<Data<SyncView>>> {
    sync(&app, &allowed).await
}

#[derive(Debug, Serialize, ToSchema)]
struct ChecklistItem {
    /// `first_product` | `product_image` | `store_logo` | `store_contact` | `shipping` | `payment` | `tax_details` | `first_order`.
    code: &'static str,
    is_done: bool,
    /// The dashboard's page where it is done.
    path: &'static str,
}

#[derive(Debug, Serialize, ToSchema)]
struct ChecklistView {
    items: Vec<ChecklistItem>,
    done: usize,
    total: usize,
}

/// What is left to set up, computed from the store's data.
#[utoipa::path(get, path = "/setup-checklist", tag = "Store",
    responses((status = 200, body = Data<ChecklistView>)))]
async fn find_setup_checklist(State(app): State<App>, allowed: Allowed<See>) -> ApiResult<Json<Data<ChecklistView>>> {
    let (c, scope) = (app.db().conn(), &allowed.scope);
    let row = store::get_checklist(c, scope).await?;
    let methods = shipping::methods(c, scope).await?;
    let ships = stores::is_shipping(c, scope).await?;
    let store::ChecklistRow { has_product, has_image, has_payment, has_logo, has_contact, has_order, has_tax_details } = row;
    // A store that ships needs a shipping method, unless it has shown that its customers pick up their orders.
    let has_pickup =
        methods.iter().any(|m| m.is_active && m.provider == shipping::ShippingProvider::Pickup && !m.lacks_address());
    let has_shipping = methods.iter().any(shipping::ShippingMethod::is_courier) || (has_pickup && (!ships || has_order));
    let item = |code, is_done, path| ChecklistItem { code, is_done, path };
    let items = vec![
        item("first_product", has_product, "/products/add/"),
        item("product_image", has_image, "/products/list"),
        item("store_logo", has_logo, "/settings/store/general"),
        item("store_contact", has_contact, "/settings/store/general"),
        item("shipping", has_shipping, "/shipping-settings"),
        item("payment", has_payment, "/payment-settings"),
        item("tax_details", has_tax_details, "/settings/store/vat"),
        item("first_order", has_order, "/orders/list"),
    ];
    Ok(data(ChecklistView { done: items.iter().filter(|i| i.is_done).count(), total: items.len(), items }))
}

#[derive(Debug, Serialize, ToSchema)]
struct DayView {
    /// In the store's time zone: `2027-01-15`.
    date: String,
    orders: i64,
    /// In the store's currency.
    sales: String,
}

#[derive(Debug, Serialize, ToSchema)]
struct LatestOrderView {
    id: OrderId,
    number: i64,
    status: String,
    payment_status: String,
    customer_name: String,
    mobile: String,
    city: String,
    items_count: i64,
    total: String,
    currency: String,
    payment_provider: String,
    shipping_provider: String,
    created_at: String,
    version: i64,
    seq: i64,
}

/// The parts of total sales, as in the sales report.
#[derive(Debug, Serialize, ToSchema)]
struct MadeOf {
    gross: String,
    discounts: String,
    returns: String,
    net: String,
    shipping: String,
    fees: String,
    vat: String,
}

impl MadeOf {
    fn new(f: sales::Figures, currency: Currency) -> Self {
        let amount = |minor: i64| money::format(minor, currency);
        Self {
            gross: amount(f.gross),
            discounts: amount(f.discounts),
            returns: amount(f.returns),
            net: amount(f.net()),
            shipping: amount(f.shipping),
            fees: amount(f.fees),
            vat: amount(f.vat),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
struct HomeSummaryView {
    /// This and all other fields about orders: null for callers who may not read orders.
    orders_30d: Option<i64>,
    /// Total sales, in the store's currency, as in the sales report.
    sales_30d: Option<String>,
    orders_prev_30d: Option<i64>,
    sales_prev_30d: Option<String>,
    /// Average order value: gross sales less discounts, divided by orders.
    average_30d: Option<String>,
    average_prev_30d: Option<String>,
    /// A recount of the store's orders after an update is still running: sums are too low until it ends.
    is_counting: bool,
    /// The parts of the total sales of the last 30 days.
    made_of_30d: Option<MadeOf>,
    made_of_prev_30d: Option<MadeOf>,
    /// Visitors of the storefront in the last 7 days including today, each once a day.
    visitors_7d: i64,
    /// Their page views.
    page_views_7d: i64,
    visitors_prev_7d: i64,
    page_views_prev_7d: i64,
    /// Under review.
    waiting_orders: Option<i64>,
    /// Orders with a transfer receipt that is not reviewed yet; counted up to 1000.
    waiting_receipts: Option<i64>,
    /// On sale and low on stock or sold out, by the product's own threshold or the store's; counted up to 1000. Null for callers
    /// who may not read products.
    low_stock_products: Option<i64>,
    /// Names of the counts that are capped: `waiting_receipts`, `low_stock_products`.
    more_than: Vec<&'static str>,
    /// 30 days including today, without gaps.
    daily: Option<Vec<DayView>>,
    /// The five newest, without drafts.
    latest_orders: Option<Vec<LatestOrderView>>,
}

/// The figures of the home page (DB-01).
#[utoipa::path(get, path = "/home-summary", tag = "Store",
    responses((status = 200, body = Data<HomeSummaryView>)))]
async fn find_home_summary(State(app): State<App>, allowed: Allowed<See>) -> ApiResult<Json<Data<HomeSummaryView>>> {
    let c = app.db().conn();
    let profile = stores::get_profile(c, &allowed.scope).await?;
    let now = app.env().now();
    let (month, week) = (Period::last(now, &profile.timezone, 30), Period::last(now, &profile.timezone, 7));
    let visits = week.sum(store::list_visit_hours(c, &allowed.scope, &week.hours()).await?);
    let low_stock = allowed.only_with(Subject::Product, async || store::count_low_stock(c, &allowed.scope).await).await?;
    let currency = profile.currency;
    let amount = |minor: i64| money::format(minor, currency);
    let of_orders = allowed.only_with(Subject::Order, async || {
        let sums = month.sum(sales::report_store::list_hours(c, &allowed.scope, &month.hours()).await?);
        let waiting =
            (store::get_sync(c, &allowed.scope).await?.waiting_orders, orders::count_waiting_receipts(c, &allowed.scope).await?);
        let latest = store::list_latest_orders(c, &allowed.scope).await?;
        Ok::<_, db::Error>((sums, waiting, latest, sales::report_store::is_counting(c, &allowed.scope).await?))
    });
    let (sums, waiting, latest, is_counting) = match of_orders.await? {
        Some((sums, waiting, latest, is_counting)) => (Some(sums), Some(waiting), Some(latest), is_counting),
        None => (None, None, None, false),
    };
    let (now, before) = (sums.as_ref().map(|s| s.now), sums.as_ref().map(|s| s.before));
    let mut of = Bounded::default();
    Ok(data(HomeSummaryView {
        orders_30d: now.map(|f| f.orders),
        sales_30d: now.map(|f| amount(f.total())),
        average_30d: now.map(|f| amount(f.average())),
        average_prev_30d: before.map(|f| amount(f.average())),
        orders_prev_30d: before.map(|f| f.orders),
        sales_prev_30d: before.map(|f| amount(f.total())),
        is_counting,
        made_of_30d: now.map(|f| MadeOf::new(f, currency)),
        made_of_prev_30d: before.map(|f| MadeOf::new(f, currency)),
        visitors_7d: visits.now.visitors,
        page_views_7d: visits.now.views,
        visitors_prev_7d: visits.before.visitors,
        page_views_prev_7d: visits.before.views,
        waiting_orders: waiting.map(|(orders, _)| orders),
        waiting_receipts: waiting.map(|(_, receipts)| of.cap("waiting_receipts", receipts, bounded::MOST)),
        low_stock_products: low_stock.map(|products| of.cap("low_stock_products", products, bounded::MOST)),
        more_than: of.more_than(),
        daily: sums.map(|s| {
            let days = s.daily.into_iter();
            days.map(|(date, day)| DayView { date: date.to_string(), orders: day.orders, sales: amount(day.total()) }).collect()
        }),
        latest_orders: latest.map(|rows| rows.into_iter().map(|row| latest_order(row, currency)).collect()),
    }))
}

fn latest_order(row: store::LatestOrder, currency: Currency) -> LatestOrderView {
    let store::LatestOrder {
        id,
        number,
        status,
        payment_status,
        sender_name,
        mobile,
        city,
        items_count,
        total,
        payment_provider,
        shipping_provider,
        created_at,
        version,
        seq,
    } = row;
    LatestOrderView {
        id,
        number,
        status,
        payment_status,
        customer_name: sender_name,
        mobile,
        city,
        items_count,
        total: money::format(total, currency),
        currency: currency.code().to_owned(),
        payment_provider,
        shipping_provider,
        created_at: created_at.rfc3339(),
        version,
        seq,
    }
}
