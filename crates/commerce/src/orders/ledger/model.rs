//! Ledger entries of an order and their sums. Pure; amounts are in minor units of the store's currency.

use kernel::money;
use serde::Serialize;

use crate::orders::status::PaymentStatus;

macro_rules! kinds {
    ($($(#[$doc:meta])* $v:ident $word:literal;)*) => {
        /// Kind of a ledger entry.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, utoipa::ToSchema)]
        #[serde(rename_all = "snake_case")]
        #[schema(as = OrderEntryKind)]
        pub enum Kind { $($(#[$doc])* $v),* }

        impl Kind {
            /// The word in the API and in the table.
            #[must_use]
            pub const fn as_str(self) -> &'static str { match self { $(Self::$v => $word),* } }

            /// Parses the word.
            #[must_use]
            pub fn parse(word: &str) -> Option<Self> { match word { $($word => Some(Self::$v),)* _ => None } }
        }
    };
}

kinds! {
    /// The order was placed: its total.
    Charge "charge";
    /// An edit raised or lowered the total.
    Adjustment "adjustment";
    /// Credited with a refund: it is not owed again.
    Credit "credit";
    /// The order was cancelled or returned: its unpaid part is no longer owed.
    Reversal "reversal";
    /// A payment was received.
    Payment "payment";
    /// A payment was reverted: by hand, or by the payer's bank.
    PaymentReversal "payment_reversal";
    /// Money was refunded.
    Refund "refund";
}

/// Payment state of an order in one word: computed from its entries, beside `payment_status`, and not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = OrderMoneyState)]
pub enum State {
    /// Nothing is owed and nothing was paid: cancelled before payment, a draft, free.
    Nothing,
    /// Nothing was paid yet.
    Unpaid,
    /// Partly paid: paid in part, or its total rose after payment.
    Owes,
    /// Fully paid.
    Paid,
    /// More was paid than is charged: the rest is to be refunded.
    Overpaid,
    /// Fully paid, and partly refunded.
    PartlyRefunded,
    /// Everything paid was refunded, and nothing is owed.
    Refunded,
}

/// An entry to write. Signed: positive when the customer owes more, or has paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Draft {
    /// Kind of the entry.
    pub kind: Kind,
    /// Signed amount.
    pub amount: i64,
    /// The VAT in it.
    pub vat: i64,
}

/// The amount exceeds what is owed or can be refunded; holds the limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExceedsLimit(pub i64);

/// An amount with the VAT in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Side {
    amount: i64,
    vat: i64,
}

/// Totals of all entries of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LedgerTotals {
    /// Number of entries.
    pub count: i64,
    /// Sum of charge and adjustments: the order's total.
    ordered: Side,
    /// Sum of credits and reversals; negative.
    given_up: Side,
    paid: Side,
    /// Positive.
    refunded: Side,
}

/// Ledger totals of an order before and after a change.
#[derive(Debug, Clone, Copy)]
pub(in crate::orders) struct SumsChange<'a> {
    pub(in crate::orders) before: &'a LedgerTotals,
    pub(in crate::orders) after: &'a LedgerTotals,
}

/// The VAT share of `part` of `total` that holds `vat`; the last part takes the remainder, and no share is negative or more than
/// `part`.
fn share(vat: i64, part: i64, total: i64) -> i64 {
    if total <= 0 || part <= 0 {
        return 0;
    }
    let vat = vat.clamp(0, total);
    money::div_half_up(i128::from(vat) * i128::from(part), i128::from(total)).clamp(0, part)
}

impl LedgerTotals {
    /// Adds an entry.
    pub fn add(&mut self, entry: Draft) {
        self.add_many(1, entry);
    }

    /// Adds the sum of `count` entries of a kind.
    pub fn add_many(&mut self, count: i64, Draft { kind, amount, vat }: Draft) {
        self.count += count;
        let (side, sign) = match kind {
            Kind::Charge | Kind::Adjustment => (&mut self.ordered, 1),
            Kind::Credit | Kind::Reversal => (&mut self.given_up, 1),
            Kind::Payment | Kind::PaymentReversal => (&mut self.paid, 1),
            Kind::Refund => (&mut self.refunded, -1),
        };
        side.amount += sign * amount;
        side.vat += sign * vat;
    }

    /// Sum of charge and adjustments.
    #[cfg(test)]
    pub const fn ordered(&self) -> i64 {
        self.ordered.amount
    }

    /// What the order charges in the end: never negative, also when an edit lowers the total below what was credited before.
    #[must_use]
    pub fn charged(&self) -> i64 {
        (self.ordered.amount + self.given_up.amount).max(0)
    }

    /// The part of the order's total that is no longer owed: refunded with its goods, returned, or cancelled.
    #[must_use]
    pub fn given_up(&self) -> i64 {
        (self.ordered.amount - self.charged()).max(0)
    }

    const fn charged_vat(&self) -> i64 {
        self.ordered.vat + self.given_up.vat
    }

    /// The charge that documents state, with its VAT, which is neither negative nor more than the charge.
    #[must_use]
    pub fn billed(&self) -> (i64, i64) {
        let amount = self.charged();
        (amount, self.charged_vat().clamp(0, amount))
    }

    /// Payments less those that were reverted by hand.
    #[must_use]
    pub const fn paid(&self) -> i64 {
        self.paid.amount
    }

    /// Sum of refunds.
    #[must_use]
    pub const fn refunded(&self) -> i64 {
        self.refunded.amount
    }

    /// Money received less refunds: what can be refunded.
    #[must_use]
    pub const fn received(&self) -> i64 {
        self.paid.amount - self.refunded.amount
    }

    /// The VAT in [`Self::received`].
    #[must_use]
    pub const fn received_vat(&self) -> i64 {
        self.paid.vat - self.refunded.vat
    }

    /// The amount that is still to be paid.
    #[must_use]
    pub fn owed(&self) -> i64 {
        (self.charged() - self.received()).max(0)
    }

    /// Paid above what is charged: to be refunded.
    #[must_use]
    pub fn overpaid(&self) -> i64 {
        (self.received() - self.charged()).max(0)
    }

    /// The payment state.
    #[must_use]
    pub fn state(&self) -> State {
        match (self.received() > 0, self.owed() > 0) {
            (true, true) => State::Owes,
            (true, false) if self.overpaid() > 0 => State::Overpaid,
            (true, false) if self.refunded() > 0 => State::PartlyRefunded,
            (true, false) => State::Paid,
            (false, true) if self.refunded() > 0 => State::Owes,
            (false, true) => State::Unpaid,
            (false, false) if self.refunded() > 0 => State::Refunded,
            (false, false) => State::Nothing,
        }
    }

    /// The payment status after a change of what is owed: paid once money was received and nothing is owed; otherwise unchanged,
    /// for only the merchant or a refund reverts "paid" (decisions §5).
    #[must_use]
    pub fn status_after(&self, before: PaymentStatus) -> PaymentStatus {
        if self.received() > 0 && self.owed() == 0 { PaymentStatus::Paid } else { before }
    }

    /// A payment of all or some of what is owed.
    ///
    /// # Errors
    /// [`ExceedsLimit`] when less is owed.
    pub fn pay(&self, amount: i64) -> Result<Draft, ExceedsLimit> {
        let owed = self.owed();
        if amount < 0 || amount > owed {
            return Err(ExceedsLimit(owed));
        }
        let vat = share(self.charged_vat() - self.received_vat(), amount, owed);
        Ok(Draft { kind: Kind::Payment, amount, vat })
    }

    /// A payment as it came in, also one above what is owed or of an order that owes nothing: then it is overpaid. What is above
    /// contains no VAT, for nothing was sold for it.
    #[must_use]
    pub fn receive(&self, amount: i64) -> Draft {
        let owed = self.owed();
        let vat = share(self.charged_vat() - self.received_vat(), amount.min(owed), owed);
        Draft { kind: Kind::Payment, amount, vat }
    }

    /// The payer's bank took a payment back, at most what was received: it is owed again. None when nothing is there.
    #[must_use]
    pub fn take_back(&self, amount: i64) -> Option<Draft> {
        let received = self.received();
        let amount = amount.min(received);
        if amount <= 0 {
            return None;
        }
        let vat = share(self.received_vat(), amount, received);
        // As for a refund: the remaining money never contains more VAT than money.
        let vat = vat.clamp((self.received_vat() - (received - amount)).max(0), self.received_vat().min(amount));
        Some(Draft { kind: Kind::PaymentReversal, amount: -amount, vat: -vat })
    }

    /// Reverts by hand what was marked as paid; none when there is nothing to revert.
    #[must_use]
    pub fn unpay(&self) -> Option<Draft> {
        let draft = Draft { kind: Kind::PaymentReversal, amount: -self.received(), vat: -self.received_vat() };
        (self.received() > 0).then_some(draft)
    }

    /// A refund, and the credit for what is not owed again. For lines and fees, whose VAT is known, all of it is credited as far
    /// as it was charged; a refund by amount first returns what was overpaid, and contains its share of the VAT that the store
    /// still holds.
    ///
    /// # Errors
    /// [`ExceedsLimit`] when less can be refunded.
    pub fn refund(&self, amount: i64, vat: Option<i64>) -> Result<Vec<Draft>, ExceedsLimit> {
        let received = self.received();
        if amount <= 0 || amount > received {
            return Err(ExceedsLimit(received));
        }
        let rest = received - amount;
        let credit = match vat {
            Some(_) => amount.min(self.charged()),
            None => amount - self.overpaid().min(amount),
        };
        let vat = vat.unwrap_or_else(|| share(self.received_vat(), amount, received));
        // The remaining money never contains more VAT than money, nor negative VAT; the last refund takes all of it.
        let vat = vat.clamp((self.received_vat() - rest).max(0), self.received_vat().min(amount));
        let mut drafts = vec![Draft { kind: Kind::Refund, amount: -amount, vat: -vat }];
        if credit > 0 {
            drafts.push(Draft { kind: Kind::Credit, amount: -credit, vat: -share(vat, credit, amount) });
        }
        Ok(drafts)
    }

    /// Reverses the whole charge of a cancelled order: nothing is owed any more.
    #[must_use]
    pub fn cancel(&self) -> Option<Draft> {
        let draft = Draft { kind: Kind::Reversal, amount: -self.charged(), vat: -self.charged_vat() };
        (draft.amount != 0).then_some(draft)
    }

    /// Reverses the unpaid part of a returned order.
    #[must_use]
    pub fn write_off(&self) -> Option<Draft> {
        self.write_off_of(self.owed())
    }

    /// Reverses the unpaid part of returned goods of this worth.
    #[must_use]
    pub fn write_off_of(&self, worth: i64) -> Option<Draft> {
        let (owed, write_off) = (self.owed(), worth.min(self.owed()));
        let vat = share(self.charged_vat() - self.received_vat(), write_off, owed);
        (write_off > 0).then_some(Draft { kind: Kind::Reversal, amount: -write_off, vat: -vat })
    }
}
