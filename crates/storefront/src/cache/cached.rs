//! A finished response, plain or compressed, with its headers.

use std::io::{Read as _, Write as _};
use std::sync::{Arc, OnceLock};

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::Bytes;
use kernel::Lang;
use sha2::{Digest as _, Sha256};

/// Compression level of a page that many readers get: dozens evicted from the plain pages are compressed at once, on the thread
/// that evicts them.
const PACKED: u32 = 5;
/// Compression level of a page that a single shopper reads once.
const PACKED_ONCE: u32 = 1;

/// A finished response with everything that is needed to send it.
pub(crate) struct Cached {
    /// Headers of every page in its frame, shared by them.
    headers: Arc<HeaderMap>,
    /// `None` where only the compressed body is kept.
    plain: Option<Bytes>,
    packed: OnceLock<Bytes>,
    /// `ETags` of the plain and the compressed body: two encodings are two representations.
    tags: OnceLock<[HeaderValue; 2]>,
    /// When its content changes without a write: a sale starts or ends.
    pub(crate) until: Option<i64>,
    /// A page for people: HTML, and not a part of another page.
    pub(crate) is_page: bool,
}

impl Cached {
    /// A page that is the same for everybody: browsers cache it and revalidate.
    pub(crate) fn new(body: impl Into<Bytes>, headers: impl Into<Arc<HeaderMap>>, until: Option<i64>) -> Self {
        let mut headers = headers.into();
        for (name, value) in [(header::CACHE_CONTROL, "no-cache"), (header::VARY, "Accept-Encoding")] {
            if !headers.contains_key(&name) {
                Arc::make_mut(&mut headers).insert(name, HeaderValue::from_static(value));
            }
        }
        let is_page = is_html(&headers);
        Self { headers, plain: Some(body.into()), packed: OnceLock::new(), tags: OnceLock::new(), until, is_page }
    }

    /// Its body as text.
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.plain()).into_owned()
    }

    /// Its headers, for a part of it.
    pub(crate) fn headers(&self) -> Arc<HeaderMap> {
        self.headers.clone()
    }

    /// Marks it as a part that is included in another page.
    pub(crate) fn part(self) -> Self {
        Self { is_page: false, ..self }
    }

    /// The response to a request: 304 if the browser's copy is current, compressed if it accepts gzip. Nothing is copied.
    pub(crate) fn respond(&self, headers: &HeaderMap) -> Response {
        let [plain_tag, packed_tag] = self.tags();
        let is_known = headers.get(header::IF_NONE_MATCH).and_then(|v| v.to_str().ok()).is_some_and(|v| {
            let is_own = |tag: &HeaderValue, text: &str| tag.as_bytes() == text.as_bytes();
            v.split(',').map(|t| t.trim().trim_start_matches("W/")).any(|t| is_own(plain_tag, t) || is_own(packed_tag, t))
        });
        let is_packed = accepts_gzip(headers);
        let body = match (is_known, is_packed) {
            (true, _) => Body::empty(),
            (false, true) => Body::from(self.packed().clone()),
            (false, false) => Body::from(self.plain()),
        };
        let mut response = Response::new(body);
        let own = response.headers_mut();
        own.clone_from(&self.headers);
        own.insert(header::ETAG, if is_packed { packed_tag } else { plain_tag }.clone());
        if is_packed {
            own.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        if is_known {
            own.remove(header::CONTENT_TYPE);
            own.remove(header::CONTENT_ENCODING);
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        }
        response
    }

    /// The response to one shopper: not cached, so it has no `ETag` and is compressed at a low level.
    pub(crate) fn respond_once(&self, headers: &HeaderMap, status: StatusCode) -> Response {
        let is_packed = accepts_gzip(headers);
        let body = if is_packed { gzip(&self.plain(), PACKED_ONCE) } else { self.plain() };
        let mut response = Response::new(Body::from(body));
        *response.status_mut() = status;
        let own = response.headers_mut();
        own.clone_from(&self.headers);
        own.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
        if is_packed {
            own.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    }

    /// The same page without its plain body: a fifth of the memory.
    pub(super) fn packed_alone(&self) -> Self {
        let packed = OnceLock::from(self.packed().clone());
        let tags = OnceLock::from(self.tags().clone());
        Self { headers: self.headers.clone(), plain: None, packed, tags, until: self.until, is_page: self.is_page }
    }

    fn tags(&self) -> &[HeaderValue; 2] {
        self.tags.get_or_init(|| {
            let tag = URL_SAFE_NO_PAD.encode(&Sha256::digest(self.plain())[..12]);
            // Letters, digits, `-` and `_`: always a valid header value.
            let value = |text: String| HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static("\"\""));
            [value(format!("\"{tag}\"")), value(format!("\"{tag}-gz\""))]
        })
    }

    fn packed(&self) -> &Bytes {
        self.packed.get_or_init(|| gzip(self.plain.as_deref().unwrap_or_default(), PACKED))
    }

    fn plain(&self) -> Bytes {
        match &self.plain {
            Some(plain) => plain.clone(),
            None => self.packed.get().map_or_else(Bytes::new, |packed| gunzip(packed)),
        }
    }

    /// Length of its plain body in bytes; when only the compressed one is kept, of that.
    pub(super) fn length(&self) -> usize {
        self.plain.as_ref().or_else(|| self.packed.get()).map_or(0, Bytes::len)
    }

    /// Bytes that it holds, including the compressed copy that is made on demand, a fifth of the plain one.
    pub(super) fn weight(&self) -> usize {
        let own = match (&self.plain, self.packed.get()) {
            (Some(plain), _) => plain.len() + plain.len() / 5,
            (None, packed) => packed.map_or(0, Bytes::len),
        };
        own + 512
    }
}

