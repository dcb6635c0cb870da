//! Reads a file as an import would, without a store: for the tests of exports.

use kernel::{Currency, Lang, Texts};

use super::convert::{Rules, is_same};
use super::formats::{self, Context, Format, default_mapping, detect, read_table};
use crate::model::ProductDraft;
use platform::imports::model::Mode;

/// A product of a file with the store's product that it matches.
pub(crate) struct Back {
    pub(crate) id: Option<String>,
    pub(crate) input: ProductDraft,
    pub(crate) is_same: bool,
    pub(crate) categories: Vec<Vec<Texts>>,
    pub(crate) images: Vec<String>,
    pub(crate) of_variants: Vec<Option<String>>,
}

/// The products of a file, each applied to the store's product.
pub(crate) fn read_back(bytes: &[u8], currency: Currency, existing: &[Option<&ProductDraft>]) -> Vec<Result<Back, String>> {
    let table = read_table(bytes).unwrap();
    let format = detect(&table);
    assert_eq!(format, Format::Rawaj);
    let mapping = default_mapping(&table, format);
    assert!(mapping.columns.iter().all(Option::is_some), "{:?} {:?}", table.headers, mapping.columns);
    let rules = Rules::new(&mapping, &table.headers, Lang::Ar, currency, "Asia/Riyadh", Mode::Both);
    let mut out = Vec::new();
    let context = Context { currency, default_lang: Lang::Ar, is_partial: false };
    formats::parse_each(&table, &mapping, &context, |read| {
        let old = existing.get(out.len()).copied().flatten();
        out.push(match read.product {
            Err(failed) => Err(format!("{failed:?}")),
            Ok(product) => rules.input(&product, old).map_err(|faults| format!("{faults:?}")).map(|(input, _)| Back {
                is_same: old.is_some_and(|old| is_same(&input, old)),
                id: product.store_id,
                input: (*input).clone(),
                categories: product.categories,
                images: product.images.into_iter().map(|image| image.url).collect(),
                of_variants: product.variants.into_iter().map(|variant| variant.image).collect(),
            }),
        });
    })
    .unwrap();
    out
}
