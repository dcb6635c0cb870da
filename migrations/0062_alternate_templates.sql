-- The theme's alternate template that shows a product, a category or a page of text; none for the plain one (decision 0081).
ALTER TABLE products ADD COLUMN template TEXT;
ALTER TABLE categories ADD COLUMN template TEXT;
ALTER TABLE content_pages ADD COLUMN template TEXT;
