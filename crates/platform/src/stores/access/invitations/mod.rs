//! Invitations: how a store's team grows (decisions §2).
//!
//! Table: `invitations`.
//! Invariants: of a link's token only a hash is stored; a link makes one member, once, within seven days; a person has one open
//! invitation to a store; losing the ability to invite revokes a member's open invitations; members and open invitations together
//! stay within the limit of a team.

mod api;
mod invite;
mod join;
mod model;
mod store;

pub(super) use api::routes;
pub(super) use store::revoke_all_by;

use jobs::Outcome;
use kernel::Millis;

/// The schedules.
pub(super) fn register(registry: &mut jobs::Registry<crate::App>) {
    registry.every("sweep_invitations", Millis::DAY, |app: crate::App| async move {
        let before = app.env().now().plus(-30 * Millis::DAY);
        while app.db().tx(async move |c| store::delete_expired(c, before).await).await? > 0 {}
        Ok(Outcome::Done)
    });
}
