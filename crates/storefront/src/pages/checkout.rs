//! Checkout: one page, one form; each step is kept in the cart as it is done, and the order is placed for exactly what
//! its shopper saw.

use std::collections::BTreeMap;

use crate::engine::context;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use commerce::carts::holds::Hold;
use commerce::carts::{self, Cart, CartCoupon, CartError, CartView, Change, Step};
use commerce::orders::{self, Expected, PlaceError, Review};
use commerce::payments::{self, PaymentMethod, PaymentOption, Provider};
use commerce::shipping::{self, ShippingMethod, ShippingOption};
use kernel::Millis;

use super::cart::{SumView, find, lines, nothing_left, notices, rate, see_other};
use super::checkout_form::{Read, Typed, keep, read, suggestions};
use super::coupon::{self, Missed};
use super::coupon_person::{self, Asked, keep_asked};
use super::message::{self, private};
use super::{Content, Visit, order_transfer};
use crate::error::PageError;
use crate::request::{Form, cart_token, forget_cart, is_https, is_script};
use crate::seo::Head;

/// The ways this cart can be received and paid, with the ones that would be used.
struct Offer {
    review: Review,
    /// The cart as the form would make it; its methods are the ones shown as chosen.
    cart: Cart,
    shipping: Vec<ShippingOption>,
    payments: Vec<PaymentOption>,
    has_pickup: bool,
    has_courier: bool,
    is_courier: bool,
    /// The store takes this order only when it is paid in advance.
    is_prepaid_only: bool,
    /// Its pieces are held until then.
    held_until: Option<Millis>,
}

/// What the page shows beside the offer.
#[derive(Default)]
struct Said {
    errors: BTreeMap<String, String>,
    notices: Vec<String>,
    error: Option<String>,
    /// A code that takes nothing off.
    tried: Option<Missed>,
}

/// What offers are made of, read once for a request.
struct Basis {
    view: CartView,
    shipping: Vec<ShippingMethod>,
    payments: Vec<PaymentMethod>,
    coupon: Option<CartCoupon>,
}

impl Basis {
    async fn read(visit: &Visit<'_>, cart: &Cart) -> Result<Self, PageError> {
        let view = carts::view(&visit.shop.app, &visit.store.scope, &visit.store.profile, cart).await?;
        Self::of(visit, cart, view).await
    }

    /// Of lines that were read a moment ago.
    async fn of(visit: &Visit<'_>, cart: &Cart, view: CartView) -> Result<Self, PageError> {
        let (c, scope) = (visit.shop.app.db().conn(), &visit.store.scope);
        let shipping = if view.requires_shipping { shipping::methods(c, scope).await? } else { Vec::new() };
        let coupon = carts::coupon(c, scope, cart, &view, visit.now()).await?;
        Ok(Self { view, shipping, payments: payments::methods(c, scope).await?, coupon })
    }
}

async fn offer(
    visit: &Visit<'_>,
    basis: &Basis,
    cart: &Cart,
    typed: &Typed,
    address: Option<commerce::customers::Address>,
) -> Result<Offer, PageError> {
    let (app, scope, profile) = (&visit.shop.app, &visit.store.scope, &visit.store.profile);
    let mut cart = cart.clone();
    if address.is_some() {
        cart.address = address;
    }
    let parcel = orders::parcel(&basis.view);
    let has_courier = basis.shipping.iter().any(ShippingMethod::is_courier);
    let mut options: Vec<_> = basis.shipping.iter().filter_map(|m| m.offer(cart.address.as_ref(), parcel)).collect();
    let has_pickup = options.iter().any(ShippingOption::is_pickup);
    let known = options.iter().find(|o| typed.shipping == Some(o.id)).map(|o| !o.is_pickup());
    let is_courier = has_courier && (!has_pickup || typed.is_pickup.map_or(known.unwrap_or(true), |p| !p));
    options.retain(|o| o.is_pickup() != is_courier);
    let chosen = options.iter().find(|o| typed.shipping == Some(o.id)).or(options.first()).cloned();
    cart.shipping_method_id = chosen.as_ref().map(|o| o.id);
    let mobile = cart.contact.as_ref().map(|c| c.mobile.as_str());
    let mut payments = payments::offers(app.db().conn(), scope, &basis.payments, chosen.as_ref(), mobile).await?;
    let verdict = if commerce::trust::rules_of(profile).can_restrict() {
        let sold = orders::Sold { view: &basis.view, shipping: chosen.as_ref(), coupon: basis.coupon.as_ref() };
        orders::verdict(app.db().conn(), scope, profile, &cart, sold, visit.now()).await?
    } else {
        commerce::trust::Verdict::default()
    };
    payments.retain(|p| verdict.allows(p.provider.as_str()));
    let payment = payments.iter().find(|o| typed.payment == Some(o.id)).or(payments.first()).cloned();
    cart.payment_method_id = payment.as_ref().map(|o| o.id);
    let is_prepaid_only = verdict.action == commerce::trust::Action::Prepay;
    let review = orders::review_of(profile, &cart, basis.view.clone(), (chosen, payment), basis.coupon.clone())
        .judged(verdict, profile.currency);
    let held_until = cart.held_until;
    Ok(Offer { is_prepaid_only, held_until, review, cart, shipping: options, payments, has_pickup, has_courier, is_courier })
}

