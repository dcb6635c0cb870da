//! Payments that no attempt of the store started.

use db::{Conn, Topics};
use gateways::payments::Transaction;
use kernel::{Env, StoreScope, money};
use serde_json::json;

use super::model::{Case, PaymentTransaction};
use super::recorded::{Recorded, RecordedEffect, Source};
use super::words::{CaseKind, TransactionStatus};
use super::{cases_store as cases, transactions_store as transactions};
use crate::orders::entities;
use crate::orders::error::OrderError;
use platform::journal::{self, Act, Entry};

/// A payment that no attempt of the store started: a case, once. What moved no money is not stored: a merchant may take payments with
/// the same account elsewhere.
pub(super) async fn record_unknown(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    source: Source<'_>,
    t: &Transaction,
) -> Result<Recorded, OrderError> {
    let now = env.now();
    let row = PaymentTransaction::reported(env.id(), source.provider, t, now);
    let mut opened = Vec::new();
    let is_money = matches!(row.status, TransactionStatus::Paid | TransactionStatus::OnHold);
    if is_money && transactions::insert_unknown(c, scope, &row).await? {
        let case = Case {
            id: env.id(),
            order_id: None,
            attempt_id: None,
            transaction_id: row.id,
            kind: CaseKind::UnknownPayment,
            amount: row.amount,
            currency: row.currency,
            opened_at: now,
            closed_at: None,
            closed_by: String::new(),
            note: String::new(),
        };
        if cases::insert(c, scope, &case).await? {
            opened.push(case.kind);
            let details =
                json!({ "kind": case.kind, "amount": money::format(case.amount, case.currency), "provider": row.provider });
            let entry = Entry::new(Act::Create, entities::PAYMENT_CASE, case.id).after(details);
            journal::write(c, scope, now, Topics::SALES, entry).await?;
        }
    }
    Ok(Recorded { order: None, attempt: None, effect: RecordedEffect::Unknown, cases: opened, is_order_paid: false })
}
