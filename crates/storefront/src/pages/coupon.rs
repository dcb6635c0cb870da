//! The coupon of a cart: evaluating a code, applying and removing it.

use axum::http::StatusCode;
use commerce::carts::{self, Cart, CartCoupon, CartError, CartView};
use commerce::coupons::CouponResult;
use platform::identity;

use super::RequestContext;
use super::checkout_form::{CheckoutForm, ReadForm, keep};
use super::coupon_person::{CouponAttempt, TRIES, again, answered, ask, is_refused, somebody_new};
use super::coupon_view::RejectedCode;
use crate::error::PageError;
use crate::request::Form;

/// An existing code, even an expired one, was legitimately handed out: only unknown codes count as misses, so that shoppers
/// behind one IP address do not lock each other out.
async fn forget_valid_attempt(visit: &RequestContext<'_>, result: &CouponResult, ip: &str) -> Result<(), PageError> {
    // A rejection for the person is not treated as a success either, which would reset the counter (see `coupon_person`).
    if !result.as_ref().is_err_and(|refusal| refusal.is_miss() || refusal.is_personal()) {
        identity::found_coupon(&visit.shop.app, visit.store.scope.store(), ip).await?;
    }
    Ok(())
}

/// Counts a link's code like an entered one, unless the cart has it already; `None` after too many misses.
pub(crate) async fn of_link(
    visit: &RequestContext<'_>,
    cart: &Cart,
    code: Option<String>,
    ip: &str,
) -> Result<Option<String>, PageError> {
    let Some(code) = code.filter(|code| !cart.has_code(code)) else { return Ok(None) };
    let counted = identity::try_coupon(&visit.shop.app, visit.store.scope.store(), ip).await?;
    Ok(counted.is_ok().then_some(code))
}

/// The result of a link's code for a cart that is not the visitor's.
pub(crate) async fn find_link_coupon(
    visit: &RequestContext<'_>,
    cart: &Cart,
    view: &CartView,
    ip: &str,
) -> Result<Option<CartCoupon>, PageError> {
    let cart_coupon = carts::coupon(visit.shop.app.db().conn(), &visit.store.scope, cart, view, visit.now()).await?;
    if let Some(cart_coupon) = &cart_coupon {
        forget_valid_attempt(visit, &cart_coupon.result, ip).await?;
    }
    Ok(cart_coupon)
}

/// Applies a link's code to the visitor's cart.
pub(crate) async fn apply_link_code(
    visit: &RequestContext<'_>,
    cart: &Cart,
    code: Option<String>,
    ip: &str,
) -> Result<(), PageError> {
    let (app, scope) = (&visit.shop.app, &visit.store.scope);
    let Some(code) = of_link(visit, cart, code, ip).await? else { return Ok(()) };
    let mut cart = cart.clone();
    for _ in 0..TRIES {
        let attempt = ask(visit, &cart, Some(&code), cart.contact.as_ref(), ip).await?;
        if matches!(attempt, CouponAttempt::Wait(_)) {
            return Ok(());
        }
        let view = carts::view(app, scope, &visit.store.profile, &cart).await?;
        if let Some(result) = carts::apply_link_code(app, scope, &cart, &view, code.clone()).await? {
            answered(visit, &attempt, result.as_ref().is_err_and(|refusal| refusal.is_personal())).await?;
            return forget_valid_attempt(visit, &result, ip).await;
        }
        answered(visit, &attempt, false).await?;
        let Some(now) = again(visit, &cart).await? else { return Ok(()) };
        cart = now;
    }
    Ok(())
}

