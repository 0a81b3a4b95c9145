-- By hand: what jobs that have not ended call their objects. No pending list, which every look would have to read through.
CREATE INDEX "job_open_local_ids_idx" ON "job" USING gin ("local_ids") WITH (fastupdate = off)
  WHERE "state" NOT IN ('Completed', 'Failed', 'Deleted') AND "local_ids" <> '{}';
CREATE INDEX "job_open_supplied_ark_idx" ON "job" ("supplied_ark")
  WHERE "state" NOT IN ('Completed', 'Failed', 'Deleted') AND "supplied_ark" IS NOT NULL;
