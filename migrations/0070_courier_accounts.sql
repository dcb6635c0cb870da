-- Couriers (SP-01, SP-02, SP-03; decision 0096): a store's account at a courier, one for each; secret values are in secrets.
CREATE TABLE courier_accounts (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  provider TEXT NOT NULL,
  -- Credentials that are not secret, by field.
  field_values TEXT NOT NULL,
  -- The courier's ids of the store's warehouses, by the id of the warehouse.
  pickup_locations TEXT NOT NULL,
  set_at BIGINT NOT NULL,
  version BIGINT NOT NULL,
  -- The last try with these credentials: when, how it ended, the courier's own words.
  checked_at BIGINT,
  outcome TEXT,
  words TEXT NOT NULL,
  -- When its cities are fetched next; null for a courier whose cities are those of the program.
  cities_due_at BIGINT,
  -- The courier's code of the city in which its default place of pickup is; empty where that is not known.
  pickup_city TEXT NOT NULL DEFAULT '',
  -- Prices are not asked before this moment: the courier could not be reached. How often in a row.
  rates_paused_until BIGINT,
  rate_failures BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (store_id, id)
);
CREATE UNIQUE INDEX courier_accounts_by_provider ON courier_accounts (store_id, provider);
CREATE INDEX courier_accounts_cities_due ON courier_accounts (cities_due_at, store_id, id) WHERE cities_due_at IS NOT NULL;

-- The cities of a courier, as it told them for an account.
CREATE TABLE courier_cities (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  account_id BIGINT NOT NULL,
  position BIGINT NOT NULL,
  -- Code, names, spellings; and the districts apart, which are many.
  city TEXT NOT NULL,
  districts TEXT NOT NULL,
  PRIMARY KEY (store_id, account_id, position),
  FOREIGN KEY (store_id, account_id) REFERENCES courier_accounts (store_id, id)
);

-- What couriers answered when they were asked for a price, for some minutes.
CREATE TABLE courier_rates (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  account_id BIGINT NOT NULL,
  -- From where, to where, service, size, weight, cash and currency.
  rate_key TEXT NOT NULL,
  -- Null where the courier refused to tell: it is not asked again before the time is over.
  amount BIGINT,
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (store_id, account_id, rate_key),
  FOREIGN KEY (store_id, account_id) REFERENCES courier_accounts (store_id, id)
);
CREATE INDEX courier_rates_expired ON courier_rates (expires_at);

ALTER TABLE shipping_methods ADD COLUMN is_courier_controls_rates BOOLEAN NOT NULL DEFAULT FALSE;
-- Goods of at least this amount ship free; null for never.
ALTER TABLE shipping_methods ADD COLUMN free_above BIGINT;
ALTER TABLE shipping_methods ADD COLUMN processing_days BIGINT NOT NULL DEFAULT 0;
-- How long the courier takes, in days; null where nothing is promised.
ALTER TABLE shipping_methods ADD COLUMN delivery_days_min BIGINT;
ALTER TABLE shipping_methods ADD COLUMN delivery_days_max BIGINT;
ALTER TABLE shipping_methods ADD COLUMN package_size TEXT NOT NULL DEFAULT 'small';
-- What the shopper was promised, in days from the order on, processing included; null for nothing.
ALTER TABLE orders ADD COLUMN delivery_days_min BIGINT;
ALTER TABLE orders ADD COLUMN delivery_days_max BIGINT;
