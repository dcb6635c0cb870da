//! The profile of a store and the rules of its settings. Pure.

use std::borrow::Cow;

use documents::{Paper, PrintLanguage};
use kernel::digits::scaled;
use kernel::phone::Phone;
use kernel::rules::Rule;
use kernel::text_guard::{Lines, TextFault, clean};
use kernel::{Currency, Lang, MediaId, StoreId, Texts};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use web::Message;
use web::message::common;

/// A store as carts, orders and the storefront need it.
#[derive(Debug, Clone, PartialEq)]
pub struct StoreProfile {
    /// Its id.
    pub id: StoreId,
    /// The label of its host name: `{slug}.{platform}`.
    pub slug: String,
    /// The name shoppers see.
    pub name: String,
    /// The currency of all its amounts (ST-04).
    pub currency: Currency,
    /// ISO 3166 alpha-2, upper case.
    pub country: String,
    /// IANA name, for showing times.
    pub timezone: String,
    /// The storefront's language when the shopper chose none.
    pub default_language: Lang,
    /// Every language of the storefront; the default one is among them.
    pub languages: Vec<Lang>,
    /// The questionnaire of AU-04 is answered.
    pub is_ready: bool,
    /// The store that the demo sign-in opens.
    pub is_demo: bool,
    /// Its address answers (TH-06).
    pub is_url_ready: bool,
    /// Its theme has its content (TH-06).
    pub is_theme_ready: bool,
    /// Features of the plan (GU-10).
    pub feature_flags: Vec<String>,
    /// Incremented by every change of the row.
    pub version: i64,
    /// The settings, with defaults where nothing is set.
    pub settings: StoreSettings,
}

/// The code of [`VatRegistration`] among the stored settings. The settings pages do not have it: it is saved together with what
/// follows from it.
pub const VAT_REGISTRATION: &str = "vat_registration";

/// A store's VAT registration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum VatRegistration {
    /// It charges VAT under its number.
    Registered,
    /// It charges none.
    NotRegistered,
}

impl VatRegistration {
    /// Reads the stored value.
    ///
    /// # Errors
    /// For an unknown word.
    pub fn read(stored: &Value) -> db::Result<Self> {
        serde_json::from_value(stored.clone()).map_err(|_| unreadable(VAT_REGISTRATION, stored))
    }
}

/// When an invoice is issued automatically.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum InvoiceWhen {
    /// Whichever comes first.
    #[default]
    PaidOrShipped,
    /// The order is paid.
    Paid,
    /// The order has left the store.
    Shipped,
    /// Never.
    Manual,
}

impl InvoiceWhen {
    /// Reads the word of the setting.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "paid_or_shipped" => Self::PaidOrShipped,
            "paid" => Self::Paid,
            "shipped" => Self::Shipped,
            "manual" => Self::Manual,
            _ => return None,
        })
    }
}

/// The error of a stored setting that the program never writes: a newer version's, or damage. It is never replaced by the
/// default.
fn unreadable(code: &'static str, stored: &Value) -> db::Error {
    db::Error::stored_word("store_settings", code, &stored.to_string())
}

/// A document of another slice among the settings; its default where none is stored.
///
/// # Errors
/// For one that cannot be read.
pub fn read_document<T: serde::de::DeserializeOwned + Default>(code: &'static str, stored: &Value) -> db::Result<T> {
    if stored.is_null() { Ok(T::default()) } else { serde_json::from_value(stored.clone()).map_err(|_| unreadable(code, stored)) }
}

