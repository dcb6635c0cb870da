//! Schemas of the texts of an input, defined once for the API document. A field names its schema type with `#[schema(value_type =
//! Line<100>)]` and keeps its own type in Rust; its validation ([`crate::fields`], or the slice's own) still decides.
//!
//! Invariant: a value that matches a schema of this file passes validation, as far as the value alone decides. Validation may
//! accept more than the schema says (Arabic digits in amounts, a national number beside its country): the schema is what clients
//! send.
//! Generated requests prove it (`xtask/generated_requests.py`).
//!
//! To add one: a type without a value, its name in the document, and its schema.

use std::borrow::Cow;

use kernel::phone;
use utoipa::openapi::schema::{
    AdditionalProperties, AnyOfBuilder, ArrayBuilder, KnownFormat, Object, ObjectBuilder, Schema, SchemaFormat, SchemaType, Type,
};
use utoipa::openapi::{Ref, RefOr};
use utoipa::{PartialSchema, ToSchema};

/// Characters that the text guard refuses (`kernel::text_guard`), inside `[^...]`: controls, direction overrides, noncharacters.
/// The noncharacters above U+FFFF have no spelling that every engine of patterns reads.
const REFUSED: &str = r"\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff";
/// Line breaks, refused where one line is expected.
const BREAKS: &str = r"\u000a\u000d\u2028\u2029";
/// What is trimmed away, so that a text of it alone is empty.
const BLANK: &str = r"\u0009\u000a\u000d \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff";

/// A closed list of words.
#[must_use]
pub fn words<'w>(words: impl IntoIterator<Item = &'w str>) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(words))
}

/// A text of a pattern that ECMA 262 and the engines of other languages read alike, `max` characters at most.
pub fn text(pattern: impl Into<String>, max: Option<usize>) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String).pattern(Some(pattern)).max_length(max)
}

/// Any text that the text guard accepts; `is_filled` asks for a character other than a blank.
fn guarded(is_one_line: bool, is_filled: bool, max: usize) -> RefOr<Schema> {
    let breaks = if is_one_line { BREAKS } else { "" };
    if is_filled {
        let any = format!("[^{REFUSED}{breaks}]*");
        text(format!("^{any}[^{REFUSED}{BLANK}]{any}$"), Some(max)).min_length(Some(1)).into()
    } else {
        text(format!("^[^{REFUSED}{breaks}]*$"), Some(max)).into()
    }
}

/// A list of `least` to `most` items that have a schema of their own in the document.
#[must_use]
pub fn list<Of: ToSchema>(least: usize, most: usize) -> ArrayBuilder {
    ArrayBuilder::new().items(Ref::from_schema_name(Of::name())).min_items(Some(least)).max_items(Some(most))
}

/// An `Of` for a create call: these fields are required and not null.
#[must_use]
pub fn required<Of: PartialSchema>(fields: &[&str]) -> RefOr<Schema> {
    let RefOr::T(Schema::Object(mut object)) = Of::schema() else { return Of::schema() };
    for (name, field) in object.properties.iter_mut().filter(|(name, _)| fields.contains(&name.as_str())) {
        object.required.push(name.clone());
        match field {
            RefOr::T(Schema::OneOf(either)) if either.items.len() == 2 => *field = either.items.swap_remove(0),
            RefOr::T(Schema::Object(Object { schema_type, .. })) => *schema_type = without_null(schema_type),
            RefOr::T(Schema::Array(array)) => array.schema_type = without_null(&array.schema_type),
            _ => {}
        }
    }
    object.into()
}

fn without_null(of: &SchemaType) -> SchemaType {
    match of {
        SchemaType::Array(types) => match types.iter().filter(|t| **t != Type::Null).collect::<Vec<_>>().as_slice() {
            [one] => SchemaType::Type((*one).clone()),
            _ => of.clone(),
        },
        _ => of.clone(),
    }
}

/// An object of the two languages.
fn languages<Ar: ToSchema, En: ToSchema>(required: Option<&str>) -> Schema {
    let object = ObjectBuilder::new()
        .property("ar", Ref::from_schema_name(Ar::name()))
        .property("en", Ref::from_schema_name(En::name()))
        .additional_properties(Some(AdditionalProperties::FreeForm(false)));
    required.into_iter().fold(object, ObjectBuilder::required).into()
}

