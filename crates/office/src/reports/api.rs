//! Calls of the dashboard at start and every minute, and the setup checklist.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::message::common;
use web::routes;
use web::{Allowed, ApiError, ApiResult, Data, QueryIn, Subject};

use super::{jobs_api, store};
use commerce::orders::{self, online_payments};
use commerce::shipping;
use platform::App;
use platform::bounded::{self, Bounded};
use platform::stores;

web::permissions! {
    Enter = Read Auth, before_ready;
    See = Read Dashboard;
}

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(find_sync, find_sync_by_post)).routes(routes!(find_setup_checklist))
}

#[derive(Debug, Serialize, ToSchema)]
struct Counters {
    /// Orders under review: they wait for the merchant (SH-05); 0 for callers who may not read orders.
    orders: i64,
    /// Cash orders in the call queue that are due, counted to 1000; 0 for callers who may not read orders.
    confirmations: i64,
    /// Orders that wait for their address, counted to 1000; 0 for callers who may not read orders.
    addresses: i64,
    /// Open cases of online payments, counted to 100; 0 for callers who may not read orders.
    payment_cases: i64,
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
        let cases = online_payments::count_open_cases(c, scope, 100).await?;
        let mentions = orders::count_unread_mentions(c, scope, allowed.caller.user).await?;
        Ok::<_, db::Error>((waiting_orders, confirmations, addresses, cases, mentions))
    });
    let (orders, confirmations, addresses, payment_cases, mentions) = of_orders.await?.unwrap_or_default();
    let mut of = Bounded::default();
    let confirmations = of.cap("confirmations", confirmations, bounded::MOST);
    let addresses = of.cap("addresses", addresses, bounded::MOST);
    let payment_cases = of.cap("payment_cases", payment_cases, 100);
    let (mentions, jobs) = (of.cap("mentions", mentions, 100), of.cap("jobs", jobs, 100));
    let more_than = of.more_than();
    Ok(data(SyncView {
        counters: Counters { orders, confirmations, addresses, payment_cases, mentions, jobs, imports, more_than },
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
    let profile = stores::get_profile(c, scope).await?;
    let has_courier = methods.iter().any(|m| m.is_courier((&profile).into()));
    let has_shipping = has_courier || (has_pickup && (!ships || has_order));
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
