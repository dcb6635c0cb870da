//! Gathers everything that a store keeps of a person into one document of plain facts (printed by `archive`, and written to
//! `data.json`).
//!
//! Money is in the store's currency as decimal strings, times are RFC 3339. Names of staff members are left out, because they are
//! the staff's personal data; what the staff wrote about the person is included.

use db::{Conn, Json, Result};
use kernel::{Currency, CustomerId, Millis, OrderId, StoreScope, money};
use serde_json::{Map, Value, json};

use super::gather_store::{self as store, DocumentRow, EventRow, PaymentRow, ReceiptRow, ReturnParcelRow, ReturnedRow};
use super::person::Person;
use super::person_store;
use commerce::carts::{self, FieldValue};
use commerce::orders;
use commerce::shipments::TrackingEvent;
use customers::{Address, contacts, labels};
use platform::stores::StoreProfile;

/// A file attached to the document: its name there, and its blob key.
#[derive(Debug, Clone)]
pub(super) struct Attached {
    pub(super) name: String,
    pub(super) key: String,
}

fn at(moment: Option<Millis>) -> Value {
    moment.map_or(Value::Null, |m| Value::String(m.rfc3339()))
}

fn amount(n: i64, currency: Currency) -> Value {
    Value::String(money::format(n, currency))
}

/// Removes empty values.
fn without_empty(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let is_said = |v: &Value| !(v.is_null() || v.as_str() == Some("") || v.as_array().is_some_and(Vec::is_empty));
            let fields = fields.into_iter().map(|(k, v)| (k, without_empty(v))).filter(|(_, v)| is_said(v));
            Value::Object(fields.collect::<Map<_, _>>())
        }
        Value::Array(all) => Value::Array(all.into_iter().map(without_empty).collect()),
        other => other,
    }
}

fn address_json(a: &Address) -> Value {
    json!({
        "name": a.name, "mobile": a.mobile, "country": a.country, "region": a.region, "city": a.city, "district": a.district,
        "street": a.street, "building": a.building, "short_address": a.short_address, "postal_code": a.postal_code,
        "details": a.details, "map": a.geo_location.as_ref().map(|g| format!("{}, {}", g.lat, g.lng)),
    })
}

fn answers(fields: &[FieldValue]) -> Value {
    fields.iter().map(|f| json!({ "question": f.label, "answer": f.value })).collect()
}

/// Gathers all of it. Files are named, not read.
pub(super) async fn collect(
    c: Conn<'_>,
    scope: &StoreScope,
    profile: &StoreProfile,
    person: &Person,
    now: Millis,
) -> Result<(Value, Vec<Attached>)> {
    let (k, id, currency) = (&person.customer, person.customer.id, profile.currency);
    let mut files = Vec::new();
    let contacts: Vec<String> = contacts::list_contacts(c, scope, id).await?.into_iter().map(|x| x.value).collect();
    let tags: Vec<String> = labels::list_tags_of(c, scope, &[id]).await?.into_iter().map(|(_, tag)| tag).collect();
    let groups: Vec<String> = labels::list_groups_of(c, scope, id).await?.into_iter().map(|g| g.name).collect();
    let consents: Vec<Value> = labels::list_consents(c, scope, id)
        .await?
        .into_iter()
        .map(|s| json!({ "channel": s.channel, "agreed": s.is_granted, "source": s.source, "at": s.at.rfc3339() }))
        .collect();
    let mut every_order = Vec::new();
    for order in &person.orders {
        every_order.push(self::order(c, scope, order.id, currency, &mut files).await?);
    }
    let document = json!({
        "store": { "name": profile.name, "currency": currency.code() },
        "made_at": now.rfc3339(),
        "profile": {
            "name": k.name, "mobile": k.mobile, "email": k.email, "language": k.locale.code(), "city": k.city, "country": k.country,
            "further_contacts": contacts, "tags": tags, "groups": groups,
            "blocked_at": at(k.blocked_at), "block_reason": k.block_reason,
            "orders_count": k.orders_count, "cancelled_count": k.cancelled_count, "returned_count": k.returned_count,
            "total_spent": amount(k.total_spent, currency),
            "first_order_at": at(k.first_order_at), "last_order_at": at(k.last_order_at), "created_at": k.created_at.rfc3339(),
        },
        "merged_records": person.merged.iter().map(|(id, when)| json!({ "record": id, "at": when.rfc3339() })).collect::<Vec<_>>(),
        "addresses": addresses(c, scope, id).await?,
        "consents": consents,
        "notes": notes(c, scope, id).await?,
        "orders": every_order,
        "carts": carts_of(c, scope, person, currency).await?,
        "messages": messages(c, scope, &person.contacts()).await?,
        "reliability": reliability(c, scope, &person.mobiles).await?,
        "activity": activity(c, scope, ("customer", id.raw()), false).await?,
    });
    Ok((without_empty(document), files))
}

