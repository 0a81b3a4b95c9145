-- CreateTable
CREATE TABLE "hour_figure" (
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "accepted" INTEGER NOT NULL,
    "completed" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "hour_figure_pkey" PRIMARY KEY ("hour")
);
