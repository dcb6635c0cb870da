//! Generated from the API document: every field of every body in turn holds a bad value. The answer is a clear 4xx that changes
//! nothing, or a 2xx where the value happens to be valid; never a 5xx.

use db::Dialect;
use serde_json::{Value, json};
use testkit::document::{Document, Operation, id_prefix};
use testkit::{Checksums, DataVersion, Merchant, Reply, TestShop};

/// Shards that run in parallel.
const PARTS: usize = 6;

/// U+202E reverses the direction of the text after it; U+0000 ends strings in C libraries.
const REVERSED: &str = "ثمن \u{202e}gpj.exe";
const NUL: &str = "a\u{0}b";

/// The values that each field holds in turn. Most are refused or accepted before any SQL; those that the engines read differently
/// run on both, and PostgreSQL runs no others.
fn values(dialect: Dialect) -> Vec<Value> {
    if dialect == Dialect::Postgres {
        let numbers = [json!(-1), json!(1.5), json!(1e300), json!(i64::MAX), json!(u64::MAX)];
        let texts = [NUL, REVERSED, "NaN", "99999999999999999999", "'; DROP TABLE orders; --", "9999-12-31T23:59:59Z"];
        let long = json!("ا".repeat(10_000));
        return numbers.into_iter().chain(texts.map(|text| json!(text))).chain([json!({"ar": NUL}), long]).collect();
    }
    let mut all = vec![
        Value::Null,
        json!(true),
        json!(0),
        json!(-1),
        json!(1.5),
        json!(1e300),
        json!(i64::MAX),
        json!(u64::MAX),
        json!([]),
        json!({}),
        json!([[]]),
        json!([null]),
        json!({"ar": 1}),
        json!({"ar": "", "fr": "x"}),
        json!({"ar": REVERSED}),
        json!({"ar": NUL}),
        json!(vec![1; 2000]),
        json!(vec!["x"; 2000]),
    ];
    let texts = [
        "",
        " ",
        "text",
        "-5",
        "0",
        "0.001",
        "1e3",
        "99999999999999999999",
        "٣٫٥",
        "NaN",
        "1,5",
        "true",
        "null",
        "<script>alert(1)</script>",
        "'; DROP TABLE orders; --",
        "%00",
        "../../etc/passwd",
        REVERSED,
        NUL,
        "\u{feff}",
        "\u{1b}[31m",
        "\u{200f}\u{200e}",
        "e\u{301}\u{301}\u{301}",
        "2026-13-45T99:00:00Z",
        "9999-12-31T23:59:59Z",
        "prd_0000000000001",
        "https://127.0.0.1/",
    ];
    all.extend(texts.iter().map(|t| json!(t)));
    all.push(json!("ا".repeat(10_000)));
    all.push(json!("😀".repeat(300)));
    all
}

/// A valid body with every field present, so that one bad value is the only fault.
fn full_body(document: &Document, schema: &Value, depth: usize) -> Value {
    match document.kind(schema).as_str() {
        "object" if depth < 4 => document
            .fields(schema)
            .into_iter()
            .filter(|(_, _, is_required)| depth == 0 || *is_required)
            .map(|(n, s, _)| (n, full_body(document, &s, depth + 1)))
            .collect(),
        "array" if depth < 4 => json!([full_body(document, &document.without_null(schema)["items"], depth + 1)]),
        _ => document.sample(schema),
    }
}

/// Paths of every field below a value: `/name/ar`, `/items/0`.
fn paths(value: &Value, at: &str, out: &mut Vec<String>) {
    let children: Vec<(String, &Value)> = match value {
        Value::Object(map) => map.iter().map(|(k, v)| (k.clone(), v)).collect(),
        Value::Array(all) => all.iter().enumerate().map(|(i, v)| (i.to_string(), v)).collect(),
        _ => Vec::new(),
    };
    for (key, child) in children {
        let path = format!("{at}/{}", key.replace('~', "~0").replace('/', "~1"));
        out.push(path.clone());
        paths(child, &path, out);
    }
}

