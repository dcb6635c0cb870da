//! The slice's calls (docs/API.md "Documents").

use std::collections::{HashMap, HashSet};

use ::documents::{Kind, Look};
use axum::Json;
use axum::extract::{Query, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use kernel::id::{Document as DocumentKind, Order as OrderKind};
use kernel::{Currency, DocumentId, OrderId, RefundId, StoreScope, Texts, money};
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use web::list::data;
use web::message::common;
use web::{Allowed, ApiError, ApiResult, Data, ErrorBody, FieldErrors, JsonIn, Message, PathId};

use super::credit::{self, Credit, CreditLine};
use super::issue::{self, DocumentError, issue_invoice};
use super::print::{self, Format, Printed};
use super::snapshot;
use super::store::{self, Head};
use crate::{App, orders, stores};

web::permissions! { Read = Read Order; Update = Update Order; }

/// Orders in one print.
pub(super) const MOST: usize = 200;

pub(super) const TOO_MANY: Message =
    Message::new("اطبع 200 طلب على الأكثر في المرة الواحدة.", "Print at most 200 orders at a time.");
const NOTHING: Message =
    Message::new("لا توجد مستندات من هذا النوع للطلبات المختارة.", "The chosen orders have no documents of this kind.");

/// The slice's calls under `/dashboard/v1`.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_order_documents, issue_order_document))
        .routes(routes!(read_order_packing_slip))
        .routes(routes!(find_document))
        .routes(routes!(credit_document))
        .routes(routes!(read_document_file))
        .routes(routes!(print_documents))
        .merge(super::labels_api::routes())
}

/// What is issued.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
enum IssuedKind {
    Invoice,
    CreditNote,
}

/// A document in lists.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct DocumentRow {
    id: DocumentId,
    order_id: OrderId,
    kind: IssuedKind,
    /// As it is printed.
    number: String,
    issued_at: String,
    /// With VAT.
    total: String,
    vat: String,
    currency: String,
    /// The invoice that a credit note takes back.
    invoice_id: Option<DocumentId>,
    /// Of an invoice, what credit notes may still take back.
    left: Option<String>,
    /// The refund that a credit note follows.
    refund_id: Option<RefundId>,
}

fn row(head: &Head, left: Option<i64>, currency: Currency) -> DocumentRow {
    DocumentRow {
        id: head.id,
        order_id: head.order_id,
        kind: if head.kind() == Kind::CreditNote { IssuedKind::CreditNote } else { IssuedKind::Invoice },
        number: snapshot::shown(head.kind(), head.year, head.number),
        issued_at: head.issued_at.rfc3339(),
        total: money::format(head.total, currency),
        vat: money::format(head.vat, currency),
        currency: currency.code().to_owned(),
        invoice_id: head.invoice_id,
        left: left.map(|n| money::format(n, currency)),
        refund_id: head.refund_id,
    }
}

/// A line of a document, with what is left of it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct DocumentLineView {
    /// Named by a credit note.
    line: i64,
    /// `goods`, `shipping`, `payment_fee`, `amount`.
    kind: &'static str,
    name: Texts,
    sku: String,
    quantity: i64,
    /// With VAT.
    total: String,
    vat: String,
    /// Pieces that may still be credited; of an invoice.
    quantity_left: i64,
    /// Money with VAT that may still be credited; of an invoice.
    total_left: String,
}

/// One document.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct DocumentView {
    #[serde(flatten)]
    row: DocumentRow,
    /// Why a credit note was issued.
    reason: String,
    lines: Vec<DocumentLineView>,
}

async fn view(app: &App, scope: &StoreScope, id: DocumentId) -> ApiResult<DocumentView> {
    let c = app.db().conn();
    let head = store::find_head(c, scope, id).await?.ok_or_else(ApiError::not_found)?;
    let document = store::find(c, scope, id).await?.ok_or_else(ApiError::not_found)?.content.0;
    let is_invoice = head.kind() == Kind::Invoice;
    let credits = if is_invoice { store::credits(c, scope, id).await? } else { Vec::new() };
    let left = credit::left(&document.lines, credits.iter().flat_map(|k| &k.content.0.lines));
    let left_of = |line: i64| left.get(&line).copied().filter(|_| is_invoice).unwrap_or_default();
    let total_left = is_invoice.then(|| left.values().map(|l| l.total()).sum());
    let currency = document.currency;
    let lines = document
        .lines
        .iter()
        .map(|l| DocumentLineView {
            line: l.line,
            kind: match l.kind {
                ::documents::LineKind::Goods => "goods",
                ::documents::LineKind::Shipping => "shipping",
                ::documents::LineKind::PaymentFee => "payment_fee",
                ::documents::LineKind::Amount => "amount",
            },
            name: l.name.clone(),
            sku: l.sku.clone(),
            quantity: l.quantity,
            total: money::format(l.total(), currency),
            vat: money::format(l.vat, currency),
            quantity_left: left_of(l.line).quantity,
            total_left: money::format(left_of(l.line).total(), currency),
        })
        .collect();
    Ok(DocumentView { row: row(&head, total_left, currency), reason: document.reason, lines })
}

