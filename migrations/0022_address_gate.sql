-- The address gate (CU-01, OR-02): orders whose address lacks something, and the link on which the shopper completes it.

-- An order that goes by courier whose address was found wanting, or that has such a link; an order without a row lacks nothing.
CREATE TABLE order_address_checks (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  order_id BIGINT NOT NULL,
  -- 'new' is to be looked at, 'held' lacks what `gaps` says, 'accepted' goes as it is, 'clear' lacks nothing, 'over' was
  -- shipped or ended.
  state TEXT NOT NULL,
  -- What holds it, as a list of words (customers::Gap).
  gaps TEXT NOT NULL,
  placed_at BIGINT NOT NULL,
  -- Counts the links made; zero while there was none.
  link_number BIGINT NOT NULL,
  -- SHA-256 of the newest link's token; null when there is none or it was withdrawn.
  link_hash TEXT,
  link_until BIGINT,
  -- When it was last sent to the shopper.
  link_sent_at BIGINT,
  -- How often the shopper has changed the address by the newest link.
  link_uses BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (store_id, order_id),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id)
);
CREATE INDEX order_address_checks_queue ON order_address_checks (store_id, state, placed_at, order_id);
CREATE UNIQUE INDEX order_address_checks_by_link ON order_address_checks (store_id, link_hash) WHERE link_hash IS NOT NULL;
CREATE INDEX order_address_checks_new ON order_address_checks (order_id, store_id) WHERE state = 'new';
-- What waits to be shipped from before is looked at.
INSERT INTO order_address_checks (store_id, order_id, state, gaps, placed_at, link_number, link_uses, updated_at)
  SELECT store_id, id, 'new', '[]', created_at, 0, 0, created_at FROM orders
  WHERE status IN ('PEND', 'PAID', 'PRCS', 'RDYS') AND shipping_provider NOT IN ('', 'PICKUP');
