-- By hand: no batch may be accepted between being entered below and the trigger that enters all later ones.
LOCK TABLE "batch" IN SHARE ROW EXCLUSIVE MODE;

-- CreateTable
CREATE TABLE "sequenced" (
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "item_id" TEXT NOT NULL,
    "lane_id" TEXT,
    "lane_seq" BIGINT,
    "sha256" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "position" BIGINT,

    CONSTRAINT "sequenced_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sequencer_latest" (
    "id" INTEGER NOT NULL,
    "seq" BIGINT NOT NULL,
    "writer" TEXT NOT NULL,
    "incarnation" TEXT NOT NULL,
    "term" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "period" INTEGER NOT NULL,
    "hands_over" BOOLEAN NOT NULL,
    "empty" INTEGER NOT NULL,
    "position" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "sequencer_latest_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sequencer_epoch" (
    "seq" BIGINT NOT NULL,
    "writer" TEXT NOT NULL,
    "incarnation" TEXT NOT NULL,
    "term" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "first" BIGINT NOT NULL,
    "last" BIGINT NOT NULL,
    "items_hash" TEXT NOT NULL,
    "previous_hash" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "signer" TEXT,
    "signature" TEXT,

    CONSTRAINT "sequencer_epoch_pkey" PRIMARY KEY ("seq")
);

-- CreateTable
CREATE TABLE "sequencer_node" (
    "key" TEXT NOT NULL,
    "public_key" TEXT NOT NULL,
    "private_key" TEXT NOT NULL,
    "incarnation" TEXT NOT NULL,
    "registered_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "left_at" TIMESTAMPTZ(3),

    CONSTRAINT "sequencer_node_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "sequenced_position_key" ON "sequenced"("position");

-- CreateIndex
CREATE UNIQUE INDEX "sequenced_kind_item_id_key" ON "sequenced"("kind", "item_id");

-- CreateIndex
CREATE UNIQUE INDEX "sequencer_epoch_first_key" ON "sequencer_epoch"("first");

-- By hand: what waits for a position, which is little at any time.
CREATE INDEX "sequenced_waiting_idx" ON "sequenced"("id") WHERE "position" IS NULL;

-- By hand: the register, before the first beat.
ALTER TABLE "sequencer_latest" ADD CONSTRAINT "sequencer_latest_one" CHECK ("id" = 1);
INSERT INTO "sequencer_latest" ("id", "seq", "writer", "incarnation", "term", "at", "period", "hands_over", "empty", "position", "hash")
VALUES (1, 0, '', '', 0, '-infinity', 1, false, 0, 0, repeat('0', 64));

-- By hand: what was accepted before waits in the order in which it was accepted, which agrees with that of each lane.
INSERT INTO "sequenced" ("kind", "item_id", "lane_id", "lane_seq", "sha256", "at")
SELECT 'batch', "id", "lane_id", "lane_seq", "payload_sha256", "created_at" FROM (
  SELECT *, max("created_at") OVER (PARTITION BY "lane_id" ORDER BY "lane_seq") AS "turn" FROM "batch"
) AS "batch" ORDER BY "turn", "lane_id", "lane_seq";

-- By hand: whatever statement accepts batches, while it has their lane's row locked.
CREATE FUNCTION "wait_for_position"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "public"."sequenced" ("kind", "item_id", "lane_id", "lane_seq", "sha256", "at")
  SELECT 'batch', "id", "lane_id", "lane_seq", "payload_sha256", "created_at" FROM "accepted" ORDER BY "lane_seq";
  RETURN NULL;
END $$;
CREATE TRIGGER "batch_waits_for_position" AFTER INSERT ON "batch" REFERENCING NEW TABLE AS "accepted"
  FOR EACH STATEMENT EXECUTE FUNCTION "wait_for_position"();

-- By hand: epochs that nobody has signed, which are the last ones.
CREATE INDEX "sequencer_epoch_unsigned_idx" ON "sequencer_epoch"("seq") WHERE "signature" IS NULL;

-- By hand: each row leaves the index of what waits once; they are cleared long before a fifth of the table is.
ALTER TABLE "sequenced" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 50000);
ALTER TABLE "sequencer_epoch" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 50000);

-- By hand: a position never changes, nor does an epoch, but that it is signed once; nothing is removed.
CREATE TRIGGER "sequenced_given_once" BEFORE UPDATE ON "sequenced" FOR EACH ROW
  WHEN (OLD."position" IS NOT NULL OR NEW."position" IS NULL) EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "sequenced_only_added" BEFORE DELETE OR TRUNCATE ON "sequenced" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "sequencer_epoch_signed_once" BEFORE UPDATE ON "sequencer_epoch" FOR EACH ROW
  WHEN (OLD."signature" IS NOT NULL OR NEW."signature" IS NULL OR NEW."hash" <> OLD."hash") EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "sequencer_epoch_only_added" BEFORE DELETE OR TRUNCATE ON "sequencer_epoch" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
