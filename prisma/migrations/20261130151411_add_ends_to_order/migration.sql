-- AlterTable
ALTER TABLE "sequenced" ADD COLUMN     "ending" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "state" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "sequenced_kind_item_id_ending_key" ON "sequenced"("kind", "item_id", "ending");

-- DropIndex
DROP INDEX "sequenced_kind_item_id_key";

-- By hand: an end has its state and number, and nothing else has, since these are hashed of ends alone.
ALTER TABLE "sequenced" ADD CONSTRAINT "sequenced_end_has_state"
  CHECK (("kind" = 'batch.ended') = ("state" IS NOT NULL) AND ("kind" = 'batch.ended') = ("ending" > 0));

-- By hand: whatever statement moves a batch to a state of BATCH_ENDED in core/batch/states.ts. The batch's row is locked, so
-- its ends are counted one after the other; batches that had ended before are not entered.
CREATE FUNCTION "end_waits_for_position"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "public"."sequenced" ("kind", "item_id", "lane_id", "lane_seq", "sha256", "at", "state", "ending")
  SELECT 'batch.ended', NEW."id", NEW."lane_id", NEW."lane_seq", NEW."payload_sha256", NEW."state_at", NEW."state"::text,
    COALESCE((
      SELECT max("ending") FROM "public"."sequenced" WHERE "kind" = 'batch.ended' AND "item_id" = NEW."id"
    ), 0) + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER "batch_end_waits_for_position" AFTER UPDATE OF "state" ON "batch" FOR EACH ROW
  WHEN (OLD."state" <> NEW."state" AND NEW."state" IN ('Completed', 'Failed', 'Deleted'))
  EXECUTE FUNCTION "end_waits_for_position"();
