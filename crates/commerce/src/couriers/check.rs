//! Calls to a courier for a member who waits: "try the connection", and where it fetches parcels. Outside of any transaction.

use std::time::Duration;

use gateways::couriers::PickupLocation;
use gateways::{CallContext, CourierError, ExchangeLog, UnreachableReason};
use kernel::StoreScope;
use platform::App;
use platform::identity::{self, AttemptKind};
use platform::journal::{self, Act, Entry};
use serde_json::json;
use web::{ApiError, ApiResult, Message};

use super::account::{Account, AccountFault, open};
use super::model::{Check, CheckOutcome};
use super::outcome::failed_call;
use super::write::find_courier;
use super::{entities, store};

/// Somebody waits for the answer.
const LONGEST: Duration = Duration::from_secs(20);
/// Places of an account in one answer.
const MOST_LOCATIONS: usize = 200;

const NOT_CONNECTED: Message = Message::new("أدخل بيانات الربط أولًا.", "Enter the credentials first.");
const LOST_SECRET: Message =
    Message::new("تعذّر فتح المفاتيح المحفوظة. أدخلها مرة أخرى.", "The saved keys can't be opened any more. Enter them again.");

fn refused(fault: AccountFault) -> ApiError {
    match fault {
        AccountFault::NotConnected => ApiError::conflict("not_connected", NOT_CONNECTED),
        AccountFault::LostSecret => ApiError::conflict("lost_secret", LOST_SECRET),
    }
}

async fn opened<'a>(app: &'a App, scope: &StoreScope, word: &str) -> ApiResult<Account<'a>> {
    let provider = find_courier(app, word)?.0;
    open(app.db().conn(), app, scope, provider).await?.map_err(refused)
}

/// Tries the credentials that are stored, and stores how it went. A courier that is not called is as connected as it can be.
///
/// # Errors
/// 404; 409 without credentials that can be used, or when they were changed meanwhile; 429.
pub(super) async fn check(app: &App, scope: &StoreScope, word: &str) -> ApiResult<()> {
    let account = opened(app, scope, word).await?;
    count_attempt(app, scope).await?;
    let log = ExchangeLog::new();
    let call = account.courier.check(CallContext { credentials: &account.credentials, log: &log });
    let answer = tokio::time::timeout(LONGEST, call).await.unwrap_or(Err(CourierError::Unreachable(UnreachableReason::TimedOut)));
    let (outcome, words) = match answer {
        Ok(_) => (CheckOutcome::Connected, String::new()),
        Err(e) if is_not_offered(&e) => (CheckOutcome::Connected, String::new()),
        Err(e) => CheckOutcome::from_error(&e),
    };
    let check = Check { at: app.env().now(), outcome, words };
    let (at, row) = (scope.clone(), account.row);
    app.db()
        .tx(async move |c| {
            if !store::set_check(c, &at, row.id, row.version, &check).await? {
                return Err(ApiError::stale());
            }
            let was = row.check.as_ref().map(|check| check.outcome);
            if was == Some(check.outcome) {
                return Ok(());
            }
            let entry = Entry::new(Act::Update, entities::COURIER_ACCOUNT, row.id)
                .before(json!({"courier": row.provider, "connection": was}))
                .after(json!({"courier": row.provider, "connection": check.outcome}));
            journal::write(c, &at, check.at, db::Topics::SALES, entry).await?;
            Ok(())
        })
        .await
}

/// Where the courier fetches parcels for the account; none of a courier that has no pickups.
///
/// # Errors
/// 404; 409 without credentials that can be used, and when the courier does not answer; 429.
pub(super) async fn list_pickup_locations(app: &App, scope: &StoreScope, word: &str) -> ApiResult<Vec<PickupLocation>> {
    let account = opened(app, scope, word).await?;
    count_attempt(app, scope).await?;
    let log = ExchangeLog::new();
    let call = account.courier.list_pickup_locations(CallContext { credentials: &account.credentials, log: &log });
    match tokio::time::timeout(LONGEST, call).await.unwrap_or(Err(CourierError::Unreachable(UnreachableReason::TimedOut))) {
        Ok(locations) => Ok(locations.into_iter().take(MOST_LOCATIONS).collect()),
        Err(e) if is_not_offered(&e) => Ok(Vec::new()),
        Err(e) => Err(failed_call(&e)),
    }
}

fn is_not_offered(error: &CourierError) -> bool {
    error.refusal() == Some(gateways::couriers::RefusalCode::NotOffered)
}

async fn count_attempt(app: &App, scope: &StoreScope) -> ApiResult<()> {
    let (env, store, from) = (app.env().clone(), scope.store().to_string(), scope.actor().ip.clone().unwrap_or_default());
    let counted = app
        .db()
        .tx(async move |c| identity::count_attempt(c, AttemptKind::CourierCheck, &store, &from, env.id(), env.now()).await)
        .await?;
    counted.map_err(|retry_after| ApiError::too_many(identity::seconds(retry_after)))
}
