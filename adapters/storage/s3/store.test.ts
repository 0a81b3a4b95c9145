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
  it("is complete before anything names it: content, then the version's inventory, then the object's", async () => {
    const { store, sources } = await makeS3Site(server);
    await store.put(versionOf("object-01", 1, await sources({ "a.txt": "hello" })));
    const hello = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";
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

  it("sends only bytes the object does not have, and is listed", async () => {
    const { store, sources } = await makeS3Site(server);
    const id = "ark:/99999/fk4twice";
    const { root } = await store.put(versionOf(id, 1, await sources({ keep: "same", change: "old" })));
    server.proxy.calls.length = 0;
    await store.put(versionOf(id, 2, await sources({ kept: "same", change: "new" })));
    const content = server.proxy.calls.filter(
      ({ method, key }) => method === "PUT" && key.includes("content"),
    );
    expect(content.map(({ key }) => key.slice(-64))).toEqual([sha256("new")]);
    const roots: string[] = [];
    for await (const each of store.roots()) roots.push(each);
    expect(roots).toEqual([root]);
    expect((await validateObject(store.tree(root))).filter(isError)).toEqual([]);
  });

  it("repeated sends nothing", async () => {
    const { store, sources } = await makeS3Site(server);
    const files = await sources({ a: "1", b: "2" });
    await store.put(versionOf("ark:/99999/fk4same", 1, files));
    server.proxy.calls.length = 0;
    await store.put(versionOf("ark:/99999/fk4same", 1, files.toReversed()));
    expect(server.proxy.calls.filter(({ method }) => method !== "GET")).toEqual([]);
  });

  it("may have a whole bucket as its root", async () => {
    const other = await startS3Server();
    const { store, errors } = await makeS3Site(other, { prefix: "" });
    await store.put(versionOf("ark:/99999/fk4none", 1, []));
    expect(await errors()).toEqual([]);
    await other.close();
  });
});

describe("a root in S3", () => {
  it("that is none of ours is left alone", async () => {
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
