-- By hand: sealed addresses, to be forgotten once their job is final.
CREATE INDEX "job_sealed_idx" ON "job" ("id") WHERE "payload_sealed" IS NOT NULL;
CREATE INDEX "job_file_sealed_idx" ON "job_file" ("job_id") WHERE "url_sealed" IS NOT NULL;
