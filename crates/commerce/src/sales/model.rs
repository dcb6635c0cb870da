//! The definition of a sale (decisions §13). Pure, and the only place of this definition. Amounts are in minor units of the
//! store's currency.

use std::collections::BTreeMap;
use std::ops::{AddAssign, Neg};

use kernel::{Millis, ProductId, RefundId, money};

use crate::carts::totals::VatRule;

/// Sales figures of some orders in some period. An order adds to the hour it was placed in, and to each later hour in which
/// something of it was refunded, reversed or paid: reductions are negative there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Figures {
    /// Orders placed and not cancelled.
    pub orders: i64,
    /// Orders that are their customer's first.
    pub first_orders: i64,
    /// Pieces sold, less returned ones.
    pub pieces: i64,
    /// Gross sales: unit price times quantity, without VAT, before discounts.
    pub gross: i64,
    /// Discounts of coupons and by hand, without VAT.
    pub discounts: i64,
    /// Returned or refunded goods, without VAT.
    pub returns: i64,
    /// Shipping, without VAT, less the refunded part.
    pub shipping: i64,
    /// Payment fees, without VAT, less the refunded part.
    pub fees: i64,
    /// VAT, less the refunded part.
    pub vat: i64,
    /// Payments less refunds, whenever the order was placed.
    pub received: i64,
}

impl Figures {
    /// Gross sales less discounts and returns.
    #[must_use]
    pub const fn net(self) -> i64 {
        self.gross - self.discounts - self.returns
    }

    /// Net sales, shipping, payment fees and VAT.
    #[must_use]
    pub const fn total(self) -> i64 {
        self.net() + self.shipping + self.fees + self.vat
    }

    /// Average order value: gross sales less discounts by order, rounded half up; zero without orders.
    #[must_use]
    pub fn average(self) -> i64 {
        if self.orders <= 0 {
            return 0;
        }
        money::div_half_up(i128::from(self.gross) - i128::from(self.discounts), i128::from(self.orders))
    }

    fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

impl AddAssign for Figures {
    fn add_assign(&mut self, o: Self) {
        for (to, by) in [
            (&mut self.orders, o.orders),
            (&mut self.first_orders, o.first_orders),
            (&mut self.pieces, o.pieces),
            (&mut self.gross, o.gross),
            (&mut self.discounts, o.discounts),
            (&mut self.returns, o.returns),
            (&mut self.shipping, o.shipping),
            (&mut self.fees, o.fees),
            (&mut self.vat, o.vat),
            (&mut self.received, o.received),
        ] {
            *to = to.saturating_add(by);
        }
    }
}

impl Neg for Figures {
    type Output = Self;

    fn neg(self) -> Self {
        let Self { orders, first_orders, pieces, gross, discounts, returns, shipping, fees, vat, received } = self;
        Self {
            orders: -orders,
            first_orders: -first_orders,
            pieces: -pieces,
            gross: -gross,
            discounts: -discounts,
            returns: -returns,
            shipping: -shipping,
            fees: -fees,
            vat: -vat,
            received: -received,
        }
    }
}

/// A line of an order as input of the sales.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// Line number.
    pub line: i64,
    /// Id of the product.
    pub product: ProductId,
    /// Number of pieces.
    pub quantity: i64,
    /// Unit price times quantity, with or without VAT as the store's prices are.
    pub line_total: i64,
    /// Its discount.
    pub discount: i64,
    /// The VAT on the discounted amount.
    pub vat: i64,
    /// Its VAT rate; 0 without VAT.
    pub vat_rate: i64,
}

impl Line {
    /// Gross and discount without VAT.
    fn goods(&self, is_included: bool) -> (i64, i64) {
        if !is_included {
            return (self.line_total, self.discount);
        }
        let net = self.line_total - self.discount - self.vat;
        // Without a discount none is computed, however the VAT was rounded.
        let gross = if self.discount == 0 { net } else { self.line_total - money::vat_inside(self.line_total, self.vat_rate) };
        (gross.max(net), gross.max(net) - net)
    }
}

/// How a ledger entry counts in the sales.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    /// A credit or reversal: refunded, or no longer owed.
    GivenUp,
    /// A payment or refund.
    Money,
}

impl EntryKind {
    /// Parses the ledger's word. None for charges: they are the order's current state.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "credit" | "reversal" => Some(Self::GivenUp),
            "payment" | "payment_reversal" | "refund" => Some(Self::Money),
            _ => None,
        }
    }
}

/// How an order's status counts in the sales.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SaleStatus {
    /// A draft, or cancelled.
    NoSale,
    /// Placed, whatever its later status.
    Placed,
}

impl SaleStatus {
    /// Parses the order's status.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "DRFT" | "CNCL" => Some(Self::NoSale),
            "PEND" | "PAID" | "PRCS" | "RDYS" | "SHPD" | "RDYP" | "ODLV" | "DLVR" | "SDLV" | "RFSD" | "RTRN" => {
                Some(Self::Placed)
            }
            _ => None,
        }
    }
}

