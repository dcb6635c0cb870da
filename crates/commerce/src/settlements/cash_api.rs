//! Endpoints of the cash with couriers.

use axum::Json;
use axum::extract::State;
use kernel::{CourierSettlementId, Currency, Lang, Millis, OrderId, Page, ShipmentId, StoreScope, money};
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use web::keyset::{Key, Window, capped};
use web::list::data;
use web::message::common;
use web::routes;
use web::{Allowed, ApiError, ApiResult, Data, ListQuery, Listed, Refusals};

use super::cash::{Bucket, CashFilter, CourierFilter, CourierSums, OpenShipment};
use super::cash_store;
use crate::couriers::names;
use crate::shipments::tracking_key;
use crate::shipping::ShippingProvider;
use platform::{App, stores};

web::permissions! { Read = Read Order; }

web::list_params! {
    /// Of the list of shipments whose cash is with their courier.
    pub(super) CourierCashParams => &[];
}

pub(super) const FILTERS: &[&str] = &["courier", "bucket", "is_short"];

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(find_courier_cash)).routes(routes!(list_courier_cash_shipments))
}

/// Shipments and what is missing of their cash.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
struct CourierCashSumView {
    shipments: i64,
    amount: String,
}

/// The cash of one age.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
struct CourierCashBucketView {
    bucket: Bucket,
    shipments: i64,
    amount: String,
}

/// The cash with one courier.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
struct CourierCashCourierView {
    provider: ShippingProvider,
    /// The own name of a courier of the program, in the store's language; of another as its shipments write it. The value of
    /// `filter[courier]`.
    courier: String,
    /// Delivered and in no settlement, by days since the delivery: all four ages.
    buckets: Vec<CourierCashBucketView>,
    /// Paid in part by a settlement.
    short: CourierCashSumView,
    total: CourierCashSumView,
}

/// The cash with couriers at a moment.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
struct CourierCashView {
    as_of: String,
    currency: Currency,
    /// At most 200.
    couriers: Vec<CourierCashCourierView>,
    total: CourierCashSumView,
}

impl CourierCashCourierView {
    fn from_sums(sums: &CourierSums, (currency, lang): (Currency, Lang)) -> Self {
        let amount = |n| money::format(n, currency);
        let (rows, minor) = totals(sums);
        let buckets = Bucket::ALL.iter().zip(sums.counts).zip(sums.amounts);
        Self {
            provider: sums.provider,
            courier: names::shown_name(sums.provider, &sums.courier_name, lang),
            buckets: buckets.map(|((b, n), a)| CourierCashBucketView { bucket: *b, shipments: n, amount: amount(a) }).collect(),
            short: CourierCashSumView { shipments: sums.short_count, amount: amount(sums.short_amount) },
            total: CourierCashSumView { shipments: rows, amount: amount(minor) },
        }
    }
}

fn totals(sums: &CourierSums) -> (i64, i64) {
    (sums.counts.iter().sum::<i64>() + sums.short_count, sums.amounts.iter().sum::<i64>() + sums.short_amount)
}

/// The cash that couriers collected and have not paid out, by courier and age. An order whose money was recorded by hand is not
/// counted.
#[utoipa::path(get, path = "/courier-cash", tag = "CourierCash", responses((status = 200, body = Data<CourierCashView>)))]
async fn find_courier_cash(State(app): State<App>, allowed: Allowed<Read>) -> ApiResult<Json<Data<CourierCashView>>> {
    let (c, now) = (app.db().conn(), app.env().now());
    let profile = stores::get_profile(c, &allowed.scope).await?;
    let (currency, lang) = (profile.currency, profile.default_language);
    let sums = cash_store::list_sums(c, &allowed.scope, now).await?;
    let (rows, minor) = sums.iter().map(totals).fold((0, 0), |(a, b), (n, m)| (a + n, b + m));
    Ok(data(CourierCashView {
        as_of: now.rfc3339(),
        currency,
        couriers: sums.iter().map(|sums| CourierCashCourierView::from_sums(sums, (currency, lang))).collect(),
        total: CourierCashSumView { shipments: rows, amount: money::format(minor, currency) },
    }))
}

