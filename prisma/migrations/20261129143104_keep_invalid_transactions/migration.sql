-- AlterTable
ALTER TABLE "batch" ADD COLUMN     "ledger_invalid" JSONB;
