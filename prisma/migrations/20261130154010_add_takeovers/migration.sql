-- AlterTable
ALTER TABLE "sequencer_node" ADD COLUMN     "beats_lost" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "step_down_term" BIGINT;

-- CreateTable
CREATE TABLE "sequencer_takeover" (
    "term" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "from" TEXT,
    "to" TEXT NOT NULL,
    "gap_ms" DOUBLE PRECISION,
    "in_peace" BOOLEAN NOT NULL,

    CONSTRAINT "sequencer_takeover_pkey" PRIMARY KEY ("term")
);
