//! A registration from the confirmed number to the finished store (AU-02, AU-03). Pure.

use kernel::phone::countries;
use kernel::rules::Rule;
use kernel::text_guard::{Lines, clean};
use kernel::{Currency, Lang, Millis};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::message::common;
use web::schema;
use web::{FieldErrors, Message};

use super::slug;
use platform::identity::{Password, check_new_password, rule_message};
use platform::stores::fault;

/// How long a confirmed number can be used to register.
pub const PROOF_LIFE: i64 = 30 * Millis::MINUTE;
/// How long a submitted registration may wait to be executed, and its finished store for the first sign-in.
pub const CONTINUE_LIFE: i64 = Millis::DAY;

/// The state of a registration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// The number is confirmed; the form is not submitted yet.
    Confirmed,
    /// The form is submitted; nothing is provisioned yet.
    Pending,
    /// The provisioning job is in the queue.
    Queued,
    /// The store is being provisioned.
    Running,
    /// The store exists.
    Done,
    /// Provisioning failed.
    Failed,
}

impl Status {
    /// The word in the database and, from `queued` on, on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::Pending => "pending",
            Self::Queued => "queued",
            Self::Running => "running",
            Self::Done => "done",
            Self::Failed => "failed",
        }
    }

    /// Reads the word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Confirmed, Self::Pending, Self::Queued, Self::Running, Self::Done, Self::Failed]
            .into_iter()
            .find(|s| s.as_str() == word)
    }
}

/// A step of provisioning, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The owner's account.
    Account,
    /// The store with its owner, PICKUP shipping and cash on delivery.
    Store,
    /// Pages and menus.
    Content,
    /// The theme's sections.
    Theme,
    /// A product to look at.
    SampleProduct,
}

impl Step {
    /// In order.
    pub const ALL: [Self; 5] = [Self::Account, Self::Store, Self::Content, Self::Theme, Self::SampleProduct];

    /// The word on the wire and in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Account => "account",
            Self::Store => "store",
            Self::Content => "content",
            Self::Theme => "theme",
            Self::SampleProduct => "sample_product",
        }
    }

    /// The word of the step before; empty before the first.
    #[must_use]
    pub fn before(self) -> &'static str {
        let at = Self::ALL.iter().position(|s| *s == self).unwrap_or(0);
        at.checked_sub(1).map_or("", |i| Self::ALL[i].as_str())
    }

    /// How many steps are done when `last` is the last one done.
    #[must_use]
    pub fn count_done(last: &str) -> usize {
        Self::ALL.iter().position(|s| s.as_str() == last).map_or(0, |i| i + 1)
    }

    /// Percent when this step is done.
    #[must_use]
    pub fn progress(self) -> i64 {
        i64::try_from(Self::count_done(self.as_str()) * 100 / Self::ALL.len()).unwrap_or(0)
    }
}

/// The registration form.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RegisterIn {
    /// Proof that the number was confirmed.
    #[schema(value_type = schema::RequiredLine<200>)]
    pub token: String,
    #[schema(value_type = schema::RequiredLine<100>)]
    name: String,
    #[serde(default)]
    #[schema(value_type = Option<schema::Email>)]
    email: Option<String>,
    /// At least 8 characters with a digit, a small and a capital letter and one of `!@#$%&*()`.
    #[schema(value_type = platform::identity::NewPassword)]
    pub password: Password,
    password_confirmation: Password,
    /// The privacy policy and terms.
    #[schema(value_type = schema::Agreed)]
    agrees_to_terms: bool,
    #[schema(value_type = schema::RequiredLine<80>)]
    store_name: String,
    /// 3 to 40 of a-z, 0-9 and `-`.
    #[schema(min_length = 3, max_length = 40, pattern = "^[a-z0-9]+(-[a-z0-9]+)*$")]
    store_slug: String,
    /// ISO 3166 alpha-2.
    #[schema(value_type = schema::ServedCountry)]
    store_country: String,
    /// ISO 4217; SAR when absent (CO-01).
    #[serde(default)]
    #[schema(value_type = Option<kernel::Currency>)]
    store_currency: Option<String>,
}

/// The data that is stored until the store exists.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The owner.
    pub name: String,
    /// Lower case.
    pub email: Option<String>,
    /// PHC string; never the password.
    pub password_hash: String,
    /// The store's name for shoppers.
    pub store_name: String,
    /// The validated label.
    pub store_slug: String,
    /// ISO 3166 alpha-2.
    pub store_country: String,
    /// Cannot be changed later.
    pub store_currency: Currency,
    /// The owner's language.
    pub locale: Lang,
}

const MUST_AGREE: Message =
    Message::new("يلزم الموافقة على سياسة الخصوصية والشروط.", "You must agree to the privacy policy and terms.");
const EMAIL: Message = Message::new("البريد الإلكتروني", "email");
const NOT_SERVED: Message = Message::new("اختر دولة من القائمة.", "Choose a country from the list.");

