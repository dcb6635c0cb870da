//! The values of settings: their types, what each accepts and how it is stored (TH-04). Pure; the theme editor renders its inputs from
//! them.

use kernel::text_guard::{Lines, TextFault, clean};
use kernel::{CategoryId, ContentPageId, MediaId, ProductId, Texts};
use platform::video::Video;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;
use web::Message;
use web::fields::guard_message;
use web::message::common;

use super::{decimal, pictures};
use crate::menus::is_address;

/// An option of a select.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ThemeChoice)]
pub struct Choice {
    /// The stored value.
    pub value: String,
    /// The displayed label.
    pub label: Texts,
}

/// The value type of a setting.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
#[schema(as = ThemeSettingKind)]
pub enum Kind {
    /// One line.
    Text {
        /// `{"ar", "en"}` instead of a string.
        #[serde(default)]
        is_translatable: bool,
        /// Most characters.
        max_length: usize,
    },
    /// Several lines.
    Textarea {
        /// `{"ar", "en"}` instead of a string.
        #[serde(default)]
        is_translatable: bool,
        /// Most characters.
        max_length: usize,
    },
    /// HTML, restricted to the allow-list.
    Richtext {
        /// `{"ar", "en"}` instead of a string.
        #[serde(default)]
        is_translatable: bool,
        /// Most characters.
        max_length: usize,
    },
    /// A whole number.
    Number {
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
    },
    /// A whole number on a slider.
    Range {
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
        /// Step of the slider.
        step: i64,
    },
    /// A number with decimals, as a text: `"1.25"`.
    Decimal {
        /// Smallest value.
        min: String,
        /// Largest value.
        max: String,
        /// Step of the input's buttons.
        step: String,
        /// Most decimals, 6 at most.
        decimals: u32,
    },
    /// True or false.
    Checkbox,
    /// One of several options.
    Select {
        /// The options.
        options: Vec<Choice>,
    },
    /// One of the theme's fonts, each shown in its own face.
    Font {
        /// The options: names of `fonts` in the manifest.
        options: Vec<Choice>,
    },
    /// `#rrggbb`.
    Color,
    /// A media id, a picture of the theme (`theme:hero.svg`), or null; with the point of the picture that stays in sight
    /// `{"id", "x", "y"}`, in percent.
    Image,
    /// A product id or null.
    Product,
    /// A category id or null.
    Category,
    /// Product ids.
    Products {
        /// Most products.
        max: usize,
    },
    /// A URL: a path of the store, `https:`, `mailto:` or `tel:`; empty for none.
    Url,
    /// What a link leads to: the id of a product, a category or a page of text, which stays right when an address changes, or a URL as
    /// of `url`; empty for none.
    Link,
    /// The address of a video: `YouTube`, Vimeo, or an https file of type MP4 or `WebM`; empty for none.
    Video,
    /// The id of a page of text, or null.
    Page,
    /// A menu's code; empty for none.
    Menu,
    /// A day and time of the store's time zone: `2026-12-31T23:59`; empty for none.
    Date,
    /// The name of one of the theme's icons; empty for none.
    Icon {
        /// The names to choose from.
        options: Vec<String>,
    },
}

/// What is wrong with a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// The schema has no such setting.
    Unknown,
    /// A value of another type.
    Type,
    /// A number, or the length of a list, outside these bounds.
    Range(i64, i64),
    /// A decimal number outside these bounds.
    Between(String, String),
    /// None of the options.
    Choice,
    /// More blocks of a kind than there may be.
    Often(u32),
    /// Refused by the text guard.
    Text(TextFault),
    /// Not an address.
    Address,
    /// Not the address of a video.
    Video,
    /// Required, and empty.
    Required,
    /// The end of a period that does not come after its start.
    Ends,
    /// Nothing in the store has this id.
    Missing,
}

const NOT_A_LINK: Message = Message::new(
    "اكتب رابطًا يبدأ بـ / لصفحات متجرك، أو بـ https://",
    "Enter a URL that starts with / for pages of your store, or with https://",
);

