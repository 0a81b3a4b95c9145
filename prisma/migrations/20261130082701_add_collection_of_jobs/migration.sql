-- AlterTable
ALTER TABLE "job" ADD COLUMN     "collection_id" TEXT;

-- By hand: the jobs that are there, written anew in one pass, as the events were.
CREATE FUNCTION "collection_of"("given" text) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT "collection_id" FROM "public"."batch" WHERE "id" = "given");
END $$;
SET LOCAL maintenance_work_mem = '256MB';
ALTER TABLE "job" ALTER COLUMN "collection_id" TYPE TEXT USING "collection_of"("batch_id");
DROP FUNCTION "collection_of"(text);

-- CreateIndex
CREATE INDEX "job_collection_id_state_state_at_id_idx" ON "job"("collection_id", "state", "state_at", "id");

-- By hand: whatever statement makes a job, its batch's collection stands in it.
CREATE TRIGGER "job_collection" BEFORE INSERT ON "job" FOR EACH ROW
  WHEN (NEW."collection_id" IS NULL) EXECUTE FUNCTION "fill_collection"();
