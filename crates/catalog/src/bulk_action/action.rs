//! A bulk action as the API receives it, parsed into amounts of the store's currency.

use kernel::{CategoryId, Currency, Millis, money};
use serde::{Deserialize, Serialize};
use web::FieldErrors;
use web::message::{Message, common};
use web::schema;

use super::round::Rounding;
use super::rules::{Action, ListChange, PriceChange, PriceField, StockChange};
use crate::wire_in::amount_message;

const NOT_A_RATE: Message = Message::new(
    "أدخل نسبة بين 0 و1000 بمنزلتين عشريتين على الأكثر.",
    "Enter a percentage from 0 to 1000 with at most two decimals.",
);
const TOO_FAR_DOWN: Message = Message::new("لا يمكن الخفض بأكثر من 100%.", "A price can't be reduced by more than 100%.");
/// Most pieces, as of a product (VA-02).
const MOST_QTY: i64 = 1_000_000_000;
const MOST_LIST: usize = 50;

/// What a bulk action does to each product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = BulkActionKind)]
pub(crate) enum ActionKind {
    /// Raises or lowers prices: `field`, `by`, `direction`, `value`, `rounding`.
    Price,
    /// Sets a sale price, a percentage below the regular one: `value`, `rounding`.
    Sale,
    /// Ends the sale.
    EndSale,
    /// Changes the pieces in stock: `change` set, add or take, `qty`.
    Stock,
    /// `change` add, remove or set, `category_ids`.
    Categories,
    /// `change` add, remove or set, `tags`.
    Tags,
    /// Publishes.
    Publish,
    /// Unpublishes.
    Unpublish,
    /// Archives: hides from lists and store.
    Archive,
    /// Restores from the archive, as it was.
    Restore,
    /// Deletes.
    Delete,
}

/// Whether a price changes by a percentage or an amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = BulkBy)]
pub(crate) enum ByWord {
    /// Percentage of the price itself.
    Percent,
    /// Amount in the store's currency.
    Amount,
}

/// Whether a price rises or falls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = BulkDirection)]
pub(crate) enum Direction {
    /// Rise.
    Up,
    /// Fall.
    Down,
}

/// How a number or a list changes; `take` is for stock, `remove` for lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = BulkChange)]
pub(crate) enum ChangeWord {
    /// Replaces the value.
    Set,
    /// Adds to it.
    Add,
    /// Subtracts from it.
    Take,
    /// Removes these members.
    Remove,
}

/// One action on many products; the kind determines which of the other fields are required.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = BulkAction)]
pub(crate) struct ActionIn {
    pub(crate) kind: ActionKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    field: Option<PriceField>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    by: Option<ByWord>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    direction: Option<Direction>,
    /// A percentage ("12.5") or an amount of the store's currency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<schema::Amount>)]
    value: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rounding: Option<Rounding>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    change: Option<ChangeWord>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0, maximum = 1_000_000_000)]
    qty: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_items = 50)]
    category_ids: Option<Vec<CategoryId>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<schema::Line<80>>>, max_items = 50)]
    tags: Option<Vec<String>>,
}

struct Reader {
    errors: FieldErrors,
}

impl Reader {
    fn need<T: Clone>(&mut self, path: &str, value: Option<&T>) -> Option<T> {
        if value.is_none() {
            self.errors.add(format!("action.{path}"), common::REQUIRED);
        }
        value.cloned()
    }

    fn rate(&mut self, value: Option<&String>) -> Option<i64> {
        let text = self.need("value", value)?;
        match money::parse_with(&text, 2) {
            Ok(rate) if rate <= 100_000 => Some(rate),
            _ => {
                self.errors.add("action.value", NOT_A_RATE);
                None
            }
        }
    }

    fn list(&mut self, change: Option<ChangeWord>) -> Option<ListChange> {
        match self.need("change", change.as_ref())? {
            ChangeWord::Set => Some(ListChange::Set),
            ChangeWord::Add => Some(ListChange::Add),
            ChangeWord::Remove => Some(ListChange::Remove),
            ChangeWord::Take => {
                self.errors.add("action.change", common::NOT_A_CHOICE);
                None
            }
        }
    }

