//! Paymob's regions and fields (contracts/paymob.md §1).

use kernel::Currency;

use crate::fields::{Characters, Choice, CredentialField, FieldKind, Label, Pattern, Presence, ProviderDescription, Region};

const EGYPT: Label = Label { ar: "مصر", en: "Egypt" };
const SAUDI_ARABIA: Label = Label { ar: "السعودية", en: "Saudi Arabia" };
const EMIRATES: Label = Label { ar: "الإمارات", en: "United Arab Emirates" };

/// Where the merchant finds most of the values.
const IN_SETTINGS: Label = Label {
    ar: "من لوحة Paymob: الإعدادات ثم معلومات الحساب",
    en: "In Paymob's dashboard: Settings, Account info",
};
const IN_INTEGRATIONS: Label = Label {
    ar: "من لوحة Paymob: المطورون ثم وسائل الدفع",
    en: "In Paymob's dashboard: Developers, Payment integrations",
};

/// The keys of the Intention API: with both of them the legacy iframe is not used.
pub(super) const INTENTION_KEYS: &[&str] = &["secret_key", "public_key"];

const IDENTIFIER: Pattern = Pattern::new(Characters::Digits, 1, 12);

/// What Paymob says of itself.
///
/// Oman is not offered: its currency has three decimals, and the contract does not know whether Paymob counts there in thousandths or
/// in hundredths (contracts/paymob.md §1, \[C\]). A wrong guess would charge ten times too much.
pub const DESCRIPTION: ProviderDescription = ProviderDescription {
    code: "PAYMOB",
    name: Label { ar: "بوابة Paymob", en: "Paymob" },
    regions: &[
        Region { code: "EG", name: EGYPT, api_base: "https://accept.paymob.com", currencies: &[Currency::EGP] },
        Region { code: "SA", name: SAUDI_ARABIA, api_base: "https://ksa.paymob.com", currencies: &[Currency::SAR] },
        Region { code: "AE", name: EMIRATES, api_base: "https://uae.paymob.com", currencies: &[Currency::AED] },
    ],
    fields: &[
        CredentialField {
            name: "region",
            label: Label { ar: "بلد الحساب", en: "Country of the account" },
            help: Label { ar: "البلد الذي فُتح فيه حساب Paymob", en: "Where the Paymob account was opened" },
            is_secret: false,
            kind: FieldKind::Choice(&[
                Choice { value: "EG", label: EGYPT },
                Choice { value: "SA", label: SAUDI_ARABIA },
                Choice { value: "AE", label: EMIRATES },
            ]),
            presence: Presence::Optional,
        },
        CredentialField {
            name: "api_key",
            label: Label { ar: "مفتاح API", en: "API key" },
            help: IN_SETTINGS,
            is_secret: true,
            kind: FieldKind::Text(Pattern::new(Characters::Key, 8, 2_000)),
            presence: Presence::Required,
        },
        CredentialField {
            name: "hmac",
            label: Label { ar: "مفتاح HMAC السري", en: "HMAC secret" },
            help: IN_SETTINGS,
            is_secret: true,
            kind: FieldKind::Text(Pattern::new(Characters::Hex, 32, 32)),
            presence: Presence::Required,
        },
        CredentialField {
            name: "integration_id",
            label: Label { ar: "رقم وسيلة الدفع بالبطاقة", en: "Integration ID of card payments" },
            help: IN_INTEGRATIONS,
            is_secret: false,
            kind: FieldKind::Number(IDENTIFIER),
            presence: Presence::Required,
        },
        CredentialField {
            name: "iframe_id",
            label: Label { ar: "رقم إطار الدفع (Iframe)", en: "Iframe ID" },
            help: Label {
                ar: "من لوحة Paymob: المطورون ثم Iframes", en: "In Paymob's dashboard: Developers, iFrames"
            },
            is_secret: false,
            kind: FieldKind::Number(IDENTIFIER),
            presence: Presence::RequiredWithout(INTENTION_KEYS),
        },
        CredentialField {
            name: "wallet_integration_id",
            label: Label { ar: "رقم وسيلة الدفع بالمحفظة", en: "Integration ID of mobile wallets" },
            help: IN_INTEGRATIONS,
            is_secret: false,
            kind: FieldKind::Number(IDENTIFIER),
            presence: Presence::Optional,
        },
        CredentialField {
            name: "kiosk_integration_id",
            label: Label {
                ar: "رقم وسيلة الدفع في المنافذ (أمان، مصاري)", en: "Integration ID of kiosks (Aman, Masary)"
            },
            help: IN_INTEGRATIONS,
            is_secret: false,
            kind: FieldKind::Number(IDENTIFIER),
            presence: Presence::Optional,
        },
        CredentialField {
            name: "secret_key",
            label: Label { ar: "المفتاح السري (Secret key)", en: "Secret key" },
            help: IN_SETTINGS,
            is_secret: true,
            kind: FieldKind::Text(Pattern::new(Characters::Key, 8, 200)),
            presence: Presence::Optional,
        },
        CredentialField {
            name: "public_key",
            label: Label { ar: "المفتاح العام (Public key)", en: "Public key" },
            help: IN_SETTINGS,
            is_secret: false,
            kind: FieldKind::Text(Pattern::new(Characters::Key, 8, 200)),
            presence: Presence::Optional,
        },
    ],
    // The legacy flow takes no address per payment: both callbacks are settings of the integration (contracts/paymob.md §4).
    callback_setup: Some(Label {
        ar: "ألصقه في لوحة Paymob في إعدادات كل وسيلة دفع (Integration) في خانة Transaction processed callback",
        en: "In Paymob's dashboard, open each payment integration and paste it as the transaction processed callback",
    }),
};

/// Without the keys of the Intention API, which takes an address per payment, the shopper comes back by a setting of the integration
/// as well (contracts/paymob.md §4).
pub(super) const RETURN_SETUP: Label = Label {
    ar: "ألصقه في إعدادات كل وسيلة دفع (Integration) في خانة Transaction response callback، ليعود المتسوّق إلى طلبه بعد الدفع",
    en: "Paste it in each payment integration as the transaction response callback, so that shoppers come back to their order",
};

/// The page of the Intention API's checkout of a region (contracts/paymob.md §1).
pub(super) fn checkout_page(region: &str) -> &'static str {
    match region {
        "SA" => "https://ksa.checkout.paymob.com/",
        "AE" => "https://uae.checkout.paymob.com/",
        _ => "https://eg.checkout.paymob.com/",
    }
}
