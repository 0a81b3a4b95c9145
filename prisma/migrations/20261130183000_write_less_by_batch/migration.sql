-- By hand: no batch may end between being counted below and the trigger that counts all later ends.
LOCK TABLE "batch" IN SHARE ROW EXCLUSIVE MODE;

-- AlterTable
ALTER TABLE "batch" ADD COLUMN     "endings" INTEGER NOT NULL DEFAULT 0;

-- By hand: the ends that have been entered.
UPDATE "batch" SET "endings" = "ended"."endings" FROM (
  SELECT "item_id", max("ending") AS "endings" FROM "sequenced" WHERE "kind" = 'batch.ended' GROUP BY "item_id"
) AS "ended" WHERE "batch"."id" = "ended"."item_id";

-- By hand: as before, with the number counted on the batch itself, whose row is locked: it was looked up among all ends.
DROP TRIGGER "batch_end_waits_for_position" ON "batch";
CREATE OR REPLACE FUNCTION "end_waits_for_position"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."endings" := OLD."endings" + 1;
  INSERT INTO "public"."sequenced" ("kind", "item_id", "lane_id", "lane_seq", "sha256", "at", "state", "ending")
  VALUES ('batch.ended', NEW."id", NEW."lane_id", NEW."lane_seq", NEW."payload_sha256", NEW."state_at", NEW."state"::text, NEW."endings");
  RETURN NEW;
END $$;
CREATE TRIGGER "batch_end_waits_for_position" BEFORE UPDATE OF "state" ON "batch" FOR EACH ROW
  WHEN (OLD."state" <> NEW."state" AND NEW."state" IN ('Completed', 'Failed', 'Deleted'))
  EXECUTE FUNCTION "end_waits_for_position"();

-- AlterTable
-- By hand: rows are found by what they are about, by their position, or because they wait: an index of their ids would be
-- written twice for each, and so would one of positions that are not given yet.
ALTER TABLE "sequenced" DROP CONSTRAINT "sequenced_pkey";
ALTER TABLE "sequenced" ADD CONSTRAINT "sequenced_pkey" PRIMARY KEY USING INDEX "sequenced_kind_item_id_ending_key";
DROP INDEX "sequenced_position_key";
CREATE UNIQUE INDEX "sequenced_position_key" ON "sequenced"("position") WHERE "position" IS NOT NULL;

-- AlterTable
-- By hand: who follows what happens reads positions; with the column goes its index, written for each event.
ALTER TABLE "event" DROP COLUMN "xid";

-- DropIndex
DROP INDEX "event_job_id_id_idx";
-- By hand: most events of lanes are about no job.
CREATE INDEX "event_job_id_id_idx" ON "event"("job_id", "id") WHERE "job_id" IS NOT NULL;
