//! E-mail to a member about a mention, unless they have read it by then.

use db::Conn;
use jobs::{Enqueue, Job, JobResult, Outcome, Registry};
use kernel::{Actor, Env, Millis, OrderCommentId, StoreId, StoreScope, UserId};
use serde::{Deserialize, Serialize};
use web::{Action, Message, Subject};

use super::store;
use platform::App;
use platform::outbox::{self, Channel, Outgoing};
use platform::stores::{self, access};

/// A member with an open dashboard reads it there within this time, and needs no e-mail.
const NOTICE_DELAY: i64 = 5 * Millis::MINUTE;

/// A mention to notify about.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct MentionedJob {
    store: StoreId,
    comment: OrderCommentId,
    user: UserId,
}

impl Job for MentionedJob {
    const KIND: &'static str = "order_mention";
}

const SUBJECT: Message = Message::new("أشار إليك {who} في الطلب {n}", "{who} mentioned you on order {n}");
/// The comment's text is not in the e-mail: it stays where it can be deleted.
const TEXT: Message = Message::new(
    "أشار إليك {who} في تعليق على الطلب {n} في متجر {store}:\n\n{link}",
    "{who} mentioned you in a comment on order {n} in {store}:\n\n{link}",
);

pub(super) fn register(registry: &mut Registry<App>) {
    registry.on(notify);
}

/// Enqueues the job in the comment's own transaction.
pub(super) async fn enqueue(c: Conn<'_>, env: &Env, scope: &StoreScope, comment: OrderCommentId, user: UserId) -> db::Result<()> {
    let job = MentionedJob { store: scope.store(), comment, user };
    let options = Enqueue { run_at: Some(env.now().plus(NOTICE_DELAY)), ..Enqueue::for_store(scope.store()) };
    jobs::enqueue(c, env, &job, options).await?;
    Ok(())
}

async fn notify(app: App, job: MentionedJob) -> JobResult {
    let scope = StoreScope::new(job.store, Actor::system());
    let c = app.db().conn();
    // Read, deleted or edited without the mention meanwhile: nothing to send.
    let found = store::find_mention(c, &scope, job.user, job.comment).await?;
    let Some(mention) = found.filter(|m| m.read_at.is_none()) else { return Ok(Outcome::Done) };
    let readers = access::list_members_who(c, &scope, Action::Read, Subject::Order).await?;
    let Some((member, email)) = readers.into_iter().find(|m| m.id == job.user).and_then(|m| m.email.clone().map(|e| (m, e)))
    else {
        return Ok(Outcome::Done);
    };
    let profile = stores::get_profile(c, &scope).await?;
    let link = format!("{}/orders/view/{}", app.base.platform_url(), mention.order_id);
    let lang = member.locale;
    // Names are filled in last: a placeholder in a name is not replaced.
    let text = |message: &Message| {
        let filled = message.get(lang).replace("{n}", &mention.number.to_string()).replace("{link}", &link);
        filled.replace("{store}", &profile.name).replace("{who}", &mention.author_name)
    };
    let message = Outgoing {
        store: Some(scope.store()),
        channel: Channel::Email,
        recipient: email,
        subject: text(&SUBJECT),
        body: text(&TEXT),
    };
    let env = app.env().clone();
    app.db().tx(async move |c| outbox::enqueue(c, &env, &message).await).await?;
    Ok(Outcome::Done)
}
