//! A coupon that each person can use once, or that is for first orders, reveals by its rejection whether a number or an e-mail
//! address has ordered here. So every rejection for a person is counted, by cart or draft and by IP address; after too many no
//! further person is checked: the code is removed from the cart, or ignored in the draft, and the order continues without it
//! (docs/decisions/0029-coupons.md).

use axum::http::StatusCode;
use commerce::carts::{self, Cart, CartView, Contact};
use commerce::coupons;
use commerce::orders::OpenDraft;
use kernel::AttemptId;
use platform::identity;

use super::RequestContext;
use super::coupon_view::RejectedCode;
use crate::error::PageError;

/// Retries when the cart is written concurrently: a code and a contact are saved only in the cart that was checked.
pub(crate) const TRIES: usize = 5;

/// Whether a code may be evaluated for a person.
pub(crate) enum CouponAttempt {
    /// The code is for everybody, or there is no new person.
    Free,
    /// Counted before the result is known, so that concurrent attempts cannot bypass the limit.
    Counted(AttemptId),
    /// Over the limit; with the message.
    Wait(RejectedCode),
}

/// Checks whether `code` may be evaluated for the person `contact`.
pub(crate) async fn ask(
    visit: &RequestContext<'_>,
    cart: &Cart,
    code: Option<&str>,
    contact: Option<&Contact>,
    ip: &str,
) -> Result<CouponAttempt, PageError> {
    ask_of(visit, &cart.id.to_string(), code, contact, ip).await
}

/// As [`ask`], for a draft link: only the person that the draft is for needs no check.
pub(crate) async fn ask_of_draft(
    visit: &RequestContext<'_>,
    open: &OpenDraft,
    contact: Option<&Contact>,
    ip: &str,
) -> Result<CouponAttempt, PageError> {
    let own = open.contact();
    let new = contact.filter(|new| (&own.mobile, &own.email) != (&new.mobile, &new.email));
    ask_of(visit, &open.id().to_string(), open.coupon_code(), new, ip).await
}

async fn ask_of(
    visit: &RequestContext<'_>,
    of: &str,
    code: Option<&str>,
    contact: Option<&Contact>,
    ip: &str,
) -> Result<CouponAttempt, PageError> {
    let (app, scope) = (&visit.shop.app, &visit.store.scope);
    let (Some(code), Some(_)) = (code, contact) else { return Ok(CouponAttempt::Free) };
    if !coupons::is_personal(app.db().conn(), scope, code).await? {
        return Ok(CouponAttempt::Free);
    }
    Ok(match identity::ask_coupon(app, scope.store(), of, ip).await? {
        Ok(attempt) => CouponAttempt::Counted(attempt),
        Err(wait) => {
            let minutes = i64::try_from(wait.div_ceil(60)).unwrap_or(i64::MAX);
            let text = visit.store.theme.say(visit.lang, "coupon.too_many_people", Some(minutes));
            let error = text.replace("{n}", &minutes.to_string());
            CouponAttempt::Wait(RejectedCode { code: String::new(), error, status: StatusCode::TOO_MANY_REQUESTS })
        }
    })
}

/// Settles an attempt: only a rejection for the person stays counted.
pub(crate) async fn answered(
    visit: &RequestContext<'_>,
    coupon_attempt: &CouponAttempt,
    is_refused: bool,
) -> Result<(), PageError> {
    let CouponAttempt::Counted(attempt) = coupon_attempt else { return Ok(()) };
    if is_refused {
        identity::keep_coupon_refusal(&visit.shop.app, *attempt).await?;
    } else {
        identity::forget_coupon_question(&visit.shop.app, *attempt).await?;
    }
    Ok(())
}

/// Whether the cart's code is rejected for the person `contact`.
pub(crate) async fn is_refused(
    visit: &RequestContext<'_>,
    cart: &Cart,
    view: &CartView,
    contact: &Contact,
) -> Result<bool, PageError> {
    let cart = Cart { contact: Some(contact.clone()), ..cart.clone() };
    let cart_coupon = carts::coupon(visit.shop.app.db().conn(), &visit.store.scope, &cart, view, visit.now()).await?;
    Ok(cart_coupon.is_some_and(|cart_coupon| cart_coupon.result.is_err_and(coupons::Refusal::is_personal)))
}

/// The contact, when its number or e-mail address is not the cart's.
pub(crate) fn somebody_new<'a>(cart: &Cart, contact: Option<&'a Contact>) -> Option<&'a Contact> {
    contact.filter(|new| cart.contact.as_ref().is_none_or(|old| (&old.mobile, &old.email) != (&new.mobile, &new.email)))
}

/// The current cart; `None` when it has become an order.
pub(crate) async fn again(visit: &RequestContext<'_>, cart: &Cart) -> Result<Option<Cart>, PageError> {
    Ok(carts::find_again(visit.shop.app.db().conn(), &visit.store.scope, cart).await?)
}