/// Holds the pieces once everything before the payment is known (decisions §6): false when somebody was faster.
async fn hold(visit: &Visit<'_>, cart: &Cart, made: &mut Offer) -> Result<bool, PageError> {
    let is_reached = cart.contact.is_some()
        && matches!(made.review.missing, None | Some(Step::Payment))
        && !made.review.changes.iter().any(Change::is_blocking);
    if !is_reached {
        return Ok(true);
    }
    match carts::holds::hold(&visit.shop.app, &visit.store.scope, &visit.store.profile, cart).await? {
        Hold::Until(until) => {
            made.held_until = Some(until);
            Ok(true)
        }
        Hold::Barred => {
            made.held_until = None;
            Ok(true)
        }
        Hold::Short => Ok(false),
    }
}

/// The countries that checkout offers.
pub(crate) fn countries(visit: &Visit<'_>) -> Vec<minijinja::Value> {
    let profile = &visit.store.profile;
    let name = |code: &str| crate::locale::country(code, visit.lang).map_or_else(|| code.to_owned(), str::to_owned);
    let own = profile.country.as_str();
    let mut codes = vec![own];
    if profile.settings.allow_worldwide_checkout {
        codes.extend(crate::locale::COUNTRIES.iter().filter(|c| **c != own));
    }
    codes.into_iter().map(|code| context! { code => code, name => name(code) }).collect()
}

