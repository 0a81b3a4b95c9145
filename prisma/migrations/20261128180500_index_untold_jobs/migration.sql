-- By hand: ended jobs whose outcome no report has told, so that a failed batch whose re-runs have ended is found.
CREATE INDEX "job_untold_idx" ON "job" ("batch_id") WHERE "state" IN ('Completed', 'Failed', 'Deleted')
  AND "reported_outcome" IS DISTINCT FROM (CASE "state"
    WHEN 'Completed' THEN 'Completed'
    WHEN 'Deleted' THEN 'Deleted'
    WHEN 'Failed' THEN 'Failed:' || coalesce("error_code", 'internal')
  END);
