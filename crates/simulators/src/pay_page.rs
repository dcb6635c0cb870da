//! The page where a shopper pays: what a frame or a redirect of the product leads to.
//!
//! One button for each outcome, in Arabic and English. A scripted outcome happens as soon as the page is opened, as if the shopper had
//! pressed at once. Afterwards the browser goes back to the store.

use std::sync::Arc;

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Redirect, Response};
use serde_json::Value;

use crate::html::{button, escape, form_fields, page};
use crate::outcome::PaymentOutcome;
use crate::provider::{BrowserReturn, Payment, Provider};
use crate::simulator::Simulator;

/// The code that the simulated bank has sent.
const BANK_CODE: &str = "123456";

/// Shows the page of a payment. `action` is where its buttons post to, with the key of the payment.
pub(crate) async fn show<P: Provider>(
    simulator: &Arc<Simulator<P>>,
    id: &str,
    action: &str,
    query: &str,
    headers: &HeaderMap,
) -> Response {
    let Some(payment) = find(simulator, id) else { return unknown() };
    if let Some(outcome) = simulator.script.take_outcome().and_then(PaymentOutcome::parse) {
        return press(simulator, &payment, outcome, action, "ar").await;
    }
    let lang = language(&payment, query, headers);
    let is_arabic = lang == "ar";
    let say = |ar: &'static str, en: &'static str| if is_arabic { ar } else { en };
    let offered = PaymentOutcome::ALL.iter().filter(|outcome| **outcome != PaymentOutcome::Chargeback);
    let buttons: String = offered
        .map(|outcome| {
            let (ar, en) = outcome.label();
            let class = if *outcome == PaymentOutcome::Pay { "first" } else { "" };
            button(action, &[("outcome", outcome.as_str()), ("lang", lang)], say(ar, en), class)
        })
        .collect();
    let other = say("en", "ar");
    let link = format!("{action}{}lang={other}", if action.contains('?') { '&' } else { '?' });
    let body = format!(
        "<main class=\"narrow\"><p class=\"note\">{}</p><p class=\"amount\"><bdi>{}</bdi></p><p><bdi>{}</bdi></p>{buttons}\
         <p><a href=\"{}\" lang=\"{other}\">{}</a></p></main>",
        say("صفحة دفع للتجربة: لا يُدفع شيء هنا", "A test payment page: nothing is paid here"),
        escape(&payment.amount),
        escape(&payment.reference),
        escape(&link),
        say("English", "العربية"),
    );
    page(lang, say("الدفع", "Payment"), &body).into_response()
}

/// A button was pressed.
pub(crate) async fn submit<P: Provider>(simulator: &Arc<Simulator<P>>, id: &str, action: &str, body: &[u8]) -> Response {
    let Some(payment) = find(simulator, id) else { return unknown() };
    let fields = form_fields(body);
    let field = |name: &str| fields.iter().find(|(n, _)| n == name).map_or("", |(_, value)| value.as_str());
    if !field("code").is_empty() {
        let is_right = kernel::digits::to_latin(field("code")) == BANK_CODE;
        let transaction = if is_right {
            simulator.perform(id, PaymentOutcome::Pay).await
        } else {
            simulator.decline(id, "3D Secure authentication failed").await
        };
        return transaction.map_or_else(conflict, |transaction| go_back(simulator, &transaction));
    }
    let Some(outcome) = PaymentOutcome::parse(field("outcome")) else { return StatusCode::BAD_REQUEST.into_response() };
    press(simulator, &payment, outcome, action, field("lang")).await
}

async fn press<P: Provider>(
    simulator: &Arc<Simulator<P>>,
    payment: &Payment,
    outcome: PaymentOutcome,
    action: &str,
    lang: &str,
) -> Response {
    let Some(transaction) = simulator.perform(&payment.id, outcome).await else { return conflict() };
    if outcome == PaymentOutcome::ThreeDSecure { bank_page(action, lang) } else { go_back(simulator, &transaction) }
}

/// What a bank asks.
fn bank_page(action: &str, lang: &str) -> Response {
    let say = |ar: &'static str, en: &'static str| if lang == "ar" { ar } else { en };
    let body = format!(
        "<main class=\"narrow\"><h1>{}</h1><form method=\"post\" action=\"{}\"><p><label>{}<input name=\"code\" inputmode=\"numeric\" \
         autocomplete=\"one-time-code\" required></label></p><button class=\"first\">{}</button></form>\
         <p class=\"note\">{}</p></main>",
        say("تحقق البنك", "Bank verification"),
        escape(action),
        say("الرمز الذي أرسله البنك", "The code that the bank has sent"),
        say("تأكيد", "Confirm"),
        say("الرمز الصحيح هنا 123456، وأي رمز آخر يُرفض", "123456 is right here, any other code is refused"),
    );
    page(lang, say("تحقق البنك", "Bank verification"), &body).into_response()
}

fn go_back<P: Provider>(simulator: &Arc<Simulator<P>>, transaction: &Value) -> Response {
    match simulator.with(|p| p.browser_return(transaction)) {
        BrowserReturn::Redirect(url) => Redirect::to(&url).into_response(),
        BrowserReturn::Form { url, fields } => {
            let fields: Vec<(&str, &str)> = fields.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
            // The form posts itself; who has no scripts presses the button.
            let form = button(&url, &fields, "→", "first");
            let body = format!("<main class=\"narrow\">{form}</main><script>document.forms[0].submit()</script>");
            page("en", "Payment", &body).into_response()
        }
        BrowserReturn::Nowhere => {
            let body = "<main class=\"narrow\"><p>Done. The merchant has set no address to return to \
                        (<code>return_url</code> of <code>/__simulator/settings</code>).</p></main>";
            page("en", "Payment", body).into_response()
        }
    }
}

fn find<P: Provider>(simulator: &Simulator<P>, id: &str) -> Option<Payment> {
    simulator.with(|p| p.payments().into_iter().find(|payment| payment.id == id))
}

/// Of the link, of the merchant, of the browser; Arabic where nobody says.
fn language(payment: &Payment, query: &str, headers: &HeaderMap) -> &'static str {
    let chosen = form_fields(query.as_bytes()).into_iter().find(|(name, _)| name == "lang").map(|(_, lang)| lang);
    let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|v| v.to_str().ok()).unwrap_or_default();
    let words = [chosen.unwrap_or_default(), payment.lang.clone()];
    let known = words.iter().find_map(|word| kernel::Lang::parse(word));
    known.unwrap_or_else(|| kernel::Lang::from_accept(accepted)).code()
}

fn unknown() -> Response {
    (StatusCode::NOT_FOUND, page("en", "Payment", "<main class=\"narrow\"><p>No such payment.</p></main>")).into_response()
}

fn conflict() -> Response {
    let body = "<main class=\"narrow\"><p>This payment is settled, or has run out.</p></main>";
    (StatusCode::CONFLICT, page("en", "Payment", body)).into_response()
}
