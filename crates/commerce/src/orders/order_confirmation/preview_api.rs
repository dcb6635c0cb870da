//! What rules would have done with the cash orders of the last 90 days.

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use db::{Conn, FromRow, Json as Document, Result, Row as Cells, p};
use kernel::{Currency, Millis, StoreScope, money};
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use web::list::data;
use web::{Allowed, ApiError, ApiResult, Data, JsonIn, Refusals, Subject};

use super::replay::{ActionOutcome, FinalOutcome, Past, PastCall, replay};
use crate::cod_risk::{self, Action, AddressQuality, History, RulesIn};
use customers::Address;
use platform::{App, stores};

/// How far the preview looks back.
const DAYS: i64 = 90;
/// The newest orders that it looks at.
const MOST_ORDERS: i64 = 20_000;
/// And the newest calls.
const MOST_CALLS: i64 = 50_000;

web::permissions! { Read = Read Payment; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(preview_cod_rules))
}

/// What an action would have been done with, and what became of it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = CodPreviewAction)]
pub struct ActionView {
    action: Action,
    orders: i64,
    value: String,
    delivered: i64,
    delivered_value: String,
    refused: i64,
    refused_value: String,
    returned: i64,
    cancelled: i64,
    /// Not ended yet.
    open: i64,
    /// What would have been paid in advance; of `deposit` alone.
    deposits: Option<String>,
}

/// What rules would have done.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = CodPreview)]
pub struct PreviewView {
    days: i64,
    /// Cash orders that were looked at.
    orders: i64,
    value: String,
    /// There were more: the newest were looked at.
    is_capped: bool,
    /// Every action, from the mildest.
    actions: Vec<ActionView>,
}

fn told(action: Action, done: ActionOutcome, currency: Currency) -> ActionView {
    let ActionOutcome { orders, value, delivered, delivered_value, refused, refused_value, returned, cancelled, open, deposits } =
        done;
    let amount = |n| money::format(n, currency);
    ActionView {
        action,
        orders,
        value: amount(value),
        delivered,
        delivered_value: amount(delivered_value),
        refused,
        refused_value: amount(refused_value),
        returned,
        cancelled,
        open,
        deposits: (action == Action::Deposit).then(|| amount(deposits)),
    }
}

/// What these rules would have done with the cash orders of the last 90 days, each judged by what was known at its moment; the
/// newest 20 000. Nothing is kept. Needs `Read` on Order as well.
#[utoipa::path(post, path = "/cod-rules/preview", tag = "Payment", request_body = RulesIn, responses(
    (status = 200, body = Data<PreviewView>), Refusals<422>,
))]
async fn preview_cod_rules(
    State(app): State<App>,
    who: Allowed<Read>,
    JsonIn(sent): JsonIn<RulesIn>,
) -> ApiResult<Json<Data<PreviewView>>> {
    // It tells of nothing but orders.
    if !who.sees(Subject::Order) {
        return Err(ApiError::forbidden());
    }
    let profile = stores::get_profile(app.db().conn(), &who.scope).await?;
    let currency = profile.currency;
    let rules = sent.read(currency).map_err(ApiError::invalid)?;
    let high_value = cod_risk::high_value(&rules, &profile);
    let (scope, since) = (who.scope.clone(), app.env().now().plus(-DAYS * Millis::DAY));
    let preview = app
        .db()
        .report(async move |c| {
            let mut found: Vec<PastRow> = orders(c, &scope, since).await?;
            found.reverse();
            // A person may have ordered by several numbers: what is counted is theirs, each number once.
            let mut numbers: HashMap<String, (i64, History)> = HashMap::new();
            for NumberRow { person, mobile, history } in further_numbers(c, &scope).await? {
                numbers.insert(mobile, (person, history));
            }
            let mut orders = Vec::with_capacity(found.len());
            for PastRow { past, mobile, history } in found {
                numbers.entry(mobile).or_insert((past.person, history));
                orders.push(past);
            }
            let mut known: HashMap<i64, History> = HashMap::new();
            for (person, history) in numbers.values() {
                let sum = known.entry(*person).or_default();
                *sum = sum.plus(history);
            }
            let calls: Vec<PastCall> = calls(c, &scope, since)
                .await?
                .into_iter()
                .filter_map(|(mobile, outcome, at)| {
                    let person = numbers.get(&mobile)?.0;
                    Some(PastCall { person, is_wrong: outcome == "wrong_number", at })
                })
                .collect();
            let value = orders.iter().map(|o| o.value).sum::<i64>();
            let count = i64::try_from(orders.len()).unwrap_or(i64::MAX);
            let done = replay(&rules, (high_value, currency), &orders, &calls, known);
            Ok::<_, db::Error>(PreviewView {
                days: DAYS,
                orders: count,
                value: money::format(value, currency),
                is_capped: count >= MOST_ORDERS,
                actions: done.into_iter().map(|(action, done)| told(action, done, currency)).collect(),
            })
        })
        .await?;
    Ok(data(preview))
}

