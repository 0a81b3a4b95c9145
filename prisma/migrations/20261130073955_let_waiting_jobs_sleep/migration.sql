-- AlterTable
ALTER TABLE "job" ADD COLUMN     "asleep" BOOLEAN NOT NULL DEFAULT false;

-- Jobs that wait at this moment.
UPDATE "job" SET "asleep" = true WHERE "due_at" > clock_timestamp();

-- By hand: what a worker looks at next, by its turn, without jobs that wait; and these by the time they have slept enough.
DROP INDEX "job_due_idx";
CREATE INDEX "job_due_idx" ON "job" ("turn_at") WHERE "due_at" IS NOT NULL AND NOT "asleep";
CREATE INDEX "job_asleep_idx" ON "job" ("due_at") WHERE "asleep";
