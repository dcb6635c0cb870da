//! Bosta's price calculator.

use std::time::Duration;

use kernel::money;
use reqwest::Url;

use super::cities::english_name;
use super::client::{Call, Client};
use super::description::CAPABILITIES;
use crate::amounts::read_rounded;
use crate::call::CallContext;
use crate::couriers::error::{CourierError, RefusalCode};
use crate::couriers::rates::{Rate, RateRequest};
use crate::couriers::service::CourierService;
use crate::couriers::waybill::ParcelSize;
use crate::http::CallBounds;

/// Asks for a price, and waits no longer than `limit`: a shopper waits as well.
pub(super) async fn rate(
    client: &Client,
    context: CallContext<'_>,
    request: &RateRequest,
    limit: Duration,
) -> Result<Rate, CourierError> {
    if !CAPABILITIES.currencies.contains(&request.currency) || request.cod_minor < 0 {
        return Err(CourierError::refused(RefusalCode::InvalidRequest, "currency or amount"));
    }
    let size = match request.size {
        ParcelSize::Small | ParcelSize::Medium | ParcelSize::Large => "Normal",
        ParcelSize::LightBulky => "Light Bulky",
        ParcelSize::HeavyBulky => "Heavy Bulky",
    };
    let kind = match request.service {
        CourierService::Deliver => "SEND",
        CourierService::CashCollection => "CASH_COLLECTION",
        CourierService::Return => "CUSTOMER_RETURN_PICKUP",
        CourierService::Exchange => "EXCHANGE",
    };
    let query = [
        ("cod", money::format(request.cod_minor, request.currency)),
        ("dropOffCity", english_name(&request.to_city)),
        ("pickupCity", english_name(&request.from_city)),
        ("size", size.to_owned()),
        ("type", kind.to_owned()),
    ];
    let url = Url::parse_with_params("http://query/pricing/shipment/calculator", &query)
        .map_err(|_| CourierError::refused(RefusalCode::InvalidRequest, "a city"))?;
    let path = format!("{}?{}", url.path(), url.query().unwrap_or_default());
    let bounds = CallBounds { total: Some(limit), ..CallBounds::default() };
    let data = client.data(context, Call { bounds, ..Call::get("bosta.rate", &path) }).await?;
    let amount = |key: &str| data.get(key).and_then(|value| read_rounded(value, request.currency));
    let with_vat_minor = amount("priceAfterVat").ok_or_else(|| CourierError::unreadable("no priceAfterVat"))?;
    Ok(Rate { with_vat_minor, without_vat_minor: amount("priceBeforeVat"), currency: request.currency })
}
