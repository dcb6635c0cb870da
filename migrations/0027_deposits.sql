-- Deposits on cash orders, and what was wrong about trust, reminders and first orders.

-- What of a cash order is paid in advance, 0 where nothing is. States of `order_confirmations` are also 'deposit' (it is waited for
-- until `due_at`) and 'deposit_paid'; actions also 'deposit'.
ALTER TABLE order_confirmations ADD COLUMN deposit BIGINT NOT NULL DEFAULT 0;
CREATE INDEX order_confirmations_deposits ON order_confirmations (due_at, store_id, order_id) WHERE state = 'deposit';

-- When an order was accepted at the door. What came back later was accepted once, whatever became of its money.
ALTER TABLE orders ADD COLUMN delivered_at BIGINT;
UPDATE orders SET delivered_at = (SELECT MIN(j.at) FROM journal j WHERE j.store_id = orders.store_id AND j.subject = 'order'
    AND j.subject_id = orders.id AND j.action = 'update_status' AND j.after LIKE '%"status":"DLVR"%')
  WHERE status IN ('DLVR', 'RTRN');
-- Orders that were written as they ended have no moves in the journal: there the money says it, also when it was given back.
UPDATE orders SET delivered_at = updated_at
  WHERE delivered_at IS NULL AND (status = 'DLVR' OR (status = 'RTRN'
    AND NOT EXISTS (SELECT 1 FROM journal j WHERE j.store_id = orders.store_id AND j.subject = 'order' AND j.subject_id = orders.id
      AND j.action = 'update_status')
    AND (SELECT SUM(e.amount) FROM order_entries e WHERE e.store_id = orders.store_id AND e.order_id = orders.id
      AND e.kind IN ('payment', 'payment_reversal')) > 0));

-- What numbers' orders came to, counted anew: a refunded return is no refusal, and neither a draft that was put away nor an order
-- that was not cash was cancelled by who takes cash orders in.
UPDATE phone_outcomes SET delivered = 0, refused = 0, returned = 0, cancelled = 0;
INSERT INTO phone_outcomes (store_id, mobile, delivered, refused, returned, cancelled, no_answer, wrong_number, updated_at)
  SELECT o.store_id, o.mobile, COUNT(o.delivered_at),
    COUNT(CASE WHEN o.status IN ('RFSD', 'RTRN') AND o.delivered_at IS NULL THEN 1 END),
    COUNT(CASE WHEN o.status = 'RTRN' AND o.delivered_at IS NOT NULL THEN 1 END),
    COUNT(CASE WHEN o.status = 'CNCL' AND o.payment_provider = 'COD' AND EXISTS (SELECT 1 FROM order_entries e
      WHERE e.store_id = o.store_id AND e.order_id = o.id AND e.kind = 'charge') THEN 1 END), 0, 0, MAX(o.updated_at)
  FROM orders o WHERE o.status IN ('DLVR', 'RFSD', 'RTRN', 'CNCL') AND o.mobile <> '' GROUP BY o.store_id, o.mobile
  ON CONFLICT (store_id, mobile) DO UPDATE SET delivered = excluded.delivered, refused = excluded.refused,
    returned = excluded.returned, cancelled = excluded.cancelled;

-- `is_first` said what `is_first_order` says: the order by which its customer became one.
UPDATE orders SET is_first_order = is_first WHERE is_first_order <> is_first;
ALTER TABLE orders DROP COLUMN is_first;

-- Every cart whose lines a restore link brought into another one, with those that had come into it before; `carts.restored_from` is
-- the first of them, for whoever looks at the cart.
CREATE TABLE cart_sources (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  cart_id BIGINT NOT NULL,
  source_id BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (store_id, cart_id, source_id)
);
INSERT INTO cart_sources (store_id, cart_id, source_id, created_at)
  SELECT store_id, id, restored_from, active_at FROM carts WHERE restored_from IS NOT NULL;
-- Which reminded carts led to an order.
CREATE INDEX carts_reminded_order ON carts (store_id, order_id, reminded_at) WHERE reminded_at IS NOT NULL AND order_id IS NOT NULL;
CREATE INDEX carts_reminded_recovered ON carts (store_id, recovered_order_id, reminded_at) WHERE reminded_at IS NOT NULL AND recovered_order_id IS NOT NULL;

-- Reminders outlive their cart: the link that ends them goes on to work, and who was written to is known to the cap.
CREATE TABLE cart_reminders_kept (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  cart_id BIGINT NOT NULL,
  n BIGINT NOT NULL,
  channel TEXT NOT NULL,
  mobile TEXT NOT NULL,
  recipient TEXT NOT NULL,
  status TEXT NOT NULL,
  reason TEXT NOT NULL,
  message_id BIGINT,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (store_id, id)
);
INSERT INTO cart_reminders_kept (store_id, id, cart_id, n, channel, mobile, recipient, status, reason, message_id, created_at)
  SELECT store_id, id, cart_id, n, channel, mobile, recipient, status, reason, message_id, created_at FROM cart_reminders;
DROP TABLE cart_reminders;
ALTER TABLE cart_reminders_kept RENAME TO cart_reminders;
CREATE INDEX cart_reminders_by_cart ON cart_reminders (store_id, cart_id, id);
CREATE UNIQUE INDEX cart_reminders_once ON cart_reminders (store_id, cart_id, n) WHERE n > 0;
CREATE INDEX cart_reminders_by_mobile ON cart_reminders (store_id, mobile, created_at) WHERE status = 'handed_over';
-- The same person by another number: whoever is written to is found by each address.
CREATE INDEX cart_reminders_by_recipient ON cart_reminders (store_id, recipient, created_at) WHERE status = 'handed_over';
-- A row an address, be it a number or an e-mail address: whoever asked not to be reminded is not, on any channel.
ALTER TABLE reminded_people RENAME COLUMN mobile TO address;