/// Evaluates an entered code for a cart and saves it when it is valid; otherwise returns the rejection.
pub(crate) async fn try_code(
    visit: &RequestContext<'_>,
    cart: &Cart,
    view: &CartView,
    form: &Form,
    ip: &str,
) -> Result<Result<(), RejectedCode>, PageError> {
    let (app, scope) = (&visit.shop.app, &visit.store.scope);
    let entered_code = form.get("coupon").trim().chars().take(60).collect::<String>();
    let refuse = |status, error| Ok(Err(RejectedCode { code: entered_code.clone(), error, status }));
    let Some(code) = carts::read_code(form.get("coupon")) else {
        return refuse(StatusCode::UNPROCESSABLE_ENTITY, visit.say("coupon.empty"));
    };
    if let Err(wait) = identity::try_coupon(app, scope.store(), ip).await? {
        let minutes = i64::try_from(wait.div_ceil(60)).unwrap_or(i64::MAX);
        let text = visit.store.theme.say(visit.lang, "coupon.too_many", Some(minutes)).replace("{n}", &minutes.to_string());
        return refuse(StatusCode::TOO_MANY_REQUESTS, text);
    }
    let change_message = |change: carts::Change| change.message(visit.store.profile.currency).get(visit.lang).to_owned();
    let mut cart = cart.clone();
    for _ in 0..TRIES {
        let attempt = ask(visit, &cart, Some(&code), cart.contact.as_ref(), ip).await?;
        if let CouponAttempt::Wait(rejected_code) = attempt {
            return Ok(Err(rejected_code));
        }
        let result = carts::evaluate_coupon(app.db().conn(), scope, &cart, view, &code, visit.now()).await?;
        answered(visit, &attempt, result.as_ref().is_err_and(|refusal| refusal.is_personal())).await?;
        forget_valid_attempt(visit, &result, ip).await?;
        if let Err(reason) = result {
            // The message names the code, because the checkout's field no longer shows it.
            let text = change_message(carts::Change::CouponDropped { code: entered_code.clone(), reason });
            return refuse(StatusCode::UNPROCESSABLE_ENTITY, text);
        }
        match carts::set_coupon(app, scope, &cart, Some(code.clone())).await {
            Ok(_) => return Ok(Ok(())),
            Err(CartError::Closed) => {}
            Err(CartError::Db(e)) => return Err(e.into()),
            Err(e) => return refuse(StatusCode::UNPROCESSABLE_ENTITY, e.message().get(visit.lang).to_owned()),
        }
        let Some(now) = again(visit, &cart).await? else { return Ok(Ok(())) };
        cart = now;
    }
    refuse(StatusCode::CONFLICT, change_message(carts::Change::CartChanged))
}

/// Removes the code from a cart; `None` when the cart was closed meanwhile.
pub(crate) async fn remove(visit: &RequestContext<'_>, cart: &Cart) -> Result<Option<Cart>, PageError> {
    let mut cart = cart.clone();
    for _ in 0..TRIES {
        match carts::set_coupon(&visit.shop.app, &visit.store.scope, &cart, None).await {
            Ok(cart) => return Ok(Some(cart)),
            Err(CartError::Db(e)) => return Err(e.into()),
            Err(_) => {}
        }
        let Some(now) = again(visit, &cart).await? else { return Ok(None) };
        cart = now;
    }
    Ok(None)
}

/// As [`keep`], but with an attempt check first when a new person comes to a code that is limited to some people; after too many
/// attempts the code is removed, with a message.
pub(crate) async fn keep_asked(
    visit: &RequestContext<'_>,
    cart: Cart,
    checkout_form: &CheckoutForm,
    read: &ReadForm,
    ip: &str,
) -> Result<Option<(Cart, Option<RejectedCode>)>, PageError> {
    let (mut cart, mut rejected_code) = (cart, None);
    for _ in 0..TRIES {
        let before = cart.clone();
        let new = somebody_new(&before, read.contact.as_ref());
        match ask(visit, &before, before.coupon_code.as_deref(), new, ip).await? {
            CouponAttempt::Wait(rejected) => {
                rejected_code = Some(rejected);
                let Some(without) = remove(visit, &before).await? else { return Ok(None) };
                if let Some(saved_cart) = keep(visit, without, checkout_form, read).await? {
                    return Ok(Some((saved_cart, rejected_code)));
                }
            }
            attempt => {
                if let Some(saved_cart) = keep(visit, cart, checkout_form, read).await? {
                    if let (CouponAttempt::Counted(_), Some(contact)) = (&attempt, new) {
                        let view = carts::view(&visit.shop.app, &visit.store.scope, &visit.store.profile, &saved_cart).await?;
                        let is_refused = is_refused(visit, &saved_cart, &view, contact).await?;
                        answered(visit, &attempt, is_refused).await?;
                    }
                    return Ok(Some((saved_cart, rejected_code)));
                }
                answered(visit, &attempt, false).await?;
            }
        }
        // The cart was written after the check: the new state is checked.
        let Some(now) = again(visit, &before).await? else { return Ok(None) };
        cart = now;
    }
    Ok(None)
}
