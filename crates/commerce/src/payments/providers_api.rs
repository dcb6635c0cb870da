//! The payment gateways that a merchant can add, described for the dashboard's forms (PY-02).

use axum::Json;
use axum::extract::State;
use gateways::payments::{Label, ProviderDescription};
use kernel::{Currency, Texts};
use platform::{App, stores};
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::{Allowed, ApiResult, Data, routes};

use super::model::PaymentProvider;
use crate::credentials::{CredentialFieldView, RegionView, texts};

web::permissions! { Read = Read Payment; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_payment_providers))
}

/// A payment gateway.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct PaymentProviderView {
    provider: PaymentProvider,
    name: Texts,
    /// Of several, the field `region` holds the code; the first where it holds none.
    regions: Vec<RegionView>,
    fields: Vec<CredentialFieldView>,
    /// Where the merchant enters the address of our callbacks; null where that is not needed.
    callback_setup: Option<Texts>,
    /// Where the merchant enters the address of the store to which shoppers come back; null where that is not needed.
    return_setup: Option<Texts>,
}

impl PaymentProviderView {
    /// None for a gateway whose code is no provider of a payment method.
    fn from_description(description: &ProviderDescription, return_setup: Option<Label>, currency: Currency) -> Option<Self> {
        Some(Self {
            provider: PaymentProvider::parse(description.code)?,
            name: texts(description.name),
            regions: description.regions.iter().map(|region| RegionView::from_region(region, currency)).collect(),
            fields: description.fields.iter().map(CredentialFieldView::from_field).collect(),
            callback_setup: description.callback_setup.map(texts),
            return_setup: return_setup.map(texts),
        })
    }
}

/// The payment gateways that can be added; none where the program has none.
#[utoipa::path(get, path = "/payment-providers", tag = "Payment", responses(
    (status = 200, body = Data<Vec<PaymentProviderView>>),
))]
async fn list_payment_providers(
    State(app): State<App>,
    allowed: Allowed<Read>,
) -> ApiResult<Json<Data<Vec<PaymentProviderView>>>> {
    let currency = stores::get_profile(app.db().conn(), &allowed.scope).await?.currency;
    let view = |description: &'static ProviderDescription| {
        let gateway = app.payment_gateways.get(description.code)?;
        PaymentProviderView::from_description(description, gateway.return_setup(), currency)
    };
    Ok(data(app.payment_gateways.descriptions().filter_map(view).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gateways::payments::{paymob, paytabs};

    #[test]
    fn py_01_every_gateway_is_a_provider_of_payment_methods() {
        for description in [&paymob::DESCRIPTION, &paytabs::PAYTABS, &paytabs::PAYTABS_EG, &paytabs::PAYTABS_SA] {
            let view = PaymentProviderView::from_description(description, None, Currency::SAR).unwrap();
            assert!(view.provider.is_online(), "{}", description.code);
        }
    }
}
