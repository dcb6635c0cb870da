-- Payment gateways (PY-01, PY-02): a store may have several methods of one provider, each with limits, and with a connection.
CREATE TABLE payment_methods_with_limits (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  provider TEXT NOT NULL,
  name TEXT NOT NULL,
  instructions TEXT NOT NULL,
  is_active BOOLEAN NOT NULL,
  fixed_fees BIGINT NOT NULL,
  ratio_fees BIGINT NOT NULL,
  add_vat_to_payment_charges BOOLEAN NOT NULL,
  disable_on_first_order BOOLEAN NOT NULL,
  -- Of the amount to pay without the method's own fee, both included; null for none.
  min_amount BIGINT,
  max_amount BIGINT,
  -- A list of ISO codes of countries of delivery; an empty one is all.
  countries TEXT NOT NULL,
  display_order BIGINT NOT NULL,
  -- A method of a gateway that was deleted can be restored for a while.
  deleted_at BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  version BIGINT NOT NULL,
  PRIMARY KEY (store_id, id)
);
INSERT INTO payment_methods_with_limits (store_id, id, provider, name, instructions, is_active, fixed_fees, ratio_fees,
    add_vat_to_payment_charges, disable_on_first_order, countries, display_order, created_at, updated_at, version)
  SELECT store_id, id, provider, name, instructions, is_active, fixed_fees, ratio_fees, add_vat_to_payment_charges,
    disable_on_first_order, '[]', display_order, created_at, updated_at, version FROM payment_methods;
DROP TABLE payment_methods;
ALTER TABLE payment_methods_with_limits RENAME TO payment_methods;
-- Cash and transfers exist once in every store.
CREATE UNIQUE INDEX payment_methods_once ON payment_methods (store_id, provider) WHERE provider IN ('COD', 'BANK');
CREATE INDEX payment_methods_deleted ON payment_methods (deleted_at) WHERE deleted_at IS NOT NULL;

-- How a method reaches its provider, from when its credentials are there. Secret ones are in secrets.
CREATE TABLE payment_connections (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  method_id BIGINT NOT NULL,
  -- Credentials that are not secret, by field.
  field_values TEXT NOT NULL,
  set_at BIGINT NOT NULL,
  version BIGINT NOT NULL,
  -- The last try with these credentials: when, how it ended, with real money or not, whose account, the provider's own words.
  checked_at BIGINT,
  outcome TEXT,
  is_live BOOLEAN,
  account TEXT NOT NULL,
  words TEXT NOT NULL,
  PRIMARY KEY (store_id, method_id)
);

-- The bank of an account, of the list that the program has; empty for another one.
ALTER TABLE bank_accounts ADD COLUMN bank_id TEXT NOT NULL DEFAULT '';
