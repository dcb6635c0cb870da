//! A cart as its page and its drawer show it.

use commerce::carts::{self, Cart, CartError, CartView};
use kernel::{Lang, ProductId};
use minijinja::Value;

use super::RequestContext;
use super::cart_view::{SumView, lines, notices, rate};
use super::coupon_view::{RejectedCode, coupon_box, split_discount, sum_of};
use crate::engine::context;
use crate::error::PageError;

/// A cart as it is shown: on its page, and over any other.
pub(super) struct CartContents {
    /// Its lines, sums, coupon, and what changed since the shopper last looked.
    pub(super) view: Value,
    pub(super) in_cart: Vec<ProductId>,
    /// Its pieces.
    pub(super) count: i64,
}

impl CartContents {
    /// Reads a cart, and marks what changed in it as seen.
    pub(super) async fn read(
        visit: &RequestContext<'_>,
        cart: Option<&Cart>,
        mut page_notices: Vec<String>,
        rejected_code: Option<&RejectedCode>,
    ) -> Result<Self, PageError> {
        let (mut view, mut count, mut coupon) = (None, 0, None);
        if let Some(cart) = cart {
            // Opening the cart ends the checkout and releases its reservations.
            carts::reservations::release(&visit.shop.app, &visit.store.scope, Some(cart)).await?;
            let mut cart_view = carts::view(&visit.shop.app, &visit.store.scope, &visit.store.profile, cart).await?;
            if !cart_view.changes.is_empty() {
                page_notices.extend(notices(visit, &cart_view.changes));
                match carts::apply_changes(&visit.shop.app, &visit.store.scope, cart, &cart_view).await {
                    Ok(()) => {
                        cart_view = carts::view(&visit.shop.app, &visit.store.scope, &visit.store.profile, cart).await?;
                    }
                    Err(CartError::Db(e)) => return Err(e.into()),
                    Err(_) => {}
                }
            }
            count = cart_view.items_count;
            coupon = carts::coupon(visit.shop.app.db().conn(), &visit.store.scope, cart, &cart_view, visit.now()).await?;
            view = Some(cart_view);
        }
        let (lines, totals, box_of_coupon) = match &view {
            None => (Vec::new(), Value::from(()), Value::from(())),
            Some(view) => {
                let t = &match &coupon {
                    Some(_) => carts::totals_with(view, carts::vat_rule(&visit.store.profile), coupon.as_ref()),
                    None => view.totals.clone(),
                };
                let taken_off = sum_of(coupon.as_ref(), t);
                let box_of_coupon = coupon_box(visit, coupon.as_ref(), t, (view.requires_shipping, None), rejected_code, "");
                let totals = SumView {
                    subtotal: t.subtotal,
                    discount: split_discount(taken_off.as_ref(), t.discount, 0).0,
                    coupon: taken_off,
                    shipping: None,
                    is_shipping_later: view.requires_shipping && has_courier(visit).await?,
                    payment_fees: 0,
                    vat: t.vat,
                    vat_rate: rate(t.vat_rate),
                    is_vat_included: t.is_vat_included,
                    total: t.total,
                };
                (lines(visit, view).await?, crate::engine::value(&totals), box_of_coupon)
            }
        };
        let in_cart = view.iter().flat_map(CartView::counted).filter_map(|line| Some(line.goods.as_ref()?.product_id)).collect();
        let ships_free = view.as_ref().is_some_and(|view| view.requires_shipping && view.has_free_shipping);
        let view = context! {
            lines => lines, totals => totals, notices => page_notices, coupon => box_of_coupon, count => count, ships_free => ships_free,
        };
        Ok(Self { view, in_cart, count })
    }
}

/// Whether any shipping method delivers: a store with pickup only has no cost that depends on the address.
async fn has_courier(visit: &RequestContext<'_>) -> Result<bool, PageError> {
    let methods = commerce::shipping::methods(visit.shop.app.db().conn(), &visit.store.scope).await?;
    Ok(methods.iter().any(|method| method.is_courier((&visit.store.profile).into())))
}

/// The message of an error; with field errors that of the first.
pub(super) fn refusal(error: &CartError, lang: Lang) -> String {
    match error {
        CartError::Fields(fields) => fields
            .iter()
            .next()
            .and_then(|(_, messages)| messages.first())
            .map_or_else(|| error.message().get(lang).to_owned(), |m| m.get(lang).to_owned()),
        _ => error.message().get(lang).to_owned(),
    }
}
