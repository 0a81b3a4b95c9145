-- AlterTable
ALTER TABLE "batch" ADD COLUMN     "valid_since" TIMESTAMPTZ(3);

-- By hand: of open batches the events tell since when.
UPDATE "batch" SET "valid_since" = COALESCE(
  (SELECT max("at") FROM "event" WHERE "event"."batch_id" = "batch"."id" AND "kind" = 'batch.submission' AND "to" = 'Valid'),
  "accepted_at")
WHERE "submission_status" = 'Valid'
  OR ("submission_status" = 'Unknown' AND NOT "submitted" AND NOT "unresolved" AND "unknown_count" = 0 AND "checks" > 0);
