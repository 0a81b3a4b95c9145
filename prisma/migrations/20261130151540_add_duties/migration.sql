-- CreateTable
CREATE TABLE "duty" (
    "name" TEXT NOT NULL,
    "holder" TEXT NOT NULL,
    "term" BIGINT NOT NULL,
    "taken_at" TIMESTAMPTZ(3) NOT NULL,
    "done_at" TIMESTAMPTZ(3),
    "memory" JSONB,

    CONSTRAINT "duty_pkey" PRIMARY KEY ("name")
);

-- By hand: the last thing in a transaction of a duty, sent together with its COMMIT. One that has written nothing needs no
-- fence. The lock, which only the next holder's taking waits for, lasts for as long as the commit takes.
CREATE FUNCTION "require_duty"("of" text, "mine" bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF pg_current_xact_id_if_assigned() IS NULL THEN
    RETURN;
  END IF;
  PERFORM FROM "public"."duty" WHERE "name" = "of" AND "term" = "mine"
    AND "mine" = (SELECT "term" FROM "public"."sequencer_latest") FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the duty % is not that of term % any more', "of", "mine" USING ERRCODE = 'WB001';
  END IF;
END $$;
