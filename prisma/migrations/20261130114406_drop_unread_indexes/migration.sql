-- DropIndex
DROP INDEX "object_file_sha256_idx";
