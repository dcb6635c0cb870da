//! The captions that identify columns, in both languages, and detection of the platform.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use kernel::Lang;
use serde::{Deserialize, Serialize};

use super::field::Field;
use platform::imports::sheet::{Table, caption_key};

/// The mapping of a file's columns to fields, and its format.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Mapping {
    pub(super) format: Format,
    pub(super) columns: Vec<Option<Field>>,
}

/// The platform that wrote a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Format {
    Rawaj,
    Shopify,
    #[serde(rename = "woocommerce")]
    WooCommerce,
    Salla,
    Zid,
    Unknown,
}

impl Format {
    /// The value in the API.
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Rawaj => "rawaj",
            Self::Shopify => "shopify",
            Self::WooCommerce => "woocommerce",
            Self::Salla => "salla",
            Self::Zid => "zid",
            Self::Unknown => "unknown",
        }
    }
}

/// Captions of the platforms and of merchants' own sheets. Of several captions of one field the first that the file has counts.
const CAPTIONS: &[(Field, &[&str])] = &[
    (
        Field::Name,
        &[
            "name",
            "full name",
            "customer name",
            "customer",
            "client name",
            "display name",
            "contact name",
            "اسم العميل",
            "الاسم الكامل",
            "الاسم بالكامل",
            "العميل",
            "اسم الزبون",
            "إسم العميل",
        ],
    ),
    (
        Field::FirstName,
        &["first name", "firstname", "given name", "billing_first_name", "billing first name", "الاسم الاول", "إسم العميل الأول"],
    ),
    (
        Field::LastName,
        &[
            "last name",
            "lastname",
            "surname",
            "family name",
            "billing_last_name",
            "billing last name",
            "الاسم الأخير",
            "اللقب",
            "الاسم الثاني",
            "العائلة",
        ],
    ),
    (
        Field::Mobile,
        &[
            "mobile",
            "phone",
            "mobile number",
            "phone number",
            "mobile phone",
            "telephone",
            "tel",
            "cell",
            "cell phone",
            "whatsapp number",
            "contact number",
            "billing_phone",
            "billing phone",
            "customer phone",
            "customer mobile",
            "رقم الجوال",
            "الجوال",
            "رقم الهاتف",
            "الهاتف",
            "الموبايل",
            "رقم الموبايل",
            "المحمول",
            "رقم المحمول",
            "جوال العميل",
            "رقم التواصل",
            "رقم الواتساب",
            "هاتف",
        ],
    ),
    (
        Field::CallingCode,
        &[
            "calling code",
            "mobile code",
            "country calling code",
            "dial code",
            "phone code",
            "mobile_code",
            "رمز الدولة",
            "كود الدولة",
            "مفتاح الجوال",
        ],
    ),
    (
        Field::Email,
        &[
            "email",
            "e-mail",
            "email address",
            "mail",
            "user email",
            "user_email",
            "billing_email",
            "billing email",
            "customer email",
            "البريد",
            "الايميل",
            "إيميل",
            "بريد العميل",
            "البريد الالكتروني",
        ],
    ),
    (Field::Language, &["language", "locale", "lang", "preferred language", "لغة العميل"]),
    (Field::Tags, &["tags", "tag", "labels", "وسوم", "التصنيف", "تصنيف العميل"]),
    (
        Field::Groups,
        &[
            "groups",
            "group",
            "customer group",
            "customer groups",
            "segment",
            "role",
            "المجموعة",
            "مجموعة العميل",
            "مجموعات العميل",
            "مجموعة العملاء",
        ],
    ),
    (Field::Note, &["note", "notes", "comment", "comments", "remarks", "ملاحظات", "الملاحظات"]),
    (
        Field::Country,
        &[
            "country",
            "country code",
            "country / region",
            "default address country code",
            "default address country",
            "billing_country",
            "billing country",
            "البلد",
            "دولة",
        ],
    ),
    (
        Field::Region,
        &[
            "region",
            "state",
            "province",
            "governorate",
            "emirate",
            "default address province code",
            "default address province",
            "billing_state",
            "billing state",
            "المحافظة",
            "الإمارة",
            "منطقة",
        ],
    ),
    (Field::City, &["city", "town", "default address city", "billing_city", "billing city", "مدينة", "مدينة العميل"]),
    (Field::District, &["district", "neighborhood", "neighbourhood", "area", "block", "الحى", "حي", "القطعة"]),
    (
        Field::Street,
        &[
            "street",
            "address",
            "address 1",
            "address1",
            "address line 1",
            "street address",
            "default address address1",
            "billing_address_1",
            "billing address 1",
            "العنوان",
            "عنوان العميل",
            "شارع",
            "اسم الشارع",
        ],
    ),
    (
        Field::Building,
        &[
            "building",
            "address 2",
            "address2",
            "address line 2",
            "apartment",
            "building number",
            "default address address2",
            "billing_address_2",
            "billing address 2",
            "رقم المبنى",
            "الشقة",
            "المنزل",
        ],
    ),
    (Field::ShortAddress, &["short address", "national address", "short national address", "العنوان الوطني", "العنوان المختصر"]),
    (
        Field::PostalCode,
        &[
            "postal code",
            "zip",
            "zip code",
            "postcode",
            "default address zip",
            "billing_postcode",
            "billing postcode",
            "الرمز البريدى",
            "صندوق البريد",
        ],
    ),
    (Field::Details, &["landmark", "directions", "address details", "وصف العنوان", "معلم قريب", "علامة مميزة"]),
    (Field::Recipient, &["recipient", "shipping name", "address name", "المستلم"]),
    (Field::AddressMobile, &["default address phone", "shipping phone", "shipping_phone", "هاتف المستلم", "جوال المستلم"]),
    (Field::Consents, &["consents", "agreed to"]),
    (
        Field::Sms,
        &["accepts sms marketing", "sms marketing", "sms consent", "sms opt in", "الموافقة على الرسائل النصية", "الرسائل النصية"],
    ),
    (Field::Whatsapp, &["accepts whatsapp marketing", "whatsapp consent", "whatsapp opt in", "الموافقة على واتساب"]),
    (
        Field::EmailConsent,
        &[
            "accepts email marketing",
            "accepts marketing",
            "email marketing",
            "email consent",
            "newsletter",
            "email opt in",
            "الموافقة على البريد",
            "النشرة البريدية",
            "القائمة البريدية",
        ],
    ),
    (Field::Calls, &["accepts calls", "call consent", "الموافقة على المكالمات"]),
];

