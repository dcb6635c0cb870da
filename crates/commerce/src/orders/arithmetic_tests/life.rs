//! What happens to an order, step by step.

use kernel::{Currency, RefundId};
use proptest::prelude::*;

use super::start::{Start, item, placed};
use crate::coupons::Terms;
use crate::coupons::tests::{any_terms, applied};
use crate::orders::billing::{Bill, Billed, Part, Told, What};
use crate::orders::edit::{Edited, Wish, WishedLine, edited};
use crate::orders::ledger::{Draft, Kind, Sums};
use crate::orders::model::{Order, OrderItem};
use crate::orders::returns::{Amount, Left, LinePart, Priced, RefundLineIn, Refunded, Wanted, price};

impl Wish {
    /// With the coupon of an order, as it counts these lines; a new one counts.
    pub(super) fn with(self, coupon: Option<&(Terms, Vec<i64>)>) -> Self {
        let counts = |counted: &[i64]| self.lines.iter().map(|l| l.item.line == 0 || counted.contains(&l.item.line)).collect();
        let coupon = coupon.map(|(terms, counted)| applied(terms.clone(), counts(counted)));
        Self { coupon, ..self }
    }
}

/// A refund as its rows keep it.
fn parts_of(priced: &Priced) -> Vec<Part> {
    let part = |what, quantity, sum: Amount| {
        let money = Some(Billed { net: sum.amount - sum.vat, vat: sum.vat });
        (sum.amount > 0).then_some(Part { what, quantity, money })
    };
    let fees = [part(What::Shipping, 0, priced.shipping), part(What::Fees, 0, priced.fees)];
    priced.lines.iter().filter_map(|l| part(What::Line(l.line), l.quantity, l.sum)).chain(fees.into_iter().flatten()).collect()
}

pub(super) fn of_lines(lines: &[(i64, i64)], with_shipping: bool, with_fees: bool) -> Wanted {
    let lines = lines.iter().map(|(line, quantity)| RefundLineIn { line: *line, quantity: *quantity }).collect();
    Wanted { lines, with_shipping, with_fees, amount: None }
}

/// A step of an order's life; shares are in hundredths.
#[derive(Debug, Clone)]
pub(crate) enum Step {
    Pay(i64),
    Unpay,
    RefundAmount(i64),
    RefundParts {
        line: usize,
        share: i64,
        shipping: bool,
        fees: bool,
    },
    Edit {
        line: usize,
        quantity: i64,
        unit_price: i64,
        shipping: i64,
        discount: i64,
    },
    Add {
        quantity: i64,
        unit_price: i64,
        free: bool,
    },
    Remove(usize),
    /// A coupon is put on, or taken off.
    Coupon(Option<Terms>),
    Cancel,
    ComeBack,
    PartBack {
        line: usize,
        share: i64,
    },
}

pub(crate) fn steps() -> impl Strategy<Value = Vec<Step>> {
    let one = prop_oneof![
        (1..130_i64).prop_map(Step::Pay),
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
        Just(Step::ComeBack),
        (0..6_usize, 1..101_i64).prop_map(|(line, share)| Step::PartBack { line, share }),
    ];
    prop::collection::vec(one, 1..25)
}

/// An order as it lives.
pub(crate) struct Life {
    pub(crate) order: Order,
    pub(crate) items: Vec<OrderItem>,
    pub(super) sums: Sums,
    pub(super) refunded: Refunded,
    pub(super) is_fee_taxed: bool,
    /// The coupon it has, and the lines that count.
    pub(super) coupon: Option<(Terms, Vec<i64>)>,
    /// What was given back by parts and by amount, counted apart from the ledger.
    pub(super) given_back: i64,
    pub(super) has_left: bool,
    pub(super) is_over: bool,
    /// Every entry, with what it was for.
    told: Vec<Told>,
}

