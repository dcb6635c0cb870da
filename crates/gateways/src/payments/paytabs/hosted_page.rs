//! Starts a payment on PayTabs' hosted page.

use kernel::digits::to_latin;
use serde_json::{Map, Value, json};

use super::cart::{description, with_amount};
use super::client::Client;
use super::money;
use crate::exchange::shortened;
use crate::json::text;
use crate::payments::GatewayContext;
use crate::payments::error::{GatewayError, RefusalCode};
use crate::payments::model::{NextStep, Started};
use crate::payments::requests::{Lookup, RequestedMeans, StartRequest};

/// Starts a payment. The contract knows no lifetime of a page: the caller's own ends the attempt.
pub(super) async fn start(client: &Client, context: GatewayContext<'_>, request: &StartRequest) -> Result<Started, GatewayError> {
    check(client, context, request)?;
    let body = json!({
        "profile_id": Client::profile_id(context)?,
        "tran_type": "sale",
        "tran_class": "ecom",
        "cart_id": request.reference,
        "cart_description": description(&request.description, &request.reference),
        "cart_currency": request.amount.currency.code(),
        "callback": request.callback_url,
        "return": request.return_url,
        "hide_shipping": true,
        "paypage_lang": request.lang.code(),
        "customer_details": customer_details(request),
    });
    let body = with_amount(&body, request.amount);
    let answer = match client.post(context, "paytabs.sale", "/payment/request", &body).await {
        Ok(answer) => answer,
        Err(GatewayError::Refused { code: RefusalCode::DuplicateReference, words }) => {
            // An attempt before this one has a page; whether somebody has paid on it decides.
            let found = money::find(client, context, Lookup::Reference(&request.reference)).await?;
            let paid = found.into_iter().find(|t| t.is_money_received() && t.amount == request.amount);
            let Some(transaction) = paid else { return Err(GatewayError::refused(RefusalCode::DuplicateReference, words)) };
            let provider_reference = transaction.provider_reference.clone();
            return Ok(Started { provider_reference, next: NextStep::AlreadyPaid(Box::new(transaction)) });
        }
        Err(e) => return Err(e),
    };
    let member =
        |name: &str| text(&answer, name).filter(|v| !v.is_empty()).ok_or_else(|| GatewayError::unreadable(format!("no {name}")));
    let url = member("redirect_url")?;
    if !(url.starts_with("https://") || url.starts_with("http://")) {
        return Err(GatewayError::unreadable("a redirect_url that is no web address"));
    }
    Ok(Started { provider_reference: member("tran_ref")?, next: NextStep::Redirect { url } })
}

fn check(client: &Client, context: GatewayContext<'_>, request: &StartRequest) -> Result<(), GatewayError> {
    let refuse = |code, words: &str| Err(GatewayError::refused(code, words));
    if !client.region(context)?.currencies.contains(&request.amount.currency) {
        return refuse(RefusalCode::CurrencyNotAccepted, request.amount.currency.code());
    }
    if request.means != RequestedMeans::HostedPage {
        return refuse(RefusalCode::MeansNotOffered, "PayTabs asks on its own page how to pay");
    }
    if request.amount.minor <= 0 || !(1..=64).contains(&request.reference.len()) {
        return refuse(RefusalCode::InvalidRequest, "amount or reference");
    }
    Ok(())
}

/// Only what is known: an empty field is asked for on the page. Digits are Latin (contracts/paytabs.md).
fn customer_details(request: &StartRequest) -> Value {
    let StartRequest { customer, address, .. } = request;
    let name = format!("{} {}", customer.first_name.trim(), customer.last_name.trim());
    let street = [&address.street, &address.building, &address.floor, &address.apartment].map(|part| part.trim());
    let street = street.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
    let members = [
        ("name", name.as_str()),
        ("email", customer.email.as_str()),
        ("phone", customer.phone.as_str()),
        ("street1", street.as_str()),
        ("city", address.city.as_str()),
        ("state", address.state.as_str()),
        ("country", address.country.as_str()),
        ("zip", address.postal_code.as_str()),
        ("ip", customer.ip.as_str()),
    ];
    let members = members.map(|(key, value)| (key.to_owned(), shortened(&to_latin(value.trim()), 128)));
    members
        .into_iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(key, value)| (key, value.into()))
        .collect::<Map<_, _>>()
        .into()
}
