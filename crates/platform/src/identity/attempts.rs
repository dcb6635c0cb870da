//! Rate limits on guessing, stored in the database so that every node counts the same (decisions §3).

use db::{Conn, Result};
use kernel::{AttemptId, Millis, StoreId};
use web::client::counted_as;

use super::attempt_store::{self as store, AttemptCount};
use crate::App;

/// What is guessed or limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttemptKind {
    /// A password at sign-in.
    SignIn,
    /// A password at sign-in, on a known device of the account.
    KnownDevice,
    /// A one-time code.
    Code,
    /// A request for a reset link.
    Reset,
    /// The code of a coupon.
    Coupon,
    /// Whether a personal coupon is for a number or address: by the cart or the draft that asks.
    CouponPerson,
    /// The token of an invitation's link.
    Invitation,
    /// An invitation message: no guess, but limited to what a person would send.
    Invite,
    /// A checkout that reserves pieces: no guess either, limited to what a shopper would begin.
    Reservation,
    /// A sign-up for offers on a store's pages, by the address that signs up: no guess, limited to what people do.
    SignUp,
    /// Pieces of one product that the checkouts of one network reserve: phone numbers can be invented, a network cannot.
    ProductReservation,
    /// A try of the connection to a payment gateway: no guess, but each is a call to somebody else's service.
    PaymentCheck,
    /// A try of an account at a courier, or a look at its places: as that of a gateway.
    CourierCheck,
}

/// At most so many within a window of time.
pub(super) struct Limit {
    pub(super) most: i64,
    pub(super) window: i64,
}

impl AttemptKind {
    /// The prefix of its keys; `;` is the character after `:`.
    pub(super) const fn range(self) -> (&'static str, &'static str) {
        match self {
            Self::SignIn => ("sign_in:", "sign_in;"),
            Self::KnownDevice => ("known_device:", "known_device;"),
            Self::Code => ("code:", "code;"),
            Self::Reset => ("reset:", "reset;"),
            Self::Coupon => ("coupon:", "coupon;"),
            Self::CouponPerson => ("coupon_person:", "coupon_person;"),
            Self::Invitation => ("invitation:", "invitation;"),
            Self::Invite => ("invite:", "invite;"),
            Self::Reservation => ("hold:", "hold;"),
            Self::SignUp => ("sign_up:", "sign_up;"),
            Self::ProductReservation => ("hold_product:", "hold_product;"),
            Self::PaymentCheck => ("payment_check:", "payment_check;"),
            Self::CourierCheck => ("courier_check:", "courier_check;"),
        }
    }

    /// By key and address, by key from anywhere, by address with any key.
    pub(super) const fn limits(self) -> [Limit; 3] {
        match self {
            Self::SignIn => [
                Limit { most: 5, window: 15 * Millis::MINUTE },
                Limit { most: 30, window: Millis::HOUR },
                Limit { most: 60, window: 15 * Millis::MINUTE },
            ],
            Self::KnownDevice => [
                Limit { most: 10, window: 15 * Millis::MINUTE },
                Limit { most: 10, window: 15 * Millis::MINUTE },
                Limit { most: 60, window: 15 * Millis::MINUTE },
            ],
            Self::Code => [
                Limit { most: 15, window: Millis::HOUR },
                Limit { most: 20, window: Millis::HOUR },
                Limit { most: 60, window: Millis::HOUR },
            ],
            Self::Reset => [
                Limit { most: 5, window: Millis::HOUR },
                Limit { most: 5, window: Millis::HOUR },
                Limit { most: 20, window: Millis::HOUR },
            ],
            // Many shoppers of one network share an address; each valid code clears their failed attempts.
            Self::Coupon => [
                Limit { most: 30, window: 15 * Millis::MINUTE },
                Limit { most: 30, window: 15 * Millis::MINUTE },
                Limit { most: 60, window: 15 * Millis::MINUTE },
            ],
            // A person with several numbers tries a few; nothing clears these, and in one network such refusals are rare.
            Self::CouponPerson => [
                Limit { most: 5, window: 15 * Millis::MINUTE },
                Limit { most: 5, window: 15 * Millis::MINUTE },
                Limit { most: 30, window: 15 * Millis::MINUTE },
            ],
            Self::Invitation => [
                Limit { most: 30, window: Millis::HOUR },
                Limit { most: 60, window: Millis::HOUR },
                Limit { most: 60, window: 15 * Millis::MINUTE },
            ],
            Self::Invite => [
                Limit { most: 10, window: Millis::HOUR },
                Limit { most: 10, window: Millis::HOUR },
                Limit { most: 100, window: Millis::HOUR },
            ],
            // Six hours of reservations in a row for one number; a network may be a whole company's or a carrier's.
            Self::Reservation => [
                Limit { most: 24, window: Millis::DAY },
                Limit { most: 24, window: Millis::DAY },
                Limit { most: 240, window: Millis::DAY },
            ],
            // People of one network sign up together at an event; one of them does it once or twice.
            Self::SignUp => [
                Limit { most: 5, window: Millis::HOUR },
                Limit { most: 10, window: Millis::HOUR },
                Limit { most: 40, window: Millis::HOUR },
            ],
            // An hour and a half of one product; the last limit is that of 240 carts with some lines each.
            Self::ProductReservation => [
                Limit { most: 6, window: Millis::DAY },
                Limit { most: 6, window: Millis::DAY },
                Limit { most: 2_000, window: Millis::DAY },
            ],
            // By store: all keys of some methods typed anew, several times over.
            Self::PaymentCheck | Self::CourierCheck => [
                Limit { most: 20, window: 15 * Millis::MINUTE },
                Limit { most: 20, window: 15 * Millis::MINUTE },
                Limit { most: 60, window: 15 * Millis::MINUTE },
            ],
        }
    }

