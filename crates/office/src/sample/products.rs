//! Sample products: Arabic and English texts, prices in the store's currency, some with colours and sizes.

use kernel::{CategoryId, Currency, Texts};

use super::pictures::Pictures;
use super::rng::Rng;
use super::words::{COLORS, GOODS, Good, QUALITIES, SIZES};
use catalog::model::{ProductDraft, ProductOption, ProductType, VariantDraft, WeightUnit};

/// Usual price endings: .00, .50 or .95 where the currency has cents.
fn price(rng: &mut Rng, low: i64, high: i64, currency: Currency) -> i64 {
    let scale = 10_i64.pow(currency.exponent());
    let ending = *rng.pick(&[0, 0, 0, 50, 95]);
    rng.between(low, high) * scale + ending * scale / 100
}

/// Stores with more products are for benchmarks and tests; smaller ones have a product of each kind before a second of any.
const SHOWN: usize = 200;

/// The `n`th product of a store of `count`.
pub(super) fn draft(
    rng: &mut Rng,
    (n, count): (usize, usize),
    currency: Currency,
    categories: &[CategoryId],
    pictures: &Pictures,
) -> ProductDraft {
    let kind = if count > SHOWN { rng.below(GOODS.len()) } else { n % GOODS.len() };
    let Good { ar, en, category, prices: (low, high), has_sizes, .. } = GOODS[kind];
    let (quality_ar, quality_en) = rng.pick(QUALITIES);
    let regular_price = price(rng, low, high, currency);
    let is_multi = rng.chance(if has_sizes { 70 } else { 10 });
    let is_on_sale = rng.chance(20);
    let mut draft = ProductDraft {
        name: Texts::new(format!("{ar} {quality_ar} {}", n + 1), format!("{quality_en} {} {}", en.to_lowercase(), n + 1)),
        short_description: Texts::new(
            format!("{ar} {quality_ar} بعناية في كل تفصيل."),
            format!("{quality_en} {}, made with care.", en.to_lowercase()),
        ),
        description: Texts::new(
            format!("<p>{ar} {quality_ar} مختار من أجود الخامات.</p><ul><li>ضمان الجودة</li><li>تغليف هدايا مجاني</li></ul>"),
            format!(
                "<p>A {} {} of the finest materials.</p><ul><li>Quality guaranteed</li><li>Free gift wrapping</li></ul>",
                quality_en.to_lowercase(),
                en.to_lowercase()
            ),
        ),
        category_ids: categories.get(category).copied().into_iter().collect(),
        image_ids: pictures.of_product(kind, n / GOODS.len()),
        regular_price: Some(regular_price),
        sale_price: is_on_sale.then(|| regular_price - regular_price * rng.between(10, 35) / 100),
        cost_price: Some(regular_price * rng.between(40, 65) / 100),
        sku: Some(format!("RWJ-{:06}", n + 1)),
        qty: if rng.chance(6) { 0 } else { rng.between(3, 400) },
        weight_grams: rng.between(1, 30) * 50,
        weight_unit: WeightUnit::G,
        is_published: !rng.chance(4),
        tags: vec![if is_on_sale { "تخفيضات".to_owned() } else { "جديد".to_owned() }],
        ..ProductDraft::default()
    };
    if is_multi {
        draft.product_type = ProductType::Multi;
        draft.qty = 0;
        let first = rng.below(COLORS.len());
        let chosen = [0, 1].map(|i| COLORS[(first + i) % COLORS.len()]);
        let colors = chosen.map(|(ar, _)| ar.to_owned()).to_vec();
        // A value is its Arabic name; pages in English show the other.
        let value_texts = chosen.map(|(ar, en)| (ar.to_owned(), Texts::new(ar, en))).into();
        draft.options =
            vec![ProductOption { name: "color".into(), values: colors.clone(), value_texts, ..ProductOption::default() }];
        let sizes: Vec<String> = if has_sizes { SIZES.iter().map(|s| (*s).to_owned()).collect() } else { Vec::new() };
        if has_sizes {
            draft.options.push(ProductOption { name: "size".into(), values: sizes.clone(), ..ProductOption::default() });
        }
        for color in &colors {
            for size in sizes.iter().map(Some).chain(sizes.is_empty().then_some(None)) {
                let values: Vec<String> = [Some(color), size].into_iter().flatten().cloned().collect();
                let number = draft.variants.len() + 1;
                draft.variants.push(VariantDraft {
                    sku: Some(format!("RWJ-{:06}-{number}", n + 1)),
                    option_values: values,
                    qty: rng.between(0, 80),
                    ..VariantDraft::default()
                });
            }
        }
    }
    draft
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn th_04_the_colours_of_a_sample_product_have_a_name_in_each_language() {
        let mut rng = Rng::new(1);
        let mut options = 0;
        for n in 0..GOODS.len() {
            let product = draft(&mut rng, (n, GOODS.len()), Currency::SAR, &[], &Pictures::default());
            for option in product.options.iter().filter(|option| option.name == "color") {
                options += 1;
                for value in &option.values {
                    let texts = &option.value_texts[value];
                    assert_eq!(texts.ar, *value);
                    assert!(texts.en.is_ascii() && !texts.en.is_empty(), "{value}");
                }
            }
            assert!(product.check(Currency::SAR, kernel::Lang::Ar).is_ok());
        }
        assert!(options > 0);
    }
}
