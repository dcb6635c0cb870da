//! Checkout: one page, one form; each completed step is saved in the cart, and the order is placed for exactly what the shopper
//! saw.

use std::collections::BTreeMap;

use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use commerce::carts::{self, Cart, CartError, Change, Step};
use commerce::orders::{self, Expected, PlaceError};

use super::RequestContext;
use super::cart::nothing_left;
use super::cart_view::{find, notices};
use super::checkout_form::{CheckoutForm, ReadForm, keep, read};
use super::checkout_offer::{CheckoutInputs, offer, offer_as_shown, reserve, save_and_reserve};
use super::checkout_page::{PageMessages, page};
use super::coupon::{self, keep_asked};
use super::coupon_person::{self, CouponAttempt};
use super::coupon_view::RejectedCode;
use super::message::see_other;
use crate::error::PageError;
use crate::request::{Form, cart_token, forget_cart, is_https, is_script};

/// The cart with its changes marked as seen, and the offer for it.
async fn fresh(
    visit: &RequestContext<'_>,
    headers: &HeaderMap,
) -> Result<Option<(Cart, CheckoutInputs, Vec<String>)>, PageError> {
    let Some((cart, token)) = find(visit, headers).await? else { return Ok(None) };
    let (app, scope) = (&visit.shop.app, &visit.store.scope);
    let view = carts::view(app, scope, &visit.store.profile, &cart).await?;
    let page_notices = notices(visit, &view.changes);
    if page_notices.is_empty() {
        let basis = CheckoutInputs::for_view(visit, &cart, view).await?;
        return Ok(Some((cart, basis, page_notices)));
    }
    match carts::apply_changes(app, scope, &cart, &view).await {
        Ok(()) => {}
        Err(CartError::Db(e)) => return Err(e.into()),
        Err(_) => return Ok(None),
    }
    let Some(cart) = carts::find(app.db().conn(), scope, &web::caller::hash_token(&token)).await? else { return Ok(None) };
    let basis = CheckoutInputs::read(visit, &cart).await?;
    Ok(Some((cart, basis, page_notices)))
}

/// `GET /checkout`
pub(crate) async fn show(visit: &RequestContext<'_>, headers: &HeaderMap, ip: &str) -> Result<Response, PageError> {
    let Some((mut cart, basis, mut page_notices)) = fresh(visit, headers).await? else {
        return Ok(see_other(&visit.path("/cart")));
    };
    let checkout_form = CheckoutForm::from_cart(&cart, &visit.store.profile.country, visit.lang);
    let mut checkout = offer(visit, &basis, &cart, &checkout_form, None).await?;
    let has_ended = cart.held_until.is_some_and(|t| t <= visit.now());
    if reserve(visit, &cart, &mut checkout, ip).await? {
        if has_ended && checkout.held_until.is_some_and(|t| t > visit.now()) {
            page_notices.push(visit.say("checkout.held_again"));
        }
    } else {
        // Another shopper was faster since the cart was read: the reduced cart is shown, and its pieces are reserved.
        let Some((again, basis, changed)) = fresh(visit, headers).await? else { return Ok(see_other(&visit.path("/cart"))) };
        page_notices.extend(changed);
        checkout = offer(visit, &basis, &again, &checkout_form, None).await?;
        cart = again;
        reserve(visit, &cart, &mut checkout, ip).await?;
    }
    if checkout.review.view.items_count == 0 {
        return nothing_left(visit, headers, page_notices, StatusCode::OK).await;
    }
    page(
        visit,
        headers,
        &checkout_form,
        &checkout,
        PageMessages { notices: page_notices, ..PageMessages::default() },
        StatusCode::OK,
    )
    .await
}

