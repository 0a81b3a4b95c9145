-- AlterTable
ALTER TABLE "job" ADD COLUMN     "payload_sealed" TEXT;

-- AlterTable
ALTER TABLE "job_file" ADD COLUMN     "url_sealed" TEXT;