const MANY_DECIMALS: Message = Message::new("فيه أكثر من 6 منازل عشرية.", "it has more than 6 decimals");
const BAD_BOUNDS: Message = Message::new(
    "قيمة min أو max أو step ليست عددًا بهذه المنازل العشرية.",
    "its min, max or step is no number with so many decimals",
);
const NOT_A_VIDEO: Message = Message::new(
    "الصق رابط فيديو من YouTube أو Vimeo، أو رابطًا مباشرًا يبدأ بـ https:// وينتهي بـ \u{2066}.mp4\u{2069} أو \u{2066}.webm\u{2069}",
    "Paste a YouTube or Vimeo link, or a direct https:// link to an .mp4 or .webm file",
);

const ENDS: Message = Message::new("اختر وقتًا بعد وقت البداية.", "Choose a time after the start.");

const TOO_OFTEN: Message = Message::new("الحد الأقصى من هذا النوع: {max}.", "You can have at most {max} of this kind.");

impl Reason {
    /// The reason for people.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            Self::Unknown => common::UNKNOWN_FIELD,
            Self::Type => common::WRONG_TYPE,
            Self::Range(min, max) => common::BETWEEN.with("min", min).with("max", max),
            Self::Between(min, max) => common::BETWEEN.with("min", min).with("max", max),
            Self::Choice => common::NOT_A_CHOICE,
            Self::Often(most) => TOO_OFTEN.with("max", most),
            Self::Text(fault) => guard_message(*fault),
            Self::Address => NOT_A_LINK,
            Self::Video => NOT_A_VIDEO,
            Self::Required => common::REQUIRED,
            Self::Ends => ENDS,
            Self::Missing => common::NO_SUCH,
        }
    }
}

/// Whether a value counts as left out.
pub(super) fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(list) => list.is_empty(),
        Value::Object(texts) => texts.values().all(is_empty),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

