//! Pages without a framework.

use axum::response::Html;

/// Text for an element or an attribute.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    out
}

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;padding:16px;max-width:60rem;color:#1c2330;background:#f6f7f9}\
main.narrow{max-width:26rem;margin:0 auto;background:#fff;border-radius:12px;padding:20px;box-shadow:0 1px 4px #0002}\
button{font:inherit;min-height:44px;padding:8px 14px;margin-block:4px;margin-inline:0 6px;border:1px solid #c3c9d4;border-radius:8px;background:#fff;cursor:pointer}\
main.narrow form{display:block}main.narrow button{display:block;width:100%;margin-inline:0}button.first{background:#1d5f4c;border-color:#1d5f4c;color:#fff}\
input{font:inherit;min-height:44px;padding:4px 10px;border:1px solid #c3c9d4;border-radius:8px;box-sizing:border-box;width:100%}\
table{border-collapse:collapse;width:100%}td,th{text-align:start;vertical-align:top;padding:6px;border-bottom:1px solid #dde1e8}\
form{display:inline}pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:0;font-size:13px;max-height:14rem;overflow:auto}\
.amount{font-size:1.6rem;font-weight:600}.note{color:#5b6472;font-size:14px}";

/// A page in a language (`ar` or `en`).
pub(crate) fn page(lang: &str, title: &str, body: &str) -> Html<String> {
    let (lang, direction) = if lang == "ar" { ("ar", "rtl") } else { ("en", "ltr") };
    let title = escape(title);
    Html(format!(
        "<!doctype html><html lang=\"{lang}\" dir=\"{direction}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>{title}</title><style>{STYLE}</style></head>\
         <body>{body}</body></html>"
    ))
}

/// A button that posts fields.
pub(crate) fn button(action: &str, fields: &[(&str, &str)], label: &str, class: &str) -> String {
    let inputs: String = fields
        .iter()
        .map(|(name, value)| format!("<input type=\"hidden\" name=\"{}\" value=\"{}\">", escape(name), escape(value)))
        .collect::<Vec<_>>()
        .concat();
    format!(
        "<form method=\"post\" action=\"{}\">{inputs}<button class=\"{class}\">{}</button></form>",
        escape(action),
        escape(label)
    )
}

/// Names and values of a form or a query.
pub(crate) fn form_fields(bytes: &[u8]) -> Vec<(String, String)> {
    let text = String::from_utf8_lossy(bytes);
    let Ok(url) = reqwest::Url::parse(&format!("http://form/?{text}")) else { return Vec::new() };
    url.query_pairs().map(|(name, value)| (name.into_owned(), value.into_owned())).collect()
}
