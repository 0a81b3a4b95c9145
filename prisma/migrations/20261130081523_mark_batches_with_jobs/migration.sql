-- AlterTable
ALTER TABLE "batch" ADD COLUMN     "has_jobs" BOOLEAN NOT NULL DEFAULT false;

-- By hand: the batches that are there, written anew in one pass, as the events were.
CREATE FUNCTION "is_with_jobs"("given" text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM "public"."job" WHERE "batch_id" = "given");
END $$;
SET LOCAL maintenance_work_mem = '256MB';
ALTER TABLE "batch" ALTER COLUMN "has_jobs" TYPE BOOLEAN USING "is_with_jobs"("id");
DROP FUNCTION "is_with_jobs"(text);

-- By hand: partial, for lists of jobs by batch: of all, and of one collection.
CREATE INDEX "batch_with_jobs_idx" ON "batch" ("created_at" DESC, "id" DESC) WHERE "has_jobs";
CREATE INDEX "batch_with_jobs_of_idx" ON "batch" ("collection_id" DESC, "created_at" DESC, "id" DESC) WHERE "has_jobs";

CREATE FUNCTION "note_jobs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "public"."batch" SET "has_jobs" = true WHERE "id" IN (SELECT "batch_id" FROM "added") AND NOT "has_jobs";
  RETURN NULL;
END $$;
CREATE TRIGGER "job_noted" AFTER INSERT ON "job" REFERENCING NEW TABLE AS "added"
  FOR EACH STATEMENT EXECUTE FUNCTION "note_jobs"();
