//! Payment methods in the API.

use kernel::{Currency, PaymentMethodId, Texts, money};
use serde::{Deserialize, Deserializer, Serialize};
use web::schema;

use super::connection::{Connection, ConnectionView};
use super::model::{PaymentMethod, PaymentProvider};

web::schema_types! {
    /// A payment method to create.
    NewPaymentMethod => schema::required::<PaymentMethodIn>(&["provider"]);
}

/// A payment method, in whole or in part.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PaymentMethodIn {
    /// Cannot be changed later.
    pub provider: Option<PaymentProvider>,
    /// Name for shoppers.
    #[schema(value_type = Option<schema::RequiredLineTexts<100>>)]
    pub name: Option<Texts>,
    /// Instructions, shown when it is chosen.
    #[schema(value_type = Option<schema::LongTexts<1_000>>)]
    pub instructions: Option<Texts>,
    /// Offered to shoppers.
    pub is_active: Option<bool>,
    /// A decimal in the store's currency.
    #[schema(value_type = Option<schema::Amount>)]
    pub fixed_fees: Option<String>,
    /// A percentage of the amount to pay: "2.50".
    #[schema(value_type = Option<schema::Percentage>)]
    pub ratio_fees: Option<String>,
    /// VAT applies to the fees.
    pub add_vat_to_payment_charges: Option<bool>,
    /// Not offered for a customer's first order.
    pub disable_on_first_order: Option<bool>,
    /// The least amount to pay with it, without its own fee; null or zero for no limit.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<schema::Amount>)]
    pub min_amount: Option<Option<String>>,
    /// The highest amount to pay with it, without its own fee; null or zero for no limit.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<schema::Amount>)]
    pub max_amount: Option<Option<String>>,
    /// Countries of delivery; all when empty.
    #[schema(value_type = Option<Vec<schema::CountryCode>>, max_items = 300)]
    pub countries: Option<Vec<String>>,
    /// The version it was read at.
    pub version: Option<i64>,
}

/// A payment method (PY-01).
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct PaymentMethodView {
    id: PaymentMethodId,
    provider: PaymentProvider,
    name: Texts,
    instructions: Texts,
    is_active: bool,
    fixed_fees: String,
    ratio_fees: String,
    add_vat_to_payment_charges: bool,
    disable_on_first_order: bool,
    min_amount: Option<String>,
    max_amount: Option<String>,
    countries: Vec<String>,
    display_order: i64,
    /// How a payment gateway is reached; null for cash and transfers.
    connection: Option<ConnectionView>,
    version: i64,
}

impl PaymentMethodView {
    /// The method in the API.
    #[must_use]
    pub fn new(method: PaymentMethod, currency: Currency, connection: Option<&Connection>) -> Self {
        let PaymentMethod {
            id,
            provider,
            name,
            instructions,
            is_active,
            fixed_fees,
            ratio_fees,
            add_vat_to_payment_charges,
            disable_on_first_order,
            min_amount,
            max_amount,
            countries,
            display_order,
            version,
        } = method;
        Self {
            id,
            provider,
            name,
            instructions,
            is_active,
            fixed_fees: money::format(fixed_fees, currency),
            ratio_fees: money::format_with(ratio_fees, 2),
            add_vat_to_payment_charges,
            disable_on_first_order,
            min_amount: min_amount.map(|n| money::format(n, currency)),
            max_amount: max_amount.map(|n| money::format(n, currency)),
            countries,
            display_order,
            connection: provider.is_online().then(|| ConnectionView::new(connection)),
            version,
        }
    }

    /// The fields in the journal: the connection has entries of its own.
    #[must_use]
    pub(super) fn journal_fields(method: &PaymentMethod, currency: Currency) -> serde_json::Value {
        let mut fields = serde_json::to_value(Self::new(method.clone(), currency, None)).unwrap_or_default();
        if let Some(fields) = fields.as_object_mut() {
            fields.remove("connection");
        }
        fields
    }
}

/// Tells null from a field that was not sent.
fn present<'de, D: Deserializer<'de>>(d: D) -> Result<Option<Option<String>>, D::Error> {
    Option::deserialize(d).map(Some)
}

/// All methods that the merchant orders, in their new order.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PaymentMethodOrderIn {
    /// Every method of the store once.
    #[serde(default)]
    #[schema(min_items = 1, max_items = 100, required = true)]
    pub items: Vec<PaymentMethodId>,
}

/// A deleted method.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct DeletedPaymentMethod {
    pub(super) id: PaymentMethodId,
}
