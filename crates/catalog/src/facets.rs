//! Facets of a list: which option values its products have, and how many products have each.
//!
//! Bounded: up to [`MOST_COUNTED`] products are counted. Of a larger list the values of its newest products are offered without
//! counts, because a partial count would be wrong.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use db::Conn;
use kernel::{Lang, StoreScope, Texts};

use super::browse::Cards;
use super::card_query::CardQuery;
use super::model::or;
use super::store::facets as store;

/// Products whose values are counted.
pub const MOST_COUNTED: usize = 1_000;
/// Options that are offered.
const MOST_OPTIONS: usize = 6;
/// Values of one option that are offered.
const MOST_VALUES: usize = 24;
/// Products with translations that are read for one value.
const MOST_NAMING: usize = 8;

/// An option that products of a list can be filtered by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facet {
    /// Its folded key: `color`, `size`, or the merchant's word.
    pub key: String,
    /// As a product writes it.
    pub name: String,
    /// Its translations, where a product has one.
    pub texts: Texts,
    /// Values, the most frequent first; sizes and chosen values stay in place.
    pub values: Vec<FacetValue>,
}

/// One of its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FacetValue {
    /// Folded.
    pub key: String,
    /// As a product writes it.
    pub name: String,
    /// Its translations, where a product has one.
    pub texts: Texts,
    /// Products of the list that have it, with the other filters applied; `None` where the list is too long to count.
    pub count: Option<i64>,
    /// The list is filtered by it.
    pub is_chosen: bool,
}

impl Facet {
    /// The option's name in a language.
    #[must_use]
    pub fn name_in(&self, lang: Lang) -> &str {
        or(self.texts.exact(lang), &self.name)
    }
}

impl FacetValue {
    /// The value in a language.
    #[must_use]
    pub fn name_in(&self, lang: Lang) -> &str {
        or(self.texts.exact(lang), &self.name)
    }
}

/// The facets of a list; `cards` is a window of it. A value chosen of an option does not narrow that option's own values, so that
/// another colour can be added to the chosen one.
///
/// # Errors
/// Database errors.
pub async fn facets(c: Conn<'_>, scope: &StoreScope, query: &CardQuery, cards: &Cards) -> db::Result<Vec<Facet>> {
    let (rows, is_counted) = store::list_option_values(c, scope, query, cards.ranking.as_ref(), MOST_COUNTED).await?;
    let mut facets = count(&rows, &query.options, is_counted);
    if !facets.is_empty() {
        let names = store::list_option_names(c, scope, named_by(&rows, &facets)).await?;
        name(&mut facets, &names);
    }
    Ok(facets)
}

/// By key: the number of products that have the value, and its position.
type Values<'r> = BTreeMap<&'r str, (i64, i64)>;

