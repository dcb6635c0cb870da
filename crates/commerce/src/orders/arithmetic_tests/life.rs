//! Random steps in the life of an order.

use kernel::{Currency, RefundId};
use proptest::prelude::*;

use super::start::{Start, item, placed};
use crate::coupons::Terms;
use crate::coupons::tests::{any_terms, applied};
use crate::orders::after_sales::refund::{Priced, RefundRequest, price};
use crate::orders::after_sales::settle::{ReturnedGoods, settle};
use crate::orders::after_sales::wire_in::{RefundLineIn, ReturnRefundIn};
use crate::orders::billing::{Bill, Billed, BilledEntry, ChargeComponent, Part};
use crate::orders::edit::model::{Edited, edited};
use crate::orders::edit::revision::{OrderRevision, RevisedLine};
use crate::orders::ledger::model::{Draft, Kind, LedgerTotals};
use crate::orders::model::{Order, OrderItem};
use crate::orders::returns::model::{Amount, LinePart, Refundable, Refunded};

impl OrderRevision {
    /// Applies the coupon of an order to the lines it is eligible for; a new line is eligible.
    pub(super) fn with_coupon(self, coupon: Option<&(Terms, Vec<i64>)>) -> Self {
        let counts = |counted: &[i64]| self.lines.iter().map(|l| l.item.line == 0 || counted.contains(&l.item.line)).collect();
        let coupon = coupon.map(|(terms, counted)| applied(terms.clone(), counts(counted)));
        Self { coupon, ..self }
    }
}

/// A refund as its stored rows.
fn parts_of(priced: &Priced) -> Vec<Part> {
    let part = |component, quantity, sum: Amount| {
        let money = Some(Billed { net: sum.amount - sum.vat, vat: sum.vat });
        (sum.amount > 0).then_some(Part { component, quantity, money })
    };
    let fees = [part(ChargeComponent::Shipping, 0, priced.shipping), part(ChargeComponent::Fees, 0, priced.fees)];
    priced
        .lines
        .iter()
        .filter_map(|l| part(ChargeComponent::Line(l.line), l.quantity, l.sum))
        .chain(fees.into_iter().flatten())
        .collect()
}

pub(super) fn of_lines(lines: &[(i64, i64)], with_shipping: bool, with_fees: bool) -> RefundRequest {
    let lines = lines.iter().map(|(line, quantity)| RefundLineIn { line: *line, quantity: *quantity }).collect();
    RefundRequest { lines, with_shipping, with_fees, amount: None }
}

/// A step of an order's life. Shares are in hundredths and may exceed what there is, amounts in minor units; a `line` is taken
/// modulo the number of lines.
#[derive(Debug, Clone)]
pub enum Step {
    /// Pays a share of what is owed.
    Pay(i64),
    /// Receives an amount in hundredths of the order's total, whatever is owed.
    Receive(i64),
    /// The payer's bank takes back a share of what was received.
    TakeBack(i64),
    /// Reverts a payment that was marked by hand.
    Unpay,
    /// Refunds a share of what was paid, by amount.
    RefundAmount(i64),
    /// Refunds pieces of a line.
    RefundParts {
        /// The index of the line.
        line: usize,
        /// Share of its remaining pieces.
        share: i64,
        /// Also what is left of shipping.
        shipping: bool,
        /// Also what is left of the payment fee.
        fees: bool,
    },
    /// Edits a line, the shipping fee and the discount.
    Edit {
        /// The index of the line.
        line: usize,
        /// Its new quantity.
        quantity: i64,
        /// The price of one piece.
        unit_price: i64,
        /// Shipping fee of the order, before the coupon.
        shipping: i64,
        /// Discount by hand of the order, beside the coupon.
        discount: i64,
    },
    /// Adds a line.
    Add {
        /// Its quantity.
        quantity: i64,
        /// The price of one piece.
        unit_price: i64,
        /// Exempt from VAT.
        free: bool,
    },
    /// Removes a line.
    Remove(usize),
    /// Applies a coupon, or removes it.
    Coupon(Option<Terms>),
    /// Cancels the order; its money stays until it is refunded.
    Cancel,
    /// Returns everything that is not back yet, with a refund or without.
    ComeBack(Option<ReturnRefundIn>),
    /// Returns pieces of a line, with a refund or without.
    PartBack {
        /// The index of the line.
        line: usize,
        /// Share of its remaining pieces.
        share: i64,
        /// None for no refund.
        refund: Option<ReturnRefundIn>,
    },
}

