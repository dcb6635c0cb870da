//! Entries of an order's money and their sums. Pure; amounts are in minor units of the store's currency.

use kernel::money;
use serde::Serialize;

use crate::orders::status::PaymentStatus;

macro_rules! kinds {
    ($($(#[$doc:meta])* $v:ident $word:literal;)*) => {
        /// What an entry is.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, utoipa::ToSchema)]
        #[serde(rename_all = "snake_case")]
        #[schema(as = OrderEntryKind)]
        pub enum Kind { $($(#[$doc])* $v),* }

        impl Kind {
            /// The word on the wire and in the table.
            #[must_use]
            pub const fn as_str(self) -> &'static str { match self { $(Self::$v => $word),* } }

            /// Reads the word.
            #[must_use]
            pub fn parse(word: &str) -> Option<Self> { match word { $($word => Some(Self::$v),)* _ => None } }
        }
    };
}

kinds! {
    /// The order was placed: its total.
    Charge "charge";
    /// An edit made the order dearer or cheaper.
    Adjustment "adjustment";
    /// Given up with a refund: it is not owed again.
    Credit "credit";
    /// The order was cancelled or came back: nothing is owed any more.
    Reversal "reversal";
    /// Money came.
    Payment "payment";
    /// A payment that was marked by hand was taken back by hand.
    PaymentReversal "payment_reversal";
    /// Money was given back.
    Refund "refund";
}

/// How the money of an order stands, in a word: computed from its entries, beside `payment_status`, and kept nowhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = OrderMoneyState)]
pub enum State {
    /// Nothing is owed and nothing came: cancelled before it was paid, a draft, free.
    Nothing,
    /// Nothing came yet.
    Unpaid,
    /// Some came, and some is owed: paid in part, or made dearer after it was paid.
    Owes,
    /// All came.
    Paid,
    /// More came than is charged: it is to be given back.
    Overpaid,
    /// All came, and some of it was given back.
    PartlyRefunded,
    /// All that came was given back, and nothing is owed.
    Refunded,
}

/// An entry about to be written. Signed: what the customer owes more, or has paid, is above zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Draft {
    /// What it is.
    pub kind: Kind,
    /// How much.
    pub amount: i64,
    /// The VAT in it.
    pub vat: i64,
}

/// More than there is to pay or to give back; the most it may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExceedsLimit(pub i64);

/// An amount with the VAT in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Side {
    amount: i64,
    vat: i64,
}

/// All entries of an order, summed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LedgerTotals {
    /// How many entries there are.
    pub count: i64,
    /// Charge and adjustments: the order's total.
    ordered: Side,
    /// Credits and reversals, below zero.
    given_up: Side,
    paid: Side,
    /// Above zero.
    refunded: Side,
}

/// The sums of an order's ledger before and after a change of it.
#[derive(Debug, Clone, Copy)]
pub(in crate::orders) struct SumsChange<'a> {
    pub(in crate::orders) before: &'a LedgerTotals,
    pub(in crate::orders) after: &'a LedgerTotals,
}

/// `part` of `total` that holds `vat`; the last part takes the rest, and no part is below zero or more than itself.
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

    /// Adds `count` entries of a kind, summed.
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

    /// Charge and adjustments.
    #[cfg(test)]
    pub const fn ordered(&self) -> i64 {
        self.ordered.amount
    }

    /// What the customer is to have paid in the end: not less than nothing, also when an edit makes an order cheaper than what
    /// was given up of it before.
    #[must_use]
    pub fn charged(&self) -> i64 {
        (self.ordered.amount + self.given_up.amount).max(0)
    }

    /// What of the order's total is not owed any more: refunded with its goods, come back, or cancelled.
    #[must_use]
    pub fn given_up(&self) -> i64 {
        (self.ordered.amount - self.charged()).max(0)
    }

    const fn charged_vat(&self) -> i64 {
        self.ordered.vat + self.given_up.vat
    }

    /// What papers say of it: what is charged, and the VAT in it, which is neither below nothing nor more than the whole.
    #[must_use]
    pub fn billed(&self) -> (i64, i64) {
        let amount = self.charged();
        (amount, self.charged_vat().clamp(0, amount))
    }

    /// Payments less those taken back by hand.
    #[must_use]
    pub const fn paid(&self) -> i64 {
        self.paid.amount
    }

    /// Given back.
    #[must_use]
    pub const fn refunded(&self) -> i64 {
        self.refunded.amount
    }

    /// What the store has of the customer's money, and so what it can give back.
    #[must_use]
    pub const fn received(&self) -> i64 {
        self.paid.amount - self.refunded.amount
    }

    /// The VAT in [`Sums::received`].
    #[must_use]
    pub const fn received_vat(&self) -> i64 {
        self.paid.vat - self.refunded.vat
    }

    /// Still to be paid.
    #[must_use]
    pub fn owed(&self) -> i64 {
        (self.charged() - self.received()).max(0)
    }

    /// Paid beyond what is charged: to be given back.
    #[must_use]
    pub fn overpaid(&self) -> i64 {
        (self.received() - self.charged()).max(0)
    }

    /// How the money stands.
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

    /// The order's payment after a change of what is owed: paid once money came and nothing is owed; else as it was, for
    /// nobody but the merchant's hand or a refund takes "paid" back (decisions §5).
    #[must_use]
    pub fn status_after(&self, before: PaymentStatus) -> PaymentStatus {
        if self.received() > 0 && self.owed() == 0 { PaymentStatus::Paid } else { before }
    }

    /// A payment of some of what is owed.
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

    /// Takes back by hand what was marked as paid; none when nothing is there.
    #[must_use]
    pub fn unpay(&self) -> Option<Draft> {
        let draft = Draft { kind: Kind::PaymentReversal, amount: -self.received(), vat: -self.received_vat() };
        (self.received() > 0).then_some(draft)
    }

    /// A refund, and with it the credit for what is not owed again. For lines and fees, whose VAT is known, all of it is given
    /// up as far as it was charged; a bare amount first gives back what was overpaid, and holds its share of the VAT that the
    /// store still has.
    ///
    /// # Errors
    /// [`ExceedsLimit`] when less can be given back.
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
        // What stays with the store never holds more VAT than money, nor less than none; the last refund takes all of it.
        let vat = vat.clamp((self.received_vat() - rest).max(0), self.received_vat().min(amount));
        let mut drafts = vec![Draft { kind: Kind::Refund, amount: -amount, vat: -vat }];
        if credit > 0 {
            drafts.push(Draft { kind: Kind::Credit, amount: -credit, vat: -share(vat, credit, amount) });
        }
        Ok(drafts)
    }

    /// Nothing is owed of a cancelled order.
    #[must_use]
    pub fn cancel(&self) -> Option<Draft> {
        let draft = Draft { kind: Kind::Reversal, amount: -self.charged(), vat: -self.charged_vat() };
        (draft.amount != 0).then_some(draft)
    }

    /// What is not paid of an order that came back is not owed any more.
    #[must_use]
    pub fn write_off(&self) -> Option<Draft> {
        self.write_off_of(self.owed())
    }

    /// Goods of this worth came back: as far as they are not paid, they are not owed any more.
    #[must_use]
    pub fn write_off_of(&self, worth: i64) -> Option<Draft> {
        let (owed, write_off) = (self.owed(), worth.min(self.owed()));
        let vat = share(self.charged_vat() - self.received_vat(), write_off, owed);
        (write_off > 0).then_some(Draft { kind: Kind::Reversal, amount: -write_off, vat: -vat })
    }
}
