-- AlterTable
ALTER TABLE "copy_finding" ADD COLUMN     "begun_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "fixity_run" ADD COLUMN     "taken_at" TIMESTAMPTZ(3);

-- By hand: the content of a version in the order in which it is paged through.
CREATE INDEX "object_file_content_idx" ON "object_file" ("version_id", "content_path" COLLATE "C");
