//! Paying an order at a gateway (PY-03): the way there, the way back, and what the order's page says of it.
//!
//! The way there is a page of its own that leads on. A redirect in answer to the checkout's form would need the gateway's address in the
//! `form-action` of the policy of every page with a form; so none has one, and no page has a frame of anybody else's.
//!
//! What the browser brings back is never believed: the server asks the gateway.

use std::time::Duration;

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use commerce::orders::online_payments::gateway::{self, BeginError};
use commerce::orders::online_payments::{NextStepKind, PaymentProgress, Purpose, ShopperPayment, for_shopper};
use commerce::orders::{self, OrderError, OrderPage, Status};
use commerce::payments::{self, PaymentOption, PaymentProvider, PaymentSale};
use db::StoredWord as _;
use kernel::{Actor, Millis, OrderId, PaymentMethodId, StoreScope};

use super::message::{private, see_other};
use super::{Content, RequestContext, message};
use crate::engine::context;
use crate::error::PageError;
use crate::request::Form;
use crate::seo::Head;

/// How long the way there waits for the gateway's page before it shows its own.
const PAGE_WITHIN: Duration = Duration::from_secs(8);
/// How long the way back waits for the gateway's answer.
const ANSWER_WITHIN: Duration = Duration::from_secs(4);
/// Seconds after which a page that waits asks again.
const AGAIN_AFTER: u32 = 3;
/// How often it does, before the shopper is left at the order's page.
const MOST_ROUNDS: u32 = 20;

/// An order that somebody has the link of.
async fn find(visit: &RequestContext<'_>, key: &str) -> Result<Option<OrderPage>, PageError> {
    let Some((id, token)) = key.split_once('-') else { return Ok(None) };
    let Ok(id) = id.parse::<OrderId>() else { return Ok(None) };
    Ok(orders::open(&visit.shop.app, &visit.store.scope, id, token).await?)
}

async fn payment_of(visit: &RequestContext<'_>, page: &OrderPage) -> Result<Option<ShopperPayment>, PageError> {
    Ok(for_shopper(visit.shop.app.db().conn(), &visit.store.scope, &page.order, visit.now()).await?)
}

/// The address of the gateway's page.
fn page_address(payment: &ShopperPayment) -> Option<&str> {
    let is_page = matches!(payment.next_step, NextStepKind::Redirect | NextStepKind::Frame);
    let is_web = |address: &&str| address.starts_with("https://") || address.starts_with("http://");
    Some(payment.next_address.as_str()).filter(|_| is_page).filter(is_web)
}

/// `GET /orders/{key}/pay`: leads to the gateway's page, or shows the code to pay with.
pub(crate) async fn lead(
    visit: &RequestContext<'_>,
    headers: &HeaderMap,
    key: &str,
    params: &[(String, String)],
) -> Result<Option<Response>, PageError> {
    let Some(page) = find(visit, key).await? else { return Ok(None) };
    let to_order = || Ok(Some(see_other(&visit.path(&format!("/orders/{key}#payment")))));
    let Some(mut payment) = payment_of(visit, &page).await? else { return choose(visit, headers, key, &page).await.map(Some) };
    if payment.progress == PaymentProgress::Waiting && payment.next_step == NextStepKind::None {
        let (app, scope) = (&visit.shop.app, &visit.store.scope);
        gateway::reach_start(app, scope, payment.attempt, PAGE_WITHIN).await;
        let Some(now) = payment_of(visit, &page).await? else { return to_order() };
        payment = now;
    }
    if payment.progress != PaymentProgress::Waiting {
        return to_order();
    }
    let order = format!("/orders/{key}");
    if let Some(address) = page_address(&payment) {
        let view = context! { state => "going", address => address, order => visit.path(&order) };
        return show(visit, headers, key, view, Some((0, address.to_owned()))).await.map(Some);
    }
    if payment.next_step == NextStepKind::KioskCode {
        let until = moment(visit, payment.expires_at);
        let view = context! {
            state => "code", code => payment.next_address, until => until, amount => page.money.owed, order => visit.path(&order),
        };
        return show(visit, headers, key, view, None).await.map(Some);
    }
    let again = next_round(params).map(|round| (AGAIN_AFTER, visit.path(&format!("{order}/pay?n={round}"))));
    show(visit, headers, key, context! { state => "preparing", order => visit.path(&order) }, again).await.map(Some)
}

/// The way there of an order that nobody tried to pay online yet: the merchant's payment link (PY-03). What is due is paid, of an order
/// under review for its deposit that alone; of one that nothing can be paid for, its page says how it stands.
async fn choose(visit: &RequestContext<'_>, headers: &HeaderMap, key: &str, page: &OrderPage) -> Result<Response, PageError> {
    let (order, amount) = (visit.path(&format!("/orders/{key}")), due(page));
    let methods = if amount > 0 && page.order.status.holds_stock() { choices(visit, page).await? } else { Vec::new() };
    if methods.is_empty() {
        return Ok(see_other(&order));
    }
    let action = visit.path(&format!("/orders/{key}/pay"));
    let view = context! { state => "choose", amount => amount, methods => methods, action => action, order => order };
    show(visit, headers, key, view, None).await
}

