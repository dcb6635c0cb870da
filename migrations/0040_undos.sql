-- How many undos lie between an act over many and this batch: whether it takes back or does it again (PR-01, OR-01, CU-01).
ALTER TABLE batches ADD COLUMN undos BIGINT NOT NULL DEFAULT 0;
UPDATE batches SET undos = 1 WHERE undo_of IS NOT NULL;
UPDATE batches SET undos = 2 WHERE undo_of IN (SELECT b.id FROM batches b WHERE b.store_id = batches.store_id AND b.undo_of IS NOT NULL);
UPDATE batches SET undos = 3 WHERE undo_of IN (SELECT b.id FROM batches b WHERE b.store_id = batches.store_id AND b.undos = 2);
UPDATE batches SET undos = 4 WHERE undo_of IN (SELECT b.id FROM batches b WHERE b.store_id = batches.store_id AND b.undos = 3);
