-- AlterTable
ALTER TABLE "job_file" ADD COLUMN     "declared_media_type" TEXT,
ADD COLUMN     "warning" JSONB;

-- What was declared stood in the place of what is found, until the file had come and after.
UPDATE "job_file" SET "declared_media_type" = "media_type", "media_type" = NULL
WHERE "media_type" IS NOT NULL AND "verified_at" IS NULL;

-- Warnings of containers were not counted at first.
UPDATE "step_result" SET "result" = "result" || jsonb_build_object('warningCount', jsonb_array_length("result" -> 'warnings'))
WHERE "step" IN ('list-container', 'check-container') AND "result" ? 'warnings' AND NOT "result" ? 'warningCount';

-- Jobs with warnings, for their batch's page (prisma/store/step/warnings-sql.ts).
CREATE INDEX "step_result_warned_idx" ON "step_result" ("owner_id") WHERE ("result" ->> 'warningCount')::int > 0;