/// The path inside a value, and what is wrong there.
type Refused = (&'static str, Reason);

impl Kind {
    /// Validates a value.
    ///
    /// # Errors
    /// The path inside the value, and the reason.
    pub fn check(&self, value: &Value) -> Result<(), Refused> {
        self.clean(value).map(|_| ())
    }

    /// What is wrong with the kind itself, for the theme's author.
    #[must_use]
    pub fn problem(&self) -> Option<Message> {
        let Self::Decimal { min, max, step, decimals } = self else { return None };
        if *decimals > 6 {
            return Some(MANY_DECIMALS);
        }
        let number = |text: &str| decimal::scaled(text, *decimals);
        match (number(min), number(max), number(step)) {
            (Some(min), Some(max), Some(step)) if min <= max && step > 0 => None,
            _ => Some(BAD_BOUNDS),
        }
    }

    /// Whether a stored value can be rendered. HTML is only looked at by type: it was sanitised when it was written.
    pub(super) fn fits(&self, value: &Value) -> bool {
        match self {
            Self::Richtext { is_translatable, .. } => texts(value, *is_translatable, |_| Ok(String::new())).is_ok(),
            _ => self.check(value).is_ok(),
        }
    }

    /// A value as it is stored: texts trimmed, HTML sanitised.
    ///
    /// # Errors
    /// The path inside the value, and the reason.
    pub fn clean(&self, value: &Value) -> Result<Value, Refused> {
        let wrong = || ("", Reason::Type);
        let id = |v: &Value, ok: fn(&str) -> bool| match v {
            Value::Null => Ok(Value::Null),
            Value::String(t) if t.is_empty() => Ok(Value::Null),
            Value::String(t) if ok(t) => Ok(v.clone()),
            _ => Err(wrong()),
        };
        match self {
            Self::Text { is_translatable, max_length } => {
                texts(value, *is_translatable, |t| clean(t, *max_length, Lines::Single))
            }
            Self::Textarea { is_translatable, max_length } => {
                texts(value, *is_translatable, |t| clean(t, *max_length, Lines::Many))
            }
            Self::Richtext { is_translatable, max_length } => {
                texts(value, *is_translatable, |t| platform::html::clean(t, *max_length))
            }
            Self::Number { min, max } | Self::Range { min, max, .. } => match value.as_i64() {
                Some(n) if (*min..=*max).contains(&n) => Ok(json!(n)),
                Some(_) => Err(("", Reason::Range(*min, *max))),
                None => Err(wrong()),
            },
            Self::Checkbox => value.as_bool().map(Value::Bool).ok_or_else(wrong),
            Self::Decimal { min, max, decimals, .. } => {
                let number = value.as_str().and_then(|t| decimal::scaled(t.trim(), *decimals)).ok_or_else(wrong)?;
                let bounds = decimal::scaled(min, *decimals).zip(decimal::scaled(max, *decimals));
                if bounds.is_some_and(|(min, max)| (min..=max).contains(&number)) {
                    Ok(json!(decimal::text(number, *decimals)))
                } else {
                    Err(("", Reason::Between(min.clone(), max.clone())))
                }
            }
            Self::Select { options } | Self::Font { options } => one_of(value, |v| options.iter().any(|o| o.value == v)),
            Self::Icon { options } => one_of(value, |v| v.is_empty() || options.iter().any(|o| o == v)),
            Self::Color => {
                let is_color = |t: &&str| t.len() == 7 && t.starts_with('#') && t[1..].bytes().all(|b| b.is_ascii_hexdigit());
                value.as_str().filter(is_color).map(|t| json!(t.to_ascii_lowercase())).ok_or_else(wrong)
            }
            Self::Image => match value {
                Value::Object(_) => focused(value).map(|picture| picture.stored()).ok_or_else(wrong),
                _ => id(value, |t| PictureSource::parse(t).is_some()),
            },
            Self::Product => id(value, |t| t.parse::<ProductId>().is_ok()),
            Self::Category => id(value, |t| t.parse::<CategoryId>().is_ok()),
            Self::Page => id(value, |t| t.parse::<ContentPageId>().is_ok()),
            Self::Products { max } => {
                let Some(list) = value.as_array() else { return Err(wrong()) };
                if list.len() > *max {
                    return Err(("", Reason::Range(0, i64::try_from(*max).unwrap_or(i64::MAX))));
                }
                let is_product = |v: &Value| v.as_str().is_some_and(|t| t.parse::<ProductId>().is_ok());
                if list.iter().all(is_product) { Ok(value.clone()) } else { Err(wrong()) }
            }
            Self::Url => {
                let text = value.as_str().ok_or_else(wrong)?;
                let text = clean(text, 2_000, Lines::Single).map_err(|fault| ("", Reason::Text(fault)))?;
                if text.is_empty() || is_address(&text) { Ok(json!(text)) } else { Err(("", Reason::Address)) }
            }
            Self::Link => {
                let text = value.as_str().ok_or_else(wrong)?;
                let text = clean(text, 2_000, Lines::Single).map_err(|fault| ("", Reason::Text(fault)))?;
                let is_link = text.is_empty() || LinkTarget::parse(&text).is_some() || is_address(&text);
                if is_link { Ok(json!(text)) } else { Err(("", Reason::Address)) }
            }
            Self::Video => {
                let text = value.as_str().ok_or_else(wrong)?;
                let text = clean(text, 2_000, Lines::Single).map_err(|fault| ("", Reason::Text(fault)))?;
                if text.is_empty() {
                    return Ok(json!(""));
                }
                Video::parse(&text).map(|video| json!(video.address())).ok_or(("", Reason::Video))
            }
            Self::Menu => {
                let is_code = |t: &&str| t.len() <= 40 && t.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
                value.as_str().filter(is_code).map(|t| json!(t)).ok_or_else(wrong)
            }
            Self::Date => value.as_str().filter(|t| t.is_empty() || is_local_time(t)).map(|t| json!(t)).ok_or_else(wrong),
        }
    }
}

/// Where a picture comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PictureSource {
    /// The store's library.
    Media(MediaId),
    /// The theme: the name of a file of its `assets/pictures/`.
    Theme(String),
}

