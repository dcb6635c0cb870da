-- The orders of goods in the order of time, from the index alone: a search for the beginning of a code that thousands of
-- orders have read each of them to sort them (OR-01).
ALTER TABLE order_items ADD COLUMN placed_at BIGINT NOT NULL DEFAULT 0;
UPDATE order_items SET placed_at = (SELECT o.created_at FROM orders o WHERE o.store_id = order_items.store_id AND o.id = order_items.order_id);
DROP INDEX order_items_by_sku;
CREATE INDEX order_items_by_sku ON order_items (store_id, sku, placed_at, order_id);
