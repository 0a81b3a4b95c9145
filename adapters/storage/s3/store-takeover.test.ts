import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { WaybillError } from "../../../core/errors.ts";
import { sha256, versionOf } from "../../../tests/fixtures/ocfl/deposits.ts";
import { makeS3Site } from "../../../tests/fixtures/ocfl/s3-site.ts";
import { type S3Server, startS3Server } from "../../../tests/servers/s3-server.ts";

let server: S3Server;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.close());
beforeEach(() => {
  server.proxy.strict = true;
  server.proxy.fault = () => undefined;
});

it("a version whose job was taken away does not become the head, and a repeat makes it so", async () => {
  const { store, sources, errors } = await makeS3Site(server);
  const id = "ark:/99999/fk4fence";
  await store.put(versionOf(id, 1, await sources({ a: "one" })));
  const second = versionOf(id, 2, await sources({ a: "two" }));
  const mayPlace = async () => {
    throw new WaybillError("lease_lost", "The lease is lost.");
  };
  await expect(store.put({ ...second, mayPlace })).rejects.toMatchObject({ code: "lease_lost" });
  expect(await store.find(id, 2)).toBeUndefined();
  expect(await store.find(id, 1)).toBeDefined();
  expect(await store.put(second)).toMatchObject({ version: 2 });
  expect(await errors()).toEqual([]);
});

it("a file without a source is kept from the version before, or the put is refused", async () => {
  const { store, sources, errors } = await makeS3Site(server);
  const id = "ark:/99999/fk4kept";
  const first = await store.put(versionOf(id, 1, await sources({ kept: "same" })));
  const files = await sources({ added: "new" });
  const kept = { path: "kept", sha256: sha256("same"), size: 4 };
  const second = await store.put(versionOf(id, 2, [...files, kept]));
  expect(second.contentPathOf(sha256("same"))).toBe(first.contentPathOf(sha256("same")));
  expect(await errors()).toEqual([]);
  const unknown = { path: "gone", sha256: sha256("never there"), size: 11 };
  await expect(store.put(versionOf(id, 3, [...files, unknown]))).rejects.toMatchObject({
    code: "storage_failed",
  });
  expect(await store.find(id, 3)).toBeUndefined();
});
