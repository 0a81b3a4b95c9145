-- AlterTable
ALTER TABLE "batch" ADD COLUMN     "forgotten_at" TIMESTAMPTZ(3),
ADD COLUMN     "forgotten_count" INTEGER NOT NULL DEFAULT 0;
