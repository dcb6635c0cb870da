//! The page of a placed order; its URL is the shopper's secret key to it.

use crate::engine::context;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use commerce::coupons::Segment;
use commerce::orders::{self, Status};
use kernel::{MediaId, OrderId};
use office::documents;
use platform::media;

use super::cart_view::{LineView, SumView, meta, rate, small};
use super::coupon_view::CouponSum;
use super::message::private;
use super::{Content, RequestContext};
use super::{order_money, order_payment, order_transfer};
use crate::error::PageError;
use crate::seo::Head;
use crate::view;

/// The last part of an order's URL: id and secret.
pub(crate) fn address(id: OrderId, token: &str) -> String {
    format!("/orders/{id}-{token}")
}

/// The progress steps of an order, by its delivery method.
fn steps(status: Status, is_pickup: bool) -> (Vec<&'static str>, usize) {
    let middle = if is_pickup { "ready" } else { "shipped" };
    let at = match status {
        Status::Draft | Status::Pending | Status::Paid => 0,
        Status::Processing | Status::ReadyToShip => 1,
        Status::Shipped | Status::OutForDelivery | Status::ReadyForPickup | Status::PickupPostponed | Status::Refused => 2,
        Status::Delivered | Status::Cancelled | Status::Returned => 3,
    };
    (vec!["placed", "processing", middle, "delivered"], at)
}

/// The coupon of an order as a line of its sums; `None` when it takes nothing off.
pub(crate) fn coupon_of(order: &orders::Order) -> Option<CouponSum> {
    let coupon = order.coupon.as_ref().filter(|k| k.discount > 0)?;
    Some(CouponSum { code: coupon.code.clone(), amount: coupon.discount, is_shipping: coupon.segment == Segment::Shipping })
}

/// When the order arrives, as it was promised; `None` once it has, and for one that does not.
fn arrival(visit: &RequestContext<'_>, order: &orders::Order) -> Option<String> {
    let is_over = matches!(order.status, Status::Delivered | Status::Cancelled | Status::Returned | Status::Refused);
    let promise = order.delivery_promise.filter(|_| !is_over)?;
    let profile = &visit.store.profile;
    let day = |days: i64| {
        let at = order.created_at.plus(days * kernel::Millis::DAY);
        kernel::locale::date(at, &profile.timezone, &profile.country, visit.lang)
    };
    let text = if promise.days_min == promise.days_max { "order.arrives_on" } else { "order.arrives_between" };
    Some(visit.say(text).replace("{from}", &day(promise.days_min)).replace("{date}", &day(promise.days_max)))
}