/// An object of the two languages, each an `Of`.
fn both<Of: ToSchema>() -> RefOr<Schema> {
    languages::<Of, Of>(None).into()
}

/// An object of the two languages, one of which at least is a `Filled`, the other an `Of`.
fn either<Of: ToSchema, Filled: ToSchema>() -> RefOr<Schema> {
    let (arabic, english) = (languages::<Filled, Of>(Some("ar")), languages::<Of, Filled>(Some("en")));
    AnyOfBuilder::new().item(arabic).item(english).into()
}

/// A letter or a digit, with anything but the `refused` around it.
fn lettered(refused: &str) -> String {
    let any = format!("[^{refused}]*");
    format!(r"^{any}[0-9A-Za-z\u0621-\u063a\u0641-\u064a]{any}$")
}

/// Types that only the API document knows: `schema_types! { /// What it is. LabelSize => schema::words(["a6", "100x150"]); }`.
#[macro_export]
macro_rules! schema_types {
    ($($(#[$doc:meta])* $name:ident => $schema:expr;)*) => {
        $(
            $(#[$doc])*
            #[derive(Debug)]
            pub struct $name;

            impl ::utoipa::PartialSchema for $name {
                fn schema() -> ::utoipa::openapi::RefOr<::utoipa::openapi::schema::Schema> {
                    $schema.into()
                }
            }

            impl ::utoipa::ToSchema for $name {
                fn name() -> ::std::borrow::Cow<'static, str> {
                    stringify!($name).into()
                }
            }
        )*
    };
}

/// Types that a number belongs to: its bound is part of the name.
macro_rules! bounded {
    ($($(#[$doc:meta])* $name:ident => $schema:expr $(, of $($of:ident)+)?;)*) => {
        $(
            $(#[$doc])*
            #[derive(Debug)]
            pub struct $name<const MAX: usize>;

            impl<const MAX: usize> PartialSchema for $name<MAX> {
                fn schema() -> RefOr<Schema> {
                    $schema
                }
            }

            impl<const MAX: usize> ToSchema for $name<MAX> {
                fn name() -> Cow<'static, str> {
                    format!("{}{MAX}", stringify!($name)).into()
                }

                fn schemas(_all: &mut Vec<(String, RefOr<Schema>)>) {
                    $($(_all.push(($of::<MAX>::name().into(), $of::<MAX>::schema()));)+)?
                }
            }
        )*
    };
}

bounded! {
    /// One line of `MAX` characters at most; it may be empty.
    Line => guarded(true, false, MAX);
    /// One line of 1 to `MAX` characters.
    RequiredLine => guarded(true, true, MAX);
    /// Lines of `MAX` characters in all at most; there may be none.
    LongText => guarded(false, false, MAX);
    /// Lines of 1 to `MAX` characters in all.
    RequiredLongText => guarded(false, true, MAX);
    /// An address on the web with its scheme, of `MAX` characters at most.
    WebAddress => text(r"^https?://[a-z0-9][a-z0-9-]{0,40}[a-z0-9](\.[a-z]{2,5}){1,2}(/[A-Za-z0-9._~/?&=%-]*)?$", Some(MAX))
        .examples(["https://example.com/shop"])
        .into();
    /// A tag of `MAX` characters at most: it holds a letter or a digit, and no comma.
    Tag => text(lettered(&format!("{REFUSED}{BREAKS},")), Some(MAX)).min_length(Some(1)).into();
    /// A line in each language of `MAX` characters at most.
    LineTexts => both::<Line<MAX>>(), of Line;
    /// Lines in each language of `MAX` characters in all at most.
    LongTexts => both::<LongText<MAX>>(), of LongText;
    /// A line in one language at least, of `MAX` characters at most in each.
    RequiredLineTexts => either::<Line<MAX>, RequiredLine<MAX>>(), of Line RequiredLine;
    /// Lines in one language at least, of `MAX` characters in all at most in each.
    RequiredLongTexts => either::<LongText<MAX>, RequiredLongText<MAX>>(), of LongText RequiredLongText;
}

crate::schema_types! {
    /// An amount of money in the store's currency: zero or more, up to 13 digits before the point (VA-02). The currency sets the
    /// number of decimals.
    Amount => text(r"^[0-9]{1,13}(\.[0-9]{1,3})?$", None)
        .description(Some("An amount in the store's currency; never more decimals than the currency has."))
        .examples(["125.50"]);
    /// An amount of money that is not zero.
    PositiveAmount => text(r"^([1-9][0-9]{0,12}(\.[0-9]{1,3})?|0\.([1-9][0-9]{0,2}|0[1-9][0-9]?|00[1-9]))$", None)
        .description(Some("An amount above zero in the store's currency; never more decimals than the currency has."))
        .examples(["125.50"]);
    /// 0 to 100 with two decimals at most.
    Percentage => text(r"^([0-9]{1,2}(\.[0-9]{1,2})?|100(\.0{1,2})?)$", None)
        .description(Some("A percentage from 0 to 100 with at most two decimals."))
        .examples(["12.5"]);
    /// Above 0 and up to 100, with two decimals at most.
    Share => text(r"^(0\.(0[1-9]|[1-9][0-9]?)|[1-9][0-9]?(\.[0-9]{1,2})?|100)$", None)
        .description(Some("A percentage above 0 and up to 100 with at most two decimals."))
        .examples(["12.5"]);
    /// A weight in the unit that is sent with it: three decimals at most, none for grams.
    Weight => text(r"^[0-9]{1,6}(\.[0-9]{1,3})?$", None)
        .description(Some("A weight in the unit beside it: up to 3 decimals in kg, none in g."))
        .examples(["0.5"]);
    /// The slug at the end of a page's address; it holds a letter or a digit.
    PageLink => text(lettered(&format!("{REFUSED}{BREAKS}")), Some(200)).min_length(Some(1)).examples(["summer-dress"]);
    /// The name of one of a theme's alternate templates.
    TemplateId => text("^[a-z0-9_-]{1,40}$", None).examples(["gift"]);
    /// A mobile number of a country that is served, in E.164; the national form is read too where its country is known.
    Mobile => text(phone::mobile_pattern(), None)
        .description(Some("A mobile number of a served country in E.164."))
        .examples(["+966501234567"]);
    /// An e-mail address.
    Email => text(
        r"^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]{1,30}(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]{1,30})?@([A-Za-z0-9]([A-Za-z0-9-]{0,30}[A-Za-z0-9])?\.){1,3}[A-Za-z]{2,20}$",
        Some(254),
    )
    .format(Some(SchemaFormat::KnownFormat(KnownFormat::Email)))
    .examples(["sara@example.com"]);
    /// ISO 3166 alpha-2.
    CountryCode => text("^[A-Z]{2}$", None).examples(["SA"]);
    /// A country that the platform serves: its phone numbers are accepted, and stores can be in it.
    ServedCountry => words(phone::countries().into_iter().map(|country| country.region)).examples(["SA"]);
    /// A consent that must be true.
    Agreed => ObjectBuilder::new().schema_type(Type::Boolean).enum_values(Some([true]));
    /// `#rrggbb`.
    Color => text("^#[0-9A-Fa-f]{6}$", None).examples(["#1f2937"]);
    /// RFC 3339 with its offset.
    DateTime => ObjectBuilder::new().schema_type(Type::String)
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::DateTime)))
        .examples(["2026-03-01T09:00:00Z"]);
    /// A day of the calendar.
    Date => ObjectBuilder::new()
        .schema_type(Type::String)
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Date)))
        .examples(["2026-03-01"]);
    /// A code that was sent to a number.
    OneTimeCode => text("^[0-9]{6}$", None).examples(["123456"]);
    /// A time of the day.
    TimeOfDay => text("^([01][0-9]|2[0-3]):[0-5][0-9]$", None).examples(["09:30"]);
}

