-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "batch_state" AS ENUM ('Pending', 'Held', 'Processing', 'Reporting', 'Completed', 'Failed', 'UpdateReporting', 'Deleted');

-- CreateEnum
CREATE TYPE "job_state" AS ENUM ('Pending', 'Held', 'Estimating', 'Provisioning', 'Downloading', 'Processing', 'Recording', 'Notify', 'Completed', 'Failed', 'Deleted');

-- CreateEnum
CREATE TYPE "submission_status" AS ENUM ('Pending', 'Delayed', 'Unknown', 'Valid', 'Committed', 'Invalid', 'Rejected', 'Skipped');

-- CreateEnum
CREATE TYPE "payload_kind" AS ENUM ('SingleFile', 'Container', 'ObjectManifest', 'ManifestOfManifests', 'ManifestOfContainers', 'ManifestOfFiles');

-- CreateEnum
CREATE TYPE "job_payload" AS ENUM ('file', 'manifest', 'container');

-- CreateEnum
CREATE TYPE "response_form" AS ENUM ('json', 'xml');

-- CreateEnum
CREATE TYPE "lane_backend" AS ENUM ('repository', 'sawtooth', 'scabbard');

-- CreateEnum
CREATE TYPE "lane_ordering" AS ENUM ('serial', 'unordered');

