//! Documents as files: one of them, the packing slip of an order, and a print of many (docs/API.md "Documents").

use std::collections::HashSet;

use ::documents::{Kind, Paper, PrintLanguage, PrintOptions};
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use kernel::id::{Document as DocumentKind, Order as OrderKind};
use kernel::{DocumentId, OrderId, StoreScope};
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use web::message::common;
use web::routes;
use web::{Allowed, ApiError, ApiResult, FieldErrors, JsonIn, Message, PathId, QueryIn, Refusals};

use super::api::{Read, Update};
use super::issue::{self, DocumentError};
use super::print::{self, Format, Printed};
use super::store;
use commerce::orders;
use platform::{App, stores};
use web::schema;

/// Orders in one print.
pub(super) const MOST: usize = 200;

pub(super) const TOO_MANY: Message =
    Message::new("اطبع 200 طلب على الأكثر في المرة الواحدة.", "You can print up to 200 orders at a time.");
const NOTHING: Message =
    Message::new("لا توجد مستندات من هذا النوع للطلبات المختارة.", "The selected orders have no documents of this type.");

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(read_order_packing_slip))
        .routes(routes!(read_document_file))
        .routes(routes!(print_documents))
}

web::schema_types! {
    /// The language of a print.
    DocumentLanguage => schema::words(["ar", "en", "both"]);
    /// The paper of a document.
    DocumentPaper => schema::words(["a4", "a5", "roll80"]);
    /// The file format of a document.
    DocumentFormat => schema::words(["pdf", "html"]);
}

/// The format of a document; fields that are absent take the store's settings.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct PrintQuery {
    /// `pdf` (the default) or `html`.
    #[param(value_type = Option<DocumentFormat>, inline)]
    format: Option<String>,
    /// `ar`, `en` or `both`.
    #[param(value_type = Option<DocumentLanguage>, inline)]
    lang: Option<String>,
    /// `a4`, `a5` or `roll80`.
    #[param(value_type = Option<DocumentPaper>, inline)]
    paper: Option<String>,
}

async fn read_options(app: &App, scope: &StoreScope, query: &PrintQuery) -> ApiResult<(PrintOptions, Format)> {
    let mut faults = FieldErrors::new();
    let mut options = print::default_options(&stores::get_profile(app.db().conn(), scope).await?.settings);
    match query.lang.as_deref().map(PrintLanguage::parse) {
        Some(Some(language)) => options.language = language,
        Some(None) => faults.add("lang", common::NOT_A_CHOICE),
        None => {}
    }
    match query.paper.as_deref().map(Paper::parse) {
        Some(Some(paper)) => options.paper = paper,
        Some(None) => faults.add("paper", common::NOT_A_CHOICE),
        None => {}
    }
    let format = match query.format.as_deref() {
        None | Some("pdf") => Format::Pdf,
        Some("html") => Format::Html,
        Some(_) => {
            faults.add("format", common::NOT_A_CHOICE);
            Format::Pdf
        }
    };
    faults.finish()?;
    Ok((options, format))
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
    // The page runs no scripts and loads nothing, whatever its texts contain.
    let policy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    if let Ok(value) = HeaderValue::from_str(&format!("inline; filename=\"{name}.{ending}\"")) {
        headers.insert(CONTENT_DISPOSITION, value);
    }
    response
}

/// An invoice or a credit note as a file.
#[utoipa::path(get, path = "/documents/{id}/file", tag = "Document", params(("id" = DocumentId, Path), PrintQuery), responses(
    (status = 200, description = "The document", content_type = "application/pdf", body = Vec<u8>), Refusals<404, 422>,
))]
async fn read_document_file(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<DocumentKind>,
    QueryIn(query): QueryIn<PrintQuery>,
) -> ApiResult<Response> {
    let (options, format) = read_options(&app, &allowed.scope, &query).await?;
    let printed = print::one(&app, &allowed.scope, id, options, format).await?.ok_or_else(ApiError::not_found)?;
    Ok(file(printed))
}

