//! Bodies that are not JSON, or JSON of the wrong shape.

use serde_json::{Value, json};
use testkit::TestShop;
use testkit::document::{Document, Operation};

use super::{assert_refused, languages, own_path, with_body};

/// Description, content type, bytes, and the expected statuses.
type Case = (String, &'static str, Vec<u8>, &'static [u16]);

const JSON: &str = "application/json";
/// Size of a body built by repeating entries; above the limit of any call.
const MOST_BYTES: usize = 3 << 20;

/// Cases that are invalid for every operation.
fn wrong_for_all() -> Vec<Case> {
    let case = |label: &str, bytes: &[u8]| -> Case { (label.into(), JSON, bytes.to_vec(), &[400]) };
    let mut all = vec![
        case("invalid UTF-8", b"{\"name\": \"\xff\xfe\"}"),
        case("an overlong encoding", b"{\"name\": \"\xc0\x80\"}"),
        case("a lone surrogate", b"{\"name\": \"\\ud800\"}"),
        case("a cut body", b"{\"name\": "),
        case("nothing", b""),
        case("two documents", b"{} {}"),
        case("a byte order mark", b"\xef\xbb\xbf{}"),
        case("a number that is none", b"{\"name\": NaN}"),
        case("a number without end", b"{\"name\": 1e999}"),
        case("a comment", b"{/* x */}"),
        case("a NUL between the letters", b"{\"a\": \0 1}"),
        case("a tab in a text", b"{\"name\": \"a\tb\"}"),
        case("deep lists", "[".repeat(20_000).as_bytes()),
        case("deep lists that close", format!("{}{}", "[".repeat(5_000), "]".repeat(5_000)).as_bytes()),
        case("deep objects", "{\"a\":".repeat(20_000).as_bytes()),
    ];
    all.push(("10 MB".into(), JSON, format!("{{\"x\": \"{}\"}}", "a".repeat(10 << 20)).into_bytes(), &[413]));
    for kind in
        ["text/plain", "application/xml", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "json", ";"]
    {
        all.push((format!("content type {kind}"), kind, b"{}".to_vec(), &[415]));
    }
    for (label, body) in [
        ("a list", "[]"),
        ("a text", "\"x\""),
        ("a number", "7"),
        ("null", "null"),
        ("an unknown field", "{\"nobody_knows\": 1}"),
        ("the prototype of scripts", "{\"__proto__\": {\"is_admin\": true}}"),
        ("an empty name", "{\"\": 1}"),
        ("a NUL in a name", "{\"na\\u0000me\": 1}"),
    ] {
        all.push((label.into(), JSON, body.as_bytes().to_vec(), &[422]));
    }
    all.push(("a name without end".into(), JSON, format!("{{\"{}\": 1}}", "ا".repeat(50_000)).into_bytes(), &[422]));
    all
}

/// Cases built from the operation's own fields.
fn wrong_for(document: &Document, op: &Operation) -> Vec<Case> {
    let schema = op.body.as_ref().unwrap();
    let sample = document.sample(schema);
    let mut all: Vec<Case> = Vec::new();
    // serde would accept a sequence as the struct's fields in order.
    let in_order: Value = document.fields(schema).iter().map(|(_, field, _)| document.sample(field)).collect();
    all.push(("a list for an object".into(), JSON, in_order.to_string().into_bytes(), &[422]));
    for (name, field, _) in document.fields(schema) {
        let value = document.sample(&field);
        let duplicate = format!("{{\"{name}\": {value}, \"{name}\": {value}}}");
        all.push((format!("`{name}` twice"), JSON, duplicate.into_bytes(), &[400]));
        if document.kind(&field) == "array" {
            for filler in [json!("x"), json!({}), json!(null), document.sample(&document.without_null(&field)["items"])] {
                // A body above the size limit is refused unread, so slightly more than the limit is enough.
                let most = (MOST_BYTES / filler.to_string().len()).min(100_000);
                let mut body = sample.clone();
                body[&name] = Value::Array(vec![filler; most]);
                all.push((format!("a great many entries in `{name}`"), JSON, body.to_string().into_bytes(), &[422, 413]));
            }
        }
        if document.kind(&field) == "object" && !document.fields(&field).is_empty() {
            let entries: Value = document.fields(&field).iter().map(|(_, part, _)| document.sample(part)).collect();
            let mut body = sample.clone();
            body[&name] = entries;
            all.push((format!("a list for the object `{name}`"), JSON, body.to_string().into_bytes(), &[422]));
        }
        let mut nested = value.to_string();
        for _ in 0..300 {
            nested = format!("{{\"ar\": {nested}}}");
        }
        all.push((format!("a deep `{name}`"), JSON, format!("{{\"{name}\": {nested}}}").into_bytes(), &[400]));
    }
    all
}

/// GU-07, GC: a body that cannot be read is refused in the caller's language, by every call, and changes nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gu_07_a_body_that_is_wrong_as_a_whole_is_refused_by_every_call() {
    let (shop, document) = (TestShop::start().await, Document::current());
    let arab = shop.sample_merchant(3, 2).await;
    let common = wrong_for_all();
    assert!(with_body(&document).len() > 20);
    for op in document.reached_operations().iter().filter(|op| op.body.is_some()) {
        let path = own_path(&shop, &arab, op).await;
        shop.assert_unchanged(async {
            for (i, (label, kind, body, statuses)) in common.iter().cloned().chain(wrong_for(&document, op)).enumerate() {
                // The value of a preference or setting is any document.
                let is_free = matches!(op.id.as_str(), "update_preference" | "update_setting") && label.contains("`value`");
                if is_free && label.starts_with("a great many") {
                    continue;
                }
                let caller = &languages(&arab)[i % 2];
                let at = format!("{} {} ({label})", op.method, op.path);
                let mut reply = caller.call(&op.method, &path).body(kind, body.clone()).try_send().await;
                if reply.is_err() && !statuses.contains(&413) {
                    // The server closed the connection after refusing the previous body unread.
                    reply = caller.call(&op.method, &path).body(kind, body).try_send().await;
                }
                match reply {
                    // The rate limit comes before the body is parsed.
                    Ok(reply) if op.is_open && reply.status == 429 => {}
                    Ok(reply) => assert_refused(&reply, statuses, caller.language, &at),
                    // The server may close before 10 MB are sent; the response is then lost, but never a 5xx.
                    Err(e) => assert!(statuses.contains(&413), "{at}: {e}"),
                }
            }
        })
        .await;
    }
}
