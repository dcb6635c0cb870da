-- Whether a demo store's content has pictures; stores from before get them with their next reset.
ALTER TABLE demo_plans ADD COLUMN has_pictures BOOLEAN NOT NULL DEFAULT TRUE;
