-- Coupons (CP-01): what a code takes off, for whom and how often, and where it was used.
CREATE TABLE coupons (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  -- What the merchant calls it.
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  -- As the merchant wrote it, and as it is compared: folded, in capitals, without blanks and dashes.
  code TEXT NOT NULL,
  code_key TEXT NOT NULL,
  -- 'fixed' or 'percentage'.
  discount_type TEXT NOT NULL,
  -- Minor units, or hundredths of a percent.
  discount_value BIGINT NOT NULL,
  -- The most that a percentage takes off.
  max_discount BIGINT,
  -- 'products_price' or 'shipping_fees'.
  discount_segment TEXT NOT NULL,
  -- 'one_time', 'many_times' or 'first_order'.
  discount_usability TEXT NOT NULL,
  -- Orders that have it now, how many there may be, and what they were given.
  usage_count BIGINT NOT NULL CHECK (usage_count >= 0),
  usage_limit BIGINT,
  given_total BIGINT NOT NULL,
  -- Of the goods' subtotal; 0 asks for nothing.
  min_amount BIGINT NOT NULL,
  starts_at BIGINT,
  ends_at BIGINT,
  is_active BOOLEAN NOT NULL,
  -- Goods that are reduced already do not count.
  excludes_discounted BOOLEAN NOT NULL,
  -- 'all', 'products' or 'categories'.
  scope TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  -- One that was deleted is kept for the orders that have it; its code is free again.
  deleted_at BIGINT,
  version BIGINT NOT NULL,
  PRIMARY KEY (store_id, id)
);
CREATE UNIQUE INDEX coupons_by_code ON coupons (store_id, code_key) WHERE deleted_at IS NULL;
CREATE INDEX coupons_by_time ON coupons (store_id, created_at, id) WHERE deleted_at IS NULL;

-- What it is for. A category stands for all that is below it.
CREATE TABLE coupon_products (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  coupon_id BIGINT NOT NULL,
  product_id BIGINT NOT NULL,
  PRIMARY KEY (store_id, coupon_id, product_id),
  FOREIGN KEY (store_id, coupon_id) REFERENCES coupons (store_id, id)
);
CREATE TABLE coupon_categories (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  coupon_id BIGINT NOT NULL,
  category_id BIGINT NOT NULL,
  PRIMARY KEY (store_id, coupon_id, category_id),
  FOREIGN KEY (store_id, coupon_id) REFERENCES coupons (store_id, id)
);

-- Where it was used, with the terms of then: an order that is changed is computed by them.
CREATE TABLE coupon_uses (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  coupon_id BIGINT NOT NULL,
  order_id BIGINT NOT NULL,
  customer_id BIGINT NOT NULL,
  -- What it took off, in minor units.
  amount BIGINT NOT NULL,
  terms TEXT NOT NULL,
  used_at BIGINT NOT NULL,
  -- The order was cancelled, or the coupon taken off it.
  given_back_at BIGINT,
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, coupon_id) REFERENCES coupons (store_id, id)
);
-- An order has one coupon at a time.
CREATE UNIQUE INDEX coupon_uses_of_order ON coupon_uses (store_id, order_id) WHERE given_back_at IS NULL;
CREATE INDEX coupon_uses_by_coupon ON coupon_uses (store_id, coupon_id, used_at, id);
CREATE INDEX coupon_uses_by_customer ON coupon_uses (store_id, customer_id, coupon_id);

-- What the shopper typed. It is judged where the cart is shown and where the order is placed.
ALTER TABLE carts ADD COLUMN coupon_code TEXT;

-- The coupon of an order, with its code as it was: what it took off is a part of `discount`, or has come off `shipping_fees`.
ALTER TABLE orders ADD COLUMN coupon_id BIGINT;
ALTER TABLE orders ADD COLUMN coupon_code TEXT;
ALTER TABLE orders ADD COLUMN coupon_segment TEXT;
ALTER TABLE orders ADD COLUMN coupon_discount BIGINT NOT NULL DEFAULT 0;
CREATE INDEX orders_by_coupon ON orders (store_id, coupon_id, created_at, id) WHERE coupon_id IS NOT NULL;
-- Whether somebody has ordered before is asked by their e-mail address as well.
CREATE INDEX orders_by_email ON orders (store_id, email) WHERE email IS NOT NULL;
-- The last of the indexes, as 0028 says.
DROP INDEX orders_by_time;
CREATE INDEX orders_by_time ON orders (store_id, created_at, id, total, status, payment_status, payment_provider, shipping_provider,
  shipping_method_id, city, country, is_first_order, was_guest_order, assignee_id, coupon_id);
