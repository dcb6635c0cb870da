//! The two transitions: issuing an invoice, and issuing a credit note against one.

use ::documents::{Document, Kind, Line};
use db::Conn;
use kernel::text_guard::{Lines, clean};
use kernel::{DocumentId, Env, OrderId, RefundId, StoreScope, money};
use serde_json::json;
use web::{ApiError, FieldErrors, Message};

use super::credit::{self, Credit};
use super::store::{self, Follows, Head};
use super::{details, snapshot, sync_documents};
use commerce::orders::{self, Order, OrderItem, Status};
use platform::stores::{self, StoreProfile};
use platform::{App, media};
use web::fields::guard_message;

/// The width at which a logo is stored, in pixels: enough for the largest print.
const LOGO_WIDTH: u32 = 640;

/// Why no document was issued. Nothing was written, and no number was used.
#[derive(Debug, thiserror::Error)]
pub enum DocumentError {
    /// There is no such order, or invoice, in the store.
    #[error("no such order or invoice")]
    NotFound,
    /// The order has an invoice that is not wholly credited.
    #[error("already invoiced")]
    AlreadyIssued(DocumentId),
    /// A draft or a cancelled order.
    #[error("not to be invoiced")]
    NotInvoiceable,
    /// The seller details are missing.
    #[error("the store's details are missing")]
    DetailsMissing,
    /// All of the order's money was refunded or written off.
    #[error("nothing is charged")]
    NothingCharged,
    /// All of the invoice is credited.
    #[error("nothing left")]
    NothingLeft,
    /// Fields are not valid.
    #[error("invalid fields")]
    Fields(FieldErrors),
    /// Of the database.
    #[error(transparent)]
    Db(#[from] db::Error),
}

const ALREADY: Message = Message::new("تم إصدار فاتورة لهذا الطلب.", "This order already has an invoice.");
const NOT_INVOICEABLE: Message =
    Message::new("لا يمكن إصدار فاتورة لطلب غير مكتمل أو ملغي.", "Incomplete or canceled orders can't be invoiced.");
const DETAILS_MISSING: Message = Message::new(
    "أكمل بيانات الفاتورة والضريبة في الإعدادات قبل إصدار أول فاتورة.",
    "Add your invoice and tax details in Settings before the first invoice.",
);
const NOTHING_CHARGED: Message = Message::new(
    "لا يوجد مبلغ للفوترة: تم استرداد الطلب أو إسقاطه بالكامل.",
    "Nothing to invoice: the order was fully refunded or written off.",
);
const NOTHING_LEFT: Message =
    Message::new("تم إصدار إشعار دائن بكامل قيمة الفاتورة.", "This invoice was already fully credited.");

/// The document that exists already.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
pub(super) struct IssuedDocument {
    id: DocumentId,
}

impl From<DocumentError> for ApiError {
    fn from(e: DocumentError) -> Self {
        match e {
            DocumentError::NotFound => Self::not_found(),
            DocumentError::AlreadyIssued(id) => Self::conflict("already_issued", ALREADY).with_current(&IssuedDocument { id }),
            DocumentError::NotInvoiceable => Self::conflict("not_invoiceable", NOT_INVOICEABLE),
            DocumentError::DetailsMissing => Self::conflict("invoice_details_missing", DETAILS_MISSING),
            DocumentError::NothingCharged => Self::conflict("nothing_charged", NOTHING_CHARGED),
            DocumentError::NothingLeft => Self::conflict("nothing_left", NOTHING_LEFT),
            DocumentError::Fields(fields) => Self::invalid(fields),
            DocumentError::Db(e) => e.into(),
        }
    }
}

/// The blob key of a logo of documents.
pub(super) fn logo_key(scope: &StoreScope, name: &str) -> String {
    format!("{}/documents/{name}", scope.store())
}

/// Stores a copy of the store's logo for documents, independent of the picture; returns its name. A logo that cannot be read does
/// not block the invoice: the store's name is printed instead.
pub(super) async fn keep_logo(app: &App, scope: &StoreScope) -> Option<String> {
    let id = stores::get_profile(app.db().conn(), scope).await.ok()?.settings.logo?;
    let (name, bytes) = media::read_image(app, scope, id, LOGO_WIDTH).await.ok()??;
    let name = format!("{name}.png");
    let key = logo_key(scope, &name);
    if app.blobs.get(&key).await.is_ok() {
        return Some(name);
    }
    let drawn = tokio::task::spawn_blocking(move || ::documents::logo(&bytes)).await.ok()??;
    match app.blobs.put(&key, drawn.into()).await {
        Ok(()) => Some(name),
        Err(e) => {
            tracing::warn!(error = %e, store.id = %scope.store(), "the logo of documents could not be kept");
            None
        }
    }
}

/// Issues the invoice of an order as it stands.
///
/// # Errors
/// [`DocumentError`]; nothing was written then.
pub async fn issue_invoice(app: &App, scope: &StoreScope, order: OrderId) -> Result<DocumentId, DocumentError> {
    let logo = keep_logo(app, scope).await;
    issue_with(app, scope, order, logo).await
}

/// As [`issue_invoice`], with a logo that was stored before.
pub(super) async fn issue_with(
    app: &App,
    scope: &StoreScope,
    order: OrderId,
    logo: Option<String>,
) -> Result<DocumentId, DocumentError> {
    let (at, env) = (scope.clone(), app.env().clone());
    app.db().tx(async move |c| issue_in(c, &env, &at, order, logo.clone()).await).await
}

async fn issue_in(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    order: OrderId,
    logo: Option<String>,
) -> Result<DocumentId, DocumentError> {
    let (order, items) = orders::lock(c, scope, order).await?.ok_or(DocumentError::NotFound)?;
    if matches!(order.status, Status::Draft | Status::Cancelled) {
        return Err(DocumentError::NotInvoiceable);
    }
    if let Some(before) = store::find_newest_invoice(c, scope, order.id).await?
        && (before.total == 0 || store::get_credited(c, scope, before.id).await? < before.total)
    {
        return Err(DocumentError::AlreadyIssued(before.id));
    }
    let profile = stores::get_profile(c, scope).await?;
    if details::are_missing(c, scope, &profile).await? {
        return Err(DocumentError::DetailsMissing);
    }
    let bill = orders::bill(c, scope, &order, 0).await?;
    if bill.now.total() == 0 && order.total > 0 {
        return Err(DocumentError::NothingCharged);
    }
    let full = snapshot::lines(&order, &items);
    let lines = sync_documents::invoiced(&full, &bill.credited_until(bill.until), bill.now, order.is_vat_included);
    let follows = Follows { basis: sync_documents::basis(&full), until: bill.until };
    invoice(c, env, scope, (&order, &items, &profile), (lines, bill.owed), logo, &follows).await
}

/// Writes an invoice of these lines, with the amount that is still owed and the next number.
pub(super) async fn invoice(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    (order, items, profile): (&Order, &[OrderItem], &StoreProfile),
    (lines, owed): (Vec<Line>, i64),
    logo: Option<String>,
    follows: &Follows,
) -> Result<DocumentId, DocumentError> {
    let now = env.now();
    let year = snapshot::year(profile, now);
    let number = store::claim_number(c, scope, Kind::Invoice, year).await?;
    let number_text = snapshot::format_number(Kind::Invoice, year, number);
    let mut content = snapshot::take_snapshot(Kind::Invoice, number_text, order, items, profile, logo, now);
    content.lines = lines;
    content.paid = Some((content.total() - owed).clamp(0, content.total()));
    content.qr = snapshot::qr(&content);
    write(c, env, scope, order.id, (None, None), (year, number), &content, follows).await
}

/// Writes a credit note of these lines against an invoice, with the next number.
#[expect(clippy::too_many_arguments, reason = "one write of two callers, each of which has all of it in hand")]
pub(super) async fn credit_note(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    (head, invoice_content): (&Head, Document),
    lines: Vec<Line>,
    reason: String,
    refund: Option<RefundId>,
    until: i64,
) -> Result<DocumentId, DocumentError> {
    let now = env.now();
    let year = snapshot::year(&stores::get_profile(c, scope).await?, now);
    let number = store::claim_number(c, scope, Kind::CreditNote, year).await?;
    let mut content = Document {
        kind: Kind::CreditNote,
        number: snapshot::format_number(Kind::CreditNote, year, number),
        issued_at: now,
        corrects: Some(invoice_content.number.clone()),
        reason,
        lines,
        paid: None,
        qr: None,
        ..invoice_content
    };
    content.qr = snapshot::qr(&content);
    let follows = Follows { basis: String::new(), until };
    write(c, env, scope, head.order_id, (Some(head.id), refund), (year, number), &content, &follows).await
}

/// Writes a document and the entry in the order's activity.
#[expect(clippy::too_many_arguments, reason = "the columns of the row")]
async fn write(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    order: OrderId,
    (invoice_id, refund_id): (Option<DocumentId>, Option<RefundId>),
    (year, number): (i64, i64),
    content: &Document,
    follows: &Follows,
) -> Result<DocumentId, DocumentError> {
    let head = Head {
        id: env.id(),
        order_id: order,
        kind: store::StoredKind(content.kind),
        year,
        number,
        invoice_id,
        total: content.total(),
        vat: content.vat(),
        issued_at: content.issued_at,
        refund_id,
    };
    store::insert(c, scope, &head, follows, content).await?;
    let details = json!({
        store::word(content.kind): content.number, "document_id": head.id, "total": money::format(head.total, content.currency),
    });
    orders::note_issued(c, scope, order, content.issued_at, details).await?;
    Ok(head.id)
}

/// Issues a credit note by hand against an invoice, in the caller's transaction. `reason` is printed on it.
///
/// # Errors
/// [`DocumentError`]; the caller must roll back its transaction then.
pub async fn credit(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    invoice: DocumentId,
    credit: &Credit,
    reason: &str,
) -> Result<DocumentId, DocumentError> {
    let reason = clean(reason, 300, Lines::Single)
        .map_err(|fault| DocumentError::Fields(FieldErrors::one("reason", guard_message(fault))))?;
    if reason.is_empty() {
        return Err(DocumentError::Fields(FieldErrors::one("reason", web::message::common::REQUIRED)));
    }
    let head = store::find_head(c, scope, invoice).await?.filter(|h| h.kind() == Kind::Invoice).ok_or(DocumentError::NotFound)?;
    // Concurrent credit notes of one invoice wait here for each other; what is left is read after that.
    orders::lock(c, scope, head.order_id).await?.ok_or(DocumentError::NotFound)?;
    let invoice_content = store::find(c, scope, invoice).await?.ok_or(DocumentError::NotFound)?.content.0;
    let before = store::list_credits(c, scope, invoice).await?;
    // What is left is computed from all of them.
    if before.len() >= store::MOST_CREDITS {
        return Err(DocumentError::NothingLeft);
    }
    let remaining = credit::remaining_lines(&invoice_content.lines, before.iter().flat_map(|b| &b.content.0.lines));
    if remaining.values().all(|l| l.total() == 0) {
        return Err(DocumentError::NothingLeft);
    }
    let lines = credit::lines(&invoice_content.lines, &remaining, credit, invoice_content.is_vat_included)
        .map_err(DocumentError::Fields)?;
    credit_note(c, env, scope, (&head, invoice_content), lines, reason, None, 0).await
}
