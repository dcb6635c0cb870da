//! Segment templates. Nothing of them is stored until the merchant saves one.
//!
//! Amounts are derived from the store's own customers: the minimum that the top tenth and the top third have spent. A store
//! without enough customers gets a rule without an amount, which the merchant fills in; one without orders names no product.

use db::{Conn, Result};
use kernel::{Currency, Lang, StoreScope, money};
use serde::Serialize;
use web::Message;

use super::rules::{Compare, Field, Groups, Rule};
use super::{names, store};
use crate::purchases::Purchases;

/// A segment template.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[schema(as = CustomerSegmentTemplate)]
pub struct Template {
    pub(super) code: &'static str,
    /// In the caller's language.
    pub(super) name: String,
    /// What it finds, and its purpose.
    pub(super) text: String,
    /// A rule without values must be filled in.
    pub(super) groups: Vec<Vec<Rule>>,
}

/// Customers that are considered, by total spent.
const LOOKED_AT: i64 = 3_000;
/// With fewer buyers than this no amount is derived.
const ENOUGH: i64 = 10;

/// Rounds an amount down to two significant digits.
fn round_down(amount: i64) -> i64 {
    let mut unit = 1;
    while amount / unit >= 100 {
        unit *= 10;
    }
    amount / unit * unit
}

const BEST: (Message, Message) = (
    Message::new("أفضل العملاء", "Best customers"),
    Message::new(
        "الأكثر إنفاقًا في متجرك. كافئهم أو ابدأ بهم عروضك.",
        "Your highest spenders. Reward them or show them new products first.",
    ),
);
const LAPSED: (Message, Message) = (
    Message::new("عملاء متوقفون", "Lapsed customers"),
    Message::new("عملاء دائمون لم يطلبوا منذ أكثر من 60 يومًا.", "Frequent buyers with no order in 60 days."),
);
const ONCE: (Message, Message) = (
    Message::new("اشتروا مرة واحدة", "One-time buyers"),
    Message::new("لديهم طلب واحد. شجّعهم على العودة.", "One order so far. Give them a reason to come back."),
);
const NEVER: (Message, Message) =
    (Message::new("لم يشتروا بعد", "No purchases"), Message::new("عملاء بلا أي طلب.", "Customers with no orders yet."));
const REFUSED: (Message, Message) = (
    Message::new("رفضوا الاستلام", "Refused deliveries"),
    Message::new("رفضوا استلام طلب أو أكثر.", "Refused one or more deliveries."),
);
const BOUGHT: (Message, Message) = (
    Message::new("اشتروا منتجًا ثم غابوا", "Bought a product, then lapsed"),
    Message::new(
        "اشتروا المنتج الأكثر مبيعًا ولم يطلبوا منذ 60 يومًا. اختر أي منتج.",
        "Bought your best seller, with no order in 60 days. Choose any product.",
    ),
);
const CART: (Message, Message) = (
    Message::new("سلات متروكة", "Abandoned carts"),
    Message::new("تركوا منتجات في سلاتهم مؤخرًا.", "Left products in their cart recently."),
);

/// The templates, with amounts for this store.
pub(super) async fn list(
    c: Conn<'_>,
    scope: &StoreScope,
    purchases: &dyn Purchases,
    (currency, lang): (Currency, Lang),
) -> Result<Vec<Template>> {
    let buyers = store::count_buyers(c, scope, LOOKED_AT).await?;
    let (tenth, third) = if buyers < ENOUGH {
        (None, None)
    } else {
        (store::find_spent_at(c, scope, buyers / 10).await?, store::find_spent_at(c, scope, buyers / 3).await?)
    };
    let spent = |amount: Option<i64>| {
        let amount = amount.map(|n| money::format(round_down(n), currency));
        Rule::new(Field::Spent, Compare::Gte, amount.as_deref().as_slice())
    };
    let product = purchases.most_bought(c, scope).await?.map(|id| id.to_string());
    let mut bought = vec![vec![
        Rule::new(Field::Product, Compare::Is, product.as_deref().as_slice()),
        Rule::new(Field::LastOrder, Compare::NotWithin, &["60"]),
    ]];
    names::resolve_names(c, scope, purchases, &[&bought]).await?.write(&mut bought, &Groups::new());
    let make = |code, (name, text): &(Message, Message), rules: Vec<Rule>| Template {
        code,
        name: name.get(lang).to_owned(),
        text: text.get(lang).to_owned(),
        groups: vec![rules],
    };
    Ok(vec![
        make("best", &BEST, vec![spent(tenth)]),
        make("lapsed", &LAPSED, vec![spent(third), Rule::new(Field::LastOrder, Compare::NotWithin, &["60"])]),
        make("bought", &BOUGHT, bought.remove(0)),
        make("once", &ONCE, vec![Rule::new(Field::Orders, Compare::Is, &["1"])]),
        make("never", &NEVER, vec![Rule::new(Field::LastOrder, Compare::Never, &[])]),
        make("refused", &REFUSED, vec![Rule::new(Field::Refused, Compare::Gte, &["1"])]),
        make("cart", &CART, vec![Rule::new(Field::Cart, Compare::Within, &["14"])]),
    ])
}

#[cfg(test)]
mod tests {
    use super::round_down;

    /// CU-01: a suggested amount is never above the one it was derived from, and keeps its first two digits.
    #[test]
    fn cu_01_a_suggested_amount_has_two_digits() {
        for (n, rounded) in [(0, 0), (7, 7), (99, 99), (100, 100), (12_345, 12_000), (99_999, 99_000), (1_255_000, 1_200_000)] {
            assert_eq!(round_down(n), rounded, "{n}");
        }
    }
}
