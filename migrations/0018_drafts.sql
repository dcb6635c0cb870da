-- Orders that a merchant puts together: what was asked for, and the link on which the shopper checks and confirms it.
CREATE TABLE order_drafts (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  order_id BIGINT NOT NULL,
  -- What the merchant chose, as `orders::drafts::Content`; the order's own row and lines are what it comes to.
  content TEXT NOT NULL,
  -- The order it repeats.
  origin_id BIGINT,
  -- Counts the links made: a link of an earlier number is withdrawn. Zero while there was none.
  link_number BIGINT NOT NULL,
  -- Until when the newest link opens; none when it is withdrawn.
  link_until BIGINT,
  PRIMARY KEY (store_id, order_id),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id)
);