/// `POST /checkout/{contact|address|shipping|payment|save}`: saves the fields so far. A browser without script is redirected to
/// the page; the page's script takes the new summary from the response.
pub(crate) async fn save(
    visit: &RequestContext<'_>,
    headers: &HeaderMap,
    (form, ip): (&Form, &str),
    step: &str,
) -> Result<Response, PageError> {
    let Some((cart, _)) = find(visit, headers).await? else { return Ok(see_other(&visit.path("/cart"))) };
    let checkout_form = CheckoutForm::from_form(form, &visit.store.profile.country);
    let checked = read(visit, &checkout_form, checkout_form.has_address() && checkout_form.is_pickup != Some(true));
    // A coupon may need an eligibility check first, for the contact that the form names.
    if is_script(headers)
        && cart.coupon_code.is_none()
        && let Some(checkout) = save_and_reserve(visit, &cart, (&checkout_form, &checked), ip).await?
    {
        let messages = PageMessages { errors: checked.begun(&checkout_form), ..PageMessages::default() };
        return page(visit, headers, &checkout_form, &checkout, messages, StatusCode::OK).await;
    }
    let Some((cart, rejected_code)) = keep_asked(visit, cart, &checkout_form, &checked, ip).await? else {
        return Ok(see_other(&visit.path("/cart")));
    };
    let basis = CheckoutInputs::read(visit, &cart).await?;
    let mut checkout = offer(visit, &basis, &cart, &checkout_form, checked.destination.clone()).await?;
    if is_script(headers) {
        // A failed reservation is reported when the order is placed.
        reserve(visit, &cart, &mut checkout, ip).await?;
        return page(
            visit,
            headers,
            &checkout_form,
            &checkout,
            PageMessages { errors: checked.begun(&checkout_form), rejected_code, ..PageMessages::default() },
            StatusCode::OK,
        )
        .await;
    }
    // Only the fields of this step are reported.
    let asked_for = |field: &str| match step {
        "contact" => matches!(field, "name" | "mobile" | "email"),
        "address" => !matches!(field, "name" | "mobile" | "email" | "note"),
        _ => false,
    };
    let errors: BTreeMap<_, _> = checked.errors.into_iter().filter(|(f, _)| asked_for(f)).collect();
    let status = match &rejected_code {
        _ if !errors.is_empty() => StatusCode::UNPROCESSABLE_ENTITY,
        Some(rejected) => rejected.status,
        None => StatusCode::OK,
    };
    if status == StatusCode::OK && checked.contact.is_some() {
        return Ok(see_other(&visit.path("/checkout#shipping")));
    }
    // Without a contact the cart stores no method: the page carries the entered values.
    page(visit, headers, &checkout_form, &checkout, PageMessages { errors, rejected_code, ..PageMessages::default() }, status)
        .await
}

/// `POST /checkout/coupon`: saves the fields so far, and a valid code.
pub(crate) async fn coupon(
    visit: &RequestContext<'_>,
    headers: &HeaderMap,
    form: &Form,
    ip: &str,
) -> Result<Response, PageError> {
    let Some((cart, _)) = find(visit, headers).await? else { return Ok(see_other(&visit.path("/cart"))) };
    let checkout_form = CheckoutForm::from_form(form, &visit.store.profile.country);
    let checked = read(visit, &checkout_form, checkout_form.has_address() && checkout_form.is_pickup != Some(true));
    let Some((cart, barred)) = keep_asked(visit, cart, &checkout_form, &checked, ip).await? else {
        return Ok(see_other(&visit.path("/cart")));
    };
    let view = carts::view(&visit.shop.app, &visit.store.scope, &visit.store.profile, &cart).await?;
    let rejected_code = if form.has("coupon_off") {
        coupon::remove(visit, &cart).await?;
        None
    } else if barred.is_some() {
        barred
    } else {
        // The field comes back empty: a shopper whose code was rejected can place the order without it.
        let rejected_code = coupon::try_code(visit, &cart, &view, form, ip).await?.err();
        rejected_code.map(|rejected_code| RejectedCode { code: String::new(), ..rejected_code })
    };
    // Without a contact the cart stores no method, and invalid fields are not stored: the page carries the entered values.
    let is_kept = checked.contact.is_some() && checked.errors.is_empty();
    if rejected_code.is_none() && is_kept {
        return Ok(see_other(&visit.path("/checkout#sum")));
    }
    let hash = web::caller::hash_token(cart_token(headers).unwrap_or_default());
    let Some(cart) = carts::find(visit.shop.app.db().conn(), &visit.store.scope, &hash).await? else {
        return Ok(see_other(&visit.path("/cart")));
    };
    let basis = CheckoutInputs::for_view(visit, &cart, view).await?;
    let checkout = offer(visit, &basis, &cart, &checkout_form, checked.destination.clone()).await?;
    let checkout_form = CheckoutForm { coupon: String::new(), ..checkout_form };
    let status = rejected_code.as_ref().map_or(StatusCode::OK, |t| t.status);
    page(visit, headers, &checkout_form, &checkout, PageMessages { rejected_code, ..PageMessages::default() }, status).await
}

