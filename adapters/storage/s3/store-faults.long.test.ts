import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sha256, versionOf } from "../../../tests/fixtures/ocfl/deposits.ts";
import { makeS3Site } from "../../../tests/fixtures/ocfl/s3-site.ts";
import type { S3Call, S3Fault } from "../../../tests/servers/s3-proxy.ts";
import { type S3Server, startS3Server } from "../../../tests/servers/s3-server.ts";

let server: S3Server;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.close());
beforeEach(() => {
  server.proxy.calls.length = 0;
  server.proxy.strict = true;
  server.proxy.fault = () => undefined;
});

const ID = "ark:/99999/fk4fault";
const PART = 5 * 1024 * 1024;
const BIG = "waybill ".repeat(900_000);

/** Which calls a fault hits, and how many at most. */
function breakCalls(fault: S3Fault, isHit: (call: S3Call) => boolean, most = Number.POSITIVE_INFINITY): void {
  let hits = 0;
  server.proxy.fault = (call) => {
    if (hits >= most || !isHit(call)) return undefined;
    hits += 1;
    return fault;
  };
}

const isContentPut = ({ method, key }: S3Call) => method === "PUT" && key.includes("/content/");
const isContentGet = ({ method, key }: S3Call) => method === "GET" && key.includes("/content/");
const isPart = ({ query }: S3Call) => query.has("partNumber");
const isInventoryPut = ({ method, key }: S3Call) => method === "PUT" && key.endsWith("/inventory.json");

describe("bytes that change on their way", () => {
  it.each([
    ["up, in one call", "corrupt-upload", isContentPut, "small"],
    ["up, in a part", "corrupt-upload", isPart, BIG],
    ["down", "corrupt-download", isContentGet, "small"],
    ["up, of an inventory", "corrupt-upload", isInventoryPut, "small"],
  ] as const)(
    "%s, are found by reading back, and the object has no version of them",
    async (_way, fault, isHit, bytes) => {
      const { store, sources } = await makeS3Site(server, { partBytes: PART });
      server.proxy.strict = false;
      breakCalls(fault, isHit);
      const files = await sources({ a: bytes });
      await expect(store.put(versionOf(ID, 1, files))).rejects.toMatchObject({
        code: "storage_verify_failed",
      });
      expect(await store.find(ID, 1)).toBeUndefined();
    },
  );

  it("are refused by a server that checks, and are sent again", async () => {
    const { store, sources, errors } = await makeS3Site(server);
    breakCalls("corrupt-upload", isContentPut);
    const files = await sources({ a: "small" });
    await expect(store.put(versionOf(ID, 1, files))).rejects.toMatchObject({ code: "storage_verify_failed" });
    server.proxy.fault = () => undefined;
    await store.put(versionOf(ID, 1, files));
    expect(await errors()).toEqual([]);
  });

  it("leave the version before as it was", async () => {
    const { store, sources, tree, errors } = await makeS3Site(server);
    const first = await store.put(versionOf(ID, 1, await sources({ a: "one" })));
    server.proxy.strict = false;
    breakCalls("corrupt-upload", isContentPut);
    const files = await sources({ a: "two" });
    await expect(store.put(versionOf(ID, 2, files))).rejects.toMatchObject({ code: "storage_verify_failed" });
    expect((await store.find(ID, 1))?.inventorySha256).toBe(first.inventorySha256);
    expect(await store.find(ID, 2)).toBeUndefined();
    server.proxy.fault = () => undefined;
    const second = await store.put(versionOf(ID, 2, files));
    expect((await tree())[`${second.root}/${second.contentPathOf(sha256("two"))}`]).toBe("two");
    expect(await errors()).toEqual([]);
  });

  it("of a source changed on disk are not stored", async () => {
    const { store, sources } = await makeS3Site(server);
    const [file] = await sources({ a: "other" });
    const files = file === undefined ? [] : [{ ...file, sha256: sha256("first"), size: 5 }];
    await expect(store.put(versionOf(ID, 1, files))).rejects.toMatchObject({
      code: "storage_verify_failed",
      message: expect.stringContaining("working storage"),
    });
    expect(server.proxy.calls.filter(isContentPut)).toEqual([]);
  });
});

