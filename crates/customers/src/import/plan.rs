//! Plans a customer of a file: the existing record compared with the row. Pure.
//!
//! A blank cell changes nothing. [`Mode::Fill`] fills only missing fields, [`Mode::Both`] overwrites with the file's. A number is
//! never overwritten. Consent is recorded where there was none; a refusal replaces a grant where the file may overwrite, and a
//! grant never replaces a refusal.

use std::collections::BTreeSet;

use kernel::fold::fold;
use kernel::{CustomerGroupId, Lang};
use web::Message;

use super::field::Field;
use super::read::{Columns, Person};
use crate::address::Address;
use crate::model::{Channel, Consent, Customer, CustomerGroup, MOST_GROUPS, MOST_TAGS};
use crate::places;
use crate::write::Fields;
use platform::imports::model::{Mode, RowMessage};
use platform::stores::StoreProfile;
use web::message::common;

const REFUSED_BEFORE: Message = Message::new(
    "ألغى العميل الاشتراك في هذه القناة، فتم تجاهل الموافقة في الملف.",
    "The customer opted out of this channel. Consent in the file was ignored.",
);
const UNKNOWN_CITY: Message =
    Message::new("مدينة غير معروفة «{value}»، وتم حفظها كما هي.", "Unknown city \"{value}\". Kept as written.");
const NO_ADDRESS: Message = Message::new("تم تخطي العنوان. {why}", "The address was skipped. {why}");
const TO_DETAILS: Message = Message::new(
    "قيمة غير صحيحة «{value}»، وتم نقلها إلى تفاصيل العنوان.",
    "Invalid value \"{value}\". Moved to the address directions.",
);
const FULL_GROUPS: Message = Message::new(
    "اكتمل الحد الأقصى: {max} مجموعة. لم يتم إنشاء «{name}».",
    "Limit reached: {max} groups. \"{name}\" wasn't created.",
);
const FULL_TAGS: Message = Message::new(
    "الحد الأقصى {max} وسمًا لكل عميل، وتم تخطي الباقي.",
    "Limit reached: {max} tags per customer. The rest were skipped.",
);

/// The data of an existing customer.
#[derive(Debug, Clone)]
pub(super) struct Existing {
    pub(super) customer: Customer,
    pub(super) fields: Fields,
    pub(super) consents: Vec<Consent>,
}

/// What a row writes.
#[derive(Debug, Clone)]
pub(super) struct Change {
    pub(super) existing: Option<Box<Existing>>,
    pub(super) after: Fields,
    /// Groups to create.
    pub(super) new_groups: Vec<String>,
    pub(super) note: Option<String>,
    pub(super) address: Option<Address>,
    /// City and country, for a record that has none.
    pub(super) city: Option<(String, String)>,
    pub(super) consents: Vec<(Channel, bool)>,
}

impl Change {
    /// Whether nothing would change.
    pub(super) fn is_nothing(&self) -> bool {
        let Self { existing, after, new_groups, note, address, city, consents } = self;
        existing.as_ref().is_some_and(|e| e.fields == *after)
            && new_groups.is_empty()
            && note.is_none()
            && address.is_none()
            && city.is_none()
            && consents.is_empty()
    }
}

/// What the plan needs from the store.
pub(super) struct PlanContext<'a> {
    pub(super) columns: &'a Columns,
    pub(super) profile: &'a StoreProfile,
    pub(super) mode: Mode,
    pub(super) groups: &'a [CustomerGroup],
}

/// Whether the cell is what our own export writes for these words.
fn is_exported(cell: &str, words: &[String]) -> bool {
    !words.is_empty() && [", ", "، "].iter().any(|between| words.join(between) == cell)
}