async fn addresses(c: Conn<'_>, scope: &StoreScope, id: CustomerId) -> Result<Vec<Value>> {
    let all = person_store::list_addresses(c, scope, id, store::MOST).await?;
    let one = |(Json(address), used): (Json<Address>, Millis)| {
        let mut value = address_json(&address);
        value["used_at"] = json!(used.rfc3339());
        value
    };
    Ok(all.into_iter().map(one).collect())
}

async fn notes(c: Conn<'_>, scope: &StoreScope, id: CustomerId) -> Result<Vec<Value>> {
    let all = store::list_notes(c, scope, id).await?;
    Ok(all.into_iter().map(|(text, when)| json!({ "text": text, "at": when.rfc3339() })).collect())
}

async fn order(c: Conn<'_>, scope: &StoreScope, id: OrderId, currency: Currency, files: &mut Vec<Attached>) -> Result<Value> {
    let o = store::get_order(c, scope, id).await?;
    let money = |n: i64| amount(n, currency);
    let tags = store::list_order_tags(c, scope, id).await?;
    Ok(json!({
        "number": o.number, "at": o.created_at.rfc3339(), "status": o.status, "payment_status": o.payment_status,
        "name": o.sender_name, "mobile": o.mobile, "email": o.email, "address": o.address.0.as_ref().map(address_json),
        "note": o.note,
        "subtotal": money(o.subtotal), "discount": money(o.discount),
        "coupon": o.coupon_code.map(|code| json!({ "code": code, "discount": money(o.coupon_discount) })), "shipping_fees": money(o.shipping_fees),
        "payment_fees": money(o.payment_fees), "vat": money(o.vat), "total": money(o.total),
        "payment": o.payment_name.0, "shipping": o.shipping_name.0, "tags": tags,
        "lines": lines(c, scope, id, o.number, currency, files).await?,
        "ledger": ledger(c, scope, id, currency).await?,
        "refunds": refunds(c, scope, id, currency).await?,
        "returns": returns(c, scope, id).await?,
        "shipments": shipments(c, scope, id, currency).await?,
        "return_parcels": return_parcels(c, scope, id).await?,
        "papers": documents(c, scope, id, currency).await?,
        "receipts": receipts(c, scope, id, o.number, currency, files).await?,
        "online_payments": payments(c, scope, id, currency).await?,
        "calls": calls(c, scope, id).await?,
        "comments": comments(c, scope, id).await?,
        "activity": activity(c, scope, ("order", id.raw()), true).await?,
    }))
}

async fn lines(
    c: Conn<'_>,
    scope: &StoreScope,
    id: OrderId,
    number: i64,
    currency: Currency,
    files: &mut Vec<Attached>,
) -> Result<Vec<Value>> {
    let mut out = Vec::new();
    for l in store::list_lines(c, scope, id).await? {
        for file in l.fields.0.iter().filter_map(|f| f.file.as_ref()) {
            if let Some(stored) = store::find_file(c, scope, id, file.id).await? {
                files.push(Attached { name: format!("files/{number}-{stored}"), key: carts::file_key(scope.store(), &stored) });
            }
        }
        let options: Vec<String> = l.option_values.0.iter().map(|o| format!("{}: {}", o.name, o.value)).collect();
        out.push(json!({
            "product": l.name.0, "sku": l.sku, "options": options, "answers": answers(&l.fields.0), "quantity": l.quantity,
            "unit_price": amount(l.unit_price, currency), "total": amount(l.line_total, currency),
        }));
    }
    Ok(out)
}

async fn ledger(c: Conn<'_>, scope: &StoreScope, id: OrderId, currency: Currency) -> Result<Vec<Value>> {
    let all = store::list_ledger(c, scope, id).await?;
    let one = |(kind, n, when, note): (String, i64, Millis, Option<String>)| json!({ "entry": kind, "amount": amount(n, currency), "at": when.rfc3339(), "note": note });
    Ok(all.into_iter().map(one).collect())
}

