//! Sample carts: some abandoned at every step over the last days, and carts for the newest orders.

use db::{Conn, Result};
use kernel::{CartId, Millis, StoreScope};

use super::cart_store::{self, CartDraft};
use super::rng::Rng;
use super::{orders, store};
use commerce::carts::{Contact, Step};
use customers::words_of;
use platform::App;
use platform::search::{self, Index};

/// Carts of each step.
const OF_EACH: usize = 4;
/// Numbers of people who have not ordered.
const NUMBERS_WITHOUT_ORDER: usize = 4_000_000;

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
            let person = orders::person(rng, NUMBERS_WITHOUT_ORDER + s * OF_EACH + n);
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
            drafts.push(CartDraft {
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
    let methods = (store::list_shipping(app.db().conn(), scope).await?.1.0, store::find_cod(app.db().conn(), scope).await?.0);
    let (at, env) = (scope.clone(), env.clone());
    let work = async move |c: Conn<'_>| {
        for draft in &drafts {
            let shipping = (draft.step >= Step::ShippingMethod).then_some(methods.0);
            let payment = (draft.step >= Step::Payment).then_some(methods.1);
            cart_store::insert_cart(c, &at, draft, shipping, payment).await?;
            if let Some(contact) = &draft.contact {
                index(c, &at, draft.id, contact).await?;
            }
        }
        for order in cart_store::list_orders_without_cart(c, &at).await? {
            let (id, hash): (CartId, String) = (env.id(), web::caller::hash_token(&env.token()));
            let contact = Contact { name: order.sender_name.clone(), mobile: order.mobile.clone(), email: None };
            cart_store::insert_cart_of_order(c, &at, id, &hash, &contact, &order).await?;
            index(c, &at, id, &contact).await?;
        }
        Ok::<_, db::Error>(())
    };
    app.db().tx(work).await
}

/// Indexes the cart under its shopper's name and number.
async fn index(c: Conn<'_>, scope: &StoreScope, id: CartId, contact: &Contact) -> Result<()> {
    search::insert(c, scope.store(), Index::Cart, id.raw(), &words_of(&contact.name, &contact.mobile)).await
}
