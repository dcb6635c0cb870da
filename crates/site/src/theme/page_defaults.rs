//! Pages that a theme has and a store's rows do not know: its own fixed section, which nobody can delete, is not among them. Such a page
//! is shown as the theme has it, in the store and in the editor, until the first change of it writes its rows (TH-02). Pure.

use kernel::SectionId;

use super::definition::ThemeDefinition;
use super::model::{Section, Zone};

/// Whether the rows of a store know a page that the theme gives a fixed section.
fn is_known(theme: &ThemeDefinition, of: &[Section], page: &str) -> bool {
    let fixed = |zone: Zone| matches!(zone, Zone::Pre | Zone::Post);
    let own = theme.manifest.defaults.iter().filter(|d| d.page == page && fixed(d.zone));
    let mut own = own.peekable();
    own.peek().is_none() || own.any(|d| of.iter().any(|s| s.page == page && s.section == d.section))
}

/// The id of a section before it is written: the same each time, so that a change finds it. Written ids are times and never so small.
fn default_id(theme: &ThemeDefinition, page: &str, n: usize) -> SectionId {
    let text = format!("{}/{page}/{n}", theme.manifest.id);
    // FNV-1a of 31 bits.
    let hash = text.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    SectionId::from_raw(i64::from(hash >> 1) + 1)
}

/// The sections that a theme has on a page, if the rows of a store do not know the page.
#[must_use]
pub fn missing_on(theme: &ThemeDefinition, of: &[Section], page: &str) -> Vec<Section> {
    if is_known(theme, of, page) {
        return Vec::new();
    }
    let defaults = (0_i64..).zip(theme.default_sections()).filter(|(_, default)| default.page == page);
    let with_ids = defaults.enumerate().map(|(n, (order, default))| (default_id(theme, page, n), order, default));
    with_ids
        .map(|(id, display_order, default)| Section {
            id,
            page: default.page,
            zone: default.zone,
            section: default.section,
            name: default.name,
            is_active: true,
            display_order,
            settings: default.settings.as_object().cloned().unwrap_or_default(),
            blocks: serde_json::from_value(default.blocks).unwrap_or_default(),
            version: 0,
        })
        .collect()
}

/// A section that was stored before its kind had blocks, with those that its settings became (decision 0079). The rows of a theme of the
/// program are read so; what a merchant uploaded is known here.
pub(super) fn as_blocks(theme: &ThemeDefinition, section: &mut Section) {
    if let Some(schema) = theme.schemas.get(&section.section) {
        section.blocks = schema.stored_blocks(&section.settings, std::mem::take(&mut section.blocks));
    }
}

/// The sections of a store as its theme has them, with those of pages that its rows do not know.
#[must_use]
pub fn with_missing(theme: &ThemeDefinition, mut of: Vec<Section>) -> Vec<Section> {
    for section in &mut of {
        as_blocks(theme, section);
    }
    let missing: Vec<Section> = theme.pages().iter().flat_map(|page| missing_on(theme, &of, page)).collect();
    of.extend(missing);
    of
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn th_02_a_page_without_rows_is_as_the_theme_has_it_and_one_with_rows_is_as_it_is() {
        for (_, theme) in ThemeDefinition::all() {
            let all = with_missing(theme, Vec::new());
            assert_eq!(with_missing(theme, Vec::new()), all, "the same ids each time");
            for page in ["product", "collection", "cart", "search", "not_found", "page"] {
                assert!(all.iter().any(|s| s.page == page && s.zone == Zone::Pre), "{page}");
            }
            for template in theme.templates() {
                assert!(all.iter().any(|s| s.page == template.key() && s.section == template.page), "{template:?}");
            }
            // All of them can be deleted on the front page: an empty one is meant.
            assert!(all.iter().all(|s| s.page != "index"));
            let ids: BTreeSet<SectionId> = all.iter().map(|s| s.id).collect();
            assert_eq!(ids.len(), all.len());
            assert_eq!(with_missing(theme, all.clone()), all);
            let hidden = Section { is_active: false, ..all[0].clone() };
            assert!(missing_on(theme, std::slice::from_ref(&hidden), &hidden.page).is_empty());
        }
    }
}
