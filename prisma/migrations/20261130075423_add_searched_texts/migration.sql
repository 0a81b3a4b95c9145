-- CreateTable
CREATE TABLE "batch_text" (
    "batch_id" TEXT NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "batch_text_pkey" PRIMARY KEY ("batch_id")
);

-- CreateTable
CREATE TABLE "job_text" (
    "job_id" TEXT NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "job_text_pkey" PRIMARY KEY ("job_id")
);

-- By hand: the texts in one, each in a line of its own, so that nothing is found over the end of one of them.
CREATE FUNCTION "text_of_batch"("one" "batch") RETURNS text LANGUAGE sql STABLE
RETURN concat_ws(E'\n', "canonical_text"(("one")."payload_filename"), "canonical_text"(("one")."deposit" ->> 'title'),
  "canonical_text"(("one")."submitter"));
CREATE FUNCTION "text_of_job"("one" "job") RETURNS text LANGUAGE sql STABLE
RETURN concat_ws(E'\n', "canonical_text"(("one")."filename"), "canonical_text"(("one")."title"), "canonical_text"(("one")."submitter"),
  "canonical_text"(array_to_string(("one")."local_ids", ' ')));

INSERT INTO "batch_text" SELECT "id", "text_of_batch"("batch") FROM "batch";
INSERT INTO "job_text" SELECT "id", "text_of_job"("job") FROM "job";

CREATE FUNCTION "keep_batch_texts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "public"."batch_text" SELECT "id", "public"."text_of_batch"("added") FROM "added";
  RETURN NULL;
END $$;
CREATE FUNCTION "keep_job_texts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "public"."job_text" SELECT "id", "public"."text_of_job"("added") FROM "added";
  RETURN NULL;
END $$;
CREATE FUNCTION "keep_changed_batch_text"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "public"."batch_text" SET "text" = "public"."text_of_batch"(NEW) WHERE "batch_id" = NEW."id";
  RETURN NULL;
END $$;
CREATE FUNCTION "keep_changed_job_text"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "public"."job_text" SET "text" = "public"."text_of_job"(NEW) WHERE "job_id" = NEW."id";
  RETURN NULL;
END $$;
CREATE TRIGGER "batch_text_added" AFTER INSERT ON "batch" REFERENCING NEW TABLE AS "added"
  FOR EACH STATEMENT EXECUTE FUNCTION "keep_batch_texts"();
CREATE TRIGGER "job_text_added" AFTER INSERT ON "job" REFERENCING NEW TABLE AS "added"
  FOR EACH STATEMENT EXECUTE FUNCTION "keep_job_texts"();
CREATE TRIGGER "batch_text_changed" AFTER UPDATE OF "payload_filename", "deposit", "submitter" ON "batch"
  FOR EACH ROW EXECUTE FUNCTION "keep_changed_batch_text"();
CREATE TRIGGER "job_text_changed" AFTER UPDATE OF "filename", "title", "submitter", "local_ids" ON "job"
  FOR EACH ROW EXECUTE FUNCTION "keep_changed_job_text"();

-- The extension is part of PostgreSQL, and any role may create it that may create things in the database. Where it is not
-- installed, or may not be created, searches read all texts, as they did before. What is not yet in its place in the index
-- is read by every search, so there may be half a megabyte of it.
DO $$
DECLARE "home" text;
BEGIN
  BEGIN
    CREATE EXTENSION IF NOT EXISTS "pg_trgm";
  EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file THEN
    RAISE WARNING 'no pg_trgm, so searches are slow: %', SQLERRM;
  END;
  SELECT "nspname" INTO "home" FROM "pg_extension" JOIN "pg_namespace" ON "pg_namespace".oid = "extnamespace"
  WHERE "extname" = 'pg_trgm';
  IF "home" IS NOT NULL THEN
    EXECUTE format('CREATE INDEX "batch_text_trgm_idx" ON "batch_text" USING gin ("text" %I.gin_trgm_ops) WITH (gin_pending_list_limit = 512)', "home");
    EXECUTE format('CREATE INDEX "job_text_trgm_idx" ON "job_text" USING gin ("text" %I.gin_trgm_ops) WITH (gin_pending_list_limit = 512)', "home");
  END IF;
END $$;