/// `POST /checkout`: places the order.
pub(crate) async fn place(visit: &RequestContext<'_>, headers: &HeaderMap, form: &Form, ip: &str) -> Result<Response, PageError> {
    // A code that was entered but not applied is never ignored: Enter in its field submits the whole form.
    if !form.get("coupon").trim().is_empty() {
        return coupon(visit, headers, form, ip).await;
    }
    let expected = Expected {
        total: form.number("seen_total").unwrap_or(-1),
        cart_version: form.number("version").unwrap_or(-1),
        deposit: form.number("seen_deposit").unwrap_or(0),
    };
    let Some((cart, token)) = find(visit, headers).await? else { return again(visit, headers, expected).await };
    // The cart that is checked below must be the one that is placed.
    let is_seen = expected.cart_version == cart.version;
    let expected = Expected { cart_version: if is_seen { cart.version } else { -1 }, ..expected };
    let checkout_form = CheckoutForm::from_form(form, &visit.store.profile.country);
    let basis = CheckoutInputs::read(visit, &cart).await?;
    let before = offer_as_shown(visit, &basis, &cart, &checkout_form, None).await?;
    let needs_address = before.review.view.requires_shipping && before.is_courier;
    let mut checked = read(visit, &checkout_form, needs_address);
    let mut errors = std::mem::take(&mut checked.errors);
    let checkout = offer_as_shown(visit, &basis, &cart, &checkout_form, checked.destination.clone()).await?;
    if checkout.review.view.requires_shipping && checkout.cart.shipping_method_id.is_none() && !errors.contains_key("city") {
        errors.insert("shipping_method_id".into(), visit.say("checkout.choose_shipping"));
    }
    if checkout.cart.payment_method_id.is_none() {
        errors.insert("payment_method_id".into(), visit.say("checkout.choose_payment"));
    }
    // The methods that the page showed as chosen are chosen.
    let checkout_form =
        CheckoutForm { shipping: checkout.cart.shipping_method_id, payment: checkout.cart.payment_method_id, ..checkout_form };
    if !errors.is_empty() {
        let Some((cart, rejected_code)) = keep_asked(visit, cart, &checkout_form, &checked, ip).await? else {
            return again(visit, headers, expected).await;
        };
        let basis = if rejected_code.is_some() { CheckoutInputs::read(visit, &cart).await? } else { basis };
        let checkout = offer(visit, &basis, &cart, &checkout_form, checked.destination.clone()).await?;
        let messages =
            PageMessages { errors, error: Some(visit.say("checkout.review")), rejected_code, ..PageMessages::default() };
        return page(visit, headers, &checkout_form, &checkout, messages, StatusCode::UNPROCESSABLE_ENTITY).await;
    }
    // The form is saved in the order's own transaction; only if there is no order is it saved separately.
    let draft = checked.draft(&checkout_form);
    let new = coupon_person::somebody_new(&cart, checked.contact.as_ref());
    let about = coupon_person::ask(visit, &cart, cart.coupon_code.as_deref(), new, ip).await?;
    if let CouponAttempt::Wait(rejected) = about {
        return without_coupon(visit, headers, cart, (&checkout_form, &checked), rejected, expected).await;
    }
    let asked_for = new.filter(|_| matches!(about, CouponAttempt::Counted(_)));
    // An order without the rejected code reveals as much as a rejection. Evaluated before placing: afterwards every contact has
    // ordered.
    let mut is_refused = match asked_for {
        Some(contact) => coupon_person::is_refused(visit, &cart, &basis.view, contact).await?,
        None => false,
    };
    let placed = orders::place_draft(&visit.shop.app, &visit.store.scope, &visit.store.profile, &token, expected, draft).await;
    if let (Err(_), Some(contact), false) = (&placed, asked_for, is_refused) {
        is_refused = coupon_person::is_refused(visit, &cart, &basis.view, contact).await?;
    }
    coupon_person::answered(visit, &about, is_refused).await?;
    match placed {
        Ok(placed) => Ok(redirect_to_order(visit, &placed)),
        Err(PlaceError::Db(e)) => Err(e.into()),
        Err(PlaceError::NoCart) => Ok(see_other(&visit.path("/cart"))),
        Err(PlaceError::Incomplete(Step::Products)) => Ok(see_other(&visit.path("/cart"))),
        Err(PlaceError::Incomplete(_)) => {
            let Some(cart) = keep(visit, cart, &checkout_form, &checked).await? else {
                return again(visit, headers, expected).await;
            };
            let checkout = offer(visit, &basis, &cart, &checkout_form, checked.destination.clone()).await?;
            let messages = PageMessages { error: Some(visit.say("checkout.review")), ..PageMessages::default() };
            page(visit, headers, &checkout_form, &checkout, messages, StatusCode::UNPROCESSABLE_ENTITY).await
        }
        Err(e @ PlaceError::Blocked) => {
            // Releases their reservations.
            carts::reservations::release(&visit.shop.app, &visit.store.scope, Some(&cart)).await?;
            let cart = Cart { held_until: None, ..cart };
            let Some(cart) = keep(visit, cart, &checkout_form, &checked).await? else {
                return again(visit, headers, expected).await;
            };
            let checkout = offer(visit, &basis, &cart, &checkout_form, checked.destination.clone()).await?;
            let messages = PageMessages { error: Some(e.message().get(visit.lang).to_owned()), ..PageMessages::default() };
            page(visit, headers, &checkout_form, &checkout, messages, StatusCode::UNPROCESSABLE_ENTITY).await
        }
        Err(PlaceError::Changed(mut changes)) => {
            // A coupon that was added since was not counted as an attempt: its result for this person is not revealed.
            let is_other = changes.iter().any(|change| matches!(change, Change::CartChanged));
            if new.is_some() && is_other {
                changes.retain(|change| !matches!(change, Change::CouponDropped { .. } | Change::TotalChanged { .. }));
            }
            let page_notices = notices(visit, &changes);
            let rejected_code = if is_other {
                keep_asked(visit, cart, &checkout_form, &checked, ip).await?.and_then(|(_, rejected_code)| rejected_code)
            } else {
                keep(visit, cart, &checkout_form, &checked).await?;
                None
            };
            let Some((cart, basis, _)) = fresh(visit, headers).await? else { return Ok(see_other(&visit.path("/cart"))) };
            let checkout = offer(visit, &basis, &cart, &checkout_form, checked.destination.clone()).await?;
            if checkout.review.view.items_count == 0 {
                return nothing_left(visit, headers, page_notices, StatusCode::CONFLICT).await;
            }
            let messages = PageMessages {
                notices: page_notices,
                error: Some(visit.say("checkout.changed")),
                rejected_code,
                ..PageMessages::default()
            };
            page(visit, headers, &checkout_form, &checkout, messages, StatusCode::CONFLICT).await
        }
    }
}

