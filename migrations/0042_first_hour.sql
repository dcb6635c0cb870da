-- Who makes a product, as imports of other shops say it (PR-02, PR-09).
ALTER TABLE products ADD COLUMN brand TEXT;
-- Rows of a file of which something was read differently or left out: they are counted, and found (PR-09).
ALTER TABLE imports ADD COLUMN noted_count BIGINT NOT NULL DEFAULT 0;
ALTER TABLE import_rows ADD COLUMN is_noted BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX import_rows_noted ON import_rows (store_id, import_id, position) WHERE is_noted;
-- The pictures of an import that did not come are listed in the order of their products.
DROP INDEX import_images_by_import;
CREATE INDEX import_images_by_import ON import_images (store_id, import_id, status, product_id, url);
