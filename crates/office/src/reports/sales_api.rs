//! Reports on a period: sales by day, their parts, best sellers, visits (DB-01).

use axum::Json;
use axum::extract::State;
use kernel::money;
use kernel::{Currency, ProductId, Texts};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::{Allowed, ApiError, ApiResult, Data, QueryIn, Refusals, Subject};

use super::model::Traffic;
use super::period::{Period, PeriodSeries};
use super::{period_store, store};
use commerce::sales::{Figures, report_store};
use platform::App;
use platform::stores::{self, StoreProfile};
use web::schema;

web::permissions! {
    // Sums and counts of orders need permission to read orders, whatever page shows them.
    ReportSales = Read Order;
    ReportVisits = Read Dashboard;
}

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(find_sales_report))
        .routes(routes!(find_sales_breakdown))
        .routes(routes!(list_best_sellers))
        .routes(routes!(find_visits_report))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct PeriodQuery {
    /// The first day, in the store's time zone: `2027-01-01`. By default 29 days before the last one.
    #[param(value_type = Option<schema::Date>, inline)]
    from: Option<String>,
    /// The last day, by default today. A period has 366 days at most.
    #[param(value_type = Option<schema::Date>, inline)]
    to: Option<String>,
}

impl PeriodQuery {
    fn read(&self, app: &App, profile: &StoreProfile) -> ApiResult<Period> {
        let read = Period::read(app.env().now(), &profile.timezone, self.from.as_deref(), self.to.as_deref());
        read.map_err(ApiError::invalid)
    }
}

/// Sales and visitors. Amounts are in the store's currency. An order counts on the day it was placed; a refund is subtracted on
/// the day of the refund, and refused cash on the day of the refusal.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SalesFigures {
    /// Placed and not cancelled; one that was refused unpaid counts as cancelled.
    orders: i64,
    /// Pieces sold, less returned ones.
    pieces: i64,
    /// Unit price times quantity, without VAT, before discounts.
    gross: String,
    /// Coupons and discounts by hand, without VAT.
    discounts: String,
    /// Refunded goods, without VAT.
    returns: String,
    /// Gross sales less discounts and returns.
    net: String,
    /// Without VAT, less refunds.
    shipping: String,
    /// Payment fees, without VAT, less refunds.
    fees: String,
    /// Less refunds.
    vat: String,
    /// Total sales: net sales, shipping, payment fees and VAT.
    sales: String,
    /// Average order value: gross sales less discounts, divided by orders.
    average: String,
    /// Payments less refunds, whenever the order was placed.
    received: String,
    /// Orders that were their customer's first: new customers.
    first_orders: i64,
    /// Visitors of the storefront, each once a day.
    visitors: i64,
}

impl SalesFigures {
    pub(super) fn new(f: Figures, traffic: Traffic, currency: Currency) -> Self {
        let amount = |minor: i64| money::format(minor, currency);
        Self {
            orders: f.orders,
            pieces: f.pieces,
            gross: amount(f.gross),
            discounts: amount(f.discounts),
            returns: amount(f.returns),
            net: amount(f.net()),
            shipping: amount(f.shipping),
            fees: amount(f.fees),
            vat: amount(f.vat),
            sales: amount(f.total()),
            average: amount(f.average()),
            received: amount(f.received),
            first_orders: f.first_orders,
            visitors: traffic.visitors,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
struct SalesDayView {
    date: String,
    now: SalesFigures,
    /// The day at the same position in the previous period.
    before: SalesFigures,
}

#[derive(Debug, Serialize, ToSchema)]
struct SalesReportView {
    /// The first day.
    from: String,
    /// The last day.
    to: String,
    /// A recount of the store's orders after an update is still running: sums are too low until it ends.
    is_counting: bool,
    now: SalesFigures,
    /// The same number of days before.
    before: SalesFigures,
    /// Without gaps.
    daily: Vec<SalesDayView>,
}

/// Sales, orders, new customers and visitors of a period by day, compared with the previous period.
#[utoipa::path(get, path = "/reports/sales", tag = "Reports", params(PeriodQuery),
    responses((status = 200, body = Data<SalesReportView>), Refusals<422>))]
async fn find_sales_report(
    State(app): State<App>,
    allowed: Allowed<ReportSales>,
    QueryIn(query): QueryIn<PeriodQuery>,
) -> ApiResult<Json<Data<SalesReportView>>> {
    let c = app.db().conn();
    let profile = stores::get_profile(c, &allowed.scope).await?;
    let period = query.read(&app, &profile)?;
    let sales = period.sum(report_store::list_hours(c, &allowed.scope, &period.hours()).await?);
    let visits = period.sum(store::list_visit_hours(c, &allowed.scope, &period.hours()).await?);
    let of = |tally, traffic| SalesFigures::new(tally, traffic, profile.currency);
    let before = sales.daily_before.iter().zip(&visits.daily_before);
    let daily = sales.daily.iter().zip(&visits.daily).zip(before).map(|(((date, tally), (_, traffic)), (old, old_traffic))| {
        SalesDayView { date: date.to_string(), now: of(*tally, *traffic), before: of(*old, *old_traffic) }
    });
    Ok(data(SalesReportView {
        from: period.from.to_string(),
        to: period.to.to_string(),
        is_counting: report_store::is_counting(c, &allowed.scope).await?,
        now: of(sales.now, visits.now),
        before: of(sales.before, visits.before),
        daily: daily.collect(),
    }))
}

#[derive(Debug, Serialize, ToSchema)]
struct StatusShare {
    /// The current status.
    status: String,
    orders: i64,
    total: String,
}

#[derive(Debug, Serialize, ToSchema)]
struct PaymentShare {
    /// `COD` and so on; empty for free orders.
    provider: String,
    orders: i64,
    sales: String,
}

#[derive(Debug, Serialize, ToSchema)]
struct CityShare {
    /// As the customers wrote it; empty for pickup orders.
    city: String,
    orders: i64,
    sales: String,
}

#[derive(Debug, Serialize, ToSchema)]
struct SalesBreakdownView {
    /// The period has more than 150 000 orders: it is not broken down.
    is_too_large: bool,
    /// Every order of the period, sale or not.
    statuses: Vec<StatusShare>,
    /// Total sales, the largest first.
    payments: Vec<PaymentShare>,
    /// Total sales, the ten largest first.
    cities: Vec<CityShare>,
    /// Total sales of all other cities.
    other_cities: i64,
    other_cities_sales: String,
}

/// Orders of a period by status, payment method and city.
#[utoipa::path(get, path = "/reports/sales/breakdown", tag = "Reports", params(PeriodQuery),
    responses((status = 200, body = Data<SalesBreakdownView>), Refusals<422>))]