/// No refund, or one of the returned goods, with what is left of shipping and fees or without.
fn paid_back() -> impl Strategy<Value = Option<ReturnRefundIn>> {
    let return_refund = any::<(bool, bool)>().prop_map(|(with_shipping, with_fees)| ReturnRefundIn {
        with_shipping,
        with_fees,
        transaction_id: None,
    });
    prop::option::of(return_refund)
}

/// Up to 24 steps, also ones that the order refuses: those change nothing.
pub fn steps() -> impl Strategy<Value = Vec<Step>> {
    let one = prop_oneof![
        (1..130_i64).prop_map(Step::Pay),
        (1..250_i64).prop_map(Step::Receive),
        (1..130_i64).prop_map(Step::TakeBack),
        Just(Step::Unpay),
        (1..130_i64).prop_map(Step::RefundAmount),
        (0..6_usize, 1..101_i64, any::<bool>(), any::<bool>()).prop_map(|(line, share, shipping, fees)| Step::RefundParts {
            line,
            share,
            shipping,
            fees
        }),
        (0..6_usize, 1..30_i64, 0..400_000_i64, 0..50_000_i64, 0..300_000_i64).prop_map(
            |(line, quantity, unit_price, shipping, discount)| Step::Edit { line, quantity, unit_price, shipping, discount }
        ),
        (1..30_i64, 0..400_000_i64, any::<bool>()).prop_map(|(quantity, unit_price, free)| Step::Add {
            quantity,
            unit_price,
            free
        }),
        (0..6_usize).prop_map(Step::Remove),
        prop::option::of(any_terms()).prop_map(Step::Coupon),
        Just(Step::Cancel),
        paid_back().prop_map(Step::ComeBack),
        (0..6_usize, 1..101_i64, paid_back()).prop_map(|(line, share, refund)| Step::PartBack { line, share, refund }),
    ];
    prop::collection::vec(one, 1..25)
}

/// The state of an order during the test.
pub struct Life {
    /// As the last edit left it.
    pub order: Order,
    /// Its lines, with what was refunded of each.
    pub items: Vec<OrderItem>,
    pub(super) sums: LedgerTotals,
    pub(super) refunded: Refunded,
    pub(super) is_fee_taxed: bool,
    /// Its coupon, and the eligible lines.
    pub(super) coupon: Option<(Terms, Vec<i64>)>,
    /// Refunded by parts and by amount, counted independently of the ledger.
    pub(super) refunded_total: i64,
    pub(super) has_left: bool,
    pub(super) is_over: bool,
    /// Every ledger entry, with its reason.
    entries: Vec<BilledEntry>,
}

impl Life {
    /// Placed and charged, nothing paid; every other line is eligible for the coupon.
    #[must_use]
    pub fn begin(start: &Start) -> Self {
        let (order, items) = placed(start);
        let (placed_total, placed_vat) = (order.total, order.vat);
        let mut sums = LedgerTotals::default();
        sums.add(Draft { kind: Kind::Charge, amount: order.total, vat: order.vat });
        let counted: Vec<i64> = items.iter().map(|i| i.line).filter(|line| line % 2 == 1).collect();
        Self {
            order,
            items,
            sums,
            refunded: Refunded::default(),
            is_fee_taxed: start.fee.is_taxed,
            coupon: start.coupon.clone().map(|terms| (terms, counted)),
            refunded_total: 0,
            has_left: false,
            is_over: false,
            entries: vec![BilledEntry {
                n: 1,
                draft: Draft { kind: Kind::Charge, amount: placed_total, vat: placed_vat },
                refund: None,
                parts: Vec::new(),
            }],
        }
    }

    pub(super) fn write(&mut self, drafts: impl IntoIterator<Item = Draft>) {
        self.write_for(drafts, None, &[]);
    }

    fn write_for(&mut self, drafts: impl IntoIterator<Item = Draft>, refund: Option<RefundId>, parts: &[Part]) {
        for draft in drafts {
            self.sums.add(draft);
            let parts = if draft.kind == Kind::Credit { parts.to_vec() } else { Vec::new() };
            self.entries.push(BilledEntry { n: self.sums.count, draft, refund, parts });
        }
    }

