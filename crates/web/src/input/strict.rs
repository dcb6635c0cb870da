//! Strict JSON: an object with a duplicate name is refused, since the sender may mean either value, and a list is no object,
//! though serde would take its entries for fields in order.

use std::fmt;

use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{Deserialize, Deserializer, Error, IntoDeserializer, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Number, Value};

/// A document without repeated names.
pub(super) struct Strict(pub(super) Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        d.deserialize_any(Reader).map(Self)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, v: bool) -> Result<Value, E> {
        Ok(Value::Bool(v))
    }

    fn visit_i64<E>(self, v: i64) -> Result<Value, E> {
        Ok(v.into())
    }

    fn visit_u64<E>(self, v: u64) -> Result<Value, E> {
        Ok(v.into())
    }

    fn visit_f64<E>(self, v: f64) -> Result<Value, E> {
        Ok(Number::from_f64(v).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, v: &str) -> Result<Value, E> {
        Ok(Value::String(v.to_owned()))
    }

    fn visit_string<E>(self, v: String) -> Result<Value, E> {
        Ok(Value::String(v))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut out = Vec::new();
        while let Some(Strict(item)) = items.next_element()? {
            out.push(item);
        }
        Ok(Value::Array(out))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut out = Map::new();
        while let Some((name, Strict(value))) = fields.next_entry::<String, Strict>()? {
            if out.insert(name, value).is_some() {
                return Err(A::Error::custom("a field twice"));
            }
        }
        Ok(Value::Object(out))
    }
}

/// A document as a serde deserializer.
pub(super) struct ValueDeserializer(pub(super) Value);

impl IntoDeserializer<'_, serde_json::Error> for ValueDeserializer {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for ValueDeserializer {
    type Error = serde_json::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        match self.0 {
            Value::Array(items) => visitor.visit_seq(SeqDeserializer::new(items.into_iter().map(ValueDeserializer))),
            Value::Object(fields) => {
                visitor.visit_map(MapDeserializer::new(fields.into_iter().map(|(name, value)| (name, ValueDeserializer(value)))))
            }
            leaf => leaf.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        if self.0.is_array() { Err(Error::invalid_type(Unexpected::Seq, &visitor)) } else { self.deserialize_any(visitor) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Self::Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        self.0.deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct
        map identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Value, serde_json::Error> {
        serde_json::from_str::<Strict>(text).map(|s| s.0)
    }

    #[test]
    fn gc_a_field_that_is_there_twice_is_refused_at_any_depth() {
        for text in [r#"{"a":1,"a":1}"#, r#"{"a":[{"b":1,"c":2,"b":3}]}"#, r#"{"a":1,"\u0061":2}"#] {
            assert!(read(text).is_err(), "{text}");
        }
        assert!(read(&"[".repeat(100_000)).is_err());
    }

    #[test]
    fn json_without_duplicate_keys_is_read_unchanged() {
        for text in [
            r#"{"a": {"b": [1, -2, 2.5, 18446744073709551615, "نص", "\u00e9", null, true, {}, []]}, "c": {"b": 1}}"#,
            "-0.0",
            "\"\"",
            "[[[]]]",
        ] {
            assert_eq!(read(text).unwrap(), serde_json::from_str::<Value>(text).unwrap(), "{text}");
        }
    }

    #[test]
    fn gc_a_list_is_no_object_at_any_depth() {
        #[derive(Debug, PartialEq, serde::Deserialize)]
        struct Inner {
            a: i64,
            b: Option<String>,
        }
        #[derive(Debug, PartialEq, serde::Deserialize)]
        struct Outer {
            one: Inner,
            many: Vec<Inner>,
            any: Value,
        }
        let read = |text: &str| Outer::deserialize(ValueDeserializer(serde_json::from_str(text).unwrap()));
        let good = read(r#"{"one": {"a": 1, "b": "x"}, "many": [{"a": 2}], "any": {"c": [1.5, null]}}"#).unwrap();
        assert_eq!((good.one.b.as_deref(), good.many[0].a, &good.any["c"][0]), (Some("x"), 2, &Value::from(1.5)));
        for bad in [
            r#"[{"a": 1}, [], 0]"#,
            r#"{"one": [1, "x"], "many": [], "any": 0}"#,
            r#"{"one": {"a": 1}, "many": [[2, "y"]], "any": 0}"#,
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
