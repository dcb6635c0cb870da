//! Why a coupon is refused, as messages that say what to do. Pure.

use kernel::{Currency, Lang, Millis, money};
use web::Message;

use super::model::{Coupon, State};

/// Why a code is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// No coupon of the store has the code.
    Unknown,
    /// It is switched off.
    Off,
    /// Before its start.
    NotYet,
    /// After its end.
    Ended,
    /// The usage limit is reached.
    UsedUp,
    /// This person has used it, and may use it once.
    UsedByYou,
    /// It is for first orders, and this person has ordered before.
    FirstOrderOnly,
    /// The subtotal is below the coupon's minimum.
    BelowMinimum {
        /// The amount that is missing, in minor units.
        missing: i64,
    },
    /// None of the goods is eligible.
    NothingEligible,
}

const UNKNOWN: Message = Message::new("رمز الكوبون غير صحيح. تأكد من كتابته.", "This code isn't valid. Check the spelling.");
const OFF: Message = Message::new("هذا الكوبون موقوف. فعّله أولًا.", "This coupon is inactive. Activate it first.");
const NOT_YET: Message = Message::new("لم يبدأ هذا الكوبون بعد.", "This coupon isn't active yet.");
const ENDED: Message = Message::new(
    "انتهت مدة هذا الكوبون. أكمل طلبك بدونه أو جرّب كوبونًا آخر.",
    "This coupon has expired. Continue without it or try another.",
);
const USED_UP: Message = Message::new(
    "وصل هذا الكوبون إلى حد الاستخدام. أكمل طلبك بدونه أو جرّب كوبونًا آخر.",
    "This coupon has reached its usage limit. Continue without it or try another.",
);
const USED_BY_YOU: Message =
    Message::new("سبق لك استخدام هذا الكوبون. أكمل طلبك بدونه.", "You've already used this coupon. Continue without it.");
const FIRST_ORDER: Message =
    Message::new("هذا الكوبون للطلب الأول فقط. أكمل طلبك بدونه.", "This coupon is for first orders only. Continue without it.");
const BELOW: Message =
    Message::new("أضف منتجات بقيمة {amount} أو أكثر لتستفيد من هذا الكوبون.", "Spend {amount} or more to use this coupon.");
const NOTHING: Message = Message::new("لا ينطبق هذا الكوبون على منتجات الطلب.", "This coupon doesn't apply to these products.");

/// Formats an amount in a language.
fn amount(n: i64, currency: Currency, lang: Lang) -> String {
    match lang {
        Lang::Ar => format!("{}\u{a0}{}", money::format(n, currency), currency.symbol_ar()),
        Lang::En => format!("{}\u{a0}{}", currency.code(), money::format(n, currency)),
    }
}

impl Refusal {
    /// The message for the shopper. A switched-off coupon is reported as unknown: only the merchant knows of it. One before its
    /// start is reported as such, because whoever has the code was given it.
    #[must_use]
    pub fn message(self, currency: Currency) -> Message {
        match self {
            Self::Unknown | Self::Off => UNKNOWN,
            Self::NotYet => NOT_YET,
            Self::Ended => ENDED,
            Self::UsedUp => USED_UP,
            Self::UsedByYou => USED_BY_YOU,
            Self::FirstOrderOnly => FIRST_ORDER,
            Self::NothingEligible => NOTHING,
            Self::BelowMinimum { missing } => Message {
                ar: BELOW.ar.replace("{amount}", &amount(missing, currency, Lang::Ar)).into(),
                en: BELOW.en.replace("{amount}", &amount(missing, currency, Lang::En)).into(),
            },
        }
    }

    /// Whether it is reported as unknown, and counted as a guess.
    #[must_use]
    pub const fn is_miss(self) -> bool {
        matches!(self, Self::Unknown | Self::Off)
    }

    /// Whether it concerns the person and not the goods: it reveals something of the person.
    #[must_use]
    pub const fn is_personal(self) -> bool {
        matches!(self, Self::UsedByYou | Self::FirstOrderOnly)
    }

    /// The message for the merchant, who may know that it is switched off.
    #[must_use]
    pub fn explained(self, currency: Currency) -> Message {
        if self == Self::Off { OFF } else { self.message(currency) }
    }
}

/// Why a coupon cannot be used at a time, by anybody and for any goods.
pub(super) fn of_coupon(coupon: &Coupon, now: Millis) -> Option<Refusal> {
    match coupon.state(now) {
        State::Active => None,
        State::Scheduled => Some(Refusal::NotYet),
        State::Ended => Some(Refusal::Ended),
        State::UsedUp => Some(Refusal::UsedUp),
        State::Off => Some(Refusal::Off),
    }
}
