-- AlterTable
ALTER TABLE "local_id" ADD COLUMN     "look_alike" BOOLEAN NOT NULL DEFAULT false;

-- By hand: the form in which texts are compared that look the same, as core/canonical-text.ts has it. ASCII has no such
-- characters, so most texts are not looked through. RETURN binds the names here and now, whatever the search path is later.
CREATE FUNCTION "canonical_text"("value" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN octet_length("value") = length("value") THEN btrim("value")
  ELSE btrim(normalize(translate("value",
    -- spaces, then what nobody sees, which nothing takes the place of
    E'\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000'
      || E'\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e'
      || E'\u2060\u2061\u2062\u2063\u2064\u2065\u2066\u2067\u2068\u2069\u206a\u206b\u206c\u206d\u206e\u206f\ufeff',
    repeat(' ', 16)), NFC)) END;

CREATE FUNCTION "canonical_texts"("list" text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ARRAY(SELECT "canonical_text"("one") FROM unnest("list") WITH ORDINALITY AS "given"("one", "place") ORDER BY "place");

-- Local ids that look the same and are two objects' already stay so: each finds its own by its exact form, and the oldest
-- is found by all others.
UPDATE "local_id" SET "look_alike" = true
FROM (
  SELECT "owner", "local_id",
    row_number() OVER (PARTITION BY "owner", "canonical_text"("local_id") ORDER BY "created_at", "local_id") AS "place"
  FROM "local_id"
) AS "alike"
WHERE "alike"."place" > 1 AND "local_id"."owner" = "alike"."owner" AND "local_id"."local_id" = "alike"."local_id";

CREATE UNIQUE INDEX "local_id_canonical_key" ON "local_id" ("owner", "canonical_text"("local_id")) WHERE NOT "look_alike";
CREATE INDEX "local_id_canonical_idx" ON "local_id" ("canonical_text"("local_id"), "owner");

DROP INDEX "job_open_local_ids_idx";
CREATE INDEX "job_open_local_ids_idx" ON "job" USING gin ("canonical_texts"("local_ids")) WITH (fastupdate = off)
  WHERE "state" NOT IN ('Completed', 'Failed', 'Deleted') AND "local_ids" <> '{}';