db::stored_words! {
    EntryKind, "order_entries" "kind";
    SaleStatus, "orders" "status";
}

/// A ledger entry, signed as there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// How it counts.
    pub kind: EntryKind,
    /// Signed amount.
    pub amount: i64,
    /// The VAT in it.
    pub vat: i64,
    /// Time of the entry.
    pub at: Millis,
    /// The refund that it belongs to.
    pub refund: Option<RefundId>,
}

/// A refund's parts, without VAT.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Refund {
    /// Shipping.
    pub shipping: i64,
    /// The payment fee.
    pub fees: i64,
    /// Goods, by line.
    pub lines: Vec<(i64, i64)>,
}

/// The data of an order that counts in the sales.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderSale {
    /// When it was placed.
    pub created_at: Millis,
    /// Neither a draft nor cancelled.
    pub is_counted: bool,
    /// It is its customer's first order.
    pub is_first: bool,
    /// Time of a refusal on delivery of an unpaid order: from then on it counts as cancelled.
    pub refused_at: Option<Millis>,
    /// VAT settings of the order.
    pub vat_rule: VatRule,
    /// Shipping fees, with or without VAT as the store's prices are.
    pub shipping_fees: i64,
    /// Payment fees, with or without VAT as the store's prices are.
    pub payment_fees: i64,
    /// All VAT.
    pub vat: i64,
    /// Its lines.
    pub lines: Vec<Line>,
    /// Ledger entries, oldest first.
    pub entries: Vec<Entry>,
    /// Refunds by their ids.
    pub refunds: BTreeMap<RefundId, Refund>,
    /// Returned pieces: time, line, quantity.
    pub returned: Vec<(Millis, i64, i64)>,
}

/// Pieces and net sales of a product.
pub type Goods = BTreeMap<ProductId, (i64, i64)>;

/// What an order adds to an hour.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Part {
    /// The figures of the hour.
    pub figures: Figures,
    /// By product; adds up to `figures.pieces` and the net sales.
    pub goods: Goods,
}

/// An order's contribution to each hour since 1970; hours without one are absent.
pub type Parts = BTreeMap<i64, Part>;

fn hour(at: Millis) -> i64 {
    at.0.div_euclid(Millis::HOUR)
}

/// The amounts that are left of the order while its events are applied.
struct Remaining {
    total: Figures,
    goods: Goods,
}

impl Remaining {
    fn from_order(order: &OrderSale) -> Self {
        let VatRule { is_included, .. } = order.vat_rule;
        let mut total = Figures { orders: 1, first_orders: i64::from(order.is_first), vat: order.vat, ..Figures::default() };
        let mut goods = Goods::new();
        for line in &order.lines {
            let (gross, discount) = line.goods(is_included);
            total.gross += gross;
            total.discounts += discount;
            total.pieces += line.quantity;
            let of = goods.entry(line.product).or_default();
            *of = (of.0 + line.quantity, of.1 + gross - discount);
        }
        let vat_of_goods: i64 = order.lines.iter().map(|l| l.vat).sum();
        let (mut shipping, mut fees) = (order.shipping_fees, order.payment_fees);
        if is_included {
            let vat_of_fees = order.vat - vat_of_goods;
            let of_shipping = if fees == 0 { vat_of_fees } else { order.vat_rule.vat_of(shipping).min(vat_of_fees) };
            (shipping, fees) = (shipping - of_shipping, fees - (vat_of_fees - of_shipping));
        }
        (total.shipping, total.fees) = (shipping, fees);
        Self { total, goods }
    }

    /// Subtracts a credit or reversal: its VAT, its known parts of shipping and fees, and the rest from the goods, each as far as
    /// there is something left.
    fn subtract_credit(&mut self, amount: i64, vat: i64, refund: Option<&Refund>) -> Figures {
        let remaining = self.total;
        let amount = amount.clamp(0, remaining.total().max(0));
        let vat = vat.clamp(0, amount).min(remaining.vat.max(0));
        let mut rest = amount - vat;
        let mut take = |most: i64, available: i64| {
            let n = most.min(rest).min(available).max(0);
            rest -= n;
            n
        };
        let (of_shipping, of_fees) = refund.map_or((0, 0), |r| (r.shipping, r.fees));
        let mut fees = take(of_fees, remaining.fees);
        let mut shipping = take(of_shipping, remaining.shipping);
        let goods = take(i64::MAX, remaining.net());
        shipping += take(i64::MAX, remaining.shipping - shipping);
        fees += take(i64::MAX, remaining.fees - fees);
        // Rounding may leave the last minor unit in the VAT.
        let part = Figures { returns: goods, shipping: -shipping, fees: -fees, vat: -(vat + rest), ..Figures::default() };
        self.total += part;
        part
    }

