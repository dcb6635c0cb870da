//! The fields that a column of a customer file can be mapped to.

use std::fmt;
use std::str::FromStr;

use kernel::Lang;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

macro_rules! fields {
    ($($v:ident $key:literal $group:literal $ar:literal $en:literal;)*) => {
        /// A field that a column can be mapped to.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub(super) enum Field { $($v),* }

        impl Field {
            /// All fields, in the order of the mapping screen.
            pub(super) const ALL: &'static [Self] = &[$(Self::$v),*];

            /// Its key in the API and in stored mappings.
            pub(super) const fn key(self) -> &'static str { match self { $(Self::$v => $key),* } }

            /// Its group: `customer`, `address` or `consent`.
            pub(super) const fn group(self) -> &'static str { match self { $(Self::$v => $group),* } }

            /// Its label.
            pub(super) const fn label(self, lang: Lang) -> &'static str {
                match (self, lang) { $((Self::$v, Lang::Ar) => $ar, (Self::$v, Lang::En) => $en),* }
            }
        }
    };
}

fields! {
    Name "name" "customer" "الاسم" "Name";
    FirstName "first_name" "customer" "الاسم الأول" "First name";
    LastName "last_name" "customer" "اسم العائلة" "Last name";
    Mobile "mobile" "customer" "الجوال" "Mobile";
    CallingCode "calling_code" "customer" "مفتاح الدولة" "Calling code";
    Email "email" "customer" "البريد الإلكتروني" "Email";
    Language "language" "customer" "اللغة" "Language";
    Tags "tags" "customer" "الوسوم" "Tags";
    Groups "groups" "customer" "المجموعات" "Groups";
    Note "note" "customer" "ملاحظة" "Note";
    Country "country" "address" "الدولة" "Country";
    Region "region" "address" "المنطقة" "Region";
    City "city" "address" "المدينة" "City";
    District "district" "address" "الحي" "District";
    Street "street" "address" "الشارع" "Street";
    Building "building" "address" "المبنى" "Building";
    ShortAddress "short_address" "address" "العنوان الوطني المختصر" "Short national address";
    PostalCode "postal_code" "address" "الرمز البريدي" "Postal code";
    Details "details" "address" "تفاصيل العنوان" "Address details";
    Recipient "recipient" "address" "اسم المستلم" "Recipient";
    AddressMobile "address_mobile" "address" "جوال العنوان" "Address phone";
    Consents "consents" "consent" "وافق على" "Agreed to";
    Sms "sms" "consent" "يوافق على الرسائل النصية" "Agrees to SMS";
    Whatsapp "whatsapp" "consent" "يوافق على واتساب" "Agrees to WhatsApp";
    EmailConsent "email_marketing" "consent" "يوافق على البريد الإلكتروني" "Agrees to e-mail";
    Calls "calls" "consent" "يوافق على المكالمات" "Agrees to calls";
}

impl Field {
    /// Several columns may give it: their values are combined.
    pub(super) const fn may_repeat(self) -> bool {
        matches!(self, Self::Tags | Self::Groups | Self::Note | Self::Details)
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// The key names no field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no such import field")]
pub(super) struct NoSuchField;

impl FromStr for Field {
    type Err = NoSuchField;

    fn from_str(key: &str) -> Result<Self, NoSuchField> {
        Self::ALL.iter().copied().find(|field| field.key() == key).ok_or(NoSuchField)
    }
}

impl Serialize for Field {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.key())
    }
}

impl<'de> Deserialize<'de> for Field {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let key = String::deserialize(deserializer)?;
        key.parse().map_err(serde::de::Error::custom)
    }
}
