//! Wassalha's fields and what it can do (contracts/wassalha.md).

use kernel::Currency;

use crate::couriers::capabilities::{BookingMode, Capabilities};
use crate::couriers::service::CourierService;
use crate::couriers::waybill::ParcelSize;
use crate::fields::{Characters, CredentialField, FieldKind, Label, Pattern, Presence, ProviderDescription, Region};

/// Wassalha of Egypt Post.
pub const DESCRIPTION: ProviderDescription = ProviderDescription {
    code: "WASSALHA",
    name: Label { ar: "وصّلها (البريد المصري)", en: "Wassalha (Egypt Post)" },
    regions: &[Region {
        code: "EG",
        name: Label { ar: "مصر", en: "Egypt" },
        api_base: "https://wassalha.egyptpost.org",
        currencies: &[Currency::EGP],
    }],
    fields: &[CredentialField {
        name: "merchant_name",
        label: Label { ar: "اسم التاجر لدى وصّلها", en: "Merchant name at Wassalha" },
        help: Label { ar: "كما هو مسجل في بوابة وصّلها", en: "As it is registered in Wassalha's portal" },
        is_secret: false,
        kind: FieldKind::Text(Pattern::new(Characters::Line, 1, 60)),
        presence: Presence::Required,
    }],
    callback_setup: None,
};

/// What Wassalha can do: no API is documented.
pub const CAPABILITIES: Capabilities = Capabilities {
    booking: BookingMode::Sheet,
    has_changes: false,
    has_cancellation: false,
    has_labels: false,
    has_tracking: false,
    has_callbacks: false,
    has_pickups: false,
    has_rates: false,
    has_city_list: false,
    services: &[CourierService::Deliver],
    sizes: &[ParcelSize::Small, ParcelSize::Medium, ParcelSize::Large],
    countries: &["EG"],
    currencies: &[Currency::EGP],
};
