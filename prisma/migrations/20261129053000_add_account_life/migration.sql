-- AlterTable
ALTER TABLE "app_user" ADD COLUMN     "closed_at" TIMESTAMPTZ(3),
ADD COLUMN     "closed_by" TEXT;

-- AlterTable
ALTER TABLE "api_token" ADD COLUMN     "scopes" TEXT[] DEFAULT ARRAY['read', 'deposit', 'operate', 'configure']::TEXT[];

-- CreateTable
CREATE TABLE "account_link" (
    "user_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "created_by" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "account_link_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "account_link_hash_key" ON "account_link"("hash");

-- AddForeignKey
ALTER TABLE "account_link" ADD CONSTRAINT "account_link_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Tokens made before keep what they could do (the default of "scopes"), and end a year from now at the latest.
UPDATE "api_token" SET "expires_at" = LEAST("expires_at", clock_timestamp() + interval '1 year');
