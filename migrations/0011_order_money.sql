-- Money of an order, entry by entry (OR-02, OR-05): what it charges and what was paid and given back. Amounts are signed, in
-- minor units; `vat` is the VAT inside `amount`. Rows are only added. What is owed and what can be refunded is their sum.
CREATE TABLE order_entries (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  order_id BIGINT NOT NULL,
  n BIGINT NOT NULL,
  kind TEXT NOT NULL,
  amount BIGINT NOT NULL,
  vat BIGINT NOT NULL,
  at BIGINT NOT NULL,
  actor_kind TEXT NOT NULL,
  actor_name TEXT NOT NULL,
  note TEXT,
  refund_id BIGINT,
  PRIMARY KEY (store_id, order_id, n),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id)
);
-- Orders from before: charged when they were placed, paid in full where they are marked so, and nothing is owed of what was
-- cancelled or of what came back unpaid.
INSERT INTO order_entries (store_id, order_id, n, kind, amount, vat, at, actor_kind, actor_name)
  SELECT store_id, id, 1, 'charge', total, vat, created_at, 'System', '' FROM orders WHERE status <> 'DRFT';
INSERT INTO order_entries (store_id, order_id, n, kind, amount, vat, at, actor_kind, actor_name)
  SELECT store_id, id, 2, 'payment', total, vat, updated_at, 'System', '' FROM orders WHERE status <> 'DRFT' AND payment_status = 'paid';
INSERT INTO order_entries (store_id, order_id, n, kind, amount, vat, at, actor_kind, actor_name)
  SELECT store_id, id, CASE WHEN payment_status = 'paid' THEN 3 ELSE 2 END, 'reversal', -total, -vat, updated_at, 'System', '' FROM orders
  WHERE status = 'CNCL' OR (status = 'RTRN' AND payment_status <> 'paid');

-- Pieces of a line that came back, and how many of those stand in stock again.
ALTER TABLE order_items ADD COLUMN returned BIGINT NOT NULL DEFAULT 0;
ALTER TABLE order_items ADD COLUMN restocked BIGINT NOT NULL DEFAULT 0;
UPDATE order_items SET returned = quantity
  WHERE EXISTS (SELECT 1 FROM orders o WHERE o.store_id = order_items.store_id AND o.id = order_items.order_id AND o.status = 'RTRN');

-- Why goods come back: a list of the merchant's own. Returns keep the words they were made with.
CREATE TABLE return_reasons (
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
CREATE INDEX return_reasons_in_order ON return_reasons (store_id, display_order, id);
INSERT INTO return_reasons (store_id, id, name, is_active, display_order, created_at, updated_at, version)
  SELECT id, 1, '{"ar":"وصل تالفًا أو معيبًا","en":"Arrived damaged or faulty"}', TRUE, 1, created_at, created_at, 1 FROM stores;
INSERT INTO return_reasons (store_id, id, name, is_active, display_order, created_at, updated_at, version)
  SELECT id, 2, '{"ar":"وصل منتج غير المطلوب","en":"Wrong product arrived"}', TRUE, 2, created_at, created_at, 1 FROM stores;
INSERT INTO return_reasons (store_id, id, name, is_active, display_order, created_at, updated_at, version)
  SELECT id, 3, '{"ar":"المقاس غير مناسب","en":"Size does not fit"}', TRUE, 3, created_at, created_at, 1 FROM stores;
INSERT INTO return_reasons (store_id, id, name, is_active, display_order, created_at, updated_at, version)
  SELECT id, 4, '{"ar":"لا يطابق الوصف","en":"Not as described"}', TRUE, 4, created_at, created_at, 1 FROM stores;
INSERT INTO return_reasons (store_id, id, name, is_active, display_order, created_at, updated_at, version)
  SELECT id, 5, '{"ar":"لم يعد العميل يريده","en":"No longer wanted"}', TRUE, 5, created_at, created_at, 1 FROM stores;
INSERT INTO return_reasons (store_id, id, name, is_active, display_order, created_at, updated_at, version)
  SELECT id, 6, '{"ar":"رفض العميل الاستلام","en":"Refused at delivery"}', TRUE, 6, created_at, created_at, 1 FROM stores;

-- Goods that came back.
CREATE TABLE order_returns (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  order_id BIGINT NOT NULL,
  location_id BIGINT,
  items_count BIGINT NOT NULL,
  note TEXT,
  actor_kind TEXT NOT NULL,
  actor_name TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id)
);
CREATE INDEX order_returns_by_order ON order_returns (store_id, order_id, id);
CREATE TABLE order_return_lines (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  return_id BIGINT NOT NULL,
  line BIGINT NOT NULL,
  quantity BIGINT NOT NULL,
  reason_id BIGINT,
  reason TEXT NOT NULL,
  is_restocked BOOLEAN NOT NULL,
  PRIMARY KEY (store_id, return_id, line),
  FOREIGN KEY (store_id, return_id) REFERENCES order_returns (store_id, id)
);

-- Money given back. `amount` is what the customer gets and holds `vat`; what it is for stands in the lines and in the parts
-- of shipping and of the payment fee, the rest of it was given back as an amount alone.
CREATE TABLE order_refunds (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  order_id BIGINT NOT NULL,
  return_id BIGINT,
  amount BIGINT NOT NULL,
  vat BIGINT NOT NULL,
  shipping BIGINT NOT NULL,
  shipping_vat BIGINT NOT NULL,
  fees BIGINT NOT NULL,
  fees_vat BIGINT NOT NULL,
  note TEXT,
  actor_kind TEXT NOT NULL,
  actor_name TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id)
);
CREATE INDEX order_refunds_by_order ON order_refunds (store_id, order_id, id);
CREATE TABLE order_refund_lines (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  refund_id BIGINT NOT NULL,
  line BIGINT NOT NULL,
  quantity BIGINT NOT NULL,
  amount BIGINT NOT NULL,
  vat BIGINT NOT NULL,
  PRIMARY KEY (store_id, refund_id, line),
  FOREIGN KEY (store_id, refund_id) REFERENCES order_refunds (store_id, id)
);
