import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { PutObjectCommand } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { objectRootOf } from "../../../core/storage/ocfl-names.ts";
import type { StoreVersion } from "../../../core/storage/ports.ts";
import { versionOf } from "../../../tests/fixtures/ocfl/deposits.ts";
import { makeS3Site } from "../../../tests/fixtures/ocfl/s3-site.ts";
import { type S3Server, startS3Server } from "../../../tests/servers/s3-server.ts";
import { idDigest } from "../ocfl/id-digest.ts";
import { openPlace } from "./client.ts";
import { abortUploads } from "./keys.ts";
import { keyOf, type S3Options, type S3Step } from "./options.ts";

const ID = "ark:/99999/fk4crash";
const PART = 5 * 1024 * 1024;
const BIG = "0123456789abcdef".repeat(800_000);
const PROGRAM = join(import.meta.dirname, "../../../tests/fixtures/ocfl/s3-put-and-die.ts");

let server: S3Server;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.close());
beforeEach(() => {
  server.proxy.fault = () => undefined;
  server.proxy.uploads.clear();
});

function start(options: S3Options, version: StoreVersion, dieAt: S3Step | "", nth = 1): ChildProcess {
  const order = JSON.stringify({ options, version, dieAt, nth });
  return spawn(process.execPath, ["--import", "tsx", PROGRAM, order], {
    stdio: ["ignore", "inherit", "ignore"],
  });
}

function ended(child: ChildProcess): Promise<NodeJS.Signals | null> {
  return new Promise((resolve) => child.once("exit", (_code, signal) => resolve(signal)));
}

const FIRST = { "a.txt": "a", "b.txt": "b", "c/d.txt": "a" };
const SECOND = { "a.txt": "a2", "e.txt": "e", "b.txt": "b" };

/** The keys and bytes in a bucket where nothing was ever killed. */
async function undisturbed(versions: readonly Record<string, string>[]) {
  const site = await makeS3Site(server);
  for (const [at, texts] of versions.entries())
    await site.store.put(versionOf(ID, at + 1, await site.sources(texts)));
  return site.tree();
}

describe("a put that is killed, then repeated in another process", () => {
  it.each<readonly [S3Step, number]>([
    ["work-made", 1],
    ["file-stored", 1],
    ["content-stored", 1],
    ["version-placed", 1],
    ["declared", 1],
    ["inventory-placed", 1],
    ["sidecar-placed", 1],
  ])("ends in the same first version after a kill at %s (%i)", async (step, nth) => {
    const { store, options, sources, tree, errors } = await makeS3Site(server);
    const version = versionOf(ID, 1, await sources(FIRST));
    expect(await ended(start(options, version, step, nth))).toBe("SIGKILL");
    const isSeen = (await store.find(ID, 1)) !== undefined;
    expect(isSeen).toBe(step === "inventory-placed" || step === "sidecar-placed");
    await store.put(version);
    expect(await tree()).toEqual(await undisturbed([FIRST]));
    expect(await errors()).toEqual([]);
  });

  it.each<readonly [S3Step, number]>([
    ["file-stored", 2],
    ["content-stored", 1],
    ["version-placed", 1],
    ["inventory-placed", 1],
    ["sidecar-placed", 1],
  ])("ends in the same second version after a kill at %s (%i)", async (step, nth) => {
    const { store, options, sources, tree, errors } = await makeS3Site(server);
    await store.put(versionOf(ID, 1, await sources(FIRST)));
    const version = versionOf(ID, 2, await sources(SECOND));
    expect(await ended(start(options, version, step, nth))).toBe("SIGKILL");
    expect((await store.find(ID, 1))?.version).toBe(1);
    await store.put(version);
    expect(await tree()).toEqual(await undisturbed([FIRST, SECOND]));
    expect(await errors()).toEqual([]);
  });
});

describe("a put killed in the middle of an upload in parts", () => {
  async function killInParts() {
    const site = await makeS3Site(server, { partBytes: PART });
    const version = versionOf(ID, 1, await site.sources({ "big.bin": BIG, "a.txt": "a" }));
    let hit = () => {};
    const reached = new Promise<void>((resolve) => {
      hit = resolve;
    });
    server.proxy.fault = ({ query }) => {
      if (query.get("partNumber") !== "2") return undefined;
      hit();
      return "hang";
    };
    const child = start(site.options, version, "");
    const end = ended(child);
    await reached;
    child.kill("SIGKILL");
    expect(await end).toBe("SIGKILL");
    server.proxy.fault = () => undefined;
    return { ...site, version };
  }

  it("leaves parts that the next put of the object removes, and ends in the same version", async () => {
    const { store, version, errors } = await killInParts();
    expect(server.proxy.uploads.size).toBe(1);
    expect(await store.find(ID, 1)).toBeUndefined();
    await store.put(version);
    expect(server.proxy.uploads.size).toBe(0);
    expect(await errors()).toEqual([]);
  });

  it("leaves parts that a sweep removes, but not those of a put under way", async () => {
    const { store } = await killInParts();
    const [left] = [...server.proxy.uploads.values()];
    expect(await store.sweep(new Date((left?.began.getTime() ?? 0) - 1))).toBe(0);
    expect(await store.sweep(new Date((left?.began.getTime() ?? 0) + 1))).toBe(1);
    expect(server.proxy.uploads.size).toBe(0);
  });
});

