//! Shipping labels of one shipment, and of many orders in one print (OR-06).

use std::collections::{HashMap, HashSet};

use ::documents::{Label, LabelPaper, PrintLanguage};
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue};
use axum::response::Response;
use kernel::id::Shipment as ShipmentKind;
use kernel::{OrderId, ShipmentId, StoreScope};
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use web::message::common;
use web::routes;
use web::{Allowed, ApiError, ApiResult, FieldErrors, Message, PathId, QueryIn, Refusals};

use super::print::{self, Format, Printed};
use super::print_api::{DocumentLanguage, MOST, TOO_MANY, file};
use super::snapshot;
use commerce::orders::{self, Order, OrderItem};
use commerce::shipments::{self, Shipment, Status};
use commerce::shipping::ShippingProvider;
use platform::stores::StoreProfile;
use platform::{App, stores};
use web::schema;

web::permissions! { Read = Read Order; }

const CANCELLED: Message = Message::new("لا توجد بوليصة لشحنة ملغاة.", "A canceled shipment has no label.");
const NOTHING: Message =
    Message::new("لا توجد شحنات للطلبات المحددة.", "The selected orders have no shipments to print labels for.");

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read_shipment_label)).routes(routes!(print_shipment_labels))
}

web::schema_types! {
    /// The size of a label.
    LabelSize => schema::words(["a6", "100x150"]);
    /// Up to 200 ids of orders with commas between them.
    OrderIds => schema::text("^ord_[0-7][0-9a-hjkmnp-tv-z]{12}(,ord_[0-7][0-9a-hjkmnp-tv-z]{12}){0,199}$", None);
}

/// The format of a label.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct LabelQuery {
    /// `ar`, `en` or `both`; by default as the store's documents.
    #[param(value_type = Option<DocumentLanguage>, inline)]
    lang: Option<String>,
    /// `a6` (the default) or `100x150`.
    #[param(value_type = Option<LabelSize>, inline)]
    paper: Option<String>,
}

async fn read_options(
    app: &App,
    scope: &StoreScope,
    lang: Option<&str>,
    paper: Option<&str>,
) -> ApiResult<(StoreProfile, PrintLanguage, LabelPaper)> {
    let profile = stores::get_profile(app.db().conn(), scope).await?;
    let mut faults = FieldErrors::new();
    let language = match lang.map(PrintLanguage::parse) {
        None => print::default_options(&profile.settings).language,
        Some(Some(language)) => language,
        Some(None) => {
            faults.add("lang", common::NOT_A_CHOICE);
            PrintLanguage::Ar
        }
    };
    let paper = match paper {
        None | Some("a6") => LabelPaper::A6,
        Some("100x150") => LabelPaper::Roll100x150,
        Some(_) => {
            faults.add("paper", common::NOT_A_CHOICE);
            LabelPaper::A6
        }
    };
    faults.finish()?;
    Ok((profile, language, paper))
}

/// `owed` is what the order still owes: a payment after the waybill was written is not collected again. The cash to collect is
/// subtracted from it.
fn label(shipment: &Shipment, order: &Order, profile: &StoreProfile, owed: &mut i64) -> Label {
    let cod_amount = shipment.cod_amount.min(*owed);
    *owed -= cod_amount;
    Label {
        number: shipment.reference(order.number),
        order_number: order.number,
        barcode: shipment.barcode().to_owned(),
        store: profile.name.clone(),
        store_phone: profile.settings.store_phone.clone(),
        to: recipient(shipment, order),
        courier: shipment.courier_name.clone(),
        cod_amount,
        currency: profile.currency,
        allow_open_box: shipment.allow_open_box,
        is_exchange: shipment.service == gateways::Service::Exchange,
        is_pickup: shipment.provider == ShippingProvider::Pickup,
        pieces: shipment.items_count,
        weight_grams: shipment.package_weight,
        note: shipment.note.clone(),
        shipping: order.shipping_name.clone(),
    }
}

/// Who the label names: where the parcel has an address of its own, its recipient.
fn recipient(shipment: &Shipment, order: &Order) -> ::documents::Buyer {
    match &shipment.address {
        Some(address) => snapshot::buyer(&Order { address: Some(address.clone()), ..order.clone() }),
        None => snapshot::buyer(order),
    }
}

async fn draw(labels: Vec<Label>, language: PrintLanguage, paper: LabelPaper) -> ApiResult<Vec<u8>> {
    // Two hundred labels take too long for an async worker thread.
    let drawn = tokio::task::spawn_blocking(move || ::documents::labels(&labels, language, paper));
    drawn.await.map_err(|e| ApiError::internal(&e))
}

