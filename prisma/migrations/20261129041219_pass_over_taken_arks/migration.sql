-- AlterTable
ALTER TABLE "minted_ark" ADD COLUMN     "collection_id" TEXT,
ALTER COLUMN "job_id" DROP NOT NULL;