/// What the sections and texts of a page show from elsewhere, which its policy admits; no other page does.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Embeds {
    /// Players of the two providers of videos.
    pub(crate) has_frames: bool,
    /// Video files of any host.
    pub(crate) has_media: bool,
}

/// What a policy says of pictures.
const ANY_PICTURE: &str = "img-src 'self' data: https:;";
const OWN_PICTURE: &str = "img-src 'self' data:;";
/// Marks in a page's content. No text of a merchant holds a control character.
const FRAMES: &str = "\u{2}frames\u{2}";
const MEDIA: &str = "\u{2}media\u{2}";

impl Embeds {
    /// Everything: which video the editor's frame shows next is not known when its page is sent.
    pub(crate) const ALL: Self = Self { has_frames: true, has_media: true };

    /// Adds what another section shows.
    pub(crate) const fn add(&mut self, other: Self) {
        self.has_frames |= other.has_frames;
        self.has_media |= other.has_media;
    }

    /// Marks in the content of a page that tell the frame around it what to admit.
    pub(crate) fn marks(self) -> String {
        [(self.has_frames, FRAMES), (self.has_media, MEDIA)].into_iter().filter(|(has, _)| *has).map(|(_, mark)| mark).collect()
    }

    /// The content without its marks, and what they say.
    pub(crate) fn take(html: String) -> (String, Self) {
        let found = Self { has_frames: html.contains(FRAMES), has_media: html.contains(MEDIA) };
        if found == Self::default() { (html, found) } else { (html.replace(FRAMES, "").replace(MEDIA, ""), found) }
    }

    /// The headers of a shopper's own page that a stranger's template draws: it shows nothing from elsewhere, pictures neither. The
    /// address of a picture could say who the reader is.
    pub(crate) fn admit_none(headers: &Arc<HeaderMap>) -> Arc<HeaderMap> {
        let policy = headers.get(header::CONTENT_SECURITY_POLICY).and_then(|v| v.to_str().ok()).unwrap_or_default();
        let mut own = headers.as_ref().clone();
        if let Ok(value) = HeaderValue::from_str(&policy.replace(ANY_PICTURE, OWN_PICTURE)) {
            own.insert(header::CONTENT_SECURITY_POLICY, value);
        }
        Arc::new(own)
    }

