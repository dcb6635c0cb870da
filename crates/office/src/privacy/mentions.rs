//! The team's own words that speak of a person: names of segments, groups, saved views, tags, coupons, and what a segment asks for.
//!
//! They are the merchant's tools and a name is borne by many, so what only names the person is told before the erasure and
//! changed by whoever wrote it. What can mean nobody else is mended by the erasure itself: a number, an e-mail address, a view
//! that looks for them, a segment that was deleted and that nobody can open any more (docs/decisions/0032).

use db::{Conn, Json, Result, p};
use kernel::{CouponId, CustomerGroupId, CustomerSegmentId, Millis, OrderViewId, StoreScope};
use serde::Serialize;
use serde_json::Value;
use web::Subject;

use super::person::Person;
use super::scrub::{self, Known};

/// Tags of a store that are looked at.
const MOST_TAGS: i64 = 2_000;
/// Mentions that are told.
const MOST: usize = 50;

/// What bears the words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ErasureMentionKind)]
pub(super) enum MentionKind {
    /// A segment, by its name or by what it asks for.
    CustomerSegment,
    /// A group of customers.
    CustomerGroup,
    /// A tag that another customer has.
    CustomerTag,
    /// A tag on somebody else's order.
    OrderTag,
    /// A saved view of the orders list.
    OrderView,
    /// A coupon, by its name, its description or its code.
    Coupon,
}

impl MentionKind {
    /// Who may see the words.
    pub(super) const fn subject(self) -> Subject {
        match self {
            Self::CustomerSegment | Self::CustomerGroup | Self::CustomerTag => Subject::Customer,
            Self::OrderTag | Self::OrderView => Subject::Order,
            Self::Coupon => Subject::Coupon,
        }
    }
}

/// Words of the team that speak of the person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = ErasureMention)]
pub(super) struct Mention {
    pub(super) kind: MentionKind,
    /// Null of a tag.
    id: Option<String>,
    /// As the team wrote it.
    name: String,
    /// The erasure takes the person out of it; otherwise it stays as it is.
    is_mended: bool,
}

/// Rules of a segment: groups of them, each with what it asks for.
type Rules = Value;

/// Words that a rule of a segment compares with; of other rules the values are codes, numbers and days.
fn words_of(rules: &mut Rules) -> impl Iterator<Item = &mut Value> {
    let rules = rules.as_array_mut().into_iter().flatten().filter_map(Value::as_array_mut).flatten();
    rules
        .filter(|rule| matches!(rule["field"].as_str(), Some("city" | "tag")))
        .filter_map(|rule| rule.get_mut("values").and_then(Value::as_array_mut))
        .flatten()
}

