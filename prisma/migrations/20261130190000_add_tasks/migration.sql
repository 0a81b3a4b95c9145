-- CreateEnum
CREATE TYPE "task_state" AS ENUM ('Accepted', 'Running', 'Sleeping', 'Waiting', 'Retrying', 'Paused', 'Failed', 'Dead', 'Succeeded', 'Cancelled');

-- CreateTable
CREATE TABLE "task" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "lane_id" TEXT,
    "lane_seq" BIGINT,
    "blocks_lane" BOOLEAN NOT NULL,
    "input" JSONB NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "idempotency_key" TEXT,
    "submitter_id" TEXT NOT NULL,
    "submitter" TEXT NOT NULL,
    "state" "task_state" NOT NULL,
    "state_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "error" JSONB,
    "output" JSONB,
    "due_at" TIMESTAMPTZ(3),
    "lease_owner" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "fence" BIGINT NOT NULL DEFAULT 0,
    "kills" INTEGER NOT NULL DEFAULT 0,
    "kill_fences" BIGINT[] DEFAULT ARRAY[]::BIGINT[],

    CONSTRAINT "task_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "task_lane" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "next_seq" BIGINT NOT NULL,

    CONSTRAINT "task_lane_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "task_step" (
    "task_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "output" JSONB,
    "error" TEXT,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "until" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(6) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "fence" BIGINT NOT NULL,

    CONSTRAINT "task_step_pkey" PRIMARY KEY ("task_id","name")
);

-- CreateTable
CREATE TABLE "task_signal" (
    "task_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "by" TEXT NOT NULL,

    CONSTRAINT "task_signal_pkey" PRIMARY KEY ("task_id","name")
);

-- CreateTable
CREATE TABLE "task_event" (
    "id" BIGSERIAL NOT NULL,
    "task_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "from" "task_state",
    "to" "task_state" NOT NULL,
    "actor" TEXT NOT NULL,
    "reason" TEXT,

    CONSTRAINT "task_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "task_kind" (
    "name" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "description" TEXT,
    "schema" JSONB,
    "key" TEXT[],
    "blocks_lane" BOOLEAN NOT NULL,
    "is_open" BOOLEAN NOT NULL,
    "needs_key" BOOLEAN NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "task_kind_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "task_schedule" (
    "task" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "cron" TEXT NOT NULL,
    "time_zone" TEXT NOT NULL,
    "input" JSONB NOT NULL,
    "missed" TEXT NOT NULL,
    "seen_to" TIMESTAMPTZ(3) NOT NULL,
    "next_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "task_schedule_pkey" PRIMARY KEY ("task","name")
);

-- CreateIndex
CREATE INDEX "task_created_at_id_idx" ON "task"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "task_name_created_at_id_idx" ON "task"("name", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "task_state_created_at_id_idx" ON "task"("state", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "task_submitter_id_name_idempotency_key_key" ON "task"("submitter_id", "name", "idempotency_key");

-- CreateIndex
CREATE UNIQUE INDEX "task_lane_name_key_key" ON "task_lane"("name", "key");

-- CreateIndex
CREATE INDEX "task_event_task_id_id_idx" ON "task_event"("task_id", "id");

-- AddForeignKey
ALTER TABLE "task" ADD CONSTRAINT "task_lane_id_fkey" FOREIGN KEY ("lane_id") REFERENCES "task_lane"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task_step" ADD CONSTRAINT "task_step_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "task"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task_signal" ADD CONSTRAINT "task_signal_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "task"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task_event" ADD CONSTRAINT "task_event_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "task"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task_schedule" ADD CONSTRAINT "task_schedule_task_fkey" FOREIGN KEY ("task") REFERENCES "task_kind"("name") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: what is due, longest overdue first.
CREATE INDEX "task_due_idx" ON "task" ("due_at") WHERE "due_at" IS NOT NULL;

-- By hand: what stands in a lane, in its order; what has ended well is not read.
CREATE INDEX "task_lane_open_idx" ON "task" ("lane_id", "lane_seq")
  WHERE "lane_id" IS NOT NULL AND "state" NOT IN ('Succeeded', 'Cancelled');

-- By hand: what has ended, for those that are forgotten after a while.
CREATE INDEX "task_ended_idx" ON "task" ("ended_at") WHERE "ended_at" IS NOT NULL;

-- By hand: schedules by when they are next due.
CREATE INDEX "task_schedule_next_idx" ON "task_schedule" ("next_at");

-- By hand: whatever statement accepts tasks enters them in the order of everything. That of a lane is locked then, so
-- their positions agree with its order.
CREATE FUNCTION "task_waits_for_position"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "public"."sequenced" ("kind", "item_id", "lane_id", "lane_seq", "sha256", "at")
  SELECT 'task', "id", "lane_id", "lane_seq", "fingerprint", "created_at" FROM "accepted" ORDER BY "lane_seq";
  RETURN NULL;
END $$;
CREATE TRIGGER "task_waits_for_position" AFTER INSERT ON "task" REFERENCING NEW TABLE AS "accepted"
  FOR EACH STATEMENT EXECUTE FUNCTION "task_waits_for_position"();