async fn page(
    visit: &Visit<'_>,
    asked: &HeaderMap,
    typed: &Typed,
    offer: &Offer,
    said: Said,
    status: StatusCode,
) -> Result<Response, PageError> {
    let chrome = visit.chrome().await?;
    let lang = visit.lang;
    let (view, t) = (&offer.review.view, &offer.review.totals);
    let chosen = |id| Some(id) == offer.cart.shipping_method_id;
    let options: Vec<_> = offer
        .shipping
        .iter()
        .map(|o| context! { id => o.id.to_string(), name => o.name.get(lang), note => o.note.get(lang), cost => o.cost, is_selected => chosen(o.id) })
        .collect();
    let is_bank = offer.payments.iter().any(|o| o.provider == Provider::Bank);
    let accounts = if is_bank { order_transfer::bank_accounts(visit).await? } else { Vec::new() };
    let payments: Vec<_> = offer
        .payments
        .iter()
        .map(|o| {
            let is_selected = Some(o.id) == offer.cart.payment_method_id;
            let fee = if is_selected { t.payment_fees } else { 0 };
            context! { id => o.id.to_string(), name => o.name.get(lang), instructions => o.instructions.get(lang), accounts => if o.provider == Provider::Bank { accounts.clone() } else { Vec::new() }, is_selected => is_selected, fee => fee }
        })
        .collect();
    let seen = offer.review.coupon.as_ref();
    let taken_off = coupon::sum_of(seen, t);
    let totals = SumView {
        subtotal: t.subtotal,
        discount: coupon::beside(taken_off.as_ref(), t.discount, 0).0,
        coupon: taken_off,
        shipping: offer.review.shipping.as_ref().map(|s| s.cost),
        is_shipping_later: view.requires_shipping,
        payment_fees: t.payment_fees,
        vat: t.vat,
        vat_rate: rate(t.vat_rate),
        is_vat_included: t.is_vat_included,
        total: t.total,
    };
    let Said { errors, mut notices, error, tried } = said;
    // One that does not hold is told wherever the order is shown, before it is paid for.
    let dropped = seen.filter(|_| tried.is_none()).and_then(CartCoupon::change);
    let dropped = dropped.map(|change| change.message(visit.store.profile.currency).get(lang).to_owned());
    notices.extend(dropped.filter(|text| !notices.contains(text)));
    let coupon =
        coupon::boxed(visit, seen, t, (view.requires_shipping, offer.review.shipping.as_ref()), tried.as_ref(), &typed.coupon);
    if offer.is_prepaid_only {
        notices.push(visit.say("checkout.prepay_only"));
    }
    let held = offer.held_until.filter(|t| *t > visit.now()).map(|until| {
        let minutes = (until.0 - visit.now().0 + Millis::MINUTE - 1) / Millis::MINUTE;
        context! { minutes => minutes, until => crate::locale::clock(until, &visit.store.profile.timezone) }
    });
    let html = visit.render(
        "pages/checkout.html",
        &chrome,
        context! {
            action => visit.path("/checkout"), form => typed, errors => errors, notices => notices, error => error, version => offer.review.cart_version, held => held,
            countries => countries(visit), cities => suggestions(&typed.country, visit.lang), payments => payments, lines => lines(visit, view).await?, totals => totals,
            deposit => deposit(visit, offer.review.deposit, t.total), coupon => coupon,
            delivery => context! {
                is_needed => view.requires_shipping, has_pickup => offer.has_pickup, has_courier => offer.has_courier,
                is_courier => offer.is_courier, has_address => offer.cart.address.is_some(), options => options,
            },
        },
    )?;
    if is_script(asked) {
        return Ok(parts(html, status));
    }
    let head = Head { is_hidden: true, ..visit.head(&visit.say("checkout.title"), "") };
    let content = Content { is_plain: true, ..Content::new("checkout", Some("/checkout".to_owned()), head, html) };
    Ok(private(&visit.finish(content).await?, status, asked))
}

/// What of a total is paid in advance and what at the door; nothing where no deposit is asked.
pub(crate) fn deposit(visit: &Visit<'_>, advance: i64, total: i64) -> minijinja::Value {
    if advance == 0 {
        return minijinja::Value::UNDEFINED;
    }
    let hours = commerce::trust::rules_of(&visit.store.profile).hours();
    context! { advance => advance, door => total - advance, hours => hours }
}

/// The form alone, for the page's script: it takes the parts that may have changed out of it, and has the frame already.
pub(crate) fn parts(html: String, status: StatusCode) -> Response {
    let mut response = (status, axum::response::Html(html)).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    crate::cache::safety(headers);
    response
}

/// The store sells to guests, which is all that shoppers are so far (ST-05).
async fn closed(visit: &Visit<'_>, asked: &HeaderMap) -> Result<Response, PageError> {
    let page = message::say(visit, &visit.say("message.failed"), &visit.say("checkout.guest_closed"), "/").await?;
    Ok(private(&page, StatusCode::FORBIDDEN, asked))
}

/// The cart with every change told and counted as seen, and what can be offered for it.
async fn fresh(visit: &Visit<'_>, asked: &HeaderMap) -> Result<Option<(Cart, Basis, Vec<String>)>, PageError> {
    let Some((cart, token)) = find(visit, asked).await? else { return Ok(None) };
    let (app, scope) = (&visit.shop.app, &visit.store.scope);
    let view = carts::view(app, scope, &visit.store.profile, &cart).await?;
    let told = notices(visit, &view.changes);
    if told.is_empty() {
        let basis = Basis::of(visit, &cart, view).await?;
        return Ok(Some((cart, basis, told)));
    }
    match carts::apply_changes(app, scope, &cart, &view).await {
        Ok(()) => {}
        Err(CartError::Db(e)) => return Err(e.into()),
        Err(_) => return Ok(None),
    }
    let Some(cart) = carts::find(app.db().conn(), scope, &web::caller::hash_token(&token)).await? else { return Ok(None) };
    let basis = Basis::read(visit, &cart).await?;
    Ok(Some((cart, basis, told)))
}

