//! The payment gateways that a merchant can add, described for the dashboard's forms (PY-02).

use axum::Json;
use axum::extract::State;
use gateways::payments::{CredentialField, FieldKind, Label, Pattern, Presence, ProviderDescription, Region};
use kernel::{Currency, Texts};
use platform::{App, stores};
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::{Allowed, ApiResult, Data, routes};

use super::model::PaymentProvider;

web::permissions! { Read = Read Payment; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_payment_providers))
}

web::words! {
    /// How a credential is entered.
    CredentialKind {
        /// A text.
        Text "text",
        /// Digits.
        Number "number",
        /// One of the choices.
        Choice "choice",
    }
}

/// One of some values.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct CredentialChoice {
    value: &'static str,
    label: Texts,
}

/// A field of the form of credentials.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct CredentialFieldView {
    name: &'static str,
    label: Texts,
    /// Where the merchant finds the value.
    help: Texts,
    kind: CredentialKind,
    /// Never answered once it is set.
    is_secret: bool,
    is_required: bool,
    /// It is required unless all of these have a value.
    required_without: Vec<&'static str>,
    /// A regular expression for the whole value; null for a choice.
    pattern: Option<String>,
    max_length: Option<usize>,
    /// Of a choice.
    choices: Vec<CredentialChoice>,
}

/// A country that accounts of a gateway are of.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct PaymentRegionView {
    code: &'static str,
    name: Texts,
    currencies: Vec<Currency>,
    /// The store's currency is one of them.
    has_store_currency: bool,
}

/// A payment gateway.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct PaymentProviderView {
    provider: PaymentProvider,
    name: Texts,
    /// Of several, the field `region` holds the code; the first where it holds none.
    regions: Vec<PaymentRegionView>,
    fields: Vec<CredentialFieldView>,
    /// Where the merchant enters the address of our callbacks; null where that is not needed.
    callback_setup: Option<Texts>,
}

fn texts(label: Label) -> Texts {
    Texts::new(label.ar, label.en)
}

impl CredentialFieldView {
    fn from_field(field: &CredentialField) -> Self {
        let (kind, pattern, choices) = match field.kind {
            FieldKind::Text(pattern) => (CredentialKind::Text, Some(pattern), &[][..]),
            FieldKind::Number(pattern) => (CredentialKind::Number, Some(pattern), &[][..]),
            FieldKind::Choice(choices) => (CredentialKind::Choice, None, choices),
        };
        let required_without = match field.presence {
            Presence::RequiredWithout(others) => others.to_vec(),
            Presence::Required | Presence::Optional => Vec::new(),
        };
        Self {
            name: field.name,
            label: texts(field.label),
            help: texts(field.help),
            kind,
            is_secret: field.is_secret,
            is_required: field.presence == Presence::Required,
            required_without,
            pattern: pattern.as_ref().map(Pattern::regex),
            max_length: pattern.map(|p| p.max),
            choices: choices.iter().map(|c| CredentialChoice { value: c.value, label: texts(c.label) }).collect(),
        }
    }
}

impl PaymentProviderView {
    /// None for a gateway whose code is no provider of a payment method.
    fn from_description(description: &ProviderDescription, currency: Currency) -> Option<Self> {
        let region = |region: &Region| PaymentRegionView {
            code: region.code,
            name: texts(region.name),
            currencies: region.currencies.to_vec(),
            has_store_currency: region.currencies.contains(&currency),
        };
        Some(Self {
            provider: PaymentProvider::parse(description.code)?,
            name: texts(description.name),
            regions: description.regions.iter().map(region).collect(),
            fields: description.fields.iter().map(CredentialFieldView::from_field).collect(),
            callback_setup: description.callback_setup.map(texts),
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
    let views = app.payment_gateways.descriptions().filter_map(|d| PaymentProviderView::from_description(d, currency));
    Ok(data(views.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gateways::payments::{paymob, paytabs};

    #[test]
    fn py_01_every_gateway_is_a_provider_of_payment_methods() {
        for description in [&paymob::DESCRIPTION, &paytabs::PAYTABS, &paytabs::PAYTABS_EG, &paytabs::PAYTABS_SA] {
            let view = PaymentProviderView::from_description(description, Currency::SAR).unwrap();
            assert!(view.provider.is_online(), "{}", description.code);
        }
    }
}
