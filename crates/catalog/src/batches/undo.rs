//! Undo, field by field. Pure.
//!
//! A batch wrote `after` over `before`. Undo restores only fields that still hold the batch's value: later changes are kept and
//! reported. Tags and categories are compared member by member, variants by their id.

use serde_json::{Map, Value};

/// A field that was changed since and keeps its current value.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct KeptField {
    /// Dotted path in the product: `regular_price`, `name.ar`, `variants.var_....qty`.
    pub(crate) path: String,
    /// What the batch wrote.
    pub(crate) batch: Value,
    /// Its current value.
    pub(crate) now: Value,
}

/// The result of an undo for one product.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Undone {
    /// The product's fields after the undo.
    pub(crate) fields: Map<String, Value>,
    /// Paths that were restored.
    pub(crate) returned: Vec<String>,
    /// Fields that keep later changes.
    pub(crate) kept: Vec<KeptField>,
}

/// Lists compared as sets: each member is added or removed on its own.
const SETS: &[&str] = &["tags", "category_ids"];

/// Undoes a change in the product as it is `now`. `before` and `after` hold the fields that the batch changed.
pub(crate) fn undo(now: Map<String, Value>, before: &Map<String, Value>, after: &Map<String, Value>) -> Undone {
    let mut out = Undone { fields: now, ..Undone::default() };
    for (key, written) in after {
        let mut slot = out.fields.remove(key).unwrap_or(Value::Null);
        let was = before.get(key).unwrap_or(&Value::Null);
        let mut side = Side { returned: &mut out.returned, kept: &mut out.kept };
        if key == "variants" {
            variants(&mut side, &mut slot, was, written);
        } else {
            field(&mut side, key, key, &mut slot, was, written);
        }
        out.fields.insert(key.clone(), slot);
    }
    out
}

struct Side<'a> {
    returned: &'a mut Vec<String>,
    kept: &'a mut Vec<KeptField>,
}

fn field(side: &mut Side<'_>, path: &str, key: &str, now: &mut Value, before: &Value, after: &Value) {
    if before == after {
        return;
    }
    if now == after {
        *now = before.clone();
        side.returned.push(path.to_owned());
        return;
    }
    if now == before {
        return;
    }
    match (now, before, after) {
        (Value::Object(now), Value::Object(before), Value::Object(after)) => {
            let keys: std::collections::BTreeSet<&String> = before.keys().chain(after.keys()).collect();
            for key in keys {
                let mut slot = now.remove(key).unwrap_or(Value::Null);
                let (was, is) = (before.get(key).unwrap_or(&Value::Null), after.get(key).unwrap_or(&Value::Null));
                field(side, &format!("{path}.{key}"), key, &mut slot, was, is);
                if !slot.is_null() {
                    now.insert(key.clone(), slot);
                }
            }
        }
        (Value::Array(now), Value::Array(before), Value::Array(after)) if SETS.contains(&key) => {
            let old = now.clone();
            now.retain(|member| before.contains(member) || !after.contains(member));
            now.extend(before.iter().filter(|member| !after.contains(member) && !old.contains(member)).cloned());
            if *now != old {
                side.returned.push(path.to_owned());
            }
        }
        (now, _, after) => side.kept.push(KeptField { path: path.to_owned(), batch: after.clone(), now: now.clone() }),
    }
}

fn by_id<'a>(list: &'a [Value], id: &Value) -> Option<&'a Value> {
    list.iter().find(|v| &v["id"] == id)
}

fn variants(side: &mut Side<'_>, now: &mut Value, before: &Value, after: &Value) {
    if now == after {
        for v in after.as_array().into_iter().flatten() {
            let was = before.as_array().and_then(|list| by_id(list, &v["id"]));
            if was != Some(v) {
                side.returned.push(path_of(v));
            }
        }
        *now = before.clone();
        return;
    }
    let (Value::Array(now), Value::Array(before), Value::Array(after)) = (now, before, after) else { return };
    for written in after {
        let id = &written["id"];
        let index = now.iter().position(|v| &v["id"] == id);
        match (index, by_id(before, id)) {
            // Created by the batch: removed unless it was changed since.
            (Some(at), None) if now[at] == *written => {
                side.returned.push(path_of(written));
                now.remove(at);
            }
            (Some(at), None) => {
                side.kept.push(KeptField { path: path_of(written), batch: written.clone(), now: now[at].clone() });
            }
            (Some(at), Some(was)) => field(side, &path_of(written), "", &mut now[at], was, written),
            (None, Some(was)) if was != written => {
                side.kept.push(KeptField { path: path_of(written), batch: written.clone(), now: Value::Null });
            }
            (None, _) => {}
        }
    }
    // Deleted by the batch: restored unless another variant has the same values now.
    for was in before {
        if by_id(after, &was["id"]).is_some() || by_id(now, &was["id"]).is_some() {
            continue;
        }
        if now.iter().any(|v| v["option_values"] == was["option_values"]) {
            side.kept.push(KeptField { path: path_of(was), batch: Value::Null, now: Value::Null });
        } else {
            side.returned.push(path_of(was));
            now.push(was.clone());
        }
    }
}