/// Every body with one bad value.
fn bodies(document: &Document, schema: &Value, values: &[Value]) -> Vec<Value> {
    let full = full_body(document, schema, 0);
    let small = document.sample(schema);
    let mut out = vec![Value::Null, json!([]), json!("x"), json!(7), json!({}), small.clone(), full.clone()];
    let mut all = Vec::new();
    paths(&full, "", &mut all);
    for path in &all {
        // The bad value in a body of required fields alone, and in a full one: the second reaches rules between fields.
        for value in values {
            let mut body = small.clone();
            if let Some(slot) = body.pointer_mut(path) {
                *slot = value.clone();
            } else if path[1..].contains('/') {
                body = full.clone();
                *body.pointer_mut(path).unwrap() = value.clone();
            } else if let Some(members) = body.as_object_mut() {
                members.insert(path[1..].to_owned(), value.clone());
            }
            out.push(body);
        }
        let (parent, key) = path.rsplit_once('/').unwrap();
        let mut without = full.clone();
        if let Some(Value::Object(map)) = without.pointer_mut(parent) {
            map.remove(key);
            out.push(without);
        }
    }
    for parent in std::iter::once(String::new()).chain(all) {
        let mut unknown = full.clone();
        if let Some(Value::Object(map)) = unknown.pointer_mut(&parent) {
            map.insert("unknown_field".into(), json!(1));
            out.push(unknown);
        }
    }
    out
}

fn is_arabic(text: &str) -> bool {
    text.chars().any(|c| ('\u{620}'..='\u{64a}').contains(&c))
}

fn check(op: &Operation, body: &Value, language: &str, reply: &Reply) {
    let excerpt: String = body.to_string().chars().take(300).collect();
    let at = || {
        format!(
            "{} {} {excerpt}\n -> {} {}",
            op.method,
            op.path,
            reply.status,
            reply.text().chars().take(500).collect::<String>()
        )
    };
    assert!(reply.status < 500, "a 5xx: {}", at());
    if reply.status < 400 {
        // A preference is a free document of the user's own: nobody else sees it, and nothing interprets it.
        assert!(op.id == "update_preference" || !reply.text().contains('\u{202e}'), "a direction override was taken: {}", at());
        assert!(op.id == "update_preference" || !reply.text().contains("\\u0000"), "a NUL was taken: {}", at());
        return;
    }
    let message = reply.json["message"].as_str().unwrap_or_else(|| panic!("no message: {}", at()));
    assert!(!message.is_empty() && reply.json["code"].is_string() && reply.json["errors"].is_object(), "{}", at());
    if reply.status == 422 && reply.json["code"] == "invalid" {
        assert!(!reply.json["errors"].as_object().unwrap().is_empty(), "a 422 names its fields: {}", at());
    }
    let fields =
        reply.json["errors"].as_object().into_iter().flatten().flat_map(|(_, m)| m.as_array().cloned().unwrap_or_default());
    let texts: Vec<String> = fields.filter_map(|m| m.as_str().map(str::to_owned)).chain([message.to_owned()]).collect();
    for text in texts {
        match language {
            "ar" => assert!(is_arabic(&text), "no Arabic in `{text}`: {}", at()),
            _ => assert!(!is_arabic(&text) || is_arabic(&excerpt), "Arabic in `{text}`: {}", at()),
        }
    }
}

/// The id of an existing row, by its prefix.
async fn id_of(shop: &TestShop, merchant: &Merchant, prefix: &str) -> String {
    let table = match prefix {
        "prd" => "products",
        "cat" => "categories",
        "ord" => "orders",
        "cus" => "customers",
        "adr" => "customer_addresses",
        "shm" => "shipping_methods",
        "pym" => "payment_methods",
        _ => return format!("{prefix}_0000000000001"),
    };
    let sql = format!("SELECT id FROM {table} WHERE store_id = ?1 ORDER BY id LIMIT 1");
    let id: Option<kernel::ProductId> = shop.app.db().conn().opt(&sql, db::p![merchant.store]).await.unwrap();
    id.map_or_else(|| format!("{prefix}_0000000000001"), |id| id.to_string().replace("prd_", &format!("{prefix}_")))
}

