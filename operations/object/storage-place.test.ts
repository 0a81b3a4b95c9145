import { describe, expect, it } from "vitest";
import { Env } from "../../lib/env.ts";
import { storagePlace } from "./storage-place.ts";

const env = (given: Record<string, string>) =>
  Env.parse({ DATABASE_URL: "postgres://localhost/x", AUTH_SECRET: "x".repeat(32), ...given });
const SECRETS = { S3_ACCESS_KEY_ID: "hunter", S3_SECRET_ACCESS_KEY: "hunter2" };

describe("storagePlace", () => {
  it.each<[string, Record<string, string>, string | null]>([
    ["filesystem", {}, "objects"],
    ["filesystem", { OBJECT_STORAGE: "/srv/secret/place/archive/" }, "archive"],
    ["filesystem", { OBJECT_STORAGE: "/" }, null],
    ["s3", { S3_BUCKET: "preserved", ...SECRETS }, "preserved"],
    ["s3", { S3_BUCKET: "preserved", S3_PREFIX: "ocfl/maps/", ...SECRETS }, "preserved/ocfl/maps"],
    ["s3", {}, null],
  ])("%s with %j is called %s", (storage, given, name) => {
    expect(storagePlace(storage, env(given))).toEqual({ kind: storage, name });
  });
});
