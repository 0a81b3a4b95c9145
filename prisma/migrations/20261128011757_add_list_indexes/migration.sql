-- DropIndex
DROP INDEX "job_created_at_id_idx";

-- DropIndex
DROP INDEX "job_state_state_at_idx";

-- CreateIndex
CREATE INDEX "job_state_state_at_id_idx" ON "job"("state", "state_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "outbox_report_id_idx" ON "outbox"("report_id");
