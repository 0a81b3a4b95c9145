-- AlterTable
ALTER TABLE "sequencer_node" ADD COLUMN     "beats_lost_before" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "sequencer_takeover" ADD COLUMN     "number" BIGINT NOT NULL DEFAULT 0;

-- By hand: a takeover is forgotten after a while, so each knows how many there were. Writers of the version before leave it out.
UPDATE "sequencer_takeover" AS "kept" SET "number" = "counted"."number"
FROM (SELECT "term", row_number() OVER (ORDER BY "term") AS "number" FROM "sequencer_takeover") AS "counted"
WHERE "kept"."term" = "counted"."term";
CREATE FUNCTION "number_takeover"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."number" := COALESCE((SELECT max("number") FROM "public"."sequencer_takeover"), 0) + 1;
  RETURN NEW;
END $$;
CREATE TRIGGER "sequencer_takeover_numbered" BEFORE INSERT ON "sequencer_takeover" FOR EACH ROW EXECUTE FUNCTION "number_takeover"();