fn path_of(variant: &Value) -> String {
    format!("variants.{}", variant["id"].as_str().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn map(v: Value) -> Map<String, Value> {
        match v {
            Value::Object(map) => map,
            _ => panic!("an object"),
        }
    }

    fn run(now: Value, before: Value, after: Value) -> (Value, Vec<String>, Vec<String>) {
        let out = undo(map(now), &map(before), &map(after));
        (Value::Object(out.fields), out.returned, out.kept.into_iter().map(|k| k.path).collect())
    }

    #[test]
    fn gc_02_only_what_still_holds_the_batchs_value_goes_back() {
        let (fields, mut returned, kept) = run(
            json!({"sku": "X", "regular_price": 110, "qty": 3, "name": {"ar": "ب", "en": "New"}}),
            json!({"regular_price": 100, "qty": 5, "name": {"ar": "أ"}}),
            json!({"regular_price": 110, "qty": 9, "name": {"ar": "ب"}}),
        );
        assert_eq!(fields, json!({"sku": "X", "regular_price": 100, "qty": 3, "name": {"ar": "أ", "en": "New"}}));
        returned.sort();
        assert_eq!((returned, kept), (vec!["name.ar".to_owned(), "regular_price".into()], vec!["qty".to_owned()]));
    }

    #[test]
    fn gc_02_words_go_one_by_one() {
        let (fields, returned, kept) =
            run(json!({"tags": ["a", "new", "later"]}), json!({"tags": ["a", "old"]}), json!({"tags": ["a", "new"]}));
        assert_eq!(fields, json!({"tags": ["a", "later", "old"]}));
        assert_eq!((returned, kept), (vec!["tags".to_owned()], vec![]));
    }

    #[test]
    fn gc_02_variants_are_known_by_their_id() {
        let v = |id: &str, price: i64, qty: i64| json!({"id": id, "option_values": [id], "regular_price": price, "qty": qty});
        let (fields, returned, kept) = run(
            json!({"variants": [v("c", 1, 1), v("a", 110, 7), v("b", 120, 5)]}),
            json!({"variants": [v("a", 100, 5), v("b", 100, 5), v("gone", 100, 5)]}),
            json!({"variants": [v("a", 110, 5), v("b", 110, 5)]}),
        );
        assert_eq!(fields, json!({"variants": [v("c", 1, 1), v("a", 100, 7), v("b", 120, 5), v("gone", 100, 5)]}));
        assert_eq!(returned, ["variants.a.regular_price", "variants.gone"]);
        assert_eq!(kept, ["variants.b.regular_price"]);
    }

    /// Twelve fields, each with an edit or without.
    fn edits() -> impl Strategy<Value = Vec<Option<u8>>> {
        prop::collection::vec(prop::option::of(0..4_u8), 12)
    }

    fn wrote(fields: &Map<String, Value>, edits: &[Option<u8>]) -> Map<String, Value> {
        let mut out = fields.clone();
        for (i, edit) in edits.iter().enumerate() {
            if let Some(n) = edit {
                out.insert(format!("f{i}"), json!(n));
            }
        }
        out
    }

    proptest! {
        /// GC-02: random edits before, in and after a batch: untouched fields are as before, later edits are kept.
        #[test]
        fn gc_02_undo_takes_back_the_batch_and_nothing_else(start in edits(), batch in edits(), later in prop::collection::vec(edits(), 0..4)) {
            let before = wrote(&map((0..12).map(|i| (format!("f{i}"), json!(9))).collect()), &start);
            let after = wrote(&before, &batch);
            let mut now = after.clone();
            for edit in &later {
                now = wrote(&now, edit);
            }
            let changed: Map<String, Value> = after.iter().filter(|(k, v)| before.get(*k) != Some(v)).map(|(k, v)| (k.clone(), v.clone())).collect();
            let out = undo(now.clone(), &before, &changed);
            for (key, value) in &now {
                if value != &after[key] || !changed.contains_key(key) {
                    // Changed since, or not changed by the batch: unchanged by the undo.
                    prop_assert_eq!(&out.fields[key], value);
                } else {
                    prop_assert_eq!(&out.fields[key], &before[key]);
                }
            }
            let kept: Vec<&str> = out.kept.iter().map(|k| k.path.as_str()).collect();
            for key in changed.keys() {
                let is_kept = now[key] != after[key] && now[key] != before[key];
                prop_assert_eq!(kept.contains(&key.as_str()), is_kept);
            }
            // Redo: undoing the undo restores what the batch wrote, except where a later change was kept.
            let undone: Map<String, Value> = out.fields.iter().filter(|(k, v)| now.get(*k) != Some(v)).map(|(k, v)| (k.clone(), v.clone())).collect();
            prop_assert_eq!(undo(out.fields, &now, &undone).fields, now);
        }

        /// GC-02: words that the batch never touched stay, in every order of events.
        #[test]
        fn gc_02_members_of_lists(before in prop::collection::btree_set(0..8_u8, 0..6), after in prop::collection::btree_set(0..8_u8, 0..6), now in prop::collection::btree_set(0..8_u8, 0..6)) {
            let list = |set: &std::collections::BTreeSet<u8>| json!({"tags": set.iter().collect::<Vec<_>>()});
            let out = undo(map(list(&now)), &map(list(&before)), &map(list(&after)));
            let has = |n: u8| out.fields["tags"].as_array().unwrap().contains(&json!(n));
            for n in 0..8 {
                let expected = if before.contains(&n) == after.contains(&n) { now.contains(&n) } else { before.contains(&n) };
                prop_assert_eq!(has(n), expected, "{}", n);
            }
        }
    }
}
