//! The one sanitiser of rich text: product descriptions, pages, imported bodies (contracts/imports.md §0).
//!
//! Invariant: the output holds only the allow-list, so templates may print it unescaped, and
//! `sanitise(sanitise(x)) == sanitise(x)`.
//!
//! Allowed, and nothing else:
//!
//! - text: `p br b strong i em u s sub sup code span`; blocks: `h1`-`h6 ul ol li blockquote pre hr div`;
//! - `a[href]` (http, https, mailto, tel, a path or an anchor of the store), `img[src alt]` (https or the store's media);
//! - tables: `table caption colgroup col thead tbody tfoot tr th td` with `span colspan rowspan scope`;
//! - a video, in one form: `<figure data-video="U"><a href="U" rel="noopener noreferrer">U</a></figure>`, where U is the address of a
//!   [`Video`]. The storefront draws a player in its place ([`map_videos`]); e-mails, exports and every other reader have the link;
//! - `dir` and `lang` everywhere else;
//! - looks, as data attributes because a store's policy forbids style attributes, and with closed lists of values, which
//!   the theme's `.prose` and the dashboard's editor draw: `data-align` (start, center, end, justify) and `data-indent`
//!   (1 to 4) on `p` and `h1`-`h6`; `data-color` and `data-background` on `span` (gray, red, orange, yellow, green, blue,
//!   purple, pink).

use std::borrow::Cow;
use std::sync::LazyLock;

use kernel::text_guard::{self, Lines, TextFault};

use crate::video::Video;

/// Values of `data-align`: sides of the line of reading, so that a text keeps its look when its direction changes.
const ALIGNMENTS: [&str; 4] = ["start", "center", "end", "justify"];

/// Values of `data-indent`: steps.
const INDENTS: [&str; 4] = ["1", "2", "3", "4"];

/// Values of `data-color` and `data-background`: names, whose shades the reader's page chooses.
const PALETTE: [&str; 8] = ["gray", "red", "orange", "yellow", "green", "blue", "purple", "pink"];

/// How a video begins in a sanitised text.
const VIDEO_START: &str = "<figure data-video=\"";

/// How it ends.
const VIDEO_END: &str = "</figure>";

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
            "sub",
            "sup",
            "code",
            "pre",
            "hr",
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
            "figure",
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
    for block in ["p", "h1", "h2", "h3", "h4", "h5", "h6"] {
        b.add_tag_attributes(block, &["data-align", "data-indent"]);
    }
    b.add_tag_attributes("span", &["data-color", "data-background"]);
    b.add_tag_attributes("figure", &["data-video"]);
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
        (_, "data-align") => ALIGNMENTS.contains(&value).then_some(Cow::Borrowed(value)),
        (_, "data-indent") => INDENTS.contains(&value).then_some(Cow::Borrowed(value)),
        (_, "data-video") => Video::parse(value).map(|video| Cow::Owned(video.address())),
        (_, "data-color" | "data-background") => PALETTE.contains(&value).then_some(Cow::Borrowed(value)),
        _ => Some(Cow::Borrowed(value)),
    });
    b
});

static WORDS_ONLY: LazyLock<ammonia::Builder<'static>> = LazyLock::new(ammonia::Builder::empty);

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

/// Times a text is read again until it stays as it is. Ill-nested texts need two or three.
const MAX_PASSES: usize = 8;

/// Removes everything outside the allow-list from an HTML text.
///
/// A browser repairs ill-nested elements, and the repaired text may itself be read otherwise (a heading within a heading
/// becomes two beside each other), so the text is repaired until it stays. One that does not stay within
/// [`MAX_PASSES`] keeps its words and loses its elements.
#[must_use]
pub fn sanitise(html: &str) -> String {
    let mut before = sanitise_once(html);
    if !before.contains('<') {
        return before;
    }
    for _ in 1..MAX_PASSES {
        let after = sanitise_once(&before);
        if after == before {
            return after;
        }
        before = after;
    }
    WORDS_ONLY.clean(&before).to_string()
}

fn sanitise_once(html: &str) -> String {
    drop_first_breaks(close_videos(drop_empty_images(&CLEANER.clean(html).to_string())))
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
    let has_content = html.contains("<img") || html.contains(VIDEO_START) || !plain(&html).is_empty();
    Ok(if has_content { html } else { String::new() })
}

