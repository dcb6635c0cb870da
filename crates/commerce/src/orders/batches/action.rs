//! What is done to each order, and how far a batch is. Pure.

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
    /// What kind of act it is.
    Kind as OrderBatchKind {
        /// Another status.
        Status "status",
        /// Tags put on and taken off.
        Tags "tags",
        /// Given to somebody.
        Assign "assign",
        /// The link to complete an address, sent to who ordered.
        AddressLink "address_link",
        /// A shipment made of what is left of each.
        Ship "ship",
        /// Another batch taken back.
        Undo "undo",
    }
}

/// What is done to each order that matches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = OrderBatchAction)]
pub struct ActionIn {
    /// `status`, `tags`, `assign`, `address_link` or `ship`.
    pub(super) kind: ActionKind,
    /// Of `status`: where to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<OrderStatus>)]
    pub(super) status: Option<OrderStatus>,
    /// Of `status`: said in the activity of each; 2000 characters at most. Of `ship`: for the courier, printed on each label; 300 at
    /// most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<schema::LongText<2_000>>)]
    pub(super) note: Option<String>,
    /// Of `status` `CNCL` and `RTRN`: the goods come back, or do not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) restock: Option<bool>,
    /// Of `tags`: put on, 20 at most, 40 characters each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<schema::Tag<40>>, max_items = 20)]
    pub(super) add: Vec<String>,
    /// Of `tags`: taken off, in any spelling.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<schema::Tag<40>>, max_items = 20)]
    pub(super) remove: Vec<String>,
    /// Of `assign`: a member of the store; null gives them to nobody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) assignee_id: Option<UserId>,
    /// Of `ship`: as the courier is called; each order's own method unless said. 60 characters at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<schema::Line<60>>)]
    pub(super) courier_name: Option<String>,
    /// Of `ship`: how large each parcel is; small unless said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) package_size: Option<Size>,
    /// Of `ship`: the customers may open their parcels before paying.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) allow_open_box: Option<bool>,
}

/// The acts that there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = OrderBatchActionKind)]
pub enum ActionKind {
    /// Moves orders along the table of statuses.
    Status,
    /// Puts tags on and takes others off.
    Tags,
    /// Gives them to a member, or to nobody.
    Assign,
    /// Sends the link to complete its address to the shopper of each that is held back by it. What was sent is not taken back.
    AddressLink,
    /// Makes a CUSTOM shipment of everything that is left of each; what holds an order back leaves it as it is. Taken back, a shipment is
    /// cancelled as long as nothing of it was changed; an order that it made ready goes back to being prepared.
    Ship,
}

const NO_STATUS: Message = Message::new("اختر الحالة الجديدة.", "Choose the new status.");
const NO_TAGS: Message = Message::new("اختر وسمًا واحدًا على الأقل.", "Choose at least one tag.");
const NO_RESTOCK: Message =
    Message::new("إعادة المخزون تخص الإلغاء والإرجاع فقط.", "Only canceled or returned orders can be restocked.");

/// An act that can be done.
#[derive(Debug, Clone)]
pub(super) enum Action {
    Status { to: OrderStatus, note: Option<String>, restock: Option<bool> },
    Tags { add: Vec<Tag>, remove: Vec<Tag> },
    Assign(Option<UserId>),
    AddressLink,
    Ship(WaybillIn),
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

    /// Checked; faults are named below `action`.
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
                // No amount is among these fields: what each order owes is collected.
                let _ = shipments::read(&waybill, ShippingProvider::Custom, Currency::SAR, "", &mut faults);
                if faults.is_empty() { Ok(Action::Ship(waybill)) } else { Err(under_action(faults)) }
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

/// What takes a change of one order back, if the order is still as the change left it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum UndoStep {
    /// From the status it was moved to, to the one it had.
    Status {
        from: OrderStatus,
        to: OrderStatus,
    },
    Tags {
        add: Vec<String>,
        remove: Vec<String>,
    },
    /// From who got it, to who had it.
    Assignee {
        from: Option<UserId>,
        to: Option<UserId>,
    },
    /// The shipment that was made, to be cancelled, and the status its order had before; unknown of acts of before it was kept.
    Shipment {
        id: ShipmentId,
        #[serde(default)]
        from: Option<OrderStatus>,
    },
}

impl UndoStep {
    /// Of a move; none where the table has no way back.
    pub(super) fn of_move(before: OrderStatus, after: OrderStatus) -> Option<Self> {
        after.go(before).is_ok().then_some(Self::Status { from: after, to: before })
    }
}

/// What a batch does, as facts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct BatchDetails {
    /// Of an undo: that of the batch it takes back.
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

    /// OR-04: a move can be taken back exactly where the table has the way.
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
