//! The legacy flow (contracts/paymob.md §2): an order, a payment key for it, and the page or code that takes the key.

use serde_json::{Value, json};

use super::billing;
use super::client::{Authorisation, Call, Client};
use super::money;
use crate::json::{text, text_or_empty};
use crate::payments::GatewayContext;
use crate::payments::error::{GatewayError, RefusalCode};
use crate::payments::model::{NextStep, Started};
use crate::payments::requests::{Lookup, RequestedMeans, StartRequest};
use crate::query::encode;
use kernel::digits::to_latin;

/// Starts a payment. Safe to repeat: the order is registered once per reference.
pub(super) async fn start(client: &Client, context: GatewayContext<'_>, request: &StartRequest) -> Result<Started, GatewayError> {
    billing::check(context, request)?;
    let integration = billing::integration(context, &request.means)?;
    let order_id = match register_order(client, context, request).await {
        Ok(order_id) => order_id,
        Err(GatewayError::Refused { code: RefusalCode::DuplicateReference, words }) => {
            // An attempt before this one registered the order and may have been paid. Its id is known from its transactions alone.
            let found = money::find(client, context, Lookup::Reference(&request.reference)).await?;
            let Some(transaction) = found.into_iter().find(|t| t.amount == request.amount) else {
                return Err(GatewayError::refused(RefusalCode::DuplicateReference, words));
            };
            if transaction.is_money_received() {
                let provider_reference = transaction.provider_reference.clone();
                return Ok(Started { provider_reference, next: NextStep::AlreadyPaid(Box::new(transaction)) });
            }
            transaction.provider_reference
        }
        Err(e) => return Err(e),
    };
    let key = payment_key(client, context, request, &order_id, integration).await?;
    let next = match &request.means {
        RequestedMeans::HostedPage => {
            let iframe_id = billing::number(context, "iframe_id")
                .ok_or_else(|| GatewayError::refused(RefusalCode::MeansNotOffered, "no iframe_id"))?;
            let base = client.base(context)?;
            NextStep::Frame { url: format!("{base}/api/acceptance/iframes/{iframe_id}?payment_token={}", encode(&key)) }
        }
        RequestedMeans::Wallet { phone } => {
            let body = pay(client, context, &to_latin(phone), "WALLET", &key).await?;
            NextStep::Redirect { url: redirect(&body)? }
        }
        RequestedMeans::Kiosk => {
            let body = pay(client, context, "AGGREGATOR", "AGGREGATOR", &key).await?;
            let code = text(&body, "data.bill_reference").filter(|code| !code.is_empty());
            NextStep::KioskCode { code: code.ok_or_else(|| GatewayError::unreadable("no data.bill_reference"))? }
        }
    };
    Ok(Started { provider_reference: order_id, next })
}

async fn register_order(client: &Client, context: GatewayContext<'_>, request: &StartRequest) -> Result<String, GatewayError> {
    let body = json!({
        "delivery_needed": false,
        "amount_cents": request.amount.minor,
        "currency": request.amount.currency.code(),
        "merchant_order_id": request.reference,
        "items": billing::items(request, "amount_cents"),
    });
    let answer =
        client.call(context, Call::post("paymob.orders", "/api/ecommerce/orders", Authorisation::AuthToken, body)).await?;
    text(&answer, "id").filter(|id| !id.is_empty()).ok_or_else(|| GatewayError::unreadable("no id of the order"))
}

async fn payment_key(
    client: &Client,
    context: GatewayContext<'_>,
    request: &StartRequest,
    order_id: &str,
    integration: u64,
) -> Result<String, GatewayError> {
    // The order's id is a number at Paymob, and what else it may be is theirs to say.
    let order_id: Value = order_id.parse::<u64>().map_or_else(|_| Value::from(order_id), Value::from);
    let body = json!({
        "amount_cents": request.amount.minor,
        "expiration": request.lifetime_seconds,
        "order_id": order_id,
        "billing_data": billing::billing_data(context, request),
        "currency": request.amount.currency.code(),
        "integration_id": integration,
        // Of two keys for one order, the second cannot be paid as well.
        "lock_order_when_paid": true,
    });
    let path = "/api/acceptance/payment_keys";
    let answer = client.call(context, Call::post("paymob.payment_keys", path, Authorisation::AuthToken, body)).await?;
    text(&answer, "token").filter(|key| !key.is_empty()).ok_or_else(|| GatewayError::unreadable("no payment key"))
}

/// Pays with a source that needs no page of Paymob's.
async fn pay(
    client: &Client,
    context: GatewayContext<'_>,
    identifier: &str,
    subtype: &str,
    key: &str,
) -> Result<Value, GatewayError> {
    let body = json!({ "source": { "identifier": identifier, "subtype": subtype }, "payment_token": key });
    let path = "/api/acceptance/payments/pay";
    let answer = client.call(context, Call::post("paymob.pay", path, Authorisation::InBody, body)).await?;
    let is_declined = text_or_empty(&answer, "success") == "false" && text_or_empty(&answer, "pending") == "false";
    if is_declined {
        let words = text_or_empty(&answer, "data.message");
        return Err(GatewayError::refused(RefusalCode::from_decline(&words), words));
    }
    Ok(answer)
}

/// Both names of the address are seen (contracts/paymob.md §2).
fn redirect(body: &Value) -> Result<String, GatewayError> {
    let urls = ["redirect_url", "iframe_redirection_url"].into_iter().filter_map(|key| text(body, key));
    let mut web = urls.filter(|url| url.starts_with("https://") || url.starts_with("http://"));
    web.next().ok_or_else(|| GatewayError::unreadable("no redirect_url"))
}