    /// Divides reduced goods among their products.
    fn divide(&mut self, goods: i64, weights: &Goods) -> Goods {
        let known: Vec<(ProductId, i64)> =
            weights.iter().map(|(id, (_, net))| (*id, (*net).max(0))).filter(|(_, net)| *net > 0).collect();
        let all: Vec<(ProductId, i64)> = self.goods.iter().map(|(id, (_, net))| (*id, (*net).max(0))).collect();
        let candidates = if known.is_empty() { all } else { known };
        if goods == 0 || candidates.is_empty() {
            return Goods::new();
        }
        let shares = money::allocate(goods, &candidates.iter().map(|(_, net)| *net).collect::<Vec<_>>());
        let mut out = Goods::new();
        for ((id, _), n) in candidates.iter().zip(shares) {
            self.goods.entry(*id).or_default().1 -= n;
            out.entry(*id).or_default().1 -= n;
        }
        out
    }
}

/// An event after an order was placed.
enum Event<'a> {
    Entry(&'a Entry),
    Back(i64, i64),
    Refused,
}

/// An order's contribution by hour, over all its events so far.
#[must_use]
pub fn parts(order: &OrderSale) -> Parts {
    let mut parts = Parts::new();
    let mut events: Vec<(Millis, u8, Event<'_>)> = order.entries.iter().map(|e| (e.at, 1, Event::Entry(e))).collect();
    events.extend(order.returned.iter().map(|(at, line, n)| (*at, 0, Event::Back(*line, *n))));
    events.extend(order.refused_at.map(|at| (at, 2, Event::Refused)));
    events.sort_by_key(|(at, rank, _)| (*at, *rank));
    let mut remaining = Remaining::from_order(order);
    if order.is_counted {
        let part = parts.entry(hour(order.created_at)).or_default();
        (part.figures, part.goods) = (remaining.total, remaining.goods.clone());
    }
    let mut is_counted = order.is_counted;
    for (at, _, event) in events {
        let part = parts.entry(hour(at)).or_default();
        match event {
            Event::Entry(Entry { kind: EntryKind::Money, amount, .. }) => part.figures.received += amount,
            _ if !is_counted => {}
            Event::Entry(entry) => {
                let refund = entry.refund.and_then(|id| order.refunds.get(&id));
                let credited = remaining.subtract_credit(-entry.amount, -entry.vat, refund);
                part.figures += credited;
                let weights = weights(order, entry, refund);
                for (id, (_, net)) in remaining.divide(credited.returns, &weights) {
                    part.goods.entry(id).or_default().1 += net;
                }
            }
            Event::Back(line, n) => {
                part.figures.pieces -= n;
                remaining.total.pieces -= n;
                if let Some(line) = order.lines.iter().find(|l| l.line == line) {
                    part.goods.entry(line.product).or_default().0 -= n;
                    remaining.goods.entry(line.product).or_default().0 -= n;
                }
            }
            Event::Refused => {
                part.figures += -remaining.total;
                for (id, (pieces, net)) in &remaining.goods {
                    let of = part.goods.entry(*id).or_default();
                    *of = (of.0 - pieces, of.1 - net);
                }
                is_counted = false;
            }
        }
    }
    for part in parts.values_mut() {
        part.goods.retain(|_, sums| *sums != (0, 0));
    }
    parts.retain(|_, part| !part.figures.is_nothing() || !part.goods.is_empty());
    parts
}

/// The products of an entry: the refund's lines, or the pieces returned in the same transaction.
fn weights(order: &OrderSale, entry: &Entry, refund: Option<&Refund>) -> Goods {
    let mut out = Goods::new();
    let product = |line: i64| order.lines.iter().find(|l| l.line == line);
    if let Some(refund) = refund {
        for (line, net) in &refund.lines {
            if let Some(line) = product(*line) {
                out.entry(line.product).or_default().1 += net;
            }
        }
        return out;
    }
    for (at, line, n) in &order.returned {
        if let Some(line) = product(*line).filter(|l| *at == entry.at && l.quantity > 0) {
            let (gross, discount) = line.goods(order.vat_rule.is_included);
            out.entry(line.product).or_default().1 +=
                money::div_half_up(i128::from(gross - discount) * i128::from(*n), i128::from(line.quantity));
        }
    }
    out
}

/// An order's contribution to its customer's value: its total sales. `charged` is its total less the part that is no longer owed.
#[must_use]
pub const fn value(is_counted: bool, is_refused: bool, charged: i64) -> i64 {
    if is_counted && !is_refused { charged } else { 0 }
}

/// The sum over all hours of an order.
#[must_use]
pub fn sum(parts: &Parts) -> Figures {
    let mut all = Figures::default();
    for part in parts.values() {
        all += part.figures;
    }
    all
}