/// An order with its number and what is counted of it today.
struct PastRow {
    past: Past,
    mobile: String,
    history: History,
}

fn counted(row: &mut Cells<'_>) -> Result<History> {
    Ok(History {
        delivered: row.get()?,
        refused: row.get()?,
        returned: row.get()?,
        cancelled: row.get()?,
        no_answer: row.get()?,
        wrong_number: row.get()?,
        recent: 0,
        has_ordered: true,
    })
}

impl FromRow for PastRow {
    fn from_row(row: &mut Cells<'_>) -> Result<Self> {
        let (person, mobile, city, value, total) = (row.get()?, row.get()?, row.get()?, row.get()?, row.get()?);
        let is_first = row.get()?;
        let (status, delivered): (String, Option<Millis>) = (row.get()?, row.get()?);
        let address = row.get::<Document<Option<Address>>>()?.0;
        // What came back was accepted once, whether its money was given back or not.
        let ending = match (status.as_str(), delivered) {
            ("DLVR", _) => FinalOutcome::Delivered,
            ("RTRN", Some(_)) => FinalOutcome::Returned,
            ("RFSD" | "RTRN", _) => FinalOutcome::Refused,
            ("CNCL", _) => FinalOutcome::Cancelled,
            _ => FinalOutcome::Open,
        };
        let (placed, changed) = (row.get()?, row.get()?);
        let address = address.as_ref().map(AddressQuality::from_address);
        let past = Past { person, city, value, total, address, is_first, ending, placed, changed };
        Ok(Self { past, mobile, history: counted(row)? })
    }
}

async fn orders(c: Conn<'_>, scope: &StoreScope, since: Millis) -> Result<Vec<PastRow>> {
    let sql = "SELECT o.customer_id, o.mobile, o.city, o.total - o.payment_fees, o.total, o.is_first_order, o.status, o.delivered_at, o.address, \
               o.created_at, o.updated_at, COALESCE(k.delivered, 0), COALESCE(k.refused, 0), COALESCE(k.returned, 0), \
               COALESCE(k.cancelled, 0), COALESCE(k.no_answer, 0), COALESCE(k.wrong_number, 0) FROM orders o \
               LEFT JOIN phone_outcomes k ON k.store_id = o.store_id AND k.mobile = o.mobile \
               WHERE o.store_id = ?1 AND o.payment_provider = 'COD' AND o.created_at >= ?2 AND o.status <> 'DRFT' \
               ORDER BY o.created_at DESC, o.id DESC LIMIT ?3";
    c.all(sql, p![scope.store(), since, MOST_ORDERS]).await
}

/// A number of a customer who has several.
struct NumberRow {
    person: i64,
    mobile: String,
    history: History,
}

impl FromRow for NumberRow {
    fn from_row(row: &mut Cells<'_>) -> Result<Self> {
        Ok(Self { person: row.get()?, mobile: row.get()?, history: counted(row)? })
    }
}

/// What is counted of the numbers of customers who have several: records that were merged, as many as are looked at of orders.
async fn further_numbers(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<NumberRow>> {
    let sql = "SELECT n.customer_id, n.mobile, k.delivered, k.refused, k.returned, k.cancelled, k.no_answer, k.wrong_number FROM ( \
               SELECT x.customer_id AS customer_id, x.value AS mobile FROM customer_contacts x WHERE x.store_id = ?1 AND x.kind = 'mobile' \
               UNION SELECT u.id, u.mobile FROM customer_contacts x JOIN customers u ON u.store_id = x.store_id AND u.id = x.customer_id \
               WHERE x.store_id = ?1 AND x.kind = 'mobile' AND u.mobile IS NOT NULL) AS n \
               JOIN phone_outcomes k ON k.store_id = ?1 AND k.mobile = n.mobile LIMIT ?2";
    c.all(sql, p![scope.store(), MOST_ORDERS]).await
}

async fn calls(c: Conn<'_>, scope: &StoreScope, since: Millis) -> Result<Vec<(String, String, Millis)>> {
    let sql = "SELECT mobile, outcome, at FROM order_calls WHERE store_id = ?1 AND at >= ?2 AND is_undone = FALSE \
               AND outcome IN ('no_answer', 'wrong_number') ORDER BY at DESC LIMIT ?3";
    c.all(sql, p![scope.store(), since, MOST_CALLS]).await
}
