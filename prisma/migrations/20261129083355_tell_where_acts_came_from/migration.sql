-- AlterTable
ALTER TABLE "audit" ADD COLUMN     "address" TEXT,
ADD COLUMN     "email" TEXT,
ADD COLUMN     "owner_id" TEXT,
ADD COLUMN     "token" TEXT,
ADD COLUMN     "token_id" TEXT,
ALTER COLUMN "actor_id" DROP NOT NULL;

-- CreateIndex
CREATE INDEX "audit_at_idx" ON "audit"("at");

-- CreateIndex
CREATE INDEX "audit_actor_id_id_idx" ON "audit"("actor_id", "id");

-- CreateIndex
CREATE INDEX "audit_owner_id_id_idx" ON "audit"("owner_id", "id");

-- CreateIndex
CREATE INDEX "audit_email_id_idx" ON "audit"("email", "id");

-- CreateIndex
CREATE INDEX "audit_address_id_idx" ON "audit"("address", "id");

-- CreateIndex
CREATE INDEX "audit_action_id_idx" ON "audit"("action", "id");

-- Written by hand: history and audit are not emptied either. Listed in scripts/db/hand-written.ts.
CREATE TRIGGER "event_not_emptied" BEFORE TRUNCATE ON "event" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "audit_not_emptied" BEFORE TRUNCATE ON "audit" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
