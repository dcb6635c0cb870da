//! Inquiries, refunds, voids and captures (contracts/paymob.md §2 step 5 and §5).

use reqwest::Method;
use serde_json::{Value, json};

use super::client::{Authorisation, Call, Client};
use super::payload::Payload;
use super::transaction;
use crate::json::text_or_empty;
use crate::payments::GatewayContext;
use crate::payments::error::{GatewayError, RefusalCode};
use crate::payments::model::{Transaction, TransactionKind};
use crate::payments::requests::{FollowUpRequest, Lookup};

/// Reads transactions. By reference Paymob answers the latest of the order.
pub(super) async fn find(
    client: &Client,
    context: GatewayContext<'_>,
    lookup: Lookup<'_>,
) -> Result<Vec<Transaction>, GatewayError> {
    let call = match lookup {
        Lookup::Transaction(id) => Call {
            step: "paymob.transaction",
            method: Method::GET,
            path: format!("/api/acceptance/transactions/{}", number(id)?),
            authorisation: Authorisation::Bearer,
            body: Value::Null,
        },
        Lookup::Reference(reference) => Call::post(
            "paymob.transaction_inquiry",
            "/api/ecommerce/orders/transaction_inquiry",
            Authorisation::AuthToken,
            json!({ "merchant_order_id": reference }),
        ),
    };
    match client.call(context, call).await {
        // An order that nobody has paid for yet has no transaction.
        Ok(body) if body.get("id").is_none_or(Value::is_null) => Ok(Vec::new()),
        Ok(body) => Ok(vec![read(&body)?]),
        Err(GatewayError::Refused { code: RefusalCode::TransactionNotFound, .. }) => Ok(Vec::new()),
        Err(e) => Err(e),
    }
}

/// Gives back all or a part.
pub(super) async fn refund(
    client: &Client,
    context: GatewayContext<'_>,
    request: &FollowUpRequest,
) -> Result<Transaction, GatewayError> {
    let body = json!({ "transaction_id": number(&request.transaction_id)?, "amount_cents": request.amount.minor });
    follow_up(client, context, request, ("paymob.refund", "/api/acceptance/void_refund/refund"), TransactionKind::Refund, body)
        .await
}

/// Takes back, on the day of the payment.
pub(super) async fn void(
    client: &Client,
    context: GatewayContext<'_>,
    request: &FollowUpRequest,
) -> Result<Transaction, GatewayError> {
    let body = json!({ "transaction_id": number(&request.transaction_id)? });
    follow_up(client, context, request, ("paymob.void", "/api/acceptance/void_refund/void"), TransactionKind::Void, body).await
}

/// Collects an authorisation.
pub(super) async fn capture(
    client: &Client,
    context: GatewayContext<'_>,
    request: &FollowUpRequest,
) -> Result<Transaction, GatewayError> {
    let body = json!({ "transaction_id": number(&request.transaction_id)?, "amount_cents": request.amount.minor });
    follow_up(client, context, request, ("paymob.capture", "/api/acceptance/capture"), TransactionKind::Charge, body).await
}

async fn follow_up(
    client: &Client,
    context: GatewayContext<'_>,
    request: &FollowUpRequest,
    (step, path): (&'static str, &str),
    kind: TransactionKind,
    body: Value,
) -> Result<Transaction, GatewayError> {
    if request.amount.minor <= 0 {
        return Err(GatewayError::refused(RefusalCode::InvalidRequest, "amount"));
    }
    let has_secret = context.credentials.has("secret_key");
    let authorisation = if has_secret { Authorisation::SecretKey } else { Authorisation::AuthToken };
    let mut body = client.call(context, Call::post(step, path, authorisation, body)).await?;
    // Old accounts answer the changed transaction and new ones a child (contracts/paymob.md §4). What was asked is known here, so both
    // are read as what was done; whether it succeeded is theirs to say.
    let is_parent = text_or_empty(&body, "id") == request.transaction_id;
    if let Value::Object(members) = &mut body {
        for (flag, is_set) in [
            ("has_parent_transaction", true),
            ("is_refund", kind == TransactionKind::Refund),
            ("is_void", kind == TransactionKind::Void),
            ("is_capture", kind == TransactionKind::Charge),
        ] {
            members.insert(flag.into(), is_set.into());
        }
    }
    let mut transaction = read(&body)?;
    transaction.parent_id = Some(request.transaction_id.clone());
    if is_parent {
        transaction.amount = request.amount;
    }
    Ok(transaction)
}

fn read(body: &Value) -> Result<Transaction, GatewayError> {
    transaction::read(Payload::Json(body)).map_err(|what| GatewayError::unreadable(format!("transaction without {what}")))
}

/// Paymob's ids are numbers; another one is of no transaction of theirs.
fn number(id: &str) -> Result<u64, GatewayError> {
    id.parse().map_err(|_| GatewayError::refused(RefusalCode::TransactionNotFound, "not an id of Paymob"))
}
