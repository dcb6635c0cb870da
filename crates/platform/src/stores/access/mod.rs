//! Members of a store and their abilities; impersonation by operators of the platform.
//!
//! Tables: `memberships` (with the rest of the slice), `invitations`, `operators`, `impersonation_links`.
//! Invariants: a store always has an owner; an operator's session opens one store, by a link that works once; an invitation
//! makes one member, once.

pub(super) mod api;
mod impersonate;
mod invitations;
mod members;
mod store;

pub use impersonate::{Link, LinkError, add_operator, list_operators, make_link};
pub use store::{Member, find_member_name, find_owner_contact, list_member_names, list_members_who};

use jobs::Outcome;
use kernel::Millis;

/// The schedules.
pub(super) fn register(registry: &mut jobs::Registry<crate::App>) {
    registry.every("sweep_impersonation_links", Millis::DAY, |app: crate::App| async move {
        let before = app.env().now().plus(-30 * Millis::DAY);
        app.db().tx(async move |c| store::delete_expired_links(c, before).await).await?;
        Ok(Outcome::Done)
    });
    invitations::register(registry);
}