/// `GET /checkout`
pub(crate) async fn show(visit: &Visit<'_>, asked: &HeaderMap) -> Result<Response, PageError> {
    if !visit.store.profile.settings.allow_guest_checkout {
        return closed(visit, asked).await;
    }
    let Some((mut cart, basis, mut told)) = fresh(visit, asked).await? else { return Ok(see_other(&visit.path("/cart"))) };
    let typed = Typed::known(&cart, &visit.store.profile.country, visit.lang);
    let mut made = offer(visit, &basis, &cart, &typed, None).await?;
    let has_ended = cart.held_until.is_some_and(|t| t <= visit.now());
    if hold(visit, &cart, &mut made).await? {
        if has_ended && made.held_until.is_some_and(|t| t > visit.now()) {
            told.push(visit.say("checkout.held_again"));
        }
    } else {
        // Somebody was faster since the cart was read: what is left is told, and held.
        let Some((again, basis, changed)) = fresh(visit, asked).await? else { return Ok(see_other(&visit.path("/cart"))) };
        told.extend(changed);
        made = offer(visit, &basis, &again, &typed, None).await?;
        cart = again;
        hold(visit, &cart, &mut made).await?;
    }
    if made.review.view.items_count == 0 {
        return nothing_left(visit, asked, told, StatusCode::OK).await;
    }
    page(visit, asked, &typed, &made, Said { notices: told, ..Said::default() }, StatusCode::OK).await
}

/// `POST /checkout/{contact|address|shipping|payment|save}`: keeps what is there so far. A browser without script goes
/// back to the page; the page's script takes the new summary out of the answer.
pub(crate) async fn save(
    visit: &Visit<'_>,
    asked: &HeaderMap,
    (form, ip): (&Form, &str),
    step: &str,
) -> Result<Response, PageError> {
    let Some((cart, _)) = find(visit, asked).await? else { return Ok(see_other(&visit.path("/cart"))) };
    let typed = Typed::of(form, &visit.store.profile.country);
    let checked = read(visit, &typed, typed.has_address() && typed.is_pickup != Some(true));
    let Some((cart, tried)) = keep_asked(visit, cart, &typed, &checked, ip).await? else {
        return Ok(see_other(&visit.path("/cart")));
    };
    let basis = Basis::read(visit, &cart).await?;
    let mut made = offer(visit, &basis, &cart, &typed, checked.address.clone()).await?;
    if is_script(asked) {
        // One that somebody was faster than is told where it is placed.
        hold(visit, &cart, &mut made).await?;
        return page(visit, asked, &typed, &made, Said { tried, ..Said::default() }, StatusCode::OK).await;
    }
    // Only what this step asks for is held against it.
    let asked_for = |field: &str| match step {
        "contact" => matches!(field, "name" | "mobile" | "email"),
        "address" => !matches!(field, "name" | "mobile" | "email" | "note"),
        _ => false,
    };
    let errors: BTreeMap<_, _> = checked.errors.into_iter().filter(|(f, _)| asked_for(f)).collect();
    let status = match &tried {
        _ if !errors.is_empty() => StatusCode::UNPROCESSABLE_ENTITY,
        Some(missed) => missed.status,
        None => StatusCode::OK,
    };
    if status == StatusCode::OK && checked.contact.is_some() {
        return Ok(see_other(&visit.path("/checkout#shipping")));
    }
    // Without a contact the cart keeps no method: the page carries what was typed.
    page(visit, asked, &typed, &made, Said { errors, tried, ..Said::default() }, status).await
}

