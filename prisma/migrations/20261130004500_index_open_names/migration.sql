-- By hand: what jobs that have not ended call their objects, as before, but told by when they ended. With the state in
-- their condition, whoever looks up a name has it in the statement too, and job_open_idx, which holds every open job,
-- then looks as good to the planner as these.
DROP INDEX "job_open_local_ids_idx";
DROP INDEX "job_open_supplied_ark_idx";
CREATE INDEX "job_open_named_idx" ON "job" USING gin ("canonical_texts"("local_ids")) WITH (fastupdate = off)
  WHERE "ended_at" IS NULL AND "local_ids" <> '{}';
CREATE INDEX "job_open_supplied_idx" ON "job" ("supplied_ark") WHERE "ended_at" IS NULL AND "supplied_ark" IS NOT NULL;
