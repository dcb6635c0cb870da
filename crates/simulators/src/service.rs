//! What a simulated service is, apart from its API.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::outcome::Button;

/// A line of the page.
pub(crate) struct Row {
    /// By which it is pressed.
    pub(crate) id: String,
    pub(crate) cells: Vec<String>,
    pub(crate) buttons: Vec<Button>,
}

/// A callback to send by POST.
#[derive(Clone)]
pub(crate) struct Notice {
    pub(crate) url: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

/// A service's books, and what the page shows of them.
pub(crate) trait Service: Send + Sized + 'static {
    /// Its name on the page.
    const NAME: &'static str;

    /// What its list holds, which is the path of the list as well: `payments`.
    const LIST: &'static str;

    /// The captions of its rows.
    const CAPTIONS: &'static [&'static str];

    /// Its list, the latest first, as JSON for tests.
    fn list(&self) -> Value;

    /// Its list for the page.
    fn rows(&self) -> Vec<Row>;

    /// What can be ordered to happen next, beside what goes wrong with a call.
    fn next_outcomes() -> Vec<Button>;

    /// Changes settings; whether all of them are known.
    fn set_all(&mut self, settings: &Value) -> bool;

    /// What a merchant pastes into the product.
    fn keys(&self) -> Vec<(&'static str, String)>;

    /// The body of a call that was not let in, or comes too often.
    fn refusal(_status: u16, words: &str) -> Value {
        json!({ "detail": words, "message": words, "code": 1 })
    }
}

/// An answer of an API: a status and JSON.
pub(crate) struct Reply(pub(crate) u16, pub(crate) Value);

impl IntoResponse for Reply {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        (status, [(header::CONTENT_TYPE, "application/json")], self.1.to_string()).into_response()
    }
}