pub(crate) async fn show(visit: &RequestContext<'_>, headers: &HeaderMap, key: &str) -> Result<Option<Response>, PageError> {
    let Some((id, token)) = key.split_once('-') else { return Ok(None) };
    let Ok(id) = id.parse::<OrderId>() else { return Ok(None) };
    let c = visit.shop.app.db().conn();
    let Some(page) = orders::open(&visit.shop.app, &visit.store.scope, id, token).await? else { return Ok(None) };
    let (order, lang) = (&page.order, visit.lang);
    let ids: Vec<MediaId> = page.items.iter().filter_map(|i| i.media_id).collect();
    let pictures = if ids.is_empty() { Vec::new() } else { media::list_views(c, &visit.store.scope, &ids).await? };
    let lines: Vec<LineView> = page
        .items
        .iter()
        .map(|i| {
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
        })
        .collect();
    let is_delivered_at_all = !order.shipping_provider.is_empty();
    let totals = SumView {
        subtotal: order.subtotal,
        discount: order.other_discount(),
        coupon: coupon_of(order),
        shipping: is_delivered_at_all.then_some(order.full_shipping()),
        is_shipping_later: false,
        payment_fees: order.payment_fees,
        vat: order.vat,
        vat_rate: rate(order.vat_rate),
        is_vat_included: order.is_vat_included,
        total: order.total,
    };
    let is_canceled = order.status == Status::Cancelled;
    let is_over = is_canceled || order.status == Status::Returned;
    let (codes, at) = steps(order.status, order.address.is_none());
    let steps: Vec<_> = codes
        .iter()
        .enumerate()
        .filter(|_| !is_over)
        .map(|(i, code)| context! { code => code, is_done => i <= at, is_current => i == at })
        .collect();
    let address: Vec<String> = order
        .address
        .as_ref()
        .map(|a| {
            let country = kernel::locale::country(&a.country, lang).unwrap_or(&a.country).to_owned();
            let join = if lang == kernel::Lang::Ar { "، " } else { ", " };
            let street: Vec<&str> = [&*a.street, &*a.building, &*a.district].into_iter().filter(|t| !t.is_empty()).collect();
            let city = super::checkout_form::city(a, lang);
            let city_line: Vec<&str> =
                [&*city, &*a.region, &*a.postal_code, &*country].into_iter().filter(|t| !t.is_empty()).collect();
            [a.name.clone(), street.join(join), city_line.join(join), a.short_address.clone(), a.details.clone()]
                .into_iter()
                .filter(|t| !t.is_empty())
                .collect()
        })
        .unwrap_or_default();
    let invoice =
        documents::has_invoice(c, &visit.store.scope, order.id).await?.then(|| visit.path(&format!("/orders/{key}/invoice.pdf")));
    let date = |at| kernel::locale::date(at, &visit.store.profile.timezone, &visit.store.profile.country, lang);
    let note = |n: &orders::ShopperNote| {
        let edited = n.edited_at.map(|at| visit.say("order.note_edited").replace("{date}", &date(at)));
        context! { date => date(n.at), text => n.text, edited => edited }
    };
    let notes: Vec<_> = page.notes.iter().map(note).collect();
    let transfer = order_transfer::view(visit, key, &page).await?;
    let payment = order_payment::view(visit, key, &page).await?;
    let title = visit.say("order.title").replace("{n}", &order.number.to_string());
    let view = context! {
        is_canceled => is_over, is_returned => order.status == Status::Returned, steps => steps, lines => lines, totals => totals,
        invoice_url => invoice, notes => notes, standing => order_money::view(&page), transfer => transfer, payment => payment,
        shipments => super::order_shipments::view(visit, &page).await?, returns => super::order_returns::view(visit, &page).await?,
        order => context! {
            number => order.number, name => order.sender_name, first_name => order.sender_name.split_whitespace().next().unwrap_or_default(),
            mobile => order.mobile, email => order.email, shipping_name => order.shipping_name.get(lang), address => address,
            arrives => arrival(visit, order), payment_name => order.payment_name.get(lang), payment_status => order.payment_status.as_str(), note => order.note,
            date => kernel::locale::date(order.created_at, &visit.store.profile.timezone, &visit.store.profile.country, lang),
        },
    };
    let layout = visit.layout().await?;
    let html = visit.render("pages/order.html", &layout, view)?;
    let head = Head { is_hidden: true, ..visit.head(&title, "") };
    let document = visit.finish(Content::new("order", Some(format!("/orders/{key}")), head, html)).await?;
    let mut response = private(&document, axum::http::StatusCode::OK, headers);
    let h = response.headers_mut();
    // The URL is a secret: no referrer to linked pages, and no index.
    h.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    h.insert("x-robots-tag", HeaderValue::from_static("noindex, nofollow"));
    Ok(Some(response))
}

/// The invoice of an order, for anyone with the order's URL; `None` before it is issued.
pub(crate) async fn invoice(visit: &RequestContext<'_>, key: &str) -> Result<Option<Response>, PageError> {
    let Some((id, token)) = key.split_once('-') else { return Ok(None) };
    let Ok(id) = id.parse::<OrderId>() else { return Ok(None) };
    let (app, scope) = (&visit.shop.app, &visit.store.scope);
    if orders::open(app, scope, id, token).await?.is_none() {
        return Ok(None);
    }
    let Some(printed) = documents::invoice_of(app, scope, id, visit.lang.code()).await.map_err(PageError::from)? else {
        return Ok(None);
    };
    let mut response = printed.bytes.into_response();
    let h = response.headers_mut();
    h.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/pdf"));
    h.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    h.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    h.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    h.insert("x-robots-tag", HeaderValue::from_static("noindex, nofollow"));
    if let Ok(name) = HeaderValue::from_str(&format!("inline; filename=\"{}.pdf\"", printed.name)) {
        h.insert(header::CONTENT_DISPOSITION, name);
    }
    Ok(Some(response))
}