async fn find_sales_breakdown(
    State(app): State<App>,
    allowed: Allowed<ReportSales>,
    QueryIn(query): QueryIn<PeriodQuery>,
) -> ApiResult<Json<Data<SalesBreakdownView>>> {
    let profile = stores::get_profile(app.db().conn(), &allowed.scope).await?;
    let (scope, period) = (allowed.scope.clone(), query.read(&app, &profile)?);
    let (bounds, hours) = (period.bounds(), period.now());
    let found = app
        .db()
        .report(async move |c| {
            if period_store::is_too_large(c, &scope, bounds).await? || report_store::is_too_large(c, &scope, &hours).await? {
                return Ok(None);
            }
            let statuses = period_store::list_statuses(c, &scope, bounds).await?;
            let payments = period_store::list_payments(c, &scope, &hours).await?;
            Ok::<_, db::Error>(Some((statuses, payments, period_store::list_cities(c, &scope, &hours).await?)))
        })
        .await?;
    let amount = |minor: i64| money::format(minor, profile.currency);
    let is_too_large = found.is_none();
    let (statuses, payments, cities) = found.unwrap_or_default();
    let all = payments.iter().fold((0, 0), |(orders, sales), (_, o, s)| (orders + o, sales + s));
    let listed_totals = cities.iter().fold((0, 0), |(orders, sales), (_, o, s)| (orders + o, sales + s));
    Ok(data(SalesBreakdownView {
        is_too_large,
        statuses: statuses
            .into_iter()
            .map(|(status, orders, total)| StatusShare { status, orders, total: amount(total) })
            .collect(),
        payments: payments
            .into_iter()
            .map(|(provider, orders, sales)| PaymentShare { provider, orders, sales: amount(sales) })
            .collect(),
        cities: cities.into_iter().map(|(city, orders, sales)| CityShare { city, orders, sales: amount(sales) }).collect(),
        other_cities: all.0 - listed_totals.0,
        other_cities_sales: amount(all.1 - listed_totals.1),
    }))
}

/// The sort order of the best sellers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum BestBy {
    /// Pieces.
    #[default]
    Quantity,
    /// Money.
    Value,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct BestQuery {
    /// The first day, as in `/reports/sales`.
    #[param(value_type = Option<schema::Date>, inline)]
    from: Option<String>,
    /// The last day.
    #[param(value_type = Option<schema::Date>, inline)]
    to: Option<String>,
    /// Default `quantity`.
    #[serde(default)]
    #[param(inline)]
    by: BestBy,
}

#[derive(Debug, Serialize, ToSchema)]
struct BestSellerView {
    id: ProductId,
    name: Texts,
    /// Pieces, less returned ones.
    quantity: i64,
    /// Net sales: without VAT, less discounts and refunds.
    sales: String,
    /// It was deleted from the catalogue.
    is_deleted: bool,
}

