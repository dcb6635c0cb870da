//! temporary
#[path = "it/products.rs"] mod products;
#[path = "it/categories.rs"] mod categories;
#[path = "it/media.rs"] mod media;
