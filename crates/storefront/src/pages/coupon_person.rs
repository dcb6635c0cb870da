//! A coupon that one person uses once, or that is for first orders, tells by its refusal whether a number or an address has ordered here.
//! So every refusal for a person is counted, by cart or draft and by address, and after too many nobody is asked about any more: the code
//! is taken out of the cart, or left aside in the draft, and the order goes on without it (docs/decisions/0029-coupons.md).

use axum::http::StatusCode;
use commerce::carts::{self, Cart, CartView, Contact};
use commerce::coupons;
use commerce::orders::OpenDraft;
use kernel::AttemptId;
use platform::identity;

use super::RequestContext;
use super::coupon_view::RejectedCode;
use crate::error::PageError;

/// Tries of a cart that is written at the same moment: a code and a contact are kept only in the cart that was asked about.
pub(crate) const TRIES: usize = 5;

/// Whether a code may be evaluated for a person.
pub(crate) enum CouponAttempt {
    /// It is for everybody, or there is nobody new to evaluate it for.
    Free,
    /// Counted, before the answer is known: many at once do not slip through.
    Counted(AttemptId),
    /// Not now; what is told.
    Wait(RejectedCode),
}

/// Asks whether `code` may be evaluated for whoever `contact` is.
pub(crate) async fn ask(
    visit: &RequestContext<'_>,
    cart: &Cart,
    code: Option<&str>,
    contact: Option<&Contact>,
    ip: &str,
) -> Result<CouponAttempt, PageError> {
    ask_of(visit, &cart.id.to_string(), code, contact, ip).await
}

/// As [`ask`], of the draft of a link: of nobody but who it was written for without asking.
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
            let text = crate::theme::ONE.say(visit.lang, "coupon.too_many_people", Some(minutes));
            let error = text.replace("{n}", &minutes.to_string());
            CouponAttempt::Wait(RejectedCode { code: String::new(), error, status: StatusCode::TOO_MANY_REQUESTS })
        }
    })
}

/// What was asked is answered: only a refusal for the person stays counted.
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

/// The code of a cart is refused for whoever `contact` is.
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

/// Somebody else than the cart knows: another number or another address.
pub(crate) fn somebody_new<'a>(cart: &Cart, contact: Option<&'a Contact>) -> Option<&'a Contact> {
    contact.filter(|new| cart.contact.as_ref().is_none_or(|old| (&old.mobile, &old.email) != (&new.mobile, &new.email)))
}

/// The cart as it is now; none when it has become an order.
pub(crate) async fn again(visit: &RequestContext<'_>, cart: &Cart) -> Result<Option<Cart>, PageError> {
    Ok(carts::find_again(visit.shop.app.db().conn(), &visit.store.scope, cart).await?)
}
