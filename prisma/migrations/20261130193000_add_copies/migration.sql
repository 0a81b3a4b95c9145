-- CreateEnum
CREATE TYPE "copy_state" AS ENUM ('Wanted', 'Verified', 'Damaged');

-- CreateTable
CREATE TABLE "version_copy" (
    "version_id" TEXT NOT NULL,
    "storage" TEXT NOT NULL,
    "state" "copy_state" NOT NULL DEFAULT 'Wanted',
    "copied_at" TIMESTAMPTZ(3),
    "verified_at" TIMESTAMPTZ(3),
    "read_at" TIMESTAMPTZ(3),
    "trouble" TEXT,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "due_at" TIMESTAMPTZ(3),
    "lease_owner" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "fence" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "version_copy_pkey" PRIMARY KEY ("version_id","storage")
);

-- CreateTable
CREATE TABLE "copy_finding" (
    "id" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "storage" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "expected" TEXT NOT NULL,
    "found" TEXT,
    "found_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "mended_at" TIMESTAMPTZ(3),
    "mended_from" TEXT,
    "kept" TEXT,

    CONSTRAINT "copy_finding_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "fixity_run" (
    "id" TEXT NOT NULL,
    "collection_id" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "ended_at" TIMESTAMPTZ(3),
    "after_object" TEXT NOT NULL DEFAULT '',
    "after_version" INTEGER NOT NULL DEFAULT 0,
    "lease_owner" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "fence" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "fixity_run_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "copy_finding_version_id_storage_idx" ON "copy_finding"("version_id", "storage");

-- CreateIndex
CREATE INDEX "fixity_run_collection_id_started_at_idx" ON "fixity_run"("collection_id", "started_at" DESC);

-- AddForeignKey
ALTER TABLE "version_copy" ADD CONSTRAINT "version_copy_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "object_version"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "copy_finding" ADD CONSTRAINT "copy_finding_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "object_version"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fixity_run" ADD CONSTRAINT "fixity_run_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "collection"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- By hand: what a worker copies or mends next, findings that nobody has mended, and the one run of a collection.
CREATE INDEX "version_copy_due_idx" ON "version_copy" ("due_at") WHERE "due_at" IS NOT NULL;
CREATE INDEX "version_copy_damaged_idx" ON "version_copy" ("read_at") WHERE "state" = 'Damaged';
CREATE UNIQUE INDEX "copy_finding_open_key" ON "copy_finding" ("version_id", "storage", "path") WHERE "mended_at" IS NULL;
CREATE UNIQUE INDEX "fixity_run_open_key" ON "fixity_run" ("collection_id") WHERE "ended_at" IS NULL;
