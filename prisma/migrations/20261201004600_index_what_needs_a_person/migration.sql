-- By hand: what has been held for long, and mails nobody tries to deliver any more.
CREATE INDEX "batch_held_idx" ON "batch" ("held_at") WHERE "held_at" IS NOT NULL;
CREATE INDEX "job_held_idx" ON "job" ("held_at") WHERE "held_at" IS NOT NULL;
CREATE INDEX "outbox_mail_failed_idx" ON "outbox" ("ended_at") WHERE "kind" = 'mail' AND "status" = 'Failed';
