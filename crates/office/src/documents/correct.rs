//! Brings the documents of an invoiced order in line with its ledger (docs/decisions/0016).

use ::documents::{Document, Kind, PrintLanguage};
use db::Conn;
use kernel::{Env, OrderId, StoreScope};
use web::Message;

use super::issue::{self, DocumentError};
use super::store::{self, Follows};
use super::sync_documents::{self, LiveInvoice, PendingDocument};
use super::{credit, snapshot};
use commerce::orders::{self, ChargeReason};
use platform::App;
use platform::stores;

const EDITED: Message = Message::new("تعديل الطلب وإصدار فاتورة جديدة", "Order edited. Replaced by a new invoice");
const REFUNDED: Message = Message::new("استرداد للعميل", "Customer refund");
const RETURNED: Message = Message::new("منتجات مرتجعة غير مدفوعة", "Unpaid items returned");
const CANCELLED: Message = Message::new("إلغاء الطلب", "Order canceled");

/// The reason of a credit note, in the language of the store's documents.
fn reason(charge_reason: ChargeReason, language: PrintLanguage) -> String {
    let text = match charge_reason {
        ChargeReason::Edited | ChargeReason::Placed => EDITED,
        ChargeReason::Refunded => REFUNDED,
        ChargeReason::Returned => RETURNED,
        ChargeReason::Cancelled => CANCELLED,
    };
    match language {
        PrintLanguage::En => text.en.into_owned(),
        PrintLanguage::Both => format!("{} / {}", text.ar, text.en),
        PrintLanguage::Ar => text.ar.into_owned(),
    }
}

/// Issues the missing documents; idempotent.
///
/// # Errors
/// [`DocumentError`]; nothing was written then.
pub(super) async fn correct(app: &App, scope: &StoreScope, order: OrderId) -> Result<(), DocumentError> {
    let logo = issue::keep_logo(app, scope).await;
    let (at, env) = (scope.clone(), app.env().clone());
    app.db().tx(async move |c| correct_in(c, &env, &at, order, logo.clone()).await).await
}

async fn correct_in(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    order: OrderId,
    logo: Option<String>,
) -> Result<(), DocumentError> {
    // Concurrent corrections of the same order wait here, and then find nothing to do.
    let (order, items) = orders::lock(c, scope, order).await?.ok_or(DocumentError::NotFound)?;
    let Some(mut head) = store::find_newest_invoice(c, scope, order.id).await? else { return Ok(()) };
    let mut original: Document = store::find(c, scope, head.id).await?.ok_or(DocumentError::NotFound)?.content.0;
    let credits = store::list_credits(c, scope, head.id).await?;
    if credits.len() >= store::MOST_CREDITS {
        return Err(DocumentError::NothingLeft);
    }
    let Follows { basis, .. } = store::get_follows(c, scope, head.id).await?;
    let live = LiveInvoice {
        remaining: credit::remaining_lines(&original.lines, credits.iter().flat_map(|k| &k.content.0.lines)),
        // Documents from before this feature follow the whole order.
        basis: if basis.is_empty() { sync_documents::basis(&original.lines) } else { basis },
        lines: original.lines.clone(),
        is_by_hand: store::is_credited_by_hand(c, scope, head.id).await?,
    };
    let bill = orders::bill(c, scope, &order, store::get_followed_until(c, scope, order.id).await?).await?;
    let full = snapshot::lines(&order, &items);
    let pending = sync_documents::find_missing(&live, &bill, &full, order.is_vat_included);
    if pending.is_empty() {
        return Ok(());
    }
    let profile = stores::get_profile(c, scope).await?;
    for document in pending {
        match document {
            PendingDocument::Credit { lines, reason: charge_reason, refund, until } => {
                let reason = reason(charge_reason, profile.settings.document_language);
                issue::credit_note(c, env, scope, (&head, original.clone()), lines, reason, refund, until).await?;
            }
            PendingDocument::Invoice { lines, until } => {
                let follows = Follows { basis: sync_documents::basis(&full), until };
                let corrected =
                    issue::invoice(c, env, scope, (&order, &items, &profile), (lines, bill.owed), logo.clone(), &follows).await?;
                head = store::find_head(c, scope, corrected)
                    .await?
                    .filter(|h| h.kind() == Kind::Invoice)
                    .ok_or(DocumentError::NotFound)?;
                original = store::find(c, scope, corrected).await?.ok_or(DocumentError::NotFound)?.content.0;
            }
        }
    }
    Ok(())
}
