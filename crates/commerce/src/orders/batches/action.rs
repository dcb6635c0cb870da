//! The actions of a batch of orders, and their parameters. Pure.

use kernel::{Currency, ShipmentId, UserId};
use serde::{Deserialize, Serialize};
use web::schema;
use web::{FieldErrors, Message};

use crate::orders::activity;
use crate::orders::error::OrderError;
use crate::orders::status::Status as OrderStatus;
use crate::orders::tags_assignee;
use crate::orders::tags_store::Tag;
use crate::shipments::{self, Size, WaybillIn};
use crate::shipping::ShippingProvider;

/// Orders as an area of batches; what it does with them is in `run`.
pub(super) struct Orders;

web::words! {
    /// The kind of a batch.
    Kind as OrderBatchKind {
        /// Another status.
        Status "status",
        /// Tags added and removed.
        Tags "tags",
        /// Assigned to a member.
        Assign "assign",
        /// The link to complete an address, sent to the customer.
        AddressLink "address_link",
        /// A shipment of everything that is left of each.
        Ship "ship",
        /// The undo of another batch.
        Undo "undo",
    }
}

/// The action on each matching order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = OrderBatchAction)]
pub struct ActionIn {
    /// `status`, `tags`, `assign`, `address_link` or `ship`.
    pub(super) kind: ActionKind,
    /// Of `status`: the target status.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<OrderStatus>)]
    pub(super) status: Option<OrderStatus>,
    /// Of `status`: note in the activity of each; 2000 characters at most. Of `ship`: note for the courier, printed on each
    /// label; 300 at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<schema::LongText<2_000>>)]
    pub(super) note: Option<String>,
    /// Of `status` `CNCL` and `RTRN`: whether the goods are restocked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) restock: Option<bool>,
    /// Of `tags`: tags to add, 20 at most, 40 characters each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<schema::Tag<40>>, max_items = 20)]
    pub(super) add: Vec<String>,
    /// Of `tags`: tags to remove, in any spelling.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<schema::Tag<40>>, max_items = 20)]
    pub(super) remove: Vec<String>,
    /// Of `assign`: a member of the store; null for nobody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) assignee_id: Option<UserId>,
    /// Of `ship`: the courier's name; by default each order's own method. 60 characters at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<schema::Line<60>>)]
    pub(super) courier_name: Option<String>,
    /// Of `ship`: size of each parcel; small by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) package_size: Option<Size>,
    /// Of `ship`: the customers may open their parcels before paying.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) allow_open_box: Option<bool>,
}

/// Kinds of actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = OrderBatchActionKind)]
pub enum ActionKind {
    /// Moves orders to another status of the transition table.
    Status,
    /// Adds and removes tags.
    Tags,
    /// Assigns the orders to a member, or to nobody.
    Assign,
    /// Sends the address link to the shopper of each order that is held by its address. A sent message cannot be undone.
    AddressLink,
    /// Makes a shipment of everything that is left of each by the courier of its method; a blocked order stays as it is. An undo cancels a shipment as
    /// long as nothing of it was changed; an order that it made ready goes back to being prepared.
    Ship,
}

const NO_STATUS: Message = Message::new("اختر الحالة الجديدة.", "Choose the new status.");
const NO_TAGS: Message = Message::new("اختر وسمًا واحدًا على الأقل.", "Choose at least one tag.");
const NO_RESTOCK: Message =
    Message::new("إعادة المخزون تخص الإلغاء والإرجاع فقط.", "Only canceled or returned orders can be restocked.");

/// A validated action.
#[derive(Debug, Clone)]
pub(super) enum Action {
    Status { to: OrderStatus, note: Option<String>, restock: Option<bool> },
    Tags { add: Vec<Tag>, remove: Vec<Tag> },
    Assign(Option<UserId>),
    AddressLink,
    Ship(Box<WaybillIn>),
}

impl ActionIn {
    pub(super) fn kind(&self) -> Kind {
        match self.kind {
            ActionKind::Status => Kind::Status,
            ActionKind::Tags => Kind::Tags,
            ActionKind::Assign => Kind::Assign,
            ActionKind::AddressLink => Kind::AddressLink,
            ActionKind::Ship => Kind::Ship,
        }
    }

