//! The undo of one journal entry, planned for the product as it is now. No I/O.

use serde_json::{Map, Value};
use web::message::Message;

use super::model::Note;
use super::undo::{KeptField, undo};
use crate::model::{Product, ProductDraft, ProductInput, VariantDraft};
use crate::store::products::StoreContext;
use platform::batches::Written;

const CHANGED_SINCE: Message = Message::new("تغيّر المنتج لاحقًا، فتم تخطيه.", "The product was changed since. Skipped.");
const REMOVED_SINCE: Message = Message::new("تم حذف المنتج لاحقًا.", "The product was deleted since.");

/// What the undo does with a product.
#[derive(Debug)]
pub(crate) enum Plan {
    /// Nothing: it is in the desired state already.
    Nothing,
    /// The product was created by the batch: remove it.
    Remove,
    /// Write these fields; those changed since are listed beside them.
    Restore(Box<ProductInput>, Vec<KeptField>),
    /// Nothing can be restored.
    Keep(Note),
}

fn map_of(value: impl serde::Serialize) -> Map<String, Value> {
    match serde_json::to_value(value) {
        Ok(Value::Object(map)) => map,
        _ => Map::new(),
    }
}

/// A draft of the fields that the journal stores, perhaps written by an older version that knew fewer of them.
fn draft_of(fields: Map<String, Value>) -> serde_json::Result<ProductDraft> {
    let mut whole = map_of(ProductDraft::default());
    whole.extend(fields);
    if let Some(Value::Array(variants)) = whole.get_mut("variants") {
        for variant in variants {
            if let Value::Object(own) = variant {
                let mut full = map_of(VariantDraft::default());
                full.extend(std::mem::take(own));
                *own = full;
            }
        }
    }
    serde_json::from_value(Value::Object(whole))
}

pub(crate) fn object(value: Option<&db::Json<Value>>) -> Map<String, Value> {
    value.and_then(|db::Json(v)| v.as_object().cloned()).unwrap_or_default()
}

/// The plan for one entry; `product` is as it is now, also a removed one.
pub(crate) fn plan(entry: &Written, product: Option<&Product>, facts: &StoreContext) -> Plan {
    let Some(product) = product else { return Plan::Keep(Note::from_message(&REMOVED_SINCE)) };
    let is_live = product.deleted_at.is_none();
    match entry.action.as_str() {
        "create" if !is_live => Plan::Nothing,
        // A sale is not an edit: it raises the version, not the journal sequence number.
        "create" if product.seq == entry.seq => Plan::Remove,
        "create" => Plan::Keep(Note::from_message(&CHANGED_SINCE)),
        "delete" if is_live => Plan::Nothing,
        "delete" => restore(draft_of(object(entry.before.as_ref())), Vec::new(), facts),
        _ if !is_live => Plan::Keep(Note::from_message(&REMOVED_SINCE)),
        _ => {
            let out = undo(map_of(&product.fields), &object(entry.before.as_ref()), &object(entry.after.as_ref()));
            match (out.returned.is_empty(), out.kept.is_empty()) {
                (true, true) => Plan::Nothing,
                (true, false) => Plan::Keep(Note { kept: out.kept, message: None }),
                _ => restore(draft_of(out.fields), out.kept, facts),
            }
        }
    }
}

fn restore(draft: serde_json::Result<ProductDraft>, kept: Vec<KeptField>, facts: &StoreContext) -> Plan {
    let Ok(draft) = draft else { return Plan::Keep(Note { kept, ..Note::from_message(&CHANGED_SINCE) }) };
    match draft.check(facts.currency, facts.language) {
        Ok(input) => Plan::Restore(Box::new(input), kept),
        // The restored and the kept fields together are not a valid product: a sale price above the regular one, for example.
        Err(faults) => {
            let why = faults.0.first().map(|f| Note::from_message(&f.message)).unwrap_or_default();
            Plan::Keep(Note { kept, ..why })
        }
    }
}