/// Settings of a store (ST-02, ST-05, ST-06).
#[derive(Debug, Clone, PartialEq, Default)]
pub struct StoreSettings {
    /// None until the store has entered it.
    pub vat_registration: Option<VatRegistration>,
    /// VAT in hundredths of a percent: 15 % is 1500.
    pub vat_rate_bp: i64,
    /// Prices are shown and entered with VAT in them.
    pub prices_include_vat: bool,
    /// Checkout asks for an e-mail address.
    pub require_email_in_checkout: bool,
    /// Addresses outside the store's country are accepted.
    pub allow_worldwide_checkout: bool,
    /// Product pages show "buy now".
    pub show_buy_now_button: bool,
    /// "Add to cart" leads straight to checkout.
    pub skip_cart_page: bool,
    /// Title of the front page for search engines.
    pub seo_title: Texts,
    /// Description of the front page for search engines.
    pub seo_description: Texts,
    /// Keywords, comma separated.
    pub seo_keywords: Texts,
    /// Where shoppers write to; empty when not set.
    pub store_email: String,
    /// E.164; empty when not set.
    pub store_phone: String,
    /// The store's line of business, in the merchant's words.
    pub store_industry: String,
    /// As shown in the footer and on invoices.
    pub store_address: Texts,
    /// The name that the business is registered under; empty when it is the store's.
    pub legal_name: String,
    /// Empty when the store is not registered for VAT.
    pub vat_number: String,
    /// Empty when not given.
    pub commercial_registration: String,
    /// Below every document.
    pub document_footer: Texts,
    /// The language of documents.
    pub document_language: PrintLanguage,
    /// The paper of documents.
    pub document_paper: Paper,
    /// When an invoice is issued automatically.
    pub invoice_when: InvoiceWhen,
    /// Low-stock threshold: products with so many pieces or fewer count as nearly sold out, unless they have a threshold of their
    /// own.
    pub low_stock_at: i64,
    /// Minutes for which a checkout reserves its pieces.
    pub checkout_hold_minutes: i64,
    /// The rules for cash orders, as the COD risk slice stores them; null when there are none.
    pub cod_rules: Value,
    /// When and how often customers are called, as the orders slice stores it; null when nothing is set.
    pub confirmation: Value,
    /// The required parts of an address before an order is shipped, as the orders slice stores them; null when nothing is set.
    pub address_gate: Value,
    /// 800 x 180 is advised.
    pub logo: Option<MediaId>,
    /// 64 x 64 is advised.
    pub favicon: Option<MediaId>,
}

/// The form of a code's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// One line of so many characters; the flag says whether it is required.
    Line(usize, bool),
    Email,
    Phone,
    /// A media id or null.
    Media,
    /// `light` or `dark`; null until the person has chosen.
    Skin,
    /// A percentage as a decimal string with at most two decimals, from 0 to 100.
    Percent,
    Flag,
    /// A whole number within bounds, and its default.
    Whole(i64, i64, i64),
    /// Translated text of so many characters each.
    Texts(usize, Lines),
    /// One of these words; the first is the default.
    Choice(&'static [&'static str]),
    /// Empty, or in the format of the country's tax authority.
    VatNumber,
}

macro_rules! codes {
    ($($v:ident $word:literal $shape:expr;)*) => {
        /// A setting's code (ST-09).
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "the words say it")]
        pub enum Code { $($v),* }

        impl Code {
            /// All of them, in the order of the settings pages.
            pub const ALL: &'static [Self] = &[$(Self::$v),*];

            /// The word on the wire.
            #[must_use]
            pub const fn as_str(self) -> &'static str { match self { $(Self::$v => $word),* } }

            /// Reads the word.
            #[must_use]
            pub fn parse(word: &str) -> Option<Self> { match word { $($word => Some(Self::$v),)* _ => None } }

            const fn shape(self) -> Shape { match self { $(Self::$v => $shape),* } }
        }
    };
}

codes! {
    StoreName "store_name" Shape::Line(80, true);
    StoreEmail "store_email" Shape::Email;
    StorePhone "store_phone" Shape::Phone;
    StoreIndustry "store_industry" Shape::Line(80, false);
    StoreAddress "store_address" Shape::Texts(300, Lines::Many);
    Logo "logo" Shape::Media;
    Favicon "favicon" Shape::Media;
    DashboardLayoutSkin "dashboard_layout_skin" Shape::Skin;
    VatValue "vat_value" Shape::Percent;
    VatNumber "vat_number" Shape::VatNumber;
    LegalName "legal_name" Shape::Line(120, false);
    CommercialRegistration "commercial_registration" Shape::Line(30, false);
    DocumentFooter "document_footer" Shape::Texts(300, Lines::Many);
    DocumentLanguage "document_language" Shape::Choice(&["ar", "both", "en"]);
    DocumentPaper "document_paper" Shape::Choice(&["a4", "a5", "roll80"]);
    InvoiceWhen "invoice_when" Shape::Choice(&["paid_or_shipped", "paid", "shipped", "manual"]);
    PricesIncludeVat "prices_include_vat" Shape::Flag;
    AllowGuestCheckout "allow_guest_checkout" Shape::Flag;
    RequireEmailInCheckout "require_email_in_checkout" Shape::Flag;
    AllowWorldwideCheckout "allow_worldwide_checkout" Shape::Flag;
    ShowBuyNowButton "show_buy_now_button" Shape::Flag;
    SkipCartPage "skip_cart_page" Shape::Flag;
    LowStockThreshold "low_stock_threshold" Shape::Whole(0, 1_000, 5);
    CheckoutHoldMinutes "checkout_hold_minutes" Shape::Whole(5, 60, 15);
    SeoTitle "seo_title" Shape::Texts(120, Lines::Single);
    SeoDescription "seo_description" Shape::Texts(320, Lines::Single);
    SeoKeywords "seo_keywords" Shape::Texts(300, Lines::Single);
}

