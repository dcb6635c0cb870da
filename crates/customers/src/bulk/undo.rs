//! Undoing a batch: its journal entries in reverse order, a few per transaction. What the batch added is removed, what it removed
//! is added again, and later changes are kept.

use db::Conn;
use kernel::fold::fold;
use kernel::{CustomerId, Env, Millis, StoreScope};
use serde_json::Value;
use web::Message;

use super::action::CustomerActionIn;
use super::area::{Customers, NoteTexts, in_journal};
use super::change::{change_block, change_group, change_tags};
use super::consent;
use crate::merge_store;
use crate::model::Consent;
use crate::store::{self as customers, labels};
use crate::write::CustomerError;
use platform::App;
use platform::batches::{self, Failed, Outcome, Status, Step, WalkOutcome, Written, both};

type Batch = batches::Batch<Customers>;

/// Entries per transaction.
const CHUNK: i64 = 25;

const CHANGED_SINCE: Message =
    Message::new("تغيّر حظر العميل لاحقًا، فتم تخطيه.", "The customer's block was changed since. Skipped.");
const SAID_SINCE: Message =
    Message::new("تغيّرت موافقة العميل لاحقًا، فتم تخطيه.", "The customer's consent was changed since. Skipped.");
const GROUP_GONE: Message = Message::new("تم حذف المجموعة.", "The group was deleted.");

/// The undo of one entry.
#[derive(Debug, Clone, PartialEq, Eq)]
enum UndoStep {
    /// Tags to add, and tags to remove: folded word and text.
    Tags(Vec<(String, String)>, Vec<(String, String)>),
    /// Whether to add to the group again, or to remove from it.
    Group(bool),
    /// The consent before the batch, and the one that the batch left.
    Consent(Consent, Consent),
    /// The block before, and the reason that the batch wrote, by which its own block is recognized.
    Block(Option<(Millis, String)>, String),
}

fn texts(value: Option<&Value>, key: &str) -> Option<Vec<String>> {
    let all = value?.get(key)?.as_array()?;
    Some(all.iter().filter_map(|v| v.as_str().map(str::to_owned)).collect())
}

/// Words of the first list that the second lacks, by their folded form.
fn beyond(these: &[String], those: &[String]) -> Vec<(String, String)> {
    let keys: Vec<String> = those.iter().map(|t| fold(t)).collect();
    these.iter().map(|t| (fold(t), t.clone())).filter(|(key, _)| !keys.contains(key)).collect()
}

/// The undo of an entry; `None` for an entry that no batch writes.
fn undo_step(entry: &Written) -> Option<UndoStep> {
    let (before, after) = (entry.before.as_ref().map(|j| &j.0), entry.after.as_ref().map(|j| &j.0));
    if let (Some(was), Some(is)) = (texts(before, "tags"), texts(after, "tags")) {
        return Some(UndoStep::Tags(beyond(&was, &is), beyond(&is, &was)));
    }
    if let (Some(was), Some(is)) = (texts(before, "groups"), texts(after, "groups")) {
        return Some(UndoStep::Group(was.len() > is.len()));
    }
    if let (Some(was), Some(is)) = (consent::read_fact(before), consent::read_fact(after)) {
        return Some(UndoStep::Consent(was, is));
    }
    let was_blocked = before?.get("is_blocked")?.as_bool()?;
    let reason = |of: Option<&Value>| of.and_then(|v| v.get("reason")).and_then(Value::as_str).unwrap_or_default().to_owned();
    let since = before?.get("since").and_then(Value::as_i64).map(Millis);
    Some(UndoStep::Block(was_blocked.then(|| (since.unwrap_or_default(), reason(before))), reason(after)))
}

/// The outcome of one entry.
enum RowOutcome {
    Changed,
    Same,
    Kept(Message),
}

async fn undo_entry(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    batch: &Batch,
    action: &CustomerActionIn,
    (id, step): (CustomerId, UndoStep),
) -> Result<RowOutcome, CustomerError> {
    let journal_id = in_journal(batch.id);
    let in_journal = Some(journal_id);
    // A merged record's data moved to the record that it was merged into.
    let id = merge_store::find_merged_into(c, scope, id).await?.unwrap_or(id);
    let done = match step {
        UndoStep::Tags(give, take) => change_tags(c, env, scope, id, (&give, &take), in_journal).await,
        UndoStep::Group(is_in) => {
            let group = match action.group_id {
                Some(group) => labels::find_group(c, scope, group).await?,
                None => None,
            };
            let Some(group) = group else { return Ok(RowOutcome::Kept(GROUP_GONE)) };
            change_group(c, env, scope, id, (group.id, is_in), in_journal).await
        }
        UndoStep::Consent(to, left) => match consent::restore(c, env, scope, id, (&to, &left), journal_id).await {
            Ok(None) => return Ok(RowOutcome::Kept(SAID_SINCE)),
            Ok(Some(is_changed)) => Ok(is_changed),
            Err(e) => Err(e),
        },
        UndoStep::Block(to, left) => {
            let Some(now) = customers::find(c, scope, id).await? else { return Ok(RowOutcome::Same) };
            if now.blocked_at.is_some() == to.is_some() {
                return Ok(RowOutcome::Same);
            }
            if now.blocked_at.is_some() && now.block_reason != left {
                return Ok(RowOutcome::Kept(CHANGED_SINCE));
            }
            change_block(c, env, scope, id, to.as_ref().map(|(since, reason)| (*since, reason.as_str())), in_journal).await
        }
    };
    match done {
        Ok(true) => Ok(RowOutcome::Changed),
        Ok(false) | Err(CustomerError::NotFound | CustomerError::Erased) => Ok(RowOutcome::Same),
        Err(CustomerError::Fields(faults)) => {
            Ok(faults.iter().find_map(|(_, all)| all.first().cloned()).map_or(RowOutcome::Same, RowOutcome::Kept))
        }
        Err(e) => Err(e),
    }
}