fn tags(around: &PlanContext<'_>, person: &Person, before: &[String], notes: &mut Vec<RowMessage>) -> Vec<String> {
    let Some((cell, found)) = &person.tags else { return before.to_vec() };
    if is_exported(cell, before) {
        return before.to_vec();
    }
    let mut out: Vec<String> = if around.mode == Mode::Both { Vec::new() } else { before.to_vec() };
    let mut is_full = false;
    for (key, tag) in found {
        if out.iter().any(|known| fold(known) == *key) {
            continue;
        }
        if out.len() == MOST_TAGS {
            is_full = true;
            break;
        }
        // An existing tag keeps its spelling.
        let kept_tag = before.iter().find(|known| fold(known) == *key);
        out.push(kept_tag.unwrap_or(tag).clone());
    }
    if is_full {
        notes.push(RowMessage::new(around.columns.caption(Field::Tags), &FULL_TAGS.with("max", MOST_TAGS)));
    }
    out.sort_by_key(|tag| fold(tag));
    out
}

fn groups(
    around: &PlanContext<'_>,
    person: &Person,
    before: &BTreeSet<CustomerGroupId>,
    notes: &mut Vec<RowMessage>,
) -> (BTreeSet<CustomerGroupId>, Vec<String>) {
    let Some((cell, names)) = &person.groups else { return (before.clone(), Vec::new()) };
    let own: Vec<String> = around.groups.iter().filter(|g| before.contains(&g.id)).map(|g| g.name.clone()).collect();
    if is_exported(cell, &own) {
        return (before.clone(), Vec::new());
    }
    let mut out = if around.mode == Mode::Both { BTreeSet::new() } else { before.clone() };
    let mut planned = Vec::new();
    for name in names {
        match around.groups.iter().find(|group| fold(&group.name) == fold(name)) {
            Some(group) => {
                out.insert(group.id);
            }
            None if around.groups.len() + planned.len() < MOST_GROUPS => planned.push(name.replace(',', " ")),
            None => {
                let message = FULL_GROUPS.with("max", MOST_GROUPS).with("name", name);
                notes.push(RowMessage::new(around.columns.caption(Field::Groups), &message));
            }
        }
    }
    (out, planned)
}

/// The address of the row; parts that have no valid field go into its directions.
fn address(around: &PlanContext<'_>, person: &Person, after: &Fields, notes: &mut Vec<RowMessage>) -> Option<Address> {
    let mut sent = person.address.clone()?;
    if sent.name.is_empty() {
        sent.name.clone_from(&after.name);
    }
    if sent.mobile.is_empty() {
        sent.mobile = after.mobile.clone().unwrap_or_default();
    }
    // The address book may hold countries that the store does not ship to today: the checkout validates again.
    let mut profile = around.profile.clone();
    profile.settings.allow_worldwide_checkout = true;
    for _ in 0..3 {
        let faults = match sent.clone().read(&profile) {
            Ok(address) => return Some(address),
            Err(faults) => faults,
        };
        let movable: Vec<&str> =
            faults.iter().map(|(path, _)| path).filter(|path| matches!(*path, "short_address" | "postal_code")).collect();
        if movable.is_empty() {
            let why = faults.iter().flat_map(|(_, messages)| messages).next().cloned().unwrap_or(common::REQUIRED);
            let message = Message {
                ar: NO_ADDRESS.ar.replace("{why}", why.get(Lang::Ar)).into(),
                en: NO_ADDRESS.en.replace("{why}", why.get(Lang::En)).into(),
            };
            notes.push(RowMessage::new(around.columns.caption(Field::Street), &message));
            return None;
        }
        for path in movable {
            let (field, cell) = match path {
                "short_address" => (Field::ShortAddress, std::mem::take(&mut sent.short_address)),
                _ => (Field::PostalCode, std::mem::take(&mut sent.postal_code)),
            };
            notes.push(RowMessage::new(around.columns.caption(field), &TO_DETAILS.with("value", cell.trim())));
            sent.details =
                [sent.details.as_str(), cell.trim()].iter().filter(|t| !t.is_empty()).copied().collect::<Vec<_>>().join("، ");
        }
    }
    None
}

