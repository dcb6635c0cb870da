//! The one sanitiser of rich text: product descriptions, pages, imported bodies (contracts/imports.md §0).
//!
//! Invariant: the output holds only the allow-list, so templates may print it unescaped, and
//! `sanitise(sanitise(x)) == sanitise(x)`.

use std::borrow::Cow;
use std::sync::LazyLock;

use kernel::text_guard::{self, Lines, TextFault};

static CLEANER: LazyLock<ammonia::Builder<'static>> = LazyLock::new(|| {
    let mut b = ammonia::Builder::empty();
    b.tags(
        [
            "p",
            "br",
            "b",
            "strong",
            "i",
            "em",
            "u",
            "s",
            "ul",
            "ol",
            "li",
            "h1",
            "h2",
            "h3",
            "h4",
            "h5",
            "h6",
            "a",
            "img",
            "table",
            "caption",
            "colgroup",
            "col",
            "thead",
            "tbody",
            "tfoot",
            "tr",
            "th",
            "td",
            "blockquote",
            "span",
            "div",
        ]
        .into(),
    );
    b.clean_content_tags(["script", "style", "iframe", "object", "embed", "template", "noscript", "title", "svg", "math"].into());
    b.generic_attributes(["dir", "lang"].into());
    b.add_tag_attributes("a", &["href"]);
    b.add_tag_attributes("img", &["src", "alt"]);
    b.add_tag_attributes("td", &["colspan", "rowspan"]);
    b.add_tag_attributes("th", &["colspan", "rowspan", "scope"]);
    b.add_tag_attributes("col", &["span"]);
    b.url_schemes(["http", "https", "mailto", "tel"].into());
    b.link_rel(Some("noopener noreferrer"));
    b.attribute_filter(|element, attribute, value| match (element, attribute) {
        ("img", "src") => is_image_source(value).then_some(Cow::Borrowed(value)),
        ("a", "href") => is_link(value).then_some(Cow::Borrowed(value)),
        (_, "dir") => matches!(value, "rtl" | "ltr" | "auto").then_some(Cow::Borrowed(value)),
        (_, "lang") => {
            (value.len() <= 35 && value.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')).then_some(Cow::Borrowed(value))
        }
        (_, "colspan" | "rowspan" | "span") => {
            value.parse::<u16>().is_ok_and(|n| (1..=100).contains(&n)).then_some(Cow::Borrowed(value))
        }
        _ => Some(Cow::Borrowed(value)),
    });
    b
});

/// Pictures need a TLS URL or the store's own media.
fn is_image_source(url: &str) -> bool {
    url.starts_with("https://") || url.starts_with("/media/")
}

/// Links need a known scheme (checked by the sanitiser) or a path of the store; `//host` hides its scheme.
fn is_link(url: &str) -> bool {
    if url.starts_with('/') {
        return !url.starts_with("//") && !url.contains('\\');
    }
    ["http://", "https://", "mailto:", "tel:", "#"].iter().any(|s| url.starts_with(s))
}

/// Removes everything outside the allow-list from an HTML text.
#[must_use]
pub fn sanitise(html: &str) -> String {
    drop_empty_images(&CLEANER.clean(html).to_string())
}

/// As [`sanitise`], for text typed by a person: trimmed, at most `max` characters, no control or direction characters
/// however they were written (`&#x202E;`). A text without any content becomes empty.
///
/// # Errors
/// See [`TextFault`].
pub fn clean(html: &str, max: usize) -> Result<String, TextFault> {
    // An overlong body is refused before it is parsed.
    if html.len() > max.saturating_mul(16) {
        return Err(TextFault::TooLong { max });
    }
    let html = sanitise(html);
    let html = text_guard::clean(&html, max, Lines::Many)?;
    Ok(if plain(&html).is_empty() && !html.contains("<img") { String::new() } else { html })
}

