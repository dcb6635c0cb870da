//! Invoices that are issued by themselves, when an order is paid or has left the store, as the store wants it.

use jobs::{JobResult, Outcome, Registry};
use kernel::{Actor, StoreScope};

use super::issue::{DocumentError, issue_invoice};
use super::store;
use crate::orders::{self, InvoiceDueJob, PaymentStatus, Status};
use crate::{App, stores};

/// The slice's job handlers and schedules.
pub fn register(registry: &mut Registry<App>) {
    registry.on(invoice_due);
}

async fn invoice_due(app: App, job: InvoiceDueJob) -> JobResult {
    let scope = StoreScope::new(job.store, Actor::system());
    let c = app.db().conn();
    let when = stores::profile(c, &scope).await?.settings.invoice_when;
    let Some((order, _)) = orders::find_many(c, &scope, &[job.order]).await?.remove(&job.order) else { return Ok(Outcome::Done) };
    let (is_paid, has_left) = (order.payment_status == PaymentStatus::Paid, order.status.has_left());
    let is_due = match when.as_str() {
        "paid" => is_paid,
        // What came back is not invoiced any more.
        _ if order.status == Status::Returned => false,
        "shipped" => has_left,
        "manual" => false,
        _ => is_paid || has_left,
    };
    if is_due {
        // Once an order had one, another is somebody's decision: it may have been taken back.
        if store::newest_invoice(c, &scope, job.order).await?.is_some() {
            return Ok(Outcome::Done);
        }
        match issue_invoice(&app, &scope, job.order).await {
            // Issued by hand meanwhile, or cancelled.
            Ok(_) | Err(DocumentError::AlreadyIssued(_) | DocumentError::NotInvoiceable | DocumentError::NotFound) => {}
            Err(e) => return Err(e.into()),
        }
    }
    Ok(Outcome::Done)
}