/// The packing slip of an order as the order is now; without prices.
#[utoipa::path(get, path = "/orders/{id}/packing-slip", tag = "Document", params(("id" = OrderId, Path), PrintQuery), responses(
    (status = 200, description = "The packing slip", content_type = "application/pdf", body = Vec<u8>), Refusals<404, 422>,
))]
async fn read_order_packing_slip(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<OrderKind>,
    QueryIn(query): QueryIn<PrintQuery>,
) -> ApiResult<Response> {
    let (options, format) = read_options(&app, &allowed.scope, &query).await?;
    let found = print::of_orders(&app, &allowed.scope, Kind::PackingSlip, &[id]).await?;
    let name = match found.first() {
        Some(document) => format!("packing-slip-{}", document.order_number),
        None => return Err(ApiError::not_found()),
    };
    let bytes = print::draw(&app, &allowed.scope, found, options, format).await?;
    Ok(file(Printed { bytes, format, name }))
}

/// The kind of documents to print.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
enum PrintKind {
    /// Their invoices; missing ones are issued first.
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
    #[schema(min_items = 1, max_items = 200)]
    orders: Vec<OrderId>,
    kind: PrintKind,
    /// `ar`, `en` or `both`.
    #[schema(value_type = Option<DocumentLanguage>)]
    lang: Option<String>,
    /// `a4`, `a5` or `roll80`.
    #[schema(value_type = Option<DocumentPaper>)]
    paper: Option<String>,
}

/// One PDF with the documents of up to 200 orders, in the order of the ids. Missing invoices are issued first, which needs
/// `Update`; orders that have no such document are left out, and `X-Left-Out` says how many.
#[utoipa::path(post, path = "/documents/print", tag = "Document", request_body = DocumentPrintIn, responses(
    (status = 200, description = "The documents", content_type = "application/pdf", body = Vec<u8>), Refusals<409, 422>,
))]
async fn print_documents(
    State(app): State<App>,
    allowed: Allowed<Update>,
    JsonIn(sent): JsonIn<DocumentPrintIn>,
) -> ApiResult<Response> {
    let DocumentPrintIn { orders: mut ids, kind, lang, paper } = sent;
    if ids.is_empty() {
        return Err(ApiError::field("orders", common::REQUIRED));
    }
    if ids.len() > MOST {
        return Err(ApiError::field("orders", TOO_MANY));
    }
    let known = orders::find_many(app.db().conn(), &allowed.scope, &ids).await?;
    let mut faults = FieldErrors::new();
    for (n, _) in ids.iter().enumerate().filter(|(_, id)| !known.contains_key(id)) {
        faults.add(format!("orders.{n}"), common::NO_SUCH);
    }
    faults.finish()?;
    let mut unique = HashSet::new();
    ids.retain(|id| unique.insert(*id));
    let (options, _) = read_options(&app, &allowed.scope, &PrintQuery { format: None, lang, paper }).await?;
    let kind = match kind {
        PrintKind::Invoice => Kind::Invoice,
        PrintKind::CreditNote => Kind::CreditNote,
        PrintKind::PackingSlip => Kind::PackingSlip,
    };
    if kind == Kind::Invoice {
        let has = store::list_invoiced(app.db().conn(), &allowed.scope, &ids).await?;
        let missing: Vec<OrderId> = ids.iter().copied().filter(|id| !has.contains(id)).collect();
        // Read once for all of them.
        let logo = if missing.is_empty() { None } else { issue::keep_logo(&app, &allowed.scope).await };
        for id in missing {
            match issue::issue_with(&app, &allowed.scope, id, logo.clone()).await {
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
    let found = print::of_orders(&app, &allowed.scope, kind, &ids).await?;
    if found.is_empty() {
        return Err(ApiError::conflict("nothing_to_print", NOTHING));
    }
    let printed: HashSet<i64> = found.iter().map(|d| d.order_number).collect();
    let left_out = ids.len() - printed.len();
    let bytes = print::draw(&app, &allowed.scope, found, options, Format::Pdf).await?;
    let mut response = file(Printed { bytes, format: Format::Pdf, name: "documents".to_owned() });
    response.headers_mut().insert(HeaderName::from_static("x-left-out"), HeaderValue::from(left_out));
    Ok(response)
}