impl PictureSource {
    fn parse(text: &str) -> Option<Self> {
        match pictures::name_of(text) {
            Some(name) => Some(Self::Theme(name.to_owned())),
            None => text.parse().ok().map(Self::Media),
        }
    }

    fn id(&self) -> String {
        match self {
            Self::Media(id) => id.to_string(),
            Self::Theme(name) => pictures::id_of(name),
        }
    }
}

/// A picture in a setting, with the point of it that stays in sight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The picture.
    pub source: PictureSource,
    /// Percent from its left edge and from its top; the middle when none was chosen.
    pub focus: (u8, u8),
}

/// The middle of a picture.
const MIDDLE: u8 = 50;

impl Picture {
    /// The picture of a setting's value; `None` when there is none.
    #[must_use]
    pub fn parse(value: &Value) -> Option<Self> {
        match value {
            Value::Object(_) => focused(value),
            _ => Some(Self { source: PictureSource::parse(value.as_str()?)?, focus: (MIDDLE, MIDDLE) }),
        }
    }

    /// As it is stored: the middle goes without saying.
    pub(super) fn stored(&self) -> Value {
        let id = self.source.id();
        match self.focus {
            (MIDDLE, MIDDLE) => json!(id),
            (x, y) => json!({ "id": id, "x": x, "y": y }),
        }
    }
}

fn focused(value: &Value) -> Option<Picture> {
    let map = value.as_object().filter(|map| map.len() == 3)?;
    let percent = |key: &str| map.get(key)?.as_u64().and_then(|n| u8::try_from(n).ok()).filter(|n| *n <= 100);
    Some(Picture { source: PictureSource::parse(map.get("id")?.as_str()?)?, focus: (percent("x")?, percent("y")?) })
}

/// What a link names by its id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkTarget {
    /// A product.
    Product(ProductId),
    /// A category.
    Category(CategoryId),
    /// A page of text.
    Page(ContentPageId),
}

impl LinkTarget {
    /// The target of a link's value; `None` for an address.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let product = text.parse().map(Self::Product).ok();
        product.or_else(|| text.parse().map(Self::Category).ok()).or_else(|| text.parse().map(Self::Page).ok())
    }
}

fn one_of(value: &Value, is_option: impl Fn(&str) -> bool) -> Result<Value, Refused> {
    value.as_str().filter(|v| is_option(v)).map(|v| json!(v)).ok_or(("", Reason::Choice))
}

/// A text, or an object of the two languages, each cleaned.
fn texts(value: &Value, is_translatable: bool, clean: impl Fn(&str) -> Result<String, TextFault>) -> Result<Value, Refused> {
    let one = |v: &Value, lang: &'static str| match v.as_str() {
        Some(text) => clean(text).map(Value::String).map_err(|fault| (lang, Reason::Text(fault))),
        None => Err((lang, Reason::Type)),
    };
    if !is_translatable {
        return one(value, "");
    }
    let Some(map) = value.as_object() else { return Err(("", Reason::Type)) };
    if map.keys().any(|k| k != "ar" && k != "en") {
        return Err(("", Reason::Unknown));
    }
    let mut out = Map::new();
    for lang in ["ar", "en"] {
        if let Some(v) = map.get(lang) {
            out.insert(lang.to_owned(), one(v, lang)?);
        }
    }
    Ok(Value::Object(out))
}

/// `2026-12-31T23:59`: a day that exists, and a time.
fn is_local_time(text: &str) -> bool {
    let b = text.as_bytes();
    let has_shape = b.len() == 16 && b[10] == b'T' && b[13] == b':';
    has_shape && text.is_ascii() && kernel::Millis::parse(&format!("{text}:00Z")).is_some()
}
