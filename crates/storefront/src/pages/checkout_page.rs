//! The checkout page: its form, and the order summary beside it.

use std::collections::BTreeMap;

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use commerce::carts::CartCoupon;
use commerce::payments::PaymentProvider;
use kernel::Millis;

use super::cart_view::{SumView, lines, rate};
use super::checkout_form::{CheckoutForm, suggestions};
use super::checkout_offer::Offer;
use super::coupon_view::{RejectedCode, coupon_box, split_discount, sum_of};
use super::message::private;
use super::{Content, RequestContext, order_transfer};
use crate::engine::context;
use crate::error::PageError;
use crate::frame::Layout;
use crate::request::is_script;
use crate::seo::Head;

/// Messages of the page beside the offer.
#[derive(Default)]
pub(super) struct PageMessages {
    pub(super) errors: BTreeMap<String, String>,
    pub(super) notices: Vec<String>,
    pub(super) error: Option<String>,
    /// A rejected coupon code.
    pub(super) rejected_code: Option<RejectedCode>,
}

/// The countries that checkout offers.
pub(crate) fn countries(visit: &RequestContext<'_>) -> Vec<minijinja::Value> {
    let profile = &visit.store.profile;
    let name = |code: &str| kernel::locale::country(code, visit.lang).map_or_else(|| code.to_owned(), str::to_owned);
    let own = profile.country.as_str();
    let mut codes = vec![own];
    if profile.settings.allow_worldwide_checkout {
        codes.extend(kernel::locale::COUNTRIES.iter().filter(|c| **c != own));
    }
    codes.into_iter().map(|code| context! { code => code, name => name(code) }).collect()
}

/// The page of an offer, or for its script only the parts that a saved form changes.
pub(super) async fn page(
    visit: &RequestContext<'_>,
    headers: &HeaderMap,
    checkout_form: &CheckoutForm,
    offer: &Offer,
    messages: PageMessages,
    status: StatusCode,
) -> Result<Response, PageError> {
    let layout = visit.layout().await?;
    let lang = visit.lang;
    let (view, t) = (&offer.review.view, &offer.review.totals);
    let chosen = |id| Some(id) == offer.cart.shipping_method_id;
    let options: Vec<_> = offer
        .shipping
        .iter()
        .map(|o| context! { id => o.id.to_string(), name => o.name.get(lang), note => o.note.get(lang), cost => o.cost, is_selected => chosen(o.id) })
        .collect();
    let is_bank = offer.payments.iter().any(|o| o.provider == PaymentProvider::Bank);
    let accounts = if is_bank { order_transfer::bank_accounts(visit).await? } else { Vec::new() };
    let payments: Vec<_> = offer
        .payments
        .iter()
        .map(|o| {
            let is_selected = Some(o.id) == offer.cart.payment_method_id;
            let fee = if is_selected { t.payment_fees } else { 0 };
            context! { id => o.id.to_string(), name => o.name.get(lang), instructions => o.instructions.get(lang), accounts => if o.provider == PaymentProvider::Bank { accounts.clone() } else { Vec::new() }, is_selected => is_selected, fee => fee }
        })
        .collect();
    let cart_coupon = offer.review.coupon.as_ref();
    let taken_off = sum_of(cart_coupon, t);
    let totals = SumView {
        subtotal: t.subtotal,
        discount: split_discount(taken_off.as_ref(), t.discount, 0).0,
        coupon: taken_off,
        shipping: offer.review.shipping.as_ref().map(|s| s.cost),
        is_shipping_later: view.requires_shipping && offer.has_courier,
        payment_fees: t.payment_fees,
        vat: t.vat,
        vat_rate: rate(t.vat_rate),
        is_vat_included: t.is_vat_included,
        total: t.total,
    };
    let PageMessages { errors, mut notices, error, rejected_code } = messages;
    // A coupon that no longer applies is reported wherever the order is shown, before it is paid for.
    let dropped = cart_coupon.filter(|_| rejected_code.is_none()).and_then(CartCoupon::change);
    let dropped = dropped.map(|change| change.message(visit.store.profile.currency).get(lang).to_owned());
    notices.extend(dropped.filter(|text| !notices.contains(text)));
    let coupon = coupon_box(
        visit,
        cart_coupon,
        t,
        (view.requires_shipping, offer.review.shipping.as_ref()),
        rejected_code.as_ref(),
        &checkout_form.coupon,
    );
    if offer.is_prepaid_only {
        notices.push(visit.say("checkout.prepay_only"));
    }
    let held = offer.held_until.filter(|t| *t > visit.now()).map(|until| {
        let minutes = (until.0 - visit.now().0 + Millis::MINUTE - 1) / Millis::MINUTE;
        context! { minutes => minutes, is_part => offer.is_held_in_part, until => kernel::locale::clock(until, &visit.store.profile.timezone, lang) }
    });
    let shared = context! {
        action => visit.path("/checkout"), errors => errors, version => offer.review.cart_version, held => held, is_open => offer.is_open,
        payments => payments, is_closed_to_country => offer.is_closed_to_country, lines => lines(visit, view).await?, totals => totals, deposit => deposit(visit, offer.review.deposit, t.total)?, coupon => coupon,
        delivery => context! {
            is_needed => view.requires_shipping, has_pickup => offer.has_pickup, has_courier => offer.has_courier,
            is_courier => offer.is_courier, has_address => offer.cart.address.is_some(), options => options,
        },
    };
    if is_script(headers) {
        return update(visit, &layout, shared, status);
    }
    let whole = context! {
        form => checkout_form, notices => notices, error => error, countries => countries(visit), cities => suggestions(&checkout_form.country, lang), ..shared
    };
    let html = visit.render("pages/checkout.html", &layout, whole)?;
    let head = Head { is_hidden: true, ..visit.head(&visit.say("checkout.title"), "") };
    let content = Content { is_plain: true, ..Content::new("checkout", Some("/checkout".to_owned()), head, html) };
    Ok(private(&visit.finish(content).await?, status, headers))
}

/// The split of a total into the deposit in advance and the rest on delivery; nothing when no deposit is required.
pub(crate) fn deposit(visit: &RequestContext<'_>, advance: i64, total: i64) -> db::Result<minijinja::Value> {
    if advance == 0 {
        return Ok(minijinja::Value::UNDEFINED);
    }
    let hours = commerce::cod_risk::rules_of(&visit.store.profile)?.hours();
    Ok(context! { advance => advance, door => total - advance, hours => hours })
}

/// The parts that a saved form changes, for the page's script: it has the fields and the frame already.
pub(crate) fn update(
    visit: &RequestContext<'_>,
    layout: &Layout,
    shared: minijinja::Value,
    status: StatusCode,
) -> Result<Response, PageError> {
    let html = visit.render("parts/checkout_update.html", layout, shared)?;
    let mut response = (status, axum::response::Html(html)).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    crate::cache::safety(headers);
    Ok(response)
}