/// The text of an HTML fragment without its tags, in one line: for search and for descriptions of a page.
#[must_use]
pub fn plain(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut is_tag = false;
    for c in html.chars() {
        match c {
            '<' => {
                is_tag = true;
                out.push(' ');
            }
            '>' if is_tag => is_tag = false,
            _ if is_tag => {}
            _ => out.push(c),
        }
    }
    let out = out.replace("&nbsp;", " ").replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Removes images whose source was refused.
fn drop_empty_images(html: &str) -> String {
    if !html.contains("<img") {
        return html.to_owned();
    }
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find("<img") {
        out.push_str(&rest[..at]);
        let tag_end = end_of_tag(&rest[at..]) + at;
        let tag = &rest[at..tag_end];
        if tag.contains(" src=\"") {
            out.push_str(tag);
        }
        rest = &rest[tag_end..];
    }
    out.push_str(rest);
    out
}

/// Bytes of the tag that `html` starts with; quoted values may hold a `>`.
fn end_of_tag(html: &str) -> usize {
    let mut is_quoted = false;
    for (i, b) in html.bytes().enumerate() {
        match b {
            b'"' => is_quoted = !is_quoted,
            b'>' if !is_quoted => return i + 1,
            _ => {}
        }
    }
    html.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_allow_list_stays_and_the_rest_goes() {
        let allowed_html = "<h2>عطر</h2><p>نص <strong>مهم</strong><br></p><ul><li>أ</li></ul><table><tbody><tr><td colspan=\"2\">١</td></tr></tbody></table>";
        assert_eq!(sanitise(allowed_html), allowed_html);
        assert_eq!(sanitise("<p onclick=\"x()\" style=\"color:red\" class=\"a\">a</p>"), "<p>a</p>");
        assert_eq!(sanitise("a<script>alert(1)</script>b<style>p{}</style>c<iframe src=x>d</iframe>"), "abc");
        assert_eq!(sanitise("<div dir=\"rtl\" lang=\"ar\" id=\"x\">a</div>"), "<div dir=\"rtl\" lang=\"ar\">a</div>");
        assert_eq!(sanitise("<form><input name=q><button>b</button></form>"), "b");
    }

    #[test]
    fn links_and_pictures_have_safe_addresses() {
        for bad in [
            "javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            "java\nscript:alert(1)",
            "data:text/html,x",
            "//evil.example",
            "vbscript:x",
            "/\\evil.example",
        ] {
            assert!(!sanitise(&format!("<a href=\"{bad}\">x</a>")).contains("href"), "{bad}");
        }
        for good in ["https://a.example/x", "mailto:a@b.example", "tel:+966500000000", "/products/x", "#more"] {
            assert!(sanitise(&format!("<a href=\"{good}\">x</a>")).contains(&format!("href=\"{good}\"")), "{good}");
        }
        assert_eq!(sanitise("<img src=\"data:image/png;base64,AA\">a<img src=\"http://a.example/x.png\" alt=\"a>b\">"), "a");
        assert_eq!(sanitise("<img src=\"https://a.example/x.png\" onerror=\"x\">"), "<img src=\"https://a.example/x.png\">");
        assert_eq!(sanitise("<img src=\"/media/str_1/a.png\">"), "<img src=\"/media/str_1/a.png\">");
    }

    #[test]
    fn direction_overrides_are_refused_however_they_are_written() {
        assert_eq!(clean("<p>a&#x202E;b</p>", 100), Err(TextFault::DirectionOverride));
        assert_eq!(clean("<p>a\u{202E}b</p>", 100), Err(TextFault::DirectionOverride));
        assert_eq!(clean(&"a".repeat(101), 100), Err(TextFault::TooLong { max: 100 }));
        assert_eq!(clean("<p> <br> </p>", 100).as_deref(), Ok(""));
    }

    #[test]
    fn plain_text_is_what_a_reader_sees() {
        assert_eq!(plain("<p>عطر</p><p>a &amp; b</p>"), "عطر a & b");
    }

    /// The tags without their quoted values, and the values: words inside a value or a text are harmless.
    fn taken_apart(html: &str) -> (String, Vec<String>) {
        let (mut tags, mut values, mut value) = (String::new(), Vec::new(), String::new());
        let (mut is_tag, mut is_value) = (false, false);
        for c in html.to_lowercase().chars() {
            match c {
                '"' if is_tag => {
                    if is_value {
                        values.push(std::mem::take(&mut value));
                    }
                    is_value = !is_value;
                }
                _ if is_value => value.push(c),
                '<' => {
                    is_tag = true;
                    tags.push(c);
                }
                '>' => is_tag = false,
                _ if is_tag => tags.push(c),
                _ => {}
            }
        }
        (tags, values)
    }

    proptest! {
        #[test]
        fn nothing_executable_survives(html in "(<(script|img|a|svg|p|div|math|style)( (src|href|onerror|style)=\"?(javascript:x|https://a|//b|x)\"?)?/?>|</(script|p|svg|style|a)>|[a-z<>\"'&;! -]){0,20}") {
            let out = sanitise(&html);
            let (tags, values) = taken_apart(&out);
            for word in ["<script", "<svg", "<style", "<math", " onerror=", " style="] {
                prop_assert!(!tags.contains(word), "{} -> {}", html, out);
            }
            prop_assert!(!values.iter().any(|v| v.trim_start().starts_with("javascript:")), "{} -> {}", html, out);
            prop_assert_eq!(sanitise(&out), out);
        }
    }
}
