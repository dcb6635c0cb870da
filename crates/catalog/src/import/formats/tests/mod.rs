//! Tests of the readers: own samples, third-party samples when they are there, faults, arbitrary bytes.

mod faults;
mod fuzz;
mod own_samples;
mod third_party;

use kernel::Lang;

use super::*;

const SAR: Context = Context { currency: kernel::Currency::SAR, default_lang: Lang::Ar, is_partial: false };

fn read(bytes: &[u8]) -> (Table, Format, Parsed) {
    let table = read_table(bytes).unwrap();
    let format = detect(&table);
    let mapping = default_mapping(&table, format);
    let parsed = parse(&table, &mapping, &SAR).unwrap();
    (table, format, parsed)
}

fn parse_text(text: &str) -> Parsed {
    read(text.as_bytes()).2
}

/// The option values of a variant, in the store's language.
fn values(product: &ImportProduct, variant: usize, lang: Lang) -> Vec<String> {
    let variant = &product.variants[variant];
    variant.values.iter().zip(&product.options).map(|(value, option)| option.values[*value].text.get(lang).to_owned()).collect()
}

/// Sum of the regular price of what can be bought, one per row of the file.
fn sum_of_prices(parsed: &Parsed) -> i64 {
    let mut sum = 0;
    for product in &parsed.products {
        let mut rows: Vec<(u32, i64)> =
            product.variants.iter().filter_map(|variant| Some((variant.record, variant.item.regular_price?))).collect();
        rows.dedup();
        if rows.is_empty() {
            sum += product.item.regular_price.unwrap_or(0);
        }
        sum += rows.iter().map(|(_, price)| price).sum::<i64>();
    }
    sum
}
