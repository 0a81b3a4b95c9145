-- AlterTable
ALTER TABLE "job_file" ADD COLUMN     "line" INTEGER;
