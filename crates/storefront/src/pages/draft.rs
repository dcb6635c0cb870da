//! A draft order on the link that its shopper got: checked, completed and confirmed on the checkout's page. Nothing is saved
//! before it is confirmed; then it is an ordinary order.

use std::collections::BTreeMap;

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use commerce::carts::Change;
use commerce::coupons::Segment;
use commerce::orders::{self, DraftChoice, DraftCouponAgainst, DraftLink, DraftReview, OpenDraft, OrderError};
use commerce::shipping::ShippingOption;
use kernel::{Lang, MediaId};
use minijinja::Value;
use platform::media;

use super::cart_view::{LineView, SumView, meta, rate, small};
use super::checkout_form::{CheckoutForm, ReadForm, read, suggestions};
use super::checkout_page::{countries, deposit, update};
use super::coupon_person::{self, CouponAttempt};
use super::coupon_view::RejectedCode;
use super::message::{self, private, see_other};
use super::{Content, RequestContext};
use crate::engine::context;
use crate::error::PageError;
use crate::request::{Form, is_script};
use crate::seo::Head;
use crate::view;

/// Messages of the page beside the draft.
#[derive(Default)]
struct PageMessages {
    errors: BTreeMap<String, String>,
    notices: Vec<String>,
    error: Option<String>,
}

/// The draft with the form's choices, and its shipping and payment methods.
struct Offer {
    review: DraftReview,
    checkout_form: CheckoutForm,
    has_pickup: bool,
    has_courier: bool,
    is_courier: bool,
}

/// The draft behind a link, or the response to an invalid link.
async fn open(visit: &RequestContext<'_>, headers: &HeaderMap, key: &str) -> Result<Result<OpenDraft, Response>, PageError> {
    let (code, status) = match orders::open_draft(&visit.shop.app, &visit.store.scope, key).await? {
        DraftLink::Open(open) => return Ok(Ok(*open)),
        DraftLink::Placed(path) => return Ok(Err(see_other(&visit.path(&path)))),
        DraftLink::Unknown => {
            let page = message::not_found(visit).await?;
            return Ok(Err(private(&page, StatusCode::NOT_FOUND, headers)));
        }
        DraftLink::Expired => ("draft.expired", StatusCode::GONE),
        DraftLink::Withdrawn => ("draft.withdrawn", StatusCode::GONE),
    };
    let say = |part: &str| visit.say(&format!("{code}_{part}"));
    let page = message::say(visit, &say("title"), &say("text"), "/").await?;
    Ok(Err(secret(private(&page, status, headers))))
}

/// The URL is a secret that opens the draft: no referrer to other sites, no indexing.
fn secret(mut response: Response) -> Response {
    let h = response.headers_mut();
    h.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    h.insert("x-robots-tag", HeaderValue::from_static("noindex, nofollow"));
    response
}

fn form_from_draft(open: &OpenDraft, country: &str, lang: Lang) -> CheckoutForm {
    let (contact, a) = (open.contact(), open.address().cloned().unwrap_or_default());
    let (shipping, payment) = open.methods();
    let (city, pin) = (super::checkout_form::city(&a, lang), super::checkout_form::pin(&a));
    CheckoutForm {
        name: contact.name,
        mobile: contact.mobile,
        email: contact.email.unwrap_or_default(),
        country: if a.country.is_empty() { country.to_owned() } else { a.country },
        city,
        district: a.district,
        street: a.street,
        building: a.building,
        postal_code: a.postal_code,
        short_address: a.short_address,
        details: a.details,
        pin,
        note: open.note().to_owned(),
        coupon: String::new(),
        is_pickup: None,
        shipping,
        payment,
    }
}

async fn reviewed(visit: &RequestContext<'_>, open: &OpenDraft, choice: &DraftChoice) -> Result<DraftReview, PageError> {
    orders::review_draft(&visit.shop.app, &visit.store.scope, &visit.store.profile, open, choice)
        .await
        .map_err(|e| PageError::from(web::ApiError::from(e)))
}

