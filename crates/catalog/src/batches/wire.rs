//! Batches in the API: who did what, and what changed field by field.

use std::collections::BTreeSet;

use kernel::{BatchId, ImportId, Lang, Millis, ProductId, Texts, money};
use serde::Serialize;
use serde_json::{Map, Value};

use super::model::{Batch, BatchDetails, Kind, Note};
use super::undo::KeptField;
use super::view;
use crate::bulk_action::action::ActionIn;
use crate::fields;
use crate::model::{Product, ProductDraft};
use crate::store::products::StoreContext;
use platform::batches::{BatchState, Outcome, Written};

/// A batch. What was done is structured data (`action`, `file_name`, `name`), which the client puts into words.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct BatchView {
    id: BatchId,
    kind: Kind,
    #[serde(flatten)]
    state: BatchState,
    /// Of a bulk edit, or of the one that this undo takes back.
    action: Option<ActionIn>,
    /// Of a bulk edit of everything that matched a filter: the list's query string, empty for all products.
    filter: Option<String>,
    /// Of an import.
    file_name: Option<String>,
    /// Of an import: where its own page is.
    import_id: Option<ImportId>,
    /// Of a delete of one product.
    name: Option<Texts>,
    /// Of an undo: the kind of the batch it takes back; undoing an undo is a redo.
    undoes: Option<Kind>,
    undo_of: Option<BatchId>,
    undone_by: Option<BatchId>,
    is_undone: bool,
}

/// A batch as an API view.
pub(crate) fn batch_view(batch: Batch, now: Millis) -> BatchView {
    shown(batch, false, now)
}

/// The same; `is_undone_import` says that it is an import that was undone on its own page.
pub(super) fn shown(batch: Batch, is_undone_import: bool, now: Millis) -> BatchView {
    let (state, kind) = (BatchState::from_batch(&batch, now), batch.kind);
    let BatchDetails { action, filter, words: _, file_name, name, undoes } = batch.details;
    BatchView {
        id: batch.id,
        kind,
        state,
        action,
        filter,
        file_name,
        import_id: (kind == Kind::Import).then(|| ImportId::from_raw(batch.id.raw())),
        name,
        undoes,
        undo_of: batch.undo_of,
        undone_by: batch.undone_by,
        is_undone: batch.undone_by.is_some() || is_undone_import,
    }
}

/// How the values of a change are formatted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ValueKind {
    /// A decimal in the store's currency.
    Money,
    /// A whole number.
    Number,
    /// Whole grams.
    Grams,
    /// RFC 3339.
    Time,
    /// `true` or `false`.
    Flag,
    /// Words, or several of them.
    Text,
    /// Ids of categories.
    Categories,
    /// Too long for a line: only that it changed is shown.
    Other,
}

/// A field before and after. No value means empty; lists have several.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub(crate) struct ChangeView {
    /// The name as in `ProductIn`: `regular_price`, `name.ar`, `qty`.
    pub(crate) field: String,
    /// Of a variant: its option values.
    pub(crate) variant: Option<String>,
    pub(crate) kind: ValueKind,
    pub(crate) before: Vec<String>,
    pub(crate) after: Vec<String>,
}

/// A field that keeps a later change: what the batch wrote and what it holds now.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct KeptView {
    field: String,
    variant: Option<String>,
    kind: ValueKind,
    batch: Vec<String>,
    now: Vec<String>,
}

/// A product of a batch.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct BatchItemView {
    product_id: ProductId,
    name: Texts,
    /// The product exists in the store and is not removed.
    is_live: bool,
    /// `create`, `update` or `delete`.
    action: String,
    changes: Vec<ChangeView>,
}

/// A product that was left unchanged, wholly or in part.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct BatchNoteView {
    product_id: ProductId,
    name: Texts,
    outcome: Outcome,
    /// The message of the rule, when one refused it.
    message: Option<String>,
    kept: Vec<KeptView>,
}

/// Fields of which only the fact of a change is shown: pictures, options, long texts.
const LONG: &[&str] = &["description", "image_ids", "media_id", "options", "dynamic_fields", "variants", "related_ids"];

fn kind_of(path: &str, value: &Value) -> ValueKind {
    let parts: Vec<&str> = path.split('.').collect();
    let (first, last) = (parts.first().copied().unwrap_or_default(), parts.last().copied().unwrap_or_default());
    let kind = fields::find_slot::<ProductDraft>(last).map(|slot| slot.kind);
    match value {
        _ if LONG.contains(&first) || LONG.contains(&last) => ValueKind::Other,
        _ if last == "category_ids" => ValueKind::Categories,
        _ if kind == Some(fields::Kind::Amount) => ValueKind::Money,
        _ if matches!(kind, Some(fields::Kind::Moment | fields::Kind::End)) => ValueKind::Time,
        _ if last == "weight_grams" => ValueKind::Grams,
        Value::Bool(_) => ValueKind::Flag,
        Value::Number(_) => ValueKind::Number,
        Value::Object(_) => ValueKind::Other,
        Value::Array(all) if all.iter().any(|v| !v.is_string()) => ValueKind::Other,
        _ => ValueKind::Text,
    }
}

fn values(kind: ValueKind, value: &Value, facts: &StoreContext) -> Vec<String> {
    match (kind, value) {
        (ValueKind::Other, _) | (_, Value::Null) => Vec::new(),
        (ValueKind::Money, v) => v.as_i64().map(|n| money::format(n, facts.currency)).into_iter().collect(),
        (ValueKind::Time, v) => v.as_i64().map(|n| Millis(n).rfc3339()).into_iter().collect(),
        (_, Value::Array(all)) => all.iter().filter_map(|v| v.as_str().map(str::to_owned)).collect(),
        (_, Value::String(text)) if text.is_empty() => Vec::new(),
        (_, Value::String(text)) => vec![text.clone()],
        (_, v) => vec![v.to_string()],
    }
}

