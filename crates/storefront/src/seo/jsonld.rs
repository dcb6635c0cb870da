//! Structured data (contracts/standards.md §1.3): prices are plain strings with a dot, URLs absolute.

use kernel::{Currency, money};
use serde_json::{Value, json};

/// Shipping and return terms of every offer of a product.
#[derive(Debug, Clone, Default)]
pub(crate) struct Terms {
    /// One [`shipping`] per courier.
    pub(crate) shipping: Vec<Value>,
    /// [`returns`].
    pub(crate) returns: Option<Value>,
    /// [`city`] entries, where delivery is limited to some cities.
    pub(crate) cities: Vec<Value>,
}

/// A city that is delivered to. Its shipping cost cannot be stated: the destination of `OfferShippingDetails` is a region with an
/// ISO code or postal codes, and a price for a country would promise it everywhere.
pub(crate) fn city(name: &str, country: &str) -> Value {
    json!({"@type": "City", "name": name, "containedInPlace": {"@type": "Country", "name": country}})
}

/// A courier's shipping cost within countries.
pub(crate) fn shipping(cost: i64, currency: Currency, countries: &[String]) -> Value {
    let to: Vec<Value> = countries.iter().map(|c| json!({"@type": "DefinedRegion", "addressCountry": c})).collect();
    json!({
        "@type": "OfferShippingDetails",
        "shippingRate": {"@type": "MonetaryAmount", "value": money::format(cost, currency), "currency": currency.code()},
        "shippingDestination": to,
    })
}

/// The return policy: the page that describes it.
pub(crate) fn returns(country: &str, link: &str) -> Value {
    json!({"@type": "MerchantReturnPolicy", "applicableCountry": country, "merchantReturnLink": link})
}

/// The offer of one product or variant.
#[derive(Debug, Clone)]
pub(crate) struct Offer<'t> {
    /// Absolute.
    pub(crate) url: String,
    /// The current price that the page shows, minor units.
    pub(crate) price: i64,
    /// Price without the sale.
    pub(crate) was: Option<i64>,
    pub(crate) currency: Currency,
    pub(crate) is_in_stock: bool,
    /// When the sale ends, as a date or a time.
    pub(crate) valid_until: Option<String>,
    pub(crate) terms: &'t Terms,
}

impl Offer<'_> {
    fn value(&self) -> Value {
        let amount = |minor| money::format(minor, self.currency);
        let state = if self.is_in_stock { "InStock" } else { "OutOfStock" };
        let mut offer = json!({
            "@type": "Offer",
            "url": self.url,
            "priceCurrency": self.currency.code(),
            "price": amount(self.price),
            "availability": format!("https://schema.org/{state}"),
            "itemCondition": "https://schema.org/NewCondition",
        });
        if let Some(was) = self.was {
            offer["priceSpecification"] = json!([{
                "@type": "UnitPriceSpecification",
                "priceType": "https://schema.org/StrikethroughPrice",
                "price": amount(was),
                "priceCurrency": self.currency.code(),
            }]);
        }
        if let Some(until) = &self.valid_until {
            offer["priceValidUntil"] = json!(until);
        }
        if !self.terms.shipping.is_empty() {
            offer["shippingDetails"] = json!(self.terms.shipping);
        }
        if !self.terms.cities.is_empty() {
            offer["areaServed"] = json!(self.terms.cities);
        }
        if let Some(returns) = &self.terms.returns {
            offer["hasMerchantReturnPolicy"] = returns.clone();
        }
        offer
    }
}

/// The property name of a barcode that is a GTIN.
fn gtin(code: &str) -> Option<&'static str> {
    if !code.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let name = match code.len() {
        8 => "gtin8",
        12 => "gtin12",
        13 => "gtin13",
        14 => "gtin14",
        _ => return None,
    };
    // The check digit: weights 3 and 1 from the right; search engines refuse an invalid GTIN.
    let sum: u32 =
        code.bytes().rev().skip(1).enumerate().map(|(i, b)| u32::from(b - b'0') * if i % 2 == 0 { 3 } else { 1 }).sum();
    let last = u32::from(code.as_bytes()[code.len() - 1] - b'0');
    ((10 - sum % 10) % 10 == last).then_some(name)
}

/// The brand; `None` when blank.
fn brand(name: &str) -> Option<Value> {
    (!name.trim().is_empty()).then(|| json!({"@type": "Brand", "name": name.trim()}))
}

