//! A whole checkout: two products into the cart, the checkout page, the form saved as the page's script saves it, the order.

use std::io;
use std::sync::Arc;

use super::{Shop, expect, get, post};
use crate::http::Connection;
use crate::load::Scenario;

/// How many of the shoppers have never ordered: one in this many, as in the sample data.
const NEW_IN: usize = 3;

/// Consecutive shoppers on one connection.
pub struct Checkout {
    shop: Shop,
    client: usize,
    count: usize,
    /// The payment method that is chosen; else the first one.
    method: Option<Arc<str>>,
    /// A parcel of its own; else two products to Riyadh.
    parcel: Option<Parcel>,
}

/// One product that is brought to a city of Egypt.
#[derive(Debug, Clone)]
pub struct Parcel {
    /// The product.
    pub product: Arc<str>,
    /// How much of it.
    pub pieces: usize,
    /// The city.
    pub city: &'static str,
    /// The shipping method that is chosen.
    pub delivery: Arc<str>,
}

impl Checkout {
    /// Of the `client`th connection.
    #[must_use]
    pub fn new(shop: Shop, client: usize) -> Self {
        Self { shop, client, count: 0, method: None, parcel: None }
    }

    /// With a payment method other than the first one.
    #[must_use]
    pub fn paying_with(self, method: Arc<str>) -> Self {
        Self { method: Some(method), ..self }
    }

    /// With a parcel of its own.
    #[must_use]
    pub fn sending(self, parcel: Parcel) -> Self {
        Self { parcel: Some(parcel), ..self }
    }

    /// What is bought: products with their pieces.
    fn goods(&self) -> Vec<(Arc<str>, usize)> {
        let Self { shop, client, count, parcel, .. } = self;
        match parcel {
            Some(parcel) => vec![(parcel.product.clone(), parcel.pieces)],
            None => (0..2)
                .map(|i| (shop.products[(client * 31 + count * 7 + i * 13) % shop.products.len()].as_str().into(), 1))
                .collect(),
        }
    }

    /// Country and city of the address.
    fn place(&self) -> (&'static str, &'static str) {
        self.parcel.as_ref().map_or(("SA", "الرياض"), |parcel| ("EG", parcel.city))
    }

    /// Name and mobile number of the next shopper.
    fn shopper(&self) -> (String, String) {
        let n = self.client * 100_003 + self.count * 7;
        if self.parcel.is_some() {
            return ("منى علي".into(), format!("010{:08}", n % 100_000_000));
        }
        if self.count.is_multiple_of(NEW_IN) {
            return ("نورة الدوسري".into(), format!("058{:07}", n % 10_000_000));
        }
        self.shop.known[n % self.shop.known.len()].clone()
    }
}

fn encode(text: &str) -> String {
    text.bytes().map(|b| if b.is_ascii_alphanumeric() { char::from(b).to_string() } else { format!("%{b:02X}") }).collect()
}

/// The value of a field in a page: of a hidden input, or of the first choice.
fn field(page: &[u8], name: &str) -> io::Result<String> {
    let text = std::str::from_utf8(page).map_err(io::Error::other)?;
    let found = || {
        let rest = text.split_once(&format!("name=\"{name}\""))?.1;
        rest.split_once("value=\"")?.1.split('"').next()
    };
    found().map(encode).ok_or_else(|| io::Error::other(format!("no field {name} on the checkout page")))
}

const FORM: &str = "application/x-www-form-urlencoded";
/// The header that the page's script sends.
const SCRIPT: &str = "x-requested-with: fetch\r\n";

impl Checkout {
    /// Whether the first page has the total of other methods.
    fn saves_twice(&self) -> bool {
        self.method.is_some() || self.parcel.is_some()
    }

    /// One checkout; where its answer leads.
    pub(crate) async fn buy(&mut self, c: &mut Connection) -> io::Result<String> {
        self.count += 1;
        let host = &self.shop.host;
        // A network for each: one network may reserve goods only for so many checkouts a day.
        let network = self.client * 4_096 + self.count % 4_096;
        let mut headers = format!("x-forwarded-for: 10.{}.{}.{}\r\n", network >> 16 & 255, network >> 8 & 255, network & 255);
        for (i, (product, pieces)) in self.goods().into_iter().enumerate() {
            let body = format!("product_id={product}&quantity={pieces}");
            let answer = expect(c.send(&post(host, "/cart", &format!("{headers}{SCRIPT}"), FORM, &body), true).await?, 200)?;
            if i == 0 {
                headers += &format!("cookie: {}\r\n", answer.cookies.join("; "));
            }
        }
        let page = expect(c.send(&get(host, "/checkout", &headers), true).await?, 200)?.body;
        let ((name, mobile), (country, city)) = (self.shopper(), self.place());
        let person = format!(
            "name={}&mobile={mobile}&email=&receive=courier&country={country}&city={}&street={}&district=&building=&postal_code=&short_address=&details=&note=",
            encode(&name),
            encode(city),
            encode("شارع التحلية"),
        );
        let form = |page: &[u8], methods: &str| -> io::Result<String> {
            Ok(format!("version={}&seen_total={}&{person}{methods}", field(page, "version")?, field(page, "seen_total")?))
        };
        let body = form(&page, "")?;
        let page =
            expect(c.send(&post(host, "/checkout/save", &format!("{headers}{SCRIPT}"), FORM, &body), true).await?, 200)?.body;
        let shipping = match &self.parcel {
            Some(parcel) => encode(&parcel.delivery),
            None => field(&page, "shipping_method_id")?,
        };
        let payment = match &self.method {
            Some(method) => encode(method),
            None => field(&page, "payment_method_id")?,
        };
        let methods = format!("&shipping_method_id={shipping}&payment_method_id={payment}");
        let mut body = form(&page, &methods)?;
        if self.saves_twice() {
            // The page has the total with the fees of what was chosen.
            let save = post(host, "/checkout/save", &format!("{headers}{SCRIPT}"), FORM, &body);
            body = form(&expect(c.send(&save, true).await?, 200)?.body, &methods)?;
        }
        let answer = expect(c.send(&post(host, "/checkout", &headers, FORM, &body), true).await?, 303)?;
        match answer.location {
            Some(to) if to.contains("/orders/") => Ok(to),
            other => Err(io::Error::other(format!("the order was not placed: {other:?}"))),
        }
    }
}

impl Scenario for Checkout {
    async fn step(&mut self, c: &mut Connection) -> io::Result<u64> {
        self.buy(c).await?;
        let lines = if self.parcel.is_some() { 1 } else { 2 };
        Ok(3 + lines + u64::from(self.saves_twice()))
    }
}
