//! The figures of the home page (DB-01).

use axum::Json;
use axum::extract::State;
use kernel::money;
use kernel::{Currency, OrderId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::{Allowed, ApiResult, Data, QueryIn, Refusals, Subject};

use super::model::Traffic;
use super::period::{Period, PeriodSeries};
use super::store;
use commerce::orders::{self, online_payments};
use commerce::sales::{self, Figures};
use platform::App;
use platform::bounded::{self, Bounded};
use platform::stores;

web::permissions! {
    ReadHome = Read Dashboard;
}

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(find_home_summary))
}

/// How many days the home page looks back, including today.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
enum HomeDays {
    #[serde(rename = "7")]
    Week,
    #[default]
    #[serde(rename = "30")]
    Month,
    #[serde(rename = "90")]
    Quarter,
}

impl HomeDays {
    fn count(self) -> i64 {
        match self {
            Self::Week => 7,
            Self::Month => 30,
            Self::Quarter => 90,
        }
    }
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct HomeQuery {
    /// Default `30`.
    #[serde(default)]
    #[param(inline)]
    days: HomeDays,
}

/// Amounts are in the store's currency. Figures of orders are null for callers who may not read orders.
#[derive(Debug, Serialize, ToSchema)]
struct HomeFigures {
    orders: Option<i64>,
    /// Total sales, as in the sales report.
    sales: Option<String>,
    /// Average order value: gross sales less discounts, divided by orders.
    average: Option<String>,
    /// Visitors of the storefront, each once a day.
    visitors: i64,
    /// Their page views.
    page_views: i64,
}

impl HomeFigures {
    fn new(f: Option<Figures>, traffic: Traffic, currency: Currency) -> Self {
        Self {
            orders: f.map(|f| f.orders),
            sales: f.map(|f| money::format(f.total(), currency)),
            average: f.map(|f| money::format(f.average(), currency)),
            visitors: traffic.visitors,
            page_views: traffic.views,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
struct HomeDayView {
    /// In the store's time zone: `2027-01-15`.
    date: String,
    now: HomeFigures,
    /// The day at the same position in the previous period.
    before: HomeFigures,
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
    fn new(f: Figures, currency: Currency) -> Self {
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
    /// Of the period: its last day is today.
    now: HomeFigures,
    /// Of as many days before.
    before: HomeFigures,
    /// Without gaps.
    daily: Vec<HomeDayView>,
    /// A recount of the store's orders after an update is still running: sums are too low until it ends.
    is_counting: bool,
    /// The parts of the period's total sales. This and all other fields about orders: null for callers who may not read orders.
    made_of: Option<MadeOf>,
    /// Under review.
    waiting_orders: Option<i64>,
    /// Orders with a transfer receipt that is not reviewed yet; counted up to 1000.
    waiting_receipts: Option<i64>,
    /// Open cases of online payments; counted up to 1000.
    payment_cases: Option<i64>,
    /// On sale and low on stock or sold out, by the product's own threshold or the store's; counted up to 1000. Null for callers
    /// who may not read products.
    low_stock_products: Option<i64>,
    /// Names of the counts that are capped: `waiting_receipts`, `payment_cases`, `low_stock_products`.
    more_than: Vec<&'static str>,
    /// The five newest, without drafts.
    latest_orders: Option<Vec<LatestOrderView>>,
}

/// What waits among the orders.
#[derive(Clone, Copy)]
struct Waiting {
    orders: i64,
    receipts: i64,
    cases: i64,
}

/// The figures of the home page (DB-01).
#[utoipa::path(get, path = "/home-summary", tag = "Store", params(HomeQuery),
    responses((status = 200, body = Data<HomeSummaryView>), Refusals<422>))]
async fn find_home_summary(
    State(app): State<App>,
    allowed: Allowed<ReadHome>,
    QueryIn(HomeQuery { days }): QueryIn<HomeQuery>,
) -> ApiResult<Json<Data<HomeSummaryView>>> {
    let c = app.db().conn();
    let profile = stores::get_profile(c, &allowed.scope).await?;
    let period = Period::last(app.env().now(), &profile.timezone, days.count());
    let visits = period.sum(store::list_visit_hours(c, &allowed.scope, &period.hours()).await?);
    let low_stock = allowed.only_with(Subject::Product, async || store::count_low_stock(c, &allowed.scope).await).await?;
    let of_orders = allowed.only_with(Subject::Order, async || {
        let sums = period.sum(sales::report_store::list_hours(c, &allowed.scope, &period.hours()).await?);
        let waiting = Waiting {
            orders: store::get_sync(c, &allowed.scope).await?.waiting_orders,
            receipts: orders::count_waiting_receipts(c, &allowed.scope).await?,
            cases: online_payments::count_open_cases(c, &allowed.scope, bounded::MOST).await?,
        };
        let latest = store::list_latest_orders(c, &allowed.scope).await?;
        Ok::<_, db::Error>((sums, waiting, latest, sales::report_store::is_counting(c, &allowed.scope).await?))
    });
    let (sums, waiting, latest, is_counting) = match of_orders.await? {
        Some((sums, waiting, latest, is_counting)) => (Some(sums), Some(waiting), Some(latest), is_counting),
        None => (None, None, None, false),
    };
    let currency = profile.currency;
    let mut of = Bounded::default();
    Ok(data(HomeSummaryView {
        now: HomeFigures::new(sums.as_ref().map(|s| s.now), visits.now, currency),
        before: HomeFigures::new(sums.as_ref().map(|s| s.before), visits.before, currency),
        daily: days_of(sums.as_ref(), &visits, currency),
        is_counting,
        made_of: sums.as_ref().map(|s| MadeOf::new(s.now, currency)),
        waiting_orders: waiting.map(|waiting| waiting.orders),
        waiting_receipts: waiting.map(|waiting| of.cap("waiting_receipts", waiting.receipts, bounded::MOST)),
        payment_cases: waiting.map(|waiting| of.cap("payment_cases", waiting.cases, bounded::MOST)),
        low_stock_products: low_stock.map(|products| of.cap("low_stock_products", products, bounded::MOST)),
        more_than: of.more_than(),
        latest_orders: latest.map(|rows| rows.into_iter().map(|row| latest_order(row, currency)).collect()),
    }))
}

/// Day by day; both series are of one period.
fn days_of(sums: Option<&PeriodSeries<Figures>>, visits: &PeriodSeries<Traffic>, currency: Currency) -> Vec<HomeDayView> {
    let days = visits.daily.iter().zip(&visits.daily_before).enumerate();
    days.map(|(at, ((date, traffic), traffic_before))| HomeDayView {
        date: date.to_string(),
        now: HomeFigures::new(sums.and_then(|s| s.daily.get(at)).map(|(_, day)| *day), *traffic, currency),
        before: HomeFigures::new(sums.and_then(|s| s.daily_before.get(at)).copied(), *traffic_before, currency),
    })
    .collect()
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