/// Undoes the next entries; a step that another worker has done changes nothing.
pub(super) async fn step(app: &App, scope: &StoreScope, batch: Batch) -> Result<Step, Failed> {
    let Some(of) = batch.undo_of else { return Ok(Step::Over) };
    let (env, scope) = (app.env().clone(), scope.clone());
    let step = app
        .db()
        .tx(async move |c| {
            let now = env.now();
            let before = batch.reached.parse().unwrap_or(i64::MAX);
            let entries = batches::list_written_before::<Customers>(c, &scope, of, (before, CHUNK)).await?;
            let Some(last) = entries.last() else {
                batches::end::<Customers>(c, &scope, now, batch.id, Status::Done).await?;
                return Ok::<_, CustomerError>(Step::Over);
            };
            let work = undo_entries(c, &env, &scope, &batch, &entries);
            let is_mine = batches::advance_with(c, (&scope, now), &batch, &last.seq.to_string(), work).await?;
            Ok(if is_mine { Step::On } else { Step::Over })
        })
        .await?;
    Ok(step)
}

async fn undo_entries(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    batch: &Batch,
    entries: &[Written],
) -> Result<WalkOutcome<NoteTexts>, CustomerError> {
    let mut done = WalkOutcome::default();
    customers::lock_all(c, scope, entries.iter().map(|e| CustomerId::from_raw(e.subject_id)).collect()).await?;
    for entry in entries {
        done.by.done += 1;
        let Some(step) = undo_step(entry) else { continue };
        let id = CustomerId::from_raw(entry.subject_id);
        match undo_entry(c, env, scope, batch, &batch.details.action, (id, step)).await? {
            RowOutcome::Changed => done.by.changed += 1,
            RowOutcome::Same => {}
            RowOutcome::Kept(why) => {
                done.by.not_undone += 1;
                done.notes.push((entry.subject_id, Outcome::Kept, both(&why)));
            }
        }
    }
    Ok(done)
}

#[cfg(test)]
mod tests {
    use db::Json;
    use serde_json::json;

    use super::*;
    use crate::model::{Channel, Source};

    fn entry(before: Value, after: Value) -> Written {
        Written { seq: 1, action: "update".into(), subject_id: 1, before: Some(Json(before)), after: Some(Json(after)) }
    }

    /// CU-01: the undo of an entry adds what was removed and removes what was added, and the undo of the undo is the entry.
    #[test]
    fn cu_01_the_way_back_is_the_entry_turned_around() {
        let word = |text: &str| vec![(fold(text), text.to_owned())];
        let (was, is) = (json!({"tags": ["عيد", "VIP"]}), json!({"tags": ["vip", "جديد"]}));
        assert_eq!(undo_step(&entry(was.clone(), is.clone())), Some(UndoStep::Tags(word("عيد"), word("جديد"))));
        assert_eq!(undo_step(&entry(is, was)), Some(UndoStep::Tags(word("جديد"), word("عيد"))));
        let (out, inside) = (json!({"groups": []}), json!({"groups": ["جملة"]}));
        assert_eq!(undo_step(&entry(out.clone(), inside.clone())), Some(UndoStep::Group(false)));
        assert_eq!(undo_step(&entry(inside, out)), Some(UndoStep::Group(true)));
        let free = json!({"is_blocked": false, "reason": "", "since": null});
        let blocked = json!({"is_blocked": true, "reason": "رفض", "since": 7});
        assert_eq!(undo_step(&entry(free.clone(), blocked.clone())), Some(UndoStep::Block(None, "رفض".into())));
        assert_eq!(undo_step(&entry(blocked, free)), Some(UndoStep::Block(Some((Millis(7), "رفض".into())), String::new())));
        let consent = |is_granted, at| Consent { channel: Channel::Sms, is_granted, source: Source::Paper, at: Millis(at) };
        let consent_fact = |is_granted, at| json!({"consent": "sms", "is_granted": is_granted, "source": "paper", "at": at});
        assert_eq!(
            undo_step(&entry(consent_fact(true, 5), consent_fact(false, 9))),
            Some(UndoStep::Consent(consent(true, 5), consent(false, 9)))
        );
        assert_eq!(
            undo_step(&entry(consent_fact(false, 9), consent_fact(true, 5))),
            Some(UndoStep::Consent(consent(false, 9), consent(true, 5)))
        );
        assert_eq!(undo_step(&entry(json!({"name": "أ"}), json!({"name": "ب"}))), None);
    }
}
