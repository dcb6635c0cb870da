//! Reminders, and the reasons for not sending one. Pure.

use kernel::{CouponId, Millis, Texts};
use serde::{Deserialize, Serialize};
use web::Message;
use web::schema;

/// Without activity for this long a cart is abandoned (decisions §6).
pub(super) const IDLE: i64 = 60 * Millis::MINUTE;
/// The lists look back this far.
pub(super) const LISTED: i64 = 90 * Millis::DAY;
/// An order counts as recovered up to this long after the last reminder of its cart (docs/decisions/0019).
pub(super) const RECOVERED_WITHIN: i64 = 7 * Millis::DAY;
/// The most messages of a sequence.
pub(super) const MOST_MESSAGES: usize = 5;
/// The number of messages done of a cart whose sequence has ended.
pub(super) const ENDED: i64 = 1_000;

/// The channel of a reminder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum ReminderChannel {
    /// A text message to the cart's mobile number.
    Sms,
    /// To the cart's e-mail address.
    Email,
}

impl ReminderChannel {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Sms => "sms",
            Self::Email => "email",
        }
    }
}

/// The state of a cart's reminders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReminderStatus {
    None,
    Reminded,
    /// The shopper came back afterwards; computed from the times, never stored.
    Returned,
    Stopped,
}

impl ReminderStatus {
    /// The word on the wire.
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Reminded => "reminded",
            Self::Returned => "returned",
            Self::Stopped => "stopped",
        }
    }

    fn parse(word: &str) -> Option<Self> {
        [Self::None, Self::Reminded, Self::Stopped].into_iter().find(|status| status.as_str() == word)
    }
}

db::stored_words! {
    ReminderStatus, "carts" "reminder_status";
}

/// A message of the sequence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReminderMessage {
    /// Minutes after the shopper's last activity: 60 to 10080, each message later than the one before.
    #[schema(minimum = 60, maximum = 10_080)]
    pub(super) delay_minutes: i64,
    pub(super) channel: ReminderChannel,
    /// Of an e-mail; ignored for text messages.
    #[serde(default)]
    #[schema(value_type = schema::LineTexts<120>)]
    pub(super) subject: Texts,
    /// With `{{customer_name}}`, `{{store_name}}` and, necessarily, `{{cart_link}}`; with a coupon `{{coupon_code}}` as well.
    #[schema(value_type = schema::RequiredLongTexts<600>)]
    pub(super) body: Texts,
    /// The coupon that is offered: the text holds its code, and the cart's link applies it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) coupon_id: Option<CouponId>,
}

/// A store's reminder plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Plan {
    pub(super) is_active: bool,
    /// Carts that were abandoned before this get no messages.
    pub(super) active_since: Millis,
    /// Quiet hours, from and to, in minutes of the store's day. Equal values: no quiet hours.
    pub(super) quiet_from: i64,
    pub(super) quiet_to: i64,
    /// Reminders a person gets at most...
    pub(super) cap: i64,
    /// ...in so many days.
    pub(super) cap_days: i64,
    pub(super) messages: Vec<ReminderMessage>,
    pub(super) version: i64,
}

impl Default for Plan {
    /// The default plan of a store, switched off.
    fn default() -> Self {
        let message = |delay_minutes, ar: &str, en: &str| ReminderMessage {
            delay_minutes,
            channel: ReminderChannel::Sms,
            subject: Texts::default(),
            body: Texts::new(ar, en),
            coupon_id: None,
        };
        Self {
            is_active: false,
            active_since: Millis(0),
            quiet_from: 22 * 60,
            quiet_to: 9 * 60,
            cap: 3,
            cap_days: 7,
            messages: vec![
                message(
                    60,
                    "مرحبًا {{customer_name}}، سلتك في {{store_name}} بانتظارك: {{cart_link}}",
                    "Hello {{customer_name}}, your cart at {{store_name}} is waiting for you: {{cart_link}}",
                ),
                message(
                    24 * 60,
                    "{{customer_name}}، ما زالت منتجاتك في سلتك لدى {{store_name}}. أكمل طلبك من هنا: {{cart_link}}",
                    "{{customer_name}}, your items at {{store_name}} are still in your cart. Complete your order: {{cart_link}}",
                ),
            ],
            version: 0,
        }
    }
}

