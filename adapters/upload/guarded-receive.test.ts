import { mkdtemp, readdir, rename, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { WaybillError } from "../../core/errors.ts";
import type { Receive, StorageRoot } from "../../core/ports.ts";
import { guardedReceive } from "./guarded-receive.ts";
import { storePayload } from "./store-payload.ts";

let folder: string;
let away: boolean;
let asked: number;

const root: StorageRoot = {
  name: "working",
  findFault: async () => undefined,
  require: async () => {
    if (away) throw new WaybillError("storage_away", "Away.");
  },
};

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "waybill-upload-"));
  away = false;
  asked = 0;
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
  await rm(`${folder}-away`, { recursive: true, force: true });
});

/** An upload of two bytes; `between`: what happens after the first. */
function upload(between: () => Promise<void> = async () => undefined): Receive {
  async function* chunks() {
    asked += 1;
    yield Buffer.from("a");
    await between();
    yield Buffer.from("b");
  }
  return guardedReceive(
    async () => ({
      ...(await storePayload(chunks(), { folder, maxBytes: 100 })),
      fields: {},
      filename: "map.tif",
    }),
    root,
  );
}

it("takes no byte while working storage is away", async () => {
  away = true;
  await expect(upload()(() => undefined)).rejects.toMatchObject({ code: "storage_away" });
  expect(asked).toBe(0);
  expect(await readdir(folder)).toEqual([]);
});

it("does not count what arrived while it went away", async () => {
  const receive = upload(async () => {
    await rename(folder, `${folder}-away`);
    away = true;
  });
  await expect(receive(() => undefined)).rejects.toMatchObject({ code: "storage_away" });
});

it("does not count what was kept while it was away", async () => {
  const received = await upload()(() => undefined);
  away = true;
  await expect(received.keep("bid-1")).rejects.toMatchObject({ code: "storage_away" });
  away = false;
  expect(await received.keep("bid-1")).toBe(path.join("batches", "bid-1", "payload"));
  await received.requireKept();
  await rm(path.join(folder, "batches", "bid-1"), { recursive: true });
  await expect(received.requireKept()).rejects.toMatchObject({ code: "incomplete_upload" });
});
