//! The coupon of a cart: its code is kept as it was typed and evaluated each time the cart is looked at. A cart without one costs nothing.

use db::Conn;
use kernel::text_guard::{Lines, clean};
use kernel::{Millis, StoreScope};

use super::changes::{CartError, Change};
use super::model::{Cart, CartLine, CartView, line_in};
use super::store;
use super::totals::{self, Discounts, FeeRule, Totals, VatRule};
use crate::coupons::{self, Buyer, CouponResult, Goods};
use platform::App;

/// No code is longer; what is typed beyond is none.
const LONGEST: usize = 60;

/// The code of a cart, and what it comes to now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CartCoupon {
    /// As it was typed.
    pub code: String,
    /// It holds, or why it does not.
    pub result: CouponResult,
}

impl CartCoupon {
    /// The change to report where it does not hold.
    #[must_use]
    pub fn change(&self) -> Option<Change> {
        let reason = *self.result.as_ref().err()?;
        Some(Change::CouponDropped { code: self.code.clone(), reason })
    }

    /// For the sums.
    #[must_use]
    pub fn discounts(coupon: Option<&Self>) -> Discounts<'_> {
        Discounts { coupon: coupon.and_then(|coupon| coupon.result.as_ref().ok()), ..Discounts::default() }
    }
}

fn goods(line: &CartLine) -> Goods {
    Goods {
        product_id: line.product_id,
        amount: line.line_total,
        is_reduced: line.goods.as_ref().is_some_and(|g| g.regular_price.is_some()),
    }
}

/// Evaluates the code of a cart with the lines of `view`, by what is known of the shopper; none where it has no code.
///
/// # Errors
/// Of the database.
pub async fn coupon(
    c: Conn<'_>,
    scope: &StoreScope,
    cart: &Cart,
    view: &CartView,
    now: Millis,
) -> db::Result<Option<CartCoupon>> {
    let Some(code) = &cart.coupon_code else { return Ok(None) };
    evaluate(c, scope, cart, view, code, now).await.map(|result| Some(CartCoupon { code: code.clone(), result }))
}

/// As [`coupon`], of a code that the cart does not have (yet).
///
/// # Errors
/// Of the database.
pub async fn evaluate(
    c: Conn<'_>,
    scope: &StoreScope,
    cart: &Cart,
    view: &CartView,
    code: &str,
    now: Millis,
) -> db::Result<CouponResult> {
    let goods: Vec<Goods> = view.counted().map(goods).collect();
    let contact = cart.contact.as_ref();
    let buyer = Buyer {
        mobile: contact.map(|contact| contact.mobile.as_str()),
        email: contact.and_then(|contact| contact.email.as_deref()),
        ..Buyer::default()
    };
    coupons::evaluate(c, scope, code, &goods, buyer, now).await
}

/// The sums of a cart with its coupon, before shipping and payment are known.
#[must_use]
pub fn totals_with(view: &CartView, vat: VatRule, coupon: Option<&CartCoupon>) -> Totals {
    let lines: Vec<_> = view.counted().map(line_in).collect();
    totals::compute(&lines, CartCoupon::discounts(coupon), vat, 0, FeeRule::default()).unwrap_or_default()
}

/// A code as it is kept; none when nothing was typed, or nothing that a code could be.
#[must_use]
pub fn read_code(text: &str) -> Option<String> {
    clean(text, LONGEST, Lines::Single).ok().filter(|code| !code.is_empty())
}

impl Cart {
    /// It has this code, however it is typed.
    #[must_use]
    pub fn has_code(&self, code: &str) -> bool {
        self.coupon_code.as_ref().is_some_and(|cart_code| coupons::code_key(cart_code) == coupons::code_key(code))
    }
}

/// Keeps a code that came with a link in an open cart, and evaluates it; none, and nothing happens, where the cart is not as it was read any
/// more. A code of the shopper's that holds is not given up for one that does not.
///
/// # Errors
/// Of the database.
pub async fn bring_code(
    app: &App,
    scope: &StoreScope,
    cart: &Cart,
    view: &CartView,
    code: String,
) -> db::Result<Option<CouponResult>> {
    let (c, now) = (app.db().conn(), app.env().now());
    let result = evaluate(c, scope, cart, view, &code, now).await?;
    let is_worse =
        result.is_err() && coupon(c, scope, cart, view, now).await?.is_some_and(|cart_coupon| cart_coupon.result.is_ok());
    if !is_worse && !cart.has_code(&code) {
        let (at, read_version) = (scope.clone(), (cart.id, cart.version));
        if !app.db().tx(async move |c| store::set_coupon(c, &at, read_version, Some(&code), now).await).await? {
            return Ok(None);
        }
    }
    Ok(Some(result))
}

/// Keeps a code in a cart, or takes it out. Whether it holds is evaluated where the cart is shown.
///
/// # Errors
/// [`CartError::Closed`], also when the cart is another one by now: read it again with [`super::find_again`].
pub async fn set_coupon(app: &App, scope: &StoreScope, cart: &Cart, code: Option<String>) -> Result<Cart, CartError> {
    if cart.coupon_code == code {
        return Ok(cart.clone());
    }
    let (at, read_version, now, new_code) = (scope.clone(), (cart.id, cart.version), app.env().now(), code.clone());
    if !app.db().tx(async move |c| store::set_coupon(c, &at, read_version, new_code.as_deref(), now).await).await? {
        return Err(CartError::Closed);
    }
    Ok(Cart { coupon_code: code, version: cart.version + 1, active_at: now, ..cart.clone() })
}