/// The draft with the form's choices applied: the first method of each kind when none is chosen, as on the checkout.
/// `is_without_coupon` ignores the draft's coupon.
async fn offer(
    visit: &RequestContext<'_>,
    open: &OpenDraft,
    mut checkout_form: CheckoutForm,
    checked: &ReadForm,
    is_without_coupon: bool,
) -> Result<(Offer, DraftChoice), PageError> {
    let mut choice = DraftChoice {
        contact: checked.contact.clone(),
        address: checked.destination.clone(),
        shipping_method_id: checkout_form.shipping,
        payment_method_id: checkout_form.payment,
        note: checked.note.clone(),
        is_without_coupon,
    };
    let mut review = reviewed(visit, open, &choice).await?;
    let methods = commerce::shipping::methods(visit.shop.app.db().conn(), &visit.store.scope).await?;
    let is_needed = review.requires_shipping;
    let has_courier = is_needed && methods.iter().any(|method| method.is_courier((&visit.store.profile).into()));
    let has_pickup = review.shipping.iter().any(ShippingOption::is_pickup);
    let chosen = review.shipping.iter().find(|o| checkout_form.shipping == Some(o.id)).map(|o| !o.is_pickup());
    let is_courier = has_courier && (!has_pickup || checkout_form.is_pickup.map_or(chosen.unwrap_or(true), |p| !p));
    if is_needed {
        let mut options: Vec<&ShippingOption> = review.shipping.iter().filter(|o| o.is_pickup() != is_courier).collect();
        options.sort_by_key(|o| checkout_form.shipping != Some(o.id));
        choice.shipping_method_id = options.first().map(|o| o.id);
    }
    if checkout_form.payment.is_none_or(|id| !review.payments.iter().any(|o| o.id == id)) {
        choice.payment_method_id = review.payments.first().map(|o| o.id);
    }
    if (choice.shipping_method_id, choice.payment_method_id) != (checkout_form.shipping, checkout_form.payment) {
        review = reviewed(visit, open, &choice).await?;
    }
    (checkout_form.shipping, checkout_form.payment) = (choice.shipping_method_id, choice.payment_method_id);
    Ok((Offer { review, checkout_form, has_pickup, has_courier, is_courier }, choice))
}

async fn lines(visit: &RequestContext<'_>, review: &DraftReview) -> Result<Vec<LineView>, PageError> {
    let ids: Vec<MediaId> = review.items.iter().filter_map(|i| i.media_id).collect();
    let pictures =
        if ids.is_empty() { Vec::new() } else { media::list_views(visit.shop.app.db().conn(), &visit.store.scope, &ids).await? };
    let lang = visit.lang;
    let of = |i: &orders::OrderItem| {
        let name = i.name.get(lang).to_owned();
        LineView {
            line: i.line,
            url: String::new(),
            image: i.media_id.and_then(|id| pictures.iter().find(|m| m.id == id)).map(|m| small(m, lang, &name)),
            initial: view::initial(&name),
            tint: view::tint(i.product_id.raw()),
            meta: meta(visit, &i.option_values, &i.fields),
            quantity: i.quantity,
            max: None,
            few: None,
            price: i.unit_price,
            total: i.line_total,
            name,
        }
    };
    Ok(review.items.iter().map(of).collect())
}

fn sums(review: &DraftReview, has_courier: bool) -> SumView {
    let o = &review.order;
    let is_shipped = review.requires_shipping || !o.shipping_provider.is_empty();
    SumView {
        subtotal: o.subtotal,
        discount: o.other_discount(),
        coupon: super::order::coupon_of(o),
        shipping: (!o.shipping_provider.is_empty()).then_some(o.full_shipping()),
        is_shipping_later: is_shipped && has_courier,
        payment_fees: o.payment_fees,
        vat: o.vat,
        vat_rate: rate(o.vat_rate),
        is_vat_included: o.is_vat_included,
        total: o.total,
    }
}

fn missing(visit: &RequestContext<'_>, review: &DraftReview) -> Vec<String> {
    review.missing.iter().map(|n| visit.say("draft.missing").replace("{name}", n.get(visit.lang))).collect()
}

/// The note on a draft's coupon that takes nothing off: the total below is without it. It is part of the sums, which follow the
/// choices; an invalid coupon is also reported at the top of the page.
fn coupon_note(visit: &RequestContext<'_>, offer: &Offer) -> Option<String> {
    let coupon = offer.review.coupon.as_ref()?;
    match coupon.against {
        Some(DraftCouponAgainst::Refused(reason)) => {
            let dropped = Change::CouponDropped { code: coupon.code.clone(), reason };
            Some(dropped.message(visit.store.profile.currency).get(visit.lang).to_owned())
        }
        Some(DraftCouponAgainst::Idle(Segment::Shipping)) if offer.has_pickup && !offer.is_courier => {
            Some(visit.say("coupon.not_for_pickup"))
        }
        Some(DraftCouponAgainst::Idle(_)) => Some(visit.say("coupon.nothing_left")),
        None if offer.review.order.coupon.is_none() => Some(visit.say("coupon.with_shipping")),
        None => None,
    }
}