/// `POST /checkout/coupon`: keeps what is there so far, and a code that holds.
pub(crate) async fn coupon(visit: &Visit<'_>, asked: &HeaderMap, form: &Form, ip: &str) -> Result<Response, PageError> {
    let Some((cart, _)) = find(visit, asked).await? else { return Ok(see_other(&visit.path("/cart"))) };
    let typed = Typed::of(form, &visit.store.profile.country);
    let checked = read(visit, &typed, typed.has_address() && typed.is_pickup != Some(true));
    let Some((cart, barred)) = keep_asked(visit, cart, &typed, &checked, ip).await? else {
        return Ok(see_other(&visit.path("/cart")));
    };
    let view = carts::view(&visit.shop.app, &visit.store.scope, &visit.store.profile, &cart).await?;
    let tried = if form.has("coupon_off") {
        coupon::take_out(visit, &cart).await?;
        None
    } else if barred.is_some() {
        barred
    } else {
        // The field comes back empty: whoever was told of a code that does not hold can place the order without it.
        let tried = coupon::try_code(visit, &cart, &view, form, ip).await?.err();
        tried.map(|tried| Missed { typed: String::new(), ..tried })
    };
    // Without a contact the cart keeps no method, and what is not valid is kept nowhere: the page carries what was typed.
    let is_kept = checked.contact.is_some() && checked.errors.is_empty();
    if tried.is_none() && is_kept {
        return Ok(see_other(&visit.path("/checkout#sum")));
    }
    let hash = web::caller::hash_token(cart_token(asked).unwrap_or_default());
    let Some(cart) = carts::find(visit.shop.app.db().conn(), &visit.store.scope, &hash).await? else {
        return Ok(see_other(&visit.path("/cart")));
    };
    let basis = Basis::of(visit, &cart, view).await?;
    let made = offer(visit, &basis, &cart, &typed, checked.address.clone()).await?;
    let typed = Typed { coupon: String::new(), ..typed };
    let status = tried.as_ref().map_or(StatusCode::OK, |t| t.status);
    page(visit, asked, &typed, &made, Said { tried, ..Said::default() }, status).await
}

/// `POST /checkout`: the order.
pub(crate) async fn place(visit: &Visit<'_>, asked: &HeaderMap, form: &Form, ip: &str) -> Result<Response, PageError> {
    if !visit.store.profile.settings.allow_guest_checkout {
        return closed(visit, asked).await;
    }
    // A code that was typed and not sent yet is never passed over: Enter in its field sends the whole form.
    if !form.get("coupon").trim().is_empty() {
        return coupon(visit, asked, form, ip).await;
    }
    let expected = Expected {
        total: form.number("seen_total").unwrap_or(-1),
        cart_version: form.number("version").unwrap_or(-1),
        deposit: form.number("seen_deposit").unwrap_or(0),
    };
    let Some((cart, token)) = find(visit, asked).await? else { return again(visit, asked, expected).await };
    // The cart that is asked about below is the one that is placed, or none.
    let is_seen = expected.cart_version == cart.version;
    let expected = Expected { cart_version: if is_seen { cart.version } else { -1 }, ..expected };
    let typed = Typed::of(form, &visit.store.profile.country);
    let basis = Basis::read(visit, &cart).await?;
    let before = offer(visit, &basis, &cart, &typed, None).await?;
    let needs_address = before.review.view.requires_shipping && before.is_courier;
    let Read { contact, address, note, mut errors } = read(visit, &typed, needs_address);
    let checked = Read { contact, address, note, errors: BTreeMap::new() };
    let made = offer(visit, &basis, &cart, &typed, checked.address.clone()).await?;
    if made.review.view.requires_shipping && made.cart.shipping_method_id.is_none() && !errors.contains_key("city") {
        errors.insert("shipping_method_id".into(), visit.say("checkout.choose_shipping"));
    }
    if made.cart.payment_method_id.is_none() {
        errors.insert("payment_method_id".into(), visit.say("checkout.choose_payment"));
    }
    // What the page showed as chosen is chosen.
    let typed = Typed { shipping: made.cart.shipping_method_id, payment: made.cart.payment_method_id, ..typed };
    if !errors.is_empty() {
        let Some((cart, tried)) = keep_asked(visit, cart, &typed, &checked, ip).await? else {
            return again(visit, asked, expected).await;
        };
        let basis = if tried.is_some() { Basis::read(visit, &cart).await? } else { basis };
        let made = offer(visit, &basis, &cart, &typed, checked.address.clone()).await?;
        let said = Said { errors, error: Some(visit.say("checkout.review")), tried, ..Said::default() };
        return page(visit, asked, &typed, &made, said, StatusCode::UNPROCESSABLE_ENTITY).await;
    }
    // The form is kept in the order's own transaction; only when there is no order is it kept by itself.
    let draft = checked.draft(&typed);
    let new = coupon_person::somebody_new(&cart, checked.contact.as_ref());
    let about = coupon_person::ask(visit, &cart, cart.coupon_code.as_deref(), new, ip).await?;
    if let Asked::Wait(missed) = about {
        return without_coupon(visit, asked, cart, (&typed, &checked), missed, expected).await;
    }
    let asked_for = new.filter(|_| matches!(about, Asked::Counted(_)));
    // An order without the code that was refused tells as much as a refusal. Judged before it: with it everybody has ordered.
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
        Ok(placed) => Ok(thank(visit, &placed)),
        Err(PlaceError::Db(e)) => Err(e.into()),
        Err(PlaceError::NoCart) => Ok(see_other(&visit.path("/cart"))),
        Err(PlaceError::Incomplete(Step::Products)) => Ok(see_other(&visit.path("/cart"))),
        Err(PlaceError::Incomplete(_)) => {
            let Some(cart) = keep(visit, cart, &typed, &checked).await? else { return again(visit, asked, expected).await };
            let made = offer(visit, &basis, &cart, &typed, checked.address.clone()).await?;
            let said = Said { error: Some(visit.say("checkout.review")), ..Said::default() };
            page(visit, asked, &typed, &made, said, StatusCode::UNPROCESSABLE_ENTITY).await
        }
        Err(e @ PlaceError::Blocked) => {
            // What they held is the others' again.
            carts::holds::leave(&visit.shop.app, &visit.store.scope, Some(&cart)).await?;
            let cart = Cart { held_until: None, ..cart };
            let Some(cart) = keep(visit, cart, &typed, &checked).await? else { return again(visit, asked, expected).await };
            let made = offer(visit, &basis, &cart, &typed, checked.address.clone()).await?;
            let said = Said { error: Some(e.message().get(visit.lang).to_owned()), ..Said::default() };
            page(visit, asked, &typed, &made, said, StatusCode::UNPROCESSABLE_ENTITY).await
        }
        Err(PlaceError::Changed(mut changes)) => {
            // Nobody was asked about with a code that came into the cart since: what it comes to for them is not told.
            let is_other = changes.iter().any(|change| matches!(change, Change::CartChanged));
            if new.is_some() && is_other {
                changes.retain(|change| !matches!(change, Change::CouponDropped { .. } | Change::TotalChanged { .. }));
            }
            let told = notices(visit, &changes);
            let tried = if is_other {
                keep_asked(visit, cart, &typed, &checked, ip).await?.and_then(|(_, tried)| tried)
            } else {
                keep(visit, cart, &typed, &checked).await?;
                None
            };
            let Some((cart, basis, _)) = fresh(visit, asked).await? else { return Ok(see_other(&visit.path("/cart"))) };
            let made = offer(visit, &basis, &cart, &typed, checked.address.clone()).await?;
            if made.review.view.items_count == 0 {
                return nothing_left(visit, asked, told, StatusCode::CONFLICT).await;
            }
            let said = Said { notices: told, error: Some(visit.say("checkout.changed")), tried, ..Said::default() };
            page(visit, asked, &typed, &made, said, StatusCode::CONFLICT).await
        }
    }
}

