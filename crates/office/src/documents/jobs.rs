//! Automatic invoices, issued when an order is paid or shipped, by the store's setting; and the correction of an invoiced order's
//! documents when its charges change.

use jobs::{JobResult, Outcome, Registry};
use kernel::{Actor, StoreScope};

use super::issue::{DocumentError, issue_invoice};
use super::{correct, details, store};
use commerce::orders::{self, InvoiceDueJob, PaymentStatus, Status};
use platform::stores::InvoiceWhen;
use platform::{App, stores};

/// The slice's job handlers and schedules.
pub fn register(registry: &mut Registry<App>) {
    registry.on(invoice_due);
    registry.on(details::issue_waiting);
}

async fn invoice_due(app: App, job: InvoiceDueJob) -> JobResult {
    let scope = StoreScope::new(job.store, Actor::system());
    let c = app.db().conn();
    let invoice_when = stores::get_profile(c, &scope).await?.settings.invoice_when;
    let Some((order, _)) = orders::find_many(c, &scope, &[job.order]).await?.remove(&job.order) else { return Ok(Outcome::Done) };
    let (is_paid, has_left) = (order.payment_status == PaymentStatus::Paid, order.status.has_left());
    let is_due = match invoice_when {
        InvoiceWhen::Paid => is_paid,
        // A returned order is not invoiced any more.
        _ if order.status == Status::Returned => false,
        InvoiceWhen::Shipped => has_left,
        InvoiceWhen::Manual => false,
        InvoiceWhen::PaidOrShipped => is_paid || has_left,
    };
    // Once an order has an invoice, its documents follow its ledger, whatever the store's setting for the first.
    if store::find_newest_invoice(c, &scope, job.order).await?.is_some() {
        correct::correct(&app, &scope, job.order).await?;
    } else if is_due {
        match issue_invoice(&app, &scope, job.order).await {
            // Issued by hand meanwhile, cancelled, or refunded before it was invoiced.
            Ok(_)
            | Err(
                DocumentError::AlreadyIssued(_)
                | DocumentError::NotInvoiceable
                | DocumentError::NothingCharged
                // Enqueued again once the details are there.
                | DocumentError::DetailsMissing
                | DocumentError::NotFound,
            ) => {}
            Err(e) => return Err(e.into()),
        }
    }
    Ok(Outcome::Done)
}