-- CreateTable
CREATE TABLE "batch" (
    "id" TEXT NOT NULL,
    "collection_id" TEXT NOT NULL,
    "profile_version_id" TEXT NOT NULL,
    "lane_id" TEXT NOT NULL,
    "lane_seq" BIGINT NOT NULL,
    "state" "batch_state" NOT NULL DEFAULT 'Pending',
    "state_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "submitted" BOOLEAN NOT NULL DEFAULT false,
    "submission_status" "submission_status",
    "submitter_id" TEXT,
    "submitter" TEXT NOT NULL,
    "user_agent" TEXT,
    "kind" "payload_kind" NOT NULL,
    "response_form" "response_form" NOT NULL DEFAULT 'json',
    "update" BOOLEAN NOT NULL DEFAULT false,
    "deposit" JSONB NOT NULL,
    "payload_filename" TEXT NOT NULL,
    "payload_path" TEXT,
    "payload_size" BIGINT NOT NULL,
    "payload_sha256" TEXT NOT NULL,
    "digest_type" TEXT,
    "digest_value" TEXT,
    "expanded_at" TIMESTAMPTZ(3),
    "error_code" TEXT,
    "error_message" TEXT,
    "problems" JSONB,
    "wait_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3),
    "lease_owner" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "fence" BIGINT NOT NULL DEFAULT 0,
    "kills" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "batch_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_key" (
    "user_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "body_sha256" TEXT NOT NULL,
    "batch_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("user_id","key")
);

-- CreateTable
CREATE TABLE "collection" (
    "id" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "lane_id" TEXT NOT NULL,
    "held_at" TIMESTAMPTZ(3),
    "held_by" TEXT,
    "held_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "collection_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "profile_version" (
    "id" TEXT NOT NULL,
    "collection_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "settings" JSONB NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "profile_version_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "lane" (
    "id" TEXT NOT NULL,
    "service_id" TEXT NOT NULL,
    "backend" "lane_backend" NOT NULL DEFAULT 'repository',
    "ordering" "lane_ordering" NOT NULL DEFAULT 'serial',
    "width" INTEGER NOT NULL DEFAULT 1,
    "next_seq" BIGINT NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "lane_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "event" (
    "id" BIGSERIAL NOT NULL,
    "xid" BIGINT NOT NULL DEFAULT ((pg_current_xact_id())::text)::bigint,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "kind" TEXT NOT NULL,
    "batch_id" TEXT,
    "job_id" TEXT,
    "from" TEXT,
    "to" TEXT,
    "actor" TEXT NOT NULL,
    "reason" TEXT,
    "code" TEXT,
    "details" JSONB,

    CONSTRAINT "event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "actor_id" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "via" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "reason" TEXT,
    "before" JSONB,
    "after" JSONB,

    CONSTRAINT "audit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "job" (
    "id" TEXT NOT NULL,
    "batch_id" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "state" "job_state" NOT NULL DEFAULT 'Pending',
    "state_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_successful_state" "job_state",
    "payload" "job_payload" NOT NULL,
    "payload_url" TEXT,
    "payload_version" INTEGER NOT NULL DEFAULT 1,
    "payload_size" BIGINT,
    "filename" TEXT NOT NULL,
    "digest_type" TEXT,
    "digest_value" TEXT,
    "media_type" TEXT,
    "working_directory" TEXT,
    "resource_to_provision" TEXT,
    "space_needed" BIGINT NOT NULL DEFAULT 0,
    "space_reserved" BIGINT NOT NULL DEFAULT 0,
    "priority" INTEGER NOT NULL,
    "update" BOOLEAN NOT NULL DEFAULT false,
    "submitter" TEXT NOT NULL,
    "retry_count" INTEGER NOT NULL DEFAULT 0,
    "local_ids" TEXT[],
    "ark" TEXT,
    "supplied_ark" TEXT,
    "creator" TEXT,
    "title" TEXT,
    "date" TEXT,
    "error_code" TEXT,
    "error_message" TEXT,
    "problems" JSONB,
    "payload_trusted" BOOLEAN NOT NULL DEFAULT true,
    "wait_code" TEXT,
    "wait_reason" TEXT,
    "reported_outcome" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "folders_until" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3),
    "lease_owner" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "fence" BIGINT NOT NULL DEFAULT 0,
    "kills" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "job_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "job_file" (
    "job_id" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "url" TEXT,
    "digest_type" TEXT,
    "digest_value" TEXT,
    "declared_size" BIGINT,
    "media_type" TEXT,
    "estimated_size" BIGINT,
    "size" BIGINT,
    "sha256" TEXT,
    "verified_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "error_code" TEXT,
    "error_message" TEXT,

    CONSTRAINT "job_file_pkey" PRIMARY KEY ("job_id","ordinal")
);

-- CreateTable
CREATE TABLE "step_result" (
    "owner_id" TEXT NOT NULL,
    "step" TEXT NOT NULL,
    "result" JSONB NOT NULL,
    "fence" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "step_result_pkey" PRIMARY KEY ("owner_id","step")
);

-- CreateTable
CREATE TABLE "setting" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "setting_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "stored_object" (
    "id" TEXT NOT NULL,
    "ark" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "collection_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "who" TEXT,
    "what" TEXT,
    "when" TEXT,
    "root" TEXT,
    "busy_job_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stored_object_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "local_id" (
    "owner" TEXT NOT NULL,
    "local_id" TEXT NOT NULL,
    "object_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "local_id_pkey" PRIMARY KEY ("owner","local_id")
);

-- CreateTable
CREATE TABLE "object_version" (
    "id" TEXT NOT NULL,
    "object_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "job_id" TEXT NOT NULL,
    "batch_id" TEXT NOT NULL,
    "file_count" INTEGER NOT NULL,
    "size_bytes" BIGINT NOT NULL,
    "inventory_sha256" TEXT NOT NULL,
    "submitter" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "object_version_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "object_file" (
    "version_id" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "path" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "sha256" TEXT NOT NULL,
    "media_type" TEXT,
    "content_path" TEXT NOT NULL,

    CONSTRAINT "object_file_pkey" PRIMARY KEY ("version_id","ordinal")
);

-- CreateTable
CREATE TABLE "minted_ark" (
    "id" BIGSERIAL NOT NULL,
    "job_id" TEXT NOT NULL,
    "ark" TEXT,
    "minted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "minted_ark_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "app_user" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "image" TEXT,
    "role" TEXT NOT NULL DEFAULT 'depositor',
    "banned" BOOLEAN NOT NULL DEFAULT false,
    "ban_reason" TEXT,
    "ban_expires" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "app_user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "impersonated_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "access_token" TEXT,
    "refresh_token" TEXT,
    "id_token" TEXT,
    "access_token_expires_at" TIMESTAMPTZ(3),
    "refresh_token_expires_at" TIMESTAMPTZ(3),
    "scope" TEXT,
    "password" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verification" (
    "id" TEXT NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "verification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "collection_grant" (
    "user_id" TEXT NOT NULL,
    "collection_id" TEXT NOT NULL,
    "granted_by" TEXT NOT NULL,
    "granted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "collection_grant_pkey" PRIMARY KEY ("user_id","collection_id")
);

-- CreateTable
CREATE TABLE "api_token" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "hint" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "report" (
    "id" TEXT NOT NULL,
    "batch_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "outcome" TEXT NOT NULL,
    "facts" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "report_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "report_attachment" (
    "report_id" TEXT NOT NULL,
    "filename" TEXT NOT NULL,
    "media_type" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "gzip" BYTEA NOT NULL,

    CONSTRAINT "report_attachment_pkey" PRIMARY KEY ("report_id","filename")
);

-- CreateTable
CREATE TABLE "outbox" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "batch_id" TEXT,
    "job_id" TEXT,
    "report_id" TEXT,
    "payload" JSONB NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'Waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "response" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3),
    "lease_owner" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "fence" BIGINT NOT NULL DEFAULT 0,
    "kills" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "batch_created_at_id_idx" ON "batch"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "batch_collection_id_created_at_idx" ON "batch"("collection_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "batch_state_created_at_idx" ON "batch"("state", "created_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "batch_lane_id_lane_seq_key" ON "batch"("lane_id", "lane_seq");

-- CreateIndex
CREATE UNIQUE INDEX "collection_slug_key" ON "collection"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "profile_version_collection_id_version_key" ON "profile_version"("collection_id", "version");

-- CreateIndex
CREATE UNIQUE INDEX "lane_service_id_key" ON "lane"("service_id");

-- CreateIndex
CREATE INDEX "event_batch_id_id_idx" ON "event"("batch_id", "id");

-- CreateIndex
CREATE INDEX "event_job_id_id_idx" ON "event"("job_id", "id");

-- CreateIndex
CREATE INDEX "audit_target_id_idx" ON "audit"("target", "id");

-- CreateIndex
CREATE INDEX "job_batch_id_state_ordinal_idx" ON "job"("batch_id", "state", "ordinal");

-- CreateIndex
CREATE INDEX "job_created_at_id_idx" ON "job"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "job_state_state_at_idx" ON "job"("state", "state_at" DESC);

-- CreateIndex
CREATE INDEX "job_ark_idx" ON "job"("ark");

-- CreateIndex
CREATE UNIQUE INDEX "job_batch_id_ordinal_key" ON "job"("batch_id", "ordinal");

-- CreateIndex
CREATE UNIQUE INDEX "stored_object_ark_key" ON "stored_object"("ark");

-- CreateIndex
CREATE INDEX "stored_object_collection_id_updated_at_idx" ON "stored_object"("collection_id", "updated_at" DESC);

-- CreateIndex
CREATE INDEX "stored_object_updated_at_id_idx" ON "stored_object"("updated_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "stored_object_busy_job_id_idx" ON "stored_object"("busy_job_id");

-- CreateIndex
CREATE INDEX "local_id_object_id_idx" ON "local_id"("object_id");

-- CreateIndex
CREATE UNIQUE INDEX "object_version_job_id_key" ON "object_version"("job_id");

-- CreateIndex
CREATE UNIQUE INDEX "object_version_object_id_version_key" ON "object_version"("object_id", "version");

-- CreateIndex
CREATE INDEX "object_file_sha256_idx" ON "object_file"("sha256");

-- CreateIndex
CREATE UNIQUE INDEX "minted_ark_job_id_key" ON "minted_ark"("job_id");

-- CreateIndex
CREATE UNIQUE INDEX "minted_ark_ark_key" ON "minted_ark"("ark");

-- CreateIndex
CREATE UNIQUE INDEX "app_user_email_key" ON "app_user"("email");

-- CreateIndex
CREATE UNIQUE INDEX "session_token_key" ON "session"("token");

-- CreateIndex
CREATE INDEX "session_user_id_idx" ON "session"("user_id");

-- CreateIndex
CREATE INDEX "account_user_id_idx" ON "account"("user_id");

-- CreateIndex
CREATE INDEX "verification_identifier_idx" ON "verification"("identifier");

-- CreateIndex
CREATE UNIQUE INDEX "api_token_hash_key" ON "api_token"("hash");

-- CreateIndex
CREATE INDEX "api_token_user_id_idx" ON "api_token"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "report_batch_id_number_key" ON "report"("batch_id", "number");

-- CreateIndex
CREATE INDEX "outbox_created_at_id_idx" ON "outbox"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "outbox_kind_subject_key" ON "outbox"("kind", "subject");

-- AddForeignKey
ALTER TABLE "batch" ADD CONSTRAINT "batch_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "collection"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "batch" ADD CONSTRAINT "batch_profile_version_id_fkey" FOREIGN KEY ("profile_version_id") REFERENCES "profile_version"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "batch" ADD CONSTRAINT "batch_lane_id_fkey" FOREIGN KEY ("lane_id") REFERENCES "lane"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "collection" ADD CONSTRAINT "collection_lane_id_fkey" FOREIGN KEY ("lane_id") REFERENCES "lane"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "profile_version" ADD CONSTRAINT "profile_version_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "collection"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "job" ADD CONSTRAINT "job_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "batch"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "job_file" ADD CONSTRAINT "job_file_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "job"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stored_object" ADD CONSTRAINT "stored_object_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "collection"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "local_id" ADD CONSTRAINT "local_id_object_id_fkey" FOREIGN KEY ("object_id") REFERENCES "stored_object"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "object_version" ADD CONSTRAINT "object_version_object_id_fkey" FOREIGN KEY ("object_id") REFERENCES "stored_object"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "object_file" ADD CONSTRAINT "object_file_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "object_version"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account" ADD CONSTRAINT "account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "collection_grant" ADD CONSTRAINT "collection_grant_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "collection_grant" ADD CONSTRAINT "collection_grant_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "collection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report" ADD CONSTRAINT "report_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "batch"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report_attachment" ADD CONSTRAINT "report_attachment_report_id_fkey" FOREIGN KEY ("report_id") REFERENCES "report"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Written by hand: partial indexes, which the schema language cannot say. Listed in scripts/db/hand-written.ts.

-- What a worker has to look at next.
CREATE INDEX "job_due_idx" ON "job" ("priority", "due_at") WHERE "due_at" IS NOT NULL;
CREATE INDEX "batch_due_idx" ON "batch" ("due_at") WHERE "due_at" IS NOT NULL;
CREATE INDEX "outbox_due_idx" ON "outbox" ("due_at") WHERE "due_at" IS NOT NULL;

-- Heads of lanes, and whether a batch still has open jobs.
CREATE INDEX "batch_unstarted_idx" ON "batch" ("lane_id", "lane_seq") WHERE "state" = 'Pending';
CREATE INDEX "batch_processing_idx" ON "batch" ("id") WHERE "state" = 'Processing';
CREATE INDEX "job_open_idx" ON "job" ("batch_id") WHERE "state" NOT IN ('Completed', 'Failed', 'Deleted');

-- What counts against the working storage, and folders that may have outlived their time.
CREATE INDEX "job_space_idx" ON "job" ("id") INCLUDE ("space_reserved") WHERE "space_reserved" > 0;
CREATE INDEX "batch_payload_idx" ON "batch" ("id") INCLUDE ("payload_size") WHERE "payload_path" IS NOT NULL;
CREATE INDEX "job_folders_idx" ON "job" ("folders_until") WHERE "folders_until" IS NOT NULL;

-- Files that still have to be fetched.
CREATE INDEX "job_file_unverified_idx" ON "job_file" ("job_id", "ordinal") WHERE "verified_at" IS NULL;

-- Followers of the timeline.
CREATE INDEX "event_position_idx" ON "event" ("xid", "id");

-- History and audit are only ever added to.
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME;
END $$;
CREATE TRIGGER "event_only_added" BEFORE UPDATE OR DELETE ON "event" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "audit_only_added" BEFORE UPDATE OR DELETE ON "audit" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
