//! Marks of sections and blocks in the HTML of a draft, for the editor's frame.

use kernel::Lang;
use minijinja::Value;
use site::theme::Section;

use crate::current_store::Store;

/// The mark on a block's element, by which the editor's frame finds it; empty on shoppers' pages.
pub(super) fn mark(store: &Store, block: &str) -> Value {
    let text = if store.is_editing() { format!(" data-block=\"{}\"", crate::escape::escape(block)) } else { String::new() };
    crate::engine::safe(text)
}

/// A section's HTML with marks around it and on its first element, by which the editor's frame finds and replaces it; an empty one gets
/// an element to choose. Shoppers' pages have no marks.
pub(crate) fn marked(store: &Store, lang: Lang, section: &Section, html: String) -> String {
    if !store.is_editing() {
        return html;
    }
    let id = section.id;
    let html = if html.trim().is_empty() {
        let name = crate::escape::escape(section.name.get(lang));
        format!("<div class=\"editor-empty\" data-section=\"{id}\">{name}</div>")
    } else {
        // The first tag; what stands before it is white space.
        let tag =
            html.match_indices('<').map(|(at, _)| at + 1).find(|at| html[*at..].starts_with(|c: char| c.is_ascii_alphabetic()));
        match tag.and_then(|at| Some(at + html[at..].find(|c: char| !c.is_ascii_alphanumeric())?)) {
            Some(end) => format!("{} data-section=\"{id}\"{}", &html[..end], &html[end..]),
            None => html,
        }
    };
    format!("<!--section {id}-->{html}<!--/section {id}-->")
}