async fn page(
    visit: &RequestContext<'_>,
    headers: &HeaderMap,
    key: &str,
    open: &OpenDraft,
    offer: &Offer,
    mut messages: PageMessages,
    status: StatusCode,
) -> Result<Response, PageError> {
    let layout = visit.layout().await?;
    let Offer { review, checkout_form, has_pickup, has_courier, is_courier } = offer;
    let lang = visit.lang;
    let action = visit.path(&format!("/drafts/{key}"));
    let option = |o: &ShippingOption| {
        let is_chosen = checkout_form.shipping == Some(o.id);
        let cost = if is_chosen { review.order.full_shipping() } else { o.cost };
        context! { id => o.id.to_string(), name => o.name.get(lang), note => o.note.get(lang), cost => cost, is_selected => is_chosen }
    };
    let options: Vec<Value> = review.shipping.iter().filter(|o| o.is_pickup() != *is_courier).map(option).collect();
    let payments: Vec<Value> = review
        .payments
        .iter()
        .map(|o| {
            let is_selected = checkout_form.payment == Some(o.id);
            let fee = if is_selected { review.order.payment_fees } else { 0 };
            context! { id => o.id.to_string(), name => o.name.get(lang), instructions => o.instructions.get(lang), is_selected => is_selected, fee => fee }
        })
        .collect();
    messages.notices.extend(missing(visit, review));
    let coupon_note = coupon_note(visit, offer);
    if review.coupon.as_ref().is_some_and(|coupon| matches!(coupon.against, Some(DraftCouponAgainst::Refused(_)))) {
        messages.notices.extend(coupon_note.clone());
    }
    let PageMessages { errors, notices, error } = messages;
    let shared = context! {
        is_draft => true, action => action, errors => errors, version => open.version(), held => Value::UNDEFINED, payments => payments,
        lines => lines(visit, review).await?, totals => sums(review, *has_courier),
        deposit => deposit(visit, review.deposit, review.order.total)?, coupon => Value::UNDEFINED, coupon_note => coupon_note,
        delivery => context! {
            is_needed => review.requires_shipping, has_pickup => has_pickup, has_courier => has_courier,
            is_courier => is_courier, has_address => review.order.address.is_some() || checkout_form.has_address(), options => options,
        },
    };
    if is_script(headers) {
        return update(visit, &layout, shared, status);
    }
    let whole = context! {
        form => checkout_form, notices => notices, error => error, countries => countries(visit), cities => suggestions(&checkout_form.country, lang), ..shared
    };
    let html = visit.render("pages/checkout.html", &layout, whole)?;
    let head = Head { is_hidden: true, ..visit.head(&visit.say("draft.title"), "") };
    let path = format!("/drafts/{key}");
    let content = Content { is_plain: true, ..Content::new("checkout", Some(path), head, html) };
    Ok(secret(private(&visit.finish(content).await?, status, headers)))
}

/// `GET /drafts/{key}`
pub(crate) async fn show(visit: &RequestContext<'_>, headers: &HeaderMap, key: &str) -> Result<Response, PageError> {
    let open = match open(visit, headers, key).await? {
        Ok(open) => open,
        Err(answer) => return Ok(answer),
    };
    let checkout_form = form_from_draft(&open, &visit.store.profile.country, visit.lang);
    let checked = ReadForm::nothing();
    let (offer, _) = offer(visit, &open, checkout_form, &checked, false).await?;
    page(visit, headers, key, &open, &offer, PageMessages::default(), StatusCode::OK).await
}

/// Whether the draft's coupon is rejected for the person that was entered, or the draft's own.
fn is_refused(review: &DraftReview) -> bool {
    let against = review.coupon.as_ref().and_then(|coupon| coupon.against);
    matches!(against, Some(DraftCouponAgainst::Refused(reason)) if reason.is_personal())
}

/// As [`offer`], but with an attempt check first when another person than the draft's own comes to a code that is limited to some
/// people; after too many attempts the code is ignored, with a message.
async fn offer_asked(
    visit: &RequestContext<'_>,
    open: &OpenDraft,
    checkout_form: CheckoutForm,
    checked: &ReadForm,
    ip: &str,
) -> Result<(Offer, DraftChoice, Option<RejectedCode>), PageError> {
    let about = coupon_person::ask_of_draft(visit, open, checked.contact.as_ref(), ip).await?;
    let (offer, choice) = offer(visit, open, checkout_form, checked, matches!(about, CouponAttempt::Wait(_))).await?;
    coupon_person::answered(visit, &about, is_refused(&offer.review)).await?;
    let rejected_code = match about {
        CouponAttempt::Wait(rejected) => Some(rejected),
        CouponAttempt::Free | CouponAttempt::Counted(_) => None,
    };
    Ok((offer, choice, rejected_code))
}

