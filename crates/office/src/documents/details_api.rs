//! The calls of the seller details (docs/API.md "Documents").

use axum::Json;
use axum::extract::State;
use kernel::Texts;
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::{Allowed, ApiResult, Data, JsonIn, Refusals};

use super::details::{self, InvoiceDetailsIn};
use platform::App;
use platform::stores::{self, VatRegistration, default_vat_bp, percent_text};

web::permissions! { See = Read Setting; Change = Update Setting; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(find_invoice_details, save_invoice_details))
}

/// The seller details on invoices.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct InvoiceDetailsView {
    /// Null until the store has entered it.
    vat_registration: Option<VatRegistration>,
    /// The rate, a percentage.
    vat_value: String,
    /// The usual rate of the store's country.
    default_vat_value: String,
    prices_include_vat: bool,
    vat_number: String,
    legal_name: String,
    commercial_registration: String,
    store_address: Texts,
    /// Invoices wait until the details are entered.
    holds_invoices: bool,
}

async fn view(app: &App, scope: &kernel::StoreScope) -> ApiResult<InvoiceDetailsView> {
    let c = app.db().conn();
    let profile = stores::get_profile(c, scope).await?;
    let holds_invoices = details::are_missing(c, scope, &profile).await?;
    let s = profile.settings;
    Ok(InvoiceDetailsView {
        vat_registration: s.vat_registration,
        vat_value: percent_text(s.vat_rate_bp),
        default_vat_value: percent_text(default_vat_bp(&profile.country)),
        prices_include_vat: s.prices_include_vat,
        vat_number: s.vat_number,
        legal_name: s.legal_name,
        commercial_registration: s.commercial_registration,
        store_address: s.store_address,
        holds_invoices,
    })
}

/// The seller details and the VAT of the store.
#[utoipa::path(get, path = "/invoice-details", tag = "Document", responses((status = 200, body = Data<InvoiceDetailsView>)))]
async fn find_invoice_details(State(app): State<App>, allowed: Allowed<See>) -> ApiResult<Json<Data<InvoiceDetailsView>>> {
    Ok(data(view(&app, &allowed.scope).await?))
}

/// Saves the seller details. Invoices that waited for them are issued then.
#[utoipa::path(put, path = "/invoice-details", tag = "Document", request_body = InvoiceDetailsIn, responses(
    (status = 200, body = Data<InvoiceDetailsView>), Refusals<422>,
))]
async fn save_invoice_details(
    State(app): State<App>,
    allowed: Allowed<Change>,
    JsonIn(sent): JsonIn<InvoiceDetailsIn>,
) -> ApiResult<Json<Data<InvoiceDetailsView>>> {
    details::put(&app, &allowed.scope, &sent).await?;
    Ok(data(view(&app, &allowed.scope).await?))
}
