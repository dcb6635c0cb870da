//! The page on which a shopper completes the address of an order, by a link from the store: no login, no script needed. It shows
//! what is missing but not what was entered, because a link may be passed on.

use std::collections::BTreeMap;

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use commerce::orders::{self, AddressLink, OpenAddress, OrderError, SentAddress};
use customers::places;

use super::checkout_form::suggestions;
use super::message::{self, private, see_other};
use super::{Content, RequestContext};
use crate::cache::Cached;
use crate::engine::context;
use crate::error::PageError;
use crate::request::Form;
use crate::seo::Head;

/// The URL is a secret that opens the address: no referrer to other sites, no indexing, no caching.
fn secret(page: &Cached, status: StatusCode, headers: &HeaderMap) -> Response {
    let mut response = private(page, status, headers);
    let h = response.headers_mut();
    h.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    h.insert("x-robots-tag", HeaderValue::from_static("noindex, nofollow"));
    response
}

/// The order's address behind a link, or the response to an invalid link.
async fn open(visit: &RequestContext<'_>, headers: &HeaderMap, token: &str) -> Result<Result<OpenAddress, Response>, PageError> {
    let (app, store) = (&visit.shop.app, visit.store);
    let (code, status) = match orders::open_address(app, &store.scope, &store.profile, token).await? {
        AddressLink::Open(open) => return Ok(Ok(*open)),
        AddressLink::Unknown => {
            let page = message::not_found(visit).await?;
            return Ok(Err(secret(&page, StatusCode::NOT_FOUND, headers)));
        }
        AddressLink::Expired => ("expired", StatusCode::GONE),
        AddressLink::Over => ("over", StatusCode::GONE),
    };
    let say = |part: &str| visit.say(&format!("address.{code}_{part}"));
    let page = message::say(visit, &say("title"), &say("text"), "/").await?;
    Ok(Err(secret(&page, status, headers)))
}

fn sent(form: &Form) -> SentAddress {
    let text = |name: &str| form.get(name).to_owned();
    SentAddress {
        name: text("name"),
        city: text("city"),
        district: text("district"),
        street: text("street"),
        building: text("building"),
        short_address: text("short_address"),
        details: text("details"),
        pin: text("pin"),
    }
}

/// Messages beside the form.
#[derive(Default)]
struct PageMessages {
    errors: BTreeMap<String, String>,
    error: Option<String>,
    is_saved: bool,
}

async fn page(
    visit: &RequestContext<'_>,
    headers: &HeaderMap,
    token: &str,
    open: &OpenAddress,
    submitted: &SentAddress,
    messages: PageMessages,
    status: StatusCode,
) -> Result<Response, PageError> {
    let layout = visit.layout().await?;
    let PageMessages { errors, error, is_saved } = messages;
    let SentAddress { name, city, district, street, building, short_address, details, pin } = submitted;
    let has = |word: &str| open.holding.iter().any(|g| g.as_str() == word);
    let tell = |gaps: &[customers::Gap]| -> Vec<String> {
        gaps.iter().map(|g| visit.say(&format!("address.gap_{}", g.as_str()))).collect()
    };
    let city = if city.is_empty() { places::named(&open.country, &open.city, visit.lang) } else { city.clone() };
    let html = visit.render(
        "pages/address.html",
        &layout,
        context! {
            number => open.number, is_saved => is_saved, error => error, errors => errors, seen => open.fingerprint,
            missing => tell(&open.holding), hints => tell(&open.mentioned), is_complete => open.holding.is_empty(),
            asks_name => has("recipient"), is_saudi => open.country == "SA", cities => suggestions(&open.country, visit.lang),
            country => kernel::locale::country(&open.country, visit.lang).unwrap_or(&open.country),
            action => visit.path(&format!("/a/{token}")),
            form => context! { name => name, city => city, district => district, street => street, building => building, short_address => short_address, details => details, pin => pin },
        },
    )?;
    let head = Head { is_hidden: true, ..visit.head(&visit.say("address.title"), "") };
    let content = Content { is_plain: true, ..Content::new("address", Some(format!("/a/{token}")), head, html) };
    Ok(secret(&visit.finish(content).await?, status, headers))
}

/// `GET /a/{token}`
pub(crate) async fn show(visit: &RequestContext<'_>, headers: &HeaderMap, token: &str) -> Result<Response, PageError> {
    show_told(visit, headers, token, false).await
}

/// As [`show`], after a save.
pub(crate) async fn show_told(
    visit: &RequestContext<'_>,
    headers: &HeaderMap,
    token: &str,
    is_saved: bool,
) -> Result<Response, PageError> {
    match open(visit, headers, token).await? {
        Ok(open) => {
            let messages = PageMessages { is_saved, ..PageMessages::default() };
            page(visit, headers, token, &open, &SentAddress::default(), messages, StatusCode::OK).await
        }
        Err(answer) => Ok(answer),
    }
}

/// `POST /a/{token}`: saves the fields that were entered; blank ones are unchanged.
pub(crate) async fn save(
    visit: &RequestContext<'_>,
    headers: &HeaderMap,
    token: &str,
    form: &Form,
) -> Result<Response, PageError> {
    let submitted = sent(form);
    let (app, store) = (&visit.shop.app, visit.store);
    let answer = orders::complete_address(app, &store.scope, &store.profile, token, form.get("seen"), submitted.clone()).await;
    let (status, messages) = match answer {
        Ok(()) => return Ok(see_other(&visit.path(&format!("/a/{token}?saved=1")))),
        Err(OrderError::Db(e)) => return Err(e.into()),
        Err(OrderError::Fields(fields)) => {
            let mut errors = BTreeMap::new();
            for (path, messages) in fields.iter() {
                if let Some(m) = messages.first() {
                    errors.insert(path.to_owned(), m.get(visit.lang).to_owned());
                }
            }
            let error = Some(visit.say("address.review"));
            (StatusCode::UNPROCESSABLE_ENTITY, PageMessages { errors, error, ..PageMessages::default() })
        }
        Err(OrderError::Stale) => {
            (StatusCode::CONFLICT, PageMessages { error: Some(visit.say("address.changed")), ..PageMessages::default() })
        }
        Err(OrderError::Conflict(_, message)) => {
            (StatusCode::CONFLICT, PageMessages { error: Some(message.get(visit.lang).to_owned()), ..PageMessages::default() })
        }
        // The link is no longer valid: the page says why.
        Err(_) => return show(visit, headers, token).await,
    };
    match open(visit, headers, token).await? {
        Ok(open) => page(visit, headers, token, &open, &submitted, messages, status).await,
        Err(answer) => Ok(answer),
    }
}
