//! The coupon of a cart: its box on the cart and on the checkout, and its place in the sums.

use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use commerce::carts::totals::Totals;
use commerce::carts::{self, Cart, CartCoupon, CartError, CartView};
use commerce::coupons::{Judged, Segment};
use commerce::shipping::ShippingOption;
use minijinja::Value;
use platform::identity;
use serde::Serialize;

use super::RequestContext;
use super::cart::{find, see_other, show_rejected};
use super::coupon_person::{self, CouponAttempt, TRIES};
use crate::engine::context;
use crate::error::PageError;
use crate::request::Form;

/// A coupon in the sums.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct CouponSum {
    pub(crate) code: String,
    pub(crate) amount: i64,
    /// It lowers the shipping fee, and stands below it.
    pub(crate) is_shipping: bool,
}

/// A code that was typed and takes nothing off.
#[derive(Debug, Clone, Default)]
pub(crate) struct RejectedCode {
    pub(crate) code: String,
    pub(crate) error: String,
    /// 422, or 429 after too many tries.
    pub(crate) status: StatusCode,
}

/// What a coupon takes off, for the sums; none where it takes nothing.
pub(crate) fn sum_of(cart_coupon: Option<&CartCoupon>, totals: &Totals) -> Option<CouponSum> {
    let applied = cart_coupon?.judged.as_ref().ok().filter(|_| totals.coupon > 0)?;
    let is_shipping = applied.terms.segment == Segment::Shipping;
    Some(CouponSum { code: applied.code.clone(), amount: totals.coupon, is_shipping })
}

/// What of the discounts no coupon gave, and shipping before a coupon lowered it.
pub(crate) fn split_discount(coupon: Option<&CouponSum>, discount: i64, shipping: i64) -> (i64, i64) {
    match coupon {
        Some(k) if k.is_shipping => (discount, shipping + k.amount),
        Some(k) => (discount - k.amount, shipping),
        None => (discount, shipping),
    }
}

/// The box: a field for a code, or the code that the cart has with what it does and a button that takes it out. `shipping` says
/// whether anything is sent, and the method chosen.
pub(crate) fn coupon_box(
    visit: &RequestContext<'_>,
    cart_coupon: Option<&CartCoupon>,
    totals: &Totals,
    shipping: (bool, Option<&ShippingOption>),
    rejected_code: Option<&RejectedCode>,
    code: &str,
) -> Value {
    let (mut error, mut note) = (rejected_code.map(|t| t.error.clone()), None);
    if let Some(cart_coupon) = cart_coupon.filter(|_| rejected_code.is_none()) {
        match &cart_coupon.judged {
            Err(refusal) => error = Some(refusal.message(visit.store.profile.currency).get(visit.lang).to_owned()),
            Ok(_) if totals.coupon > 0 => {}
            Ok(_) => {
                note = Some(visit.say(match shipping {
                    (true, None) => "coupon.with_shipping",
                    (_, Some(method)) if method.is_pickup() => "coupon.not_for_pickup",
                    _ => "coupon.nothing_left",
                }));
            }
        }
    }
    let applied_code = cart_coupon.filter(|_| rejected_code.is_none()).map(|cart_coupon| match &cart_coupon.judged {
        Ok(applied) => applied.code.clone(),
        Err(_) => cart_coupon.code.clone(),
    });
    let code = rejected_code.map_or_else(|| code.to_owned(), |t| t.code.clone());
    context! {
        kept => applied_code, typed => code, error => error, note => note, is_applied => totals.coupon > 0,
        is_open => !code.is_empty() || error.is_some(),
    }
}

/// A code that exists was given to whoever has it, also where it is over: only those that nobody was given are misses, so that
/// shoppers behind one address do not lock each other out.
async fn forgive(visit: &RequestContext<'_>, judged: &Judged, ip: &str) -> Result<(), PageError> {
    // A refusal for the person is no success either: it would clear what it counts for (see `coupon_person`).
    if !judged.as_ref().is_err_and(|refusal| refusal.is_miss() || refusal.is_personal()) {
        identity::found_coupon(&visit.shop.app, visit.store.scope.store(), ip).await?;
    }
    Ok(())
}

/// Counts a code of a link as one that is typed, unless the cart has it already; none after too many misses.
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

/// What a link's code comes to for a cart that is not the visitor's.
pub(crate) async fn find_link_coupon(
    visit: &RequestContext<'_>,
    cart: &Cart,
    view: &CartView,
    ip: &str,
) -> Result<Option<CartCoupon>, PageError> {
    let cart_coupon = carts::coupon(visit.shop.app.db().conn(), &visit.store.scope, cart, view, visit.now()).await?;
    if let Some(cart_coupon) = &cart_coupon {
        forgive(visit, &cart_coupon.judged, ip).await?;
    }
    Ok(cart_coupon)
}

