//! Forbidden characters in every text field of every body.

use serde_json::{Value, json};
use testkit::document::{Document, id_prefix};
use testkit::{Merchant, TestShop};

use super::{assert_refused, languages, own_id};

/// Bidirectional overrides and isolates reverse the text after them; the rest are control characters.
const BAD: [char; 16] = [
    '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}', '\u{202e}', '\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}', '\0', '\u{1b}',
    '\u{7}', '\u{7f}', '\u{85}', '\u{9b}', '\u{ffff}',
];

/// A valid body that contains every text field, and its operation.
struct Sheet {
    call: &'static str,
    method: &'static str,
    path: String,
    body: Value,
    /// Strings that are not free text: an enum, a date, a number.
    closed: &'static [&'static str],
}

fn product() -> Value {
    json!({
        "product_type": "multi", "name": {"ar": "قميص", "en": "Shirt"}, "short_description": {"ar": "قصير", "en": "Short"},
        "description": {"ar": "<p>وصف</p>", "en": "<p>Text</p>"}, "regular_price": "5", "sku": "A", "barcode": "B", "brand": "E",
        "seo": {"meta_title": {"ar": "أ", "en": "a"}, "meta_description": {"ar": "أ", "en": "a"}, "keywords": {"ar": "أ", "en": "a"}},
        "page_link": "قميص-جديد", "template": "gift", "tags": ["وسم"], "options": [{"name": "الخامة", "values": ["قطن"], "name_texts": {"ar": "الخامة", "en": "Fabric"}}],
        "variants": [{"option_values": ["قطن"], "qty": 1, "sku": "C", "barcode": "D"}],
        "dynamic_fields": [{"field_label": {"ar": "نقش", "en": "Mark"}, "field_type": "choice", "field_required": false, "choices": ["نعم", "لا"]}],
    })
}

async fn sheets(shop: &TestShop, me: &Merchant) -> Vec<Sheet> {
    let id = async |prefix| own_id(shop, me, prefix).await;
    let open = me.data("/orders?filter[status]=PEND,PAID,PRCS,RDYS,RDYP").await[0]["id"].as_str().unwrap().to_owned();
    let both = |ar: &str, en: &str| json!({"ar": ar, "en": en});
    vec![
        Sheet {
            call: "create_product",
            method: "POST",
            path: "/products".into(),
            body: product(),
            closed: &["product_type", "regular_price", "variants.0.option_values.0", "dynamic_fields.0.field_type"],
        },
        Sheet {
            call: "create_category",
            method: "POST",
            path: "/categories".into(),
            body: json!({"name": both("عطور", "Scents"), "description": both("وصف", "Text"), "slug": "عطور", "template": "banner"}),
            closed: &[],
        },
        Sheet {
            call: "create_shipping_method",
            method: "POST",
            path: "/shipping-methods".into(),
            body: json!({"provider": "CUSTOM", "name": both("مندوب", "Courier"), "note": both("يومان", "Two days"), "cities": ["جدة"], "countries": ["SA"]}),
            closed: &["provider", "countries.0"],
        },
        Sheet {
            call: "update_payment_method",
            method: "PUT",
            path: format!("/payment-methods/{}", id("pym").await),
            body: json!({"name": both("نقدًا", "Cash"), "instructions": both("جهّز المبلغ", "Have it ready")}),
            closed: &[],
        },
        Sheet {
            call: "create_order_comment",
            method: "POST",
            path: format!("/orders/{open}/comments"),
            body: json!({"note": "تم"}),
            closed: &[],
        },
        Sheet {
            call: "update_order_payment_status",
            method: "PUT",
            path: format!("/orders/{open}/payment-status"),
            body: json!({"payment_status": "paid", "note": "نقدًا"}),
            closed: &["payment_status"],
        },
        Sheet {
            call: "update_order_status",
            method: "PUT",
            path: format!("/orders/{open}/status"),
            body: json!({"status": "CNCL", "note": "طلب العميل"}),
            closed: &["status"],
        },
    ]
}

fn texts(value: &Value, at: &str, out: &mut Vec<String>) {
    let join = |name: &str| if at.is_empty() { name.to_owned() } else { format!("{at}.{name}") };
    match value {
        Value::String(_) => out.push(at.to_owned()),
        Value::Array(all) => all.iter().enumerate().for_each(|(i, v)| texts(v, &join(&i.to_string()), out)),
        Value::Object(map) => map.iter().for_each(|(k, v)| texts(v, &join(k), out)),
        _ => {}
    }
}

/// PR-01, VA-01: a text with a direction override or a control character in it is refused at its field.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn va_01_no_text_takes_direction_overrides_or_control_characters() {
    let (shop, document) = (TestShop::start().await, Document::current());
    let me = shop.sample_merchant(3, 40).await;
    for sheet in sheets(&shop, &me).await {
        // Every text field of the document's body must be in the sheet, or it would be untested.
        let op = document.operations().into_iter().find(|op| op.id == sheet.call).unwrap();
        for (name, field, _) in document.fields(op.body.as_ref().unwrap()) {
            let is_text = document.kind(&field) == "string" && id_prefix(&document.without_null(&field)).is_none();
            let is_amount = ["_price", "_cost", "_fees", "_amount", "_unit", "_above", "_from", "_until", "publish_at"]
                .iter()
                .any(|end| name.ends_with(end));
            let is_choice = document.without_null(&field).get("enum").is_some();
            assert!(
                !is_text || is_amount || is_choice || sheet.body.get(&name).is_some(),
                "{}: `{name}` is not tried",
                sheet.call
            );
        }
        let mut all = Vec::new();
        texts(&sheet.body, "", &mut all);
        all.retain(|path| !sheet.closed.contains(&path.as_str()));
        shop.assert_unchanged(async {
            for field in &all {
                for (i, bad) in BAD.iter().enumerate() {
                    let mut body = sheet.body.clone();
                    let slot = body.pointer_mut(&format!("/{}", field.replace('.', "/"))).unwrap();
                    let text = slot.as_str().unwrap().to_owned();
                    *slot = json!(format!("{text}{bad}x"));
                    if field == "options.0.values.0" {
                        body["variants"][0]["option_values"][0] = body["options"][0]["values"][0].clone();
                    }
                    let caller = &languages(&me)[i % 2];
                    let reply = caller.call(sheet.method, &sheet.path).json(&body).send().await;
                    let at = format!("{} {field} U+{:04X}", sheet.call, u32::from(*bad));
                    assert_refused(&reply, &[422], caller.language, &at);
                    assert!(reply.json["errors"][field].is_array(), "{at}: {}", reply.text());
                }
            }
        })
        .await;
        let reply = me.call(sheet.method, &sheet.path).json(&sheet.body).send().await;
        assert!((200..300).contains(&reply.status), "{} without them: {}", sheet.call, reply.text());
    }
}
