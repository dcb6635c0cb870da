-- Where customers collect their orders. A pickup is turned on with it only; those that are on already stay so (SP-01).
ALTER TABLE shipping_methods ADD COLUMN pickup_address TEXT NOT NULL DEFAULT '{}';
-- Products that came with the store to show how one looks, until the merchant edits or shows them.
ALTER TABLE products ADD COLUMN is_sample BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE products SET is_sample = TRUE WHERE sku = 'OUD-100' AND version = 1 AND deleted_at IS NULL AND name LIKE '%Oriental Oud Perfume%';
CREATE INDEX products_samples ON products (store_id, id) WHERE is_sample AND deleted_at IS NULL;
