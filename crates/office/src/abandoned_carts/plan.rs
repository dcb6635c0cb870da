//! Validates and stores the reminder plan of a store.

use db::Topics;
use kernel::StoreScope;
use kernel::text_guard::Lines;
use serde_json::json;
use web::{ApiError, ApiResult, FieldErrors, Message};

use super::entities;
use super::model::{MOST_MESSAGES, Plan, ReminderChannel, ReminderMessage};
use super::wording::{self, Part};
use super::{coupon, store};
use platform::App;
use platform::journal::{self, Act, Entry};
use web::fields::{between, texts};

const LATER: Message = Message::new("اجعل كل رسالة بعد التي قبلها بساعة على الأقل.", "Messages must be at least an hour apart.");
const SOME: Message = Message::new("اكتب رسالة واحدة على الأقل، و{max} على الأكثر.", "Add 1 to {max} messages.");

/// Checks messages, under a path.
pub(super) fn messages(errors: &mut FieldErrors, path: &str, sent: Vec<ReminderMessage>) -> Vec<ReminderMessage> {
    if sent.is_empty() || sent.len() > MOST_MESSAGES {
        errors.add(path, SOME.with("max", MOST_MESSAGES));
        return Vec::new();
    }
    let mut before: Option<i64> = None;
    let mut out = Vec::with_capacity(sent.len());
    for (i, sent) in sent.into_iter().enumerate() {
        let at = format!("{path}.{i}");
        let delay_minutes = between(errors, &format!("{at}.delay_minutes"), sent.delay_minutes, 60, 7 * 24 * 60);
        if before.is_some_and(|b| delay_minutes < b + 60) {
            errors.add(format!("{at}.delay_minutes"), LATER);
        }
        before = Some(delay_minutes);
        out.push(ReminderMessage { delay_minutes, ..message(errors, &at, sent) });
    }
    out
}

/// Checks the texts of one message.
pub(super) fn message(errors: &mut FieldErrors, at: &str, sent: ReminderMessage) -> ReminderMessage {
    let ReminderMessage { delay_minutes, channel, subject, body, coupon_id } = sent;
    let is_email = channel == ReminderChannel::Email;
    let body_at = format!("{at}.body");
    let body = texts(errors, &body_at, &body, 600, Lines::Many, true);
    wording::check(errors, &body_at, &body, Part::Body, coupon_id.is_some());
    let subject_at = format!("{at}.subject");
    let subject = texts(errors, &subject_at, &subject, 120, Lines::Single, is_email);
    wording::check(errors, &subject_at, &subject, Part::Subject, coupon_id.is_some());
    ReminderMessage { delay_minutes, channel, subject, body, coupon_id }
}

/// Writes the plan over the version it was read at (optimistic locking).
///
/// # Errors
/// 422 with every invalid field; 409 when the plan has changed since.
pub(super) async fn put(app: &App, scope: &StoreScope, sent: Plan) -> ApiResult<()> {
    let mut errors = FieldErrors::new();
    let plan = Plan { messages: messages(&mut errors, "messages", sent.messages.clone()), ..sent };
    between(&mut errors, "quiet_from", plan.quiet_from, 0, 1_439);
    between(&mut errors, "quiet_to", plan.quiet_to, 0, 1_439);
    between(&mut errors, "cap", plan.cap, 1, 20);
    between(&mut errors, "cap_days", plan.cap_days, 1, 90);
    errors.finish()?;
    let (env, at) = (app.env().clone(), scope.clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let before = store::get_plan(c, &at).await?;
            coupon::check_new(c, &at, &before.messages, &plan.messages, now).await?;
            // Carts that were abandoned while the plan was off get no messages.
            let active_since = if before.is_active && plan.is_active { before.active_since } else { now };
            let plan = Plan { active_since, ..plan.clone() };
            if !store::upsert_plan(c, &at, &plan, now).await? {
                return Err(ApiError::stale());
            }
            let summary = |p: &Plan| json!({ "is_active": p.is_active, "messages": p.messages.len(), "quiet_from": p.quiet_from, "quiet_to": p.quiet_to, "cap": p.cap, "cap_days": p.cap_days });
            let entry = Entry::new(Act::Update, entities::CART_REMINDER_PLAN, at.store()).before(summary(&before)).after(summary(&plan));
            journal::write(c, &at, now, Topics::SALES, entry).await?;
            Ok(())
        })
        .await
}
