-- A sample that is shown, or waits for its moment, is a product that its merchant sells: it is no sample any more. Only drafts
-- that nobody has touched are deleted as samples.
UPDATE products SET is_sample = FALSE WHERE is_sample AND (is_published OR publish_at IS NOT NULL);