async fn refunds(c: Conn<'_>, scope: &StoreScope, id: OrderId, currency: Currency) -> Result<Vec<Value>> {
    let all = store::list_refunds(c, scope, id).await?;
    let one = |(n, when, note): (i64, Millis, Option<String>)| json!({ "amount": amount(n, currency), "at": when.rfc3339(), "note": note });
    Ok(all.into_iter().map(one).collect())
}

async fn returns(c: Conn<'_>, scope: &StoreScope, id: OrderId) -> Result<Vec<Value>> {
    let all = store::list_returned_lines(c, scope, id).await?;
    let one = |r: ReturnedRow| json!({ "at": r.at.rfc3339(), "line": r.line, "quantity": r.quantity, "reason": r.reason.0, "note": r.note });
    Ok(all.into_iter().map(one).collect())
}

async fn shipments(c: Conn<'_>, scope: &StoreScope, id: OrderId, currency: Currency) -> Result<Vec<Value>> {
    let mut out = Vec::new();
    for s in store::list_shipments(c, scope, id).await? {
        let events = store::list_shipment_events(c, scope, s.id).await?;
        let event = |(status, when, note): (String, Millis, Option<String>)| json!({ "shipment_status": status, "at": when.rfc3339(), "note": note });
        let steps = store::list_shipment_tracking(c, scope, s.id).await?;
        let step = |(step, when, words): (String, Option<Millis>, String)| json!({ "courier_step": step, "at": when.map(Millis::rfc3339), "note": words });
        out.push(json!({
            "courier_steps": steps.into_iter().map(step).collect::<Vec<_>>(),
            "shipment": s.n, "shipment_status": s.status, "courier": s.courier_name, "tracking_no": s.tracking_no, "received_by": s.received_by,
            "note": s.note, "cash_on_delivery": amount(s.cod_amount, currency), "at": s.created_at.rfc3339(),
            "address": s.address.0.as_ref().map(address_json), "second_phone": s.second_phone,
            "events": events.into_iter().map(event).collect::<Vec<_>>(),
        }));
    }
    Ok(out)
}

/// Parcels that a courier fetched at the person's.
async fn return_parcels(c: Conn<'_>, scope: &StoreScope, id: OrderId) -> Result<Vec<Value>> {
    let step =
        |event: &TrackingEvent| json!({ "courier_step": event.step, "at": event.at.map(Millis::rfc3339), "note": event.words });
    let one = |r: ReturnParcelRow| {
        json!({
            "courier_steps": r.events.0.iter().map(step).collect::<Vec<_>>(), "courier": r.provider, "tracking_no": r.tracking_no,
            "note": r.note, "at": r.created_at.rfc3339(), "address": r.address.0.as_ref().map(address_json),
        })
    };
    Ok(store::list_return_parcels(c, scope, id).await?.into_iter().map(one).collect())
}

async fn documents(c: Conn<'_>, scope: &StoreScope, id: OrderId, currency: Currency) -> Result<Vec<Value>> {
    let one = |d: DocumentRow| {
        let Json(document) = d.content;
        json!({
            "paper": d.kind, "number": document.number, "total": amount(d.total, currency), "vat": amount(d.vat, currency), "at": d.issued_at.rfc3339(),
            "name": document.buyer.name, "reason": document.reason,
        })
    };
    Ok(store::list_documents(c, scope, id).await?.into_iter().map(one).collect())
}

async fn receipts(
    c: Conn<'_>,
    scope: &StoreScope,
    id: OrderId,
    number: i64,
    currency: Currency,
    files: &mut Vec<Attached>,
) -> Result<Vec<Value>> {
    let mut out = Vec::new();
    for ReceiptRow { stored, status, amount: paid, reason, sent_at } in store::list_receipts(c, scope, id).await? {
        let name = format!("receipts/{number}-{stored}");
        files.push(Attached { name: name.clone(), key: orders::receipt_key(scope.store(), &stored) });
        let paid = paid.map(|n| amount(n, currency));
        out.push(json!({ "receipt_status": status, "amount": paid, "reason": reason, "at": sent_at.rfc3339(), "file": name }));
    }
    Ok(out)
}

async fn payments(c: Conn<'_>, scope: &StoreScope, id: OrderId, currency: Currency) -> Result<Vec<Value>> {
    let one = |PaymentRow { kind, status, amount: minor, scheme, last_four, note, at }| {
        json!({
            "online_payment": kind, "online_payment_status": status, "amount": amount(minor, currency), "card": scheme,
            "last_four": last_four, "note": note, "at": at.rfc3339(),
        })
    };
    Ok(store::list_payments(c, scope, id).await?.into_iter().map(one).collect())
}