/// The label of a shipment: address, phone, cash to collect, order number, and the tracking number as Code 128.
#[utoipa::path(get, path = "/shipments/{id}/label", tag = "Shipment", params(("id" = ShipmentId, Path), LabelQuery), responses(
    (status = 200, description = "The label", content_type = "application/pdf", body = Vec<u8>), Refusals<404, 409, 422>,
))]
async fn read_shipment_label(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<ShipmentKind>,
    QueryIn(query): QueryIn<LabelQuery>,
) -> ApiResult<Response> {
    let (c, scope) = (app.db().conn(), &allowed.scope);
    let (profile, language, paper) = read_options(&app, scope, query.lang.as_deref(), query.paper.as_deref()).await?;
    let shipment = shipments::find(c, scope, id).await?.ok_or_else(ApiError::not_found)?;
    if shipment.status == Status::Cancelled {
        return Err(ApiError::conflict("shipment_cancelled", CANCELLED));
    }
    let found = orders::find_many(c, scope, &[shipment.order_id]).await?.remove(&shipment.order_id);
    let (order, _) = found.ok_or_else(ApiError::not_found)?;
    let name = format!("label-{}", shipment.reference(order.number));
    let mut owed = orders::owed_of(c, scope, &[order.id]).await?.remove(&order.id).unwrap_or_default();
    let bytes = draw(vec![label(&shipment, &order, &profile, &mut owed)], language, paper).await?;
    Ok(file(Printed { bytes, format: Format::Pdf, name }))
}

/// A print of the labels of many orders.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct LabelPrintIn {
    /// 1 to 200 ids, with commas between.
    #[param(value_type = OrderIds, inline, required = true)]
    orders: Option<String>,
    /// `ar`, `en` or `both`; by default as the store's documents.
    #[param(value_type = Option<DocumentLanguage>, inline)]
    lang: Option<String>,
    /// `a6` (the default) or `100x150`.
    #[param(value_type = Option<LabelSize>, inline)]
    paper: Option<String>,
}

/// One PDF with the labels of up to 200 orders, in the order of the ids: of every shipment that waits or is on the way. Orders
/// without one are left out: `X-Left-Out` says how many, `X-Left-Out-Ids` which.
#[utoipa::path(get, path = "/shipments/labels", tag = "Shipment", params(LabelPrintIn), responses(
    (status = 200, description = "The labels", content_type = "application/pdf", body = Vec<u8>), Refusals<409, 422>,
))]
async fn print_shipment_labels(
    State(app): State<App>,
    allowed: Allowed<Read>,
    QueryIn(query): QueryIn<LabelPrintIn>,
) -> ApiResult<Response> {
    let LabelPrintIn { orders, lang, paper } = query;
    let orders = orders.unwrap_or_default();
    let mut faults = FieldErrors::new();
    let mut ids: Vec<OrderId> = Vec::new();
    for (n, text) in orders.split(',').map(str::trim).filter(|t| !t.is_empty()).take(MOST + 1).enumerate() {
        match text.parse() {
            Ok(id) => ids.push(id),
            Err(_) => faults.add(format!("orders.{n}"), common::NO_SUCH),
        }
    }
    faults.finish()?;
    if ids.is_empty() {
        return Err(ApiError::field("orders", common::REQUIRED));
    }
    if ids.len() > MOST {
        return Err(ApiError::field("orders", TOO_MANY));
    }
    let (c, scope) = (app.db().conn(), &allowed.scope);
    let known: HashMap<OrderId, (Order, Vec<OrderItem>)> = orders::find_many(c, scope, &ids).await?;
    let mut faults = FieldErrors::new();
    for (n, _) in ids.iter().enumerate().filter(|(_, id)| !known.contains_key(id)) {
        faults.add(format!("orders.{n}"), common::NO_SUCH);
    }
    faults.finish()?;
    let (profile, language, paper) = read_options(&app, scope, lang.as_deref(), paper.as_deref()).await?;
    let mut unique = HashSet::new();
    ids.retain(|id| unique.insert(*id));
    let found_shipments = shipments::list_by_orders(c, scope, &ids).await?;
    let mut owed = orders::owed_of(c, scope, &ids).await?;
    let mut labels = Vec::new();
    let mut left_out = Vec::new();
    for id in &ids {
        let before = labels.len();
        if let Some((order, _)) = known.get(id) {
            let of_order = found_shipments.iter().filter(|s| s.order_id == *id && s.status.is_collecting());
            let owed = owed.entry(*id).or_default();
            labels.extend(of_order.map(|s| label(s, order, &profile, owed)));
        }
        if labels.len() == before {
            left_out.push(id.to_string());
        }
    }
    if labels.is_empty() {
        return Err(ApiError::conflict("nothing_to_print", NOTHING));
    }
    let bytes = draw(labels, language, paper).await?;
    let mut response = file(Printed { bytes, format: Format::Pdf, name: "labels".to_owned() });
    let headers = response.headers_mut();
    headers.insert(HeaderName::from_static("x-left-out"), HeaderValue::from(left_out.len()));
    if let Ok(ids) = HeaderValue::from_str(&left_out.join(",")) {
        headers.insert(HeaderName::from_static("x-left-out-ids"), ids);
    }
    Ok(response)
}
