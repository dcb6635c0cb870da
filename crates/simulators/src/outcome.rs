//! What can happen to a call and to a payment, by words that tests and buttons use.

/// What happens to a payment or a delivery: the word that tests and buttons use, and what stands on the button.
pub(crate) type Button = (&'static str, &'static str);

/// What happens to a call of the API.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CallFault {
    /// The work is done and the answer never comes.
    TimeOut,
    /// The work is done and the answer breaks off in the middle.
    Cut,
    /// The call never arrives: nothing is done, and no answer comes.
    Lost,
    /// Status 500, and nothing is done.
    ServerError,
    /// Status 401, and nothing is done: a key that was withdrawn, a token that has run out.
    Unauthorised,
    /// Status 429, and nothing is done.
    RateLimited,
}

/// What happens to a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PaymentOutcome {
    /// It is paid, and the callback comes.
    Pay,
    /// The bank declines.
    Decline,
    /// The bank asks who it is first.
    ThreeDSecure,
    /// It is pending, and paid ten minutes later.
    PayLate,
    /// It is paid, and the callback comes twice.
    CallbackTwice,
    /// It is paid, and a callback of the time before comes after that.
    OutOfOrder,
    /// It is paid, and no callback comes.
    LostCallback,
    /// It is paid, but only a part of it.
    LieAmount,
    /// It is paid, and the callback is signed with another key.
    BadSignature,
    /// The shopper's bank takes it back.
    Chargeback,
}

impl CallFault {
    pub(crate) const ALL: &'static [Self] =
        &[Self::TimeOut, Self::Cut, Self::Lost, Self::ServerError, Self::Unauthorised, Self::RateLimited];

    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::TimeOut => "timeout",
            Self::Cut => "cut",
            Self::Lost => "lost_call",
            Self::ServerError => "server_error",
            Self::Unauthorised => "unauthorised",
            Self::RateLimited => "rate_limited",
        }
    }

    pub(crate) fn parse(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|fault| fault.as_str() == word)
    }
}

impl PaymentOutcome {
    pub(crate) const ALL: &'static [Self] = &[
        Self::Pay,
        Self::Decline,
        Self::ThreeDSecure,
        Self::PayLate,
        Self::CallbackTwice,
        Self::OutOfOrder,
        Self::LostCallback,
        Self::LieAmount,
        Self::BadSignature,
        Self::Chargeback,
    ];

    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Pay => "pay",
            Self::Decline => "decline",
            Self::ThreeDSecure => "three_d_secure",
            Self::PayLate => "pay_late",
            Self::CallbackTwice => "callback_twice",
            Self::OutOfOrder => "out_of_order",
            Self::LostCallback => "lost_callback",
            Self::LieAmount => "lie_amount",
            Self::BadSignature => "bad_signature",
            Self::Chargeback => "chargeback",
        }
    }

    /// What stands on its button, in Arabic and English.
    pub(crate) const fn label(self) -> (&'static str, &'static str) {
        match self {
            Self::Pay => ("ادفع", "Pay"),
            Self::Decline => ("البنك يرفض", "Bank declines"),
            Self::ThreeDSecure => ("تحقق ثلاثي الأبعاد", "3-D Secure"),
            Self::PayLate => ("معلّق ثم مدفوع بعد 10 دقائق", "Pending, paid after 10 minutes"),
            Self::CallbackTwice => ("مدفوع والإشعار مرتين", "Paid, callback twice"),
            Self::OutOfOrder => ("مدفوع والإشعارات بترتيب معكوس", "Paid, callbacks out of order"),
            Self::LostCallback => ("مدفوع دون إشعار", "Paid, callback lost"),
            Self::LieAmount => ("مدفوع بمبلغ أقل", "Paid, smaller amount"),
            Self::BadSignature => ("مدفوع بتوقيع خاطئ", "Paid, wrong signature"),
            Self::Chargeback => ("البنك يسترد المبلغ", "Chargeback"),
        }
    }

    pub(crate) fn parse(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|outcome| outcome.as_str() == word)
    }
}
