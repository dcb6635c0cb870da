//! A secret that a merchant types or pastes in.

use std::borrow::Cow;
use std::fmt;

use kernel::SecretText;
use serde::de::{Deserialize, Deserializer, Error, Visitor};
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, SchemaFormat, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// A text of a request that is secret: `Debug` prints nothing of it, it is never answered, and it is overwritten when it is dropped.
///
/// The text that the parser owns is taken over and not copied. The bytes of the request's body are out of reach (decision 0084).
#[derive(Debug, Clone)]
pub struct SecretIn(pub SecretText);

impl<'de> Deserialize<'de> for SecretIn {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        d.deserialize_string(Reader)
    }
}

struct Reader;

impl Visitor<'_> for Reader {
    type Value = SecretIn;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<SecretIn, E> {
        Ok(SecretIn(text.into()))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<SecretIn, E> {
        Ok(SecretIn(text.into()))
    }

    // Serde's own refusals quote the value.
    fn visit_bool<E: Error>(self, _: bool) -> Result<SecretIn, E> {
        Err(E::custom("not a text"))
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<SecretIn, E> {
        Err(E::custom("not a text"))
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<SecretIn, E> {
        Err(E::custom("not a text"))
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<SecretIn, E> {
        Err(E::custom("not a text"))
    }
}

impl PartialSchema for SecretIn {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Password)))
            .write_only(true)
            .description(Some("A secret: it is never answered."))
            .into()
    }
}

impl ToSchema for SecretIn {
    fn name() -> Cow<'static, str> {
        "SecretIn".into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn py_02_a_secret_of_a_request_is_read_and_never_printed() {
        let read: BTreeMap<String, Option<SecretIn>> =
            crate::input::parse(br#"{"api_key": "sesame\u002dopen", "hmac": null}"#).unwrap();
        assert_eq!(read["api_key"].as_ref().map(|s| s.0.expose()), Some("sesame-open"));
        assert!(read["hmac"].is_none());
        assert!(!format!("{read:?}").contains("sesame"));
    }

    #[test]
    fn py_02_a_refusal_does_not_quote_the_value() {
        for body in
            [&br#"{"api_key": 424242}"#[..], br#"{"api_key": [424242]}"#, br#"{"api_key": true}"#, br#"{"api_key": 4242.42}"#]
        {
            let refusal = crate::input::parse::<BTreeMap<String, SecretIn>>(body).unwrap_err();
            assert!(!format!("{refusal:?}").contains("4242"), "{refusal:?}");
            assert_eq!(refusal.status(), axum::http::StatusCode::UNPROCESSABLE_ENTITY);
        }
    }
}
