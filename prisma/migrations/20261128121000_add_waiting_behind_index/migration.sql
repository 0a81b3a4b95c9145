-- By hand: jobs that wait for another one of their object, in their turn.
CREATE INDEX "job_waiting_behind_idx" ON "job" ("turn_at") WHERE "wait_code" = 'object_busy';
