//! The match keys by which a product of a file is found again when the same file is imported a second time (contracts/imports.md
//! §0). Pure.

use kernel::fold::fold;
use kernel::slug::{slugify, uniqueness_key};
use kernel::{Lang, ProductId};

use super::formats::{Format, ImportProduct, ProductType as FileType};

/// The match keys of a product of a file, the strongest first (contracts/imports.md §0).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Identity {
    /// The file contains the same product a second time.
    pub(super) is_repeated: bool,
    /// The product of this store that the file names by its id.
    pub(super) own: Option<ProductId>,
    /// `keys[0]` is the id on the source platform.
    is_of_platform: bool,
    format: Format,
    /// Import keys, the first of which is stored with the product; never empty.
    pub(super) keys: Vec<String>,
    pub(super) sku: Option<String>,
    pub(super) variant_sku: Option<String>,
    /// Folded link.
    pub(super) link: Option<String>,
}

impl Identity {
    /// The match keys of a product in a file of a format.
    pub(super) fn from_product(product: &ImportProduct, format: Format) -> Self {
        let own = product.store_id.as_ref();
        let of_platform = product.item.platform_id.as_ref().map(|id| format!("{}:{id}", format.as_str()));
        let id = own.map(|id| format!("{}:{id}", Format::Rawaj.as_str())).or(of_platform);
        let sku = product.item.sku.clone();
        let variant_sku = product.variants.iter().find_map(|variant| variant.item.sku.clone());
        let link = product.handle.as_deref().or(product.page_link.as_deref()).and_then(slugify).map(|slug| uniqueness_key(&slug));
        let sku_key = sku.as_ref().or(variant_sku.as_ref()).map(|sku| format!("sku:{}", sku.to_lowercase()));
        let has_code = id.is_some() || sku_key.is_some() || link.is_some();
        // A name alone is the weakest key: two products may share it, so it is used only when there is nothing else.
        let name = product.name.get(Lang::Ar);
        let (name_key, name_link) = if has_code {
            (None, None)
        } else {
            (Some(format!("name:{}", fold(name))), slugify(name).map(|slug| uniqueness_key(&slug)))
        };
        let link_key = link.as_ref().map(|link| format!("link:{link}"));
        let keys: Vec<String> = [id.clone(), sku_key, link_key, name_key].into_iter().flatten().collect();
        let is_multi = product.product_type == FileType::Multi;
        Self {
            is_of_platform: id.is_some(),
            format,
            is_repeated: false,
            own: own.and_then(|id| id.parse().ok()),
            keys,
            sku,
            variant_sku: variant_sku.filter(|_| is_multi),
            link: link.or(name_link),
        }
    }

    /// The key that is stored with a new product.
    pub(super) fn key(&self) -> &str {
        self.keys.first().map_or("", String::as_str)
    }

    /// A second product of the file with the same keys is another product: it is identified by its ordinal alone.
    pub(super) fn numbered(&mut self, n: usize) {
        let key = format!("{}#{n}", self.key());
        *self = Self {
            is_of_platform: self.is_of_platform,
            format: self.format,
            is_repeated: false,
            own: None,
            keys: vec![key],
            sku: None,
            variant_sku: None,
            link: None,
        };
    }

    /// The product has another id of the same platform, so it is not this one.
    pub(super) fn contradicts(&self, import_key: Option<&str>) -> bool {
        let prefix = format!("{}:", self.format.as_str());
        self.is_of_platform && import_key.is_some_and(|key| key.starts_with(&prefix) && key != self.key())
    }

    /// Whether a product found by other keys takes this key: the strongest key is kept.
    pub(super) fn replaces(&self, import_key: Option<&str>) -> bool {
        import_key.is_none() || (self.is_of_platform && import_key != Some(self.key()))
    }
}
