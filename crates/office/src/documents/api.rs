//! Issuing and reading documents (docs/API.md "Documents"); their files are [`super::print_api`]'s.

use std::collections::HashMap;

use ::documents::Kind;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use kernel::id::{Document as DocumentKind, Order as OrderKind};
use kernel::{Currency, DocumentId, OrderId, RefundId, StoreScope, Texts, money};
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::message::common;
use web::routes;
use web::schema;
use web::{Allowed, ApiError, ApiResult, Conflict, Data, FieldErrors, JsonIn, Message, PathId, Refusals};

use super::credit::{self, Credit, CreditLine};
use super::issue::{self, DocumentError, IssuedDocument, issue_invoice};
use super::snapshot;
use super::store::{self, Head};
use commerce::orders;
use platform::{App, stores};

web::permissions! { Read = Read Order; Update = Update Order; }

/// The slice's calls under `/dashboard/v1`.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_order_documents, issue_order_document))
        .routes(routes!(find_document))
        .routes(routes!(credit_document))
        .merge(super::details_api::routes())
        .merge(super::print_api::routes())
        .merge(super::labels_api::routes())
}

/// The kind of an issued document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum IssuedKind {
    Invoice,
    CreditNote,
}

/// A document in lists.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct DocumentRow {
    id: DocumentId,
    order_id: OrderId,
    kind: IssuedKind,
    /// The number as it is printed.
    number: String,
    issued_at: String,
    /// With VAT.
    total: String,
    vat: String,
    currency: String,
    /// The invoice that a credit note credits.
    invoice_id: Option<DocumentId>,
    /// Of an invoice, the amount that can still be credited.
    left: Option<String>,
    /// The refund that a credit note follows.
    refund_id: Option<RefundId>,
}

fn row(head: &Head, remaining: Option<i64>, currency: Currency) -> DocumentRow {
    DocumentRow {
        id: head.id,
        order_id: head.order_id,
        kind: if head.kind() == Kind::CreditNote { IssuedKind::CreditNote } else { IssuedKind::Invoice },
        number: snapshot::format_number(head.kind(), head.year, head.number),
        issued_at: head.issued_at.rfc3339(),
        total: money::format(head.total, currency),
        vat: money::format(head.vat, currency),
        currency: currency.code().to_owned(),
        invoice_id: head.invoice_id,
        left: remaining.map(|n| money::format(n, currency)),
        refund_id: head.refund_id,
    }
}

/// A line of a document, with the part of it that can still be credited.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct DocumentLineView {
    /// The line's number, for a credit note.
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
    let credits = if is_invoice { store::list_credits(c, scope, id).await? } else { Vec::new() };
    let remaining = credit::remaining_lines(&document.lines, credits.iter().flat_map(|k| &k.content.0.lines));
    let left_of = |line: i64| remaining.get(&line).copied().filter(|_| is_invoice).unwrap_or_default();
    let total_left = is_invoice.then(|| remaining.values().map(|l| l.total()).sum());
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
///
/// # Errors
/// 404 for an order that is not the store's.
pub async fn list_of_order(app: &App, scope: &StoreScope, id: OrderId) -> ApiResult<Vec<DocumentRow>> {
    let c = app.db().conn();
    if orders::find_many(c, scope, &[id]).await?.is_empty() {
        return Err(ApiError::not_found());
    }
    let currency = stores::get_profile(c, scope).await?.currency;
    let heads = store::list(c, scope, id).await?;
    let mut credited: HashMap<DocumentId, i64> = HashMap::new();
    for head in &heads {
        if let Some(invoice) = head.invoice_id {
            *credited.entry(invoice).or_default() += head.total;
        }
    }
    let remaining_of = |h: &Head| (h.kind() == Kind::Invoice).then(|| h.total - credited.get(&h.id).copied().unwrap_or(0));
    Ok(heads.iter().map(|h| row(h, remaining_of(h), currency)).collect())
}

