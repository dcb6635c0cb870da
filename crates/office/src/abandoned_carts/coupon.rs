//! The coupon of a reminder: offered only while it can be used (CA-03, decisions §6).

use db::Conn;
use kernel::{CouponId, Millis, StoreScope};
use web::message::common;
use web::{ApiResult, FieldErrors, Message};

use super::model::{Reason, ReminderMessage};
use commerce::coupons::{self, Buyer, Refusal};

fn reason(refusal: Refusal) -> Reason {
    match refusal {
        Refusal::Unknown | Refusal::Off => Reason::CouponOff,
        Refusal::NotYet => Reason::CouponNotYet,
        Refusal::Ended => Reason::CouponEnded,
        Refusal::UsedUp => Reason::CouponUsedUp,
        Refusal::UsedByYou | Refusal::FirstOrderOnly => Reason::CouponNotTheirs,
        // Depends on the goods, which are not evaluated here.
        Refusal::BelowMinimum { .. } | Refusal::NothingEligible => Reason::CouponOff,
    }
}

/// The coupon's code for a person, or why no message with this coupon is sent to them now.
///
/// # Errors
/// Of the database.
pub(super) async fn code(
    c: Conn<'_>,
    scope: &StoreScope,
    id: CouponId,
    buyer: Buyer<'_>,
    now: Millis,
) -> db::Result<Result<String, Reason>> {
    let found = coupons::offer(c, scope, id, buyer, now).await?;
    Ok(found.map_or(Err(Reason::CouponOff), |code| code.map_err(reason)))
}

/// Why a coupon cannot be offered right now.
///
/// # Errors
/// Of the database.
pub(super) async fn against(c: Conn<'_>, scope: &StoreScope, id: CouponId, now: Millis) -> db::Result<Option<Message>> {
    Ok(match coupons::offer(c, scope, id, Buyer::default(), now).await? {
        None => Some(common::NO_SUCH),
        Some(found) => found.err().map(|refusal| reason(refusal).message()),
    })
}

/// Checks the coupons that a plan offers and did not offer before. One that it offered already may have ended: the plan can still
/// be changed and switched off, and its message says why it is not sent. A coupon that begins later is accepted.
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
        match coupons::offer(c, scope, id, Buyer::default(), now).await? {
            None => errors.add(format!("messages.{n}.coupon_id"), common::NO_SUCH),
            Some(Err(refusal)) if refusal != Refusal::NotYet => {
                errors.add(format!("messages.{n}.coupon_id"), reason(refusal).message());
            }
            Some(_) => {}
        }
    }
    errors.finish()
}