/// What is to be paid online, in minor units: the missing deposit of an order that waits for one, else all that is owed.
fn due(page: &OrderPage) -> i64 {
    page.deposit.as_ref().map_or(page.money.owed, |deposit| deposit.missing)
}

/// What a payment of the order is for. Only an order that was placed to be paid online waits for it, and is cancelled without it.
fn purpose(page: &OrderPage) -> Result<Purpose, PageError> {
    if page.deposit.is_some() {
        return Ok(Purpose::Deposit);
    }
    Ok(if is_online(page)? { Purpose::WholeOrder } else { Purpose::PaymentLink })
}

/// Whether the order was placed to be paid through a gateway.
fn is_online(page: &OrderPage) -> Result<bool, PageError> {
    let provider = page.order.payment_provider.as_str();
    Ok(!provider.is_empty() && PaymentProvider::decode(provider)?.is_online())
}

/// `POST /orders/{key}/pay`: another try, with the method that was chosen.
pub(crate) async fn retry(
    visit: &RequestContext<'_>,
    headers: &HeaderMap,
    key: &str,
    form: &Form,
) -> Result<Option<Response>, PageError> {
    let Some(page) = find(visit, key).await? else { return Ok(None) };
    let back = format!("/orders/{key}#payment");
    let chosen = form.get("payment_method_id").parse::<PaymentMethodId>().ok();
    let offered = offers(visit, &page).await?;
    let refuse = async |text: &str| -> Result<Option<Response>, PageError> {
        let refusal = message::say(visit, &visit.say("payment.unsuccessful"), text, &back).await?;
        Ok(Some(private(&refusal, StatusCode::CONFLICT, headers)))
    };
    let Some(method) = offered.iter().find(|o| Some(o.id) == chosen) else {
        return refuse(&visit.say("payment.not_offered")).await;
    };
    // Anyone with the link acts as the order's customer.
    let actor = Actor::customer(Some(page.order.customer_id.raw()), page.order.sender_name.clone());
    let scope = StoreScope::new(visit.store.scope.store(), actor);
    match gateway::begin(&visit.shop.app, &scope, page.order.id, method.id, purpose(&page)?).await {
        Ok(_) => Ok(Some(see_other(&visit.path(&format!("/orders/{key}/pay"))))),
        Err(BeginError::NotOffered) => refuse(&visit.say("payment.not_offered")).await,
        Err(BeginError::Order(e)) => match (e.conflict_message(), e) {
            (Some(text), _) => refuse(text.get(visit.lang)).await,
            (None, OrderError::Db(e)) => Err(e.into()),
            (None, e) => {
                tracing::error!(error = %e, "a payment could not be begun");
                refuse(&visit.say("payment.not_offered")).await
            }
        },
    }
}

/// `GET` and `POST /orders/{key}/paid`: where the gateway's page leads back to. PayTabs posts a form: its content is advisory, and what
/// counts is asked.
pub(crate) async fn returned(
    visit: &RequestContext<'_>,
    headers: &HeaderMap,
    key: &str,
    params: &[(String, String)],
) -> Result<Option<Response>, PageError> {
    let Some(page) = find(visit, key).await? else { return Ok(None) };
    let to_order = || Ok(Some(see_other(&visit.path(&format!("/orders/{key}#payment")))));
    let Some(before) = payment_of(visit, &page).await? else { return to_order() };
    if before.progress != PaymentProgress::Waiting {
        return to_order();
    }
    gateway::recheck(&visit.shop.app, &visit.store.scope, before.attempt, ANSWER_WITHIN).await;
    let is_waiting = payment_of(visit, &page).await?.is_some_and(|now| now.progress == PaymentProgress::Waiting);
    let Some(round) = next_round(params).filter(|_| is_waiting) else { return to_order() };
    let order = format!("/orders/{key}");
    let again = (AGAIN_AFTER, visit.path(&format!("{order}/paid?n={round}")));
    let view = context! { state => "waiting", order => visit.path(&order) };
    show(visit, headers, key, view, Some(again)).await.map(Some)
}

/// The number of the next round of a page that waits; none after the last.
fn next_round(params: &[(String, String)]) -> Option<u32> {
    let round = params.iter().find(|(name, _)| name == "n").map_or(0, |(_, n)| n.parse().unwrap_or(MOST_ROUNDS));
    (round < MOST_ROUNDS).then_some(round + 1)
}

