//! Why an order was not changed, and the API error of it.

use web::{ApiError, FieldErrors, Message};

use super::status::InvalidTransition;

/// Why an order was not changed. Nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum OrderError {
    /// There is no such order in the store.
    #[error("no such order")]
    NotFound,
    /// It is stale: it changed since it was read.
    #[error("stale version")]
    Stale,
    /// The transition is not in the table.
    #[error(transparent)]
    Illegal(#[from] InvalidTransition),
    /// The order has nothing to pay.
    #[error("nothing is owed")]
    NothingOwed,
    /// A conflict, with its code.
    #[error("conflict: {0}")]
    Conflict(&'static str, Message),
    /// Not enough stock of a product for an edit.
    #[error("out of stock")]
    OutOfStock,
    /// A draft's total differs from the confirmed one.
    #[error("another total than was seen")]
    DraftChanged,
    /// Invalid fields.
    #[error("invalid fields")]
    Fields(FieldErrors),
    /// A database error.
    #[error(transparent)]
    Db(#[from] db::Error),
}

const ILLEGAL: Message =
    Message::new("لا يمكن نقل الطلب من «{from}» إلى «{to}».", "You can't change an order from “{from}” to “{to}”.");
const OUT_OF_STOCK: Message = Message::new("المخزون لا يكفي لهذا الطلب.", "Not enough stock for this order.");
const NOTHING_OWED: Message = Message::new("لا يوجد مبلغ مستحق على هذا الطلب.", "This order has no balance due.");
const DRAFT_CHANGED: Message = Message::new(
    "تغيّر سعر أو رسم بعد حفظ المسودة. راجع الإجمالي ثم أكّد.",
    "A price or fee changed after the draft was saved. Review it and confirm.",
);

impl OrderError {
    /// What a shopper is told: of a conflict with the order as it is. None of errors that are not theirs.
    #[must_use]
    pub fn conflict_message(&self) -> Option<Message> {
        match self {
            Self::NothingOwed => Some(NOTHING_OWED),
            Self::Conflict(_, message) => Some(message.clone()),
            _ => None,
        }
    }
}

impl From<OrderError> for ApiError {
    fn from(e: OrderError) -> Self {
        match e {
            OrderError::NotFound => Self::not_found(),
            OrderError::Stale => Self::stale(),
            OrderError::Illegal(InvalidTransition { from, to }) => {
                let (from, to) = (from.name(), to.name());
                let message = Message {
                    ar: ILLEGAL.ar.replace("{from}", &from.ar).replace("{to}", &to.ar).into(),
                    en: ILLEGAL.en.replace("{from}", &from.en).replace("{to}", &to.en).into(),
                };
                Self::conflict("illegal_transition", message)
            }
            OrderError::NothingOwed => Self::conflict("nothing_owed", NOTHING_OWED),
            OrderError::OutOfStock => Self::conflict("out_of_stock", OUT_OF_STOCK),
            OrderError::DraftChanged => Self::conflict("draft_changed", DRAFT_CHANGED),
            OrderError::Conflict(code, message) => Self::conflict(code, message),
            OrderError::Fields(fields) => Self::invalid(fields),
            OrderError::Db(e) => e.into(),
        }
    }
}
