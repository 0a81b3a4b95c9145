-- AlterTable
ALTER TABLE "job" ADD COLUMN     "failure_cause" TEXT;

-- CreateTable
CREATE TABLE "incident_silence" (
    "cause" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "by" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "incident_silence_pkey" PRIMARY KEY ("cause")
);

-- By hand: a job has a cause exactly while it is Failed, whatever statement, of whichever version, moves it.
CREATE FUNCTION "keep_failure_cause"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."failure_cause" := CASE WHEN NEW."state" = 'Failed' THEN COALESCE(NEW."error_code", 'unknown') || '..' END;
  RETURN NEW;
END $$;
CREATE TRIGGER "job_failure_cause" BEFORE INSERT OR UPDATE OF "state" ON "job" FOR EACH ROW
  WHEN ((NEW."state" = 'Failed') = (NEW."failure_cause" IS NULL)) EXECUTE FUNCTION "keep_failure_cause"();
UPDATE "job" SET "failure_cause" = COALESCE("error_code", 'unknown') || '..' WHERE "state" = 'Failed';

-- By hand: what has failed now, by its cause.
CREATE INDEX "job_incident_idx" ON "job" ("failure_cause", "state_at") WHERE "failure_cause" IS NOT NULL;