const NOT_AN_EMAIL: Message = Message::new("اكتب بريدًا إلكترونيًا صحيحًا.", "Enter a valid email address.");
const NOT_A_SAUDI_VAT_NUMBER: Message = Message::new(
    "الرقم الضريبي السعودي 15 رقمًا، يبدأ وينتهي بالرقم 3.",
    "Saudi VAT numbers have 15 digits, starting and ending with 3.",
);
const GUESTS_ONLY: Message = Message::new(
    "لا يمكن إيقاف الطلب بدون حساب قبل توفر حسابات المتسوقين.",
    "Guest checkout can't be turned off until shoppers have accounts.",
);
const NOT_A_PERCENTAGE: Message = Message::new(
    "أدخل نسبة من 0 إلى 100 بمنزلتين عشريتين على الأكثر.",
    "Enter a percentage from 0 to 100 with at most two decimals.",
);

impl Code {
    /// The value when nothing is set. A new store shows prices with VAT, sells to guests and skips nothing.
    #[must_use]
    pub fn default_value(self) -> Value {
        match self.shape() {
            Shape::Line(..) | Shape::Email | Shape::Phone | Shape::VatNumber => json!(""),
            Shape::Media => Value::Null,
            // Not chosen: the browser's preference is used.
            Shape::Skin => Value::Null,
            Shape::Percent => json!("0"),
            Shape::Flag => json!(matches!(self, Self::PricesIncludeVat | Self::AllowGuestCheckout | Self::ShowBuyNowButton)),
            Shape::Whole(_, _, unset) => json!(unset),
            Shape::Texts(..) => json!({}),
            Shape::Choice(words) => json!(words[0]),
        }
    }

    /// Whether a stored value has the form that the program writes.
    fn is_readable(self, value: &Value) -> bool {
        let text = value.as_str();
        match self.shape() {
            Shape::Line(..) | Shape::Email | Shape::Phone | Shape::VatNumber => text.is_some(),
            Shape::Media => value.is_null() || text.is_some_and(|id| id.parse::<MediaId>().is_ok()),
            Shape::Skin => value.is_null() || matches!(text, Some("light" | "dark")),
            Shape::Percent => text.is_some_and(|rate| matches!(scaled(rate, 2), Ok(0..=10_000))),
            Shape::Flag => value.is_boolean(),
            Shape::Whole(..) => value.is_i64(),
            Shape::Texts(..) => serde_json::from_value::<Texts>(value.clone()).is_ok(),
            Shape::Choice(words) => text.is_some_and(|word| words.contains(&word)),
        }
    }

    /// Whether the setting belongs to the person, not to the store (SH-07).
    #[must_use]
    pub const fn is_personal(self) -> bool {
        matches!(self, Self::DashboardLayoutSkin)
    }

    /// A value that cannot be changed, whatever is stored: without shopper accounts, a store that takes no guests takes no
    /// orders.
    #[must_use]
    pub fn fixed(self) -> Option<Value> {
        (self == Self::AllowGuestCheckout).then(|| json!(true))
    }

    /// Whether the setting names a media file.
    #[must_use]
    pub fn is_media(self) -> bool {
        self.shape() == Shape::Media
    }

