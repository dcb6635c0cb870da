-- Stock: places where goods stand, every movement of them, thresholds, and what checkouts hold.

-- Where goods stand. The store's first place has the store's own number, so that nothing has to look it up; it holds
-- whatever the rows of stock_levels do not.
CREATE TABLE stock_locations (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  name TEXT NOT NULL,
  is_active BOOLEAN NOT NULL,
  display_order BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  version BIGINT NOT NULL,
  PRIMARY KEY (store_id, id)
);
INSERT INTO stock_locations (store_id, id, name, is_active, display_order, created_at, updated_at, version)
  SELECT id, id, '{"ar":"المستودع الرئيسي","en":"Main warehouse"}', TRUE, 0, created_at, created_at, 1 FROM stores;
-- Pieces at every other place; variant_id is 0 for a product without variants.
CREATE TABLE stock_levels (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  product_id BIGINT NOT NULL,
  variant_id BIGINT NOT NULL,
  location_id BIGINT NOT NULL,
  qty BIGINT NOT NULL CHECK (qty >= 0),
  PRIMARY KEY (store_id, product_id, variant_id, location_id),
  FOREIGN KEY (store_id, location_id) REFERENCES stock_locations (store_id, id)
);
CREATE INDEX stock_levels_by_location ON stock_levels (store_id, location_id, product_id) WHERE qty > 0;
-- What stands elsewhere in all, what checkouts hold, and from how many on a product counts as low (none: the store's).
ALTER TABLE products ADD COLUMN elsewhere BIGINT NOT NULL DEFAULT 0;
ALTER TABLE products ADD COLUMN reserved BIGINT NOT NULL DEFAULT 0;
ALTER TABLE products ADD COLUMN low_stock_at BIGINT;
ALTER TABLE product_variants ADD COLUMN elsewhere BIGINT NOT NULL DEFAULT 0;
ALTER TABLE product_variants ADD COLUMN reserved BIGINT NOT NULL DEFAULT 0;
CREATE INDEX products_by_own_threshold ON products (store_id, stock, id) WHERE low_stock_at IS NOT NULL AND deleted_at IS NULL;
-- Every change of a quantity. Ids grow with time.
CREATE TABLE stock_movements (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  product_id BIGINT NOT NULL,
  variant_id BIGINT,
  location_id BIGINT NOT NULL,
  delta BIGINT NOT NULL,
  -- In all, and at the place.
  qty_after BIGINT NOT NULL,
  location_after BIGINT NOT NULL,
  reason TEXT NOT NULL,
  actor_kind TEXT NOT NULL,
  actor_id BIGINT,
  actor_name TEXT NOT NULL,
  operator_name TEXT,
  order_id BIGINT,
  order_number BIGINT,
  batch_id BIGINT,
  note TEXT,
  at BIGINT NOT NULL,
  PRIMARY KEY (store_id, id)
);
CREATE INDEX stock_movements_by_product ON stock_movements (store_id, product_id, id);
-- Sales from the first place are most of them: they are found by walking the key, and pay for no other index.
CREATE INDEX stock_movements_by_reason ON stock_movements (store_id, reason, id) WHERE reason <> 'sale';
CREATE INDEX stock_movements_by_place ON stock_movements (store_id, location_id, id) WHERE location_id <> store_id;
-- What existing products begin with; a movement has the number of the product or variant it opens.
INSERT INTO stock_movements (store_id, id, product_id, variant_id, location_id, delta, qty_after, location_after, reason, actor_kind, actor_name, at)
  SELECT store_id, id, id, NULL, store_id, qty, qty, qty, 'opening', 'System', '', updated_at FROM products WHERE qty > 0 AND product_type = 'basic';
INSERT INTO stock_movements (store_id, id, product_id, variant_id, location_id, delta, qty_after, location_after, reason, actor_kind, actor_name, at)
  SELECT v.store_id, v.id, v.product_id, v.id, v.store_id, v.qty, v.qty, v.qty, 'opening', 'System', '', p.updated_at
  FROM product_variants v JOIN products p ON p.store_id = v.store_id AND p.id = v.product_id WHERE v.qty > 0;
-- When a product's owner was last told that little is left.
CREATE TABLE stock_notices (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  product_id BIGINT NOT NULL,
  told_at BIGINT NOT NULL,
  PRIMARY KEY (store_id, product_id)
);
-- Pieces of a line that its checkout holds, as long as the cart says so.
ALTER TABLE cart_items ADD COLUMN held BIGINT NOT NULL DEFAULT 0;
ALTER TABLE carts ADD COLUMN held_until BIGINT;
CREATE INDEX carts_held ON carts (held_until, store_id) WHERE held_until IS NOT NULL AND order_id IS NULL;
