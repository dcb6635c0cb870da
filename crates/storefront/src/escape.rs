//! Escapes texts for HTML and for scripts. Pure.

/// Escapes text for HTML or an attribute value, written in pieces.
pub(crate) fn escape_to<E>(text: &str, mut write: impl FnMut(&str) -> Result<(), E>) -> Result<(), E> {
    let mut rest = text;
    while let Some(at) = rest.find(['&', '<', '>', '"', '\'']) {
        write(&rest[..at])?;
        write(match rest.as_bytes()[at] {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&quot;",
            _ => "&#39;",
        })?;
        rest = &rest[at + 1..];
    }
    write(rest)
}

/// Escapes text for HTML, in an element or a quoted attribute.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let never: Result<(), std::convert::Infallible> = escape_to(text, |piece| {
        out.push_str(piece);
        Ok(())
    });
    match never {
        Ok(()) => out,
    }
}

/// Escapes JSON for a script element: nothing in it can end the element or start a comment.
pub(crate) fn escape_json(json: &str) -> String {
    json.replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}

/// The URL if its scheme is allowed in an `href`, else an empty text.
pub(crate) fn safe_url(url: &str) -> &str {
    let path = url.strip_prefix('/').is_some_and(|rest| !rest.starts_with(['/', '\\']));
    if path || ["https://", "http://", "mailto:", "tel:", "#"].iter().any(|s| url.starts_with(s)) { url } else { "#" }
}