/// The path of an operation with ids of existing rows.
async fn real_path(shop: &TestShop, merchant: &Merchant, op: &Operation) -> String {
    let mut path = op.path.clone();
    for (name, schema) in &op.path_params {
        let value = match (id_prefix(schema), op.id.contains("preference")) {
            (Some(prefix), _) => id_of(shop, merchant, prefix).await,
            (None, true) => "orders.columns".into(),
            // Of another courier there are no pickups.
            (None, false) if name == "courier" => "BOSTA".into(),
            (None, false) => "store_name".into(),
        };
        path = path.replace(&format!("{{{name}}}"), &value);
    }
    path
}

async fn part(n: usize) {
    let (shop, document) = (TestShop::start().await, Document::current());
    let arab = shop.sample_merchant(3, 2).await;
    let english = arab.in_english();
    let values = values(shop.app.db().conn().dialect());
    let version = DataVersion::of(shop.database());
    let with_body: Vec<Operation> = document.operations().into_iter().filter(|op| op.body.is_some()).collect();
    assert!(with_body.len() > 20);
    for op in with_body.iter().skip(n).step_by(PARTS) {
        let path = real_path(&shop, &arab, op).await;
        let (mut refusals, mut committed) = (0, Vec::new());
        for (i, body) in bodies(&document, op.body.as_ref().unwrap(), &values).into_iter().enumerate() {
            let caller = if i % 2 == 0 { &arab } else { &english };
            let text = body.to_string();
            let before = version.now();
            let reply = caller.call(&op.method, &path).body("application/json", text).send().await;
            check(op, &body, caller.language, &reply);
            // 2,000 rows of a bulk call answer 200 with a refusal for each.
            if reply.status >= 400 && reply.status != 429 {
                refusals += 1;
                if before.is_none() || before != version.now() {
                    committed.push(body);
                }
            }
        }
        // The refusals during which something was committed run again: afterwards no row may differ.
        let before = Checksums::read(shop.database()).await;
        let mut is_refused_again = true;
        for body in &committed {
            is_refused_again &=
                arab.call(&op.method, &path).body("application/json", body.to_string()).send().await.status >= 400;
        }
        if is_refused_again {
            let differing = before.differing(&Checksums::read(shop.database()).await);
            assert!(differing.is_empty(), "{}: refused bodies changed {differing:?}", op.id);
        }
        assert!(refusals > 0, "{}: nothing was refused", op.id);
    }
}

#[tokio::test]
async fn gu_07_every_field_with_what_it_should_not_hold_1() {
    part(0).await;
}

#[tokio::test]
async fn gu_07_every_field_with_what_it_should_not_hold_2() {
    part(1).await;
}

#[tokio::test]
async fn gu_07_every_field_with_what_it_should_not_hold_3() {
    part(2).await;
}

#[tokio::test]
async fn gu_07_every_field_with_what_it_should_not_hold_4() {
    part(3).await;
}

#[tokio::test]
async fn gu_07_every_field_with_what_it_should_not_hold_5() {
    part(4).await;
}

#[tokio::test]
async fn gu_07_every_field_with_what_it_should_not_hold_6() {
    part(5).await;
}