    /// Its bill, with the changes after entry `after`.
    #[must_use]
    pub fn bill(&self, after: i64) -> Bill {
        Bill::from_entries(self.entries.clone(), after, self.is_over)
    }

    pub(super) fn refund(&mut self, request: &RefundRequest) {
        let refundable = Refundable::new(&self.order, &self.items, &self.refunded);
        let Ok(priced) = price(&refundable, self.sums, request) else { return };
        let before = self.sums.received();
        match priced.drafts(self.sums, 0, Currency::SAR) {
            Ok(drafts) => self.record_refund(&priced, drafts),
            Err(_) => assert!(priced.sum.amount == 0 || priced.sum.amount > before),
        }
    }

    /// Records a refund in the ledger and in the lines.
    fn record_refund(&mut self, priced: &Priced, drafts: Vec<Draft>) {
        let before = self.sums.received();
        assert!(priced.sum.amount <= before);
        self.refunded_total += priced.sum.amount;
        let refund = Some(RefundId::from_raw(self.sums.count));
        self.write_for(drafts, refund, &parts_of(priced));
        assert_eq!(self.sums.received(), before - priced.sum.amount);
        self.refunded.lines.extend(priced.lines.iter().copied());
        for part in &priced.lines {
            for item in self.items.iter_mut().filter(|i| i.line == part.line) {
                item.refunded_discount += part.discount;
                item.refunded_coupon += part.coupon;
            }
        }
        self.refunded.shipping.amount += priced.shipping.amount;
        self.refunded.shipping.vat += priced.shipping.vat;
        self.refunded.fees.amount += priced.fees.amount;
        self.refunded.fees.vat += priced.fees.vat;
    }

    /// Returns goods, with a refund or without: their unpaid part is no longer owed, and a refund of the paid part makes nothing
    /// owed again.
    pub(super) fn record_return(&mut self, lines: &[(i64, i64)], is_all: bool, refund: Option<ReturnRefundIn>) {
        let refundable = Refundable::new(&self.order, &self.items, &self.refunded);
        let worth: i64 = lines.iter().filter_map(|(line, n)| refundable.part_at_most(*line, *n)).map(|p| p.sum.amount).sum();
        let before = self.sums;
        let settlement =
            settle(&refundable, before, ReturnedGoods { lines, is_all, refund, requested: 0 }, Currency::SAR).unwrap();
        let write_off = settlement.written_off.map_or(0, |draft| -draft.amount);
        self.write(settlement.written_off);
        assert_eq!(self.sums, settlement.after_write_off);
        let owed = if is_all { 0 } else { (before.owed() - worth).max(0) };
        assert_eq!((self.sums.owed(), self.sums.overpaid()), (owed, before.overpaid()));
        let Some(ReturnRefundIn { with_shipping, with_fees, .. }) = refund else {
            assert!(settlement.refund.is_none());
            return;
        };
        let of = |is: bool, n: i64| if is { n } else { 0 };
        let requested = worth + of(with_shipping, refundable.shipping.amount) + of(with_fees, refundable.fees.amount);
        let refunded = settlement.refund.as_ref().map_or(0, |(priced, _)| priced.sum.amount);
        assert_eq!(
            refunded,
            (requested - write_off).clamp(0, before.received()),
            "what was paid of it, as far as the store has it"
        );
        if let Some((priced, drafts)) = settlement.refund {
            self.record_refund(&priced, drafts);
        }
        assert_eq!(self.sums.owed(), owed);
        assert!(self.sums.overpaid() <= before.overpaid());
    }

    pub(super) fn revision(&self) -> OrderRevision {
        let line = |i: &OrderItem| RevisedLine {
            item: i.clone(),
            is_tax_free: i.vat_rate == 0 && self.order.vat_rate > 0,
            reason: None,
        };
        let (lines, coupon) = (self.items.iter().map(line).collect::<Vec<_>>(), None);
        OrderRevision {
            coupon,
            lines,
            address: None,
            shipping_fees: self.order.full_shipping(),
            payment_fees: self.order.payment_fees,
            is_fee_taxed: self.is_fee_taxed,
            discount: self.order.other_discount(),
        }
        .with_coupon(self.coupon.as_ref())
    }

