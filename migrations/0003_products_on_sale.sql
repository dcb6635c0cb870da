-- Products on sale, kept by the catalogue slice beside list_price: offers and the storefront's filter read one index.
ALTER TABLE products ADD COLUMN is_on_sale BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX products_on_sale ON products (store_id, created_at, id)
  WHERE deleted_at IS NULL AND is_on_sale AND is_active AND is_published;
-- The address of a product that was removed answers 410.
CREATE INDEX products_removed_link ON products (store_id, page_link_key) WHERE deleted_at IS NOT NULL;
-- What exists already: the job that follows sales looks at these products in its next minute and writes the column.
UPDATE products SET price_changes_at = 0 WHERE deleted_at IS NULL AND (sale_price IS NOT NULL OR EXISTS (
  SELECT 1 FROM product_variants v WHERE v.store_id = products.store_id AND v.product_id = products.id AND v.sale_price IS NOT NULL));