/// Counts values; pure. Names are filled in later by [`name`].
fn count(rows: &[store::OptionRow], chosen: &[(String, Vec<String>)], is_counted: bool) -> Vec<Facet> {
    // The values of each product, by option.
    let mut has: BTreeMap<i64, BTreeMap<&str, BTreeSet<&str>>> = BTreeMap::new();
    for r in rows.iter().filter(|_| !chosen.is_empty()) {
        has.entry(r.product_id).or_default().entry(&r.option_key).or_default().insert(&r.value_key);
    }
    let fits = |product: i64, but: &str| {
        chosen.iter().filter(|(option, _)| option != but).all(|(option, values)| {
            has.get(&product)
                .and_then(|options| options.get(option.as_str()))
                .is_some_and(|had| values.iter().any(|value| had.contains(value.as_str())))
        })
    };
    let is_chosen = |option: &str, value: &str| chosen.iter().any(|(o, values)| o == option && values.iter().any(|v| v == value));
    let mut found: BTreeMap<&str, (i64, Values<'_>)> = BTreeMap::new();
    for r in rows {
        let option = found.entry(&r.option_key).or_default();
        option.0 += 1;
        let value = option.1.entry(&r.value_key).or_insert((0, r.position));
        value.0 += i64::from(fits(r.product_id, &r.option_key));
        value.1 = value.1.min(r.position);
    }
    let mut options: Vec<_> = found.into_iter().collect();
    // Colour and size first, then the most frequent.
    options.sort_by_key(|(key, (n, _))| (*key != "color", *key != "size", std::cmp::Reverse(*n)));
    options.truncate(MOST_OPTIONS);
    options
        .into_iter()
        .filter_map(|(key, (_, values))| {
            let mut values: Vec<_> = values.into_iter().filter(|(value, (n, _))| *n > 0 || is_chosen(key, value)).collect();
            if key == "size" {
                values.sort_by_key(|(value, (_, position))| (*position, *value));
            } else {
                values.sort_by_key(|(value, (n, _))| (std::cmp::Reverse(*n), *value));
            }
            values.truncate(MOST_VALUES);
            let values: Vec<FacetValue> = values
                .into_iter()
                .map(|(value, (n, _))| FacetValue {
                    key: value.to_owned(),
                    name: String::new(),
                    texts: Texts::default(),
                    count: is_counted.then_some(n),
                    is_chosen: is_chosen(key, value),
                })
                .collect();
            // A facet with a single value filters nothing.
            let is_of_use = values.len() > 1 || values.iter().any(|v| v.is_chosen);
            is_of_use.then(|| Facet { key: key.to_owned(), name: String::new(), texts: Texts::default(), values })
        })
        .collect()
}

/// Products to read the names of the offered values from: for each value the first product that has it, and some with
/// translations of it. Reading the names of all products would be most of the work.
fn named_by(rows: &[store::OptionRow], facets: &[Facet]) -> Vec<i64> {
    let mut offered: HashMap<(&str, &str), usize> = HashMap::new();
    for facet in facets {
        offered.extend(facet.values.iter().map(|value| ((facet.key.as_str(), value.key.as_str()), 0)));
    }
    let mut products = BTreeSet::new();
    for r in rows {
        let Some(seen) = offered.get_mut(&(r.option_key.as_str(), r.value_key.as_str())) else { continue };
        if *seen == 0 || r.has_texts && *seen <= MOST_NAMING {
            products.insert(r.product_id);
            *seen += 1;
        }
    }
    products.into_iter().collect()
}

/// Adds the texts of languages that are still missing.
fn add_missing_texts(texts: &mut Texts, more: &Texts) {
    for lang in [Lang::Ar, Lang::En] {
        if texts.exact(lang).trim().is_empty() {
            texts.set(lang, more.exact(lang));
        }
    }
}

/// Fills in the names of options and values; pure.
fn name(facets: &mut [Facet], names: &[store::OptionNames]) {
    for facet in facets {
        for n in names.iter().filter(|n| n.option_key == facet.key) {
            if facet.name.is_empty() {
                facet.name.clone_from(&n.option_name);
            }
            add_missing_texts(&mut facet.texts, &n.option_texts.0);
            let Some(value) = facet.values.iter_mut().find(|value| value.key == n.value_key) else { continue };
            if value.name.is_empty() {
                value.name.clone_from(&n.value_name);
            }
            add_missing_texts(&mut value.texts, &n.value_texts.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(product_id: i64, option: &str, value: &str, position: i64) -> store::OptionRow {
        store::OptionRow { product_id, option_key: option.into(), value_key: value.into(), position, has_texts: false }
    }

    fn names(option: &str, value: &str, option_text: &str, value_text: &str) -> store::OptionNames {
        store::OptionNames {
            option_key: option.into(),
            value_key: value.into(),
            option_name: option.into(),
            value_name: value.into(),
            option_texts: db::Json(Texts::new("", option_text)),
            value_texts: db::Json(Texts::new("", value_text)),
        }
    }

    #[test]
    fn f12_a_value_is_read_in_the_pages_language_as_soon_as_one_product_names_it() {
        let naming = store::OptionRow { has_texts: true, ..row(3, "خامة", "قطن", 0) };
        let rows = [row(1, "خامة", "قطن", 0), row(1, "خامة", "كتان", 1), row(2, "خامة", "قطن", 0), naming];
        let mut facets = count(&rows, &[], true);
        assert_eq!(named_by(&rows, &facets), [1, 3], "the second says nothing that the first does not say");
        name(
            &mut facets,
            &[names("خامة", "قطن", "", ""), names("خامة", "كتان", "", ""), names("خامة", "قطن", "Fabric", "Cotton")],
        );
        let facet = facets.remove(0);
        let read = |lang| (facet.name_in(lang), facet.values.iter().map(|v| v.name_in(lang)).collect::<Vec<_>>());
        assert_eq!(read(Lang::En), ("Fabric", vec!["Cotton", "كتان"]));
        assert_eq!(read(Lang::Ar), ("خامة", vec!["قطن", "كتان"]));
    }

    #[test]
    fn a_value_counts_with_the_other_options_as_they_are_chosen() {
        let rows = [
            row(1, "color", "red", 0),
            row(1, "size", "s", 1),
            row(1, "size", "m", 2),
            row(2, "color", "blue", 0),
            row(2, "size", "m", 2),
            row(3, "color", "red", 0),
            row(3, "size", "l", 3),
        ];
        let counts = |chosen: &[(String, Vec<String>)]| {
            let values = |f: Facet| f.values.into_iter().map(|v| (v.key, v.count)).collect::<Vec<_>>();
            count(&rows, chosen, true).into_iter().map(|f| (f.key.clone(), values(f))).collect::<Vec<_>>()
        };
        let of = |values: &[(&str, i64)]| values.iter().map(|(v, n)| ((*v).to_owned(), Some(*n))).collect::<Vec<_>>();
        let all = counts(&[]);
        assert_eq!(all[0], ("color".into(), of(&[("red", 2), ("blue", 1)])));
        assert_eq!(all[1], ("size".into(), of(&[("s", 1), ("m", 2), ("l", 1)])));
        let red = counts(&[("color".into(), vec!["red".into()])]);
        assert_eq!(red[0].1, of(&[("red", 2), ("blue", 1)]), "another colour can be added");
        assert_eq!(red[1].1, of(&[("s", 1), ("m", 1), ("l", 1)]));
        let both = counts(&[("color".into(), vec!["blue".into()]), ("size".into(), vec!["s".into()])]);
        assert_eq!(both[0].1, of(&[("red", 1), ("blue", 0)]), "what is chosen stays to be taken back");
        assert!(count(&rows, &[], false).iter().all(|f| f.values.iter().all(|v| v.count.is_none())));
        assert!(count(&rows[..1], &[], true).is_empty(), "one value divides nothing");
    }
}