static KNOWN: LazyLock<HashMap<String, Field>> = LazyLock::new(|| {
    let mut known = HashMap::new();
    for (field, captions) in CAPTIONS {
        for caption in *captions {
            known.entry(caption_key(caption)).or_insert(*field);
        }
    }
    for field in Field::ALL {
        for caption in [field.label(Lang::Ar), field.label(Lang::En), field.key()] {
            known.entry(caption_key(caption)).or_insert(*field);
        }
    }
    known
});

/// Whether a row of folded cells can be the header: it has a column that identifies customers, and another one.
pub(super) fn looks_like_header(keys: &[String]) -> bool {
    let fields: HashSet<Field> = keys.iter().filter_map(|key| KNOWN.get(key)).copied().collect();
    (fields.contains(&Field::Mobile) || fields.contains(&Field::Email)) && fields.len() >= 2
}

fn detect(table: &Table) -> Format {
    let keys: HashSet<&str> = table.keys.iter().map(String::as_str).collect();
    let has = |caption: &str| keys.contains(caption_key(caption).as_str());
    if (has("Customer since") && has("Total spent") && has("Currency")) || (has("عميل منذ") && has("إجمالي المشتريات"))
    {
        Format::Rawaj
    } else if has("Accepts Email Marketing") || has("Default Address City") || (has("Customer ID") && has("Total Spent")) {
        Format::Shopify
    } else if has("billing_phone") || has("billing_email") || (has("Username") && (has("AOV") || has("Total Spend"))) {
        Format::WooCommerce
    } else if (has("الاسم الأول") || has("اسم العميل")) && (has("رقم الجوال") || has("الجوال"))
    {
        Format::Salla
    } else if has("telephone") && (has("name") || has("customer name")) {
        Format::Zid
    } else {
        Format::Unknown
    }
}

/// The mapping that follows from the captions; a field that takes one column gets the first.
pub(super) fn guess(table: &Table) -> Mapping {
    let mut used: HashSet<Field> = HashSet::new();
    let field = |key: &String| KNOWN.get(key).copied().filter(|field| used.insert(*field) || field.may_repeat());
    let columns = table.keys.iter().map(field).collect();
    Mapping { format: detect(table), columns }
}

/// Columns of the template, in order.
const TEMPLATE: &[Field] = &[
    Field::Name,
    Field::Mobile,
    Field::Email,
    Field::Language,
    Field::Tags,
    Field::Groups,
    Field::Note,
    Field::Country,
    Field::City,
    Field::District,
    Field::Street,
    Field::Building,
    Field::ShortAddress,
    Field::PostalCode,
    Field::Sms,
    Field::Whatsapp,
    Field::EmailConsent,
    Field::Calls,
];

/// A file with only the header in a language: UTF-8 with a byte-order mark and CRLF.
pub(super) fn template(lang: Lang) -> String {
    let captions: Vec<&str> = TEMPLATE.iter().map(|field| field.label(lang)).collect();
    format!("\u{FEFF}{}\r\n", captions.join(","))
}
