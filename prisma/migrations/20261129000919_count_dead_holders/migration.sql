-- AlterTable
ALTER TABLE "batch" ADD COLUMN     "kill_fences" BIGINT[] DEFAULT ARRAY[]::BIGINT[],
ADD COLUMN     "stopped_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "job" ADD COLUMN     "kill_fences" BIGINT[] DEFAULT ARRAY[]::BIGINT[];

-- AlterTable
ALTER TABLE "check_run" ADD COLUMN     "kill_fences" BIGINT[] DEFAULT ARRAY[]::BIGINT[];

-- By hand: the batches that stand still until a person acts.
CREATE INDEX "batch_stopped_idx" ON "batch" ("stopped_at") WHERE "stopped_at" IS NOT NULL;
