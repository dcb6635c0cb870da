//! Queries, refunds, voids and captures (contracts/paytabs.md).

use serde_json::{Value, json};

use super::cart::{description, with_amount};
use super::client::Client;
use super::transaction;
use crate::payments::GatewayContext;
use crate::payments::error::{GatewayError, RefusalCode};
use crate::payments::model::{ConnectionCheck, Transaction};
use crate::payments::requests::{FollowUpRequest, Lookup};

/// Reads transactions.
pub(super) async fn find(
    client: &Client,
    context: GatewayContext<'_>,
    lookup: Lookup<'_>,
) -> Result<Vec<Transaction>, GatewayError> {
    let profile_id = Client::profile_id(context)?;
    let body = match lookup {
        Lookup::Transaction(id) => json!({ "profile_id": profile_id, "tran_ref": id }),
        Lookup::Reference(reference) => json!({ "profile_id": profile_id, "cart_id": reference }),
    };
    let answer = match client.post(context, "paytabs.query", "/payment/query", &body.to_string()).await {
        Ok(answer) => answer,
        Err(GatewayError::Refused { code: RefusalCode::TransactionNotFound, .. }) => return Ok(Vec::new()),
        Err(e) => return Err(e),
    };
    // By tran_ref one transaction comes, by cart_id a list [C]; a page that nobody has paid on may come without a result.
    let items = match &answer {
        Value::Array(items) => items.as_slice(),
        Value::Object(members) => match members.get("transactions") {
            Some(Value::Array(items)) => items.as_slice(),
            _ => std::slice::from_ref(&answer),
        },
        _ => &[],
    };
    items.iter().filter(|item| item.get("payment_result").is_some()).map(read).collect()
}

/// A refund, void or capture: a request like a sale's, that names the transaction.
pub(super) async fn follow_up(
    client: &Client,
    context: GatewayContext<'_>,
    request: &FollowUpRequest,
    step: &'static str,
    tran_type: &'static str,
) -> Result<Transaction, GatewayError> {
    if request.amount.minor <= 0 || !(1..=64).contains(&request.reference.len()) {
        return Err(GatewayError::refused(RefusalCode::InvalidRequest, "amount or reference"));
    }
    let body = json!({
        "profile_id": Client::profile_id(context)?,
        "tran_type": tran_type,
        "tran_class": "ecom",
        "tran_ref": request.transaction_id,
        "cart_id": request.reference,
        "cart_description": description(&request.description, &request.reference),
        "cart_currency": request.amount.currency.code(),
    });
    let body = with_amount(&body, request.amount);
    let mut answer = client.post(context, step, "/payment/request", &body).await?;
    if let Value::Object(members) = &mut answer {
        // What was asked is known here, where an old account leaves it out.
        members.entry("tran_type").or_insert_with(|| tran_type.into());
        members.entry("previous_tran_ref").or_insert_with(|| request.transaction_id.as_str().into());
    }
    read(&answer)
}

/// Asks for a transaction that is not there. Who may ask is told that there is none, or a list of nothing.
pub(super) async fn check(client: &Client, context: GatewayContext<'_>) -> Result<ConnectionCheck, GatewayError> {
    find(client, context, Lookup::Reference("rawaj-connection-check")).await?;
    Ok(ConnectionCheck { account: context.credentials.get("profile_id").to_owned(), is_live: None })
}

fn read(body: &Value) -> Result<Transaction, GatewayError> {
    transaction::read(body).map_err(|what| GatewayError::unreadable(format!("transaction without {what}")))
}