/// A sanitised text with what `draw` gives in place of each video; one for which it gives nothing stays a link.
#[must_use]
pub fn map_videos(html: &str, mut draw: impl FnMut(&Video) -> Option<String>) -> Cow<'_, str> {
    if !html.contains(VIDEO_START) {
        return Cow::Borrowed(html);
    }
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find(VIDEO_START) {
        let (before, figure) = rest.split_at(at);
        out.push_str(before);
        let (figure, after) = figure.split_at(figure.find(VIDEO_END).map_or(figure.len(), |end| end + VIDEO_END.len()));
        let video = Video::parse(&address_of(figure));
        match video.and_then(|video| draw(&video)) {
            Some(drawn) => out.push_str(&drawn),
            None => out.push_str(figure),
        }
        rest = after;
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// The text of an HTML fragment without its tags, in one line: for search and for descriptions of a page. Videos are no text.
#[must_use]
pub fn plain(html: &str) -> String {
    let html = map_videos(html, |_| Some(String::new()));
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

/// Gives each video its one form: what else stood in its element comes after it. A `figure` that is none is dropped, its content stays.
fn close_videos(html: String) -> String {
    if !html.contains("<figure") {
        return html;
    }
    let mut out = String::with_capacity(html.len());
    let mut rest = html.as_str();
    // Neither a text nor a quoted value holds a `<`: they are escaped.
    while let Some(at) = rest.find('<') {
        let (text, from) = rest.split_at(at);
        let (tag, after) = from.split_at(end_of_tag(from));
        out.push_str(text);
        rest = after;
        if tag.starts_with("<figure ") {
            if let Some(address) = tag.split_once(" data-video=\"").and_then(|(_, value)| value.split_once('"')) {
                let address = address.0;
                let link = format!("<a href=\"{address}\" rel=\"noopener noreferrer\">{address}</a>");
                out.push_str(&format!("{VIDEO_START}{address}\">{link}{VIDEO_END}"));
                rest = rest.strip_prefix(link.as_str()).unwrap_or(rest);
            }
        } else if tag != "<figure>" && tag != VIDEO_END {
            out.push_str(tag);
        }
    }
    out.push_str(rest);
    out
}

/// The address of a video of a sanitised text.
fn address_of(figure: &str) -> String {
    let value = figure.strip_prefix(VIDEO_START).and_then(|rest| rest.split_once('"')).map_or("", |(value, _)| value);
    value.replace("&amp;", "&")
}

/// Removes the line breaks that a `pre` starts with: a reader of HTML ignores the first, so each pass would lose one.
fn drop_first_breaks(html: String) -> String {
    if !html.contains("<pre") {
        return html;
    }
    let mut out = String::with_capacity(html.len());
    let mut rest = html.as_str();
    while let Some(at) = rest.find("<pre") {
        let tag_end = end_of_tag(&rest[at..]) + at;
        out.push_str(&rest[..tag_end]);
        rest = rest[tag_end..].trim_start_matches(['\n', '\r']);
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

    /// What the dashboard's editor writes; `formats.dom.test.ts` of the dashboard reads it here and writes it again.
    const EDITOR_HTML: &str = r#"<h2 dir="rtl" data-align="center">قماش <u>قطني</u></h2><h3 dir="rtl" data-align="end" data-indent="1">العناية</h3><p dir="rtl" data-align="justify" data-indent="4"><strong>a</strong> <em>b</em> <s>c</s> H<sub>2</sub>O m<sup>2</sup> <code>x &lt; y</code></p><p dir="ltr" data-align="start"><span data-color="red">red</span> <span data-background="yellow">yellow</span> <span data-color="blue"><span data-background="gray">both</span></span></p><pre dir="rtl"><code>a

  b &amp; c</code></pre><hr dir="rtl"><figure data-video="https://www.youtube.com/watch?v=dQw4w9WgXcQ"><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ" rel="noopener noreferrer">https://www.youtube.com/watch?v=dQw4w9WgXcQ</a></figure><blockquote dir="rtl"><p dir="rtl">q</p></blockquote><ul dir="rtl"><li dir="rtl"><p dir="rtl">أ</p></li></ul>"#;

    #[test]
    fn every_format_of_the_editor_survives_the_save() {
        assert_eq!(sanitise(EDITOR_HTML), EDITOR_HTML);
        assert_eq!(clean(EDITOR_HTML, 5_000).as_deref(), Ok(EDITOR_HTML));
    }

    #[test]
    fn looks_are_exactly_the_listed_values_on_exactly_their_elements() {
        for block in ["p", "h1", "h2", "h3", "h4", "h5", "h6"] {
            for (name, value) in ALIGNMENTS.map(|v| ("data-align", v)).into_iter().chain(INDENTS.map(|v| ("data-indent", v))) {
                let html = format!("<{block} {name}=\"{value}\">a</{block}>");
                assert_eq!(sanitise(&html), html);
            }
        }
        for (name, value) in ["data-color", "data-background"].into_iter().flat_map(|n| PALETTE.map(|v| (n, v))) {
            let html = format!("<p><span {name}=\"{value}\">a</span></p>");
            assert_eq!(sanitise(&html), html);
        }
        for (name, value) in [
            ("data-align", "left"),
            ("data-align", "Center"),
            ("data-align", "center "),
            ("data-align", ""),
            ("data-indent", "0"),
            ("data-indent", "5"),
            ("data-indent", "01"),
            ("data-indent", "-1"),
            ("data-color", "red"),
            ("data-background", "red"),
            ("data-other", "center"),
        ] {
            assert_eq!(sanitise(&format!("<p {name}=\"{value}\">a</p>")), "<p>a</p>", "{name}={value}");
        }
        for (name, value) in [
            ("data-color", "#ff0000"),
            ("data-color", "Red"),
            ("data-color", "black"),
            ("data-background", "red;x"),
            ("data-background", "url(x)"),
            ("data-align", "center"),
            ("data-indent", "1"),
        ] {
            assert_eq!(sanitise(&format!("<span {name}=\"{value}\">a</span>")), "<span>a</span>", "{name}={value}");
        }
        for element in ["div", "li", "blockquote", "pre", "code", "strong", "a"] {
            let html = format!(
                "<{element} data-align=\"center\" data-indent=\"1\" data-color=\"red\" data-background=\"red\">a</{element}>"
            );
            assert!(!sanitise(&html).contains("data-"), "{element}");
        }
    }

    fn video(address: &str) -> String {
        let address = address.replace('&', "&amp;");
        format!("<figure data-video=\"{address}\"><a href=\"{address}\" rel=\"noopener noreferrer\">{address}</a></figure>")
    }

    #[test]
    fn st_08_a_video_has_one_form_and_is_a_link_for_who_knows_no_players() {
        for (sent, stored) in [
            ("https://youtu.be/dQw4w9WgXcQ?si=a&amp;t=3", "https://www.youtube.com/watch?v=dQw4w9WgXcQ"),
            ("https://vimeo.com/76979871", "https://vimeo.com/76979871"),
            ("https://cdn.example.com/a/film.MP4?x=1&amp;y=2", "https://cdn.example.com/a/film.MP4?x=1&y=2"),
        ] {
            let own = video(stored);
            for html in [
                format!("<figure data-video=\"{sent}\"></figure>"),
                format!("<figure class=x onclick=\"x()\" dir=rtl data-video='{sent}' style='x'><a href=\"/x\"></a></figure>"),
                own.clone(),
            ] {
                let out = sanitise(&html);
                assert!(out == own || out == format!("{own}<a href=\"/x\" rel=\"noopener noreferrer\"></a>"), "{html} -> {out}");
                assert_eq!(sanitise(&out), out);
            }
            assert_eq!(clean(&format!("<p>a</p>{own}<p>b</p>"), 1_000), Ok(format!("<p>a</p>{own}<p>b</p>")));
            assert_eq!(clean(&own, 1_000).as_ref(), Ok(&own), "a text of a video alone is no empty text");
            assert_eq!(plain(&format!("<p>a</p>{own}<p>b</p>")), "a b");
        }
    }

    #[test]
    fn st_08_what_is_no_video_loses_its_element_and_no_words() {
        for bad in [
            "javascript:alert(1)",
            "javascript:alert(1)//youtu.be/dQw4w9WgXcQ",
            "data:video/mp4;base64,AA",
            "https://evil.example/embed/dQw4w9WgXcQ",
            "http://cdn.example.com/a.mp4",
            "//cdn.example.com/a.mp4",
            "https://www.youtube.com/watch?v=short",
            "https://cdn.example.com/a.mp4&quot;onload=x",
            "",
        ] {
            assert_eq!(sanitise(&format!("<figure data-video=\"{bad}\">a<b>c</b></figure>")), "a<b>c</b>", "{bad}");
        }
        assert_eq!(
            sanitise("<figure><img src=\"https://a.example/x.png\"><figcaption>a</figcaption></figure>"),
            "<img src=\"https://a.example/x.png\">a"
        );
        assert_eq!(sanitise("<p data-video=\"https://vimeo.com/1\">a</p>"), "<p>a</p>");
        assert_eq!(sanitise("<iframe src=\"https://www.youtube.com/embed/dQw4w9WgXcQ\"></iframe>a"), "a");
        let one = video("https://vimeo.com/76979871");
        assert_eq!(sanitise("<figure data-video=\"https://vimeo.com/76979871\"><p>a<figure>b"), format!("{one}<p>a</p>b"));
        assert_eq!(
            sanitise(
                "<figure data-video=\"https://vimeo.com/76979871\"><a href=\"https://evil.example/\">https://vimeo.com/76979871</a></figure>"
            ),
            format!("{one}<a href=\"https://evil.example/\" rel=\"noopener noreferrer\">https://vimeo.com/76979871</a>")
        );
        let alt = "<img src=\"https://a.example/x.png\" alt=\"<figure data-video=&quot;https://vimeo.com/1&quot;>\">";
        assert!(!sanitise(alt).contains("<figure"));
    }

    #[test]
    fn st_08_videos_are_drawn_where_they_stand_and_the_rest_stays() {
        let html = format!("<p>a</p>{}<p>b</p>{}c", video("https://vimeo.com/1"), video("https://cdn.example.com/a.mp4?x=1&y=2"));
        assert_eq!(map_videos(&html, |_| None), html);
        let drawn = map_videos(&html, |video| video.player().is_none().then(|| format!("[{}]", video.address())));
        assert_eq!(drawn, format!("<p>a</p>{}<p>b</p>[https://cdn.example.com/a.mp4?x=1&y=2]c", video("https://vimeo.com/1")));
        assert!(matches!(map_videos("<p>a</p>", |_| None), Cow::Borrowed(_)));
    }

    #[test]
    fn code_keeps_its_lines_and_loses_no_more_of_them_when_saved_again() {
        let code = "<pre dir=\"ltr\"><code>\n\n  a &lt; b\n\n    c\n</code></pre>";
        assert_eq!(sanitise(code), code);
        for html in ["<pre>\n\n\n a\n\n b</pre>", "<pre><form>\n</form>\n a\n\n b</pre>", "<pre><img src=x>\n a\n\n b</pre>"] {
            assert_eq!(sanitise(html), "<pre> a\n\n b</pre>", "{html}");
        }
    }

    #[test]
    fn ill_nested_elements_are_repaired_until_they_stay() {
        assert_eq!(sanitise("<h2><code><h2></code>"), "<h2><code></code></h2><h2><code></code></h2>");
        let deep = "<h2><code>".repeat(200);
        let out = sanitise(&deep);
        assert_eq!(sanitise(&out), out);
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

        #[test]
        fn formats_are_the_same_when_saved_again(html in "(<(pre|code|hr|sub|sup|p|h2|span)( (data-align|data-indent|data-color)=\"?(center|2|9|red|x)\"?){0,2}>|</(pre|code|sub|p|h2|span)>|[a-z&\n ]){0,20}") {
            let out = sanitise(&html);
            prop_assert_eq!(sanitise(&out), out);
        }

        #[test]
        fn st_08_videos_are_the_same_when_saved_again(html in "(<figure( (data-video|onclick|src)=\"?(https://youtu[.]be/dQw4w9WgXcQ|https://vimeo[.]com/1|https://a[.]b/c[.]mp4\\?d=1&e=2|https://evil[.]example/1|javascript:x|x)\"?){0,2}>|<(a|p|pre|h2|span|table|td|li|iframe)( (href|src|data-video)=\"?(https://vimeo[.]com/1|javascript:x)\"?)?>|</(figure|a|p|pre|h2|span|table)>|https://vimeo[.]com/1|[a-z&\n ]){0,20}") {
            let out = sanitise(&html);
            prop_assert_eq!(sanitise(&out), out.clone(), "{}", html);
            let (tags, values) = taken_apart(&out);
            prop_assert!(!tags.contains("<iframe") && !tags.contains(" src="), "{} -> {}", html, out);
            prop_assert!(!values.iter().any(|v| ["https://evil", "javascript:"].iter().any(|bad| v.trim_start().starts_with(bad))), "{} -> {}", html, out);
            // Each is closed, and has its link and nothing else.
            let mut addresses = Vec::new();
            let without = map_videos(&out, |found| { addresses.push(found.address()); Some(String::new()) });
            let (left, _) = taken_apart(&without);
            prop_assert!(!left.contains("<figure") && !left.contains("data-video"), "{} -> {}", html, out);
            for address in addresses {
                prop_assert!(out.contains(&video(&address)), "{} -> {}", html, out);
            }
        }
    }
}
