//! The states of an attempt and its named transitions. Pure.

use super::words::AttemptState;

/// What happens to an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttemptEvent {
    /// The gateway was called and said where the shopper goes.
    Start,
    /// Its money came and is in the ledger.
    Pay,
    /// The gateway refused to start it, or the payment was declined.
    Decline,
    /// Its time is over.
    Expire,
    /// The last check found nothing.
    Abandon,
}

impl AttemptEvent {
    /// All of them.
    pub const ALL: &'static [Self] = &[Self::Start, Self::Pay, Self::Decline, Self::Expire, Self::Abandon];
}

impl AttemptState {
    /// The state after an event; none where it changes nothing. Money that comes late is still money: whatever was declined,
    /// expired or abandoned can be paid, and what is paid stays so.
    #[must_use]
    pub const fn after(self, event: AttemptEvent) -> Option<Self> {
        match (self, event) {
            (Self::Created, AttemptEvent::Start) => Some(Self::Waiting),
            (Self::Paid, _) => None,
            (_, AttemptEvent::Pay) => Some(Self::Paid),
            (Self::Created | Self::Waiting, AttemptEvent::Decline) => Some(Self::Declined),
            (Self::Created | Self::Waiting, AttemptEvent::Expire) => Some(Self::Expired),
            (Self::Created | Self::Waiting, AttemptEvent::Abandon) => Some(Self::Abandoned),
            _ => None,
        }
    }

    /// Whether it may still be paid without being late.
    #[must_use]
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Created | Self::Waiting)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn py_03_an_attempt_moves_only_along_its_transitions() {
        use AttemptEvent::{Abandon, Decline, Expire, Pay, Start};
        use AttemptState::{Abandoned, Created, Declined, Expired, Paid, Waiting};
        let table = [
            (Created, Start, Waiting),
            (Created, Pay, Paid),
            (Created, Decline, Declined),
            (Created, Expire, Expired),
            (Created, Abandon, Abandoned),
            (Waiting, Pay, Paid),
            (Waiting, Decline, Declined),
            (Waiting, Expire, Expired),
            (Waiting, Abandon, Abandoned),
            (Declined, Pay, Paid),
            (Expired, Pay, Paid),
            (Abandoned, Pay, Paid),
        ];
        for from in [Created, Waiting, Paid, Declined, Expired, Abandoned] {
            for event in AttemptEvent::ALL {
                let expected = table.iter().find(|(f, e, _)| (f, e) == (&from, event)).map(|(.., to)| *to);
                assert_eq!(from.after(*event), expected, "{from:?} {event:?}");
            }
        }
    }
}
