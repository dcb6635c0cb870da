-- Carts as the merchant sees them (CA-01..04): what is listed, what reminded their shoppers, and what came of it.

-- The cart whose lines a restore link brought here.
ALTER TABLE carts ADD COLUMN restored_from BIGINT;
-- The order that came of this cart's lines in another cart, which a restore link made.
ALTER TABLE carts ADD COLUMN recovered_order_id BIGINT;
-- none, reminded, stopped.
ALTER TABLE carts ADD COLUMN reminder_status TEXT NOT NULL DEFAULT 'none';
-- Messages of the sequence that are behind it.
ALTER TABLE carts ADD COLUMN reminders_done BIGINT NOT NULL DEFAULT 0;
-- The first and the latest reminder.
ALTER TABLE carts ADD COLUMN reminded_at BIGINT;
ALTER TABLE carts ADD COLUMN last_reminded_at BIGINT;
-- The list by age and by amount, with what it is filtered and summed by.
CREATE INDEX carts_listed ON carts (store_id, step, active_at, id, amount, reminder_status) WHERE items_count > 0 AND recovered_order_id IS NULL;
CREATE INDEX carts_by_amount ON carts (store_id, step, amount, id, active_at, reminder_status) WHERE items_count > 0 AND recovered_order_id IS NULL;
-- Whom the sequence comes to.
CREATE INDEX carts_to_remind ON carts (store_id, reminders_done, active_at, id) WHERE order_id IS NULL AND recovered_order_id IS NULL AND items_count > 0 AND mobile IS NOT NULL;
-- What came of reminders in a period.
CREATE INDEX carts_reminded ON carts (store_id, reminded_at) WHERE reminded_at IS NOT NULL;
-- How a store reminds.
CREATE TABLE cart_reminder_plans (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  is_active BOOLEAN NOT NULL,
  active_since BIGINT NOT NULL,
  quiet_from BIGINT NOT NULL,
  quiet_to BIGINT NOT NULL,
  cap BIGINT NOT NULL,
  cap_days BIGINT NOT NULL,
  messages TEXT NOT NULL,
  version BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (store_id)
);
CREATE INDEX cart_reminder_plans_active ON cart_reminder_plans (store_id) WHERE is_active;
-- Reminders that were handed over, or were not and why. n counts the sequence from 1; 0 was sent by hand.
CREATE TABLE cart_reminders (
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
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, cart_id) REFERENCES carts (store_id, id)
);
CREATE INDEX cart_reminders_by_cart ON cart_reminders (store_id, cart_id, id);
CREATE UNIQUE INDEX cart_reminders_once ON cart_reminders (store_id, cart_id, n) WHERE n > 0;
CREATE INDEX cart_reminders_by_mobile ON cart_reminders (store_id, mobile, created_at) WHERE status = 'handed_over';
-- Whoever was reminded: one row a number, which whoever writes to them takes first, and that they asked not to be.
CREATE TABLE reminded_people (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  mobile TEXT NOT NULL,
  opted_out_at BIGINT,
  touched_at BIGINT NOT NULL,
  PRIMARY KEY (store_id, mobile)
);