/// `POST /drafts/{key}/{address|save}`: the page with what was entered and its totals; nothing is saved.
pub(crate) async fn save(
    visit: &RequestContext<'_>,
    headers: &HeaderMap,
    key: &str,
    (form, ip): (&Form, &str),
) -> Result<Response, PageError> {
    let open = match open(visit, headers, key).await? {
        Ok(open) => open,
        Err(answer) => return Ok(answer),
    };
    let checkout_form = CheckoutForm::from_form(form, &visit.store.profile.country);
    let checked = read(visit, &checkout_form, checkout_form.has_address() && checkout_form.is_pickup != Some(true));
    let begun = checkout_form.clone();
    let (offer, _, rejected_code) = offer_asked(visit, &open, checkout_form, &checked, ip).await?;
    let status = rejected_code.as_ref().filter(|_| !is_script(headers)).map_or(StatusCode::OK, |rejected| rejected.status);
    let notices = rejected_code.into_iter().map(|rejected| rejected.error).collect();
    // Only invalid fields are reported before the order is placed, not missing ones, as on a checkout.
    let errors = checked.begun(&begun);
    page(visit, headers, key, &open, &offer, PageMessages { errors, notices, ..PageMessages::default() }, status).await
}

/// `POST /drafts/{key}`: places the order.
pub(crate) async fn place(
    visit: &RequestContext<'_>,
    headers: &HeaderMap,
    key: &str,
    (form, ip): (&Form, &str),
) -> Result<Response, PageError> {
    let open = match open(visit, headers, key).await? {
        Ok(open) => open,
        Err(answer) => return Ok(answer),
    };
    let checkout_form = CheckoutForm::from_form(form, &visit.store.profile.country);
    let unchecked = ReadForm::nothing();
    let (before, _) = offer(visit, &open, checkout_form.clone(), &unchecked, false).await?;
    let needs_address = before.review.requires_shipping && before.is_courier;
    let mut checked = read(visit, &checkout_form, needs_address);
    let mut errors = std::mem::take(&mut checked.errors);
    let (current_offer, choice, rejected_code) = offer_asked(visit, &open, checkout_form, &checked, ip).await?;
    let is_without_coupon = rejected_code.is_some();
    let notices: Vec<String> = rejected_code.into_iter().map(|rejected| rejected.error).collect();
    if current_offer.review.requires_shipping && choice.shipping_method_id.is_none() && !errors.contains_key("city") {
        errors.insert("shipping_method_id".into(), visit.say("checkout.choose_shipping"));
    }
    if choice.payment_method_id.is_none() {
        errors.insert("payment_method_id".into(), visit.say("checkout.choose_payment"));
    }
    if !errors.is_empty() {
        let messages = PageMessages { errors, error: Some(visit.say("checkout.review")), notices };
        return page(visit, headers, key, &open, &current_offer, messages, StatusCode::UNPROCESSABLE_ENTITY).await;
    }
    let number = |field: &str, unless: i64| form.number(field).unwrap_or(unless);
    let shown = orders::ShownDraft {
        version: number("version", -1),
        total: number("seen_total", -1),
        deposit: number("seen_deposit", 0),
    };
    let (app, scope, profile) = (&visit.shop.app, &visit.store.scope, &visit.store.profile);
    let messages = match orders::confirm_draft(app, scope, profile, key, shown, choice).await {
        Ok(path) => return Ok(see_other(&visit.path(&path))),
        Err(OrderError::Db(e)) => return Err(e.into()),
        // The link was withdrawn, or its draft was removed, in the meantime.
        Err(OrderError::NotFound) => return show(visit, headers, key).await,
        Err(OrderError::Fields(fields)) => {
            let blocked = fields.iter().find(|(path, _)| *path == "mobile").and_then(|(_, m)| m.first());
            let text = blocked.map_or_else(|| visit.say("draft.changed"), |m| m.get(visit.lang).to_owned());
            PageMessages { error: Some(text), notices, ..PageMessages::default() }
        }
        Err(_) => PageMessages { error: Some(visit.say("draft.changed")), notices, ..PageMessages::default() },
    };
    // The current draft, with what was entered.
    let open = match self::open(visit, headers, key).await? {
        Ok(open) => open,
        Err(answer) => return Ok(answer),
    };
    let (now, _) = offer(visit, &open, current_offer.checkout_form, &checked, is_without_coupon).await?;
    page(visit, headers, key, &open, &now, messages, StatusCode::CONFLICT).await
}
