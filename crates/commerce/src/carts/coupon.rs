//! The coupon of a cart: its code is stored as typed and evaluated on every read. A cart without a code costs no statement.

use db::Conn;
use kernel::text_guard::{Lines, clean};
use kernel::{Millis, StoreScope};

use super::changes::{CartError, Change};
use super::model::{Cart, CartLine, CartView, line_in};
use super::store;
use super::totals::{self, Discounts, FeeRule, Totals, VatRule};
use crate::coupons::{self, Buyer, CouponLine, CouponResult};
use platform::App;

/// Longest code, in characters; a longer text counts as no code.
const LONGEST: usize = 60;

/// A cart's coupon code with its current evaluation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CartCoupon {
    /// The code as the shopper typed it.
    pub code: String,
    /// The applied coupon, or the reason why it is refused.
    pub result: CouponResult,
}

impl CartCoupon {
    /// The change to report when the coupon is refused.
    #[must_use]
    pub fn change(&self) -> Option<Change> {
        let reason = *self.result.as_ref().err()?;
        Some(Change::CouponDropped { code: self.code.clone(), reason })
    }

    /// The coupon as `totals` takes it.
    #[must_use]
    pub fn discounts(coupon: Option<&Self>) -> Discounts<'_> {
        Discounts { coupon: coupon.and_then(|coupon| coupon.result.as_ref().ok()), ..Discounts::default() }
    }
}

fn goods(line: &CartLine) -> CouponLine {
    CouponLine {
        product_id: line.product_id,
        amount: line.line_total,
        is_reduced: line.goods.as_ref().is_some_and(|g| g.regular_price.is_some()),
    }
}

/// Evaluates the cart's coupon code against the lines of `view` and what is known of the shopper; none without a code.
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

/// As [`coupon`], for a code that the cart does not have (yet).
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
    let goods: Vec<CouponLine> = view.counted().map(goods).collect();
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

/// A code as it is stored; none when the text is empty or cannot be a code.
#[must_use]
pub fn read_code(text: &str) -> Option<String> {
    clean(text, LONGEST, Lines::Single).ok().filter(|code| !code.is_empty())
}

impl Cart {
    /// Whether the cart has this code, compared after folding.
    #[must_use]
    pub fn has_code(&self, code: &str) -> bool {
        self.coupon_code.as_ref().is_some_and(|cart_code| coupons::code_key(cart_code) == coupons::code_key(code))
    }
}

/// Stores a code that came with a link in an open cart and evaluates it; none, without a change, when the cart was changed since
/// it was read. A valid code that the shopper entered is not replaced by an invalid one.
///
/// # Errors
/// Of the database.
pub async fn apply_link_code(
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

/// Stores a code in a cart, or clears it. Whether it is valid is evaluated where the cart is shown.
///
/// # Errors
/// [`CartError::Closed`], also when the cart was changed meanwhile: read it again with [`super::find_again`].
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