/// A shipment whose cash is with its courier.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
struct CourierCashShipmentView {
    shipment_id: ShipmentId,
    order_id: OrderId,
    order_number: i64,
    /// The shipment's number: `1001-2`.
    shipment: String,
    provider: ShippingProvider,
    courier: String,
    waybill: String,
    delivered_at: String,
    days: i64,
    collected: String,
    remitted: String,
    missing: String,
    /// The settlement that has paid a part.
    settlement_id: Option<CourierSettlementId>,
}

impl CourierCashShipmentView {
    fn from_open(s: OpenShipment, (currency, lang): (Currency, Lang), now: Millis) -> Self {
        let amount = |n| money::format(n, currency);
        Self {
            shipment_id: s.id,
            order_id: s.order_id,
            order_number: s.order_number,
            shipment: format!("{}-{}", s.order_number, s.n),
            provider: s.provider,
            days: s.days(now),
            collected: amount(s.cash),
            remitted: amount(s.remitted),
            missing: amount(s.missing()),
            delivered_at: s.delivered_at.rfc3339(),
            courier: names::shown_name(s.provider, &s.courier_name, lang),
            waybill: s.tracking_no,
            settlement_id: s.settlement_id,
        }
    }
}

/// Reads the filter of a query.
pub(super) fn filter(query: &ListQuery) -> ApiResult<CashFilter> {
    let first = |field: &str| query.values(field).and_then(|values| values.first());
    let not_a_choice = |field: &str| ApiError::field(format!("filter[{field}]"), common::NOT_A_CHOICE);
    let bucket = match first("bucket") {
        Some(word) => Some(Bucket::parse(word).ok_or_else(|| not_a_choice("bucket"))?),
        None => None,
    };
    let is_short = match first("is_short").map(String::as_str) {
        Some("true") => Some(true),
        Some("false") => Some(false),
        Some(_) => return Err(not_a_choice("is_short")),
        None => None,
    };
    let courier = CourierFilter::new(first("courier").map(String::as_str));
    let waybill = Some(tracking_key(&query.search)).filter(|key| !key.is_empty());
    Ok(CashFilter { courier, bucket, is_short, waybill })
}

/// A page of the shipments that match.
pub(super) async fn page(app: &App, scope: &StoreScope, query: &ListQuery, now: Millis) -> ApiResult<Page<OpenShipment>> {
    let (c, filter) = (app.db().conn(), filter(query)?);
    let window = Window::from_query(query, cash_store::orders(), false)?;
    let rows = cash_store::list(c, scope, &filter, now, &window).await?;
    let total = cash_store::count(c, scope, &filter, now).await?;
    Ok(window.page(rows, capped(total), |s| (Key::Int(s.delivered_at.0), s.id.raw())))
}

/// The shipments behind the cash with couriers, the oldest first. Search: beginning of a waybill. Filters: courier (its name;
/// by its own name a courier of the program is meant, whatever its shipments write), bucket (`0_7`, `8_14`, `15_30`, `over_30`),
/// `is_short` (paid in part by a settlement, or in none).
#[utoipa::path(get, path = "/courier-cash/shipments", tag = "CourierCash", params(CourierCashParams), responses(
    (status = 200, body = Listed<CourierCashShipmentView>), Refusals<422>,
))]
async fn list_courier_cash_shipments(
    State(app): State<App>,
    allowed: Allowed<Read>,
    query: ListQuery,
) -> ApiResult<Json<Listed<CourierCashShipmentView>>> {
    query.check(&[], FILTERS)?;
    let now = app.env().now();
    let profile = stores::get_profile(app.db().conn(), &allowed.scope).await?;
    let written = (profile.currency, profile.default_language);
    let page = page(&app, &allowed.scope, &query, now).await?;
    Ok(Json(query.answer(page.map(|s| CourierCashShipmentView::from_open(s, written, now)))))
}