    pub(super) fn key(self, subject: &str) -> String {
        format!("{}{subject}", self.range().0)
    }
}

/// Counts an attempt before it is made, so that concurrent ones do not exceed the limit. `Err` holds the milliseconds to wait.
///
/// # Errors
/// Of the database.
pub async fn count(
    c: Conn<'_>,
    kind: AttemptKind,
    subject: &str,
    ip: &str,
    id: AttemptId,
    now: Millis,
) -> Result<std::result::Result<(), i64>> {
    let key = kind.key(subject);
    let (from, to) = kind.range();
    let ip = &counted_as(ip);
    store::lock_subject(c, &key).await?;
    // Serialises attempts of one address with different keys too, or its limit would not hold; always locked second, so that no
    // two transactions deadlock.
    store::lock_subject(c, &format!("{from}{ip}")).await?;
    let [per_key_and_ip, per_key, address] = kind.limits();
    // From anywhere there are at least as many: where the limit is the same, one count is enough.
    let is_implied = per_key_and_ip.window == per_key.window && per_key_and_ip.most >= per_key.most;
    // An attempt counted by a clock that was ahead would block until that time has come and the window is over.
    let until = jobs::furthest(now, 0);
    for (limit, by) in [(per_key_and_ip, 0), (per_key, 1), (address, 2)].into_iter().skip(usize::from(is_implied)) {
        let since = now.plus(-limit.window);
        let AttemptCount { all, oldest } = match by {
            0 => store::count_by_key_and_ip(c, &key, ip, since, until).await?,
            1 => store::count_by_key(c, &key, since, until).await?,
            _ => store::count_by_ip(c, ip, (from, to), since, until).await?,
        };
        if all >= limit.most {
            return Ok(Err(oldest.unwrap_or(now.0).saturating_add(limit.window).saturating_sub(now.0).max(1)));
        }
    }
    store::insert_attempt(c, id, &key, ip, now).await?;
    Ok(Ok(()))
}

/// Deletes the attempts of one key from one address, after a success.
///
/// # Errors
/// Of the database.
pub async fn forget(c: Conn<'_>, kind: AttemptKind, subject: &str, ip: &str) -> Result<()> {
    store::delete_attempts(c, &kind.key(subject), &counted_as(ip)).await
}

/// Counts a shopper's attempt at a coupon code in a store; `Err` holds the seconds to wait.
///
/// # Errors
/// Of the database.
pub async fn try_coupon(app: &App, store: StoreId, ip: &str) -> Result<std::result::Result<(), u64>> {
    let (id, now, key, ip) = (app.env().id(), app.env().now(), format!("{store}:{ip}"), ip.to_owned());
    let counted = app.db().tx(async move |c| count(c, AttemptKind::Coupon, &key, &ip, id, now).await).await?;
    Ok(counted.map_err(seconds))
}

/// A valid code: failed attempts before it are deleted.
///
/// # Errors
/// Of the database.
pub async fn found_coupon(app: &App, store: StoreId, ip: &str) -> Result<()> {
    let (key, ip) = (format!("{store}:{ip}"), ip.to_owned());
    app.db().tx(async move |c| forget(c, AttemptKind::Coupon, &key, &ip).await).await
}

/// Milliseconds as whole seconds for Retry-After, rounded up, at least 1.
#[must_use]
pub fn seconds(ms: i64) -> u64 {
    u64::try_from(ms.max(1)).unwrap_or(1).div_ceil(1000)
}
