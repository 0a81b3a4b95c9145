-- AlterTable
ALTER TABLE "job" ADD COLUMN     "turn_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp();

-- Jobs that wait at this moment keep the order they had, by priority and age.
UPDATE "job" SET "turn_at" = "due_at" + "priority" * interval '10 seconds' WHERE "due_at" IS NOT NULL;

-- By hand: what a worker looks at next, by its turn.
DROP INDEX "job_due_idx";
CREATE INDEX "job_due_idx" ON "job" ("turn_at") WHERE "due_at" IS NOT NULL;
