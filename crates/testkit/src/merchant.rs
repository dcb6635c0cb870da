//! A signed-in merchant and their store.

use kernel::{StoreId, StoreScope, UserId};
use platform::identity::Role;
use serde_json::{Value, json};

use crate::http::{Call, Reply};
use crate::shop::TestShop;

/// Calls the API as one member of one store.
#[derive(Clone)]
pub struct Merchant {
    /// Access token of the session.
    pub token: String,
    /// Refresh token of the session.
    pub refresh_token: String,
    /// The store's id.
    pub store: StoreId,
    /// The store's host label.
    pub slug: String,
    /// The user's id.
    pub user: UserId,
    /// E-mail to sign in with.
    pub email: String,
    /// Password to sign in with.
    pub password: String,
    /// Language of messages; Arabic unless it is changed.
    pub language: &'static str,
    /// The HTTP client of all calls.
    pub http: reqwest::Client,
    /// Base address of the API: `http://127.0.0.1:port/dashboard/v1`.
    pub api: String,
}

impl Merchant {
    /// A call with this member's token and store; the path is the one of the API document: `/products`.
    #[must_use]
    pub fn call(&self, method: &str, path: &str) -> Call {
        Call::new(&self.http, method, &format!("{}{path}", self.api))
            .token(&self.token)
            .store(&self.store.to_string())
            .header("accept-language", self.language)
    }

    /// Sends a call and returns status and JSON body.
    pub async fn send(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let Reply { status, json, .. } = self.call(method, path).json(body).send().await;
        (status, json)
    }

    /// GET; returns status and JSON body.
    pub async fn get(&self, path: &str) -> (u16, Value) {
        self.send("GET", path, &Value::Null).await
    }

    /// POST; returns status and JSON body.
    pub async fn post(&self, path: &str, body: Value) -> (u16, Value) {
        self.send("POST", path, &body).await
    }

    /// PUT; returns status and JSON body.
    pub async fn put(&self, path: &str, body: Value) -> (u16, Value) {
        self.send("PUT", path, &body).await
    }

    /// DELETE; returns status and JSON body. A `Null` body is not sent.
    pub async fn delete(&self, path: &str, body: Value) -> (u16, Value) {
        self.send("DELETE", path, &body).await
    }

    /// The resource of a GET that must succeed.
    pub async fn data(&self, path: &str) -> Value {
        self.call("GET", path).send().await.data()
    }

    /// The resource that a POST must create.
    pub async fn create(&self, path: &str, body: Value) -> Value {
        let reply = self.call("POST", path).json(&body).send().await;
        assert_eq!(reply.status, 201, "POST {path}: {}", reply.text());
        reply.data()
    }

    /// Uploads a file as multipart; returns the answer.
    pub async fn upload(&self, path: &str, field: &str, file_name: &str, content_type: &str, bytes: impl Into<Vec<u8>>) -> Reply {
        self.call("POST", path).file(field, file_name, content_type, bytes).send().await
    }

    /// A published product with stock 10 and price 100, overridden by `fields`; returns the `ProductView`.
    pub async fn product(&self, fields: Value) -> Value {
        let mut body = json!({
            "product_type": "basic",
            "name": {"ar": "قميص قطني", "en": "Cotton shirt"},
            "regular_price": "100.00",
            "qty": 10,
            "is_active": true,
            "is_published": true,
        });
        if let (Some(body), Value::Object(fields)) = (body.as_object_mut(), fields) {
            body.extend(fields);
        }
        self.create("/products", body).await
    }

    /// The store's scope with this user as the actor, for slice functions.
    #[must_use]
    pub fn scope(&self) -> StoreScope {
        StoreScope::new(self.store, kernel::Actor::merchant(self.user, "تاجر الاختبار"))
    }

    /// Another member of the same store, with a role.
    pub async fn colleague(&self, shop: &TestShop, role: Role) -> Merchant {
        let person = shop.person().await;
        shop.join(self.store, person.user, role).await;
        Merchant { store: self.store, slug: self.slug.clone(), ..person }
    }

    /// The same person with English messages.
    #[must_use]
    pub fn in_english(&self) -> Merchant {
        Merchant { language: "en", ..self.clone() }
    }
}
