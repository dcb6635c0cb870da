//! Statuses of an order and their transitions (OR-04, OR-05, decisions §5). Pure.

use serde::{Deserialize, Serialize};
use web::Message;

// Words are `tt`: as a `literal` fragment they are hidden from the derive that writes the API document.
macro_rules! statuses {
    ($($(#[$doc:meta])* $v:ident $code:tt $ar:literal $en:literal => [$($to:ident),*];)*) => {
        /// Status of an order (core 4).
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, utoipa::ToSchema)]
        #[schema(as = OrderStatus)]
        pub enum Status { $($(#[$doc])* #[serde(rename = $code)] $v),* }

        impl Status {
            /// All statuses, in the specification's order.
            pub const ALL: &'static [Self] = &[$(Self::$v),*];

            /// The code of the specification.
            #[must_use]
            pub const fn code(self) -> &'static str { match self { $(Self::$v => $code),* } }

            /// Parses a code.
            #[must_use]
            pub fn parse(code: &str) -> Option<Self> { match code { $($code => Some(Self::$v),)* _ => None } }

            /// The displayed name.
            #[must_use]
            pub const fn name(self) -> Message { match self { $(Self::$v => Message::new($ar, $en)),* } }

            /// The statuses it can move to.
            #[must_use]
            pub const fn next(self) -> &'static [Self] { match self { $(Self::$v => &[$(Self::$to),*]),* } }
        }
    };
}

statuses! {
    /// A draft.
    Draft "DRFT" "غير مكتمل" "Incomplete" => [Pending, Paid, Cancelled];
    /// Under review.
    Pending "PEND" "قيد المراجعة" "Under review" => [Paid, Processing, Cancelled];
    /// Paid.
    Paid "PAID" "بانتظار التجهيز" "Awaiting processing" => [Processing, Cancelled];
    /// Being prepared.
    Processing "PRCS" "قيد التجهيز" "Processing" => [ReadyToShip, ReadyForPickup, Cancelled];
    /// Ready to ship.
    ReadyToShip "RDYS" "جاهز للشحن" "Ready to ship" => [Shipped, Processing, Cancelled];
    /// Shipped.
    Shipped "SHPD" "تم الشحن" "Shipped" => [OutForDelivery, Delivered, Refused, Returned];
    /// Ready for pickup.
    ReadyForPickup "RDYP" "جاهز للاستلام" "Ready for pickup" => [Delivered, PickupPostponed, Cancelled];
    /// Out for delivery.
    OutForDelivery "ODLV" "خرج للتوصيل" "Out for delivery" => [Delivered, Refused, Returned];
    /// Delivered.
    Delivered "DLVR" "تم التسليم" "Delivered" => [Returned];
    /// Postponed pickup.
    PickupPostponed "SDLV" "استلام مؤجل" "Pickup postponed" => [ReadyForPickup, Delivered, Cancelled];
    /// Refused on delivery.
    Refused "RFSD" "مرفوض" "Refused" => [Returned];
    /// Cancelled.
    Cancelled "CNCL" "ملغي" "Canceled" => [];
    /// Returned.
    Returned "RTRN" "مرتجع" "Returned" => [];
}

/// The transition is not in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an order cannot go from {} to {}", from.code(), to.code())]
pub struct InvalidTransition {
    /// Current status.
    pub from: Status,
    /// Requested status.
    pub to: Status,
}

impl Status {
    /// Checks a transition and returns the new status.
    ///
    /// # Errors
    /// [`InvalidTransition`] when the table does not have it.
    pub fn go(self, to: Self) -> Result<Self, InvalidTransition> {
        if self.next().contains(&to) { Ok(to) } else { Err(InvalidTransition { from: self, to }) }
    }

    /// Whether the order's goods are taken from stock and not back.
    #[must_use]
    pub const fn holds_stock(self) -> bool {
        !matches!(self, Self::Draft | Self::Cancelled | Self::Returned)
    }

    /// Whether the goods have left the store, also if they came back.
    #[must_use]
    pub const fn has_left(self) -> bool {
        matches!(self, Self::Shipped | Self::OutForDelivery | Self::Delivered | Self::Refused | Self::Returned)
    }

    /// Whether it ended without a sale.
    #[must_use]
    pub const fn is_undone(self) -> bool {
        matches!(self, Self::Cancelled | Self::Returned)
    }
}

/// Payment status of an order (OR-05).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PaymentStatus {
    /// Paid.
    Paid,
    /// Not paid.
    NotPaid,
}

impl PaymentStatus {
    /// Both statuses.
    pub const ALL: &'static [Self] = &[Self::Paid, Self::NotPaid];

    /// The word of the specification.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Paid => "paid",
            Self::NotPaid => "not_paid",
        }
    }

    /// Parses the word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|s| s.as_str() == word)
    }
}