    /// Requires a list that is not empty, except for `set`, where an empty list clears.
    fn some<T: Clone>(&mut self, path: &str, list: Option<&Vec<T>>, change: Option<ListChange>) -> Option<Vec<T>> {
        let list = self.need(path, list)?;
        if list.is_empty() && change.is_some_and(|c| c != ListChange::Set) {
            self.errors.add(format!("action.{path}"), common::REQUIRED);
        }
        if list.len() > MOST_LIST {
            self.errors.add(format!("action.{path}"), common::BETWEEN.with("min", 1).with("max", MOST_LIST));
        }
        Some(list)
    }
}

impl ActionIn {
    /// An action that needs nothing but its kind.
    pub(crate) const fn from_kind(kind: ActionKind) -> Self {
        Self {
            kind,
            field: None,
            by: None,
            direction: None,
            value: None,
            rounding: None,
            change: None,
            qty: None,
            category_ids: None,
            tags: None,
        }
    }

    /// The action at the time `now`, or what is missing.
    ///
    /// # Errors
    /// Field errors, with paths below `action`.
    pub(crate) fn read(&self, currency: Currency, now: Millis) -> Result<Action, FieldErrors> {
        let mut r = Reader { errors: FieldErrors::new() };
        let action = self.meant(&mut r, currency, now);
        match action {
            Some(action) if r.errors.is_empty() => Ok(action),
            _ => Err(r.errors),
        }
    }

    fn meant(&self, r: &mut Reader, currency: Currency, now: Millis) -> Option<Action> {
        let rounding = self.rounding.unwrap_or_default();
        Some(match self.kind {
            ActionKind::Price => {
                let field = r.need("field", self.field.as_ref());
                let by = r.need("by", self.by.as_ref());
                let direction = r.need("direction", self.direction.as_ref());
                let by = match by? {
                    ByWord::Percent => PriceChange::Percent(r.rate(self.value.as_ref())?),
                    ByWord::Amount => {
                        let text = r.need("value", self.value.as_ref())?;
                        PriceChange::Amount(
                            money::parse(&text, currency)
                                .map_err(|e| r.errors.add("action.value", amount_message(e, currency)))
                                .ok()?,
                        )
                    }
                };
                let by = match (direction?, by) {
                    (Direction::Up, by) => by,
                    (Direction::Down, PriceChange::Percent(rate)) => {
                        if rate > 10_000 {
                            r.errors.add("action.value", TOO_FAR_DOWN);
                        }
                        PriceChange::Percent(-rate)
                    }
                    (Direction::Down, PriceChange::Amount(amount)) => PriceChange::Amount(-amount),
                };
                Action::Price { field: field?, by, rounding }
            }
            ActionKind::Sale => {
                let off = r.rate(self.value.as_ref())?;
                if off > 10_000 {
                    r.errors.add("action.value", TOO_FAR_DOWN);
                }
                Action::Sale { off, rounding }
            }
            ActionKind::EndSale => Action::EndSale,
            ActionKind::Stock => {
                let qty = r.need("qty", self.qty.as_ref());
                if qty.is_some_and(|n| !(0..=MOST_QTY).contains(&n)) {
                    r.errors.add("action.qty", common::BETWEEN.with("min", 0).with("max", MOST_QTY));
                }
                let change = match r.need("change", self.change.as_ref())? {
                    ChangeWord::Set => StockChange::Set,
                    ChangeWord::Add => StockChange::Add,
                    ChangeWord::Take => StockChange::Take,
                    ChangeWord::Remove => {
                        r.errors.add("action.change", common::NOT_A_CHOICE);
                        return None;
                    }
                };
                Action::Stock { change, qty: qty? }
            }
            ActionKind::Categories => {
                let change = r.list(self.change);
                let ids = r.some("category_ids", self.category_ids.as_ref(), change);
                Action::Categories { change: change?, ids: ids? }
            }
            ActionKind::Tags => {
                let change = r.list(self.change);
                let tags = r.some("tags", self.tags.as_ref(), change)?;
                let tags = tags.into_iter().map(|t| t.trim().to_owned()).filter(|t| !t.is_empty()).collect();
                Action::Tags { change: change?, tags }
            }
            ActionKind::Publish => Action::Publish(true),
            ActionKind::Unpublish => Action::Publish(false),
            ActionKind::Archive => Action::Archive(Some(now.0)),
            ActionKind::Restore => Action::Archive(None),
            ActionKind::Delete => Action::Delete,
        })
    }

    /// The categories that it names; they must belong to the store.
    pub(crate) fn categories(&self) -> &[CategoryId] {
        self.category_ids.as_deref().unwrap_or_default()
    }
}