    /// The headers of a page that shows it.
    pub(crate) fn admit(self, headers: &Arc<HeaderMap>) -> Arc<HeaderMap> {
        let policy =
            headers.get(header::CONTENT_SECURITY_POLICY).and_then(|v| v.to_str().ok()).filter(|_| self != Self::default());
        let Some(policy) = policy else { return headers.clone() };
        let mut policy = policy.to_owned();
        if self.has_frames {
            policy += "; frame-src https://www.youtube-nocookie.com https://player.vimeo.com";
        }
        if self.has_media {
            policy += "; media-src 'self' https:";
        }
        let mut own = headers.as_ref().clone();
        if let Ok(value) = HeaderValue::from_str(&policy) {
            own.insert(header::CONTENT_SECURITY_POLICY, value);
        }
        Arc::new(own)
    }
}

/// The content security policy of a page; the style hash admits the theme's tokens and no other inline style.
pub(crate) struct Policy<'a> {
    pub(crate) style: Option<&'a str>,
    pub(crate) platform: &'a str,
    pub(crate) is_https: bool,
}

impl Policy<'_> {
    fn csp(&self) -> String {
        let style = self
            .style
            .map(|s| format!(" 'sha256-{}'", base64::engine::general_purpose::STANDARD.encode(Sha256::digest(s))))
            .unwrap_or_default();
        format!(
            "default-src 'none'; script-src 'self'; style-src 'self'{style}; {ANY_PICTURE} font-src 'self'; connect-src 'self'; \
             manifest-src 'self'; form-action 'self'; frame-ancestors 'self' {}; base-uri 'none'",
            self.platform
        )
    }
}

/// Headers of every page.
pub(crate) fn page_headers(lang: Lang, policy: &Policy<'_>) -> HeaderMap {
    let mut h = HeaderMap::with_capacity(14);
    h.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    h.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    h.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    h.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(lang.code()));
    if let Ok(csp) = HeaderValue::from_str(&policy.csp()) {
        h.insert(header::CONTENT_SECURITY_POLICY, csp);
    }
    safety(&mut h);
    if policy.is_https {
        h.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
    }
    h
}

/// Headers of every answer whatever it is.
pub(crate) fn safety(h: &mut HeaderMap) {
    h.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    h.insert(header::REFERRER_POLICY, HeaderValue::from_static("strict-origin-when-cross-origin"));
    h.insert("permissions-policy", HeaderValue::from_static("camera=(), microphone=(), geolocation=(self), payment=()"));
}

/// Whether the headers declare HTML.
pub(crate) fn is_html(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"))
}

/// Whether the client accepts gzip.
pub(crate) fn accepts_gzip(headers: &HeaderMap) -> bool {
    headers.get(header::ACCEPT_ENCODING).and_then(|v| v.to_str().ok()).is_some_and(|v| {
        v.split(',').any(|part| {
            let mut bits = part.trim().split(';');
            bits.next().is_some_and(|name| name.trim().eq_ignore_ascii_case("gzip"))
                && !bits.any(|q| matches!(q.trim(), "q=0" | "q=0.0"))
        })
    })
}

/// Compresses bytes with gzip.
pub(crate) fn gzip(body: &[u8], level: u32) -> Bytes {
    let mut out = flate2::write::GzEncoder::new(Vec::with_capacity(body.len() / 4), flate2::Compression::new(level));
    // Writing to memory does not fail.
    let _ = out.write_all(body);
    out.finish().unwrap_or_default().into()
}