/// An option value of a variant: the option as the product stores it, and its name in the page's language.
#[derive(Debug, Clone)]
pub(crate) struct Chosen {
    pub(crate) option: String,
    pub(crate) label: String,
    pub(crate) value: String,
}

/// A basic product. An offer needs a price above zero, so a free product has none.
pub(crate) fn product(
    name: &str,
    description: &str,
    images: &[String],
    sku: Option<&str>,
    barcode: Option<&str>,
    of_brand: Option<&str>,
    offer: &Offer<'_>,
) -> Value {
    let mut data = json!({"@context": "https://schema.org", "@type": "Product", "name": name});
    if !description.is_empty() {
        data["description"] = json!(description);
    }
    if !images.is_empty() {
        data["image"] = json!(images);
    }
    if let Some(sku) = sku {
        data["sku"] = json!(sku);
    }
    if let Some(brand) = of_brand.and_then(brand) {
        data["brand"] = brand;
    }
    if let Some((name, code)) = barcode.and_then(|c| gtin(c).map(|n| (n, c))) {
        data[name] = json!(code);
    }
    if offer.price > 0 {
        data["offers"] = offer.value();
    }
    data
}

/// A product with variants: each with its own values, offer and URL, and one canonical URL for the group.
pub(crate) fn product_group(
    id: &str,
    name: &str,
    description: &str,
    images: &[String],
    of_brand: Option<&str>,
    options: &[String],
    variants: Vec<(Value, Vec<Chosen>)>,
) -> Value {
    let varies: Vec<String> = options.iter().filter_map(|o| schema_option(o)).collect();
    let has_variant: Vec<Value> = variants
        .into_iter()
        .map(|(mut v, values)| {
            if let Some(map) = v.as_object_mut() {
                map.remove("@context");
            }
            let mut extra = Vec::new();
            for Chosen { option, label, value } in values {
                match schema_option(&option) {
                    Some(url) => v[url.rsplit('/').next().unwrap_or("color")] = json!(value),
                    None => extra.push(json!({"@type": "PropertyValue", "name": label, "value": value})),
                }
            }
            if !extra.is_empty() {
                v["additionalProperty"] = json!(extra);
            }
            v
        })
        .collect();
    let mut data = json!({"@context": "https://schema.org", "@type": "ProductGroup", "productGroupID": id, "name": name});
    if !description.is_empty() {
        data["description"] = json!(description);
    }
    if !images.is_empty() {
        data["image"] = json!(images);
    }
    if let Some(brand) = of_brand.and_then(brand) {
        data["brand"] = brand;
    }
    if !varies.is_empty() {
        data["variesBy"] = json!(varies);
    }
    data["hasVariant"] = json!(has_variant);
    data
}

fn schema_option(name: &str) -> Option<String> {
    match name.to_lowercase().as_str() {
        "color" | "colour" | "اللون" | "لون" => Some("https://schema.org/color".into()),
        "size" | "المقاس" | "مقاس" | "الحجم" => Some("https://schema.org/size".into()),
        "material" | "الخامة" => Some("https://schema.org/material".into()),
        _ => None,
    }
}

/// The breadcrumb from the front page; the last step is the current page.
pub(crate) fn breadcrumb(steps: &[(String, Option<String>)]) -> Value {
    let items: Vec<Value> = steps
        .iter()
        .enumerate()
        .map(|(i, (name, url))| {
            let mut item = json!({"@type": "ListItem", "position": i + 1, "name": name});
            if let Some(url) = url {
                item["item"] = json!(url);
            }
            item
        })
        .collect();
    json!({"@context": "https://schema.org", "@type": "BreadcrumbList", "itemListElement": items})
}

/// The products of a page, by URL.
pub(crate) fn item_list(urls: &[String]) -> Value {
    let items: Vec<Value> =
        urls.iter().enumerate().map(|(i, url)| json!({"@type": "ListItem", "position": i + 1, "url": url})).collect();
    json!({"@context": "https://schema.org", "@type": "ItemList", "itemListElement": items})
}

/// The store itself, on the front page.
pub(crate) fn organization(name: &str, url: &str, logo: Option<&str>, phone: &str, email: &str) -> Value {
    let mut data = json!({"@context": "https://schema.org", "@type": "OnlineStore", "name": name, "url": url});
    if let Some(logo) = logo {
        data["logo"] = json!(logo);
    }
    if !email.is_empty() {
        data["email"] = json!(email);
    }
    if !phone.is_empty() {
        data["contactPoint"] = json!({"@type": "ContactPoint", "telephone": phone, "contactType": "customer service"});
    }
    data
}