#[derive(Debug, Serialize, ToSchema)]
struct BestSellersView {
    /// The period has more than 150 000 orders: its products are not summed.
    is_too_large: bool,
    /// Ten at most.
    products: Vec<BestSellerView>,
}

/// The products that sold best in a period, by pieces or by value.
#[utoipa::path(get, path = "/reports/best-sellers", tag = "Reports", params(BestQuery),
    responses((status = 200, body = Data<BestSellersView>), Refusals<422>))]
async fn list_best_sellers(
    State(app): State<App>,
    allowed: Allowed<ReportSales>,
    QueryIn(BestQuery { from, to, by }): QueryIn<BestQuery>,
) -> ApiResult<Json<Data<BestSellersView>>> {
    let profile = stores::get_profile(app.db().conn(), &allowed.scope).await?;
    let (scope, hours) = (allowed.scope.clone(), PeriodQuery { from, to }.read(&app, &profile)?.now());
    let found = app
        .db()
        .report(async move |c| {
            if report_store::is_too_large(c, &scope, &hours).await? {
                return Ok(None);
            }
            Ok::<_, db::Error>(Some(report_store::list_best_sellers(c, &scope, &hours, by == BestBy::Value).await?))
        })
        .await?;
    let view = |row| {
        let report_store::Seller { id, name, quantity, sales, is_deleted } = row;
        BestSellerView { id, name: name.0, quantity, sales: money::format(sales, profile.currency), is_deleted }
    };
    let is_too_large = found.is_none();
    Ok(data(BestSellersView { is_too_large, products: found.unwrap_or_default().into_iter().map(view).collect() }))
}

#[derive(Debug, Serialize, ToSchema)]
struct VisitFigures {
    /// Each counted once a day.
    visitors: i64,
    views: i64,
    /// Sales, for the conversion rate; null for callers who may not read orders.
    orders: Option<i64>,
}

impl VisitFigures {
    fn new(Traffic { views, visitors }: Traffic, orders: Option<i64>) -> Self {
        Self { visitors, views, orders }
    }
}

#[derive(Debug, Serialize, ToSchema)]
struct VisitDayView {
    date: String,
    now: VisitFigures,
    /// The day at the same position in the previous period.
    before: VisitFigures,
}

#[derive(Debug, Serialize, ToSchema)]
struct VisitsReportView {
    /// The first day.
    from: String,
    /// The last day.
    to: String,
    now: VisitFigures,
    /// The same number of days before.
    before: VisitFigures,
    /// Without gaps.
    daily: Vec<VisitDayView>,
    /// By the hour of the day in the store's time zone: 24, from midnight. A visitor counts in the hour of the day's first page.
    by_hour: Vec<VisitFigures>,
}

/// Visitors, page views and conversion rate of a period by day and by hour of the day, compared with the previous period.
#[utoipa::path(get, path = "/reports/visits", tag = "Reports", params(PeriodQuery),
    responses((status = 200, body = Data<VisitsReportView>), Refusals<422>))]
async fn find_visits_report(
    State(app): State<App>,
    allowed: Allowed<ReportVisits>,
    QueryIn(query): QueryIn<PeriodQuery>,
) -> ApiResult<Json<Data<VisitsReportView>>> {
    let c = app.db().conn();
    let profile = stores::get_profile(c, &allowed.scope).await?;
    let period = query.read(&app, &profile)?;
    let visits: PeriodSeries<Traffic> = period.sum(store::list_visit_hours(c, &allowed.scope, &period.hours()).await?);
    let sales: Option<PeriodSeries<Figures>> = allowed
        .only_with(Subject::Order, async || report_store::list_hours(c, &allowed.scope, &period.hours()).await)
        .await?
        .map(|hours| period.sum(hours));
    let orders = |pick: &dyn Fn(&PeriodSeries<Figures>) -> Option<i64>| sales.as_ref().and_then(pick);
    let daily = visits.daily.iter().zip(&visits.daily_before).enumerate().map(|(i, ((date, traffic), old))| VisitDayView {
        date: date.to_string(),
        now: VisitFigures::new(*traffic, orders(&|s| s.daily.get(i).map(|(_, day)| day.orders))),
        before: VisitFigures::new(*old, orders(&|s| s.daily_before.get(i).map(|day| day.orders))),
    });
    let hours = visits.by_hour.iter().enumerate();
    let hours = hours.map(|(i, traffic)| VisitFigures::new(*traffic, orders(&|s| s.by_hour.get(i).map(|hour| hour.orders))));
    Ok(data(VisitsReportView {
        from: period.from.to_string(),
        to: period.to.to_string(),
        now: VisitFigures::new(visits.now, orders(&|s| Some(s.now.orders))),
        before: VisitFigures::new(visits.before, orders(&|s| Some(s.before.orders))),
        daily: daily.collect(),
        by_hour: hours.collect(),
    }))
}
