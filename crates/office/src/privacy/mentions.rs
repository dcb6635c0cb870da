//! The team's own texts that mention a person: names of segments, groups, saved views, tags and coupons, and the values of
//! segment rules.
//!
//! They are the merchant's tools and several people can have one name, so a text that only contains the name is listed before the
//! erasure and changed by its author. The erasure itself changes what can mean nobody else: a number, an e-mail address, a view
//! that searches for them, a deleted segment that nobody can open any more (docs/decisions/0032).

use db::{Conn, Json, Result};
use kernel::{CouponId, Millis, StoreScope};
use serde::Serialize;
use serde_json::Value;
use web::Subject;

use super::mentions_store::{self as store, JournalRow, Segment};
use super::person::Person;
use super::scrub::{self, Known};

/// Tags of a store that are searched.
const MOST_TAGS: i64 = 2_000;
/// Mentions that are listed.
const MOST: usize = 50;

/// What kind of record holds the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ErasureMentionKind)]
pub(super) enum MentionKind {
    /// A segment, by its name or the values of its rules.
    CustomerSegment,
    /// A group of customers.
    CustomerGroup,
    /// A tag that another customer has.
    CustomerTag,
    /// A tag on another customer's order.
    OrderTag,
    /// A saved view of the orders list.
    OrderView,
    /// A coupon, by its name, its description or its code.
    Coupon,
}

impl MentionKind {
    /// The permission needed to read the text.
    pub(super) const fn subject(self) -> Subject {
        match self {
            Self::CustomerSegment | Self::CustomerGroup | Self::CustomerTag => Subject::Customer,
            Self::OrderTag | Self::OrderView => Subject::Order,
            Self::Coupon => Subject::Coupon,
        }
    }
}

/// A text of the team that mentions the person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = ErasureMention)]
pub(super) struct Mention {
    pub(super) kind: MentionKind,
    /// Null for a tag.
    id: Option<String>,
    /// As the team wrote it.
    name: String,
    /// The erasure removes the person from it; otherwise it stays as it is.
    is_mended: bool,
}

/// Rules of a segment: groups of them, each with its values.
type Rules = Value;

/// Text values of a segment's rules; the values of other rules are codes, numbers and days.
fn words_of(rules: &mut Rules) -> impl Iterator<Item = &mut Value> {
    let rules = rules.as_array_mut().into_iter().flatten().filter_map(Value::as_array_mut).flatten();
    rules
        .filter(|rule| matches!(rule["field"].as_str(), Some("city" | "tag")))
        .filter_map(|rule| rule.get_mut("values").and_then(Value::as_array_mut))
        .flatten()
}

/// A segment's name and rules without the texts for which `is_theirs` holds; none when there are none. The value of a rule is
/// replaced by one that matches nobody: without a value the rule would hold for everybody.
fn without_mentions(
    (name, rules): (&str, &Rules),
    instead: (&str, &str),
    is_theirs: impl Fn(&str) -> bool,
) -> Option<(String, Rules)> {
    let (mut kept_rules, mut found) = (rules.clone(), false);
    for word in words_of(&mut kept_rules) {
        if word.as_str().is_some_and(&is_theirs) {
            *word = Value::String(instead.1.to_owned());
            found = true;
        }
    }
    let is_named = is_theirs(name);
    (found || is_named).then(|| (if is_named { instead.0 } else { name }.to_owned(), kept_rules))
}

fn mentions_person(name: &str, rules: &Rules, known: &Known) -> bool {
    without_mentions((name, rules), ("", ""), |text| known.is_in(text)).is_some()
}

/// Every text of the team that mentions the person, [`MOST`] at most. Changes nothing.
pub(super) async fn list_mentions(c: Conn<'_>, scope: &StoreScope, person: &Person) -> Result<Vec<Mention>> {
    let known = &person.known;
    let mut all = Vec::new();
    let mention = |kind, id: Option<String>, name: &str, is_mended| Mention { kind, id, name: name.to_owned(), is_mended };
    for Segment { id, name, rules: Json(rules), .. } in
        store::list_segments(c, scope).await?.into_iter().filter(|s| s.deleted_at.is_none())
    {
        if mentions_person(&name, &rules, known) {
            let replaced = without_mentions((&name, &rules), ("-", "-"), |text| known.is_contact(text));
            let is_mended = replaced.is_some_and(|(name, rules)| !mentions_person(&name, &rules, known));
            all.push(mention(MentionKind::CustomerSegment, Some(id.to_string()), &name, is_mended));
        }
    }
    for (id, name) in store::list_groups(c, scope).await?.into_iter().filter(|(_, name)| known.is_in(name)) {
        all.push(mention(MentionKind::CustomerGroup, Some(id.to_string()), &name, known.is_contact(&name)));
    }
    for tag in tags_of_others(c, scope, person).await? {
        all.push(mention(MentionKind::CustomerTag, None, &tag, false));
    }
    for tag in tags_of_other_orders(c, scope, person).await? {
        all.push(mention(MentionKind::OrderTag, None, &tag, false));
    }
    for (id, name, Json(mut content)) in store::list_order_views(c, scope).await? {
        if known.is_in(&name) || scrub::empty_mentions(&mut content, known) {
            all.push(mention(MentionKind::OrderView, Some(id.to_string()), &name, true));
        }
    }
    for (id, name) in coupons(c, scope, known).await? {
        all.push(mention(MentionKind::Coupon, Some(id.to_string()), &name, false));
    }
    all.truncate(MOST);
    Ok(all)
}

