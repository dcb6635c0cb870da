//! Paying an order, or its deposit, by bank transfer: the accounts, the receipts that were sent, and sending one (OR-09, PY-04).

use axum::body::Body;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use commerce::orders::{self, OrderPage, SendError};
use commerce::payments::accounts::{self, grouped};
use kernel::{Lang, OrderId};

use super::message::see_other;
use super::{RequestContext, message};
use crate::engine::context;
use crate::error::PageError;
use crate::upload::{self, Unread};

/// The bank accounts to transfer to.
pub(crate) async fn bank_accounts(visit: &RequestContext<'_>) -> Result<Vec<minijinja::Value>, PageError> {
    let all = accounts::active(visit.shop.app.db().conn(), &visit.store.scope).await?;
    let view = |a: accounts::BankAccount| {
        context! { bank => a.bank_name_in(visit.lang), name => a.beneficiary_name, number => a.account_number, iban => grouped(&a.iban) }
    };
    Ok(all.into_iter().map(view).collect())
}

/// The section of an order's page on its transfer or deposit; nothing for an order that is paid another way.
pub(super) async fn view(visit: &RequestContext<'_>, key: &str, page: &OrderPage) -> Result<Option<minijinja::Value>, PageError> {
    let c = visit.shop.app.db().conn();
    let (sent, may_send) = orders::receipts_for_shopper(c, &visit.store.scope, &page.order, page.money.owed).await?;
    if sent.is_empty() && !may_send {
        return Ok(None);
    }
    let profile = &visit.store.profile;
    let date = |at| kernel::locale::date(at, &profile.timezone, &profile.country, visit.lang);
    let sent: Vec<_> =
        sent.into_iter().map(|r| context! { status => r.status, reason => r.reason, date => date(r.at) }).collect();
    let accounts = if may_send { bank_accounts(visit).await? } else { Vec::new() };
    let deposit = page.deposit.map(|due| {
        let until = format!("{} {}", date(due.until), kernel::locale::clock(due.until, &profile.timezone, visit.lang));
        context! { missing => due.missing, door => due.on_delivery, until => until }
    });
    Ok(Some(context! {
        deposit => deposit, is_deposit => page.order.payment_provider != "BANK",
        action => visit.path(&format!("/orders/{key}/receipt")), may_send => may_send, owed => page.money.owed,
        accounts => accounts, sent => sent, number => page.order.number,
    }))
}

/// Stores a receipt for the order behind the link.
pub(crate) async fn send(
    visit: &RequestContext<'_>,
    headers: &HeaderMap,
    key: &str,
    body: Body,
) -> Result<Option<Response>, PageError> {
    let Some((id, token)) = key.split_once('-') else { return Ok(None) };
    let Ok(id) = id.parse::<OrderId>() else { return Ok(None) };
    let (app, scope) = (&visit.shop.app, &visit.store.scope);
    let Some(page) = orders::open(app, scope, id, token).await? else { return Ok(None) };
    let back = format!("/orders/{key}#transfer");
    let refuse = async |status: StatusCode, text: &str| -> Result<Option<Response>, PageError> {
        let page = message::say(visit, &visit.say("message.failed"), text, &back).await?;
        Ok(Some(message::private(&page, status, headers)))
    };
    if !upload::is_upload(headers) {
        let text = web::message::common::BAD_REQUEST;
        return refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, text.get(visit.lang)).await;
    }
    let bytes = match upload::read_one(headers, body, platform::media::MAX_BYTES).await {
        Ok(bytes) => bytes,
        Err(Unread::TooLarge) => return refuse(StatusCode::PAYLOAD_TOO_LARGE, &visit.say("form.file_large")).await,
        Err(Unread::Damaged) => return refuse(StatusCode::BAD_REQUEST, &visit.say("message.unreadable")).await,
    };
    if bytes.is_empty() {
        return refuse(StatusCode::UNPROCESSABLE_ENTITY, &visit.say("transfer.choose")).await;
    }
    // Anyone with the link acts as the order's customer.
    let actor = kernel::Actor::customer(Some(page.order.customer_id.raw()), page.order.sender_name.clone());
    let scope = kernel::StoreScope::new(scope.store(), actor);
    match orders::send_receipt(app, &scope, id, bytes).await {
        Ok(()) => Ok(Some(see_other(&visit.path(&back)))),
        Err(SendError::Db(e)) => Err(e.into()),
        Err(e) => {
            if let Some(text) = e.message() {
                let lang: Lang = visit.lang;
                let status = match e {
                    SendError::Refused(_) => StatusCode::UNPROCESSABLE_ENTITY,
                    _ => StatusCode::CONFLICT,
                };
                refuse(status, text.get(lang)).await
            } else {
                tracing::error!(error = %e, "a receipt could not be kept");
                Ok(Some(StatusCode::SERVICE_UNAVAILABLE.into_response()))
            }
        }
    }
}