/// The slug of a page in each language; a language without one has no slug of its own.
#[derive(Debug)]
pub struct PageLinks;

impl PartialSchema for PageLinks {
    fn schema() -> RefOr<Schema> {
        both::<PageLink>()
    }
}

impl ToSchema for PageLinks {
    fn name() -> Cow<'static, str> {
        "PageLinks".into()
    }

    fn schemas(all: &mut Vec<(String, RefOr<Schema>)>) {
        all.push((PageLink::name().into(), PageLink::schema()));
    }
}

/// A mobile number or an e-mail address.
#[derive(Debug)]
pub struct Contact;

impl PartialSchema for Contact {
    fn schema() -> RefOr<Schema> {
        let of = |name: Cow<'static, str>| Ref::from_schema_name(name);
        AnyOfBuilder::new().item(of(Mobile::name())).item(of(Email::name())).into()
    }
}

impl ToSchema for Contact {
    fn name() -> Cow<'static, str> {
        "Contact".into()
    }

    fn schemas(all: &mut Vec<(String, RefOr<Schema>)>) {
        all.push((Mobile::name().into(), Mobile::schema()));
        all.push((Email::name().into(), Email::schema()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::text_guard::{Lines, clean};
    use serde_json::{Value, json};

    /// The characters of a class of a pattern: `\uXXXX` or themselves, ranges among them.
    fn is_in(class: &str, c: char) -> bool {
        let mut points: Vec<Option<u32>> = Vec::new();
        let mut rest = class.chars();
        while let Some(symbol) = rest.next() {
            points.push(match symbol {
                '\\' => {
                    assert_eq!(rest.next(), Some('u'));
                    Some(u32::from_str_radix(&rest.by_ref().take(4).collect::<String>(), 16).unwrap())
                }
                '-' => None,
                symbol => Some(u32::from(symbol)),
            });
        }
        let point = u32::from(c);
        points.contains(&Some(point))
            || points.windows(3).any(|w| matches!(w, [Some(from), None, Some(to)] if (*from..=*to).contains(&point)))
    }

    #[test]
    fn l4_the_patterns_of_texts_refuse_what_the_guard_refuses() {
        for c in (0..=0xFFFF_u32).filter_map(char::from_u32) {
            let text = format!("a{c}b");
            let (one, many) = (clean(&text, 3, Lines::Single).is_ok(), clean(&text, 3, Lines::Many).is_ok());
            assert_eq!(one, !is_in(&format!("{REFUSED}{BREAKS}"), c), "{c:?} in a line");
            assert_eq!(many, !is_in(REFUSED, c), "{c:?} in lines");
            let is_blank = clean(&c.to_string(), 1, Lines::Many).is_ok_and(|text| text.is_empty());
            assert_eq!(is_blank, is_in(BLANK, c) || (is_blank && is_in(REFUSED, c)), "{c:?} alone");
        }
    }

    #[test]
    fn l4_a_length_of_the_document_counts_code_points_as_the_guard_does() {
        // Two code units each in UTF-16, four bytes in UTF-8, one code point.
        assert!(clean(&"\u{10437}".repeat(100), 100, Lines::Single).is_ok());
        assert!(clean(&"\u{10437}".repeat(101), 100, Lines::Single).is_err());
        let schema = serde_json::to_value(Line::<100>::schema()).unwrap();
        assert_eq!((&schema["maxLength"], Line::<100>::name()), (&json!(100), "Line100".into()));
    }

    #[test]
    fn l4_a_new_thing_has_its_fields_and_none_of_them_is_null() {
        #[derive(utoipa::ToSchema)]
        #[expect(dead_code, reason = "only describes")]
        struct Thing {
            #[schema(value_type = Option<Line<60>>)]
            name: Option<String>,
            code: Option<String>,
            note: Option<String>,
        }
        let new = serde_json::to_value(required::<Thing>(&["name", "code"])).unwrap();
        assert_eq!(new["required"], json!(["name", "code"]));
        assert_eq!(new["properties"]["name"], json!({ "$ref": "#/components/schemas/Line60" }));
        assert_eq!(new["properties"]["code"]["type"], Value::from("string"));
        assert_eq!(new["properties"]["note"]["type"], json!(["string", "null"]));
    }
}