/// The invoices and credit notes of an order, oldest first.
#[utoipa::path(get, path = "/orders/{id}/documents", tag = "Document", params(("id" = OrderId, Path)), responses(
    (status = 200, body = Data<Vec<DocumentRow>>),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
))]
async fn list_order_documents(
    State(app): State<App>,
    who: Allowed<Read>,
    PathId(id): PathId<OrderKind>,
) -> ApiResult<Json<Data<Vec<DocumentRow>>>> {
    let c = app.db().conn();
    if orders::find_many(c, &who.scope, &[id]).await?.is_empty() {
        return Err(ApiError::not_found());
    }
    let currency = stores::profile(c, &who.scope).await?.currency;
    let heads = store::list(c, &who.scope, id).await?;
    let mut credited: HashMap<DocumentId, i64> = HashMap::new();
    for head in &heads {
        if let Some(invoice) = head.invoice_id {
            *credited.entry(invoice).or_default() += head.total;
        }
    }
    let left = |h: &Head| (h.kind() == Kind::Invoice).then(|| h.total - credited.get(&h.id).copied().unwrap_or(0));
    Ok(data(heads.iter().map(|h| row(h, left(h), currency)).collect()))
}

/// What is to be issued by hand.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
enum IssueKind {
    /// The order's invoice.
    Invoice,
}

/// What is to be issued.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct DocumentIssueIn {
    kind: IssueKind,
}

/// Issues the invoice of an order as it stands, with the next number of the year.
#[utoipa::path(post, path = "/orders/{id}/documents", tag = "Document", params(("id" = OrderId, Path)), request_body = DocumentIssueIn, responses(
    (status = 201, body = Data<DocumentView>),
    (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 415, body = ErrorBody), (status = 422, body = ErrorBody),
))]
async fn issue_order_document(
    State(app): State<App>,
    who: Allowed<Update>,
    PathId(id): PathId<OrderKind>,
    JsonIn(sent): JsonIn<DocumentIssueIn>,
) -> ApiResult<(StatusCode, Json<Data<DocumentView>>)> {
    let issued = match sent.kind {
        IssueKind::Invoice => issue_invoice(&app, &who.scope, id).await?,
    };
    Ok((StatusCode::CREATED, data(view(&app, &who.scope, issued).await?)))
}

/// One document, with what is left of its lines.
#[utoipa::path(get, path = "/documents/{id}", tag = "Document", params(("id" = DocumentId, Path)), responses(
    (status = 200, body = Data<DocumentView>),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
))]
async fn find_document(
    State(app): State<App>,
    who: Allowed<Read>,
    PathId(id): PathId<DocumentKind>,
) -> ApiResult<Json<Data<DocumentView>>> {
    Ok(data(view(&app, &who.scope, id).await?))
}

/// Pieces or an amount of a line.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct CreditLineIn {
    /// The line of the invoice.
    line: i64,
    /// So many pieces, or
    quantity: Option<i64>,
    /// so much money with VAT.
    amount: Option<String>,
}

/// What is to be credited. Without lines and amount: all that is left.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct DocumentCreditIn {
    /// At most 1000.
    lines: Option<Vec<CreditLineIn>>,
    /// With VAT, over all lines.
    amount: Option<String>,
    /// Printed on the credit note; 300 characters at most.
    reason: String,
}

const EITHER: Message = Message::new("اختر البنود أو المبلغ، أحدهما فقط.", "Give either lines or an amount.");

fn amount(text: &str, path: &str, currency: Currency, faults: &mut FieldErrors) -> i64 {
    match money::parse(text, currency) {
        Ok(minor) => minor,
        Err(money::AmountError::TooManyDecimals) => {
            faults.add(path, common::TOO_MANY_DECIMALS.with("max", currency.exponent()));
            0
        }
        Err(_) => {
            faults.add(path, common::NOT_AN_AMOUNT);
            0
        }
    }
}

