//! Closing a case, once, with a note.

use db::Topics;
use kernel::text_guard::{Lines, clean};
use kernel::{PaymentCaseId, StoreScope};
use serde_json::json;
use web::fields::guard_message;
use web::message::common;
use web::{FieldErrors, Message};

use super::{cases_store as cases, undecided};
use crate::orders::error::OrderError;
use crate::orders::{activity, entities, store as orders};
use platform::App;
use platform::journal::{self, Act, Entry};

const CLOSED: Message = Message::new("أُغلقت هذه الملاحظة سابقًا.", "This issue was already closed.");

fn invalid(message: Message) -> OrderError {
    OrderError::Fields(FieldErrors::one("note", message))
}

/// Closes a case; no money moves by it. An unpaid order that waited for nothing else can be released again.
///
/// # Errors
/// [`OrderError::NotFound`]; [`OrderError::Conflict`] `already_closed`; [`OrderError::Fields`] without a note.
pub(super) async fn close_case(app: &App, scope: &StoreScope, id: PaymentCaseId, note: &str) -> Result<(), OrderError> {
    let note = clean(note, 300, Lines::Single).map_err(|fault| invalid(guard_message(fault)))?;
    if note.is_empty() {
        return Err(invalid(common::REQUIRED));
    }
    let (at, env) = (scope.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let case = cases::find(c, &at, id).await?.ok_or(OrderError::NotFound)?;
            if let Some(order) = case.order_id {
                orders::lock(c, &at, order).await?;
            }
            if !cases::set_closed(c, &at, id, &note, now).await? {
                return Err(OrderError::Conflict("already_closed", CLOSED));
            }
            if let Some(order) = case.order_id {
                undecided::resume_release(c, &at, order, now).await?;
                let details = json!({ "payment_case_closed": { "kind": case.kind } });
                let entry = Entry::new(Act::Update, entities::ORDER, order).after(details);
                return activity::log(c, &at, order, now, entry, Some(&note)).await;
            }
            let entry = Entry::new(Act::Update, entities::PAYMENT_CASE, id).after(json!({ "closed": true }));
            journal::write(c, &at, now, Topics::SALES, entry.note(note.clone())).await?;
            Ok(())
        })
        .await
}