    pub(super) fn edit(&mut self, revision: OrderRevision) {
        if self.is_over || self.has_left || revision.lines.is_empty() {
            return;
        }
        let revision = revision.with_coupon(self.coupon.as_ref());
        let counts = revision.coupon.as_ref().map(|k| (k.terms.clone(), k.eligible.clone()));
        let new: Edited = edited(&self.order, &self.items, &self.refunded, revision).unwrap();
        if new.is_below(&self.refunded) {
            return;
        }
        self.coupon = counts.map(|(terms, eligible)| {
            let counted = new.items().iter().zip(eligible).filter(|(_, counts)| *counts).map(|(i, _)| i.line).collect();
            (terms, counted)
        });
        let by =
            Draft { kind: Kind::Adjustment, amount: new.order.total - self.order.total, vat: new.order.vat - self.order.vat };
        self.write([by]);
        self.items = new.items();
        self.order = new.order;
    }

    /// Applies a step, where the order allows it; asserts the invariants on the way.
    ///
    /// # Panics
    /// Where the step breaks a law of the arithmetic.
    pub fn step(&mut self, step: Step) {
        let share = |n: i64, of: i64| (of * n / 100).max(1);
        match step {
            Step::Pay(n) => {
                let amount = share(n, self.sums.owed());
                match self.sums.pay(amount) {
                    Ok(draft) => self.write([draft]),
                    Err(limit) => assert!(amount > limit.0),
                }
            }
            Step::Receive(n) => {
                let (amount, before) = (share(n, self.order.total), self.sums);
                self.write([before.receive(amount)]);
                assert_eq!(self.sums.received(), before.received() + amount);
            }
            Step::TakeBack(n) => {
                let (amount, before) = (share(n, self.sums.received()), self.sums);
                self.write(before.take_back(amount));
                assert_eq!(self.sums.received(), before.received() - amount.min(before.received()));
                assert_eq!(self.sums.charged(), before.charged());
            }
            Step::Unpay => {
                let draft = self.sums.unpay();
                self.write(draft);
            }
            Step::RefundAmount(n) => {
                let amount = Some(share(n, self.sums.received()));
                self.refund(&RefundRequest { lines: Vec::new(), with_shipping: false, with_fees: false, amount });
            }
            Step::RefundParts { line, share: n, shipping, fees } => {
                let refundable = Refundable::new(&self.order, &self.items, &self.refunded);
                let part: &LinePart = &refundable.lines[line % refundable.lines.len()];
                let request = of_lines(&[(part.line, share(n, part.quantity))], shipping, fees);
                self.refund(&request);
            }
            Step::Edit { line, quantity, unit_price, shipping, discount } => {
                let mut revision = self.revision();
                let line = line % revision.lines.len();
                revision.lines[line].item.quantity = quantity;
                revision.lines[line].item.unit_price = unit_price;
                (revision.shipping_fees, revision.discount) = (shipping, discount);
                self.edit(revision);
            }
            Step::Add { quantity, unit_price, free } => {
                let mut revision = self.revision();
                revision.lines.push(RevisedLine { item: item(0, unit_price, quantity, 0), is_tax_free: free, reason: None });
                self.edit(revision);
            }
            Step::Remove(line) => {
                let mut revision = self.revision();
                let line = line % revision.lines.len();
                revision.lines.remove(line);
                self.edit(revision);
            }
            Step::Coupon(terms) => {
                let counted = self.items.iter().map(|i| i.line).filter(|line| line % 3 != 0).collect();
                let previous = std::mem::replace(&mut self.coupon, terms.map(|terms| (terms, counted)));
                let before = self.order.clone();
                self.edit(self.revision());
                if self.order == before {
                    // It was refused, or changed nothing.
                    self.coupon = previous;
                }
            }
            Step::Cancel if !self.is_over => {
                let draft = self.sums.cancel();
                self.write(draft);
                self.is_over = true;
            }
            Step::ComeBack(refund) if !self.is_over => {
                let all: Vec<_> = self.items.iter().map(|i| (i.line, i.quantity)).collect();
                self.record_return(&all, true, refund);
                self.is_over = true;
            }
            Step::PartBack { line, share: n, refund } if !self.is_over => {
                let refundable = Refundable::new(&self.order, &self.items, &self.refunded);
                let of = &refundable.lines[line % refundable.lines.len()];
                self.record_return(&[(of.line, share(n, of.quantity))], false, refund);
                self.has_left = true;
            }
            Step::Cancel | Step::ComeBack(_) | Step::PartBack { .. } => {}
        }
    }
}
