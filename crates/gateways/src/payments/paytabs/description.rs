//! PayTabs' regions and fields (contracts/paytabs.md).

use kernel::Currency;

use crate::fields::{Characters, Choice, CredentialField, FieldKind, Label, Pattern, Presence, ProviderDescription, Region};

const HELP: Label = Label {
    ar: "من لوحة PayTabs: المطورون ثم إدارة المفاتيح",
    en: "In PayTabs' dashboard: Developers, Key management",
};

const PROFILE_ID: CredentialField = CredentialField {
    name: "profile_id",
    label: Label { ar: "رقم الملف (Profile ID)", en: "Profile ID" },
    help: HELP,
    is_secret: false,
    kind: FieldKind::Number(Pattern::new(Characters::Digits, 1, 12)),
    presence: Presence::Required,
};

const SERVER_KEY: CredentialField = CredentialField {
    name: "server_key",
    label: Label { ar: "مفتاح الخادم (Server key)", en: "Server key" },
    help: HELP,
    is_secret: true,
    kind: FieldKind::Text(Pattern::new(Characters::Key, 16, 100)),
    presence: Presence::Required,
};

const CLIENT_KEY: CredentialField = CredentialField {
    name: "client_key",
    label: Label { ar: "مفتاح العميل (Client key)", en: "Client key" },
    help: HELP,
    is_secret: false,
    kind: FieldKind::Text(Pattern::new(Characters::Key, 16, 100)),
    presence: Presence::Optional,
};

/// The profile decides which currencies it takes, and the contract lists none: the country's own and those that its shops sell in.
macro_rules! regions {
    ($($constant:ident $code:literal $ar:literal $en:literal $base:literal [$($currency:ident),*];)*) => {
        $(const $constant: Region = Region {
            code: $code,
            name: Label { ar: $ar, en: $en },
            api_base: $base,
            currencies: &[$(Currency::$currency),*],
        };)*

        /// The choices of the region, in the order of the regions.
        const CHOICES: &[Choice] = &[$(Choice { value: $constant.code, label: $constant.name }),*];
        const REGIONS: &[Region] = &[$($constant),*];
    };
}

regions! {
    EMIRATES "AE" "الإمارات" "United Arab Emirates" "https://secure.paytabs.com" [AED, USD, EUR];
    OMAN "OM" "عُمان" "Oman" "https://secure-oman.paytabs.com" [OMR, USD];
    JORDAN "JO" "الأردن" "Jordan" "https://secure-jordan.paytabs.com" [JOD, USD];
    KUWAIT "KW" "الكويت" "Kuwait" "https://secure-kuwait.paytabs.com" [KWD, USD];
    IRAQ "IQ" "العراق" "Iraq" "https://secure-iraq.paytabs.com" [USD];
    MOROCCO "MA" "المغرب" "Morocco" "https://secure-morocco.paytabs.com" [MAD, EUR, USD];
    QATAR "QA" "قطر" "Qatar" "https://secure-doha.paytabs.com" [QAR, USD];
    PALESTINE "PS" "فلسطين" "Palestine" "https://secure-palestine.paytabs.com" [JOD, USD];
    GLOBAL "GLOBAL" "حساب دولي" "Global" "https://secure-global.paytabs.com" [USD, EUR, AED, SAR, BHD];
}

/// PayTabs of the Emirates, and of the countries without a provider of their own.
pub const PAYTABS: ProviderDescription = ProviderDescription {
    code: "PAYTABS",
    name: Label { ar: "بوابة PayTabs", en: "PayTabs" },
    regions: REGIONS,
    fields: &[
        CredentialField {
            name: "region",
            label: Label { ar: "بلد الحساب", en: "Country of the account" },
            help: Label {
                ar: "البلد الذي فُتح فيه حساب PayTabs؛ المفتاح لا يعمل في بلد آخر",
                en: "Where the PayTabs account was opened; a key works nowhere else",
            },
            is_secret: false,
            kind: FieldKind::Choice(CHOICES),
            presence: Presence::Optional,
        },
        PROFILE_ID,
        SERVER_KEY,
        CLIENT_KEY,
    ],
    callback_setup: None,
};

/// PayTabs of Egypt.
pub const PAYTABS_EG: ProviderDescription = ProviderDescription {
    code: "PAYTABS_EG",
    name: Label { ar: "بوابة PayTabs مصر", en: "PayTabs Egypt" },
    regions: &[Region {
        code: "EG",
        name: Label { ar: "مصر", en: "Egypt" },
        api_base: "https://secure-egypt.paytabs.com",
        currencies: &[Currency::EGP, Currency::USD],
    }],
    fields: &[PROFILE_ID, SERVER_KEY, CLIENT_KEY],
    callback_setup: None,
};

/// PayTabs of Saudi Arabia.
pub const PAYTABS_SA: ProviderDescription = ProviderDescription {
    code: "PAYTABS_SA",
    name: Label { ar: "بوابة PayTabs السعودية", en: "PayTabs Saudi Arabia" },
    regions: &[Region {
        code: "SA",
        name: Label { ar: "السعودية", en: "Saudi Arabia" },
        api_base: "https://secure.paytabs.sa",
        currencies: &[Currency::SAR, Currency::USD],
    }],
    fields: &[PROFILE_ID, SERVER_KEY, CLIENT_KEY],
    callback_setup: None,
};
