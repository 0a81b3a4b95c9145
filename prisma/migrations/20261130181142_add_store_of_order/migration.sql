-- AlterTable
ALTER TABLE "sequencer_latest" ADD COLUMN     "store" TEXT NOT NULL DEFAULT 'postgres';

-- By hand: SEQUENCER_STORES of core/sequencer/order.ts.
ALTER TABLE "sequencer_latest" ADD CONSTRAINT "sequencer_latest_store" CHECK ("store" IN ('postgres', 'etcd'));