/// Coupons whose name or code mentions the person: shoppers have been given these, so only the merchant changes them.
async fn coupons(c: Conn<'_>, scope: &StoreScope, known: &Known) -> Result<Vec<(CouponId, String)>> {
    let (mut found, mut after) = (Vec::new(), CouponId::from_raw(i64::MIN));
    loop {
        let page = store::list_coupons(c, scope, after).await?;
        let Some((last, ..)) = page.last() else { return Ok(found) };
        after = *last;
        found.extend(
            page.into_iter().filter(|(_, name, code)| known.is_in(name) || known.is_in(code)).map(|(id, name, _)| (id, name)),
        );
        if found.len() >= MOST {
            return Ok(found);
        }
    }
}

/// Removes the name from deleted coupons: nobody can open them, so nobody can change them. Their codes stand on orders and stay.
async fn rename_deleted_coupons(c: Conn<'_>, scope: &StoreScope, known: &Known, now: Millis) -> Result<()> {
    let mut after = CouponId::from_raw(i64::MIN);
    loop {
        let coupons = store::list_deleted_coupons(c, scope, after).await?;
        let Some((last, _)) = coupons.last() else { return Ok(()) };
        after = *last;
        for (id, _) in coupons.into_iter().filter(|(_, name)| known.is_in(name)) {
            store::update_coupon_name(c, scope, id, &format!("#{id}"), now).await?;
        }
    }
}

/// Tags that mention the person and that another customer has; the person's own are deleted with the record.
async fn tags_of_others(c: Conn<'_>, scope: &StoreScope, person: &Person) -> Result<Vec<String>> {
    let keys = store::list_customer_tag_keys(c, scope, MOST_TAGS).await?;
    let mut tags = Vec::new();
    for key in keys.into_iter().filter(|key| person.known.is_in(key)) {
        tags.extend(store::find_tag_of_other(c, scope, &key, person.customer.id).await?);
    }
    Ok(tags)
}

/// The same for orders.
async fn tags_of_other_orders(c: Conn<'_>, scope: &StoreScope, person: &Person) -> Result<Vec<String>> {
    let keys = store::list_order_tag_keys(c, scope, MOST_TAGS).await?;
    let mut tags = Vec::new();
    for key in keys.into_iter().filter(|key| person.known.is_in(key)) {
        tags.extend(store::find_order_tag_of_other(c, scope, &key, person.customer.id).await?);
    }
    Ok(tags)
}

/// Removes the person from texts that can mean nobody else, and from former names in the journal. `nobody` replaces the value of
/// a segment's rule.
pub(super) async fn replace_mentions(
    c: Conn<'_>,
    scope: &StoreScope,
    known: &Known,
    placeholder: &str,
    now: Millis,
) -> Result<()> {
    for Segment { id, name, rules: Json(rules), deleted_at } in store::list_segments(c, scope).await? {
        let instead = format!("#{id}");
        // Nobody can open a deleted segment, so nobody can change it.
        let is_theirs = |text: &str| known.is_contact(text) || (deleted_at.is_some() && known.is_in(text));
        if let Some((name, rules)) = without_mentions((&name, &rules), (&instead, placeholder), is_theirs) {
            store::update_segment(c, scope, id, &name, rules, now).await?;
        }
    }
    for (id, _) in store::list_groups(c, scope).await?.into_iter().filter(|(_, name)| known.is_contact(name)) {
        store::update_group_name(c, scope, id, &format!("#{id}")).await?;
    }
    rename_deleted_coupons(c, scope, known, now).await?;
    for subject in ["customer_segment", "customer_group", "order_view", "coupon", "customer_import", "invitation"] {
        forget_names(c, scope, subject, known).await?;
    }
    Ok(())
}

/// Empties the texts that mention the person in all entries about one kind of record: they keep its former name long after it is
/// renamed or deleted.
async fn forget_names(c: Conn<'_>, scope: &StoreScope, subject: &'static str, known: &Known) -> Result<()> {
    let (mut after_id, mut after_seq) = (i64::MIN, 0_i64);
    loop {
        let entries = store::list_journal(c, scope, subject, (after_id, after_seq)).await?;
        let Some(last) = entries.last() else { return Ok(()) };
        (after_id, after_seq) = (last.subject_id, last.seq);
        for JournalRow { seq, mut before, mut after, .. } in entries {
            let empty = |facts: &mut Option<Json<Value>>| facts.as_mut().is_some_and(|f| scrub::empty_mentions(&mut f.0, known));
            if empty(&mut before) | empty(&mut after) {
                store::update_journal(c, scope, seq, before, after).await?;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn known() -> Known {
        Known::new("SA", ["سارة القحطاني"], ["sara@example.com"], ["+966551234567"])
    }

    /// CU-01: a replaced value leaves a rule that holds for nobody, never one that holds for everybody.
    #[test]
    fn cu_01_a_segment_loses_a_number_and_asks_for_nobody() {
        let rules = json!([
            [{"field": "tag", "op": "is", "values": ["0551234567", "vip"]}, {"field": "spent", "op": "gte", "values": ["551234567"]}],
            [{"field": "city", "op": "is_not", "values": ["سارة القحطاني"]}],
        ]);
        let (name, scrubbed_rules) =
            without_mentions(("sara@example.com", &rules), ("#1", "عميل محذوف"), |t| known().is_contact(t)).unwrap();
        assert_eq!(name, "#1");
        assert_eq!(
            scrubbed_rules,
            json!([
                [{"field": "tag", "op": "is", "values": ["عميل محذوف", "vip"]}, {"field": "spent", "op": "gte", "values": ["551234567"]}],
                [{"field": "city", "op": "is_not", "values": ["سارة القحطاني"]}],
            ])
        );
        assert!(mentions_person(&name, &scrubbed_rules, &known()), "a name is told and stays");
        assert!(without_mentions(("عملاء الرياض", &json!([[]])), ("#1", "x"), |t| known().is_in(t)).is_none());
    }
}