/// The site and its search.
pub(crate) fn website(name: &str, url: &str, search: &str, lang: &str) -> Value {
    json!({
        "@context": "https://schema.org", "@type": "WebSite", "name": name, "url": url, "inLanguage": lang,
        "potentialAction": {"@type": "SearchAction", "target": format!("{search}?q={{search_term_string}}"), "query-input": "required name=search_term_string"}
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offer(price: i64) -> Offer<'static> {
        static NONE: Terms = Terms { shipping: Vec::new(), returns: None, cities: Vec::new() };
        Offer {
            terms: &NONE,
            url: "https://a.example/products/%D8%AB".into(),
            price,
            was: None,
            currency: Currency::SAR,
            is_in_stock: true,
            valid_until: None,
        }
    }

    #[test]
    fn the_minimal_shape_of_the_contract() {
        let data =
            product("ثوب قطن", "", &["https://a.example/1.jpg".into()], Some("THB-01"), None, Some("دار العود"), &offer(12_000));
        assert_eq!(
            data,
            json!({"@context": "https://schema.org", "@type": "Product", "name": "ثوب قطن", "image": ["https://a.example/1.jpg"], "sku": "THB-01",
                "brand": {"@type": "Brand", "name": "دار العود"},
                "offers": {"@type": "Offer", "url": "https://a.example/products/%D8%AB", "priceCurrency": "SAR", "price": "120.00",
                    "availability": "https://schema.org/InStock", "itemCondition": "https://schema.org/NewCondition"}})
        );
    }

    #[test]
    fn a_free_product_has_no_offer_and_a_sale_keeps_the_old_price() {
        assert!(product("x", "", &[], None, None, Some(" "), &offer(0)).get("offers").is_none());
        let sale = Offer { was: Some(15_000), ..offer(12_000) };
        assert_eq!(sale.value()["priceSpecification"][0]["price"], "150.00");
        assert_eq!(Offer { currency: Currency::KWD, ..offer(1_250) }.value()["price"], "1.250");
    }

    #[test]
    fn what_the_store_says_of_delivery_and_returns_is_in_the_offer() {
        let terms = Terms {
            shipping: vec![shipping(2_500, Currency::SAR, &["SA".into()])],
            returns: Some(returns("SA", "https://a.example/pages/returns")),
            cities: vec![city("الرياض", "SA")],
        };
        let value = Offer { terms: &terms, ..offer(12_000) }.value();
        assert_eq!(
            value["shippingDetails"][0]["shippingRate"],
            json!({"@type": "MonetaryAmount", "value": "25.00", "currency": "SAR"})
        );
        assert_eq!(value["shippingDetails"][0]["shippingDestination"][0]["addressCountry"], "SA");
        assert_eq!(value["hasMerchantReturnPolicy"]["merchantReturnLink"], "https://a.example/pages/returns");
        assert_eq!(value["areaServed"][0]["name"], "الرياض");
        let silent = offer(12_000).value();
        assert!(
            silent.get("shippingDetails").is_none() && silent.get("areaServed").is_none(),
            "nothing is told that is not known"
        );
    }

    #[test]
    fn only_real_gtins_are_called_so() {
        assert_eq!(gtin("4006381333931"), Some("gtin13"));
        assert_eq!(gtin("4006381333932"), None);
        assert_eq!(gtin("036000291452"), Some("gtin12"));
        assert_eq!(gtin("ABC"), None);
    }

    #[test]
    fn pr_02_variants_are_a_group() {
        let chosen =
            |option: &str, label: &str, value: &str| Chosen { option: option.into(), label: label.into(), value: value.into() };
        let v = product("x", "", &[], Some("X-1"), None, None, &offer(100));
        let group = product_group(
            "prd_1",
            "x",
            "",
            &[],
            Some("دار العود"),
            &["color".into(), "نكهة".into()],
            vec![(v, vec![chosen("color", "Color", "Red"), chosen("نكهة", "Flavour", "Lemon")])],
        );
        assert_eq!(group["@type"], "ProductGroup");
        assert_eq!(group["variesBy"], json!(["https://schema.org/color"]));
        assert_eq!(group["brand"]["name"], "دار العود");
        assert_eq!(group["hasVariant"][0]["color"], "Red");
        let extra = &group["hasVariant"][0]["additionalProperty"][0];
        assert_eq!((&extra["name"], &extra["value"]), (&json!("Flavour"), &json!("Lemon")));
        assert!(group["hasVariant"][0].get("@context").is_none());
    }
}