/// The API name of a model field.
fn wire_name(path: &str) -> String {
    match path.rsplit('.').next() {
        Some("weight_grams") => path.replace("weight_grams", "weight_amount"),
        Some("media_id") => path.replace("media_id", "image_id"),
        _ => path.to_owned(),
    }
}

fn leaf(field: &str, variant: Option<&str>, before: &Value, after: &Value, facts: &StoreContext) -> ChangeView {
    let known = if after.is_null() { before } else { after };
    let kind = kind_of(field, known);
    ChangeView {
        field: wire_name(field),
        variant: variant.map(str::to_owned),
        kind,
        before: values(kind, before, facts),
        after: values(kind, after, facts),
    }
}

fn label(variant: &Value) -> String {
    let values = variant["option_values"].as_array().into_iter().flatten();
    values.filter_map(Value::as_str).collect::<Vec<_>>().join(" / ")
}

fn differences(
    field: &str,
    variant: Option<&str>,
    before: &Value,
    after: &Value,
    facts: &StoreContext,
    out: &mut Vec<ChangeView>,
) {
    if before == after {
        return;
    }
    if let (Value::Object(before), Value::Object(after)) = (before, after) {
        let keys: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
        for key in keys {
            let path = if field.is_empty() { key.clone() } else { format!("{field}.{key}") };
            let of = |map: &Map<String, Value>| map.get(key).cloned().unwrap_or(Value::Null);
            differences(&path, variant, &of(before), &of(after), facts, out);
        }
    } else {
        out.push(leaf(field, variant, before, after, facts));
    }
}

/// What changed between two sets of fields, variants by their ids.
pub(crate) fn between(before: &Map<String, Value>, after: &Map<String, Value>, facts: &StoreContext) -> Vec<ChangeView> {
    let mut out = Vec::new();
    for (key, is) in after {
        let was = before.get(key).unwrap_or(&Value::Null);
        match (key.as_str(), was, is) {
            ("variants", Value::Array(was), Value::Array(is)) => {
                for v in is {
                    let label = label(v);
                    match was.iter().find(|w| w["id"] == v["id"]) {
                        Some(w) => differences("", Some(&label), w, v, facts, &mut out),
                        None => out.push(leaf("variants", Some(&label), &Value::Null, v, facts)),
                    }
                }
                for w in was.iter().filter(|w| !is.iter().any(|v| v["id"] == w["id"])) {
                    out.push(leaf("variants", Some(&label(w)), w, &Value::Null, facts));
                }
            }
            _ => differences(key, None, was, is, facts, &mut out),
        }
    }
    out
}

/// A journal entry as an API view.
pub(super) fn item_view(entry: &Written, name: Texts, is_live: bool, facts: &StoreContext) -> BatchItemView {
    let changes = match entry.action.as_str() {
        "update" => between(&view::object(entry.before.as_ref()), &view::object(entry.after.as_ref()), facts),
        _ => Vec::new(),
    };
    BatchItemView { product_id: ProductId::from_raw(entry.subject_id), name, is_live, action: entry.action.clone(), changes }
}

fn kept_view(kept: KeptField, product: Option<&Product>, facts: &StoreContext) -> KeptView {
    let KeptField { path, batch, now } = kept;
    let (variant, field) = match path.strip_prefix("variants.") {
        Some(rest) => {
            let (id, field) = rest.split_once('.').unwrap_or((rest, "variants"));
            let known = product.and_then(|p| p.fields.variants.iter().find(|v| v.id.is_some_and(|own| own.to_string() == id)));
            (Some(known.map_or_else(|| label(&batch), |v| v.option_values.join(" / "))), field.to_owned())
        }
        None => (None, path),
    };
    let kind = kind_of(&field, if now.is_null() { &batch } else { &now });
    KeptView { field: wire_name(&field), variant, kind, batch: values(kind, &batch, facts), now: values(kind, &now, facts) }
}

/// A product that was left unchanged, or would be.
pub(super) fn note_view(
    id: ProductId,
    product: Option<&Product>,
    outcome: Outcome,
    note: Note,
    facts: &StoreContext,
    lang: Lang,
) -> BatchNoteView {
    let Note { kept, message } = note;
    BatchNoteView {
        product_id: id,
        name: product.map(|p| p.fields.name.clone()).unwrap_or_default(),
        outcome,
        message: message.map(|(ar, en)| if lang == Lang::Ar { ar } else { en }),
        kept: kept.into_iter().map(|k| kept_view(k, product, facts)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// The kind of a change is that of the field, whatever number stands for it.
    #[test]
    fn gc_02_a_change_is_written_by_the_kind_of_its_field() {
        for slot in fields::slots::<ProductDraft>() {
            let expected = match slot.kind {
                fields::Kind::Amount => ValueKind::Money,
                fields::Kind::Moment | fields::Kind::End => ValueKind::Time,
                fields::Kind::Count | fields::Kind::CountFromOne => ValueKind::Number,
                fields::Kind::Code | fields::Kind::Flag | fields::Kind::Words => continue,
            };
            assert_eq!(kind_of(slot.name, &json!(7)), expected, "{}", slot.name);
        }
        assert_eq!(kind_of("qty", &json!(7)), ValueKind::Number);
        assert_eq!(kind_of("weight_grams", &json!(7)), ValueKind::Grams);
        assert_eq!(kind_of("description", &json!({"ar": "a"})), ValueKind::Other);
    }
}