    /// The value in the form that is stored; `country` is the default for a phone number without a calling code.
    ///
    /// # Errors
    /// What is wrong with it, with the path inside the value (`ar`), empty for the value itself.
    pub fn read(self, value: &Value, country: &str) -> Result<Value, (&'static str, Message)> {
        let text = || value.as_str().ok_or(("", common::WRONG_TYPE));
        match self.shape() {
            Shape::Line(max, is_required) => {
                let line = clean(text()?, max, Lines::Single).map_err(|f| ("", fault(f)))?;
                if is_required && line.is_empty() { Err(("", common::REQUIRED)) } else { Ok(json!(line)) }
            }
            Shape::Email => {
                let email = clean(text()?, 254, Lines::Single).map_err(|f| ("", fault(f)))?.to_lowercase();
                if Rule::Email.accepts(&email) { Ok(json!(email)) } else { Err(("", NOT_AN_EMAIL)) }
            }
            Shape::Phone if text()?.trim().is_empty() => Ok(json!("")),
            Shape::Phone => match Phone::parse(text()?, country) {
                Ok(phone) => Ok(json!(phone.e164())),
                Err(e) => Err(("", Message::new(e.message(Lang::Ar), e.message(Lang::En)))),
            },
            Shape::Media if value.is_null() => Ok(Value::Null),
            Shape::Media => match text()?.parse::<MediaId>() {
                Ok(id) => Ok(json!(id.to_string())),
                Err(_) => Err(("", common::NO_SUCH)),
            },
            Shape::Skin => match text()? {
                skin @ ("light" | "dark") => Ok(json!(skin)),
                _ => Err(("", common::NOT_A_CHOICE)),
            },
            Shape::Percent => match scaled(text()?, 2) {
                Ok(bp @ 0..=10_000) => Ok(json!(percent_text(bp))),
                _ => Err(("", NOT_A_PERCENTAGE)),
            },
            Shape::Choice(words) => {
                let word = text()?;
                if words.contains(&word) { Ok(json!(word)) } else { Err(("", common::NOT_A_CHOICE)) }
            }
            Shape::VatNumber => {
                let number = clean(&kernel::digits::to_latin(text()?), 20, Lines::Single).map_err(|f| ("", fault(f)))?;
                // contracts/zatca.md §1; other countries' numbers are stored as they are typed.
                if number.is_empty() || country != "SA" || documents::zatca::is_vat_number(&number) {
                    Ok(json!(number))
                } else {
                    Err(("", NOT_A_SAUDI_VAT_NUMBER))
                }
            }
            Shape::Flag if self == Self::AllowGuestCheckout && *value == json!(false) => Err(("", GUESTS_ONLY)),
            Shape::Flag => value.as_bool().map(|b| json!(b)).ok_or(("", common::WRONG_TYPE)),
            Shape::Whole(min, max, _) => match value.as_i64() {
                None => Err(("", common::WRONG_TYPE)),
                Some(n) if (min..=max).contains(&n) => Ok(json!(n)),
                Some(_) => Err(("", common::BETWEEN.with("min", min).with("max", max))),
            },
            Shape::Texts(max, lines) => {
                let texts: Texts = serde_json::from_value(value.clone()).map_err(|_| ("", common::WRONG_TYPE))?;
                let ar = clean(&texts.ar, max, lines).map_err(|f| ("ar", fault(f)))?;
                let en = clean(&texts.en, max, lines).map_err(|f| ("en", fault(f)))?;
                Ok(json!(Texts { ar, en }))
            }
        }
    }
}

/// The time zone of a country's capital; Riyadh's where the country is not of the region.
#[must_use]
pub fn timezone_of(country: &str) -> &'static str {
    match country {
        "AE" => "Asia/Dubai",
        "BH" => "Asia/Bahrain",
        "DZ" => "Africa/Algiers",
        "EG" => "Africa/Cairo",
        "IQ" => "Asia/Baghdad",
        "JO" => "Asia/Amman",
        "KW" => "Asia/Kuwait",
        "LB" => "Asia/Beirut",
        "LY" => "Africa/Tripoli",
        "MA" => "Africa/Casablanca",
        "OM" => "Asia/Muscat",
        "PS" => "Asia/Hebron",
        "QA" => "Asia/Qatar",
        "SD" => "Africa/Khartoum",
        "SY" => "Asia/Damascus",
        "TN" => "Africa/Tunis",
        "US" => "America/New_York",
        "YE" => "Asia/Aden",
        _ => "Asia/Riyadh",
    }
}

