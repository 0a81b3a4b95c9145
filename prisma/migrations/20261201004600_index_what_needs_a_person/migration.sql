-- By hand: what has been held for long, and mails and callbacks that nobody tries to deliver any more.
CREATE INDEX "batch_held_idx" ON "batch" ("held_at") WHERE "held_at" IS NOT NULL;
CREATE INDEX "job_held_idx" ON "job" ("held_at") WHERE "held_at" IS NOT NULL;
-- The latter by an expression: by conditions on kind and status the planner may read all of a kind instead.
CREATE INDEX "outbox_failed_idx" ON "outbox" ((CASE WHEN "status" = 'Failed' THEN "kind" END), "ended_at")
  WHERE (CASE WHEN "status" = 'Failed' THEN "kind" END) IS NOT NULL;
