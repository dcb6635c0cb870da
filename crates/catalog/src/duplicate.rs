//! A copy of a product: a draft of its own with what may be shared (PR-01).

use kernel::{Lang, Texts};

use super::model::ProductDraft;

const MOST_NAME: usize = 200;

/// The name followed by the word for a copy, in each language that has one; within the length limit of a name.
fn copy_name(name: &Texts) -> Texts {
    let mut out = Texts::default();
    for (lang, word) in [(Lang::Ar, "(نسخة)"), (Lang::En, "(copy)")] {
        let text = name.exact(lang);
        if !text.is_empty() {
            let room = MOST_NAME - word.chars().count() - 1;
            let shortened: String = text.chars().take(room).collect();
            out.set(lang, format!("{} {word}", shortened.trim_end()));
        }
    }
    out
}

/// The draft for a copy of a product. Codes and links identify one product, so the copy has none; it is unpublished until the
/// merchant publishes it; pictures, categories and variants with their prices and stock are copied.
#[must_use]
pub(super) fn duplicate(of: &ProductDraft) -> ProductDraft {
    let mut copy = of.clone();
    copy.name = copy_name(&of.name);
    (copy.sku, copy.barcode, copy.page_link) = (None, None, None);
    copy.page_links = Texts::default();
    (copy.is_published, copy.publish_at, copy.archived_at) = (false, None, None);
    for variant in &mut copy.variants {
        (variant.id, variant.sku, variant.barcode) = (None, None, None);
    }
    copy
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::VariantDraft;

    #[test]
    fn pr_01_a_copy_is_a_draft_with_codes_of_its_own() {
        let variant =
            VariantDraft { id: Some(kernel::VariantId::from_raw(3)), sku: Some("V".into()), qty: 4, ..VariantDraft::default() };
        let of = ProductDraft {
            name: Texts::new("عطر", ""),
            sku: Some("A".into()),
            page_link: Some("عطر".into()),
            page_links: Texts::new("", "oud"),
            publish_at: Some(1),
            archived_at: Some(2),
            image_ids: vec![kernel::MediaId::from_raw(9)],
            variants: vec![variant.clone()],
            ..ProductDraft::default()
        };
        let copy = duplicate(&of);
        assert_eq!(copy.name, Texts::new("عطر (نسخة)", ""));
        assert_eq!((copy.sku, copy.page_link, copy.publish_at, copy.archived_at), (None, None, None, None));
        assert!(!copy.is_published && copy.page_links.is_empty());
        assert_eq!(copy.image_ids, of.image_ids);
        assert_eq!(copy.variants, [VariantDraft { id: None, sku: None, ..variant }]);
        let long = duplicate(&ProductDraft { name: Texts::new("ق".repeat(200), "x"), ..ProductDraft::default() });
        assert!(long.name.ar.chars().count() <= 200 && long.name.ar.ends_with("(نسخة)") && long.name.en == "x (copy)");
    }
}
