//! The calls of personal files: create, read the state, download.

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use kernel::id::Customer as CustomerKind;
use kernel::{CustomerId, Millis, PersonExportId};
use serde::Serialize;
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::{Allowed, ApiError, ApiResult, Data, Message, PathId, Refusals, Subject};

use super::entities;
use super::export_store::{self as store, Export, PersonExportStatus};
use super::jobs::{WritePersonExportJob, enqueue};
use platform::App;
use platform::journal::{self, Act, Entry};

web::permissions! {
    Export_ = Export Customer;
}

/// How long a file is kept.
const RETENTION: i64 = 72 * Millis::HOUR;

const BUSY: Message = Message::new("جارٍ تجهيز ملف هذا العميل.", "This customer's file is being prepared.");
const NOT_DONE: Message = Message::new("الملف غير جاهز بعد.", "The file isn't ready yet.");
const ERASED: Message = Message::new(
    "تم محو بيانات هذا العميل، ولا يوجد ما يمكن تصديره.",
    "This customer's data was erased. There is nothing to export.",
);

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(find_person_export, create_person_export)).routes(routes!(find_person_export_file))
}

/// A personal file: everything that the store keeps of a customer.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct PersonExportView {
    id: PersonExportId,
    status: PersonExportStatus,
    /// The size of the file, once it is written.
    size_bytes: i64,
    /// How often it was downloaded; each download has a journal entry.
    downloads: i64,
    /// RFC 3339.
    created_at: String,
    /// RFC 3339.
    finished_at: Option<String>,
    /// When the file is deleted. RFC 3339.
    expires_at: String,
}

/// The newest personal file of a customer.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct PersonExportState {
    /// Null when there is none.
    export: Option<PersonExportView>,
}

fn view(e: &Export) -> PersonExportView {
    PersonExportView {
        id: e.id,
        status: e.status,
        size_bytes: e.size_bytes,
        downloads: e.downloads,
        created_at: e.created_at.rfc3339(),
        finished_at: e.finished_at.map(Millis::rfc3339),
        expires_at: e.expires_at.rfc3339(),
    }
}

/// The newest personal file of a customer, for its progress.
#[utoipa::path(get, path = "/customers/{id}/data-export", tag = "Customer", params(("id" = CustomerId, Path)), responses(
    (status = 200, body = Data<PersonExportState>), Refusals<404>,
))]
async fn find_person_export(
    State(app): State<App>,
    allowed: Allowed<Export_>,
    PathId(id): PathId<CustomerKind>,
) -> ApiResult<Json<Data<PersonExportState>>> {
    let c = app.db().conn();
    customers::store::find(c, &allowed.scope, id).await?.ok_or_else(ApiError::not_found)?;
    let export = store::find_newest(c, &allowed.scope, id, app.env().now()).await?;
    Ok(data(PersonExportState { export: export.as_ref().map(view) }))
}

/// The file holds a person's orders and carts: creating and downloading it needs permission to read those.
fn sees_all_of_it(allowed: &Allowed<Export_>) -> ApiResult<()> {
    if allowed.may_read(Subject::Order) && allowed.may_read(Subject::Cart) { Ok(()) } else { Err(ApiError::forbidden()) }
}

/// Creates a file of everything that the store keeps of a customer, in the background: profile, addresses, consents, notes,
/// orders with their money, documents, shipments and receipts, carts, messages, the outcomes of orders by phone number, and
/// activity. It is kept for three days.
/// Needs `Read` on Order and Cart as well, because it holds both.
#[utoipa::path(post, path = "/customers/{id}/data-export", tag = "Customer", params(("id" = CustomerId, Path)), responses(
    (status = 201, body = Data<PersonExportView>), Refusals<404, 409>,
))]
async fn create_person_export(
    State(app): State<App>,
    allowed: Allowed<Export_>,
    PathId(id): PathId<CustomerKind>,
) -> ApiResult<(StatusCode, Json<Data<PersonExportView>>)> {
    sees_all_of_it(&allowed)?;
    let customer = customers::store::find(app.db().conn(), &allowed.scope, id).await?.ok_or_else(ApiError::not_found)?;
    if customer.erased_at.is_some() {
        return Err(ApiError::conflict("customer_erased", ERASED));
    }
    let (env, now) = (app.env().clone(), app.env().now());
    let export = Export {
        id: env.id(),
        customer_id: id,
        status: PersonExportStatus::Running,
        size_bytes: 0,
        downloads: 0,
        created_at: now,
        finished_at: None,
        expires_at: now.plus(RETENTION),
    };
    let (scope, created, user) = (allowed.scope.clone(), export.clone(), allowed.caller.user);
    let job = WritePersonExportJob { store: scope.store(), export: export.id, user, name: allowed.caller.name.clone() };
    let work = async move |c: db::Conn<'_>| {
        store::insert(c, &scope, &created, user).await?;
        enqueue(c, &env, &job).await?;
        let entry =
            Entry::new(Act::Create, entities::PERSON_EXPORT, created.id).after(json!({ "customer_id": created.customer_id }));
        journal::write(c, &scope, now, db::Topics::PROGRESS, entry).await
    };
    match app.db().tx(work).await {
        Err(e) if e.is_unique_violation() => return Err(ApiError::conflict("export_at_work", BUSY)),
        result => result?,
    };
    Ok((StatusCode::CREATED, data(view(&export))))
}

/// The newest personal file of a customer: a ZIP with `data.json`, a page in each language of the store, and the files. A
/// download has a journal entry. Needs `Read` on Order and Cart as well.
#[utoipa::path(get, path = "/customers/{id}/data-export/file", tag = "Customer", params(("id" = CustomerId, Path)), responses(
    (status = 200, body = Vec<u8>, content_type = "application/zip"), Refusals<404, 409>,
))]
async fn find_person_export_file(
    State(app): State<App>,
    allowed: Allowed<Export_>,
    PathId(id): PathId<CustomerKind>,
) -> ApiResult<Response> {
    sees_all_of_it(&allowed)?;
    let now = app.env().now();
    let found = store::find_newest(app.db().conn(), &allowed.scope, id, now).await?;
    let export = found.ok_or_else(ApiError::not_found)?;
    if export.status != PersonExportStatus::Done {
        return Err(ApiError::conflict("export_not_done", NOT_DONE));
    }
    let bytes = app.blobs.get(&store::key(allowed.scope.store(), export.id)).await.map_err(|e| match e {
        gateways::BlobError::NotFound => ApiError::not_found(),
        e @ gateways::BlobError::Store(_) => ApiError::unavailable(&e),
    })?;
    // The journal entry is committed before any byte is sent.
    let scope = allowed.scope.clone();
    app.db()
        .tx(async move |c| {
            store::count_download(c, &scope, export.id).await?;
            let entry = Entry::new(Act::Update, entities::PERSON_EXPORT, export.id)
                .after(json!({ "downloaded": true, "customer_id": export.customer_id }));
            journal::write(c, &scope, now, db::Topics::PROGRESS, entry).await
        })
        .await?;
    let mut response = Body::from(bytes).into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/zip"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    // File names are visible to others: this one does not name the person.
    let day = export.created_at.rfc3339();
    let name = format!("attachment; filename=\"customer-data-{}.zip\"", day.get(..10).unwrap_or("export"));
    if let Ok(value) = HeaderValue::from_str(&name) {
        headers.insert(CONTENT_DISPOSITION, value);
    }
    Ok(response)
}