describe("a server in trouble", () => {
  const passing: readonly (readonly [S3Fault, string, (call: S3Call) => boolean])[] = [
    ["slow-down", "a file", isContentPut],
    ["slow-down", "a part", isPart],
    ["slow-down", "any call", () => true],
    ["reset", "a file", isContentPut],
    ["reset", "a part", isPart],
    ["reset-download", "what is read back", isContentGet],
    ["hang", "a file", isContentPut],
    ["hang", "what is read back", isContentGet],
    ["slow-down", "an inventory", isInventoryPut],
  ];
  it.each(passing)("that answers %s to %s is asked again", async (fault, _what, isHit) => {
    const isHang = fault === "hang";
    const change = isHang ? { idleMs: 3_000 } : { partBytes: PART };
    const { store, sources, errors } = await makeS3Site(server, change);
    breakCalls(fault, isHit, isHang ? 1 : 2);
    await store.put(versionOf(ID, 1, await sources({ a: "small", ...(isHit === isPart && { b: BIG }) })));
    expect(await errors()).toEqual([]);
  });

  it.each(["slow-down", "reset", "hang"] as const)(
    "for good (%s) is storage_unavailable after a few tries",
    async (fault) => {
      const { store, sources } = await makeS3Site(server, { tries: 2, idleMs: 3_000 });
      breakCalls(fault, isContentPut);
      await expect(store.put(versionOf(ID, 1, await sources({ a: "small" })))).rejects.toMatchObject({
        code: "storage_unavailable",
      });
      expect(server.proxy.calls.filter(isContentPut)).toHaveLength(2);
      expect(await store.find(ID, 1)).toBeUndefined();
    },
  );

  it("that breaks off what is read back every time is storage_unavailable", async () => {
    const { store, sources } = await makeS3Site(server);
    breakCalls("reset-download", isContentGet);
    await expect(store.put(versionOf(ID, 1, await sources({ a: "small" })))).rejects.toMatchObject({
      code: "storage_unavailable",
    });
    expect(server.proxy.calls.filter(isContentGet)).toHaveLength(3);
  });

  it("that cannot be reached is storage_unavailable", async () => {
    const { store, sources } = await makeS3Site(server, { endpoint: "http://127.0.0.1:9" });
    await expect(store.put(versionOf(ID, 1, await sources({ a: "small" })))).rejects.toMatchObject({
      code: "storage_unavailable",
    });
    await expect(store.find(ID, 1)).rejects.toMatchObject({ code: "storage_unavailable" });
  });

  it("ends an upload in parts that failed for good", async () => {
    const { store, sources } = await makeS3Site(server, { partBytes: PART });
    breakCalls("slow-down", isPart);
    await expect(store.put(versionOf(ID, 1, await sources({ b: BIG })))).rejects.toMatchObject({
      code: "storage_unavailable",
    });
    expect(server.proxy.uploads.size).toBe(0);
  });
});

describe("settings that are wrong", () => {
  it.each([
    ["another bucket", { bucket: "nowhere" }, "no bucket nowhere"],
    ["another key", { keys: { accessKeyId: "x", secretAccessKey: "y" } }, "InvalidAccessKeyId"],
  ])("name the fault: %s", async (_name, change, words) => {
    const { store, sources } = await makeS3Site(server, change);
    await expect(store.put(versionOf(ID, 1, await sources({ a: "1" })))).rejects.toMatchObject({
      code: "storage_failed",
      message: expect.stringContaining(words),
    });
  });

  it("say so when the rights do not suffice", async () => {
    const { store, sources } = await makeS3Site(server);
    breakCalls("refuse", isContentPut);
    await expect(store.put(versionOf(ID, 1, await sources({ a: "1" })))).rejects.toMatchObject({
      code: "storage_failed",
      message: expect.stringContaining("AccessDenied"),
    });
  });
});

describe("a put that is told to stop", () => {
  it("stops at once with the reason given, in the middle of a call", async () => {
    const { store, sources } = await makeS3Site(server);
    const stop = new AbortController();
    const reason = new Error("the lease is lost");
    server.proxy.fault = (call) => {
      if (!isContentPut(call)) return undefined;
      setImmediate(() => stop.abort(reason));
      return "hang";
    };
    const put = store.put({ ...versionOf(ID, 1, await sources({ a: "1" })), signal: stop.signal });
    await expect(put).rejects.toBe(reason);
    expect(await store.find(ID, 1)).toBeUndefined();
  });

  it("stops in the middle of an upload in parts", async () => {
    const { store, sources } = await makeS3Site(server, { partBytes: PART });
    const stop = new AbortController();
    const reason = new Error("the lease is lost");
    server.proxy.fault = (call) => {
      if (!isPart(call)) return undefined;
      setImmediate(() => stop.abort(reason));
      return "hang";
    };
    const put = store.put({ ...versionOf(ID, 1, await sources({ b: BIG })), signal: stop.signal });
    await expect(put).rejects.toBe(reason);
  });

  it("passes on the error of the list of files", async () => {
    const { store } = await makeS3Site(server);
    const fault = new Error("the rows are gone");
    const files = { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(fault) }) };
    await expect(store.put(versionOf(ID, 1, files))).rejects.toBe(fault);
  });
});

describe("a download", () => {
  it("that breaks off is an error for its reader, not a short file", async () => {
    const { store, sources } = await makeS3Site(server);
    const stored = await store.put(versionOf(ID, 1, await sources({ a: "waybill" })));
    breakCalls("reset-download", isContentGet);
    const stream = await store.open(stored.root, stored.contentPathOf(sha256("waybill")));
    await expect(text(stream)).rejects.toThrow();
  });
});
