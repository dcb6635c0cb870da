-- Calls to services of others and what they send by themselves (decision 0086).

-- Outgoing calls: written with the change that wants them, run after its commit. subject is the id of what a call belongs to, as the
-- API writes it. A running call has a lease; is_in_doubt means that the provider may have done it.
CREATE TABLE provider_calls (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  provider TEXT NOT NULL,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  order_id BIGINT,
  idempotency_key TEXT NOT NULL,
  input TEXT NOT NULL,
  state TEXT NOT NULL,
  attempts BIGINT NOT NULL,
  fence BIGINT NOT NULL,
  not_before BIGINT NOT NULL,
  give_up_at BIGINT NOT NULL,
  lease_until BIGINT,
  is_in_doubt BOOLEAN NOT NULL,
  -- A stable word, empty for none, and the provider's own words beside it.
  reason TEXT NOT NULL,
  reason_words TEXT NOT NULL,
  result TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  ended_at BIGINT,
  PRIMARY KEY (store_id, id)
);
CREATE UNIQUE INDEX provider_calls_by_key ON provider_calls (store_id, idempotency_key);
CREATE INDEX provider_calls_by_order ON provider_calls (store_id, order_id, id);
CREATE INDEX provider_calls_by_subject ON provider_calls (store_id, subject, id);

-- A provider that a store could not reach: how often in a row, and until when it is left alone. No row: it is reached.
CREATE TABLE provider_circuits (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  provider TEXT NOT NULL,
  failures BIGINT NOT NULL,
  openings BIGINT NOT NULL,
  open_until BIGINT,
  trial_until BIGINT,
  PRIMARY KEY (store_id, provider)
);

-- What was sent and answered, without secrets and without shoppers' data. fence is the run of the call.
CREATE TABLE provider_exchanges (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  call_id BIGINT NOT NULL,
  fence BIGINT NOT NULL,
  position BIGINT NOT NULL,
  step TEXT NOT NULL,
  at BIGINT NOT NULL,
  method TEXT NOT NULL,
  address TEXT NOT NULL,
  request TEXT NOT NULL,
  status BIGINT,
  answer TEXT NOT NULL,
  duration_ms BIGINT NOT NULL,
  PRIMARY KEY (store_id, call_id, fence, position),
  FOREIGN KEY (store_id, call_id) REFERENCES provider_calls (store_id, id)
);
CREATE INDEX provider_exchanges_by_time ON provider_exchanges (at);

-- The addresses at which providers report: one for each connected account.
CREATE TABLE provider_endpoints (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  provider TEXT NOT NULL,
  owner_kind TEXT NOT NULL,
  owner_id BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (store_id, id)
);
CREATE UNIQUE INDEX provider_endpoints_by_id ON provider_endpoints (id);
CREATE UNIQUE INDEX provider_endpoints_by_owner ON provider_endpoints (store_id, owner_kind, owner_id, provider);

-- What providers reported, as it came, once its signature was checked. body_encoding is text or base64.
CREATE TABLE provider_events (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  endpoint_id BIGINT NOT NULL,
  provider TEXT NOT NULL,
  owner_kind TEXT NOT NULL,
  owner_id BIGINT NOT NULL,
  dedupe_key TEXT NOT NULL,
  method TEXT NOT NULL,
  query TEXT NOT NULL,
  headers TEXT NOT NULL,
  body TEXT NOT NULL,
  body_encoding TEXT NOT NULL,
  state TEXT NOT NULL,
  reason TEXT NOT NULL,
  order_id BIGINT,
  has_content BOOLEAN NOT NULL,
  received_at BIGINT NOT NULL,
  processed_at BIGINT,
  PRIMARY KEY (store_id, id)
);
CREATE UNIQUE INDEX provider_events_by_dedupe_key ON provider_events (store_id, endpoint_id, dedupe_key);
CREATE INDEX provider_events_by_order ON provider_events (store_id, order_id);
CREATE INDEX provider_events_by_time ON provider_events (received_at);
CREATE INDEX provider_events_with_content ON provider_events (received_at) WHERE has_content = TRUE;
