//! The sections of a page, one after the other.

use minijinja::Value;
use site::theme::Zone;

use super::{RequestContext, product};
use crate::cache::Embeds;
use crate::engine::context;
use crate::error::PageError;
use crate::frame::Layout;
use crate::sections::{self, SectionPlacement};

impl RequestContext<'_> {
    /// Renders every section of a page, in its zones.
    pub(crate) async fn sections(
        &self,
        page: &str,
        layout: &Layout,
        placement: SectionPlacement,
        extra: &Value,
    ) -> Result<String, PageError> {
        let mut all = sections::load(self.shop, self.store, page).await?;
        all.retain(|s| s.is_active && s.page == page && s.zone != Zone::Settings);
        all.sort_by_key(|s| (s.zone, s.display_order));
        let mut html = String::new();
        let mut placement = SectionPlacement { is_first: true, ..placement };
        let (mut shown, mut embeds) = (0, if self.store.is_editing() { Embeds::ALL } else { Embeds::default() });
        for section in &all {
            // The front page's first sections are above the fold; other pages begin with their own content.
            placement.is_near = page == "index" && shown < 3;
            let Some(mut resolved) = sections::resolve(self.shop, self.store, self.lang, section, &placement).await? else {
                continue;
            };
            if let Some(id) = sections::chosen_product(self.store, section) {
                resolved = context! { product => product::of_section(self, id).await?, ..resolved };
            }
            embeds.add(sections::embeds(self.store, section));
            let context = context! { section => resolved, ..extra.clone() };
            let rendered = self.render(&format!("sections/{}.html", section.section), layout, context)?;
            // An empty section takes no space on the page: the next one counts as the first.
            if !rendered.trim().is_empty() {
                (placement.is_first, shown) = (false, shown + 1);
            }
            html += &sections::marked(self.store, self.lang, section, rendered);
        }
        html += &embeds.marks();
        Ok(html)
    }
}
