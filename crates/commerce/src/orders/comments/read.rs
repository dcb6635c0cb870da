//! Comments with their current text, for the team and for the customer.

use std::collections::HashMap;

use db::{Conn, Result};
use kernel::{OrderId, StoreScope, UserId};

use super::model::named;
use super::store::{self, Comment};
use super::wire::{OrderCommentView, Viewer};
use crate::orders::model::ShopperNote;
use platform::identity;

/// The names of all members that some comments mention.
pub(super) async fn names_in(c: Conn<'_>, bodies: impl Iterator<Item = &str>) -> Result<HashMap<UserId, String>> {
    let mut ids: Vec<UserId> = bodies.flat_map(named).collect();
    ids.sort_unstable();
    ids.dedup();
    Ok(identity::list_names(c, &ids).await?.into_iter().collect())
}

/// The comments of an order by their place in its activity; two statements.
pub(in crate::orders) async fn activity(
    c: Conn<'_>,
    scope: &StoreScope,
    order: OrderId,
    is_owner: bool,
) -> Result<HashMap<i64, OrderCommentView>> {
    let all = store::list(c, scope, order).await?;
    let names = names_in(c, all.iter().map(|k| k.body.as_str())).await?;
    let viewer = Viewer { scope, is_owner, names: &names };
    Ok(all.into_iter().map(|k| (k.seq, viewer.view(k))).collect())
}

/// The comments that the customer of an order sees, the oldest first; a deleted one without its text.
pub(in crate::orders) async fn for_customer(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<Vec<ShopperNote>> {
    let note = |k: Comment| ShopperNote {
        at: k.created_at,
        text: k.deleted_at.is_none().then_some(k.body),
        edited_at: k.edited_at.filter(|_| k.deleted_at.is_none()),
    };
    let mut notes: Vec<ShopperNote> =
        store::list(c, scope, order).await?.into_iter().filter(|k| k.is_visible).map(note).collect();
    notes.reverse();
    Ok(notes)
}
