//! Finished pages in memory, and what makes them stale.
//!
//! Every store has a generation that grows with each committed change to what its storefront shows, on this node or on
//! another; it is part of every key. A page's generation is read before its data, so a page made of old data can only be
//! kept under an old key. Nothing here is truth: a second node has its own pages.

use std::collections::HashMap;
use std::io::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::Bytes;
use db::{Db, Topics, Touched};
use kernel::{Lang, StoreId};
use sha2::{Digest as _, Sha256};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::TryRecvError;

/// Memory for finished pages.
const CAPACITY: u64 = 32 * 1024 * 1024;
/// A page larger than this is not kept.
const LARGEST: usize = 1024 * 1024;

/// How often each store has changed.
pub(crate) struct Generations {
    feed: Mutex<Receiver<Touched>>,
    all: AtomicU64,
    any: AtomicU64,
    stores: RwLock<HashMap<i64, Arc<AtomicU64>>>,
}

impl Generations {
    /// Listens to the database.
    pub(crate) fn new(db: &Db) -> Self {
        Self {
            feed: Mutex::new(db.subscribe()),
            all: AtomicU64::new(1),
            any: AtomicU64::new(0),
            stores: RwLock::new(HashMap::new()),
        }
    }

    /// Takes in what was committed since the last request. Whoever comes while another does this goes on.
    pub(crate) fn drain(&self) {
        let Ok(mut feed) = self.feed.try_lock() else { return };
        loop {
            match feed.try_recv() {
                Ok(Touched { store, topics }) => {
                    if topics.has(Topics::STOREFRONT) || store.raw() == 0 {
                        self.bump(store);
                    }
                }
                // Missed some: anything may have changed.
                Err(TryRecvError::Lagged(_)) => self.bump(StoreId::from_raw(0)),
                Err(TryRecvError::Empty | TryRecvError::Closed) => return,
            }
        }
    }

    fn bump(&self, store: StoreId) {
        self.any.fetch_add(1, Ordering::Release);
        if store.raw() == 0 {
            self.all.fetch_add(1, Ordering::Release);
        } else {
            self.counter(store).fetch_add(1, Ordering::Release);
        }
    }

    fn counter(&self, store: StoreId) -> Arc<AtomicU64> {
        if let Some(found) = self.stores.read().unwrap_or_else(PoisonError::into_inner).get(&store.raw()) {
            return found.clone();
        }
        self.stores.write().unwrap_or_else(PoisonError::into_inner).entry(store.raw()).or_default().clone()
    }

    /// The store's counter, to be kept beside its profile.
    pub(crate) fn watch(&self, store: StoreId) -> GenerationCounter {
        GenerationCounter { own: self.counter(store) }
    }

    /// Grows with every change of any store.
    pub(crate) fn any(&self) -> u64 {
        self.any.load(Ordering::Acquire)
    }

    /// The store's generation now. Both parts only grow, so their sum never repeats.
    pub(crate) fn now(&self, watch: &GenerationCounter) -> u64 {
        self.all.load(Ordering::Acquire) + watch.own.load(Ordering::Acquire)
    }
}

/// One store's counter.
#[derive(Clone)]
pub(crate) struct GenerationCounter {
    own: Arc<AtomicU64>,
}

/// What a page is known by: store, its generation, and the address with the parameters that matter.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    pub(crate) store: i64,
    pub(crate) generation: u64,
    pub(crate) address: Box<str>,
}

/// A finished answer with everything a response needs.
pub(crate) struct Cached {
    headers: HeaderMap,
    body: Bytes,
    tag: Box<str>,
    gzip: OnceLock<(Bytes, HeaderMap)>,
    /// Something in it changes by itself then: a sale opens or closes.
    pub(crate) until: Option<i64>,
    /// People look at it: HTML, and not a part of another page.
    pub(crate) is_page: bool,
}

/// What a page may load and who may frame it; the style's hash admits the theme's tokens and nothing else inline.
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
            "default-src 'none'; script-src 'self'; style-src 'self'{style}; img-src 'self' data: https:; font-src 'self'; connect-src 'self'; \
             manifest-src 'self'; form-action 'self'; frame-ancestors 'self' {}; base-uri 'none'",
            self.platform
        )
    }
}