fn wish(sent: &DocumentCreditIn, currency: Currency) -> ApiResult<Credit> {
    let mut faults = FieldErrors::new();
    let wish = match (&sent.lines, &sent.amount) {
        (None, None) => Credit::Whole,
        (None, Some(text)) => Credit::Amount(amount(text, "amount", currency, &mut faults)),
        (Some(lines), None) if lines.is_empty() || lines.len() > 1_000 => {
            return Err(ApiError::field("lines", common::INVALID_ITEM));
        }
        (Some(lines), None) => Credit::Lines(
            lines
                .iter()
                .enumerate()
                .map(|(n, l)| CreditLine {
                    line: l.line,
                    quantity: l.quantity,
                    amount: l.amount.as_ref().map(|text| amount(text, &format!("lines.{n}.amount"), currency, &mut faults)),
                })
                .collect(),
        ),
        (Some(_), Some(_)) => return Err(ApiError::field("amount", EITHER)),
    };
    faults.finish()?;
    Ok(wish)
}

/// Issues a credit note against an invoice: all that is left of it, an amount, or some lines.
#[utoipa::path(post, path = "/documents/{id}/credit", tag = "Document", params(("id" = DocumentId, Path)), request_body = DocumentCreditIn, responses(
    (status = 201, body = Data<DocumentView>),
    (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 415, body = ErrorBody), (status = 422, body = ErrorBody),
))]
async fn credit_document(
    State(app): State<App>,
    who: Allowed<Update>,
    PathId(id): PathId<DocumentKind>,
    JsonIn(sent): JsonIn<DocumentCreditIn>,
) -> ApiResult<(StatusCode, Json<Data<DocumentView>>)> {
    let currency = stores::profile(app.db().conn(), &who.scope).await?.currency;
    let wish = wish(&sent, currency)?;
    let (scope, env) = (who.scope.clone(), app.env().clone());
    let issued = app
        .db()
        .tx(async move |c| issue::credit(c, &env, &scope, id, &wish, &sent.reason).await)
        .await
        .map_err(|e: DocumentError| ApiError::from(e))?;
    Ok((StatusCode::CREATED, data(view(&app, &who.scope, issued).await?)))
}

/// How a document is printed; what is not said is as the store's settings say.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct LookIn {
    /// `pdf` (unless said) or `html`.
    format: Option<String>,
    /// `ar`, `en` or `both`.
    lang: Option<String>,
    /// `a4`, `a5` or `roll80`.
    paper: Option<String>,
}

async fn look(app: &App, scope: &StoreScope, asked: &LookIn) -> ApiResult<(Look, Format)> {
    let mut faults = FieldErrors::new();
    let mut look = print::look_of(&stores::profile(app.db().conn(), scope).await?.settings);
    match asked.lang.as_deref().map(print::spoken) {
        Some(Some(spoken)) => look.spoken = spoken,
        Some(None) => faults.add("lang", common::NOT_A_CHOICE),
        None => {}
    }
    match asked.paper.as_deref().map(print::paper) {
        Some(Some(paper)) => look.paper = paper,
        Some(None) => faults.add("paper", common::NOT_A_CHOICE),
        None => {}
    }
    let format = match asked.format.as_deref() {
        None | Some("pdf") => Format::Pdf,
        Some("html") => Format::Html,
        Some(_) => {
            faults.add("format", common::NOT_A_CHOICE);
            Format::Pdf
        }
    };
    faults.finish()?;
    Ok((look, format))
}

pub(super) fn file(printed: Printed) -> Response {
    let Printed { bytes, format, name } = printed;
    let (content_type, ending) = match format {
        Format::Pdf => ("application/pdf", "pdf"),
        Format::Html => ("text/html; charset=utf-8", "html"),
    };
    let name = name.trim_start_matches('#').to_owned();
    let mut response = bytes.into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    // The page runs nothing and asks nobody, whatever is written in it.
    let policy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    if let Ok(value) = HeaderValue::from_str(&format!("inline; filename=\"{name}.{ending}\"")) {
        headers.insert(CONTENT_DISPOSITION, value);
    }
    response
}

/// An invoice or a credit note as a file.
#[utoipa::path(get, path = "/documents/{id}/file", tag = "Document", params(("id" = DocumentId, Path), LookIn), responses(
    (status = 200, description = "The document", content_type = "application/pdf", body = Vec<u8>),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 422, body = ErrorBody),
))]
async fn read_document_file(
    State(app): State<App>,
    who: Allowed<Read>,
    PathId(id): PathId<DocumentKind>,
    Query(asked): Query<LookIn>,
) -> ApiResult<Response> {
    let (look, format) = look(&app, &who.scope, &asked).await?;
    let printed = print::one(&app, &who.scope, id, look, format).await?.ok_or_else(ApiError::not_found)?;
    Ok(file(printed))
}