/// The invoices and credit notes of an order, oldest first.
#[utoipa::path(get, path = "/orders/{id}/documents", tag = "Document", params(("id" = OrderId, Path)), responses(
    (status = 200, body = Data<Vec<DocumentRow>>), Refusals<404>,
))]
async fn list_order_documents(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<OrderKind>,
) -> ApiResult<Json<Data<Vec<DocumentRow>>>> {
    Ok(data(list_of_order(&app, &allowed.scope, id).await?))
}

/// A kind of document that is issued by hand.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
enum IssueKind {
    /// The order's invoice.
    Invoice,
}

/// The document to issue.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct DocumentIssueIn {
    kind: IssueKind,
}

/// Issues the invoice of an order as it stands, with the next number of the year.
#[utoipa::path(post, path = "/orders/{id}/documents", tag = "Document", params(("id" = OrderId, Path)), request_body = DocumentIssueIn, responses(
    (status = 201, body = Data<DocumentView>), (status = 409, body = Conflict<IssuedDocument>), Refusals<404, 422>,
))]
async fn issue_order_document(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<OrderKind>,
    JsonIn(sent): JsonIn<DocumentIssueIn>,
) -> ApiResult<(StatusCode, Json<Data<DocumentView>>)> {
    let issued = match sent.kind {
        IssueKind::Invoice => issue_invoice(&app, &allowed.scope, id).await?,
    };
    Ok((StatusCode::CREATED, data(view(&app, &allowed.scope, issued).await?)))
}

/// One document, with what can still be credited of its lines.
#[utoipa::path(get, path = "/documents/{id}", tag = "Document", params(("id" = DocumentId, Path)), responses(
    (status = 200, body = Data<DocumentView>), Refusals<404>,
))]
async fn find_document(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<DocumentKind>,
) -> ApiResult<Json<Data<DocumentView>>> {
    Ok(data(view(&app, &allowed.scope, id).await?))
}

/// Pieces or an amount of a line.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct CreditLineIn {
    /// The line of the invoice.
    #[schema(minimum = 1)]
    line: i64,
    /// This many pieces, or
    #[schema(minimum = 1)]
    quantity: Option<i64>,
    /// this amount with VAT.
    #[schema(value_type = Option<schema::PositiveAmount>)]
    amount: Option<String>,
}

/// What to credit. Without lines and amount: all that is left.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct DocumentCreditIn {
    /// At most 1000.
    #[schema(min_items = 1, max_items = 1000)]
    lines: Option<Vec<CreditLineIn>>,
    /// With VAT, over all lines.
    #[schema(value_type = Option<schema::PositiveAmount>)]
    amount: Option<String>,
    /// Printed on the credit note; 300 characters at most.
    #[schema(value_type = schema::RequiredLine<300>)]
    reason: String,
}

const EITHER: Message = Message::new("اختر البنود أو المبلغ، وليس كليهما.", "Choose either lines or an amount.");

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

fn read_credit(sent: &DocumentCreditIn, currency: Currency) -> ApiResult<Credit> {
    let mut faults = FieldErrors::new();
    let credit = match (&sent.lines, &sent.amount) {
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
    Ok(credit)
}

/// Issues a credit note against an invoice: over all that is left of it, an amount, or some lines.
#[utoipa::path(post, path = "/documents/{id}/credit", tag = "Document", params(("id" = DocumentId, Path)), request_body = DocumentCreditIn, responses(
    (status = 201, body = Data<DocumentView>), Refusals<404, 409, 422>,
))]
async fn credit_document(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<DocumentKind>,
    JsonIn(sent): JsonIn<DocumentCreditIn>,
) -> ApiResult<(StatusCode, Json<Data<DocumentView>>)> {
    let currency = stores::get_profile(app.db().conn(), &allowed.scope).await?.currency;
    let credit = read_credit(&sent, currency)?;
    let (scope, env) = (allowed.scope.clone(), app.env().clone());
    let issued = app
        .db()
        .tx(async move |c| issue::credit(c, &env, &scope, id, &credit, &sent.reason).await)
        .await
        .map_err(|e: DocumentError| ApiError::from(e))?;
    Ok((StatusCode::CREATED, data(view(&app, &allowed.scope, issued).await?)))
}
