-- The names of options and values in each language, for the filters of lists: a page shows them in its own.
ALTER TABLE product_option_values ADD COLUMN option_texts TEXT NOT NULL DEFAULT '{}';
ALTER TABLE product_option_values ADD COLUMN value_texts TEXT NOT NULL DEFAULT '{}';
-- It holds what a list's filters read, so that they look at nothing else.
DROP INDEX product_option_values_by_product;
CREATE INDEX product_option_values_by_product
  ON product_option_values (store_id, product_id, position, option_key, value_key, option_name, value_name, option_texts, value_texts);
-- Products that have such names already are written anew by the job that works the backlog off.
INSERT INTO search_backlog (store_id, product_id)
  SELECT store_id, id FROM products WHERE deleted_at IS NULL AND options LIKE '%_texts"%' ON CONFLICT DO NOTHING;
