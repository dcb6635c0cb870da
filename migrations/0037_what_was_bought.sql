-- Segments over what customers bought and the coupons they used (CU-01).

-- The orders of a product are found here. It holds no more of a line: SQLite, which has no statistics, would rather walk all lines of a
-- store here than look an order's up by their key, wherever it finds all it is asked for.
DROP INDEX order_items_by_product;
CREATE INDEX order_items_by_product ON order_items (store_id, product_id, order_id);
-- Who used any coupon, from a day on.
CREATE INDEX coupon_uses_by_time ON coupon_uses (store_id, used_at, customer_id) WHERE given_back_at IS NULL;
