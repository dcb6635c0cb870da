//! F3: answers of writes. Each is sent by each member with one ability: with the document's sample body, and again with a stale
//! version, so that a 409 answers with the current row.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use testkit::TestShop;
use testkit::document::{Document, Operation};

use super::planted;
use super::{Known, TestCaller, assert_none, everybody, leaks, paths, reads, survey};

/// Writes that would end the walk itself: sessions, members, store setup.
const NOT_SENT: &[&str] = &[
    "accept_invitation",
    "change_password",
    "end_all_sessions",
    "end_session",
    "logout",
    "remove_member",
    "update_member",
    "update_onboarding",
];

/// Writes that must have answered a 2xx.
const MUST_ANSWER: &[&str] = &[
    "create_cart_export",
    "create_order_comment",
    "preview_cod_rules",
    "preview_order_edit",
    "take_confirmation",
    "update_coupon",
    "update_order_status",
    "update_product",
];
const MUST_TELL_CURRENT: &[&str] = &["update_coupon", "update_product", "update_category", "update_order_status"];

/// Fills in ids of existing rows for the kinds that a body names.
fn filled(body: &mut Value, known: &Known) {
    match body {
        Value::String(text) if text.ends_with("_0000000000001") => {
            if let Some(id) = known.get(&text[..3]).and_then(|all| all.first()) {
                *text = id.clone();
            }
        }
        Value::Array(all) => all.iter_mut().for_each(|one| filled(one, known)),
        Value::Object(all) => all.values_mut().for_each(|one| filled(one, known)),
        _ => {}
    }
}

fn body(document: &Document, op: &Operation, known: &Known) -> Value {
    let mut body = match op.id.as_str() {
        "update_order_status" => json!({"status": "CNCL"}),
        "update_order_payment_status" => json!({"payment_status": "paid"}),
        "update_shipment_status" => json!({"status": "shipped"}),
        "adjust_product_stock" => json!({"mode": "set", "qty": 1, "reason": "count"}),
        "create_order_comment" => json!({"note": "ملاحظة"}),
        "create_order_batch" => json!({"action": {"kind": "tags", "add": ["وسم"]}}),
        "create_cart_export" | "create_order_export" | "create_product_export" | "create_customer_export" => {
            json!({"format": "csv"})
        }
        "update_product" => json!({"sku": "OTHER"}),
        "update_coupon" => json!({"name": "عرض آخر"}),
        "update_category" => json!({"is_active": true}),
        "preview_cod_rules" => json!({"rules": [], "otherwise": "confirm", "version": 0}),
        _ => op.body.as_ref().map_or(Value::Null, |schema| document.sample(schema)),
    };
    filled(&mut body, known);
    body
}

#[derive(Default)]
struct AnswerRecorder {
    leaks: BTreeSet<(String, String, String)>,
    answered: BTreeSet<String>,
    current: BTreeSet<String>,
    /// Fields of a 409 that are in no schema.
    undocumented: BTreeSet<String>,
}

impl AnswerRecorder {
    async fn send(&mut self, document: &Document, op: &Operation, caller: &TestCaller, path: &str, body: &Value) -> u16 {
        let reply = caller.merchant.call(&op.method, path).json(body).send().await;
        let text = reply.text();
        assert!(reply.status < 500, "{} {path} {body}: {text}", op.method);
        self.leaks.extend(leaks(&op.id, &text, caller));
        if reply.status < 300 {
            self.answered.insert(op.id.clone());
        }
        if reply.status == 409 && !reply.json["current"].is_null() {
            self.current.insert(op.id.clone());
            let unknown = document.unknown_fields(&op.conflict.clone().unwrap_or_default(), &reply.json);
            self.undocumented.extend(unknown.into_iter().map(|path| format!("{}: {path}", op.id)));
        }
        reply.status
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f3_no_write_answers_what_its_caller_may_not_read() {
    let (shop, document) = (TestShop::start().await, Document::current());
    let owner = planted::plant(&shop).await;
    let (_, known, _) = survey(&owner, &reads(&document)).await;
    let everybody = everybody(&shop, &owner).await;
    let writes: Vec<Operation> = document
        .operations()
        .into_iter()
        .filter(|op| op.method != "GET" && !op.is_open && !op.is_upload && !NOT_SENT.contains(&op.id.as_str()))
        .collect();
    assert!(writes.len() > 120, "{}", writes.len());
    let mut recorder = AnswerRecorder::default();
    // Deletions come last.
    let (last, first): (Vec<&Operation>, Vec<&Operation>) = writes.iter().partition(|op| op.method == "DELETE");
    for op in first.into_iter().chain(last) {
        let body = body(&document, op, &known);
        let has_version =
            op.body.as_ref().is_some_and(|schema| document.fields(schema).iter().any(|(name, ..)| name == "version"));
        for caller in &everybody {
            for path in paths(op, &known).iter().take(3) {
                if has_version {
                    let mut stale = body.clone();
                    stale["version"] = json!(999_999);
                    recorder.send(&document, op, caller, path, &stale).await;
                }
                if recorder.send(&document, op, caller, path, &body).await == 403 {
                    break;
                }
            }
        }
    }
    let missing: Vec<&&str> = MUST_ANSWER.iter().filter(|op| !recorder.answered.contains(**op)).collect();
    assert!(missing.is_empty(), "not one 2xx of {missing:?}; there were {:?}", recorder.answered);
    let missing: Vec<&&str> = MUST_TELL_CURRENT.iter().filter(|op| !recorder.current.contains(**op)).collect();
    assert!(missing.is_empty(), "no `current` of {missing:?}; there were {:?}", recorder.current);
    assert!(recorder.undocumented.is_empty(), "409s that the document does not describe: {:#?}", recorder.undocumented);
    assert_none(&recorder.leaks);
}
