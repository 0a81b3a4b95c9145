import { text } from "node:stream/consumers";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sha256, versionOf } from "../../../tests/fixtures/ocfl/deposits.ts";
import { makeS3Site } from "../../../tests/fixtures/ocfl/s3-site.ts";
import { type S3Server, startS3Server } from "../../../tests/servers/s3-server.ts";

import { validateObject } from "../ocfl/validate.ts";
import { isError } from "../ocfl/validation/findings.ts";

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

const BIG = "waybill ".repeat(1_600_000);

describe("a version in S3", () => {
  it("is stored as OCFL 1.1 asks, object by object", async () => {
    const { store, sources, tree, errors } = await makeS3Site(server);
    const stored = await store.put(
      versionOf("object-01", 1, await sources({ "producer/a.txt": "hello", "system/b.txt": "hello" })),
    );
    const root = "3c0/ff4/240/3c0ff4240c1e116dba14c7627f2319b58aa3d77606d0d90dfc6161608ac987d4";
    const hello = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";
    const inventory = `{
  "id": "object-01",
  "type": "https://ocfl.io/1.1/spec/#inventory",
  "digestAlgorithm": "sha256",
  "head": "v1",
  "manifest": {
    "${hello}": ["v1/content/2c/${hello}"]
  },
  "versions": {
    "v1": {
      "created": "2026-03-01T12:00:00.000Z",
      "message": "Version 1",
      "user": {
        "name": "Ada Depositor",
        "address": "mailto:ada@example.org"
      },
      "state": {
        "${hello}": ["producer/a.txt","system/b.txt"]
      }
    }
  }
}
`;
    const sidecar = `${sha256(inventory)} inventory.json\n`;
    expect(await tree()).toEqual({
      "0=ocfl_1.1": "ocfl_1.1\n",
      "ocfl_layout.json": expect.stringContaining('"extension": "0004-hashed-n-tuple-storage-layout"'),
      "extensions/0004-hashed-n-tuple-storage-layout/config.json": expect.stringContaining('"tupleSize": 3'),
      [`${root}/0=ocfl_object_1.1`]: "ocfl_object_1.1\n",
      [`${root}/inventory.json`]: inventory,
      [`${root}/inventory.json.sha256`]: sidecar,
      [`${root}/v1/inventory.json`]: inventory,
      [`${root}/v1/inventory.json.sha256`]: sidecar,
      [`${root}/v1/content/2c/${hello}`]: "hello",
    });
    expect(stored).toMatchObject({ root, version: 1, inventorySha256: sha256(inventory) });
    expect((await errors()).map(({ code }) => code)).toEqual(["W005"]);
    const order = server.proxy.calls
      .filter(({ method }) => method === "PUT")
      .map(({ key }) => key.split("/").slice(5).join("/"));
    expect(order.slice(-6)).toEqual([
      `v1/content/2c/${hello}`,
      "v1/inventory.json",
      "v1/inventory.json.sha256",
      "0=ocfl_object_1.1",
      "inventory.json",
      "inventory.json.sha256",
    ]);
  });

  it("goes up in parts when it is large, each with its checksum, and reads back", async () => {
    const { store, sources, errors } = await makeS3Site(server, { partBytes: 5 * 1024 * 1024 });
    const id = "ark:/99999/fk4large";
    const stored = await store.put(versionOf(id, 1, await sources({ "big.bin": BIG, "small.txt": "s" })));
    const parts = server.proxy.calls.filter(({ query }) => query.has("partNumber"));
    expect(parts.map(({ query }) => query.get("partNumber")).sort()).toEqual(["1", "2", "3"]);
    expect(await errors()).toEqual([]);
    expect(await text(await store.open(stored.root, stored.contentPathOf(sha256(BIG))))).toBe(BIG);
    expect(server.proxy.uploads.size).toBe(0);
  });

  it("adds only bytes the object does not have, and is found", async () => {
    const { store, sources, errors } = await makeS3Site(server);
    const id = "ark:/99999/fk4twice";
    const first = await store.put(versionOf(id, 1, await sources({ keep: "same", change: "old" })));
    server.proxy.calls.length = 0;
    const second = await store.put(versionOf(id, 2, await sources({ kept: "same", change: "new" })));
    const content = server.proxy.calls.filter(
      ({ method, key }) => method === "PUT" && key.includes("content"),
    );
    expect(content.map(({ key }) => key.slice(-64))).toEqual([sha256("new")]);
    expect(second.contentPathOf(sha256("same"))).toBe(first.contentPathOf(sha256("same")));
    expect(await errors()).toEqual([]);
    expect((await store.find(id, 2))?.inventorySha256).toBe(second.inventorySha256);
    expect((await store.find(id, 1))?.inventorySha256).toBe(first.inventorySha256);
    expect((await store.find(id, 1))?.contentPathOf(sha256("old"))).toBe(first.contentPathOf(sha256("old")));
    const roots: string[] = [];
    for await (const root of store.roots()) roots.push(root);
    expect(roots).toEqual([first.root]);
    expect((await validateObject(store.tree(first.root))).filter(isError)).toEqual([]);
    expect(await store.find(id, 3)).toBeUndefined();
    expect(await store.find("ark:/99999/fk4none", 1)).toBeUndefined();
  });

  it("repeated ends in the same, without another byte of content sent", async () => {
    const { store, sources, tree } = await makeS3Site(server);
    const files = await sources({ a: "1", b: "2" });
    const first = await store.put(versionOf("ark:/99999/fk4same", 1, files));
    const before = await tree();
    server.proxy.calls.length = 0;
    const again = await store.put({
      ...versionOf("ark:/99999/fk4same", 1, files.toReversed()),
      created: new Date(0),
    });
    expect(again.inventorySha256).toBe(first.inventorySha256);
    expect(await tree()).toEqual(before);
    expect(server.proxy.calls.filter(({ method }) => method !== "GET")).toEqual([]);
  });

  it.each([
    ["with other bytes", 2, { a: "other" }, "already has version 2"],
    ["of an earlier version", 1, { a: "1" }, "the storage is at version 2"],
    ["that leaves a version out", 4, { a: "4" }, "the storage is at version 2"],
  ])("%s is refused", async (_name, version, texts, words) => {
    const { store, sources, tree } = await makeS3Site(server);
    const id = "ark:/99999/fk4order";
    await store.put(versionOf(id, 1, await sources({ a: "1" })));
    await store.put(versionOf(id, 2, await sources({ a: "2" })));
    const before = await tree();
    await expect(store.put(versionOf(id, version, await sources(texts)))).rejects.toMatchObject({
      code: "storage_failed",
      message: expect.stringContaining(words),
    });
    expect(await tree()).toEqual(before);
  });

  it("may have no files, and a whole bucket as its root", async () => {
    const other = await startS3Server();
    const { store, errors } = await makeS3Site(other, { prefix: "" });
    await store.put(versionOf("ark:/99999/fk4none", 1, []));
    expect(await errors()).toEqual([]);
    await other.close();
  });
});