#[tokio::test]
async fn gc_01_every_query_and_path_with_what_it_should_not_hold() {
    let (shop, document) = (TestShop::start().await, Document::current());
    let merchant = shop.sample_merchant(3, 2).await;
    let long = "%D8%A7".repeat(1000);
    for op in document.operations().into_iter().filter(|op| op.method == "GET" && op.id != "follow_changes") {
        let path = real_path(&shop, &merchant, &op).await;
        let mut queries: Vec<String> =
            ["", "%", "%zz", "&&==&", "page=-1", "page=9999999999999999999", "per_page=-5", "per_page=x", "sort=%00", "sort=-"]
                .iter()
                .map(|q| (*q).to_owned())
                .collect();
        queries.extend(
            [
                "cursor=x",
                "cursor=%FF",
                "cursor=AAAA",
                "filter[x][y][z]=1",
                "filter[]=1",
                "filter[status]=",
                "filter[total][gte]=x",
            ]
            .map(str::to_owned),
        );
        queries.extend(
            ["search=%00", "search=%E2%80%AE", "since=-1", "since=x", "limit=999999999", "timestamp=x", "slug=%F0%9F%98%80"]
                .map(str::to_owned),
        );
        queries.push(format!("search={long}"));
        for (name, _) in &op.query_params {
            queries.extend(["", "x", "-1", "1e9", "%FF", "%00", "99999999999999999999999"].map(|v| format!("{name}={v}")));
        }
        for query in queries {
            let reply = merchant.call("GET", &format!("{path}?{query}")).send().await;
            assert_told(&format!("{path}?{query}"), &reply);
        }
        for bad in ["0", "%00", "%FF", "..%2F..", "prd_", "x".repeat(3000).as_str(), "%E2%80%AE", "null"] {
            let path = op.path_with(|_, _| bad.to_owned());
            let reply = merchant.call("GET", &path).send().await;
            assert_told(&path, &reply);
            let is_id = op.path_params.iter().any(|(_, schema)| id_prefix(schema).is_some());
            assert!(!is_id || reply.status >= 400, "{path}: {} {}", reply.status, reply.text());
        }
    }
}

/// No 5xx; every refusal states its reason for programs and people.
fn assert_told(label: &str, reply: &Reply) {
    assert!(reply.status < 500, "{label}: {} {}", reply.status, reply.text());
    if reply.status >= 400 {
        let is_reported = reply.json["message"].as_str().is_some_and(|m| !m.is_empty()) && reply.json["code"].is_string();
        assert!(is_reported, "{label}: {} {}", reply.status, reply.text());
    }
}

/// L2: a bad path parameter is refused in the caller's language, with every method.
#[tokio::test]
async fn l2_every_path_with_what_it_should_not_hold_is_refused_with_a_message() {
    let (shop, document) = (TestShop::start().await, Document::current());
    let merchant = shop.merchant().await;
    let mut refused = 0;
    for op in document.operations().into_iter().filter(|op| !op.path_params.is_empty() && !op.is_upload) {
        let body = op.body.as_ref().map_or(Value::Null, |schema| document.sample(schema));
        for bad in ["%FF", "%00", "null", "%E2%80%AE"] {
            let path = op.path_with(|_, _| bad.to_owned());
            let reply = merchant.call(&op.method, &path).json(&body).send().await;
            assert_told(&format!("{} {path}", op.method), &reply);
            refused += usize::from(reply.status >= 400);
        }
    }
    assert!(refused > 300, "{refused}");
}