/// Puts the code of a link into the visitor's cart.
pub(crate) async fn bring(visit: &RequestContext<'_>, cart: &Cart, code: Option<String>, ip: &str) -> Result<(), PageError> {
    let (app, scope) = (&visit.shop.app, &visit.store.scope);
    let Some(code) = of_link(visit, cart, code, ip).await? else { return Ok(()) };
    let mut cart = cart.clone();
    for _ in 0..TRIES {
        let attempt = coupon_person::ask(visit, &cart, Some(&code), cart.contact.as_ref(), ip).await?;
        if matches!(attempt, CouponAttempt::Wait(_)) {
            return Ok(());
        }
        let view = carts::view(app, scope, &visit.store.profile, &cart).await?;
        if let Some(judged) = carts::bring_code(app, scope, &cart, &view, code.clone()).await? {
            coupon_person::answered(visit, &attempt, judged.as_ref().is_err_and(|refusal| refusal.is_personal())).await?;
            return forgive(visit, &judged, ip).await;
        }
        coupon_person::answered(visit, &attempt, false).await?;
        let Some(now) = coupon_person::again(visit, &cart).await? else { return Ok(()) };
        cart = now;
    }
    Ok(())
}

/// Judges a typed code for a cart and keeps it when it holds; what stands against it otherwise.
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
        let text = crate::theme::ONE.say(visit.lang, "coupon.too_many", Some(minutes)).replace("{n}", &minutes.to_string());
        return refuse(StatusCode::TOO_MANY_REQUESTS, text);
    }
    let change_message = |change: carts::Change| change.message(visit.store.profile.currency).get(visit.lang).to_owned();
    let mut cart = cart.clone();
    for _ in 0..TRIES {
        let attempt = coupon_person::ask(visit, &cart, Some(&code), cart.contact.as_ref(), ip).await?;
        if let CouponAttempt::Wait(rejected_code) = attempt {
            return Ok(Err(rejected_code));
        }
        let judged = carts::judge_coupon(app.db().conn(), scope, &cart, view, &code, visit.now()).await?;
        coupon_person::answered(visit, &attempt, judged.as_ref().is_err_and(|refusal| refusal.is_personal())).await?;
        forgive(visit, &judged, ip).await?;
        if let Err(reason) = judged {
            // By its name: on the checkout it does not stand in its field any more.
            let text = change_message(carts::Change::CouponDropped { code: entered_code.clone(), reason });
            return refuse(StatusCode::UNPROCESSABLE_ENTITY, text);
        }
        match carts::set_coupon(app, scope, &cart, Some(code.clone())).await {
            Ok(_) => return Ok(Ok(())),
            Err(CartError::Closed) => {}
            Err(CartError::Db(e)) => return Err(e.into()),
            Err(e) => return refuse(StatusCode::UNPROCESSABLE_ENTITY, e.message().get(visit.lang).to_owned()),
        }
        let Some(now) = coupon_person::again(visit, &cart).await? else { return Ok(Ok(())) };
        cart = now;
    }
    refuse(StatusCode::CONFLICT, change_message(carts::Change::CartChanged))
}

/// Takes the code out of a cart; none when the cart was closed in the meantime.
pub(crate) async fn take_out(visit: &RequestContext<'_>, cart: &Cart) -> Result<Option<Cart>, PageError> {
    let mut cart = cart.clone();
    for _ in 0..TRIES {
        match carts::set_coupon(&visit.shop.app, &visit.store.scope, &cart, None).await {
            Ok(cart) => return Ok(Some(cart)),
            Err(CartError::Db(e)) => return Err(e.into()),
            Err(_) => {}
        }
        let Some(now) = coupon_person::again(visit, &cart).await? else { return Ok(None) };
        cart = now;
    }
    Ok(None)
}

/// `POST /cart/coupon`
pub(crate) async fn on_cart(
    visit: &RequestContext<'_>,
    headers: &HeaderMap,
    form: &Form,
    ip: &str,
) -> Result<Response, PageError> {
    let back = || see_other(&visit.path("/cart#coupon"));
    let Some((cart, _)) = find(visit, headers).await? else { return Ok(back()) };
    if form.has("coupon_off") {
        take_out(visit, &cart).await?;
        return Ok(back());
    }
    let view = carts::view(&visit.shop.app, &visit.store.scope, &visit.store.profile, &cart).await?;
    match try_code(visit, &cart, &view, form, ip).await? {
        Ok(()) => Ok(back()),
        Err(rejected_code) => show_rejected(visit, headers, rejected_code).await,
    }
}
