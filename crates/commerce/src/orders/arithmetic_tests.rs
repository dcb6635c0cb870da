//! The arithmetic of orders over random lives: edits, payments, refunds by line and by amount, returns, cancelling. Whatever
//! comes in whatever order, the ledger balances, the sums agree and no minor unit is lost (decisions §5).

use kernel::{Currency, CustomerId, Lang, Millis, OrderId, ProductId, RefundId, Texts, money};
use proptest::prelude::*;

use super::billing::{Bill, Billed, Part, Told, What};
use super::edit::{Edited, Wish, WishedLine, edited};
use super::ledger::{Draft, Kind, Sums};
use super::model::{Order, OrderCoupon, OrderItem};
use super::returns::{Amount, Left, LinePart, Priced, RefundLineIn, Refunded, Wanted, price};
use super::status::{PaymentStatus, Status};
use crate::carts::totals::{self, FeeRule, LineIn, Off, VatRule};
use crate::coupons::Terms;
use crate::coupons::tests::{any_terms, applied};

fn item(line: i64, unit_price: i64, quantity: i64, vat_rate: i64) -> OrderItem {
    OrderItem {
        line,
        product_id: ProductId::from_raw(line + 100),
        variant_id: None,
        name: Texts::default(),
        sku: None,
        option_values: Vec::new(),
        fields: Vec::new(),
        media_id: None,
        unit_price,
        quantity,
        line_total: 0,
        discount: 0,
        vat: 0,
        vat_rate,
        weight_grams: 0,
        is_stock_taken: true,
        returned: 0,
        restocked: 0,
    }
}

/// What an order begins with.
#[derive(Debug, Clone)]
pub(crate) struct Start {
    lines: Vec<(i64, i64, bool)>,
    discount: i64,
    coupon: Option<Terms>,
    rule: VatRule,
    shipping: i64,
    fee: FeeRule,
}

fn placed(start: &Start) -> (Order, Vec<OrderItem>) {
    let Start { lines, discount, coupon, rule, shipping, fee } = start;
    // Every second line, so that there are always some that count and some that do not.
    let coupon = coupon.clone().map(|terms| applied(terms, (0..lines.len()).map(|n| n % 2 == 0).collect()));
    let sums: Vec<LineIn> = lines
        .iter()
        .map(|(unit_price, quantity, free)| LineIn { unit_price: *unit_price, quantity: *quantity, is_tax_free: *free })
        .collect();
    let off = Off { coupon: coupon.as_ref(), by_hand: *discount };
    let t = totals::compute(&sums, off, *rule, *shipping, *fee).unwrap();
    let items: Vec<OrderItem> = lines
        .iter()
        .zip(&t.lines)
        .zip(1..)
        .map(|(((unit_price, quantity, _), l), line)| OrderItem {
            line_total: l.line_total,
            discount: l.discount,
            vat: l.vat,
            ..item(line, *unit_price, *quantity, l.vat_rate)
        })
        .collect();
    let order = Order {
        id: OrderId::from_raw(1),
        number: 1001,
        status: Status::Pending,
        payment_status: PaymentStatus::NotPaid,
        customer_id: CustomerId::from_raw(1),
        was_guest_order: true,
        sender_name: String::new(),
        mobile: String::new(),
        email: None,
        language: Lang::Ar,
        subtotal: t.subtotal,
        discount: t.discount,
        coupon: coupon.map(|k| OrderCoupon { id: k.id, code: k.code, segment: k.terms.segment, discount: t.coupon }),
        vat: t.vat,
        shipping_fees: t.shipping_fees,
        payment_fees: t.payment_fees,
        total: t.total,
        vat_rate: t.vat_rate,
        is_vat_included: t.is_vat_included,
        customer_currency: "SAR".into(),
        total_in_customer_currency: t.total,
        items_count: items.iter().map(|i| i.quantity).sum(),
        address: None,
        shipping_method_id: None,
        shipping_provider: String::new(),
        shipping_name: Texts::default(),
        payment_method_id: None,
        payment_provider: String::new(),
        payment_name: Texts::default(),
        note: String::new(),
        created_at: Millis(0),
        updated_at: Millis(0),
        version: 1,
        seq: 1,
    };
    (order, items)
}

