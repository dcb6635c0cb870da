//! Opening an attempt, and what the gateway answered to its start (PY-03).

use db::Conn;
use gateways::payments::{NextStep, RefusalCode, Started};
use kernel::{Env, Millis, OrderId, PaymentAttemptId, PaymentMethodId, StoreScope, money};
use serde_json::json;
use web::Message;

use super::attempt_state::AttemptEvent;
use super::attempts_store as attempts;
use super::check_times::next_check;
use super::model::Attempt;
use super::record::record;
use super::recorded::{Recorded, Source};
use super::undecided;
use super::words::{AttemptState, NextStepKind, Purpose};
use crate::orders::error::OrderError;
use crate::orders::status::Status;
use crate::orders::{activity, entities, ledger, order_confirmation, store as orders};
use platform::journal::{Act, Entry};
use platform::stores;

/// How long an order keeps its goods for a payment on a page of the gateway.
pub const PAGE_HOLD: i64 = 60 * Millis::MINUTE;
/// How long it does for a kiosk's code whose end the gateway does not tell.
pub const CODE_HOLD: i64 = 48 * Millis::HOUR;

const ENDED: Message = Message::new("انتهى هذا الطلب ولا يقبل الدفع.", "This order has ended and can't be paid.");
const TOO_MANY: Message =
    Message::new("محاولات الدفع كثيرة. تواصل مع المتجر.", "Too many payment attempts for this order. Please contact the store.");

/// An attempt to open.
#[derive(Debug, Clone, Copy)]
pub struct NewAttempt<'a> {
    /// The payment method that the shopper chose.
    pub method: Option<PaymentMethodId>,
    /// Its provider: `PAYMOB`.
    pub provider: &'a str,
    /// The merchant's account that may take it; empty for any.
    pub account: &'a str,
    /// Whether the method takes real money; none where that is not known.
    pub is_live: Option<bool>,
    /// What it pays.
    pub purpose: Purpose,
}

/// Opens an attempt in the caller's transaction, for all that is owed or for the missing deposit. Earlier attempts stay payable: if
/// two are paid, both are booked and the merchant is told. A retry prolongs the time for which the order keeps its goods.
///
/// # Errors
/// [`OrderError::NotFound`]; [`OrderError::NothingOwed`]; [`OrderError::Conflict`] `order_ended` for a draft or an order that was
/// cancelled or returned, `payment_under_review` while a case of its money is open, `too_many_attempts` after [`attempts::MOST`].
pub async fn open(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    order: OrderId,
    new: &NewAttempt<'_>,
) -> Result<Attempt, OrderError> {
    if !orders::lock(c, scope, order).await? {
        return Err(OrderError::NotFound);
    }
    let order = orders::find(c, scope, order).await?.ok_or(OrderError::NotFound)?;
    if !order.status.holds_stock() {
        return Err(OrderError::Conflict("order_ended", ENDED));
    }
    if undecided::exists(c, scope, order.id).await? {
        return Err(OrderError::Conflict("payment_under_review", undecided::UNDER_REVIEW));
    }
    if attempts::list_by_order(c, scope, order.id).await?.len() >= usize::try_from(attempts::MOST).unwrap_or(usize::MAX) {
        return Err(OrderError::Conflict("too_many_attempts", TOO_MANY));
    }
    let amount = match new.purpose {
        Purpose::WholeOrder | Purpose::PaymentLink => ledger::store::get_sums(c, scope, order.id).await?.owed(),
        Purpose::Deposit => order_confirmation::deposit::find_due(c, scope, &order).await?.map_or(0, |due| due.missing),
    };
    if amount <= 0 {
        return Err(OrderError::NothingOwed);
    }
    let (now, id, currency) = (env.now(), env.id(), stores::get_profile(c, scope).await?.currency);
    let expires_at = now.plus(PAGE_HOLD);
    let is_held = new.purpose == Purpose::WholeOrder && order.status == Status::Pending;
    let attempt = Attempt {
        id,
        order_id: order.id,
        payment_method_id: new.method,
        provider: new.provider.to_owned(),
        purpose: new.purpose,
        amount,
        currency,
        // People look for the order's number; the id makes it unique, also where two stores share an account at the gateway.
        reference: format!("{}-{id}", order.number),
        provider_reference: None,
        account: new.account.to_owned(),
        is_live: new.is_live,
        state: AttemptState::Created,
        next_step: NextStepKind::None,
        next_address: String::new(),
        refusal_code: String::new(),
        refusal_words: String::new(),
        created_at: now,
        expires_at,
        decided_at: None,
        release_at: is_held.then_some(expires_at),
        checks_from: now,
        check_step: 0,
        next_check_at: next_check(now, expires_at, 0),
        version: 1,
    };
    attempts::insert(c, scope, &attempt).await?;
    let details = json!({ "provider": attempt.provider, "amount": money::format(amount, currency) });
    let entry = Entry::new(Act::Update, entities::ORDER, order.id).after(json!({ "payment_started": details }));
    activity::log(c, scope, order.id, now, entry, None).await?;
    Ok(attempt)
}

