-- Imports of more than products: one table for every kind, as exports have.
-- 'product' or 'customer'.
ALTER TABLE imports ADD COLUMN kind TEXT NOT NULL DEFAULT 'product';
ALTER TABLE imports RENAME COLUMN products_total TO total;
ALTER TABLE imports RENAME COLUMN products_done TO done;
-- A store writes one file of a kind at a time.
DROP INDEX imports_at_work;
CREATE UNIQUE INDEX imports_at_work ON imports (store_id, kind) WHERE status IN ('running', 'undoing');
-- The newest of a kind.
CREATE INDEX imports_by_kind ON imports (store_id, kind, id);
-- What is kept for a time only.
CREATE INDEX imports_by_age ON imports (kind, created_at);
-- What a row is about: a product or a customer, as the kind of its import says.
ALTER TABLE import_rows RENAME COLUMN product_id TO subject_id;
ALTER TABLE import_rows RENAME COLUMN product_version TO subject_version;
DROP INDEX import_rows_by_product;
CREATE INDEX import_rows_by_subject ON import_rows (store_id, subject_id, import_id) WHERE subject_id IS NOT NULL;