/// The page of a payment on its way, which goes on by itself after some seconds.
async fn show(
    visit: &RequestContext<'_>,
    headers: &HeaderMap,
    key: &str,
    view: minijinja::Value,
    onwards: Option<(u32, String)>,
) -> Result<Response, PageError> {
    let layout = visit.layout().await?;
    let html = visit.render("pages/payment.html", &layout, view)?;
    let head = Head { is_hidden: true, ..visit.head(&visit.say("payment.title"), "") };
    let document = visit.finish(Content::new("payment", Some(format!("/orders/{key}")), head, html)).await?;
    let mut response = private(&document, StatusCode::OK, headers);
    let h = response.headers_mut();
    // The URL is a secret, as that of the order's page.
    h.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    h.insert("x-robots-tag", HeaderValue::from_static("noindex, nofollow"));
    if let Some((seconds, to)) = onwards
        && let Ok(value) = HeaderValue::from_str(&format!("{seconds}; url={to}"))
    {
        h.insert(header::REFRESH, value);
    }
    Ok(response)
}

fn moment(visit: &RequestContext<'_>, at: Millis) -> String {
    let profile = &visit.store.profile;
    let date = kernel::locale::date(at, &profile.timezone, &profile.country, visit.lang);
    format!("{date} {}", kernel::locale::clock(at, &profile.timezone, visit.lang))
}

/// The gateways that the order can be paid through: those on offer for it, and the one that it was placed with.
async fn offers(visit: &RequestContext<'_>, page: &OrderPage) -> Result<Vec<PaymentOption>, PageError> {
    let (c, scope, order) = (visit.shop.app.db().conn(), &visit.store.scope, &page.order);
    let country = order.address.as_ref().map_or(visit.store.profile.country.as_str(), |a| a.country.as_str());
    // By now its number has ordered: methods that are closed to first orders stay closed for a retry of one.
    let sale = PaymentSale { shipping: None, mobile: None, country, amount: due(page) };
    let own = PaymentSale { mobile: Some(&order.mobile), ..sale };
    let all = payments::methods(c, scope).await?;
    let mut offered = payments::offers(c, scope, &all, &sale).await?;
    if let Some(id) = order.payment_method_id
        && offered.iter().all(|o| o.id != id)
    {
        offered.extend(payments::offers(c, scope, &all, &own).await?.into_iter().filter(|o| o.id == id));
    }
    Ok(offered.into_iter().filter(|o| o.provider.is_online()).collect())
}

/// The section of an order's page on its payment online; nothing for an order that nobody tried to pay so.
pub(super) async fn view(visit: &RequestContext<'_>, key: &str, page: &OrderPage) -> Result<Option<minijinja::Value>, PageError> {
    let Some(payment) = payment_of(visit, page).await? else { return unpaid(visit, key, page).await };
    let state = match payment.progress {
        PaymentProgress::Waiting => "waiting_order",
        PaymentProgress::Paid => "paid",
        PaymentProgress::UnderReview => "under_review",
        PaymentProgress::Declined => "declined",
        PaymentProgress::Expired => "expired",
        PaymentProgress::Released => "released",
        PaymentProgress::Ended => return Ok(None),
    };
    let refusal = match payment.refusal_code.as_str() {
        code @ ("insufficient_funds" | "card_expired" | "authentication_failed" | "wrong_security_code" | "cancelled") => code,
        _ => "declined",
    };
    let methods = if payment.may_retry { choices(visit, page).await? } else { Vec::new() };
    let is_open = payment.progress == PaymentProgress::Waiting && payment.next_step != NextStepKind::None;
    Ok(Some(context! {
        state => state, refusal => (state == "declined").then_some(refusal), action => visit.path(&format!("/orders/{key}/pay")),
        continues => is_open, methods => methods, owed => due(page),
        held_until => payment.held_until.filter(|_| payment.progress != PaymentProgress::Paid).map(|at| moment(visit, at)),
    }))
}

/// As [`view`], of an order that nobody tried to pay online yet, though it is to be: one that the merchant made.
async fn unpaid(visit: &RequestContext<'_>, key: &str, page: &OrderPage) -> Result<Option<minijinja::Value>, PageError> {
    if !is_online(page)? || page.money.owed <= 0 || page.order.status != Status::Pending {
        return Ok(None);
    }
    Ok(Some(context! {
        state => "unpaid", action => visit.path(&format!("/orders/{key}/pay")), methods => choices(visit, page).await?,
        owed => due(page),
    }))
}

/// The methods of [`offers`] as the form shows them.
async fn choices(visit: &RequestContext<'_>, page: &OrderPage) -> Result<Vec<minijinja::Value>, PageError> {
    let offered = offers(visit, page).await?;
    let choice = |o: &PaymentOption| {
        let is_selected = page.order.payment_method_id == Some(o.id) || offered.len() == 1;
        context! { id => o.id.to_string(), name => o.name.get(visit.lang), is_selected => is_selected }
    };
    Ok(offered.iter().map(choice).collect())
}
