//! Members of a store and changes to their roles (GU-11, decisions §2).

use db::{Conn, Topics};
use kernel::{Millis, StoreScope, UserId};
use serde_json::json;
use web::{Action, ApiError, ApiResult, Message, StatusCode, Subject};

use super::{invitations, store};
use crate::App;
use crate::identity::Role;
use crate::journal::{self, Act, Entry};
use crate::stores::entities;

const LAST_OWNER: Message = Message::new(
    "لا بد للمتجر من مالك واحد على الأقل. عيّن مالكًا آخر أولًا.",
    "A store needs at least one owner. Assign another owner first.",
);

/// Gives a member another role, effective from their next request.
///
/// # Errors
/// 404 for a person who is no member, 409 `last_owner`.
pub async fn change_role(app: &App, scope: &StoreScope, user: UserId, role: Role) -> ApiResult<()> {
    let (scope, env) = (scope.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            // The store's counters are locked first: two owners who demote each other at once are serialised here.
            let seq = journal::take_seq(c, &scope, 1).await?;
            let (name, before) = store::find_member(c, &scope, user).await?.ok_or_else(ApiError::not_found)?;
            require_owner(c, &scope, &before, Some(role)).await?;
            store::update_role(c, &scope, user, role.as_str(), role.abilities()).await?;
            let mut after = json!({ "role": role.as_str(), "name": name });
            if !role.abilities().iter().any(|a| a.covers(Action::Create, Subject::Staff)) {
                withdraw_invitations(c, &scope, user, env.now(), &mut after).await?;
            }
            let entry = Entry::new(Act::Update, entities::MEMBER, user).before(json!({ "role": before })).after(after);
            Ok::<_, ApiError>(journal::write_at(c, &scope, env.now(), Topics::default(), seq, entry).await?)
        })
        .await
}

/// Removes a member from the store. Their account stays, and so do their journal entries.
///
/// # Errors
/// 404 for a person who is no member, 409 `last_owner`.
pub async fn remove(app: &App, scope: &StoreScope, user: UserId) -> ApiResult<()> {
    let (scope, env) = (scope.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            let seq = journal::take_seq(c, &scope, 1).await?;
            let (name, before) = store::find_member(c, &scope, user).await?.ok_or_else(ApiError::not_found)?;
            require_owner(c, &scope, &before, None).await?;
            store::delete_member(c, &scope, user).await?;
            let mut deleted = json!({ "role": before, "name": name });
            withdraw_invitations(c, &scope, user, env.now(), &mut deleted).await?;
            let entry = Entry::new(Act::Delete, entities::MEMBER, user).before(deleted);
            Ok::<_, ApiError>(journal::write_at(c, &scope, env.now(), Topics::default(), seq, entry).await?)
        })
        .await
}

/// Revokes the links of a member who may no longer invite: they would be a way back in. The journal entry has their number.
async fn withdraw_invitations(
    c: Conn<'_>,
    scope: &StoreScope,
    by: UserId,
    now: Millis,
    entry: &mut serde_json::Value,
) -> db::Result<()> {
    let withdrawn = invitations::revoke_all_by(c, scope, by, now).await?;
    if withdrawn > 0 {
        entry["invitations_withdrawn"] = withdrawn.into();
    }
    Ok(())
}

async fn require_owner(c: Conn<'_>, scope: &StoreScope, before: &str, after: Option<Role>) -> ApiResult<()> {
    let loses_one = before == Role::Owner.as_str() && after != Some(Role::Owner);
    if loses_one && store::count_owners(c, scope).await? < 2 {
        return Err(ApiError::new(StatusCode::CONFLICT, "last_owner", LAST_OWNER));
    }
    Ok(())
}
