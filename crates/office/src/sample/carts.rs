//! Sample carts: some left at every step over the last days, and the newest orders with the carts they came of.

use db::{Conn, Json, Result, p};
use kernel::{CartId, Millis, OrderId, StoreScope};

use super::rng::Rng;
use super::{orders, store};
use commerce::carts::{Contact, Step};
use customers::words_of;
use platform::App;
use platform::search::{self, Index};

/// Carts of each step.
const OF_EACH: usize = 4;
/// Numbers of people who have not ordered.
const STRANGERS: usize = 4_000_000;

struct Draft {
    id: CartId,
    step: Step,
    contact: Option<Contact>,
    address: Option<customers::Address>,
    lines: Vec<store::LineRow>,
    at: Millis,
    token_hash: String,
}

/// Writes them; a store without products has none.
///
/// # Errors
/// Of the database.
pub(super) async fn make(app: &App, scope: &StoreScope, rng: &mut Rng) -> Result<()> {
    let goods = store::list_goods(app.db().conn(), scope, 200).await?;
    if goods.is_empty() {
        return Ok(());
    }
    let (env, now) = (app.env(), app.env().now());
    let mut drafts = Vec::new();
    for (s, step) in Step::ALL.iter().enumerate().filter(|(_, step)| **step != Step::Checkout) {
        for n in 0..OF_EACH {
            let person = orders::person(rng, STRANGERS + s * OF_EACH + n);
            let mut lines: Vec<store::LineRow> = Vec::new();
            for _ in 0..rng.between(1, 3) {
                let item = &goods[rng.below(goods.len())];
                if !lines.iter().any(|l| l.product == item.product && l.variant == item.variant) {
                    lines.push(item.line(rng.between(1, 2)));
                }
            }
            // From some hours to some weeks ago.
            let at = now.plus(-rng.between(2, 6) * Millis::HOUR - i64::try_from(n * n * n).unwrap_or(0) * 17 * Millis::HOUR);
            let contact = Contact { name: person.name.clone(), mobile: person.mobile.clone(), email: None };
            drafts.push(Draft {
                id: env.id(),
                step: *step,
                contact: (*step >= Step::Contact).then_some(contact),
                address: (*step >= Step::ShippingAddress).then(|| orders::address(&person)),
                lines,
                at,
                token_hash: web::caller::hash_token(&env.token()),
            });
        }
    }
    let ways = (store::list_shipping(app.db().conn(), scope).await?.1.0, store::find_cod(app.db().conn(), scope).await?.0);
    let (at, env) = (scope.clone(), env.clone());
    let work = async move |c: Conn<'_>| {
        for draft in &drafts {
            insert(c, &at, draft, ways).await?;
        }
        for (order, created_at, items_count, amount, name, mobile) in newest_orders(c, &at).await? {
            let (id, hash): (CartId, String) = (env.id(), web::caller::hash_token(&env.token()));
            let contact = Contact { name: name.clone(), mobile: mobile.clone(), email: None };
            let sql = "INSERT INTO carts (store_id, id, token_hash, step, language, contact, address, note, items_count, amount, order_id, created_at, active_at, version, mobile) \
                       VALUES (?1, ?2, ?3, 'checkout', 'ar', ?4, 'null', '', ?5, ?6, ?7, ?8, ?8, 1, ?9)";
            let to = p![at.store(), id, hash, Json(&contact), items_count, amount, order, created_at, mobile];
            c.exec(sql, to).await?;
            let lines = "INSERT INTO cart_items (store_id, cart_id, line, product_id, variant_id, quantity, unit_price, fields) \
                         SELECT store_id, ?3, line, product_id, variant_id, quantity, unit_price, '[]' FROM order_items WHERE store_id = ?1 AND order_id = ?2";
            c.exec(lines, p![at.store(), order, id]).await?;
            c.exec("UPDATE orders SET cart_id = ?3 WHERE store_id = ?1 AND id = ?2", p![at.store(), order, id]).await?;
            search::insert(c, at.store(), Index::Cart, id.raw(), &words_of(&name, &mobile)).await?;
        }
        Ok::<_, db::Error>(())
    };
    app.db().tx(work).await
}

/// The newest orders that are none of a cart.
async fn newest_orders(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<(OrderId, Millis, i64, i64, String, String)>> {
    let sql = "SELECT id, created_at, items_count, subtotal, sender_name, mobile FROM orders WHERE store_id = ?1 AND cart_id IS NULL \
               ORDER BY created_at DESC, id DESC LIMIT 5";
    c.all(sql, p![scope.store()]).await
}

async fn insert(
    c: Conn<'_>,
    scope: &StoreScope,
    draft: &Draft,
    (shipping, payment): (kernel::ShippingMethodId, kernel::PaymentMethodId),
) -> Result<()> {
    let Draft { id, step, contact, address, lines, at, token_hash } = draft;
    let (count, amount) = lines.iter().fold((0, 0), |(n, sum), l| (n + l.quantity, sum + l.quantity * l.unit_price));
    let shipping = (*step >= Step::ShippingMethod).then_some(shipping);
    let payment = (*step >= Step::Payment).then_some(payment);
    let sql = "INSERT INTO carts (store_id, id, token_hash, step, language, contact, address, shipping_method_id, payment_method_id, note, items_count, amount, created_at, active_at, version, mobile) \
               VALUES (?1, ?2, ?3, ?4, 'ar', ?5, ?6, ?7, ?8, '', ?9, ?10, ?11, ?12, 1, ?13)";
    let (mobile, began) = (contact.as_ref().map(|k| k.mobile.as_str()), at.plus(-9 * Millis::MINUTE));
    let (contact_cell, address_cell) = (Json(contact), Json(address));
    let to = p![
        scope.store(),
        id,
        token_hash,
        step.as_str(),
        contact_cell,
        address_cell,
        shipping,
        payment,
        count,
        amount,
        began,
        at,
        mobile
    ];
    c.exec(sql, to).await?;
    for (line, l) in (1_i64..).zip(lines) {
        let sql = "INSERT INTO cart_items (store_id, cart_id, line, product_id, variant_id, quantity, unit_price, fields) \
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, '[]')";
        c.exec(sql, p![scope.store(), id, line, l.product, l.variant, l.quantity, l.unit_price]).await?;
    }
    if let Some(contact) = contact {
        search::insert(c, scope.store(), Index::Cart, id.raw(), &words_of(&contact.name, &contact.mobile)).await?;
    }
    Ok(())
}
