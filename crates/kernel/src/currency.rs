//! The 16 currencies of core 9, with ISO 4217 digits (contracts/locale.md §5).

use serde::{Deserialize, Serialize};

macro_rules! currencies {
    ($($code:ident $digits:literal $shown:literal $symbol:literal $name:literal;)*) => {
        /// A currency a store may trade in (CO-01).
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
        #[expect(missing_docs, reason = "the ISO codes say it")]
        pub enum Currency { $($code),* }

        impl Currency {
            /// All of them, in the document's order.
            pub const ALL: &'static [Currency] = &[$(Currency::$code),*];

            /// ISO 4217 alphabetic code.
            #[must_use]
            pub const fn code(self) -> &'static str { match self { $(Currency::$code => stringify!($code)),* } }

            /// Digits after the point in which amounts are stored.
            #[must_use]
            pub const fn exponent(self) -> u32 { match self { $(Currency::$code => $digits),* } }

            /// Digits after the point in which amounts are shown (LBP, SYP and YER show none).
            #[must_use]
            pub const fn shown_digits(self) -> u32 { match self { $(Currency::$code => $shown),* } }

            /// The sign used in Arabic text.
            #[must_use]
            pub const fn symbol_ar(self) -> &'static str { match self { $(Currency::$code => $symbol),* } }

            /// The Arabic name.
            #[must_use]
            pub const fn name_ar(self) -> &'static str { match self { $(Currency::$code => $name),* } }

            /// Reads an ISO code, upper case.
            #[must_use]
            pub fn parse(code: &str) -> Option<Self> { match code { $(stringify!($code) => Some(Currency::$code),)* _ => None } }
        }
    };
}

currencies! {
    AED 2 2 "د.إ" "درهم إماراتي";
    BHD 3 3 "د.ب" "دينار بحريني";
    EGP 2 2 "ج.م" "جنيه مصري";
    EUR 2 2 "€" "يورو";
    JOD 3 3 "د.أ" "دينار أردني";
    KWD 3 3 "د.ك" "دينار كويتي";
    LBP 2 0 "ل.ل" "ليرة لبنانية";
    LYD 3 3 "د.ل" "دينار ليبي";
    MAD 2 2 "د.م" "درهم مغربي";
    OMR 3 3 "ر.ع" "ريال عماني";
    QAR 2 2 "ر.ق" "ريال قطري";
    SAR 2 2 "ر.س" "ريال سعودي";
    SYP 2 0 "ل.س" "ليرة سورية";
    TND 3 3 "د.ت" "دينار تونسي";
    USD 2 2 "US$" "دولار أمريكي";
    YER 2 0 "ر.ي" "ريال يمني";
}