db::stored_words! {
    Status, "orders" "status";
    PaymentStatus, "orders" "payment_status";
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of decisions §5, word for word.
    const TABLE: &str = "
        | DRFT | PEND, PAID, CNCL |
        | PEND | PAID, PRCS, CNCL |
        | PAID | PRCS, CNCL |
        | PRCS | RDYS, RDYP, CNCL |
        | RDYS | SHPD, PRCS, CNCL |
        | SHPD | ODLV, DLVR, RFSD, RTRN |
        | ODLV | DLVR, RFSD, RTRN |
        | RDYP | DLVR, SDLV, CNCL |
        | SDLV | RDYP, DLVR, CNCL |
        | RFSD | RTRN |
        | DLVR | RTRN |";

    #[test]
    fn or_04_the_whole_matrix_of_transitions() {
        let mut allowed = std::collections::BTreeSet::new();
        for line in TABLE.lines().filter(|l| l.contains('|')) {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            for to in cells[2].split(", ") {
                allowed.insert((cells[1].to_owned(), to.to_owned()));
            }
        }
        assert_eq!(allowed.len(), 29);
        for from in Status::ALL {
            for to in Status::ALL {
                let is_allowed = allowed.contains(&(from.code().to_owned(), to.code().to_owned()));
                assert_eq!(from.go(*to).is_ok(), is_allowed, "{from:?} to {to:?}");
            }
        }
        assert_eq!(Status::ALL.len(), 13);
    }

    /// decisions §13: the sales know every status, and count all but drafts and cancelled ones as placed; they know every ledger
    /// entry that is a credit or money.
    #[test]
    fn db_01_the_sales_know_every_status_and_entry() {
        use crate::orders::ledger::model::Kind;
        use crate::sales::{EntryKind, SaleStatus};

        for s in Status::ALL {
            let sale_status =
                if matches!(s, Status::Draft | Status::Cancelled) { SaleStatus::NoSale } else { SaleStatus::Placed };
            assert_eq!(SaleStatus::parse(s.code()), Some(sale_status), "{s:?}");
        }
        assert_eq!(SaleStatus::parse("XXXX"), None);
        for (kind, known) in [
            (Kind::Charge, None),
            (Kind::Adjustment, None),
            (Kind::Credit, Some(EntryKind::GivenUp)),
            (Kind::Reversal, Some(EntryKind::GivenUp)),
            (Kind::Payment, Some(EntryKind::Money)),
            (Kind::PaymentReversal, Some(EntryKind::Money)),
            (Kind::Refund, Some(EntryKind::Money)),
        ] {
            assert_eq!(EntryKind::parse(kind.as_str()), known, "{kind:?}");
        }
    }

    #[test]
    fn or_04_codes_are_read_back_and_named_in_arabic() {
        for s in Status::ALL {
            assert_eq!(Status::parse(s.code()), Some(*s));
            assert!(!s.name().ar.chars().any(|c| c.is_ascii_alphabetic()));
        }
        assert_eq!(Status::parse("pend"), None);
        assert_eq!(
            PaymentStatus::ALL.iter().map(|s| PaymentStatus::parse(s.as_str())).collect::<Option<Vec<_>>>().unwrap().len(),
            2
        );
    }
}