impl Life {
    pub(crate) fn begin(start: &Start) -> Self {
        let (order, items) = placed(start);
        let (placed_total, placed_vat) = (order.total, order.vat);
        let mut sums = Sums::default();
        sums.add(Draft { kind: Kind::Charge, amount: order.total, vat: order.vat });
        let counted: Vec<i64> = items.iter().map(|i| i.line).filter(|line| line % 2 == 1).collect();
        Self {
            order,
            items,
            sums,
            refunded: Refunded::default(),
            is_fee_taxed: start.fee.is_taxed,
            coupon: start.coupon.clone().map(|terms| (terms, counted)),
            given_back: 0,
            has_left: false,
            is_over: false,
            told: vec![Told {
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
            self.told.push(Told { n: self.sums.count, draft, refund, parts });
        }
    }

    /// What it charges, with the changes after entry `after`.
    pub(crate) fn bill(&self, after: i64) -> Bill {
        Bill::of(self.told.clone(), after, self.is_over)
    }

    pub(super) fn refund(&mut self, wanted: &Wanted) {
        let left = Left::of(&self.order, &self.items, &self.refunded);
        let Ok(priced) = price(&left, self.sums, wanted) else { return };
        let before = self.sums.received();
        match priced.drafts(self.sums, Currency::SAR) {
            Ok(drafts) => {
                assert!(priced.sum.amount <= before);
                self.given_back += priced.sum.amount;
                let refund = Some(RefundId::from_raw(self.sums.count));
                self.write_for(drafts, refund, &parts_of(&priced));
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
            Err(_) => assert!(priced.sum.amount == 0 || priced.sum.amount > before),
        }
    }

    pub(super) fn wish(&self) -> Wish {
        let line =
            |i: &OrderItem| WishedLine { item: i.clone(), is_tax_free: i.vat_rate == 0 && self.order.vat_rate > 0, reason: None };
        let (lines, coupon) = (self.items.iter().map(line).collect::<Vec<_>>(), None);
        Wish {
            coupon,
            lines,
            address: None,
            shipping_fees: self.order.full_shipping(),
            payment_fees: self.order.payment_fees,
            is_fee_taxed: self.is_fee_taxed,
            discount: self.order.other_discount(),
        }
        .with(self.coupon.as_ref())
    }

    pub(super) fn edit(&mut self, wish: Wish) {
        if self.is_over || self.has_left || wish.lines.is_empty() {
            return;
        }
        let wish = wish.with(self.coupon.as_ref());
        let counts = wish.coupon.as_ref().map(|k| (k.terms.clone(), k.eligible.clone()));
        let new: Edited = edited(&self.order, &self.items, &self.refunded, wish).unwrap();
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

    pub(crate) fn step(&mut self, step: Step) {
        let share = |n: i64, of: i64| (of * n / 100).max(1);
        match step {
            Step::Pay(n) => {
                let amount = share(n, self.sums.owed());
                match self.sums.pay(amount) {
                    Ok(draft) => self.write([draft]),
                    Err(above) => assert!(amount > above.0),
                }
            }
            Step::Unpay => {
                let draft = self.sums.unpay();
                self.write(draft);
            }
            Step::RefundAmount(n) => {
                let amount = Some(share(n, self.sums.received()));
                self.refund(&Wanted { lines: Vec::new(), with_shipping: false, with_fees: false, amount });
            }
            Step::RefundParts { line, share: n, shipping, fees } => {
                let left = Left::of(&self.order, &self.items, &self.refunded);
                let part: &LinePart = &left.lines[line % left.lines.len()];
                let wanted = of_lines(&[(part.line, share(n, part.quantity))], shipping, fees);
                self.refund(&wanted);
            }
            Step::Edit { line, quantity, unit_price, shipping, discount } => {
                let mut wish = self.wish();
                let line = line % wish.lines.len();
                wish.lines[line].item.quantity = quantity;
                wish.lines[line].item.unit_price = unit_price;
                (wish.shipping_fees, wish.discount) = (shipping, discount);
                self.edit(wish);
            }
            Step::Add { quantity, unit_price, free } => {
                let mut wish = self.wish();
                wish.lines.push(WishedLine { item: item(0, unit_price, quantity, 0), is_tax_free: free, reason: None });
                self.edit(wish);
            }
            Step::Remove(line) => {
                let mut wish = self.wish();
                let line = line % wish.lines.len();
                wish.lines.remove(line);
                self.edit(wish);
            }
            Step::Coupon(terms) => {
                let counted = self.items.iter().map(|i| i.line).filter(|line| line % 3 != 0).collect();
                let was = std::mem::replace(&mut self.coupon, terms.map(|terms| (terms, counted)));
                let before = self.order.clone();
                self.edit(self.wish());
                if self.order == before {
                    // It could not be, or changed nothing.
                    self.coupon = was;
                }
            }
            Step::Cancel if !self.is_over => {
                let draft = self.sums.cancel();
                self.write(draft);
                self.is_over = true;
            }
            Step::ComeBack if !self.is_over => {
                let draft = self.sums.write_off();
                self.write(draft);
                self.is_over = true;
            }
            // Some of a line comes back: as far as it is not paid, it is not owed any more.
            Step::PartBack { line, share: n } if !self.is_over => {
                let left = Left::of(&self.order, &self.items, &self.refunded);
                let of = &left.lines[line % left.lines.len()];
                let worth = left.part_at_most(of.line, share(n, of.quantity)).map_or(0, |p| p.sum.amount);
                let before = (self.sums.owed(), self.sums.overpaid());
                let draft = self.sums.write_off_of(worth);
                self.write(draft);
                self.has_left = true;
                assert_eq!((self.sums.owed(), self.sums.overpaid()), ((before.0 - worth).max(0), before.1));
            }
            Step::Cancel | Step::ComeBack | Step::PartBack { .. } => {}
        }
    }
}
