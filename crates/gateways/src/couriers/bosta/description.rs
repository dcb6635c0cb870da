//! Bosta's fields and what it can do (contracts/bosta.md).

use kernel::Currency;

use crate::couriers::capabilities::{BookingMode, Capabilities};
use crate::couriers::service::CourierService;
use crate::couriers::waybill::ParcelSize;
use crate::fields::{Characters, CredentialField, FieldKind, Label, Pattern, Presence, ProviderDescription, Region};

/// The name of the header in which Bosta sends the merchant's own key, where the merchant chose none.
pub(super) const DEFAULT_HEADER: &str = "Authorization";

/// Bosta of Egypt.
pub const DESCRIPTION: ProviderDescription = ProviderDescription {
    code: "BOSTA",
    name: Label { ar: "بوسطة", en: "Bosta" },
    regions: &[Region {
        code: "EG",
        name: Label { ar: "مصر", en: "Egypt" },
        api_base: "https://app.bosta.co",
        currencies: &[Currency::EGP],
    }],
    fields: &[
        CredentialField {
            name: "api_key",
            label: Label { ar: "مفتاح الربط (API key)", en: "API key" },
            help: Label {
                ar: "من لوحة بوسطة: الإعدادات ثم تكامل API؛ اختر صلاحية كاملة ليعمل الإلغاء",
                en: "In Bosta's dashboard: Settings, API Integration. Choose full access, or nothing can be canceled",
            },
            is_secret: true,
            kind: FieldKind::Text(Pattern::new(Characters::Key, 16, 1_000)),
            presence: Presence::Required,
        },
        CredentialField {
            name: "callback_key",
            label: Label { ar: "مفتاح الإشعارات", en: "Webhook key" },
            help: Label {
                ar: "كلمة من اختيارك تضعها في إعداد الإشعارات (Webhook) لدى بوسطة؛ بدونها لا تُقبل الإشعارات",
                en: "A word of your own that you also enter in Bosta's webhook settings; without it no webhook is accepted",
            },
            is_secret: true,
            kind: FieldKind::Text(Pattern::new(Characters::Key, 16, 200)),
            presence: Presence::Optional,
        },
        CredentialField {
            name: "callback_header",
            label: Label { ar: "اسم ترويسة الإشعارات", en: "Webhook header" },
            help: Label {
                ar: "اسم الترويسة التي تحمل مفتاح الإشعارات؛ اتركه فارغًا إن كان Authorization",
                en: "The header that carries the webhook key; leave it empty for Authorization",
            },
            is_secret: false,
            kind: FieldKind::Text(Pattern::new(Characters::Key, 1, 60)),
            presence: Presence::Optional,
        },
    ],
    callback_setup: Some(Label {
        ar: "من لوحة بوسطة: الإعدادات ثم تكامل API (Webhook)",
        en: "In Bosta's dashboard: Settings, API integration, webhook",
    }),
};

/// What Bosta can do.
pub const CAPABILITIES: Capabilities = Capabilities {
    booking: BookingMode::Http,
    has_changes: true,
    has_cancellation: true,
    has_labels: true,
    has_tracking: true,
    has_callbacks: true,
    has_pickups: true,
    has_rates: true,
    has_city_list: true,
    services: CourierService::ALL,
    sizes: ParcelSize::ALL,
    countries: &["EG"],
    currencies: &[Currency::EGP],
};