describe("what earlier puts left", () => {
  it("is not sent again when it is whole, and is replaced when it is damaged", async () => {
    const { store, options, place, sources, errors } = await makeS3Site(server);
    const files = await sources({ a: "kept", b: "torn" });
    const version = versionOf(ID, 1, files);
    await ended(start(options, version, "content-stored"));
    const torn = `${objectRootOf(idDigest(ID))}/v1/content`;
    const spoilt = files.find(({ path }) => path === "b")?.sha256 ?? "";
    await place.client.send(
      new PutObjectCommand({
        Bucket: place.bucket,
        Key: keyOf(place, `${torn}/${spoilt.slice(0, 2)}/${spoilt}`),
        Body: "TORN",
      }),
    );
    server.proxy.calls.length = 0;
    await store.put(version);
    const sent = server.proxy.calls.filter(
      ({ method, key }) => method === "PUT" && key.includes("/content/"),
    );
    expect(sent.map(({ key }) => key.slice(-64))).toEqual([spoilt]);
    expect(await errors()).toEqual([]);
  });

  it("of other files is removed before the version shows", async () => {
    const { store, options, sources, errors } = await makeS3Site(server);
    await ended(start(options, versionOf(ID, 1, await sources({ z: "other" })), "version-placed"));
    await store.put(versionOf(ID, 1, await sources({ a: "mine" })));
    expect(await errors()).toEqual([]);
  });

  it("is not mended when the inventory is not the one of its version folder", async () => {
    const { store, place, sources } = await makeS3Site(server);
    const { root } = await store.put(versionOf(ID, 1, await sources({ a: "1" })));
    const key = keyOf(place, `${root}/inventory.json`);
    const text = JSON.stringify({
      ...JSON.parse(
        (
          await (await store.tree(root).read("inventory.json"))?.[Symbol.asyncIterator]().next()
        )?.value?.toString() ?? "{}",
      ),
      fixity: {},
    });
    await place.client.send(new PutObjectCommand({ Bucket: place.bucket, Key: key, Body: text }));
    await expect(store.put(versionOf(ID, 2, await sources({ a: "2" })))).rejects.toMatchObject({
      code: "storage_failed",
      message: expect.stringContaining("not the one its digest was taken of"),
    });
  });

  it("that is more than a first version is not built upon", async () => {
    const { store, place, sources } = await makeS3Site(server);
    const root = objectRootOf(idDigest(ID));
    await place.client.send(
      new PutObjectCommand({ Bucket: place.bucket, Key: keyOf(place, "0=ocfl_1.1"), Body: "ocfl_1.1\n" }),
    );
    await expect(store.put(versionOf(ID, 1, await sources({ a: "1" })))).rejects.toMatchObject({
      code: "storage_failed",
    });
    const other = await makeS3Site(server);
    await other.place.client.send(
      new PutObjectCommand({
        Bucket: other.place.bucket,
        Key: keyOf(other.place, `${root}/v2/content/x`),
        Body: "x",
      }),
    );
    await expect(other.store.put(versionOf(ID, 1, await sources({ a: "1" })))).rejects.toMatchObject({
      code: "storage_failed",
    });
  });

  it("of other objects is left alone by a sweep below a prefix", async () => {
    const site = await makeS3Site(server);
    server.proxy.uploads.set("foreign", { key: "elsewhere/big", began: new Date(0) });
    const place = openPlace(site.options);
    expect(await abortUploads(place, new Date())).toBe(0);
    server.proxy.uploads.set("own", { key: keyOf(place, "x"), began: new Date(0) });
    for (const id of ["two", "three"])
      server.proxy.uploads.set(id, { key: keyOf(place, id), began: new Date(0) });
    expect(await abortUploads(place, new Date())).toBe(3);
    expect([...server.proxy.uploads.keys()]).toEqual(["foreign"]);
    place.client.destroy();
  });
});