/// L3: numbers of pages, the time of a sync, the cells of a sheet: a value outside the document's bounds is a 422 that names the
/// parameter.
#[tokio::test]
async fn l3_what_is_outside_of_the_document_is_refused_by_its_name() {
    let (shop, document) = (TestShop::start().await, Document::current());
    let merchant = shop.sample_merchant(3, 2).await;
    let named = |reply: &Reply, field: &str, label: &str| {
        assert_eq!(reply.status, 422, "{label}: {}", reply.text());
        assert!(reply.json["errors"][field].is_array(), "{label}: {}", reply.text());
    };
    let mut lists = 0;
    for op in document.operations().into_iter().filter(|op| op.query_params.iter().any(|(name, _)| name == "page")) {
        let schema = &op.query_params.iter().find(|(name, _)| name == "page").unwrap().1;
        let (least, most) = (schema["minimum"].as_i64().unwrap(), schema["maximum"].as_i64().unwrap());
        if op.method != "GET" {
            continue;
        }
        let path = real_path(&shop, &merchant, &op).await;
        let (below, above) = ((least - 1).to_string(), (most + 1).to_string());
        for page in [below.as_str(), above.as_str(), "-1", "x", "", "9223372036854775807", "9223372036854775808", "1.0", "%D9%A1"]
        {
            let reply = merchant.call("GET", &format!("{path}?page={page}")).send().await;
            named(&reply, "page", &format!("{path} {page}"));
        }
        // With a cursor, the page number is unbounded; an invalid cursor is an error of `cursor`, never of `page`.
        let reply = merchant.call("GET", &format!("{path}?page={most}&cursor=x")).send().await;
        assert!(reply.json["errors"]["page"].is_null(), "{path}: {}", reply.text());
        lists += 1;
    }
    assert!(lists > 25, "{lists}");
    for bad in ["-1", "x", "", "1.5", "9223372036854775808"] {
        let reply = merchant.call("GET", &format!("/sync?timestamp={bad}")).send().await;
        named(&reply, "timestamp", bad);
    }
    for good in ["0", "1770000000000", "9223372036854775807"] {
        assert_eq!(merchant.call("GET", &format!("/sync?timestamp={good}")).send().await.status, 200, "{good}");
    }
    let product = merchant.data("/products").await[0].clone();
    let row = json!({"id": product["id"], "version": product["version"]});
    for (mut row, field) in [(row.clone(), "rows.0.cells"), (row, "rows.0.variants.0.cells")] {
        match field {
            "rows.0.cells" => row["cells"] = Value::Null,
            _ => row["variants"] = json!([{"id": "var_0000000000001", "cells": null}]),
        }
        let reply = shop.assert_unchanged(merchant.call("PATCH", "/products/sheet").json(&json!({"rows": [row]})).send()).await;
        named(&reply, field, field);
    }
}

const FILES: &[(&str, &str, &[u8])] = &[
    ("a.png", "image/png", b"not a picture"),
    ("a.png", "image/png", b""),
    ("a.png", "image/png", b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\xff\xff\xff\xff\xff\xff\xff\xff\x08\x02\x00\x00\x00"),
    ("a.svg", "image/svg+xml", b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"),
    ("a.html", "text/html", b"<script>alert(1)</script>"),
    ("../../a.exe", "application/octet-stream", b"MZ\x90\x00\x03"),
];

#[tokio::test]
async fn me_01_uploads_that_are_none_are_refused() {
    let (shop, document) = (TestShop::start().await, Document::current());
    let merchant = shop.merchant().await;
    let uploads: Vec<Operation> = document.operations().into_iter().filter(|op| op.is_upload).collect();
    assert!(!uploads.is_empty());
    let boundary = "multipart/form-data; boundary=b";
    shop.assert_unchanged(async {
        for op in &uploads {
            for (kind, body) in [
                (boundary, Vec::new()),
                (boundary, b"--b--\r\n".to_vec()),
                (boundary, b"--b\r\n\r\n".to_vec()),
                (
                    boundary,
                    b"--b\r\nContent-Disposition: form-data; name=\"nothing\"; filename=\"a\"\r\n\r\nx\r\n--b--\r\n".to_vec(),
                ),
                (boundary, b"\xff\xfe\x00".to_vec()),
                ("multipart/form-data", b"x".to_vec()),
                ("application/json", b"{}".to_vec()),
                ("text/plain", b"x".to_vec()),
            ] {
                let reply = merchant.call(&op.method, &op.path).body(kind, body.clone()).send().await;
                assert!(
                    (400..500).contains(&reply.status),
                    "{} {kind} {:?}: {} {}",
                    op.id,
                    String::from_utf8_lossy(&body),
                    reply.status,
                    reply.text()
                );
            }
            for field in ["media", "file"] {
                for (name, kind, bytes) in FILES {
                    // Where sheets are uploaded, a text file of any name is one; its content is validated when it is read.
                    if op.id != "upload_media" && field == "file" && std::str::from_utf8(bytes).is_ok_and(|t| !t.is_empty()) {
                        continue;
                    }
                    let reply = merchant.upload(&op.path, field, name, kind, *bytes).await;
                    assert!((400..500).contains(&reply.status), "{} {field} {name}: {} {}", op.id, reply.status, reply.text());
                }
            }
        }
    })
    .await;
}
