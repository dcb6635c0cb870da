//! "Try the connection": a real call to the gateway, outside of any transaction.

use std::time::Duration;

use gateways::payments::{ConnectionCheck, ExchangeLog, GatewayContext, GatewayError, UnreachableReason};
use kernel::{PaymentMethodId, StoreScope};
use platform::App;
use platform::identity::{self, AttemptKind};
use platform::journal::{self, Act, Entry};
use serde_json::json;
use web::{ApiError, ApiResult, Message};

use super::model::{Check, CheckOutcome, Connection};
use super::open::{ConnectionFault, open};
use super::store;
use crate::payments::{entities, store as methods};

/// A gateway makes some calls for a check, each with a limit of its own; somebody waits for the answer.
const LONGEST: Duration = Duration::from_secs(20);
/// What is kept of words that are somebody else's.
const MOST_WORDS: usize = 300;

const NO_CREDENTIALS: Message = Message::new("أدخل بيانات الربط أولًا.", "Enter the credentials first.");
const LOST_SECRET: Message =
    Message::new("تعذّر فتح المفاتيح المحفوظة. أدخلها مرة أخرى.", "The saved keys can't be opened any more. Enter them again.");

/// Tries the credentials that are stored, and stores how it went.
///
/// # Errors
/// 404; 409 without credentials that can be used, or when they were changed meanwhile; 429.
pub(super) async fn check(app: &App, scope: &StoreScope, id: PaymentMethodId) -> ApiResult<()> {
    let c = app.db().conn();
    let method = methods::find(c, scope, id).await?.ok_or_else(ApiError::not_found)?;
    let gateway = app.payment_gateways.get(method.provider.as_str()).ok_or_else(ApiError::not_found)?;
    let before = store::find(c, scope, id).await?;
    let opened = open(c, app, scope, &method).await?;
    let (Some(before), Ok(credentials)) = (before, &opened) else {
        return Err(if matches!(opened, Err(ConnectionFault::LostSecret)) {
            ApiError::conflict("lost_secret", LOST_SECRET)
        } else {
            ApiError::conflict("no_credentials", NO_CREDENTIALS)
        });
    };
    count_attempt(app, scope).await?;
    let log = ExchangeLog::new();
    let call = gateway.check(GatewayContext { credentials, log: &log });
    let answer = tokio::time::timeout(LONGEST, call).await.unwrap_or(Err(GatewayError::Unreachable(UnreachableReason::TimedOut)));
    write(app, scope, before, outcome(app, answer)).await
}

fn outcome(app: &App, answer: Result<ConnectionCheck, GatewayError>) -> Check {
    let at = app.env().now();
    match answer {
        Ok(ConnectionCheck { account, is_live }) => {
            Check { at, outcome: CheckOutcome::Connected, is_live, account, words: String::new() }
        }
        Err(error) => {
            let (outcome, words) = CheckOutcome::from_error(&error);
            Check { at, outcome, is_live: None, account: String::new(), words: shortened(words) }
        }
    }
}

/// One line of somebody else's words: control characters are no text, and one of the engines cannot store U+0000.
fn shortened(words: &str) -> String {
    let line: String = words.chars().map(|c| if c.is_control() { ' ' } else { c }).take(MOST_WORDS).collect();
    line.trim().to_owned()
}

async fn write(app: &App, scope: &StoreScope, before: Connection, check: Check) -> ApiResult<()> {
    let at = scope.clone();
    app.db()
        .tx(async move |c| {
            let id = before.method_id;
            if !store::set_check(c, &at, id, before.version, &check).await? {
                return Err(ApiError::stale());
            }
            let was = before.check.as_ref().map(|check| check.outcome);
            if was == Some(check.outcome) {
                return Ok(());
            }
            let entry = Entry::new(Act::Update, entities::PAYMENT_METHOD, id)
                .before(json!({"connection": was}))
                .after(json!({"connection": check.outcome}));
            journal::write(c, &at, check.at, db::Topics::SALES, entry).await?;
            Ok(())
        })
        .await
}

async fn count_attempt(app: &App, scope: &StoreScope) -> ApiResult<()> {
    let (env, store, from) = (app.env().clone(), scope.store().to_string(), scope.actor().ip.clone().unwrap_or_default());
    let counted = app
        .db()
        .tx(async move |c| identity::count_attempt(c, AttemptKind::PaymentCheck, &store, &from, env.id(), env.now()).await)
        .await?;
    counted.map_err(|retry_after| ApiError::too_many(identity::seconds(retry_after)))
}
