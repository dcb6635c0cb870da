//! What the alternate templates of a theme must be, for its author (decision 0081). Pure.

use std::collections::BTreeSet;

use site::theme::{MOST_TEMPLATES, ThemeDefinition, WITH_TEMPLATES};
use web::Message;

const BAD_TEMPLATE: Message = Message::new(
    "القالب البديل {template}: قيمة page هي product أو collection أو page، وقيمة id حروف إنجليزية صغيرة وأرقام وشرطات (40 حرفًا على الأكثر).",
    "the template {template}: its page is product, collection or page, its id lowercase letters, digits, hyphens and underscores, 40 at most",
);
const NO_SECTION: Message = Message::new(
    "لا تضع defaults القسم {section} في منطقة pre للقالب البديل {template}.",
    "no default puts the section {section} into zone pre of the template {template}",
);
const TOO_MANY: Message =
    Message::new("للصفحة {page} أكثر من {max} قوالب بديلة.", "the page {page} has more than {max} templates");
const UNDECLARED: Message = Message::new(
    "تذكر defaults القالب البديل {template} وهو غير موجود في templates.",
    "defaults name the template {template}, which templates do not",
);
const TWICE: Message = Message::new("القالب البديل {template} مكرر.", "the template {template} stands there twice");

/// What is wrong with the templates that a manifest declares.
pub(crate) fn faults(theme: &ThemeDefinition) -> Vec<Message> {
    let mut found = Vec::new();
    let mut keys = BTreeSet::new();
    let all = &theme.manifest.templates;
    for template in all {
        let key = template.key();
        if !WITH_TEMPLATES.contains(&template.page.as_str()) || !web::fields::is_template(&template.id) {
            found.push(BAD_TEMPLATE.with("template", &key));
        } else if !theme.has_page(&key) {
            found.push(NO_SECTION.with("template", &key).with("section", &template.page));
        }
        if !keys.insert(key.clone()) {
            found.push(TWICE.with("template", key));
        }
    }
    let of_template = theme.manifest.defaults.iter().filter(|default| default.page.contains('.'));
    let unknown: BTreeSet<&str> = of_template.map(|d| d.page.as_str()).filter(|page| !keys.contains(*page)).collect();
    found.extend(unknown.into_iter().map(|page| UNDECLARED.with("template", page)));
    let is_full = |page: &str| all.iter().filter(|template| template.page == page).count() > MOST_TEMPLATES;
    let full = WITH_TEMPLATES.into_iter().filter(|page| is_full(page));
    found.extend(full.map(|page| TOO_MANY.with("page", page).with("max", MOST_TEMPLATES)));
    found
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use site::theme::{ThemeFiles, ThemeFolder};

    use super::*;

    /// The faults of a theme with these templates and defaults.
    fn english(templates: &Value, page: &str) -> Vec<String> {
        let manifest = json!({
            "id": "souk", "extends": "one", "name": {"ar": "السوق", "en": "Souk"}, "description": {"ar": "قالب", "en": "A theme"},
            "defaults": [{"page": page, "zone": "pre", "section": "product"}], "templates": templates,
        });
        let bytes = serde_json::to_vec(&manifest).unwrap();
        let files = ThemeFiles::from([("theme.json".to_owned(), bytes.into())]);
        let theme = ThemeDefinition::load(&ThemeFolder::from_files("souk", files)).unwrap();
        faults(&theme).into_iter().map(|fault| fault.en.into_owned()).collect()
    }

    #[test]
    fn th_05_a_template_has_the_section_of_its_page_and_a_name_that_addresses_take() {
        let gift = |page: &str, id: &str| json!({"page": page, "id": id, "name": {"ar": "هدية", "en": "Gift"}});
        assert_eq!(english(&json!([gift("product", "gift")]), "product.gift"), Vec::<String>::new());
        let first = |templates: Value, page: &str| english(&templates, page).swap_remove(0);
        assert!(first(json!([gift("product", "gift")]), "product").contains("no default puts the section product"));
        assert!(first(json!([gift("cart", "gift")]), "cart.gift").contains("its page is product"));
        assert!(first(json!([gift("product", "Gift!")]), "product.Gift!").contains("lowercase"));
        assert!(first(json!([gift("product", "gift"), gift("product", "gift")]), "product.gift").contains("twice"));
        assert!(first(json!([]), "product.gift").contains("which templates do not"));
        let many: Vec<Value> = (0..11).map(|n| gift("product", &format!("t{n}"))).collect();
        assert!(english(&json!(many), "product.t0").iter().any(|fault| fault.contains("more than 10")));
    }
}