fn consents(
    around: &PlanContext<'_>,
    person: &Person,
    current_consents: &[Consent],
    notes: &mut Vec<RowMessage>,
) -> Vec<(Channel, bool)> {
    let mut out = Vec::new();
    for (channel, is_granted) in &person.consents {
        match current_consents.iter().find(|s| s.channel == *channel) {
            None => out.push((*channel, *is_granted)),
            Some(before) if before.is_granted == *is_granted => {}
            Some(_) if *is_granted => {
                let field = match channel {
                    Channel::Sms => Field::Sms,
                    Channel::Whatsapp => Field::Whatsapp,
                    Channel::Email => Field::EmailConsent,
                    Channel::Calls => Field::Calls,
                };
                let caption = around.columns.caption(field).or_else(|| around.columns.caption(Field::Consents));
                notes.push(RowMessage::new(caption, &REFUSED_BEFORE));
            }
            Some(_) if around.mode == Mode::Both => out.push((*channel, false)),
            Some(_) => {}
        }
    }
    out
}

/// The plan for a row whose person is `existing`, or new; with notes about what was left out.
///
/// # Errors
/// A new customer without a name.
pub(super) fn plan(
    around: &PlanContext<'_>,
    person: &Person,
    existing: Option<Existing>,
) -> Result<(Change, Vec<RowMessage>), Vec<RowMessage>> {
    let mut notes = Vec::new();
    let nobody = Fields {
        name: String::new(),
        mobile: None,
        email: None,
        language: around.profile.default_language,
        tags: Vec::new(),
        groups: BTreeSet::new(),
    };
    let before = existing.as_ref().map_or(&nobody, |e| &e.fields);
    let writes_over = existing.is_none() || around.mode == Mode::Both;
    let mut after = before.clone();
    if let Some(name) = person.name.as_ref().filter(|_| writes_over || before.name.is_empty()) {
        after.name.clone_from(name);
    }
    if after.name.is_empty() {
        let caption = around.columns.caption(Field::Name).or_else(|| around.columns.caption(Field::FirstName));
        return Err(vec![RowMessage::new(
            caption.or_else(|| Some(Field::Name.label(web::lang::current()).to_owned())),
            &common::REQUIRED,
        )]);
    }
    if before.mobile.is_none() {
        after.mobile.clone_from(&person.mobile);
    }
    if person.email.is_some() && (writes_over || before.email.is_none()) {
        after.email.clone_from(&person.email);
    }
    if let Some(language) = person.language.filter(|_| writes_over) {
        after.language = language;
    }
    after.tags = tags(around, person, &before.tags, &mut notes);
    let (joined, new_groups) = groups(around, person, &before.groups, &mut notes);
    after.groups = joined;
    let address = address(around, person, &after, &mut notes);
    let country = person.country.unwrap_or(&around.profile.country);
    if let Some(city) = person.city.as_ref().filter(|city| places::is_unknown(country, city)) {
        notes.push(RowMessage::new(around.columns.caption(Field::City), &UNKNOWN_CITY.with("value", city)));
    }
    let (lives_in, lives_at) = existing.as_ref().map_or(("", ""), |e| (e.customer.city.as_str(), e.customer.country.as_str()));
    let named = person.city.as_ref().map(|city| places::named(country, city, around.profile.default_language));
    let city = match (lives_in, named) {
        ("", Some(city)) => Some((city, country.to_owned())),
        ("", None) if lives_at.is_empty() => person.country.map(|country| (String::new(), country.to_owned())),
        _ => None,
    };
    let current_consents = existing.as_ref().map_or(&[][..], |e| &e.consents);
    let consents = consents(around, person, current_consents, &mut notes);
    let change =
        Change { existing: existing.map(Box::new), after, new_groups, note: person.note.clone(), address, city, consents };
    Ok((change, notes))
}
