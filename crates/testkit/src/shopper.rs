//! A shopper that behaves like a browser: cookies, the store's own host, forms. Redirects are returned, not followed.

use std::net::SocketAddr;
use std::sync::Arc;

use reqwest::cookie::{CookieStore as _, Jar};
use reqwest::header::HeaderMap;

/// A storefront page's response.
#[derive(Debug)]
pub struct PageReply {
    /// The HTTP status.
    pub status: u16,
    /// The response headers.
    pub headers: HeaderMap,
    /// The body as text.
    pub body: String,
}

impl PageReply {
    /// The `Location` of a redirect; empty when there is none.
    #[must_use]
    pub fn location(&self) -> &str {
        self.headers.get("location").and_then(|v| v.to_str().ok()).unwrap_or("")
    }

    /// Names and values of the page's hidden fields, in order: what its forms submit.
    #[must_use]
    pub fn hidden_fields(&self) -> Vec<(String, String)> {
        let mut out = Vec::new();
        for tag in self.body.split("<input").skip(1).filter_map(|rest| rest.split('>').next()) {
            if tag.contains("type=\"hidden\"") {
                out.push((attribute(tag, "name"), attribute(tag, "value")));
            }
        }
        out
    }
}

fn attribute(tag: &str, name: &str) -> String {
    let value = tag.split_once(&format!("{name}=\"")).and_then(|(_, rest)| rest.split('"').next()).unwrap_or("");
    value.replace("&quot;", "\"").replace("&#x27;", "'").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

/// A client of one store's storefront.
pub struct Shopper {
    http: reqwest::Client,
    cookies: Arc<Jar>,
    /// `http://slug.localhost:port`.
    pub origin: String,
    language: &'static str,
}

impl Shopper {
    pub(crate) fn new(slug: &str, addr: SocketAddr) -> Self {
        let (host, cookies) = (format!("{slug}.localhost"), Arc::new(Jar::default()));
        let http = reqwest::Client::builder()
            // Nothing here speaks TLS: reading the machine's certificates takes longer than most tests' calls.
            .tls_certs_only([])
            .no_proxy()
            .cookie_provider(cookies.clone())
            .redirect(reqwest::redirect::Policy::none())
            .resolve(&host, addr)
            .build()
            .unwrap();
        Self { http, cookies, origin: format!("http://{host}:{}", addr.port()), language: "ar" }
    }

    /// The same shopper, reading English.
    #[must_use]
    pub fn in_english(self) -> Self {
        Self { language: "en", ..self }
    }

    /// The cookies that would be sent now, as the `Cookie` header.
    #[must_use]
    pub fn cookies(&self) -> String {
        let stored_cookies = self.origin.parse().ok().and_then(|url| self.cookies.cookies(&url));
        stored_cookies.and_then(|all| all.to_str().ok().map(str::to_owned)).unwrap_or_default()
    }

    /// GET of a page.
    pub async fn get(&self, path: &str) -> PageReply {
        self.send(self.http.get(self.url(path))).await
    }

    /// Sends a form, with the Origin a browser would send.
    pub async fn post(&self, path: &str, fields: &[(&str, &str)]) -> PageReply {
        self.post_from(path, fields, &self.origin).await
    }

    /// Sends a form from another site.
    pub async fn post_from(&self, path: &str, fields: &[(&str, &str)], origin: &str) -> PageReply {
        let request = self
            .http
            .post(self.url(path))
            .header("origin", origin)
            .header("content-type", "application/x-www-form-urlencoded")
            .body(encode_form(fields));
        self.send(request).await
    }

    /// Sends a form with extra headers, as the page's script does.
    pub async fn post_with(&self, path: &str, fields: &[(&str, &str)], headers: &[(&str, &str)]) -> PageReply {
        let form = ("content-type", "application/x-www-form-urlencoded");
        let request = self.http.post(self.url(path)).header("origin", &self.origin).body(encode_form(fields));
        let request = headers.iter().chain([&form]).fold(request, |r, (name, value)| r.header(*name, *value));
        self.send(request).await
    }

    /// Sends a form and follows redirects, five at most.
    pub async fn submit(&self, path: &str, fields: &[(&str, &str)]) -> PageReply {
        let mut page = self.post(path, fields).await;
        for _ in 0..5 {
            if !(300..400).contains(&page.status) {
                break;
            }
            let next = page.location().to_owned();
            page = self.get(&next).await;
        }
        page
    }

    /// A request under construction, for anything else.
    pub fn request(&self, method: &str, path: &str) -> reqwest::RequestBuilder {
        self.http.request(method.parse().unwrap(), self.url(path))
    }

    /// Sends a request under construction.
    pub async fn send(&self, request: reqwest::RequestBuilder) -> PageReply {
        let response = request.header("accept-language", self.language).send().await.unwrap();
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        PageReply { status, headers, body: response.text().await.unwrap() }
    }

    fn url(&self, path: &str) -> String {
        if path.starts_with("http") { path.to_owned() } else { format!("{}{path}", self.origin) }
    }
}

/// `application/x-www-form-urlencoded`.
fn encode_form(fields: &[(&str, &str)]) -> String {
    let encode = |text: &str| {
        text.bytes()
            .map(|b| match b {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => char::from(b).to_string(),
                b' ' => "+".to_owned(),
                b => format!("%{b:02X}"),
            })
            .collect::<String>()
    };
    fields.iter().map(|(k, v)| format!("{}={}", encode(k), encode(v))).collect::<Vec<_>>().join("&")
}
