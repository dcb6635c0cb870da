//! Decides what rows of a file mean for the store, before anything is written: new, changed, unchanged, or refused.

use std::collections::{BTreeSet, HashMap, HashSet};

use db::Conn;
use kernel::{CustomerId, ImportId, StoreScope};
use web::message::Message;

use super::plan::{Change, Existing, PlanContext, plan};
use super::read::Person;
use super::source::{Item, Source};
use super::store;
use crate::store::{self as slice, labels, refusals};
use crate::write::Fields;
use platform::imports::model::{Mode, RowMessage, RowOutcome};
use platform::imports::rows;

const TWICE: Message =
    Message::new("صف سابق في الملف للعميل نفسه. ادمج الصفين.", "An earlier row is the same customer. Merge the two rows.");
const SEVERAL: Message = Message::new(
    "أكثر من عميل له هذا البريد. أضف رقم الجوال.",
    "More than one customer has this email address. Add the mobile number.",
);
const THERE: Message = Message::new("العميل موجود مسبقًا، فتم تخطيه.", "The customer already exists. Skipped.");
const ERASED: Message = Message::new(
    "تم محو بيانات هذا الشخص، والاستيراد لا يستعيدها. أضفه يدويًا إن عاد عميلًا.",
    "This person's data was erased, and imports don't restore it. Add the customer manually if they return.",
);

/// A row of the file and what it means for the store.
#[derive(Debug, Clone)]
pub(super) struct Prepared {
    pub(super) position: i64,
    pub(super) line: i64,
    pub(super) label: String,
    pub(super) notes: Vec<RowMessage>,
    pub(super) what: RowPlan,
}

/// The planned outcome of a row.
#[derive(Debug, Clone)]
pub(super) enum RowPlan {
    /// A check refuses it.
    Refused(Vec<RowMessage>),
    /// The store's record is equal already.
    Same(CustomerId),
    /// The import does not change existing customers.
    Left(CustomerId),
    /// New, or different.
    Write(Box<Change>),
}

impl Prepared {
    /// The existing customer that the row is about.
    pub(super) fn customer(&self) -> Option<CustomerId> {
        match &self.what {
            RowPlan::Refused(_) => None,
            RowPlan::Same(id) | RowPlan::Left(id) => Some(*id),
            RowPlan::Write(change) => change.existing.as_ref().map(|e| e.customer.id),
        }
    }

    /// The outcome that a dry run reports.
    pub(super) fn outcome(&self) -> RowOutcome {
        match &self.what {
            RowPlan::Refused(_) => RowOutcome::Failed,
            RowPlan::Same(_) => RowOutcome::Unchanged,
            RowPlan::Left(_) => RowOutcome::Skipped,
            RowPlan::Write(change) if change.existing.is_some() => RowOutcome::WouldUpdate,
            RowPlan::Write(_) => RowOutcome::WouldCreate,
        }
    }

    /// Its notes, when it is not refused.
    pub(super) fn messages(&self) -> Vec<RowMessage> {
        match &self.what {
            RowPlan::Refused(_) => Vec::new(),
            RowPlan::Left(_) => vec![RowMessage::new(None, &THERE)],
            RowPlan::Same(_) | RowPlan::Write(_) => self.notes.clone(),
        }
    }
}

/// The store's rows for the people of some rows.
struct Known {
    by_mobile: HashMap<String, CustomerId>,
    /// Address, customer, whether the record has a number.
    by_email: Vec<(String, CustomerId, bool)>,
    existing: HashMap<CustomerId, Existing>,
    /// Customers of other rows of this import, with the rows' positions.
    taken: HashMap<i64, i64>,
    /// Hashes of the contacts of erased people.
    erased: HashSet<String>,
}

enum Match {
    New,
    Found(CustomerId),
    Several,
}

impl Known {
    fn find(&self, person: &Person) -> Match {
        if let Some(id) = person.mobile.as_ref().and_then(|mobile| self.by_mobile.get(mobile)) {
            return Match::Found(*id);
        }
        let Some(email) = &person.email else { return Match::New };
        // A record with another number is another person, perhaps of the same household.
        let fits = |has_number: bool| person.mobile.is_none() || !has_number;
        let found: BTreeSet<CustomerId> =
            self.by_email.iter().filter(|(of, _, has_number)| of == email && fits(*has_number)).map(|(_, id, _)| *id).collect();
        match (found.len(), found.first()) {
            (0, _) | (_, None) => Match::New,
            (1, Some(id)) => Match::Found(*id),
            _ => Match::Several,
        }
    }
}