/// Too many people were tried with the cart's code: it is removed, and the total without it is shown before the order is placed.
async fn without_coupon(
    visit: &RequestContext<'_>,
    headers: &HeaderMap,
    cart: Cart,
    (checkout_form, checked): (&CheckoutForm, &ReadForm),
    rejected_code: RejectedCode,
    expected: Expected,
) -> Result<Response, PageError> {
    let Some(cart) = coupon::remove(visit, &cart).await? else { return again(visit, headers, expected).await };
    let Some(cart) = keep(visit, cart, checkout_form, checked).await? else { return again(visit, headers, expected).await };
    let basis = CheckoutInputs::read(visit, &cart).await?;
    let checkout = offer(visit, &basis, &cart, checkout_form, checked.destination.clone()).await?;
    let status = rejected_code.status;
    page(
        visit,
        headers,
        checkout_form,
        &checkout,
        PageMessages { rejected_code: Some(rejected_code), ..PageMessages::default() },
        status,
    )
    .await
}

/// The cart is no longer open: a second submission of the form leads to the same order.
async fn again(visit: &RequestContext<'_>, headers: &HeaderMap, expected: Expected) -> Result<Response, PageError> {
    let Some(token) = cart_token(headers) else { return Ok(see_other(&visit.path("/cart"))) };
    match orders::place(&visit.shop.app, &visit.store.scope, &visit.store.profile, token, expected).await {
        Ok(placed) => Ok(redirect_to_order(visit, &placed)),
        Err(PlaceError::Db(e)) => Err(e.into()),
        Err(_) => Ok(see_other(&visit.path("/cart"))),
    }
}

fn redirect_to_order(visit: &RequestContext<'_>, placed: &orders::Placed) -> Response {
    let mut to = super::order::address(placed.id, &placed.access_token);
    if placed.is_paid_online {
        to.push_str("/pay");
    }
    let mut response = see_other(&visit.path(&to));
    forget_cart(response.headers_mut(), is_https(visit.store));
    response
}
