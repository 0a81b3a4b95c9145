-- AlterTable
ALTER TABLE "lane" ADD COLUMN     "silent_since" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "job" ADD COLUMN     "received" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "job_file" ADD COLUMN     "received" BIGINT NOT NULL DEFAULT 0;
