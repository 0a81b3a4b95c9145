-- AlterTable
ALTER TABLE "batch" ADD COLUMN     "held_at" TIMESTAMPTZ(3),
ADD COLUMN     "held_by" TEXT,
ADD COLUMN     "held_reason" TEXT,
ADD COLUMN     "held_until" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "collection" ADD COLUMN     "held_until" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "job" ADD COLUMN     "held_at" TIMESTAMPTZ(3),
ADD COLUMN     "held_by" TEXT,
ADD COLUMN     "held_reason" TEXT,
ADD COLUMN     "held_until" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "stored_object" ADD COLUMN     "embargo_until" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "minted_ark" ADD COLUMN     "minter" TEXT NOT NULL DEFAULT 'local',
ADD COLUMN     "status" TEXT NOT NULL DEFAULT 'public';

-- CreateTable
CREATE TABLE "callback_secret" (
    "id" TEXT NOT NULL,
    "collection_id" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "retires_at" TIMESTAMPTZ(3),

    CONSTRAINT "callback_secret_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "intake" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "held_at" TIMESTAMPTZ(3),
    "held_by" TEXT,
    "held_reason" TEXT,
    "held_until" TIMESTAMPTZ(3),

    CONSTRAINT "intake_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "slot" (
    "name" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "holder" TEXT,
    "until" TIMESTAMPTZ(3),

    CONSTRAINT "slot_pkey" PRIMARY KEY ("name","number")
);

-- CreateTable
CREATE TABLE "check_run" (
    "id" TEXT NOT NULL,
    "requested_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "looked" JSONB,
    "error" TEXT,
    "due_at" TIMESTAMPTZ(3),
    "lease_owner" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "fence" BIGINT NOT NULL DEFAULT 0,
    "kills" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "check_run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "check_finding" (
    "id" TEXT NOT NULL,
    "run_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "facts" JSONB NOT NULL,
    "repaired_at" TIMESTAMPTZ(3),
    "repaired_by" TEXT,
    "repair" TEXT,

    CONSTRAINT "check_finding_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "delivery" (
    "id" TEXT NOT NULL,
    "outbox_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "http_status" INTEGER,
    "took_ms" INTEGER NOT NULL,
    "message" TEXT,

    CONSTRAINT "delivery_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "callback_secret_collection_id_created_at_idx" ON "callback_secret"("collection_id", "created_at");

-- CreateIndex
CREATE INDEX "check_run_created_at_id_idx" ON "check_run"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "check_finding_run_id_kind_subject_idx" ON "check_finding"("run_id", "kind", "subject");

-- CreateIndex
CREATE INDEX "delivery_outbox_id_at_idx" ON "delivery"("outbox_id", "at");

-- CreateIndex
CREATE INDEX "outbox_job_id_idx" ON "outbox"("job_id");

-- AddForeignKey
ALTER TABLE "callback_secret" ADD CONSTRAINT "callback_secret_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "collection"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "check_finding" ADD CONSTRAINT "check_finding_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "check_run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_outbox_id_fkey" FOREIGN KEY ("outbox_id") REFERENCES "outbox"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: the one row.
INSERT INTO "intake" DEFAULT VALUES;