async fn calls(c: Conn<'_>, scope: &StoreScope, id: OrderId) -> Result<Vec<Value>> {
    let all = store::list_calls(c, scope, id).await?;
    let one =
        |(outcome, when, note): (String, Millis, Option<String>)| json!({ "call": outcome, "at": when.rfc3339(), "note": note });
    Ok(all.into_iter().map(one).collect())
}

/// The team's comments on the order, as they read now, with their former texts from the journal.
async fn comments(c: Conn<'_>, scope: &StoreScope, id: OrderId) -> Result<Vec<Value>> {
    let mut out = Vec::new();
    for comment in store::list_comments(c, scope, id).await? {
        let wordings = store::list_comment_versions(c, scope, comment.id).await?;
        let before: Vec<String> =
            wordings.iter().filter_map(|w| w.0["note"].as_str()).map(orders::comment_without_names).collect();
        out.push(json!({
            "text": orders::comment_without_names(&comment.body), "seen_by_customer": comment.is_visible, "at": comment.created_at.rfc3339(),
            "changed_at": at(comment.edited_at), "deleted_at": at(comment.deleted_at), "wordings_before": before,
        }));
    }
    Ok(out)
}

async fn carts_of(c: Conn<'_>, scope: &StoreScope, person: &Person, currency: Currency) -> Result<Vec<Value>> {
    let mut out = Vec::new();
    for cart in &person.carts {
        let Some(row) = store::find_cart(c, scope, cart.id).await? else { continue };
        let items = store::list_cart_items(c, scope, cart.id).await?;
        let reminders = store::list_reminders(c, scope, cart.id).await?;
        let contact = row.contact.0.as_ref();
        out.push(json!({
            "step": row.step, "name": contact.map(|x| &x.name), "mobile": contact.map(|x| &x.mobile), "email": contact.and_then(|x| x.email.clone()),
            "address": row.address.0.as_ref().map(address_json), "note": row.note, "amount": amount(row.amount, currency),
            "pieces": items.iter().map(|(n, _)| n).sum::<i64>(),
            "answers": items.iter().flat_map(|(_, fields)| &fields.0).map(|f| json!({ "question": f.label, "answer": f.value })).collect::<Vec<_>>(),
            "reminders": reminders.into_iter().map(|(channel, status, when)| json!({ "channel": channel, "reminder_status": status, "at": when.rfc3339() })).collect::<Vec<_>>(),
            "at": row.created_at.rfc3339(), "active_at": row.active_at.rfc3339(),
        }));
    }
    Ok(out)
}

async fn messages(c: Conn<'_>, scope: &StoreScope, contacts: &[String]) -> Result<Vec<Value>> {
    let mut out = Vec::new();
    for contact in contacts {
        let all = store::list_messages(c, scope, contact).await?;
        out.extend(all.into_iter().map(|(channel, subject, body, when)| {
            json!({ "channel": channel, "recipient": contact, "subject": subject, "text": body, "at": when.rfc3339() })
        }));
    }
    Ok(out)
}

/// The outcomes of the orders of the numbers: the input of cash on delivery decisions.
async fn reliability(c: Conn<'_>, scope: &StoreScope, mobiles: &[String]) -> Result<Vec<Value>> {
    let mut out = Vec::new();
    for mobile in mobiles {
        let Some(o) = store::find_outcomes(c, scope, mobile).await? else { continue };
        out.push(json!({
            "mobile": mobile, "delivered": o.delivered, "refused": o.refused, "returned": o.returned, "cancelled": o.cancelled,
            "no_answer": o.no_answer, "wrong_number": o.wrong_number,
        }));
    }
    Ok(out)
}

/// The activity, as far as a text or a status was recorded.
async fn activity(c: Conn<'_>, scope: &StoreScope, (subject, id): (&'static str, i64), is_order: bool) -> Result<Vec<Value>> {
    let all = store::list_activity(c, scope, subject, id).await?;
    let one = |e: EventRow| {
        let status = e.after.as_ref().and_then(|Json(after)| after.get("status")).filter(|_| is_order).cloned();
        // A comment is exported as it reads now, among the comments.
        let note = e.note.filter(|_| e.action != "comment");
        json!({ "at": e.at.rfc3339(), "by": e.actor_kind, "action": e.action, "status": status, "note": note })
    };
    Ok(all.into_iter().map(one).collect())
}
