-- When a job's time was set: a clock that was ahead then is told by it, and its jobs do not wait until it is reached again.
ALTER TABLE jobs ADD COLUMN asked_at BIGINT NOT NULL DEFAULT 0;
CREATE INDEX jobs_asked ON jobs (asked_at) WHERE status = 'queued';
