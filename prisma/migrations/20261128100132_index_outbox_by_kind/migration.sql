-- DropIndex
DROP INDEX "outbox_created_at_id_idx";

-- CreateIndex
CREATE INDEX "outbox_kind_created_at_id_idx" ON "outbox"("kind", "created_at" DESC, "id" DESC);

-- By hand: what is due, for mails and callbacks apart, so that neither is looked for among the other.
DROP INDEX "outbox_due_idx";
CREATE INDEX "outbox_due_idx" ON "outbox" ("kind", "due_at") WHERE "due_at" IS NOT NULL;

-- By hand: callbacks that need a person.
CREATE INDEX "outbox_callback_failed_idx" ON "outbox" ("created_at" DESC, "id" DESC) WHERE "kind" = 'callback' AND "status" = 'Failed';
