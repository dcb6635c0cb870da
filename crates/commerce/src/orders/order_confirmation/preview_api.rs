//! Preview of COD rules: their decisions for the cash orders of the last 90 days.

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use kernel::{Currency, Millis, money};
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::{Allowed, ApiError, ApiResult, Data, JsonIn, Refusals, Subject};

use super::preview_store::{self, NumberRow, PastRow};
use super::replay::{ActionOutcome, PastCall, replay};
use crate::cod_risk::{self, Action, History, RulesIn};
use platform::{App, stores};

/// How far the preview looks back.
const DAYS: i64 = 90;
/// The most orders that are evaluated, the newest first.
const MOST_ORDERS: i64 = 20_000;
/// The most calls that are read, the newest first.
const MOST_CALLS: i64 = 50_000;

web::permissions! { Read = Read Payment; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(preview_cod_rules))
}

/// The orders of an action, and their outcomes.
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
    /// Sum of the deposits; only for `deposit`.
    deposits: Option<String>,
}

/// The preview of rules.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = CodPreview)]
pub struct PreviewView {
    days: i64,
    /// Number of evaluated cash orders.
    orders: i64,
    value: String,
    /// There were more: only the newest were evaluated.
    is_capped: bool,
    /// Every action, the mildest first.
    actions: Vec<ActionView>,
}

fn action_view(action: Action, outcome: ActionOutcome, currency: Currency) -> ActionView {
    let ActionOutcome { orders, value, delivered, delivered_value, refused, refused_value, returned, cancelled, open, deposits } =
        outcome;
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

/// Replays the cash orders of the last 90 days against these rules, each with the history that was known at its time; the newest
/// 20 000. Nothing is stored. Needs `Read` on Order as well.
#[utoipa::path(post, path = "/cod-rules/preview", tag = "Payment", request_body = RulesIn, responses(
    (status = 200, body = Data<PreviewView>), Refusals<422>,
))]
async fn preview_cod_rules(
    State(app): State<App>,
    allowed: Allowed<Read>,
    JsonIn(sent): JsonIn<RulesIn>,
) -> ApiResult<Json<Data<PreviewView>>> {
    // The answer is about orders only.
    if !allowed.may_read(Subject::Order) {
        return Err(ApiError::forbidden());
    }
    let profile = stores::get_profile(app.db().conn(), &allowed.scope).await?;
    let currency = profile.currency;
    let rules = sent.read(currency).map_err(ApiError::invalid)?;
    let high_value = cod_risk::high_value(&rules, &profile);
    let (scope, since) = (allowed.scope.clone(), app.env().now().plus(-DAYS * Millis::DAY));
    let preview = app
        .db()
        .report(async move |c| {
            let mut found = preview_store::list_orders(c, &scope, since, MOST_ORDERS).await?;
            found.reverse();
            // A customer may have ordered by several numbers: the counters of all of them are added, each number once.
            let mut numbers: HashMap<String, (i64, History)> = HashMap::new();
            for NumberRow { person, mobile, history } in preview_store::list_further_numbers(c, &scope, MOST_ORDERS).await? {
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
            let calls: Vec<PastCall> = preview_store::list_calls(c, &scope, since, MOST_CALLS)
                .await?
                .into_iter()
                .filter_map(|(mobile, outcome, at)| {
                    let person = numbers.get(&mobile)?.0;
                    Some(PastCall { person, is_wrong: outcome == "wrong_number", at })
                })
                .collect();
            let value = orders.iter().map(|o| o.value).sum::<i64>();
            let count = i64::try_from(orders.len()).unwrap_or(i64::MAX);
            let outcomes = replay(&rules, high_value, currency, &orders, &calls, known);
            Ok::<_, db::Error>(PreviewView {
                days: DAYS,
                orders: count,
                value: money::format(value, currency),
                is_capped: count >= MOST_ORDERS,
                actions: outcomes.into_iter().map(|(action, outcome)| action_view(action, outcome, currency)).collect(),
            })
        })
        .await?;
    Ok(data(preview))
}