/// Countries in which a store may be.
#[must_use]
pub fn is_store_country(code: &str) -> bool {
    countries().iter().any(|c| c.region == code)
}

fn line(errors: &mut FieldErrors, field: &'static str, text: &str, max: usize) -> String {
    match clean(text, max, Lines::Single) {
        Ok(text) if text.is_empty() => errors.add(field, common::REQUIRED),
        Ok(text) => return text,
        Err(f) => errors.add(field, fault(f)),
    }
    String::new()
}

impl RegisterIn {
    /// The form without its password, checked as far as no database is needed; every fault is reported at once.
    #[must_use]
    pub fn check(&self, locale: Lang) -> (Plan, FieldErrors) {
        let mut errors = FieldErrors::new();
        let Self {
            token: _,
            name,
            email,
            password,
            password_confirmation,
            agrees_to_terms,
            store_name,
            store_slug,
            store_country,
            store_currency,
        } = self;
        let name = line(&mut errors, "name", name, 100);
        let store_name = line(&mut errors, "store_name", store_name, 80);
        let email = email.as_deref().map(|e| e.trim().to_lowercase()).filter(|e| !e.is_empty());
        if let Some(text) = &email {
            match clean(text, 254, Lines::Single) {
                Err(f) => errors.add("email", fault(f)),
                Ok(text) => {
                    if let Err(rule) = Rule::Email.check(&text) {
                        errors.add("email", rule_message(&rule, &EMAIL));
                    }
                }
            }
        }
        check_new_password(&mut errors, password, password_confirmation);
        if !agrees_to_terms {
            errors.add("agrees_to_terms", MUST_AGREE);
        }
        let store_slug = slug::normalize(store_slug);
        if let Err(message) = slug::check(&store_slug) {
            errors.add("store_slug", message.message());
        }
        let store_country = store_country.trim().to_uppercase();
        if !is_store_country(&store_country) {
            errors.add("store_country", NOT_SERVED);
        }
        let store_currency = match store_currency.as_deref().map(|c| c.trim().to_uppercase()) {
            None => Currency::SAR,
            Some(code) => Currency::parse(&code).unwrap_or_else(|| {
                errors.add("store_currency", common::NOT_A_CHOICE);
                Currency::SAR
            }),
        };
        let plan =
            Plan { name, email, password_hash: String::new(), store_name, store_slug, store_country, store_currency, locale };
        (plan, errors)
    }
}

db::stored_words! {
    Status, "registrations" "status";
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(change: impl FnOnce(&mut RegisterIn)) -> String {
        let mut form = RegisterIn {
            token: "t".into(),
            name: "سارة".into(),
            email: None,
            password: Password("Abcdef1!".into()),
            password_confirmation: Password("Abcdef1!".into()),
            agrees_to_terms: true,
            store_name: "عطور سارة".into(),
            store_slug: "sara".into(),
            store_country: "sa".into(),
            store_currency: None,
        };
        change(&mut form);
        let (plan, errors) = form.check(Lang::Ar);
        if errors.is_empty() { format!("ok {plan:?}") } else { format!("{errors:?}") }
    }

    #[test]
    fn co_01_a_new_store_trades_in_sar_unless_it_says_otherwise() {
        assert!(form(|_| {}).contains("store_currency: SAR"));
        assert!(form(|f| f.store_currency = Some("kwd".into())).contains("store_currency: KWD"));
        assert!(form(|f| f.store_currency = Some("XXX".into())).contains("store_currency"));
    }

    #[test]
    fn au_02_every_fault_of_the_form_names_its_field() {
        assert!(form(|f| f.name = " ".into()).contains("\"name\""));
        assert!(form(|f| f.name = "a\u{202E}b".into()).contains("\"name\""));
        assert!(form(|f| f.email = Some("x@".into())).contains("\"email\""));
        assert!(form(|f| f.agrees_to_terms = false).contains("agrees_to_terms"));
        assert!(form(|f| f.store_slug = "عطور".into()).contains("store_slug"));
        assert!(form(|f| f.store_country = "IL".into()).contains("store_country"));
        assert!(form(|f| f.password_confirmation = Password("x".into())).contains("password_confirmation"));
        let all = form(|f| {
            f.name = String::new();
            f.store_name = String::new();
            f.password = Password(String::new());
        });
        assert!(all.contains("\"name\"") && all.contains("store_name") && all.contains("\"password\""), "{all}");
    }

    #[test]
    fn au_03_steps_follow_one_another_to_a_hundred_percent() {
        assert_eq!(Step::Account.before(), "");
        for pair in Step::ALL.windows(2) {
            assert_eq!(pair[1].before(), pair[0].as_str());
            assert!(pair[0].progress() < pair[1].progress());
        }
        assert_eq!(Step::SampleProduct.progress(), 100);
        assert_eq!((Step::count_done(""), Step::count_done("store")), (0, 2));
        for s in ["confirmed", "pending", "queued", "running", "done", "failed"] {
            assert_eq!(Status::parse(s).map(Status::as_str), Some(s));
        }
    }
}