/// A segment's name and rules without the words that `is_theirs` says are the person's; none when there are none. A word of a
/// rule makes room for one that nobody bears: without it the rule would ask for nothing, and hold for everybody.
fn without((name, rules): (&str, &Rules), instead: (&str, &str), is_theirs: impl Fn(&str) -> bool) -> Option<(String, Rules)> {
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

fn speaks(name: &str, rules: &Rules, known: &Known) -> bool {
    without((name, rules), ("", ""), |text| known.is_in(text)).is_some()
}

struct Segment {
    id: CustomerSegmentId,
    name: String,
    rules: Json<Rules>,
    deleted_at: Option<Millis>,
}
db::row!(Segment { id, name, rules, deleted_at });

async fn segments(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<Segment>> {
    let sql = "SELECT id, name, rules, deleted_at FROM customer_segments WHERE store_id = ?1 ORDER BY id LIMIT 10000";
    c.all(sql, p![scope.store()]).await
}

async fn groups(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<(CustomerGroupId, String)>> {
    c.all("SELECT id, name FROM customer_groups WHERE store_id = ?1 ORDER BY id LIMIT 1000", p![scope.store()]).await
}

/// Everything that the team's words say of the person, [`MOST`] at most. Changes nothing.
pub(super) async fn list_mentions(c: Conn<'_>, scope: &StoreScope, person: &Person) -> Result<Vec<Mention>> {
    let known = &person.known;
    let mut all = Vec::new();
    let mention = |kind, id: Option<String>, name: &str, is_mended| Mention { kind, id, name: name.to_owned(), is_mended };
    for Segment { id, name, rules: Json(rules), .. } in segments(c, scope).await?.into_iter().filter(|s| s.deleted_at.is_none()) {
        if speaks(&name, &rules, known) {
            let mended = without((&name, &rules), ("-", "-"), |text| known.is_contact(text));
            let is_mended = mended.is_some_and(|(name, rules)| !speaks(&name, &rules, known));
            all.push(mention(MentionKind::CustomerSegment, Some(id.to_string()), &name, is_mended));
        }
    }
    for (id, name) in groups(c, scope).await?.into_iter().filter(|(_, name)| known.is_in(name)) {
        all.push(mention(MentionKind::CustomerGroup, Some(id.to_string()), &name, known.is_contact(&name)));
    }
    for tag in tags_of_others(c, scope, person).await? {
        all.push(mention(MentionKind::CustomerTag, None, &tag, false));
    }
    for tag in tags_of_other_orders(c, scope, person).await? {
        all.push(mention(MentionKind::OrderTag, None, &tag, false));
    }
    let sql = "SELECT id, name, content FROM order_views WHERE store_id = ?1 AND deleted_at IS NULL ORDER BY id LIMIT 10000";
    let views: Vec<(OrderViewId, String, Json<Value>)> = c.all(sql, p![scope.store()]).await?;
    for (id, name, Json(mut content)) in views {
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

/// Coupons whose name or code speaks of the person: what shoppers were given is changed by the merchant alone.
async fn coupons(c: Conn<'_>, scope: &StoreScope, known: &Known) -> Result<Vec<(CouponId, String)>> {
    let (mut found, mut after) = (Vec::new(), CouponId::from_raw(i64::MIN));
    loop {
        let sql =
            "SELECT id, name, code FROM coupons WHERE store_id = ?1 AND id > ?2 AND deleted_at IS NULL ORDER BY id LIMIT 1000";
        let some: Vec<(CouponId, String, String)> = c.all(sql, p![scope.store(), after]).await?;
        let Some((last, ..)) = some.last() else { return Ok(found) };
        after = *last;
        found.extend(
            some.into_iter().filter(|(_, name, code)| known.is_in(name) || known.is_in(code)).map(|(id, name, _)| (id, name)),
        );
        if found.len() >= MOST {
            return Ok(found);
        }
    }
}

/// Takes the name off coupons that were deleted: nobody sees them, so nobody can change them. Their codes stand on orders and stay.
async fn rename_deleted_coupons(c: Conn<'_>, scope: &StoreScope, known: &Known, now: Millis) -> Result<()> {
    let mut after = CouponId::from_raw(i64::MIN);
    loop {
        let sql =
            "SELECT id, name FROM coupons WHERE store_id = ?1 AND id > ?2 AND deleted_at IS NOT NULL ORDER BY id LIMIT 1000";
        let some: Vec<(CouponId, String)> = c.all(sql, p![scope.store(), after]).await?;
        let Some((last, _)) = some.last() else { return Ok(()) };
        after = *last;
        for (id, _) in some.into_iter().filter(|(_, name)| known.is_in(name)) {
            let name = format!("#{id}");
            let sql = "UPDATE coupons SET name = ?3, name_key = ?4, updated_at = ?5, version = version + 1 WHERE store_id = ?1 AND id = ?2";
            c.exec(sql, p![scope.store(), id, &name, kernel::fold::fold(&name), now]).await?;
        }
    }
}

/// Tags that speak of the person and that another customer has; their own go with the record.
async fn tags_of_others(c: Conn<'_>, scope: &StoreScope, person: &Person) -> Result<Vec<String>> {
    let sql = "WITH RECURSIVE words (tag_key) AS ( \
               SELECT MIN(t.tag_key) FROM customer_tags t WHERE t.store_id = ?1 \
               UNION ALL SELECT (SELECT MIN(t.tag_key) FROM customer_tags t WHERE t.store_id = ?1 AND t.tag_key > w.tag_key) \
               FROM words w WHERE w.tag_key IS NOT NULL) \
               SELECT w.tag_key FROM words w WHERE w.tag_key IS NOT NULL LIMIT ?2";
    let keys: Vec<String> = c.all(sql, p![scope.store(), MOST_TAGS]).await?;
    let mut tags = Vec::new();
    for key in keys.into_iter().filter(|key| person.known.is_in(key)) {
        let sql = "SELECT tag FROM customer_tags WHERE store_id = ?1 AND tag_key = ?2 AND customer_id <> ?3 LIMIT 1";
        tags.extend(c.opt::<String>(sql, p![scope.store(), key, person.customer.id]).await?);
    }
    Ok(tags)
}

/// The same of orders.
async fn tags_of_other_orders(c: Conn<'_>, scope: &StoreScope, person: &Person) -> Result<Vec<String>> {
    let sql = "WITH RECURSIVE words (tag_key) AS ( \
               SELECT MIN(t.tag_key) FROM order_tags t WHERE t.store_id = ?1 \
               UNION ALL SELECT (SELECT MIN(t.tag_key) FROM order_tags t WHERE t.store_id = ?1 AND t.tag_key > w.tag_key) \
               FROM words w WHERE w.tag_key IS NOT NULL) \
               SELECT w.tag_key FROM words w WHERE w.tag_key IS NOT NULL LIMIT ?2";
    let keys: Vec<String> = c.all(sql, p![scope.store(), MOST_TAGS]).await?;
    let mut tags = Vec::new();
    for key in keys.into_iter().filter(|key| person.known.is_in(key)) {
        let sql = "SELECT t.tag FROM order_tags t JOIN orders o ON o.store_id = t.store_id AND o.id = t.order_id \
                   WHERE t.store_id = ?1 AND t.tag_key = ?2 AND o.customer_id <> ?3 LIMIT 1";
        tags.extend(c.opt::<String>(sql, p![scope.store(), key, person.customer.id]).await?);
    }
    Ok(tags)
}

/// Takes the person out of what can mean nobody else, and out of what the journal keeps of former names. `nobody` stands in the
/// place of a word that a segment asked for.
pub(super) async fn mend(c: Conn<'_>, scope: &StoreScope, known: &Known, nobody: &str, now: Millis) -> Result<()> {
    for Segment { id, name, rules: Json(rules), deleted_at } in segments(c, scope).await? {
        let instead = format!("#{id}");
        // Nobody sees one that was deleted, so nobody can change it.
        let is_theirs = |text: &str| known.is_contact(text) || (deleted_at.is_some() && known.is_in(text));
        if let Some((name, rules)) = without((&name, &rules), (&instead, nobody), is_theirs) {
            let sql = "UPDATE customer_segments SET name = ?3, rules = ?4, updated_at = ?5, version = version + 1 WHERE store_id = ?1 AND id = ?2";
            c.exec(sql, p![scope.store(), id, name, Json(rules), now]).await?;
        }
    }
    for (id, _) in groups(c, scope).await?.into_iter().filter(|(_, name)| known.is_contact(name)) {
        let name = format!("#{id}");
        let sql = "UPDATE customer_groups SET name = ?3, name_key = ?4 WHERE store_id = ?1 AND id = ?2";
        c.exec(sql, p![scope.store(), id, &name, kernel::fold::fold(&name)]).await?;
    }
    rename_deleted_coupons(c, scope, known, now).await?;
    for subject in ["customer_segment", "customer_group", "order_view", "coupon", "customer_import", "invitation"] {
        forget_names(c, scope, subject, known).await?;
    }
    Ok(())
}

struct JournalRow {
    subject_id: i64,
    seq: i64,
    before: Option<Json<Value>>,
    after: Option<Json<Value>>,
}
db::row!(JournalRow { subject_id, seq, before, after });

/// Empties the words that speak of the person in all entries about one kind of thing: what it was called is told there long
/// after it has another name, or is gone.
async fn forget_names(c: Conn<'_>, scope: &StoreScope, subject: &'static str, known: &Known) -> Result<()> {
    let (mut after_id, mut after_seq) = (i64::MIN, 0_i64);
    loop {
        let sql = "SELECT subject_id, seq, before, after FROM journal WHERE store_id = ?1 AND subject = ?2 AND (subject_id, seq) > (?3, ?4) \
                   ORDER BY subject_id, seq LIMIT 500";
        let entries: Vec<JournalRow> = c.all(sql, p![scope.store(), subject, after_id, after_seq]).await?;
        let Some(last) = entries.last() else { return Ok(()) };
        (after_id, after_seq) = (last.subject_id, last.seq);
        for JournalRow { seq, mut before, mut after, .. } in entries {
            let empty = |facts: &mut Option<Json<Value>>| facts.as_mut().is_some_and(|f| scrub::empty_mentions(&mut f.0, known));
            if empty(&mut before) | empty(&mut after) {
                let sql = "UPDATE journal SET before = ?3, after = ?4 WHERE store_id = ?1 AND seq = ?2";
                c.exec(sql, p![scope.store(), seq, before, after]).await?;
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

    /// CU-01: a word that makes room leaves a rule that holds for nobody, never one that holds for everybody.
    #[test]
    fn cu_01_a_segment_loses_a_number_and_asks_for_nobody() {
        let rules = json!([
            [{"field": "tag", "op": "is", "values": ["0551234567", "vip"]}, {"field": "spent", "op": "gte", "values": ["551234567"]}],
            [{"field": "city", "op": "is_not", "values": ["سارة القحطاني"]}],
        ]);
        let (name, left) = without(("sara@example.com", &rules), ("#1", "عميل محذوف"), |t| known().is_contact(t)).unwrap();
        assert_eq!(name, "#1");
        assert_eq!(
            left,
            json!([
                [{"field": "tag", "op": "is", "values": ["عميل محذوف", "vip"]}, {"field": "spent", "op": "gte", "values": ["551234567"]}],
                [{"field": "city", "op": "is_not", "values": ["سارة القحطاني"]}],
            ])
        );
        assert!(speaks(&name, &left, &known()), "a name is told and stays");
        assert!(without(("عملاء الرياض", &json!([[]])), ("#1", "x"), |t| known().is_in(t)).is_none());
    }
}
