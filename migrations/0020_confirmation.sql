-- The confirmation desk and what a phone number's orders came to: calls before a cash order is sent, trust in a number.

-- What became of a number's orders and calls, kept in the transaction of each.
CREATE TABLE phone_outcomes (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  -- E.164.
  mobile TEXT NOT NULL,
  delivered BIGINT NOT NULL,
  refused BIGINT NOT NULL,
  returned BIGINT NOT NULL,
  cancelled BIGINT NOT NULL,
  no_answer BIGINT NOT NULL,
  wrong_number BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (store_id, mobile)
);
-- What came back unpaid was never accepted.
INSERT INTO phone_outcomes (store_id, mobile, delivered, refused, returned, cancelled, no_answer, wrong_number, updated_at)
  SELECT store_id, mobile,
    COUNT(CASE WHEN status = 'DLVR' OR (status = 'RTRN' AND payment_status = 'paid') THEN 1 END),
    COUNT(CASE WHEN status = 'RFSD' OR (status = 'RTRN' AND payment_status <> 'paid') THEN 1 END),
    COUNT(CASE WHEN status = 'RTRN' AND payment_status = 'paid' THEN 1 END),
    COUNT(CASE WHEN status = 'CNCL' THEN 1 END), 0, 0, MAX(updated_at)
  FROM orders WHERE status IN ('DLVR', 'RFSD', 'RTRN', 'CNCL') GROUP BY store_id, mobile;

-- A cash order as the desk sees it: whether somebody must ask before it is sent, when to call next, and what the rules
-- said when it came. `due_at` is when the next call may be made.
CREATE TABLE order_confirmations (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  order_id BIGINT NOT NULL,
  mobile TEXT NOT NULL,
  -- 'waiting', 'unreachable', 'wrong_number', 'confirmed', 'cancelled', 'moved' by other hands, 'none' was needed.
  state TEXT NOT NULL,
  due_at BIGINT NOT NULL,
  -- Calls in a row that nobody answered.
  attempts BIGINT NOT NULL,
  placed_at BIGINT NOT NULL,
  -- 'ship', 'confirm', 'prepay', 'hide_cod'.
  action TEXT NOT NULL,
  score BIGINT NOT NULL,
  -- The rule's name and the reasons of the score.
  verdict TEXT NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (store_id, order_id),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id)
);
CREATE INDEX order_confirmations_due ON order_confirmations (store_id, state, due_at, order_id, mobile);
CREATE INDEX order_confirmations_by_mobile ON order_confirmations (store_id, mobile, placed_at, order_id);
-- What waits from before waits for the desk.
INSERT INTO order_confirmations (store_id, order_id, mobile, state, due_at, attempts, placed_at, action, score, verdict, updated_at)
  SELECT store_id, id, mobile, 'waiting', created_at, 0, created_at, 'confirm', 50, '{"rule":null,"reasons":[]}', created_at
  FROM orders WHERE status = 'PEND' AND payment_provider = 'COD' AND payment_status = 'not_paid';

-- Who calls a customer right now. The fence grows with every change of hands, so that a late word of the one before is refused.
CREATE TABLE confirmation_leases (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  mobile TEXT NOT NULL,
  user_id BIGINT NOT NULL,
  user_name TEXT NOT NULL,
  fence BIGINT NOT NULL,
  until_at BIGINT NOT NULL,
  PRIMARY KEY (store_id, mobile)
);
CREATE INDEX confirmation_leases_by_user ON confirmation_leases (store_id, user_id, until_at);

-- Calls and what they came to. `before` is what an undo brings back.
CREATE TABLE order_calls (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  order_id BIGINT NOT NULL,
  mobile TEXT NOT NULL,
  user_id BIGINT NOT NULL,
  user_name TEXT NOT NULL,
  -- 'confirmed', 'no_answer', 'postponed', 'wrong_number', 'cancelled'.
  outcome TEXT NOT NULL,
  note TEXT,
  -- Of a call that is to be made again: when.
  next_at BIGINT,
  at BIGINT NOT NULL,
  is_undone BOOLEAN NOT NULL,
  before TEXT NOT NULL,
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id)
);
CREATE INDEX order_calls_by_order ON order_calls (store_id, order_id, id);
CREATE INDEX order_calls_by_mobile ON order_calls (store_id, mobile, id);
CREATE INDEX order_calls_by_time ON order_calls (store_id, at, is_undone, user_id, outcome, order_id);
