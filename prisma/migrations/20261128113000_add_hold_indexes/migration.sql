-- By hand: partial, which the schema cannot say.
-- CreateIndex
CREATE INDEX "batch_held_until_idx" ON "batch"("held_until") WHERE "held_until" IS NOT NULL;

-- CreateIndex
CREATE INDEX "job_held_until_idx" ON "job"("held_until") WHERE "held_until" IS NOT NULL;