/// Headers of every page.
pub(crate) fn page_headers(lang: Lang, policy: &Policy<'_>) -> HeaderMap {
    let mut h = HeaderMap::with_capacity(14);
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

impl Cached {
    /// A page for everybody: browsers keep it and ask whether it is still true.
    pub(crate) fn new(body: impl Into<Bytes>, mut headers: HeaderMap, until: Option<i64>) -> Self {
        let body = body.into();
        let tag = URL_SAFE_NO_PAD.encode(&Sha256::digest(&body)[..12]);
        headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-cache"));
        headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
        if let Ok(value) = HeaderValue::from_str(&format!("\"{tag}\"")) {
            headers.insert(header::ETAG, value);
        }
        let is_page = crate::views::is_html(&headers);
        Self { is_page, headers, body, tag: tag.into(), gzip: OnceLock::new(), until }
    }

    /// A part that goes into another page.
    pub(crate) fn part(self) -> Self {
        Self { is_page: false, ..self }
    }

    /// The answer to a request: 304 where the browser has it, packed where it can unpack. Nothing is copied.
    pub(crate) fn respond(&self, headers: &HeaderMap) -> Response {
        let is_known = headers.get(header::IF_NONE_MATCH).and_then(|v| v.to_str().ok()).is_some_and(|v| {
            v.split(',').any(|t| t.trim().trim_start_matches("W/").trim_matches('"').trim_end_matches("-gz") == &*self.tag)
        });
        let packed = accepts_gzip(headers).then(|| self.gzip.get_or_init(|| self.pack()));
        let (body, headers) = packed.map_or((&self.body, &self.headers), |(b, h)| (b, h));
        let mut response = Response::new(if is_known { Body::empty() } else { Body::from(body.clone()) });
        *response.headers_mut() = headers.clone();
        if is_known {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            response.headers_mut().remove(header::CONTENT_TYPE);
            response.headers_mut().remove(header::CONTENT_ENCODING);
        }
        response
    }

    fn pack(&self) -> (Bytes, HeaderMap) {
        let mut headers = self.headers.clone();
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        if let Ok(value) = HeaderValue::from_str(&format!("\"{}-gz\"", self.tag)) {
            headers.insert(header::ETAG, value);
        }
        (gzip(&self.body, 6), headers)
    }

    fn weight(&self) -> usize {
        // The packed copy comes later and is about a fifth; headers and keys are about 2 kB.
        self.body.len() + self.body.len() / 5 + 2_048
    }
}

/// The client can unpack.
pub(crate) fn accepts_gzip(headers: &HeaderMap) -> bool {
    headers.get(header::ACCEPT_ENCODING).and_then(|v| v.to_str().ok()).is_some_and(|v| {
        v.split(',').any(|part| {
            let mut bits = part.trim().split(';');
            bits.next().is_some_and(|name| name.trim().eq_ignore_ascii_case("gzip"))
                && !bits.any(|q| matches!(q.trim(), "q=0" | "q=0.0"))
        })
    })
}

/// Packs bytes.
pub(crate) fn gzip(body: &[u8], level: u32) -> Bytes {
    let mut out = flate2::write::GzEncoder::new(Vec::with_capacity(body.len() / 4), flate2::Compression::new(level));
    // Writing to memory does not fail.
    let _ = out.write_all(body);
    out.finish().unwrap_or_default().into()
}

/// The pages.
pub(crate) struct Pages {
    entries: moka::sync::Cache<Key, Arc<Cached>>,
    /// One rendering of a page at a time: who comes second finds it done.
    turns: Vec<tokio::sync::Mutex<()>>,
}

impl Pages {
    pub(crate) fn new() -> Self {
        let entries = moka::sync::Cache::builder()
            .max_capacity(CAPACITY)
            .weigher(|k: &Key, v: &Arc<Cached>| u32::try_from(v.weight() + k.address.len()).unwrap_or(u32::MAX))
            .time_to_idle(std::time::Duration::from_secs(3_600))
            .build();
        Self { entries, turns: (0..64).map(|_| tokio::sync::Mutex::new(())).collect() }
    }

    /// A page that is still true at `now`.
    pub(crate) fn find(&self, key: &Key, now: i64) -> Option<Arc<Cached>> {
        self.entries.get(key).filter(|page| page.until.is_none_or(|t| now < t))
    }

    /// Waits until nobody else renders a page of this address.
    pub(crate) async fn turn(&self, key: &Key) -> tokio::sync::MutexGuard<'_, ()> {
        use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};
        let at = BuildHasherDefault::<DefaultHasher>::default().hash_one(key);
        let slot = usize::try_from(at % 64).unwrap_or(0);
        self.turns[slot].lock().await
    }

    /// Keeps a page.
    pub(crate) fn keep(&self, key: Key, page: Arc<Cached>) {
        if page.body.len() <= LARGEST {
            self.entries.insert(key, page);
        }
    }
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
    fn gzip_is_taken_only_where_it_is_offered() {
        for (value, is_ok) in
            [("gzip", true), ("deflate, gzip;q=0.8", true), ("gzip;q=0", false), ("br", false), ("identity", false)]
        {
            assert_eq!(accepts_gzip(&request_headers(&[(header::ACCEPT_ENCODING, value)])), is_ok, "{value}");
        }
    }
}