describe("what S3 does not keep", () => {
  it("is not read: other paths than content", async () => {
    const { store, sources } = await makeS3Site(server);
    const { root } = await store.put(versionOf("ark:/99999/fk4read", 1, await sources({ a: "1" })));
    for (const path of ["inventory.json", "v1/content/../inventory.json", "../x", ""])
      await expect(store.open(root, path)).rejects.toMatchObject({ code: "not_found" });
    await expect(store.open("../../etc", "v1/content/a")).rejects.toMatchObject({ code: "not_found" });
    await expect(store.open(root, "v1/content/00/none")).rejects.toMatchObject({ code: "storage_failed" });
  });

  it("is a root that is none of ours", async () => {
    const { store, place, sources } = await makeS3Site(server);
    await place.client.send(
      new PutObjectCommand({ Bucket: place.bucket, Key: `${place.prefix}/photos/1.jpg`, Body: "x" }),
    );
    await expect(store.put(versionOf("ark:/99999/fk4x", 1, await sources({ a: "1" })))).rejects.toMatchObject(
      {
        code: "storage_failed",
        message: expect.stringContaining('"photos"'),
      },
    );
  });
});

describe("the server that the tests use", () => {
  it("takes a body whose checksum is wrong, so reading back is what guards the bytes", async () => {
    const client = new S3Client({
      region: "us-east-1",
      endpoint: server.direct,
      forcePathStyle: true,
      credentials: server.keys,
    });
    const answer = await client.send(
      new PutObjectCommand({
        Bucket: server.bucket,
        Key: "wrong",
        Body: "hello",
        ChecksumSHA256: Buffer.alloc(32).toString("base64"),
      }),
    );
    expect(answer.$metadata.httpStatusCode).toBe(200);
    client.destroy();
  });
});