/// Decompresses what [`gzip`] wrote.
fn gunzip(packed: &[u8]) -> Bytes {
    let mut out = Vec::with_capacity(packed.len() * 6);
    // Data that this process compressed is valid.
    let _ = flate2::read::GzDecoder::new(packed).read_to_end(&mut out);
    out.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cached(text: &'static str) -> Cached {
        let policy = Policy { style: Some(":root{}"), platform: "http://localhost:3000", is_https: false };
        Cached::new(text, page_headers(Lang::Ar, &policy), None)
    }

    fn request_headers(pairs: &[(header::HeaderName, &str)]) -> HeaderMap {
        pairs.iter().map(|(n, v)| (n.clone(), HeaderValue::from_str(v).unwrap())).collect()
    }

    #[test]
    fn a_known_page_is_not_sent_again_packed_or_not() {
        let page = cached("<p>hello</p>");
        let first = page.respond(&HeaderMap::new());
        let tag = first.headers()[header::ETAG].to_str().unwrap().to_owned();
        let packed = page.respond(&request_headers(&[(header::ACCEPT_ENCODING, "br, gzip")]));
        assert_eq!(packed.headers()[header::CONTENT_ENCODING], "gzip");
        let packed_tag = packed.headers()[header::ETAG].to_str().unwrap().to_owned();
        assert_ne!(tag, packed_tag, "two encodings are two representations");
        for t in [tag, packed_tag, format!("W/\"x\", {}", first.headers()[header::ETAG].to_str().unwrap())] {
            assert_eq!(page.respond(&request_headers(&[(header::IF_NONE_MATCH, &t)])).status(), StatusCode::NOT_MODIFIED, "{t}");
        }
        assert_eq!(page.respond(&request_headers(&[(header::IF_NONE_MATCH, "\"other\"")])).status(), StatusCode::OK);
    }

    #[test]
    fn the_policy_admits_no_inline_script() {
        let csp = cached("").headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap().to_owned();
        assert!(
            csp.contains("script-src 'self';") && !csp.contains("unsafe-inline") && csp.contains("style-src 'self' 'sha256-")
        );
        assert!(csp.contains("frame-ancestors 'self' http://localhost:3000"));
    }

    #[test]
    fn th_03_players_are_admitted_only_where_a_section_shows_one() {
        let page = cached("");
        let policy = |embeds: Embeds| {
            let headers = embeds.admit(&page.headers);
            headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap().to_owned()
        };
        let plain = policy(Embeds::default());
        assert!(!plain.contains("frame-src") && !plain.contains("media-src"));
        let frames = Embeds { has_frames: true, has_media: false };
        assert_eq!(policy(frames), format!("{plain}; frame-src https://www.youtube-nocookie.com https://player.vimeo.com"));
        let (html, found) = Embeds::take(format!("<p>{}</p>", frames.marks()));
        assert_eq!((html.as_str(), found), ("<p></p>", frames));
        let mut both = frames;
        both.add(Embeds { has_frames: false, has_media: true });
        assert_eq!(Embeds::take(both.marks()), (String::new(), both));
    }

    #[test]
    fn a_page_held_packed_is_the_same_page() {
        let whole = cached("<p>hello</p>");
        let packed = whole.packed_alone();
        assert!(packed.plain.is_none() && packed.is_page == whole.is_page);
        for wants in [HeaderMap::new(), request_headers(&[(header::ACCEPT_ENCODING, "gzip")])] {
            assert_eq!(packed.respond(&wants).headers(), whole.respond(&wants).headers());
        }
        assert_eq!(packed.plain(), whole.plain());
    }

    #[test]
    fn an_answer_to_one_shopper_is_kept_by_nobody() {
        let known = request_headers(&[(header::IF_NONE_MATCH, "*"), (header::ACCEPT_ENCODING, "gzip")]);
        let answer = cached("<p>hello</p>").respond_once(&known, StatusCode::CONFLICT);
        assert_eq!((answer.status(), answer.headers().get(header::ETAG)), (StatusCode::CONFLICT, None));
        assert_eq!(answer.headers()[header::CACHE_CONTROL], "private, no-store");
        assert_eq!(answer.headers()[header::CONTENT_ENCODING], "gzip");
    }

    #[test]
    fn gzip_is_taken_only_where_it_is_offered() {
        for (value, is_ok) in
            [("gzip", true), ("deflate, gzip;q=0.8", true), ("gzip;q=0", false), ("br", false), ("identity", false)]
        {
            assert_eq!(accepts_gzip(&request_headers(&[(header::ACCEPT_ENCODING, value)])), is_ok, "{value}");
        }
    }
}
