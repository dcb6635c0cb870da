//! The coupon of a reminder: it is offered only while it can be used (CA-03, decisions §6).

use db::Conn;
use kernel::{CouponId, Millis, StoreScope};
use web::message::common;
use web::{ApiResult, FieldErrors, Message};

use super::model::{Reason, ReminderMessage};
use crate::coupons::{self, State};

/// The code as it may be written now, or why it may not; none when the store has no such coupon.
async fn look(c: Conn<'_>, scope: &StoreScope, id: CouponId, now: Millis) -> db::Result<Option<Result<String, Reason>>> {
    let Some(coupon) = coupons::store::find(c, scope, id).await? else { return Ok(None) };
    Ok(Some(match coupon.state(now) {
        State::Active => Ok(coupon.code),
        State::Scheduled => Err(Reason::CouponNotYet),
        State::Ended => Err(Reason::CouponEnded),
        State::UsedUp => Err(Reason::CouponUsedUp),
        State::Off => Err(Reason::CouponOff),
    }))
}

/// The code to be written, or why no message with this coupon goes out now.
///
/// # Errors
/// Of the database.
pub(super) async fn code(c: Conn<'_>, scope: &StoreScope, id: CouponId, now: Millis) -> db::Result<Result<String, Reason>> {
    Ok(look(c, scope, id, now).await?.unwrap_or(Err(Reason::CouponOff)))
}

/// What speaks against offering a coupon right now.
///
/// # Errors
/// Of the database.
pub(super) async fn against(c: Conn<'_>, scope: &StoreScope, id: CouponId, now: Millis) -> db::Result<Option<Message>> {
    Ok(match look(c, scope, id, now).await? {
        None => Some(common::NO_SUCH),
        Some(found) => found.err().map(Reason::message),
    })
}

/// Checks the coupons that a plan offers and did not before. One that it offered already may be over by now: the plan can still
/// be changed and switched off, and its message tells why it stops. One that begins later may be planned with.
///
/// # Errors
/// 422 under `messages.{n}.coupon_id`; of the database.
pub(super) async fn check_new(
    c: Conn<'_>,
    scope: &StoreScope,
    before: &[ReminderMessage],
    messages: &[ReminderMessage],
    now: Millis,
) -> ApiResult<()> {
    let mut errors = FieldErrors::new();
    for (n, message) in messages.iter().enumerate() {
        let Some(id) = message.coupon_id else { continue };
        if before.iter().any(|b| b.coupon_id == Some(id)) {
            continue;
        }
        match look(c, scope, id, now).await? {
            None => errors.add(format!("messages.{n}.coupon_id"), common::NO_SUCH),
            Some(Err(reason)) if reason != Reason::CouponNotYet => {
                errors.add(format!("messages.{n}.coupon_id"), reason.message());
            }
            Some(_) => {}
        }
    }
    errors.finish()
}
