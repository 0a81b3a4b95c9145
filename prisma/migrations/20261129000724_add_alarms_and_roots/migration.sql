-- AlterTable
ALTER TABLE "instance" ADD COLUMN     "lacks" TEXT;

-- CreateTable
CREATE TABLE "alarm" (
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "alarm_pkey" PRIMARY KEY ("kind","subject")
);

-- CreateTable
CREATE TABLE "storage_root" (
    "root" TEXT NOT NULL,
    "marker" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "storage_root_pkey" PRIMARY KEY ("root")
);
