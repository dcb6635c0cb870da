-- What the coupon took off each line, and how much of its discounts stays with pieces whose money was given back: edits of the rest
-- leave that where it is (OR-02, OR-05). Of orders from before that have a discount by hand as well the coupon's is taken in proportion.
ALTER TABLE order_items ADD COLUMN coupon_discount BIGINT NOT NULL DEFAULT 0;
ALTER TABLE order_items ADD COLUMN refunded_discount BIGINT NOT NULL DEFAULT 0;
ALTER TABLE order_items ADD COLUMN refunded_coupon BIGINT NOT NULL DEFAULT 0;
UPDATE order_items SET coupon_discount = (SELECT CASE WHEN o.coupon_discount >= o.discount THEN order_items.discount
  ELSE CAST(order_items.discount * (CAST(o.coupon_discount AS DOUBLE PRECISION) / o.discount) AS BIGINT) END FROM orders o
  WHERE o.store_id = order_items.store_id AND o.id = order_items.order_id)
  WHERE discount > 0 AND (store_id, order_id) IN (SELECT o.store_id, o.id FROM orders o WHERE o.coupon_id IS NOT NULL
  AND o.coupon_segment = 'products_price' AND o.coupon_discount > 0 AND o.discount > 0);
UPDATE order_items SET refunded_discount = (SELECT CAST(COALESCE(order_items.unit_price * SUM(l.quantity)
  - SUM(CASE WHEN o.is_vat_included THEN l.amount ELSE l.amount - l.vat END), 0) AS BIGINT) FROM orders o
  JOIN order_refunds r ON r.store_id = o.store_id AND r.order_id = o.id
  JOIN order_refund_lines l ON l.store_id = r.store_id AND l.refund_id = r.id
  WHERE o.store_id = order_items.store_id AND o.id = order_items.order_id AND l.line = order_items.line)
  WHERE discount > 0 AND (store_id, order_id) IN (SELECT r.store_id, r.order_id FROM order_refunds r);
UPDATE order_items SET refunded_discount = 0 WHERE refunded_discount < 0 AND (store_id, order_id) IN (SELECT r.store_id, r.order_id FROM order_refunds r);
UPDATE order_items SET refunded_discount = discount WHERE refunded_discount > discount
  AND (store_id, order_id) IN (SELECT r.store_id, r.order_id FROM order_refunds r);
UPDATE order_items SET refunded_coupon = CAST(refunded_discount * (CAST(coupon_discount AS DOUBLE PRECISION) / discount) AS BIGINT)
  WHERE refunded_discount > 0 AND coupon_discount > 0 AND (store_id, order_id) IN (SELECT r.store_id, r.order_id FROM order_refunds r);
