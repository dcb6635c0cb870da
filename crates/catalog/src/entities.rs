//! The journal entity kinds of this crate.

platform::entities! {
    pub(crate) PRODUCT "product" Product Product "/products/edit/{id}";
    VARIANT "variant" Variant Product;
    pub(crate) IMPORT "import" Import Product "/products/import/{id}";
    pub(crate) PRODUCT_EXPORT "product_export" Export Product;
    pub(crate) STOCK_LOCATION "stock_location" StockLocation Product "/settings/store/stock";
    pub(crate) CATEGORY "category" Category Category "/products-categories/list/{id}";
}