/// An attempt whose order is locked; none when there is none.
pub(super) async fn lock(c: Conn<'_>, scope: &StoreScope, id: PaymentAttemptId) -> Result<Option<Attempt>, OrderError> {
    let Some(attempt) = attempts::find(c, scope, id).await? else { return Ok(None) };
    if !orders::lock(c, scope, attempt.order_id).await? {
        return Ok(None);
    }
    Ok(attempts::find(c, scope, id).await?)
}

/// Writes where the shopper goes, in the caller's transaction. `code_until` is until when a kiosk's code is valid, where the gateway
/// tells it. Answers the booking where the gateway says that it is paid already.
///
/// # Errors
/// [`OrderError`].
pub async fn started(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    id: PaymentAttemptId,
    answer: &Started,
    code_until: Option<Millis>,
) -> Result<Option<Recorded>, OrderError> {
    let mut attempt = lock(c, scope, id).await?.ok_or(OrderError::NotFound)?;
    let (name, provider) = (answer.provider_reference.as_str(), attempt.provider.clone());
    let owner = attempts::find_by_provider_reference(c, scope, &provider, name).await?;
    if !name.is_empty() && owner.is_none() {
        attempt.provider_reference = Some(name.to_owned());
    }
    if attempt.state.is_open() {
        let (step, address) = match &answer.next {
            NextStep::Redirect { url } => (NextStepKind::Redirect, url.as_str()),
            NextStep::Frame { url } => (NextStepKind::Frame, url.as_str()),
            NextStep::KioskCode { code } => (NextStepKind::KioskCode, code.as_str()),
            NextStep::AlreadyPaid(_) => (NextStepKind::None, ""),
        };
        (attempt.next_step, attempt.next_address) = (step, address.to_owned());
        attempt.state = attempt.state.after(AttemptEvent::Start).unwrap_or(attempt.state);
        if step == NextStepKind::KioskCode {
            attempt.expires_at = code_until.unwrap_or(attempt.created_at.plus(CODE_HOLD)).max(attempt.expires_at);
            attempt.release_at = attempt.release_at.map(|_| attempt.expires_at);
        }
    }
    attempt.version += 1;
    attempts::update(c, scope, &attempt).await?;
    match &answer.next {
        NextStep::AlreadyPaid(transaction) => {
            let source = Source { provider: &provider, attempt: Some(id), request: None };
            Ok(Some(record(c, env, scope, source, transaction).await?))
        }
        _ => Ok(None),
    }
}

/// The gateway refused to start it: the shopper chooses again.
///
/// # Errors
/// [`OrderError`].
pub async fn start_refused(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    id: PaymentAttemptId,
    code: RefusalCode,
    words: &str,
) -> Result<(), OrderError> {
    let mut attempt = lock(c, scope, id).await?.ok_or(OrderError::NotFound)?;
    let Some(state) = attempt.state.after(AttemptEvent::Decline) else { return Ok(()) };
    let now = env.now();
    (attempt.state, attempt.decided_at, attempt.version) = (state, Some(now), attempt.version + 1);
    code.as_str().clone_into(&mut attempt.refusal_code);
    attempt.refusal_words = words.chars().take(300).collect();
    attempts::update(c, scope, &attempt).await?;
    let details = json!({ "provider": attempt.provider, "code": attempt.refusal_code, "words": attempt.refusal_words });
    let entry = Entry::new(Act::Update, entities::ORDER, attempt.order_id).after(json!({ "payment_declined": details }));
    activity::log(c, scope, attempt.order_id, now, entry, None).await
}
