//! The steps of a courier's delivery, in our own closed words (SP-04). Pure.

use gateways::couriers::Step;
use web::Message;

web::words! {
    /// How far a courier says that a parcel is.
    CourierStep {
        /// The courier knows of it, and it is at the merchant's.
        Created "created",
        /// The courier has it.
        PickedUp "picked_up",
        /// Between the courier's places; also where the courier's word is not known.
        InTransit "in_transit",
        /// On the way to the customer's door.
        OutForDelivery "out_for_delivery",
        /// The customer has it.
        Delivered "delivered",
        /// Something is in the way: the reason says what.
        Exception "exception",
        /// On the way back to the merchant.
        Returning "returning",
        /// Back at the merchant's.
        Returned "returned",
        /// Called off before it was delivered.
        Cancelled "cancelled",
        /// The courier cannot find it.
        Lost "lost",
        /// The courier broke it.
        Damaged "damaged",
    }
}

impl From<Step> for CourierStep {
    fn from(step: Step) -> Self {
        match step {
            Step::Created => Self::Created,
            Step::PickedUp => Self::PickedUp,
            Step::InTransit => Self::InTransit,
            Step::OutForDelivery => Self::OutForDelivery,
            Step::Delivered => Self::Delivered,
            Step::Exception => Self::Exception,
            Step::Returning => Self::Returning,
            Step::Returned => Self::Returned,
            Step::Cancelled => Self::Cancelled,
            Step::Lost => Self::Lost,
            Step::Damaged => Self::Damaged,
        }
    }
}

impl CourierStep {
    /// Nothing comes after it: the courier is not asked again. A lost or damaged parcel may still be found or brought back.
    #[must_use]
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Delivered | Self::Returned | Self::Cancelled)
    }

    /// Somebody of the team should look.
    #[must_use]
    pub const fn needs_attention(self) -> bool {
        matches!(self, Self::Exception | Self::Lost | Self::Damaged | Self::Cancelled)
    }

    /// What it is called where the courier's own name of it is not known; shoppers read it as well.
    #[must_use]
    pub const fn name(self) -> Message {
        match self {
            Self::Created => Message::new("سُجلت لدى شركة الشحن", "Registered with the courier"),
            Self::PickedUp => Message::new("استلمتها شركة الشحن", "Picked up by the courier"),
            Self::InTransit => Message::new("في الطريق", "In transit"),
            Self::OutForDelivery => Message::new("خرجت للتوصيل", "Out for delivery"),
            Self::Delivered => Message::new("تم التسليم", "Delivered"),
            Self::Exception => Message::new("تأخرت لدى شركة الشحن", "Delayed at the courier"),
            Self::Returning => Message::new("في طريق العودة إلى المتجر", "On its way back to the store"),
            Self::Returned => Message::new("عادت إلى المتجر", "Returned to the store"),
            Self::Cancelled => Message::new("أُلغيت", "Canceled"),
            Self::Lost => Message::new("مفقودة", "Lost"),
            Self::Damaged => Message::new("تالفة", "Damaged"),
        }
    }
}

db::stored_words! {
    CourierStep, "shipment_tracking" "step";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sp_04_every_step_of_the_couriers_has_its_word_and_its_names() {
        assert_eq!(Step::ALL.len(), CourierStep::ALL.len());
        for step in Step::ALL {
            let own = CourierStep::from(*step);
            assert_eq!((own.as_str(), own.is_final()), (step.as_str(), step.is_final()));
            assert_eq!(CourierStep::parse(step.as_str()), Some(own));
            assert!(!own.name().ar.chars().any(|c| c.is_ascii_alphabetic()));
        }
    }
}
