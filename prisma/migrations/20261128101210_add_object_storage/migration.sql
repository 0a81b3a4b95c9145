-- AlterTable
ALTER TABLE "stored_object" ADD COLUMN     "storage" TEXT NOT NULL DEFAULT 'filesystem';