/// The usual VAT rate of a country, in hundredths of a percent; 0 where there is none or it is not known.
#[must_use]
pub fn default_vat_bp(country: &str) -> i64 {
    match country {
        "AE" | "OM" | "YE" => 500,
        "BH" => 1_000,
        "DZ" | "TN" => 1_900,
        "EG" => 1_400,
        "JO" | "PS" => 1_600,
        "LB" => 1_100,
        "MA" => 2_000,
        "SA" => 1_500,
        "SD" => 1_700,
        _ => 0,
    }
}

/// The text guard's refusal as a message.
#[must_use]
pub fn fault(f: TextFault) -> Message {
    Message { ar: Cow::Owned(f.message(Lang::Ar)), en: Cow::Owned(f.message(Lang::En)) }
}

/// A rate in basis points as text: 1500 is "15", 1250 is "12.5".
#[must_use]
pub fn percent_text(bp: i64) -> String {
    let text = format!("{}.{:02}", bp / 100, bp % 100);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

impl StoreSettings {
    /// From the stored values; missing ones take their default.
    ///
    /// # Errors
    /// For a value that has not its code's form: its default would wrongly decide VAT, documents or messages.
    pub fn read(values: &[(String, Value)]) -> db::Result<Self> {
        for (word, value) in values {
            if let Some(code) = Code::parse(word).filter(|code| !code.is_readable(value)) {
                return Err(unreadable(code.as_str(), value));
            }
        }
        let value =
            |code: Code| values.iter().find(|(c, _)| c == code.as_str()).map_or_else(|| code.default_value(), |(_, v)| v.clone());
        let flag = |code: Code| value(code).as_bool().unwrap_or_default();
        let line = |code: Code| value(code).as_str().unwrap_or_default().to_owned();
        let texts = |code: Code| serde_json::from_value::<Texts>(value(code)).unwrap_or_default();
        let integer = |code: Code| value(code).as_i64().or_else(|| code.default_value().as_i64()).unwrap_or_default();
        let document = |word: &str| values.iter().find(|(c, _)| c == word).map_or(Value::Null, |(_, v)| v.clone());
        let media = |code: Code| value(code).as_str().and_then(|t| t.parse().ok());
        let registration = Some(document(VAT_REGISTRATION)).filter(|document_value| !document_value.is_null());
        let word = |code: Code| unreadable(code.as_str(), &value(code));
        Ok(Self {
            vat_registration: registration.as_ref().map(VatRegistration::read).transpose()?,
            vat_rate_bp: scaled(&line(Code::VatValue), 2).map_err(|_| word(Code::VatValue))?,
            prices_include_vat: flag(Code::PricesIncludeVat),
            require_email_in_checkout: flag(Code::RequireEmailInCheckout),
            allow_worldwide_checkout: flag(Code::AllowWorldwideCheckout),
            show_buy_now_button: flag(Code::ShowBuyNowButton),
            skip_cart_page: flag(Code::SkipCartPage),
            seo_title: texts(Code::SeoTitle),
            seo_description: texts(Code::SeoDescription),
            seo_keywords: texts(Code::SeoKeywords),
            store_email: line(Code::StoreEmail),
            store_phone: line(Code::StorePhone),
            store_industry: line(Code::StoreIndustry),
            store_address: texts(Code::StoreAddress),
            legal_name: line(Code::LegalName),
            vat_number: line(Code::VatNumber),
            commercial_registration: line(Code::CommercialRegistration),
            document_footer: texts(Code::DocumentFooter),
            document_language: PrintLanguage::parse(&line(Code::DocumentLanguage)).ok_or_else(|| word(Code::DocumentLanguage))?,
            document_paper: Paper::parse(&line(Code::DocumentPaper)).ok_or_else(|| word(Code::DocumentPaper))?,
            invoice_when: InvoiceWhen::parse(&line(Code::InvoiceWhen)).ok_or_else(|| word(Code::InvoiceWhen))?,
            low_stock_at: integer(Code::LowStockThreshold),
            checkout_hold_minutes: integer(Code::CheckoutHoldMinutes),
            cod_rules: document("cod_rules"),
            confirmation: document("confirmation"),
            address_gate: document("address_gate"),
            logo: media(Code::Logo),
            favicon: media(Code::Favicon),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn st_09_every_code_is_read_back_and_its_default_is_valid() {
        for code in Code::ALL {
            assert_eq!(Code::parse(code.as_str()), Some(*code));
            // These defaults cannot be sent back as they are: a store always has a name, and a skin is null until it is chosen.
            if !matches!(code, Code::StoreName | Code::DashboardLayoutSkin) {
                assert_eq!(code.read(&code.default_value(), "SA").map_err(|e| e.1.en), Ok(code.default_value()), "{code:?}");
            }
        }
        assert_eq!(Code::parse("no_such_setting"), None);
    }

    #[test]
    fn st_09_values_of_the_wrong_shape_are_refused() {
        for (code, bad) in [
            (Code::StoreName, json!("  ")),
            (Code::StoreName, json!(5)),
            (Code::StoreName, json!("a\u{202E}b")),
            (Code::StoreEmail, json!("no-address")),
            (Code::StorePhone, json!("12")),
            (Code::StorePhone, json!("+972501234567")),
            (Code::Logo, json!("prd_0000000000001")),
            (Code::DashboardLayoutSkin, json!("blue")),
            (Code::VatNumber, json!("123")),
            (Code::VatNumber, json!("210122393500003")),
            (Code::DocumentPaper, json!("letter")),
            (Code::InvoiceWhen, json!("")),
            (Code::VatValue, json!("101")),
            (Code::VatValue, json!("-1")),
            (Code::VatValue, json!("1.234")),
            (Code::VatValue, json!(15)),
            (Code::SkipCartPage, json!("true")),
            (Code::LowStockThreshold, json!(-1)),
            (Code::LowStockThreshold, json!(1001)),
            (Code::LowStockThreshold, json!("5")),
            (Code::CheckoutHoldMinutes, json!(4)),
            (Code::CheckoutHoldMinutes, json!(61)),
            (Code::CheckoutHoldMinutes, json!(7.5)),
            (Code::SeoTitle, json!("plain")),
            (Code::SeoTitle, json!({"fr": "x"})),
        ] {
            assert!(code.read(&bad, "SA").is_err(), "{code:?} {bad}");
        }
    }

    #[test]
    fn st_06_the_vat_rate_is_exact_and_takes_arabic_digits() {
        assert_eq!(Code::VatValue.read(&json!("١٥"), "SA").unwrap(), json!("15"));
        assert_eq!(Code::VatValue.read(&json!("12.50"), "SA").unwrap(), json!("12.5"));
        let settings = StoreSettings::read(&[("vat_value".into(), json!("12.5"))]).unwrap();
        assert_eq!(settings.vat_rate_bp, 1250);
        assert!(settings.prices_include_vat && !settings.skip_cart_page);
        assert_eq!((percent_text(0), percent_text(500), percent_text(1)), ("0".into(), "5".into(), "0.01".into()));
    }

    #[test]
    fn a_setting_that_cannot_be_read_is_an_error_and_never_its_default() {
        for (code, bad) in [
            ("vat_registration", json!("perhaps")),
            ("vat_value", json!("much")),
            ("prices_include_vat", json!("yes")),
            ("document_language", json!("fr")),
            ("document_paper", json!("letter")),
            ("invoice_when", json!("later")),
            ("low_stock_threshold", json!("five")),
            ("store_address", json!("Riyadh")),
            ("logo", json!("logo.png")),
        ] {
            let error = StoreSettings::read(&[(code.into(), bad.clone())]).unwrap_err().to_string();
            assert!(error.contains(code), "{bad}: {error}");
        }
        let defaults: Vec<(String, Value)> = Code::ALL.iter().map(|c| (c.as_str().to_owned(), c.default_value())).collect();
        assert!(
            StoreSettings::read(&defaults).is_ok() && StoreSettings::read(&[("of_a_newer_version".into(), json!(1))]).is_ok()
        );
        assert!(read_document::<Vec<i64>>("confirmation", &json!({"from": 1})).is_err());
        assert_eq!(read_document::<Vec<i64>>("confirmation", &Value::Null).unwrap(), Vec::<i64>::new());
    }

    #[test]
    fn st_02_a_phone_of_the_stores_country_becomes_international() {
        assert_eq!(Code::StorePhone.read(&json!("٠٥٠١٢٣٤٥٦٧"), "SA").unwrap(), json!("+966501234567"));
    }
}