    /// Validates it; errors are named below `action`.
    pub(super) fn read(&self) -> Result<Action, FieldErrors> {
        match self.kind {
            ActionKind::Status => {
                let to = self.status.ok_or_else(|| FieldErrors::one("action.status", NO_STATUS))?;
                if self.restock.is_some() && !to.is_undone() {
                    return Err(FieldErrors::one("action.restock", NO_RESTOCK));
                }
                let note = activity::note(self.note.as_deref()).map_err(|e| match e {
                    OrderError::Fields(faults) => under_action(faults),
                    _ => FieldErrors::new(),
                })?;
                Ok(Action::Status { to, note, restock: self.restock })
            }
            ActionKind::Tags => {
                let add = tags_assignee::read_tags("add", &self.add).map_err(under_action)?;
                let remove = tags_assignee::read_tags("remove", &self.remove).map_err(under_action)?;
                if add.is_empty() && remove.is_empty() {
                    return Err(FieldErrors::one("action.add", NO_TAGS));
                }
                Ok(Action::Tags { add, remove })
            }
            ActionKind::Assign => Ok(Action::Assign(self.assignee_id)),
            ActionKind::AddressLink => Ok(Action::AddressLink),
            ActionKind::Ship => {
                let waybill = WaybillIn {
                    courier_name: self.courier_name.clone(),
                    package_size: self.package_size,
                    allow_open_box: self.allow_open_box,
                    note: self.note.clone(),
                    ..WaybillIn::default()
                };
                let mut faults = FieldErrors::new();
                // These fields contain no amount: each shipment collects what its order owes.
                let _ = shipments::read(&waybill, ShippingProvider::Custom, Currency::SAR, "", &mut faults);
                if faults.is_empty() { Ok(Action::Ship(Box::new(waybill))) } else { Err(under_action(faults)) }
            }
        }
    }
}

fn under_action(faults: FieldErrors) -> FieldErrors {
    let mut all = FieldErrors::new();
    for (field, messages) in faults.iter() {
        for message in messages {
            all.add(format!("action.{field}"), message.clone());
        }
    }
    all
}

/// How to undo the change of one order, if the order is still as the change left it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum UndoStep {
    /// From the new status back to the previous one.
    Status {
        from: OrderStatus,
        to: OrderStatus,
    },
    Tags {
        add: Vec<String>,
        remove: Vec<String>,
    },
    /// From the new assignee back to the previous one.
    Assignee {
        from: Option<UserId>,
        to: Option<UserId>,
    },
    /// The created shipment, to be cancelled, and the previous status of its order; unknown for batches from before it was
    /// stored.
    Shipment {
        id: ShipmentId,
        #[serde(default)]
        from: Option<OrderStatus>,
    },
}

impl UndoStep {
    /// Of a transition; none where the table has no transition back.
    pub(super) fn of_move(before: OrderStatus, after: OrderStatus) -> Option<Self> {
        after.go(before).is_ok().then_some(Self::Status { from: after, to: before })
    }
}

/// Stored parameters of a batch.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct BatchDetails {
    /// Of an undo: the action of the batch that it reverts.
    pub(super) action: ActionIn,
    /// The list's query; empty for all orders.
    pub(super) filter: String,
}

/// A reason in both languages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Reason {
    pub(super) ar: String,
    pub(super) en: String,
}

db::stored_words! {
    Kind, "order_batches" "kind";
}

#[cfg(test)]
mod tests {
    use super::*;

    /// OR-04: a transition can be undone exactly where the table has the transition back.
    #[test]
    fn or_04_a_way_back_is_a_move_of_the_table() {
        let mut found = Vec::new();
        for before in OrderStatus::ALL {
            for after in before.next() {
                match UndoStep::of_move(*before, *after) {
                    Some(UndoStep::Status { from, to }) => {
                        assert!(from.next().contains(&to));
                        found.push((before.code(), after.code()));
                    }
                    Some(other) => panic!("{other:?}"),
                    None => assert!(!after.next().contains(before)),
                }
            }
        }
        assert_eq!(found, [("PRCS", "RDYS"), ("RDYS", "PRCS"), ("RDYP", "SDLV"), ("SDLV", "RDYP")]);
    }
}
