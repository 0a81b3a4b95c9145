-- AlterTable
ALTER TABLE "event" ADD COLUMN     "collection_id" TEXT;

-- By hand: the events that are there. The table is written anew in one pass, with its indexes built at the end: an UPDATE
-- of millions of rows would take many times as long, leave a table of twice the size, and is what a trigger refuses.
CREATE FUNCTION "collection_of"("given" text) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT "collection_id" FROM "public"."batch" WHERE "id" = "given");
END $$;
SET LOCAL maintenance_work_mem = '256MB';
ALTER TABLE "event" ALTER COLUMN "collection_id" TYPE TEXT USING "collection_of"("batch_id");
DROP FUNCTION "collection_of"(text);

-- CreateIndex
CREATE INDEX "event_collection_id_id_idx" ON "event"("collection_id", "id");

-- By hand: whatever statement writes an event of a batch, its collection stands in it. What writes many says it itself.
CREATE FUNCTION "fill_collection"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."collection_id" := (SELECT "collection_id" FROM "public"."batch" WHERE "id" = NEW."batch_id");
  RETURN NEW;
END $$;
CREATE TRIGGER "event_collection" BEFORE INSERT ON "event" FOR EACH ROW
  WHEN (NEW."collection_id" IS NULL AND NEW."batch_id" IS NOT NULL) EXECUTE FUNCTION "fill_collection"();
