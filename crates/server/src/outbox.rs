//! `/dev/outbox`: messages that had no provider, for developers on localhost (decisions §7).

use std::fmt::Write as _;

use axum::extract::State;
use axum::response::{Html, IntoResponse, Response};
use platform::App;
use platform::outbox::{self, OutboxMessage};
use web::ApiError;
use web::client::Developer;

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The newest hundred, newest first.
pub(crate) async fn page(_: Developer, State(app): State<App>) -> Response {
    let rows = match outbox::list(app.db().conn(), None).await {
        Ok(rows) => rows,
        Err(e) => return ApiError::from(e).into_response(),
    };
    let mut list = String::new();
    for OutboxMessage { channel, recipient, subject, body, created_at, .. } in &rows {
        let _ = write!(
            list,
            "<article><header><b dir=ltr>{}</b> <span>{}</span> <time>{}</time></header><h2>{}</h2><p dir=auto>{}</p></article>",
            escape(recipient),
            escape(channel),
            created_at.rfc3339(),
            escape(subject),
            escape(body)
        );
    }
    if rows.is_empty() {
        list.push_str("<p>لا رسائل بعد. أرسل رمز التحقق من صفحة التسجيل وسيظهر هنا.<br><span dir=ltr lang=en>No messages yet. Ask for a code on the registration page and it appears here.</span></p>");
    }
    Html(format!(
        "<!doctype html><html lang=ar dir=rtl><meta charset=utf-8><meta name=viewport content='width=device-width,initial-scale=1'>\
         <meta http-equiv=refresh content=3><title>صندوق الرسائل الصادرة</title>\
         <style>body{{font:15px/1.6 system-ui,sans-serif;max-width:720px;margin:32px auto;padding:0 16px;background:#faf9f7;color:#22201c}}\
         article{{background:#fff;border:1px solid #e9e6e0;border-radius:12px;padding:12px 16px;margin:12px 0}}header{{color:#6b665d;font-size:13px}}\
         h2{{font-size:15px;margin:4px 0}}p{{margin:0;white-space:pre-wrap}}</style>\
         <h1>صندوق الرسائل الصادرة</h1><p>رسائل لم يُضبط لها مزوّد إرسال، تظهر هنا للمطوّر فقط.</p>{list}</html>"
    ))
    .into_response()
}
