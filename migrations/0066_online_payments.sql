-- Payments at a gateway (PY-01 to PY-03). An attempt is one start of a payment under a reference of its own; a transaction is what
-- the gateway reported of it; a case is what the merchant has to look at.
CREATE TABLE payment_attempts (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  order_id BIGINT NOT NULL,
  payment_method_id BIGINT,
  provider TEXT NOT NULL,
  purpose TEXT NOT NULL,
  amount BIGINT NOT NULL,
  currency TEXT NOT NULL,
  -- What the gateway gets as our name of the payment.
  reference TEXT NOT NULL,
  provider_reference TEXT,
  account TEXT NOT NULL,
  -- Whether the method takes real money; null where that is not known.
  is_live BOOLEAN,
  state TEXT NOT NULL,
  next_step TEXT NOT NULL,
  next_address TEXT NOT NULL,
  refusal_code TEXT NOT NULL,
  refusal_words TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  decided_at BIGINT,
  -- Until then the order keeps its goods for this attempt; null where no order waits for it.
  release_at BIGINT,
  -- Reconciliation: the gateway is asked at set distances from checks_from.
  checks_from BIGINT NOT NULL,
  check_step BIGINT NOT NULL,
  next_check_at BIGINT,
  version BIGINT NOT NULL,
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id)
);
CREATE UNIQUE INDEX payment_attempts_by_reference ON payment_attempts (store_id, reference);
CREATE UNIQUE INDEX payment_attempts_by_provider_reference ON payment_attempts (store_id, provider, provider_reference)
  WHERE provider_reference IS NOT NULL;
CREATE INDEX payment_attempts_by_order ON payment_attempts (store_id, order_id, id);
CREATE INDEX payment_attempts_to_release ON payment_attempts (release_at, store_id, id) WHERE release_at IS NOT NULL;
CREATE INDEX payment_attempts_to_check ON payment_attempts (next_check_at, store_id, id) WHERE next_check_at IS NOT NULL;

CREATE TABLE payment_transactions (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  -- Null of a payment that belongs to no attempt of the store.
  order_id BIGINT,
  attempt_id BIGINT,
  provider TEXT NOT NULL,
  -- The gateway's id; null of a refund that it has not confirmed.
  provider_id TEXT,
  parent_provider_id TEXT,
  kind TEXT NOT NULL,
  status TEXT NOT NULL,
  amount BIGINT NOT NULL,
  currency TEXT NOT NULL,
  fee BIGINT,
  means_kind TEXT NOT NULL,
  scheme TEXT NOT NULL,
  last_four TEXT NOT NULL,
  refusal_code TEXT NOT NULL,
  refusal_words TEXT NOT NULL,
  account TEXT NOT NULL,
  is_live BOOLEAN,
  -- The merchant requested it (refunds and voids).
  is_requested BOOLEAN NOT NULL,
  note TEXT,
  -- Of a charge: how much of it the gateway reports as refunded, and how much of that is in the ledger.
  refunds_reported BIGINT NOT NULL,
  refunds_booked BIGINT NOT NULL,
  -- The order's ledger entry; null where nothing was booked.
  entry_n BIGINT,
  first_at BIGINT NOT NULL,
  last_at BIGINT NOT NULL,
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id)
);
CREATE UNIQUE INDEX payment_transactions_by_provider_id ON payment_transactions (store_id, provider, kind, provider_id)
  WHERE provider_id IS NOT NULL;
CREATE INDEX payment_transactions_by_order ON payment_transactions (store_id, order_id, id);
CREATE INDEX payment_transactions_by_attempt ON payment_transactions (store_id, attempt_id, id);

CREATE TABLE payment_cases (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  order_id BIGINT,
  attempt_id BIGINT,
  transaction_id BIGINT NOT NULL,
  kind TEXT NOT NULL,
  amount BIGINT NOT NULL,
  currency TEXT NOT NULL,
  opened_at BIGINT NOT NULL,
  closed_at BIGINT,
  closed_by TEXT NOT NULL,
  note TEXT NOT NULL,
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id)
);
CREATE UNIQUE INDEX payment_cases_by_transaction ON payment_cases (store_id, transaction_id, kind);
CREATE INDEX payment_cases_by_order ON payment_cases (store_id, order_id, id);
CREATE INDEX payment_cases_open ON payment_cases (store_id, id) WHERE closed_at IS NULL;
