-- AlterEnum
ALTER TYPE "payload_kind" ADD VALUE 'LedgerBatch';

-- AlterTable
ALTER TABLE "batch" ADD COLUMN     "accepted_at" TIMESTAMPTZ(3),
ADD COLUMN     "checks" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "delayed_until" TIMESTAMPTZ(3),
ADD COLUMN     "ledger_message" TEXT,
ADD COLUMN     "next_check_at" TIMESTAMPTZ(3),
ADD COLUMN     "retry_at" TIMESTAMPTZ(3),
ADD COLUMN     "tries" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "unknown_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "unknown_since" TIMESTAMPTZ(3),
ADD COLUMN     "unresolved" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "lane" ADD COLUMN     "breaks" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "due_at" TIMESTAMPTZ(3),
ADD COLUMN     "fence" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "halted_at" TIMESTAMPTZ(3),
ADD COLUMN     "halted_reason" TEXT,
ADD COLUMN     "held_at" TIMESTAMPTZ(3),
ADD COLUMN     "held_by" TEXT,
ADD COLUMN     "held_reason" TEXT,
ADD COLUMN     "kills" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "lease_last" TIMESTAMPTZ(3),
ADD COLUMN     "lease_owner" TEXT,
ADD COLUMN     "lease_until" TIMESTAMPTZ(3),
ADD COLUMN     "ledger" TEXT,
ADD COLUMN     "settings" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "touched" BIGINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "ledger_batch" (
    "batch_id" TEXT NOT NULL,
    "lane_id" TEXT NOT NULL,
    "ledger_id" TEXT NOT NULL,
    "body" BYTEA NOT NULL,
    "signer_public_key" TEXT NOT NULL,
    "transaction_ids" TEXT[],
    "families" TEXT[],

    CONSTRAINT "ledger_batch_pkey" PRIMARY KEY ("batch_id")
);

-- CreateTable
CREATE TABLE "attempt" (
    "id" BIGSERIAL NOT NULL,
    "lane_id" TEXT NOT NULL,
    "batch_id" TEXT NOT NULL,
    "fence" BIGINT NOT NULL,
    "instance" TEXT NOT NULL,
    "begun_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "deadline_at" TIMESTAMPTZ(3) NOT NULL,
    "settles_at" TIMESTAMPTZ(3) NOT NULL,
    "answered_at" TIMESTAMPTZ(3),
    "outcome" TEXT,
    "http_status" INTEGER,
    "ledger_code" TEXT,
    "message" TEXT,
    "late_answer" JSONB,

    CONSTRAINT "attempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "instance" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "left_at" TIMESTAMPTZ(3),

    CONSTRAINT "instance_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "ledger_batch_lane_id_ledger_id_key" ON "ledger_batch"("lane_id", "ledger_id");

-- CreateIndex
CREATE INDEX "attempt_batch_id_id_idx" ON "attempt"("batch_id", "id");

-- CreateIndex
CREATE INDEX "instance_seen_at_idx" ON "instance"("seen_at");

-- AddForeignKey
ALTER TABLE "ledger_batch" ADD CONSTRAINT "ledger_batch_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "batch"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_batch" ADD CONSTRAINT "ledger_batch_lane_id_fkey" FOREIGN KEY ("lane_id") REFERENCES "lane"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attempt" ADD CONSTRAINT "attempt_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "batch"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attempt" ADD CONSTRAINT "attempt_lane_id_fkey" FOREIGN KEY ("lane_id") REFERENCES "lane"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- By hand: partial indexes of the queuer. Listed in scripts/db/hand-written.ts.
CREATE INDEX "lane_due_idx" ON "lane" ("due_at") WHERE "due_at" IS NOT NULL;
CREATE INDEX "lane_claimed_idx" ON "lane" ("lease_until") WHERE "lease_until" IS NOT NULL;
CREATE INDEX "attempt_open_idx" ON "attempt" ("lane_id") WHERE "answered_at" IS NULL;
-- What locks a lane, and what waits in it; the conditions are those of prisma/store/lane/rule.ts.
CREATE INDEX "batch_locking_idx" ON "batch" ("lane_id")
  WHERE ("submitted" OR "submission_status" IS NOT NULL OR "state" = 'Held')
    AND ("submission_status" IS NULL OR "submission_status" NOT IN ('Committed', 'Invalid', 'Rejected', 'Skipped'))
    AND "state" <> 'Deleted';
CREATE INDEX "batch_untouched_idx" ON "batch" ("lane_id", "lane_seq")
  WHERE NOT "submitted" AND "submission_status" IS NULL AND "state" IN ('Pending', 'Processing');
DROP INDEX "batch_unstarted_idx";

-- Batches that wait at this moment are looked at once.
UPDATE "lane" SET "due_at" = clock_timestamp();
