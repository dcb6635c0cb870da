-- Words are ranked by where they stand (3 name, 2 code or tag, 1 description), newest first within: the best of a common
-- word are read in the order of the key. One tree holds the table on SQLite.
CREATE TABLE search_tokens_ranked (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  subject TEXT NOT NULL,
  token TEXT NOT NULL,
  weight BIGINT NOT NULL DEFAULT 3,
  subject_id BIGINT NOT NULL,
  PRIMARY KEY (store_id, subject, token, weight, subject_id)
) WITHOUT ROWID; -- sqlite
); -- postgres
INSERT INTO search_tokens_ranked (store_id, subject, token, subject_id)
  SELECT store_id, subject, token, subject_id FROM search_tokens;
DROP TABLE search_tokens;
ALTER TABLE search_tokens_ranked RENAME TO search_tokens;
CREATE INDEX search_tokens_by_subject ON search_tokens (store_id, subject, subject_id, token, weight);
-- Every word of letters that a product of the store is or was found by, once.
CREATE TABLE search_words (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  word TEXT NOT NULL,
  PRIMARY KEY (store_id, word)
) WITHOUT ROWID; -- sqlite
); -- postgres
-- What is left of a word when one or two of its letters are taken away, as a hash (kernel::spelling): a misspelt word and
-- the right one share one of these.
CREATE TABLE search_spellings (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  spelling BIGINT NOT NULL,
  word TEXT NOT NULL,
  PRIMARY KEY (store_id, spelling, word)
) WITHOUT ROWID; -- sqlite
); -- postgres
-- The values of a product's options that an active variant has, for the filters of lists. Keys are folded.
CREATE TABLE product_option_values (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  option_key TEXT NOT NULL,
  value_key TEXT NOT NULL,
  product_id BIGINT NOT NULL,
  option_name TEXT NOT NULL,
  value_name TEXT NOT NULL,
  position BIGINT NOT NULL,
  PRIMARY KEY (store_id, option_key, value_key, product_id)
) WITHOUT ROWID; -- sqlite
); -- postgres
CREATE INDEX product_option_values_by_product
  ON product_option_values (store_id, product_id, position, option_key, value_key, option_name, value_name);
-- Products whose words and option values are to be written anew; a job works it off.
CREATE TABLE search_backlog (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  product_id BIGINT NOT NULL,
  PRIMARY KEY (store_id, product_id)
) WITHOUT ROWID; -- sqlite
); -- postgres
INSERT INTO search_backlog (store_id, product_id) SELECT store_id, id FROM products WHERE deleted_at IS NULL;
