//! Accepting a receipt, which records its payment, or refusing it with a reason; once.

use kernel::text_guard::{Lines, clean};
use kernel::{Currency, OrderId, ReceiptId, StoreScope};
use serde_json::json;
use web::message::common;
use web::{ApiError, FieldErrors, Message};

use super::store;
use super::wire::{ReceiptAcceptIn, ReceiptRefuseIn};
use crate::cod_risk::is_cash;
use crate::orders::activity;
use crate::orders::entities;
use crate::orders::error::OrderError;
use crate::orders::payment::IncomingPayment;
use crate::orders::{ledger, order_confirmation, payment, store as orders};
use platform::App;
use platform::journal::{Act, Entry};
use web::fields::{amount, guard_message};

const DECIDED: Message = Message::new("تمت مراجعة هذا الإيصال سابقًا.", "This receipt was already reviewed.");
const POSITIVE: Message = Message::new("أدخل مبلغًا أكبر من صفر.", "Enter an amount above zero.");

/// Why a receipt was not decided. Nothing was written.
#[derive(Debug, thiserror::Error)]
pub(super) enum DecideError {
    /// The order has no such receipt.
    #[error("no such receipt")]
    NotFound,
    /// It was accepted or refused already.
    #[error("decided already")]
    Decided,
    /// As for other changes of an order.
    #[error(transparent)]
    Order(#[from] OrderError),
}

impl From<db::Error> for DecideError {
    fn from(e: db::Error) -> Self {
        Self::Order(e.into())
    }
}

impl From<DecideError> for ApiError {
    fn from(e: DecideError) -> Self {
        match e {
            DecideError::NotFound => Self::not_found(),
            DecideError::Decided => Self::conflict("already_decided", DECIDED),
            DecideError::Order(e) => e.into(),
        }
    }
}

fn invalid(path: &str, message: Message) -> DecideError {
    OrderError::Fields(FieldErrors::one(path, message)).into()
}

/// Records the payment: all that is owed, or the rest of a missing deposit, or the given amount.
pub(super) async fn accept(
    app: &App,
    scope: &StoreScope,
    order: OrderId,
    id: ReceiptId,
    sent: ReceiptAcceptIn,
    currency: Currency,
) -> Result<(), DecideError> {
    let note = activity::note(sent.note.as_deref())?;
    let mut errors = FieldErrors::new();
    let requested = sent.amount.as_ref().map(|text| amount(&mut errors, "amount", text, currency));
    if errors.is_empty() && requested == Some(0) {
        errors.add("amount", POSITIVE);
    }
    if !errors.is_empty() {
        return Err(OrderError::Fields(errors).into());
    }
    let (at, env, version) = (scope.clone(), app.env().clone(), sent.version);
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let found = orders::find(c, &at, order).await?.ok_or(DecideError::NotFound)?;
            let receipt = store::find(c, &at, order, id).await?.ok_or(DecideError::NotFound)?;
            if receipt.status != "waiting" {
                return Err(DecideError::Decided);
            }
            if version.is_some_and(|v| v != found.version) {
                return Err(OrderError::Stale.into());
            }
            let before = ledger::store::get_sums(c, &at, order).await?.paid();
            // While a deposit is missing, its receipt is for the deposit.
            let requested = match requested {
                None => order_confirmation::deposit::find_due(c, &at, &found).await?.map(|d| d.missing).filter(|n| *n > 0),
                amount => amount,
            };
            // For a cash order without a missing deposit the merchant must give the amount: the rest is paid on delivery.
            if requested.is_none() && is_cash(&found.payment_provider) {
                return Err(invalid("amount", common::REQUIRED));
            }
            let payment = IncomingPayment { amount: requested, note: note.as_deref(), receipt: Some(id) };
            payment::take(c, &env, &at, &found, payment, currency, now).await?;
            let paid = ledger::store::get_sums(c, &at, order).await?.paid() - before;
            if !store::set_decision(c, &at, id, ("accepted", Some(paid), ""), now).await? {
                return Err(DecideError::Decided);
            }
            Ok(())
        })
        .await
}

/// Refuses a receipt; the shopper sees the reason, and may send another.
pub(super) async fn refuse(
    app: &App,
    scope: &StoreScope,
    order: OrderId,
    id: ReceiptId,
    sent: ReceiptRefuseIn,
) -> Result<(), DecideError> {
    let reason = clean(&sent.reason, 300, Lines::Single).map_err(|fault| invalid("reason", guard_message(fault)))?;
    if reason.is_empty() {
        return Err(invalid("reason", common::REQUIRED));
    }
    let (at, env) = (scope.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            if !orders::lock(c, &at, order).await? {
                return Err(DecideError::NotFound);
            }
            store::find(c, &at, order, id).await?.ok_or(DecideError::NotFound)?;
            if !store::set_decision(c, &at, id, ("refused", None, &reason), now).await? {
                return Err(DecideError::Decided);
            }
            order_confirmation::deposit::wait_on(c, &at, order, now).await?;
            let entry =
                Entry::new(Act::Update, entities::ORDER, order).after(json!({ "receipt_refused": id })).note(reason.clone());
            Ok(activity::log(c, &at, order, now, entry, None).await?)
        })
        .await
}
