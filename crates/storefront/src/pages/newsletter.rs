//! The sign-up for offers and news of a section: it writes the consent of a customer, and a customer for whoever is none yet.

use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse as _, Response};
use customers::{SignUp, read_sign_up, sign_up as record};
use kernel::SectionId;
use serde_json::json;

use super::RequestContext;
use super::message::{self, private, see_other};
use crate::error::PageError;
use crate::request::{Form, own_host, wants_json};

/// `POST /newsletter`: the same answer whether the address is known or not.
pub(crate) async fn sign_up(
    visit: &RequestContext<'_>,
    headers: &HeaderMap,
    form: &Form,
    ip: &str,
) -> Result<Response, PageError> {
    let (app, scope) = (&visit.shop.app, &visit.store.scope);
    let country = &visit.store.profile.country;
    let contact = match read_sign_up(form.get("email"), form.get("mobile"), country) {
        Ok(contact) => contact,
        Err((field, message)) => {
            let text = message.get(visit.lang).to_owned();
            return refused(visit, headers, StatusCode::UNPROCESSABLE_ENTITY, Some(field), &text).await;
        }
    };
    if let SignUp::Wait(seconds) = record(app, scope, visit.lang, &contact, ip).await? {
        let text = visit.say("signup.too_many");
        let mut response = refused(visit, headers, StatusCode::TOO_MANY_REQUESTS, None, &text).await?;
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        return Ok(response);
    }
    if wants_json(headers) {
        return Ok(axum::Json(json!({"message": visit.say("signup.done")})).into_response());
    }
    Ok(see_other(&back(visit, headers, form.get("section"))))
}

async fn refused(
    visit: &RequestContext<'_>,
    headers: &HeaderMap,
    status: StatusCode,
    field: Option<&'static str>,
    text: &str,
) -> Result<Response, PageError> {
    if wants_json(headers) {
        let fields: serde_json::Map<String, serde_json::Value> =
            field.map(|name| (name.to_owned(), json!(text))).into_iter().collect();
        return Ok((status, axum::Json(json!({"message": text, "fields": fields}))).into_response());
    }
    let page = message::say(visit, &visit.say("signup.failed"), text, "/").await?;
    Ok(private(&page, status, headers))
}

/// The page on which the form stands, at the message that its address alone brings to light: pages are the same for everybody.
fn back(visit: &RequestContext<'_>, headers: &HeaderMap, section: &str) -> String {
    let from = headers.get(header::REFERER).and_then(|v| v.to_str().ok()).and_then(|text| text.parse::<Uri>().ok());
    let here = Uri::default();
    let own = own_host(headers, &here);
    let page = from
        .filter(|page| page.authority().is_some_and(|host| host.as_str().eq_ignore_ascii_case(own)))
        .and_then(|page| page.path_and_query().map(ToString::to_string))
        .unwrap_or_else(|| visit.path("/"));
    match section.parse::<SectionId>() {
        Ok(id) => format!("{page}#done-{id}"),
        Err(_) => page,
    }
}