impl Wish {
    /// With the coupon of an order, as it counts these lines; a new one counts.
    fn with(self, coupon: Option<&(Terms, Vec<i64>)>) -> Self {
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

fn of_lines(lines: &[(i64, i64)], with_shipping: bool, with_fees: bool) -> Wanted {
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

pub(crate) fn starts() -> impl Strategy<Value = Start> {
    (
        prop::collection::vec((0..400_000_i64, 1..30_i64, any::<bool>()), 1..6),
        0..500_000_i64,
        (0..3_000_i64, any::<bool>()),
        0..50_000_i64,
        (0..5_000_i64, 0..500_i64, any::<bool>()),
        prop::option::of(any_terms()),
    )
        .prop_map(|(lines, discount, (rate, is_included), shipping, (fixed, ratio, is_taxed), coupon)| Start {
            lines,
            discount,
            coupon,
            rule: VatRule { rate, is_included },
            shipping,
            fee: FeeRule { fixed, ratio, is_taxed },
        })
}

/// An order as it lives.
pub(crate) struct Life {
    pub(crate) order: Order,
    pub(crate) items: Vec<OrderItem>,
    sums: Sums,
    refunded: Refunded,
    is_fee_taxed: bool,
    /// The coupon it has, and the lines that count.
    coupon: Option<(Terms, Vec<i64>)>,
    /// What was given back by parts and by amount, counted apart from the ledger.
    given_back: i64,
    has_left: bool,
    is_over: bool,
    /// Every entry, with what it was for.
    told: Vec<Told>,
}

impl Life {
    pub(crate) fn begin(start: &Start) -> Self {
        let (order, items) = placed(start);
        let (placed_total, placed_vat) = (order.total, order.vat);
        let mut sums = Sums::default();
        sums.add(Draft { kind: Kind::Charge, amount: order.total, vat: order.vat });
        let counted = items.iter().map(|i| i.line).filter(|line| line % 2 == 1).collect();
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

    fn write(&mut self, drafts: impl IntoIterator<Item = Draft>) {
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

    fn refund(&mut self, wanted: &Wanted) {
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
                self.refunded.shipping.amount += priced.shipping.amount;
                self.refunded.shipping.vat += priced.shipping.vat;
                self.refunded.fees.amount += priced.fees.amount;
                self.refunded.fees.vat += priced.fees.vat;
            }
            Err(_) => assert!(priced.sum.amount == 0 || priced.sum.amount > before),
        }
    }

    fn wish(&self) -> Wish {
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

    fn edit(&mut self, wish: Wish) {
        if self.is_over || self.has_left || wish.lines.is_empty() {
            return;
        }
        let wish = wish.with(self.coupon.as_ref());
        let counts = wish.coupon.as_ref().map(|k| (k.terms.clone(), k.eligible.clone()));
        let new: Edited = edited(&self.order, &self.items, wish).unwrap();
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

    /// What holds after every step.
    fn check(&self, currency: Currency) {
        let (o, s) = (&self.order, &self.sums);
        assert_eq!(s.ordered(), o.total, "charge and adjustments are the total");
        assert_eq!(self.items.iter().map(|i| i.line_total).sum::<i64>(), o.subtotal);
        assert_eq!(self.items.iter().map(|i| i.discount).sum::<i64>(), o.discount);
        assert!(o.other_discount() >= 0 && o.shipping_fees >= 0 && o.full_shipping() >= o.shipping_fees);
        let on_top = if o.is_vat_included { 0 } else { o.vat };
        assert_eq!(o.subtotal - o.discount + on_top + o.shipping_fees + o.payment_fees, o.total);
        assert!(s.refunded() <= s.paid() && s.received() >= 0, "never more is given back than was paid");
        assert_eq!(s.refunded(), self.given_back);
        assert!((0..=s.received()).contains(&s.received_vat()), "the VAT that the store has is in what it has");
        assert_eq!(s.owed() - s.overpaid(), s.charged() - s.received());
        assert!(s.owed() == 0 || s.overpaid() == 0);
        let left = Left::of(o, &self.items, &self.refunded);
        assert!(!left.is_short(), "{left:?}");
        let parts: i64 = left.lines.iter().map(|l| l.sum.amount).sum::<i64>() + left.shipping.amount + left.fees.amount;
        let given: i64 = self.refunded.lines.iter().map(|l| l.sum.amount).sum::<i64>()
            + self.refunded.shipping.amount
            + self.refunded.fees.amount;
        assert_eq!(parts + given, o.total, "what is left and what was given back are the order");
        // What people read says the same: written and read again, in the currency's own decimals.
        let read = |n: i64| money::parse(&money::format(n, currency), currency).unwrap();
        assert_eq!(read(s.paid()) - read(s.refunded()), read(s.received()));
        assert_eq!(read(s.received()) + read(s.owed()) - read(s.overpaid()), s.charged());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    /// OR-02, OR-05, decisions §5: the ledger balances after every step of any life, and when all is given back nothing stays.
    #[test]
    fn or_05_the_ledger_balances_over_any_life(start in starts(), steps in steps(), currency in 0..16_usize) {
        let currency = Currency::ALL[currency];
        let mut life = Life::begin(&start);
        life.check(currency);
        for step in steps {
            life.step(step);
            life.check(currency);
        }
        life.step(Step::Cancel);
        life.step(Step::RefundAmount(100));
        life.check(currency);
        prop_assert_eq!((life.sums.received(), life.sums.received_vat(), life.sums.overpaid()), (0, 0, 0));
    }

    /// Decisions §5: an order that is refunded piece by piece comes to its total and its VAT exactly.
    #[test]
    fn or_05_refunds_piece_by_piece_lose_no_minor_unit(start in starts(), order in prop::collection::vec(0..6_usize, 0..200)) {
        let mut life = Life::begin(&start);
        let owed = life.sums.owed();
        let draft = life.sums.pay(owed).unwrap();
        life.write([draft]);
        prop_assert_eq!(life.sums.received_vat(), life.order.vat);
        let all = life.items.iter().map(|i| i.line).collect::<Vec<_>>();
        let rest = life.items.iter().flat_map(|i| (0..i.quantity).map(|_| i.line)).collect::<Vec<_>>();
        for line in order.into_iter().map(|n| all[n % all.len()]).chain(rest) {
            life.refund(&of_lines(&[(line, 1)], false, false));
        }
        // What came to nothing piece by piece comes to something together.
        for part in Left::of(&life.order, &life.items, &life.refunded).lines {
            life.refund(&of_lines(&[(part.line, part.quantity)], false, false));
        }
        life.refund(&of_lines(&[], true, true));
        life.check(Currency::SAR);
        let left = Left::of(&life.order, &life.items, &life.refunded);
        prop_assert!(left.lines.iter().all(|l| l.sum.amount == 0));
        prop_assert_eq!((life.sums.received(), life.sums.received_vat()), (0, 0));
        prop_assert_eq!(life.given_back, life.order.total);
    }

    /// Decisions §5: an edit that says nothing changes nothing, also of an order whose fee is a share.
    #[test]
    fn or_02_an_edit_that_says_nothing_changes_nothing(start in starts()) {
        let life = Life::begin(&start);
        let same = edited(&life.order, &life.items, life.wish()).unwrap();
        prop_assert!(!same.is_changed(&life.order), "{:?}", same);
    }
}
