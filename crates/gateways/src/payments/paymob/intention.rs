//! The Intention API (contracts/paymob.md §3): one call, and Paymob's own checkout page.

use serde_json::{Value, json};

use super::billing;
use super::client::{Authorisation, Call, Client};
use super::description::{INTENTION_KEYS, checkout_page};
use crate::json::text;
use crate::payments::error::GatewayError;
use crate::payments::model::{NextStep, Started};
use crate::payments::requests::{RequestedMeans, StartRequest};
use crate::payments::{Credentials, GatewayContext};
use crate::query::encode;

/// The merchant has given the keys of this API.
pub(super) fn is_chosen(credentials: &Credentials) -> bool {
    INTENTION_KEYS.iter().all(|key| credentials.has(key))
}

/// Starts a payment.
pub(super) async fn start(client: &Client, context: GatewayContext<'_>, request: &StartRequest) -> Result<Started, GatewayError> {
    billing::check(context, request)?;
    let billing_data = billing::billing_data(context, request);
    let mut body = json!({
        "amount": request.amount.minor,
        "currency": request.amount.currency.code(),
        "payment_methods": payment_methods(context, &request.means)?,
        "customer": {
            "first_name": billing_data["first_name"],
            "last_name": billing_data["last_name"],
            "email": billing_data["email"],
        },
        "billing_data": billing_data,
        "special_reference": request.reference,
        "notification_url": request.callback_url,
        "redirection_url": request.return_url,
        "expiration": request.lifetime_seconds,
    });
    // Their sum must be the amount, which it is not where shipping, fees or discounts are: then Paymob gets none.
    if !request.items.is_empty() && request.items.iter().map(|item| item.total_minor).sum::<i64>() == request.amount.minor {
        body["items"] = billing::items(request, "amount").into();
    }
    let call = Call::post("paymob.intention", "/v1/intention/", Authorisation::SecretKey, body);
    let answer = client.call(context, call).await?;
    let member =
        |name: &str| text(&answer, name).filter(|v| !v.is_empty()).ok_or_else(|| GatewayError::unreadable(format!("no {name}")));
    let page = match client.base_override() {
        Some(base) => format!("{base}/unifiedcheckout/"),
        None => checkout_page(context.credentials.get("region")).to_owned(),
    };
    let (public_key, client_secret) = (context.credentials.get("public_key"), member("client_secret")?);
    Ok(Started {
        provider_reference: member("intention_order_id")?,
        next: NextStep::Redirect {
            url: format!("{page}?publicKey={}&clientSecret={}", encode(public_key), encode(&client_secret)),
        },
    })
}

/// The page offers whatever the merchant has, unless the shopper has chosen before.
fn payment_methods(context: GatewayContext<'_>, means: &RequestedMeans) -> Result<Vec<Value>, GatewayError> {
    let chosen = billing::integration(context, means)?;
    let others = ["wallet_integration_id", "kiosk_integration_id"].into_iter().filter(|_| *means == RequestedMeans::HostedPage);
    Ok(std::iter::once(chosen).chain(others.filter_map(|field| billing::number(context, field))).map(Value::from).collect())
}
