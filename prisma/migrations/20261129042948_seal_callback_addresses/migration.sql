-- AlterTable
ALTER TABLE "profile_version" ADD COLUMN     "callback_sealed" TEXT;
