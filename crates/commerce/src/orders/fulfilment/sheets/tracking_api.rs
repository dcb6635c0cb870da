//! The sheet with tracking numbers that a courier's portal gives back.

use axum::Json;
use axum::extract::multipart::MultipartRejection;
use axum::extract::{Multipart, State};
use kernel::ShipmentId;
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::{Allowed, ApiError, ApiResult, Data, PathText, Refusals, routes};

use super::booking_api::courier_of;
use super::matching::{self, Candidate, Outcome};
use super::record::set_tracking_no;
use super::store;
use crate::shipping::ShippingProvider;
use platform::App;
use platform::imports::sheet;
use platform::imports::{self, ImportForm, ModestLength};

web::permissions! { Update = Update Order; }

/// Rows of one sheet: each is a transaction of its own.
const MOST_ROWS: usize = 1_000;

const TOO_MANY: web::Message = web::Message::new("ارفع ١٠٠٠ صف على الأكثر في المرة الواحدة.", "Upload 1,000 rows at a time.");

pub(super) fn routes() -> OpenApiRouter<App> {
    imports::upload_routes(OpenApiRouter::new().routes(routes!(read_tracking_sheet)))
}

/// What became of a row.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct TrackingSheetRow {
    /// As a spreadsheet numbers it, from 1.
    line: u32,
    outcome: Outcome,
    /// Empty where the row has none.
    tracking_no: String,
    /// The shipment of the row.
    shipment_id: Option<ShipmentId>,
    /// `1001-1`.
    number: Option<String>,
}

/// A sheet that was read.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct TrackingSheetView {
    /// Shipments that got a number.
    matched: usize,
    /// In the order of the sheet.
    rows: Vec<TrackingSheetRow>,
}

/// Reads the sheet with tracking numbers that comes back from a courier's portal (WASSALHA), CSV or XLSX of 1,000 rows at most, and gives
/// waiting shipments their numbers: by our reference in it, else by the recipient's phone. A shipment that has a number keeps it, so that a
/// sheet can be sent again.
#[utoipa::path(post, path = "/couriers/{courier}/tracking-sheet", tag = "Shipment", params(("courier" = ShippingProvider, Path)),
    request_body(content = ImportForm, content_type = "multipart/form-data"),
    responses((status = 200, body = Data<TrackingSheetView>), Refusals<404, 422>))]
async fn read_tracking_sheet(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathText(courier): PathText,
    _: ModestLength,
    form: Result<Multipart, MultipartRejection>,
) -> ApiResult<Json<Data<TrackingSheetView>>> {
    let (provider, courier_sheet) = courier_of(&app, &courier)?;
    let (_, bytes) = imports::read_form(form).await?;
    let table = tokio::task::spawn_blocking(move || sheet::read(&bytes, sheet::MAX_BYTES, |_| false));
    let table = table.await.map_err(|e| ApiError::internal(&e))?;
    let table = table.map_err(|e| ApiError::field("file", sheet::file_message(&e)))?;
    if table.rows.len() > MOST_ROWS {
        return Err(ApiError::field("file", TOO_MANY));
    }
    let cells: Vec<Vec<String>> = table.rows.iter().map(|row| row.cells().map(str::to_owned).collect()).collect();
    let mut candidates = store::list_waiting(app.db().conn(), &allowed.scope, provider).await?;
    let (mut rows, mut matched) = (Vec::with_capacity(cells.len()), 0);
    for (line, read) in table.rows.iter().map(|row| row.line).zip(courier_sheet.read_tracking(&cells)) {
        let row = match read {
            Ok(row) => row,
            Err((_, fault)) => {
                rows.push(TrackingSheetRow {
                    line,
                    outcome: fault.into(),
                    tracking_no: String::new(),
                    shipment_id: None,
                    number: None,
                });
                continue;
            }
        };
        let (mut outcome, shipment) = match matching::find(&row, &candidates) {
            Ok(found) => (matching::outcome(&row, found), Some((found.id, found.reference.clone()))),
            Err(outcome) => (outcome, None),
        };
        if let (Outcome::Matched, Some((id, _))) = (outcome, &shipment) {
            if set_tracking_no(&app, &allowed.scope, *id, &row.tracking_no).await? {
                matched += 1;
                note(&mut candidates, *id, &row.tracking_no);
            } else {
                outcome = Outcome::OtherNumber;
            }
        }
        let (shipment_id, number) = shipment.map_or((None, None), |(id, number)| (Some(id), Some(number)));
        rows.push(TrackingSheetRow { line, outcome, tracking_no: row.tracking_no, shipment_id, number });
    }
    Ok(data(TrackingSheetView { matched, rows }))
}

/// Later rows of the sheet find the number where it stands now.
fn note(candidates: &mut [Candidate], id: ShipmentId, tracking_no: &str) {
    for candidate in candidates.iter_mut().filter(|candidate| candidate.id == id) {
        tracking_no.clone_into(&mut candidate.tracking_no);
    }
}
