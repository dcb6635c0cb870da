//! The fields that a column of a remittance sheet can give.

use std::fmt;
use std::str::FromStr;

use kernel::Lang;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

macro_rules! fields {
    ($($v:ident $key:literal $ar:literal $en:literal;)*) => {
        /// A field that a column can give.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub(super) enum Field { $($v),* }

        impl Field {
            /// All fields, in the order of the mapping screen.
            pub(super) const ALL: &'static [Self] = &[$(Self::$v),*];

            /// Its key in the API and in stored mappings.
            pub(super) const fn key(self) -> &'static str { match self { $(Self::$v => $key),* } }

            /// Its label.
            pub(super) const fn label(self, lang: Lang) -> &'static str {
                match (self, lang) { $((Self::$v, Lang::Ar) => $ar, (Self::$v, Lang::En) => $en),* }
            }
        }
    };
}

fields! {
    Waybill "waybill" "رقم البوليصة" "Waybill";
    Reference "reference" "رقم الطلب" "Order reference";
    Collected "collected" "المبلغ المحصل" "Collected amount";
    Fee "fee" "رسوم الشركة" "Fee";
    FeeVat "fee_vat" "ضريبة الرسوم" "VAT on fee";
    Net "net" "الصافي" "Net";
    Date "date" "التاريخ" "Date";
    Status "status" "الحالة" "Status";
}

impl Field {
    /// Couriers split their fees over several columns: those are added.
    pub(super) const fn may_repeat(self) -> bool {
        matches!(self, Self::Fee | Self::FeeVat)
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// The key names no field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no such field of a remittance sheet")]
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
