//! Singular and plural: the other number of a word in a search.
//!
//! Regular endings of both languages, and the broken plurals of what shops sell, which no rule makes. Words are folded
//! ([`crate::fold`]).

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::fold::fold;

/// Singular and plural of what shops sell, as people write them.
const BROKEN: &[(&str, &str)] = &[
    ("قميص", "قمصان"),
    ("عطر", "عطور"),
    ("فستان", "فساتين"),
    ("حذاء", "أحذية"),
    ("حقيبة", "حقائب"),
    ("شنطة", "شنط"),
    ("ثوب", "أثواب"),
    ("ثوب", "ثياب"),
    ("كتاب", "كتب"),
    ("خاتم", "خواتم"),
    ("قلادة", "قلائد"),
    ("سوار", "أساور"),
    ("إسوارة", "أساور"),
    ("عقد", "عقود"),
    ("قرط", "أقراط"),
    ("هاتف", "هواتف"),
    ("لعبة", "ألعاب"),
    ("كرسي", "كراسي"),
    ("كوب", "أكواب"),
    ("فنجان", "فناجين"),
    ("صحن", "صحون"),
    ("طبق", "أطباق"),
    ("هدية", "هدايا"),
    ("زيت", "زيوت"),
    ("دفتر", "دفاتر"),
    ("قلم", "أقلام"),
    ("مفرش", "مفارش"),
    ("ستارة", "ستائر"),
    ("سجادة", "سجاد"),
    ("سجادة", "سجاجيد"),
    ("مصحف", "مصاحف"),
    ("سبحة", "سبح"),
    ("حزام", "أحزمة"),
    ("معطف", "معاطف"),
    ("سروال", "سراويل"),
    ("بنطلون", "بناطيل"),
    ("بنطال", "بناطيل"),
    ("تنورة", "تنانير"),
    ("جورب", "جوارب"),
    ("شال", "شيلان"),
    ("وشاح", "أوشحة"),
    ("شماغ", "أشمغة"),
    ("غترة", "غتر"),
    ("تمر", "تمور"),
    ("عصير", "عصائر"),
    ("عسل", "أعسال"),
    ("بهار", "بهارات"),
    ("قماش", "أقمشة"),
    ("لون", "ألوان"),
    ("طقم", "أطقم"),
    ("مبخرة", "مباخر"),
    ("وسادة", "وسائد"),
    ("مخدة", "مخدات"),
    ("لحاف", "لحف"),
    ("منشفة", "مناشف"),
    ("مصباح", "مصابيح"),
    ("شمعة", "شموع"),
    ("كريم", "كريمات"),
    ("طفل", "أطفال"),
    ("ولد", "أولاد"),
    ("بنت", "بنات"),
    ("رجل", "رجال"),
    ("man", "men"),
    ("woman", "women"),
    ("child", "children"),
    ("scarf", "scarves"),
    ("knife", "knives"),
    ("shelf", "shelves"),
    ("leaf", "leaves"),
];

static KNOWN: LazyLock<HashMap<String, Vec<String>>> = LazyLock::new(|| {
    let mut out: HashMap<String, Vec<String>> = HashMap::new();
    for (one, many) in BROKEN {
        let (one, many) = (fold(one), fold(many));
        out.entry(one.clone()).or_default().push(many.clone());
        out.entry(many).or_default().push(one);
    }
    out
});

/// The word in its other number; several where it may be either. Empty for a word that is too short to tell.
#[must_use]
pub fn others(word: &str) -> Vec<String> {
    if let Some(known) = KNOWN.get(word) {
        return known.clone();
    }
    let count = word.chars().count();
    if count < 4 {
        return Vec::new();
    }
    let with = |stem: &str, ends: &[&str]| ends.iter().map(|end| format!("{stem}{end}")).collect();
    let stem = |end: &str| word.strip_suffix(end).filter(|stem| stem.chars().count() >= 3);
    if word.chars().all(|c| ('\u{0621}'..='\u{064A}').contains(&c)) {
        // Search matches prefixes, so words that begin with the stem are found as well.
        return stem("ات")
            .map(|stem| with(stem, &["ه", ""]))
            .or_else(|| stem("ين").or_else(|| stem("ون")).map(|stem| with(stem, &[""])))
            .or_else(|| stem("ه").map(|stem| with(stem, &["ات"])))
            .unwrap_or_default();
    }
    if !word.bytes().all(|b| b.is_ascii_lowercase()) {
        return Vec::new();
    }
    if let Some(stem) = stem("ies") {
        return with(stem, &["y", "ie"]);
    }
    let is_hissing = |stem: &&str| ["s", "x", "z", "ch", "sh", "o"].iter().any(|end| stem.ends_with(end));
    if let Some(stem) = stem("es").filter(is_hissing) {
        return with(stem, &["", "e"]);
    }
    match stem("s").filter(|stem| !stem.ends_with(['s', 'u', 'i'])) {
        Some(stem) => with(stem, &[""]),
        None => stem("y").map(|stem| with(stem, &["ies"])).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_and_its_plural_find_each_other() {
        for (word, other) in [
            ("قميص", "قمصان"),
            ("عطور", "عطر"),
            ("أحذية", "حذاء"),
            ("ساعات", "ساعة"),
            ("ساعة", "ساعات"),
            ("منتجات", "منتج"),
            ("مسلمين", "مسلم"),
            ("dresses", "dress"),
            ("watches", "watch"),
            ("shirts", "shirt"),
            ("candies", "candy"),
            ("candy", "candies"),
            ("women", "woman"),
            ("shoes", "shoe"),
        ] {
            assert!(others(&fold(word)).contains(&fold(other)), "{word}: {:?}", others(&fold(word)));
        }
    }

    #[test]
    fn what_only_looks_like_a_plural_stays() {
        for word in ["dress", "gas", "bus", "oud", "xl", "100", "sh100", "زيت", "عود", "lens1"] {
            let found = others(&fold(word));
            assert!(found.is_empty() || word == "زيت", "{word}: {found:?}");
        }
    }
}
