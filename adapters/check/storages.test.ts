import { createHash } from "node:crypto";
import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CheckStorage } from "../../core/check/ports.ts";
import { STORAGE_TARGETS } from "../../core/storage/object-stores.ts";
import { Env } from "../../lib/env.ts";
import { anyRoots } from "../../tests/factories/any-root.ts";
import { type S3Server, startS3Server } from "../../tests/servers/s3-server.ts";
import { type OpenedStores, openObjectStores } from "../storage/object-stores.ts";
import { openCheckStorages } from "./storages.ts";

const ID = "object-01";
/** SHA-256 of `object-01`, as the storage layout splits it. */
const ROOT = "3c0/ff4/240/3c0ff4240c1e116dba14c7627f2319b58aa3d77606d0d90dfc6161608ac987d4";
const { signal } = new AbortController();
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

let server: S3Server;
let folder: string;
let stores: OpenedStores;
let storages: readonly CheckStorage[];
beforeAll(async () => {
  server = await startS3Server();
  folder = await mkdtemp(path.join(os.tmpdir(), "waybill-check-"));
  const env = Env.parse({
    DATABASE_URL: "postgres://localhost/none",
    AUTH_SECRET: "x".repeat(32),
    S3_BUCKET: server.bucket,
    S3_ENDPOINT: server.endpoint,
    S3_FORCE_PATH_STYLE: "true",
    S3_ACCESS_KEY_ID: server.keys.accessKeyId,
    S3_SECRET_ACCESS_KEY: server.keys.secretAccessKey,
  });
  const folders = { root: path.join(folder, "ocfl"), staging: path.join(folder, "staging") };
  stores = openObjectStores(env, folders, anyRoots);
  storages = openCheckStorages(stores, folders);
});
afterAll(async () => {
  stores.close();
  await server.close();
  await rm(folder, { recursive: true });
});

async function all<T>(things: AsyncIterable<T> | Iterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const thing of things) list.push(thing);
  return list;
}

describe.each(STORAGE_TARGETS)("the storage %s", (target) => {
  const storage = () => {
    const found = storages.find((each) => each.target === target);
    if (!found) throw new Error(`no storage ${target}`);
    return found;
  };

  it("is not there before anything is stored", async () => {
    expect(await storage().isThere()).toBe(false);
    expect(await all(storage().roots())).toEqual([]);
  });

  it("tells what it holds", async () => {
    for (const version of [1, 2]) {
      const source = path.join(folder, `source-${target}-${version}`);
      const text = `text ${version}`;
      await writeFile(source, text);
      const file = { path: "producer/a.txt", source, sha256: sha256(text), size: text.length };
      const said = { message: `Version ${version}`, user: { name: "Ada" }, created: new Date(0) };
      await stores.of(target).put({ id: ID, version, ...said, files: [file], signal });
    }
    expect(await storage().isThere()).toBe(true);
    expect(storage().rootOf(ID)).toBe(ROOT);
    expect(await all(storage().roots())).toEqual([ROOT]);
    expect(await storage().findObject(ROOT)).toEqual({
      id: ID,
      head: 2,
      messages: ["Version 1", "Version 2"],
    });
    const second = await storage().findVersion(ROOT, 2);
    expect(second).toMatchObject({
      created: "1970-01-01T00:00:00.000Z",
      user: "Ada",
      inventorySha256: (await stores.of(target).find(ID, 2))?.inventorySha256,
      files: [{ path: "producer/a.txt", sha256: sha256("text 2") }],
    });
    const content = second?.files[0]?.contentPath ?? "";
    expect(await storage().paths(ROOT)).toContain(content);
    expect(await storage().measure(ROOT, content)).toEqual({ size: 6, sha256: sha256("text 2") });
    expect(await storage().text(ROOT, content)).toBe("text 2");
    expect(await storage().faults(ROOT)).toEqual([]);
  });

  it("says nothing of what it does not hold", async () => {
    expect(await storage().findObject("000/000/000/none")).toBeUndefined();
    expect(await storage().findVersion(ROOT, 3)).toBeUndefined();
    expect((await storage().paths("000/000/000/none")).size).toBe(0);
    expect(await storage().measure(ROOT, "v9/content/none")).toBeUndefined();
  });
});

it("what a put has left unfinished is removed only while it is as old", async () => {
  const [filesystem] = storages;
  const left = path.join(folder, "staging", "left");
  await writeFile(left, "");
  const before = new Date(Date.now() - 60_000);
  expect(await all(filesystem?.stale(before) ?? [])).toEqual([]);
  expect(await filesystem?.removeStale("left", before)).toBe(false);
  await utimes(left, new Date(0), new Date(0));
  expect(await all(filesystem?.stale(before) ?? [])).toEqual(["left"]);
  expect(await filesystem?.removeStale("left", before)).toBe(true);
  expect(await filesystem?.removeStale("left", before)).toBe(false);
});