/// The packing slip of an order, as the order stands; it says no prices.
#[utoipa::path(get, path = "/orders/{id}/packing-slip", tag = "Document", params(("id" = OrderId, Path), LookIn), responses(
    (status = 200, description = "The packing slip", content_type = "application/pdf", body = Vec<u8>),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 422, body = ErrorBody),
))]
async fn read_order_packing_slip(
    State(app): State<App>,
    who: Allowed<Read>,
    PathId(id): PathId<OrderKind>,
    Query(asked): Query<LookIn>,
) -> ApiResult<Response> {
    let (look, format) = look(&app, &who.scope, &asked).await?;
    let found = print::of_orders(&app, &who.scope, Kind::PackingSlip, &[id]).await?;
    let name = match found.first() {
        Some(document) => format!("packing-slip-{}", document.order_number),
        None => return Err(ApiError::not_found()),
    };
    let bytes = print::draw(&app, &who.scope, found, look, format).await?;
    Ok(file(Printed { bytes, format, name }))
}

/// Which documents of orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
enum PrintKind {
    /// Their invoices; those that have none yet get one first.
    Invoice,
    /// Their credit notes.
    CreditNote,
    /// Their packing slips.
    PackingSlip,
}

/// A print of many orders.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct DocumentPrintIn {
    /// 1 to 200.
    orders: Vec<OrderId>,
    kind: PrintKind,
    /// `ar`, `en` or `both`.
    lang: Option<String>,
    /// `a4`, `a5` or `roll80`.
    paper: Option<String>,
}

/// One PDF with the documents of up to 200 orders, in the order asked. Invoices that are missing are issued first, which
/// needs `Update`; orders that have no such document are left out, and `X-Left-Out` says how many.
#[utoipa::path(post, path = "/documents/print", tag = "Document", request_body = DocumentPrintIn, responses(
    (status = 200, description = "The documents", content_type = "application/pdf", body = Vec<u8>),
    (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 409, body = ErrorBody),
    (status = 415, body = ErrorBody), (status = 422, body = ErrorBody),
))]
async fn print_documents(
    State(app): State<App>,
    who: Allowed<Update>,
    JsonIn(sent): JsonIn<DocumentPrintIn>,
) -> ApiResult<Response> {
    let DocumentPrintIn { orders: mut ids, kind, lang, paper } = sent;
    if ids.is_empty() {
        return Err(ApiError::field("orders", common::REQUIRED));
    }
    if ids.len() > MOST {
        return Err(ApiError::field("orders", TOO_MANY));
    }
    let known = orders::find_many(app.db().conn(), &who.scope, &ids).await?;
    let mut faults = FieldErrors::new();
    for (n, _) in ids.iter().enumerate().filter(|(_, id)| !known.contains_key(id)) {
        faults.add(format!("orders.{n}"), common::NO_SUCH);
    }
    faults.finish()?;
    let mut seen = HashSet::new();
    ids.retain(|id| seen.insert(*id));
    let (look, _) = look(&app, &who.scope, &LookIn { format: None, lang, paper }).await?;
    let kind = match kind {
        PrintKind::Invoice => Kind::Invoice,
        PrintKind::CreditNote => Kind::CreditNote,
        PrintKind::PackingSlip => Kind::PackingSlip,
    };
    if kind == Kind::Invoice {
        let has = store::invoiced(app.db().conn(), &who.scope, &ids).await?;
        let missing: Vec<OrderId> = ids.iter().copied().filter(|id| !has.contains(id)).collect();
        // Read once for all of them.
        let logo = if missing.is_empty() { None } else { issue::keep_logo(&app, &who.scope).await };
        for id in missing {
            match issue::issue_with(&app, &who.scope, id, logo.clone()).await {
                Ok(_)
                | Err(
                    DocumentError::AlreadyIssued(_)
                    | DocumentError::NotInvoiceable
                    | DocumentError::NothingCharged
                    | DocumentError::NotFound,
                ) => {}
                Err(e) => return Err(e.into()),
            }
        }
    }
    let found = print::of_orders(&app, &who.scope, kind, &ids).await?;
    if found.is_empty() {
        return Err(ApiError::conflict("nothing_to_print", NOTHING));
    }
    let printed: HashSet<i64> = found.iter().map(|d| d.order_number).collect();
    let left_out = ids.len() - printed.len();
    let bytes = print::draw(&app, &who.scope, found, look, Format::Pdf).await?;
    let mut response = file(Printed { bytes, format: Format::Pdf, name: "documents".to_owned() });
    response.headers_mut().insert(HeaderName::from_static("x-left-out"), HeaderValue::from(left_out));
    Ok(response)
}