/// Too many people were tried with the cart's code: it goes, and what the order comes to without it is shown before it is placed.
async fn without_coupon(
    visit: &Visit<'_>,
    asked: &HeaderMap,
    cart: Cart,
    (typed, checked): (&Typed, &Read),
    missed: Missed,
    expected: Expected,
) -> Result<Response, PageError> {
    let Some(cart) = coupon::take_out(visit, &cart).await? else { return again(visit, asked, expected).await };
    let Some(cart) = keep(visit, cart, typed, checked).await? else { return again(visit, asked, expected).await };
    let basis = Basis::read(visit, &cart).await?;
    let made = offer(visit, &basis, &cart, typed, checked.address.clone()).await?;
    let status = missed.status;
    page(visit, asked, typed, &made, Said { tried: Some(missed), ..Said::default() }, status).await
}

/// The cart is no longer open: the same form posted twice leads to the same order.
async fn again(visit: &Visit<'_>, asked: &HeaderMap, expected: Expected) -> Result<Response, PageError> {
    let Some(token) = cart_token(asked) else { return Ok(see_other(&visit.path("/cart"))) };
    match orders::place(&visit.shop.app, &visit.store.scope, &visit.store.profile, token, expected).await {
        Ok(placed) => Ok(thank(visit, &placed)),
        Err(PlaceError::Db(e)) => Err(e.into()),
        Err(_) => Ok(see_other(&visit.path("/cart"))),
    }
}

fn thank(visit: &Visit<'_>, placed: &orders::Placed) -> Response {
    let mut response = see_other(&visit.path(&super::order::address(placed.id, &placed.access_token)));
    forget_cart(response.headers_mut(), is_https(visit.store));
    response
}