/// Why a reminder was not sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reason {
    /// There is no such cart.
    NotFound,
    /// It became an order, or is empty.
    Closed,
    /// The cart has no contact.
    NoContact,
    /// No e-mail address is known.
    NoAddress,
    /// They ordered after they left the cart.
    Bought,
    /// The merchant blocked them.
    Blocked,
    /// They opted out of reminders.
    OptedOut,
    /// They refused consent for this channel.
    Refused,
    /// They have reached the cap per person.
    Capped,
    /// This cart was reminded within the hour.
    Recent,
    /// The shopper came back after the last reminder.
    Returned,
    /// Active within the hour: not abandoned yet.
    Active,
    /// The coupon of the message has ended.
    CouponEnded,
    /// Its coupon is switched off, or was deleted.
    CouponOff,
    /// Its coupon was used as often as it may be.
    CouponUsedUp,
    /// Its coupon begins later.
    CouponNotYet,
    /// They have used its coupon, which works once, or it is for first orders.
    CouponNotTheirs,
    /// The demo store sends no messages (decisions §2).
    Demo,
}

impl Reason {
    /// The word in the table and on the wire.
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::NotFound => "not_found",
            Self::Closed => "closed",
            Self::NoContact => "no_contact",
            Self::NoAddress => "no_address",
            Self::Bought => "bought",
            Self::Blocked => "blocked",
            Self::OptedOut => "opted_out",
            Self::Refused => "refused",
            Self::Capped => "capped",
            Self::Recent => "recent",
            Self::Returned => "returned",
            Self::Active => "active",
            Self::CouponEnded => "coupon_ended",
            Self::CouponOff => "coupon_off",
            Self::CouponUsedUp => "coupon_used_up",
            Self::CouponNotYet => "coupon_not_yet",
            Self::CouponNotTheirs => "coupon_not_theirs",
            Self::Demo => "demo_store",
        }
    }

    /// Whether it ends the whole sequence of the cart, not this message alone.
    pub(super) const fn ends_sequence(self) -> bool {
        !matches!(self, Self::NoAddress | Self::Refused | Self::Capped) && !self.is_of_coupon()
    }

    /// Whether it concerns the coupon of one message: the next may offer another, or none.
    const fn is_of_coupon(self) -> bool {
        matches!(self, Self::CouponEnded | Self::CouponOff | Self::CouponUsedUp | Self::CouponNotYet | Self::CouponNotTheirs)
    }

    /// For the merchant.
    pub(super) const fn message(self) -> Message {
        match self {
            Self::NotFound => web::message::common::NOT_FOUND,
            Self::Closed => {
                Message::new("تحوّلت السلة إلى طلب أو أصبحت فارغة.", "The cart was converted to an order or is empty.")
            }
            Self::NoContact => Message::new("لا توجد بيانات تواصل.", "No contact details."),
            Self::NoAddress => Message::new("لا يوجد بريد إلكتروني.", "No email address."),
            Self::Bought => Message::new("أتم العميل طلبًا بعدها.", "The customer has ordered since."),
            Self::Blocked => Message::new("العميل محظور.", "The customer is blocked."),
            Self::OptedOut => Message::new("أوقف العميل التذكيرات.", "The customer opted out of reminders."),
            Self::Refused => {
                Message::new("لا يقبل العميل الرسائل عبر هذه القناة.", "The customer doesn't accept messages on this channel.")
            }
            Self::Capped => Message::new("اكتمل الحد الأقصى للرسائل.", "Message limit reached."),
            Self::Recent => Message::new("تم إرسال تذكير قبل أقل من ساعة.", "A reminder was sent less than an hour ago."),
            Self::Returned => Message::new("عاد العميل بعد التذكير.", "The customer returned after the reminder."),
            Self::Active => Message::new("العميل نشط في السلة الآن.", "The customer is still active in the cart."),
            Self::CouponEnded => Message::new("انتهت مدة الكوبون. اختر غيره.", "The coupon has expired. Choose another."),
            Self::CouponOff => Message::new(
                "الكوبون موقوف أو محذوف. فعّله أو اختر غيره.",
                "The coupon is inactive or deleted. Activate it or choose another.",
            ),
            Self::CouponUsedUp => Message::new(
                "وصل الكوبون إلى حد الاستخدام. ارفع الحد أو اختر غيره.",
                "The coupon has reached its usage limit. Raise the limit or choose another.",
            ),
            Self::CouponNotYet => Message::new(
                "لم يبدأ الكوبون بعد. قدّم موعده أو اختر غيره.",
                "The coupon isn't active yet. Change its start or choose another.",
            ),
            Self::CouponNotTheirs => Message::new(
                "لا يمكن للعميل استخدام هذا الكوبون: استخدمه سابقًا أو هو للطلب الأول.",
                "The customer can't use this coupon: already used, or for first orders only.",
            ),
            Self::Demo => Message::new("المتجر التجريبي لا يرسل رسائل.", "The demo store doesn't send messages."),
        }
    }
}
