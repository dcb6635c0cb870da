-- The ground: parties, sessions, stores, catalogue, customers, carts, orders, theme, jobs.
-- Portable text for both engines; see crates/db/src/dialect.rs for the few marked lines.
-- Times are epoch milliseconds, money is minor units, documents are JSON text that SQL never looks into,
-- translated texts are {"ar","en"} documents. Every business table leads with the store's id.

-- ---- parties -------------------------------------------------------------------------------------------------------
CREATE TABLE users (
  id BIGINT PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT UNIQUE,
  mobile TEXT UNIQUE,
  password_hash TEXT NOT NULL,
  role TEXT NOT NULL,
  locale TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE TABLE password_history (
  user_id BIGINT NOT NULL REFERENCES users (id),
  set_at BIGINT NOT NULL,
  password_hash TEXT NOT NULL,
  PRIMARY KEY (user_id, set_at)
);
CREATE TABLE sessions (
  id BIGINT PRIMARY KEY,
  user_id BIGINT NOT NULL REFERENCES users (id),
  access_hash TEXT NOT NULL UNIQUE,
  access_expires_at BIGINT NOT NULL,
  user_agent TEXT NOT NULL,
  ip TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  last_used_at BIGINT NOT NULL,
  ended_at BIGINT
);
CREATE INDEX sessions_by_user ON sessions (user_id, created_at);
CREATE INDEX sessions_by_age ON sessions (last_used_at);
CREATE TABLE refresh_tokens (
  hash TEXT PRIMARY KEY,
  session_id BIGINT NOT NULL REFERENCES sessions (id),
  expires_at BIGINT NOT NULL,
  used_at BIGINT
);
CREATE INDEX refresh_tokens_by_session ON refresh_tokens (session_id);
CREATE INDEX refresh_tokens_by_age ON refresh_tokens (expires_at);
CREATE TABLE otp_codes (
  id BIGINT PRIMARY KEY,
  mobile TEXT NOT NULL,
  purpose TEXT NOT NULL,
  ip TEXT NOT NULL,
  code_hash TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  resend_at BIGINT NOT NULL,
  tries BIGINT NOT NULL,
  is_used BOOLEAN NOT NULL
);
CREATE INDEX otp_codes_by_mobile ON otp_codes (mobile, purpose, created_at);
CREATE INDEX otp_codes_by_ip ON otp_codes (ip, created_at);
CREATE INDEX otp_codes_by_age ON otp_codes (created_at);
CREATE TABLE sign_in_attempts (
  id BIGINT PRIMARY KEY,
  identifier TEXT NOT NULL,
  ip TEXT NOT NULL,
  at BIGINT NOT NULL
);
CREATE INDEX sign_in_attempts_by_identifier ON sign_in_attempts (identifier, at);
CREATE INDEX sign_in_attempts_by_ip ON sign_in_attempts (ip, at);
CREATE INDEX sign_in_attempts_by_age ON sign_in_attempts (at);
CREATE TABLE password_resets (
  token_hash TEXT PRIMARY KEY,
  user_id BIGINT NOT NULL REFERENCES users (id),
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  used_at BIGINT
);
CREATE INDEX password_resets_by_user ON password_resets (user_id, created_at);
-- AU-02, AU-03: a registration from the confirmed code to the finished store. `token_hash` opens the continue page.
CREATE TABLE registrations (
  id BIGINT PRIMARY KEY,
  token_hash TEXT NOT NULL UNIQUE,
  mobile TEXT NOT NULL,
  status TEXT NOT NULL,
  step TEXT NOT NULL,
  progress BIGINT NOT NULL,
  error TEXT,
  user_id BIGINT,
  store_id BIGINT,
  -- Held from the form until the store exists, so that two people are not promised one address.
  slug TEXT,
  attempts BIGINT NOT NULL,
  is_session_given BOOLEAN NOT NULL,
  payload TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX registrations_by_mobile ON registrations (mobile, created_at);
CREATE INDEX registrations_by_age ON registrations (status, created_at);
CREATE UNIQUE INDEX registrations_by_slug ON registrations (slug) WHERE slug IS NOT NULL;

-- ---- stores --------------------------------------------------------------------------------------------------------
CREATE TABLE stores (
  id BIGINT PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  status TEXT NOT NULL,
  country TEXT NOT NULL,
  currency TEXT NOT NULL,
  timezone TEXT NOT NULL,
  default_language TEXT NOT NULL,
  languages TEXT NOT NULL,
  is_demo BOOLEAN NOT NULL,
  is_ready BOOLEAN NOT NULL,
  is_url_ready BOOLEAN NOT NULL,
  is_theme_ready BOOLEAN NOT NULL,
  feature_flags TEXT NOT NULL,
  onboarding TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  version BIGINT NOT NULL
);
CREATE INDEX stores_demo ON stores (id) WHERE is_demo = TRUE;
CREATE TABLE memberships (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  user_id BIGINT NOT NULL REFERENCES users (id),
  role TEXT NOT NULL,
  abilities TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (store_id, user_id)
);
CREATE INDEX memberships_by_user ON memberships (user_id, created_at);
-- The hot numbers of a store: the journal's sequence and the next order number, taken last in a transaction.
CREATE TABLE store_counters (
  store_id BIGINT PRIMARY KEY REFERENCES stores (id),
  journal_seq BIGINT NOT NULL,
  next_order_number BIGINT NOT NULL,
  next_invoice_number BIGINT NOT NULL
);
CREATE TABLE store_settings (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  code TEXT NOT NULL,
  value TEXT NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (store_id, code)
);
-- Counters by status, kept in the transaction of the change: order tabs, menu counters.
CREATE TABLE status_counts (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  subject TEXT NOT NULL,
  status TEXT NOT NULL,
  n BIGINT NOT NULL,
  PRIMARY KEY (store_id, subject, status)
);
-- Who did what, with what before and after: activity log, audit log, change feed and the ground for undo.
CREATE TABLE journal (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  seq BIGINT NOT NULL,
  at BIGINT NOT NULL,
  actor_kind TEXT NOT NULL,
  actor_id BIGINT,
  actor_name TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  subject_id BIGINT NOT NULL,
  batch_id BIGINT,
  before TEXT,
  after TEXT,
  note TEXT,
  PRIMARY KEY (store_id, seq)
);
CREATE INDEX journal_by_subject ON journal (store_id, subject, subject_id, seq);
CREATE INDEX journal_by_batch ON journal (store_id, batch_id, seq) WHERE batch_id IS NOT NULL;
CREATE TABLE user_preferences (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  user_id BIGINT NOT NULL REFERENCES users (id),
  code TEXT NOT NULL,
  value TEXT NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (store_id, user_id, code)
);

-- ---- platform services ----------------------------------------------------------------------------------------------
-- decisions §7: without a provider, messages stay here and say so.
CREATE TABLE outbox_messages (
  id BIGINT PRIMARY KEY,
  store_id BIGINT,
  channel TEXT NOT NULL,
  recipient TEXT NOT NULL,
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  status TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX outbox_messages_by_recipient ON outbox_messages (recipient, id);
CREATE INDEX outbox_messages_by_age ON outbox_messages (created_at);
-- decisions §4: the same key and body within 24 h answers as the first did.
CREATE TABLE idempotency_keys (
  scope BIGINT NOT NULL,
  key TEXT NOT NULL,
  request_hash TEXT NOT NULL,
  status BIGINT,
  response TEXT,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (scope, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
CREATE TABLE jobs (
  id BIGINT PRIMARY KEY,
  kind TEXT NOT NULL,
  store_id BIGINT,
  payload TEXT NOT NULL,
  status TEXT NOT NULL,
  run_at BIGINT NOT NULL,
  attempt BIGINT NOT NULL,
  lease_until BIGINT,
  fence BIGINT NOT NULL,
  dedup_key TEXT,
  last_error TEXT,
  created_at BIGINT NOT NULL,
  finished_at BIGINT
);
CREATE INDEX jobs_due ON jobs (status, run_at, id);
CREATE INDEX jobs_by_store ON jobs (store_id, status, id);
CREATE UNIQUE INDEX jobs_dedup ON jobs (dedup_key) WHERE dedup_key IS NOT NULL;
CREATE TABLE schedules (
  name TEXT PRIMARY KEY,
  next_run_at BIGINT NOT NULL
);

-- ---- media ----------------------------------------------------------------------------------------------------------
CREATE TABLE media (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  status TEXT NOT NULL,
  file_name TEXT NOT NULL,
  content_type TEXT NOT NULL,
  size_bytes BIGINT NOT NULL,
  width BIGINT NOT NULL,
  height BIGINT NOT NULL,
  sha256 TEXT NOT NULL,
  storage_key TEXT NOT NULL,
  variants TEXT NOT NULL,
  alt TEXT NOT NULL,
  source_url TEXT,
  error TEXT,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (store_id, id)
);
CREATE INDEX media_by_source ON media (store_id, source_url) WHERE source_url IS NOT NULL;

-- ---- content --------------------------------------------------------------------------------------------------------
CREATE TABLE pages (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  slug TEXT NOT NULL,
  title TEXT NOT NULL,
  content TEXT NOT NULL,
  is_published BOOLEAN NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  version BIGINT NOT NULL,
  PRIMARY KEY (store_id, id),
  UNIQUE (store_id, slug)
);
CREATE TABLE menus (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  code TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (store_id, id),
  UNIQUE (store_id, code)
);
CREATE TABLE menu_links (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  menu_id BIGINT NOT NULL,
  title TEXT NOT NULL,
  link_type TEXT NOT NULL,
  entity_id BIGINT,
  url TEXT NOT NULL,
  target TEXT NOT NULL,
  display_order BIGINT NOT NULL,
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, menu_id) REFERENCES menus (store_id, id)
);
CREATE INDEX menu_links_by_menu ON menu_links (store_id, menu_id, display_order);

-- ---- catalogue ------------------------------------------------------------------------------------------------------
CREATE TABLE categories (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  parent_id BIGINT,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  description TEXT NOT NULL,
  slug TEXT NOT NULL,
  slug_key TEXT NOT NULL,
  image_id BIGINT,
  display_order BIGINT NOT NULL,
  is_active BOOLEAN NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  version BIGINT NOT NULL,
  seq BIGINT NOT NULL,
  PRIMARY KEY (store_id, id),
  UNIQUE (store_id, slug_key)
);
CREATE INDEX categories_by_parent ON categories (store_id, parent_id, display_order);
CREATE TABLE products (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  product_type TEXT NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  short_description TEXT NOT NULL,
  description TEXT NOT NULL,
  regular_price BIGINT,
  sale_price BIGINT,
  sale_from BIGINT,
  sale_until BIGINT,
  cost_price BIGINT,
  sku TEXT,
  barcode TEXT,
  has_unlimited_qty BOOLEAN NOT NULL,
  qty BIGINT NOT NULL CHECK (qty >= 0),
  min_qty BIGINT,
  max_qty BIGINT,
  weight_grams BIGINT NOT NULL,
  weight_unit TEXT NOT NULL,
  requires_shipping BOOLEAN NOT NULL,
  has_free_shipping BOOLEAN NOT NULL,
  is_tax_free BOOLEAN NOT NULL,
  is_active BOOLEAN NOT NULL,
  is_published BOOLEAN NOT NULL,
  options TEXT NOT NULL,
  dynamic_fields TEXT NOT NULL,
  tags TEXT NOT NULL,
  seo TEXT NOT NULL,
  page_link TEXT NOT NULL,
  page_link_key TEXT NOT NULL,
  cover_id BIGINT,
  -- What lists sort and filter by, kept by the catalogue slice: lowest effective price over the variants, stock in all.
  list_price BIGINT NOT NULL,
  stock BIGINT NOT NULL,
  -- A sale opens or closes then, and list_price must be written anew.
  price_changes_at BIGINT,
  import_id BIGINT,
  import_key TEXT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  deleted_at BIGINT,
  version BIGINT NOT NULL,
  seq BIGINT NOT NULL,
  PRIMARY KEY (store_id, id)
);
CREATE UNIQUE INDEX products_by_link ON products (store_id, page_link_key) WHERE deleted_at IS NULL;
CREATE INDEX products_by_name ON products (store_id, name_key, id) WHERE deleted_at IS NULL;
CREATE INDEX products_by_price ON products (store_id, list_price, id) WHERE deleted_at IS NULL;
CREATE INDEX products_by_stock ON products (store_id, stock, id) WHERE deleted_at IS NULL;
CREATE INDEX products_by_time ON products (store_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX products_by_update ON products (store_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX products_by_state ON products (store_id, is_published, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX products_by_sku ON products (store_id, sku) WHERE sku IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX products_by_import ON products (store_id, import_key) WHERE import_key IS NOT NULL;
CREATE INDEX products_by_seq ON products (store_id, seq);
CREATE INDEX products_by_price_change ON products (price_changes_at) WHERE price_changes_at IS NOT NULL;
CREATE TABLE product_variants (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  product_id BIGINT NOT NULL,
  position BIGINT NOT NULL,
  option_values TEXT NOT NULL,
  regular_price BIGINT,
  sale_price BIGINT,
  cost_price BIGINT,
  sku TEXT,
  barcode TEXT,
  has_unlimited_qty BOOLEAN NOT NULL,
  qty BIGINT NOT NULL CHECK (qty >= 0),
  weight_grams BIGINT,
  media_id BIGINT,
  is_active BOOLEAN NOT NULL,
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, product_id) REFERENCES products (store_id, id)
);
CREATE INDEX product_variants_by_product ON product_variants (store_id, product_id, position);
CREATE INDEX product_variants_by_sku ON product_variants (store_id, sku) WHERE sku IS NOT NULL;
CREATE TABLE product_media (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  product_id BIGINT NOT NULL,
  media_id BIGINT NOT NULL,
  position BIGINT NOT NULL,
  PRIMARY KEY (store_id, product_id, media_id)
);
CREATE INDEX product_media_by_media ON product_media (store_id, media_id);
CREATE TABLE product_categories (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  category_id BIGINT NOT NULL,
  product_id BIGINT NOT NULL,
  position BIGINT NOT NULL,
  PRIMARY KEY (store_id, product_id, category_id)
);
CREATE INDEX product_categories_by_category ON product_categories (store_id, category_id, position, product_id);
-- Holds everything a product's categories are read by: without it SQLite walks the whole index above.
CREATE INDEX product_categories_by_product ON product_categories (store_id, product_id, position, category_id);
-- Words of names, SKUs and phones after folding (kernel::fold); prefix search on both engines by range.
CREATE TABLE search_tokens (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  subject TEXT NOT NULL,
  token TEXT NOT NULL,
  subject_id BIGINT NOT NULL,
  PRIMARY KEY (store_id, subject, token, subject_id)
);
CREATE INDEX search_tokens_by_subject ON search_tokens (store_id, subject, subject_id, token);
-- A changed link leaves a redirect.
CREATE TABLE redirects (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  subject TEXT NOT NULL,
  link_key TEXT NOT NULL,
  subject_id BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (store_id, subject, link_key)
);
CREATE TABLE imports (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  file_name TEXT NOT NULL,
  format TEXT NOT NULL,
  status TEXT NOT NULL,
  storage_key TEXT NOT NULL,
  header_fingerprint TEXT NOT NULL,
  -- Captions with samples, for the mapping screen.
  columns TEXT NOT NULL,
  mapping TEXT NOT NULL,
  is_mapping_remembered BOOLEAN NOT NULL,
  records BIGINT NOT NULL,
  products_total BIGINT NOT NULL,
  products_done BIGINT NOT NULL,
  created_count BIGINT NOT NULL,
  updated_count BIGINT NOT NULL,
  unchanged_count BIGINT NOT NULL,
  failed_count BIGINT NOT NULL,
  kept_count BIGINT NOT NULL,
  -- Each start of background work takes the next pass; work of an earlier pass writes nothing any more.
  pass BIGINT NOT NULL,
  -- How far the pass has come: products read of the file, or the position of the last row looked at.
  reached BIGINT NOT NULL,
  error TEXT,
  created_by BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  finished_at BIGINT,
  undone_at BIGINT,
  version BIGINT NOT NULL,
  PRIMARY KEY (store_id, id)
);
-- A store writes the products of one file at a time.
CREATE UNIQUE INDEX imports_at_work ON imports (store_id) WHERE status IN ('running', 'undoing');
CREATE TABLE import_rows (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  import_id BIGINT NOT NULL,
  position BIGINT NOT NULL,
  outcome TEXT NOT NULL,
  product_id BIGINT,
  product_version BIGINT,
  record BIGINT NOT NULL,
  label TEXT NOT NULL,
  errors TEXT NOT NULL,
  notes TEXT NOT NULL,
  before TEXT,
  PRIMARY KEY (store_id, import_id, position)
);
CREATE INDEX import_rows_by_outcome ON import_rows (store_id, import_id, outcome, position);
CREATE INDEX import_rows_by_product ON import_rows (store_id, product_id, import_id) WHERE product_id IS NOT NULL;
-- Pictures of imported products: fetched in the background, then the product's.
CREATE TABLE import_images (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  product_id BIGINT NOT NULL,
  url TEXT NOT NULL,
  import_id BIGINT NOT NULL,
  -- Its place among the product's pictures; none when only variants show it.
  position BIGINT,
  variants TEXT NOT NULL,
  host TEXT NOT NULL,
  status TEXT NOT NULL,
  media_id BIGINT,
  attempts BIGINT NOT NULL,
  try_at BIGINT NOT NULL,
  error TEXT,
  PRIMARY KEY (store_id, product_id, url)
);
CREATE INDEX import_images_due ON import_images (status, try_at, store_id);
CREATE INDEX import_images_by_import ON import_images (store_id, import_id, status);
CREATE INDEX import_images_by_host ON import_images (store_id, host, status);
CREATE TABLE import_mappings (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  header_fingerprint TEXT NOT NULL,
  mapping TEXT NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (store_id, header_fingerprint)
);

-- ---- customers ------------------------------------------------------------------------------------------------------
CREATE TABLE customers (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  mobile TEXT,
  email TEXT,
  locale TEXT NOT NULL,
  orders_count BIGINT NOT NULL,
  total_spent BIGINT NOT NULL,
  last_order_at BIGINT,
  city TEXT NOT NULL,
  country TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  version BIGINT NOT NULL,
  seq BIGINT NOT NULL,
  PRIMARY KEY (store_id, id)
);
CREATE UNIQUE INDEX customers_by_mobile ON customers (store_id, mobile) WHERE mobile IS NOT NULL;
CREATE INDEX customers_by_email ON customers (store_id, email) WHERE email IS NOT NULL;
CREATE INDEX customers_by_time ON customers (store_id, created_at, id);
CREATE INDEX customers_by_name ON customers (store_id, name_key, id);
CREATE INDEX customers_by_spent ON customers (store_id, total_spent, id);
CREATE INDEX customers_by_orders ON customers (store_id, orders_count, id);
CREATE TABLE customer_addresses (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  customer_id BIGINT NOT NULL,
  address TEXT NOT NULL,
  address_key TEXT NOT NULL,
  used_at BIGINT NOT NULL,
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, customer_id) REFERENCES customers (store_id, id),
  UNIQUE (store_id, customer_id, address_key)
);

-- ---- shipping and payment -------------------------------------------------------------------------------------------
CREATE TABLE shipping_methods (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  provider TEXT NOT NULL,
  name TEXT NOT NULL,
  note TEXT NOT NULL,
  is_active BOOLEAN NOT NULL,
  is_fixed_cost BOOLEAN NOT NULL,
  fixed_cost BIGINT NOT NULL,
  weight_threshold_grams BIGINT NOT NULL,
  extra_weight_cost BIGINT NOT NULL,
  extra_weight_grams BIGINT NOT NULL,
  countries TEXT NOT NULL,
  cities TEXT NOT NULL,
  is_cod_allowed BOOLEAN NOT NULL,
  is_courier_name_visible BOOLEAN NOT NULL,
  display_order BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  version BIGINT NOT NULL,
  PRIMARY KEY (store_id, id)
);
CREATE TABLE payment_methods (
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
  display_order BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  version BIGINT NOT NULL,
  PRIMARY KEY (store_id, id),
  UNIQUE (store_id, provider)
);

-- ---- carts ----------------------------------------------------------------------------------------------------------
CREATE TABLE carts (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  token_hash TEXT NOT NULL,
  step TEXT NOT NULL,
  language TEXT NOT NULL,
  contact TEXT NOT NULL,
  address TEXT NOT NULL,
  shipping_method_id BIGINT,
  payment_method_id BIGINT,
  note TEXT NOT NULL,
  items_count BIGINT NOT NULL,
  amount BIGINT NOT NULL,
  order_id BIGINT,
  created_at BIGINT NOT NULL,
  active_at BIGINT NOT NULL,
  version BIGINT NOT NULL,
  PRIMARY KEY (store_id, id),
  UNIQUE (store_id, token_hash)
);
CREATE INDEX carts_by_step ON carts (store_id, step, active_at, id);
CREATE TABLE cart_items (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  cart_id BIGINT NOT NULL,
  line BIGINT NOT NULL,
  product_id BIGINT NOT NULL,
  variant_id BIGINT,
  quantity BIGINT NOT NULL CHECK (quantity > 0),
  unit_price BIGINT NOT NULL,
  fields TEXT NOT NULL,
  PRIMARY KEY (store_id, cart_id, line),
  FOREIGN KEY (store_id, cart_id) REFERENCES carts (store_id, id)
);

-- ---- orders ---------------------------------------------------------------------------------------------------------
CREATE TABLE orders (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  number BIGINT NOT NULL,
  status TEXT NOT NULL,
  payment_status TEXT NOT NULL,
  customer_id BIGINT NOT NULL,
  was_guest_order BOOLEAN NOT NULL,
  sender_name TEXT NOT NULL,
  mobile TEXT NOT NULL,
  email TEXT,
  language TEXT NOT NULL,
  currency TEXT NOT NULL,
  subtotal BIGINT NOT NULL,
  discount BIGINT NOT NULL,
  vat BIGINT NOT NULL,
  shipping_fees BIGINT NOT NULL,
  payment_fees BIGINT NOT NULL,
  total BIGINT NOT NULL,
  vat_rate BIGINT NOT NULL,
  is_vat_included BOOLEAN NOT NULL,
  customer_currency TEXT NOT NULL,
  total_in_customer_currency BIGINT NOT NULL,
  items_count BIGINT NOT NULL,
  address TEXT NOT NULL,
  city TEXT NOT NULL,
  country TEXT NOT NULL,
  shipping_method_id BIGINT,
  shipping_provider TEXT NOT NULL,
  shipping_name TEXT NOT NULL,
  payment_method_id BIGINT,
  payment_provider TEXT NOT NULL,
  payment_name TEXT NOT NULL,
  note TEXT NOT NULL,
  cart_id BIGINT,
  access_hash TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  version BIGINT NOT NULL,
  seq BIGINT NOT NULL,
  PRIMARY KEY (store_id, id),
  UNIQUE (store_id, number),
  FOREIGN KEY (store_id, customer_id) REFERENCES customers (store_id, id)
);
CREATE INDEX orders_by_time ON orders (store_id, created_at, id);
CREATE INDEX orders_by_status ON orders (store_id, status, created_at, id);
CREATE INDEX orders_by_payment ON orders (store_id, payment_status, created_at, id);
CREATE INDEX orders_by_customer ON orders (store_id, customer_id, created_at, id);
CREATE INDEX orders_by_total ON orders (store_id, total, id);
CREATE INDEX orders_by_seq ON orders (store_id, seq);
CREATE UNIQUE INDEX orders_by_cart ON orders (store_id, cart_id) WHERE cart_id IS NOT NULL;
CREATE TABLE order_items (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  order_id BIGINT NOT NULL,
  line BIGINT NOT NULL,
  product_id BIGINT NOT NULL,
  variant_id BIGINT,
  name TEXT NOT NULL,
  sku TEXT,
  option_values TEXT NOT NULL,
  fields TEXT NOT NULL,
  media_id BIGINT,
  unit_price BIGINT NOT NULL,
  quantity BIGINT NOT NULL,
  line_total BIGINT NOT NULL,
  discount BIGINT NOT NULL,
  vat BIGINT NOT NULL,
  vat_rate BIGINT NOT NULL,
  weight_grams BIGINT NOT NULL,
  is_stock_taken BOOLEAN NOT NULL,
  PRIMARY KEY (store_id, order_id, line),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id)
);
CREATE INDEX order_items_by_product ON order_items (store_id, product_id);

-- ---- theme ----------------------------------------------------------------------------------------------------------
CREATE TABLE theme_sections (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  theme TEXT NOT NULL,
  page TEXT NOT NULL,
  zone TEXT NOT NULL,
  section TEXT NOT NULL,
  name TEXT NOT NULL,
  is_active BOOLEAN NOT NULL,
  display_order BIGINT NOT NULL,
  settings TEXT NOT NULL,
  blocks TEXT NOT NULL,
  updated_at BIGINT NOT NULL,
  version BIGINT NOT NULL,
  PRIMARY KEY (store_id, id)
);
CREATE INDEX theme_sections_by_page ON theme_sections (store_id, theme, page, zone, display_order);