async fn look_up(c: Conn<'_>, scope: &StoreScope, import: ImportId, items: &[Item]) -> db::Result<Known> {
    let people: Vec<&Person> = items.iter().filter_map(|item| item.read.as_deref().ok()).collect();
    let mobiles: Vec<String> = people.iter().filter_map(|p| p.mobile.clone()).collect();
    let emails: Vec<String> = people.iter().filter_map(|p| p.email.clone()).collect();
    let by_mobile = store::list_by_mobile(c, scope, &mobiles).await?;
    let by_email = store::list_by_email(c, scope, &emails).await?;
    let marks: Vec<String> = mobiles.iter().chain(&emails).map(|contact| refusals::mark(scope, contact)).collect();
    let erased = store::list_erased_marks(c, scope, &marks).await?.into_iter().collect();
    let ids: BTreeSet<CustomerId> = by_mobile.values().copied().chain(by_email.iter().map(|(_, id, _)| *id)).collect();
    let ids: Vec<CustomerId> = ids.into_iter().collect();
    let mut existing: HashMap<CustomerId, Existing> = HashMap::new();
    let mut taken = HashMap::new();
    for some in ids.chunks(100) {
        for customer in store::list_customers(c, scope, some).await? {
            let fields = Fields {
                name: customer.name.clone(),
                mobile: customer.mobile.clone(),
                email: customer.email.clone(),
                language: customer.language(),
                tags: Vec::new(),
                groups: BTreeSet::new(),
            };
            existing.insert(customer.id, Existing { customer, fields, consents: Vec::new() });
        }
        for (id, tag) in labels::list_tags_of(c, scope, some).await? {
            if let Some(known) = existing.get_mut(&id) {
                known.fields.tags.push(tag);
            }
        }
        for (id, group) in store::list_groups(c, scope, some).await? {
            if let Some(known) = existing.get_mut(&id) {
                known.fields.groups.insert(group);
            }
        }
        for (id, consent) in store::list_consents(c, scope, some).await? {
            if let Some(known) = existing.get_mut(&id) {
                known.consents.push(consent);
            }
        }
        let raw: Vec<i64> = some.iter().map(|id| id.raw()).collect();
        taken.extend(rows::list_claimed(c, scope, import, &raw).await?);
    }
    Ok(Known { by_mobile, by_email, existing, taken, erased })
}

/// Prepares rows in their order.
pub(super) async fn prepare(
    c: Conn<'_>,
    scope: &StoreScope,
    import: ImportId,
    source: &Source,
    items: &[Item],
) -> db::Result<Vec<Prepared>> {
    let mut known = look_up(c, scope, import, items).await?;
    let groups = labels::list_groups(c, scope).await?;
    let around = PlanContext { columns: &source.columns, profile: &source.profile, mode: source.mode, groups: &groups };
    let mut out = Vec::with_capacity(items.len());
    for item in items {
        let Item { position, line, label, read } = item;
        let (what, notes) = match read {
            Err(messages) => (RowPlan::Refused(messages.clone()), Vec::new()),
            Ok(person) => {
                let (what, mut notes) = of_person(c, scope, &around, &mut known, *position, person).await?;
                notes.splice(0..0, person.notes.iter().cloned());
                (what, notes)
            }
        };
        out.push(Prepared { position: *position, line: *line, label: label.clone(), notes, what });
    }
    Ok(out)
}

async fn of_person(
    c: Conn<'_>,
    scope: &StoreScope,
    around: &PlanContext<'_>,
    known: &mut Known,
    position: i64,
    person: &Person,
) -> db::Result<(RowPlan, Vec<RowMessage>)> {
    let refused = |message: &Message| Ok((RowPlan::Refused(vec![RowMessage::new(None, message)]), Vec::new()));
    let existing = match known.find(person) {
        Match::Several => return refused(&SEVERAL),
        Match::New => None,
        Match::Found(id) => {
            if known.taken.insert(id.raw(), position).is_some_and(|other| other != position) {
                return refused(&TWICE);
            }
            if around.mode == Mode::Create {
                return Ok((RowPlan::Left(id), Vec::new()));
            }
            known.existing.get(&id).cloned()
        }
    };
    let contacts = [&person.mobile, &person.email];
    if existing.is_none() && contacts.into_iter().flatten().any(|contact| known.erased.contains(&refusals::mark(scope, contact)))
    {
        return refused(&ERASED);
    }
    let id = existing.as_ref().map(|e| e.customer.id);
    match plan(around, person, existing) {
        Err(messages) => Ok((RowPlan::Refused(messages), Vec::new())),
        Ok((mut change, notes)) => {
            if let Some(id) = id {
                if let Some(text) = &change.note
                    && store::has_note(c, scope, id, text).await?
                {
                    change.note = None;
                }
                if let Some(address) = &change.address
                    && slice::has_same_address(c, scope, id, address, None).await?
                {
                    change.address = None;
                }
                if change.is_nothing() {
                    return Ok((RowPlan::Same(id), notes));
                }
            }
            Ok((RowPlan::Write(Box::new(change)), notes))
        }
    }
}
