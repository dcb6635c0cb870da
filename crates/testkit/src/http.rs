//! One call to the API and its answer.

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use serde_json::Value;

/// The response to a call.
#[derive(Debug)]
pub struct Reply {
    /// The HTTP status.
    pub status: u16,
    /// The response headers.
    pub headers: HeaderMap,
    /// The raw body.
    pub bytes: Vec<u8>,
    /// The body as JSON; `Null` when it is none.
    pub json: Value,
}

impl Reply {
    pub(crate) async fn read(response: reqwest::Response) -> Self {
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let bytes = response.bytes().await.unwrap().to_vec();
        let json = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
        Self { status, headers, bytes, json }
    }

    /// A header as text; empty when it is absent.
    #[must_use]
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|v| v.to_str().ok()).unwrap_or("")
    }

    /// The body as text, invalid UTF-8 replaced.
    #[must_use]
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    /// The `data` of a successful answer; fails the test on any other status.
    #[track_caller]
    #[must_use]
    pub fn data(self) -> Value {
        assert!((200..300).contains(&self.status), "status {}: {}", self.status, self.text());
        self.json["data"].clone()
    }
}

/// A call under construction; any part may be invalid on purpose.
pub struct Call(reqwest::RequestBuilder);

impl Call {
    pub(crate) fn new(http: &reqwest::Client, method: &str, url: &str) -> Self {
        Self(http.request(method.parse().unwrap(), url))
    }

    /// Sets a header.
    #[must_use]
    pub fn header(self, name: &str, value: &str) -> Self {
        let name: HeaderName = name.parse().unwrap();
        Self(self.0.header(name, HeaderValue::from_bytes(value.as_bytes()).unwrap()))
    }

    /// Sets `Authorization: Bearer`.
    #[must_use]
    pub fn token(self, token: &str) -> Self {
        self.header("authorization", &format!("Bearer {token}"))
    }

    /// Sets the `X-STORE` header.
    #[must_use]
    pub fn store(self, id: &str) -> Self {
        self.header("x-store", id)
    }

    /// Sets a JSON body; `Null` leaves the call without one.
    #[must_use]
    pub fn json(self, body: &Value) -> Self {
        if body.is_null() { self } else { Self(self.0.json(body)) }
    }

    /// Sets any body.
    #[must_use]
    pub fn body(self, content_type: &str, bytes: impl Into<Vec<u8>>) -> Self {
        Self(self.0.header("content-type", content_type).body(bytes.into()))
    }

    /// Sets a multipart body with one file.
    #[must_use]
    pub fn file(self, field: &str, file_name: &str, content_type: &str, bytes: impl Into<Vec<u8>>) -> Self {
        let part = reqwest::multipart::Part::bytes(bytes.into()).file_name(file_name.to_owned()).mime_str(content_type).unwrap();
        Self(self.0.multipart(reqwest::multipart::Form::new().part(field.to_owned(), part)))
    }

    /// Sends it; a connection error fails the test.
    pub async fn send(self) -> Reply {
        Reply::read(self.0.send().await.unwrap()).await
    }

    /// Sends it and leaves the body to be read as a stream, for an answer without an end.
    pub async fn open(self) -> reqwest::Response {
        self.0.send().await.unwrap()
    }

    /// Sends it; a refused connection or a truncated answer is an error, not a failure of the test.
    ///
    /// # Errors
    ///
    /// Of the connection.
    pub async fn try_send(self) -> Result<Reply, reqwest::Error> {
        Ok(Reply::read(self.0.send().await?).await)
    }
}
