import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { folderPlace } from "../../adapters/root/folder-place.ts";
import { MARKER_FILE } from "../../core/storage/root.ts";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { makeCollection } from "../../tests/factories/make-collection.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { guardRoot } from "./guard.ts";

let test: TestContext;
let folder: string;

beforeAll(async () => {
  test = await testContext();
});
afterAll(() => test.end());

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "waybill-root-"));
});
afterEach(async () => {
  await test.ctx.db.storageRoot.deleteMany();
  await test.ctx.db.batch.deleteMany();
  await rm(folder, { recursive: true, force: true });
});

const at = (name: string) => path.join(folder, name);
const guard = (name: string) => guardRoot(test.ctx, folderPlace("working", at(name)));
const markerIn = (name: string) => readFile(at(path.join(name, MARKER_FILE)), "utf8");

async function depositKnown(payloadPath: string): Promise<void> {
  await makeBatch(test.ctx.db, await makeCollection(test.ctx.db), "Pending", { payloadPath });
}

describe("a root the database has never seen", () => {
  it("is made and marked with the installation's id, and known to every process from then on", async () => {
    expect(await guard("working").findFault()).toBeUndefined();
    const { value } = await test.ctx.db.setting.findUniqueOrThrow({ where: { key: "installation-id" } });
    expect(await markerIn("working")).toMatch(
      new RegExp(`^waybill working ${String(value)} [0-9a-f-]{36}\n$`),
    );
    expect(await guard("working").findFault()).toBeUndefined();
    expect(await test.ctx.db.storageRoot.count()).toBe(1);
  });

  it("is the one of a single process when two begin at once with two folders", async () => {
    const faults = await Promise.all(["a", "b", "c", "d"].map((name) => guard(name).findFault()));
    expect(faults.filter((fault) => fault === undefined)).toHaveLength(1);
    expect(await test.ctx.db.storageRoot.count()).toBe(1);
  });

  it("is not marked in a mount point: an upgrade begins while the folder is not mounted", async () => {
    const payload = `batches/${randomUUID()}/payload`;
    await depositKnown(payload);
    await mkdir(at("working"));
    const root = guard("working");
    expect((await root.findFault())?.kind).toBe("unmarked");
    await expect(markerIn("working")).rejects.toThrow("ENOENT");
    expect(await test.ctx.db.storageRoot.count()).toBe(0);

    await mkdir(path.dirname(at(path.join("working", payload))), { recursive: true });
    await writeFile(at(path.join("working", payload)), "x");
    expect(await root.findFault()).toBeUndefined();
    expect(await markerIn("working")).toMatch(/^waybill working /);
  });

  it("is taken when an operator has marked it by the alarm's word", async () => {
    await depositKnown(`batches/${randomUUID()}/payload`);
    await mkdir(at("working"));
    const root = guard("working");
    const [, line = ""] = /put the line "(.*)" into/.exec((await root.findFault())?.alarm ?? "") ?? [];
    await writeFile(at(path.join("working", MARKER_FILE)), `${line}\n`);
    expect(await root.findFault()).toBeUndefined();
  });

  it("is not taken from another installation", async () => {
    await mkdir(at("working"));
    await writeFile(
      at(path.join("working", MARKER_FILE)),
      `waybill working ${randomUUID()} ${randomUUID()}\n`,
    );
    const fault = await guard("working").findFault();
    expect(fault?.kind).toBe("foreign");
    expect(await test.ctx.db.storageRoot.count()).toBe(0);
  });
});

describe("a root the database knows", () => {
  it("is away without its folder, in an empty one and in another's, and there again when it is back", async () => {
    const root = guard("working");
    await root.require();
    await rename(at("working"), at("mounted"));
    expect(await root.findFault()).toMatchObject({ kind: "gone" });
    await mkdir(at("working"));
    expect(await root.findFault()).toMatchObject({ kind: "unmarked" });
    const other = (await markerIn("mounted")).replace(/\S+\n$/, `${randomUUID()}\n`);
    await writeFile(at(path.join("working", MARKER_FILE)), other);
    const fault = await root.findFault();
    expect(fault).toMatchObject({ kind: "foreign", alarm: expect.stringContaining(at("working")) });
    expect(fault?.message).not.toContain(folder);
    await expect(root.require()).rejects.toMatchObject({ code: "storage_away", message: fault?.message });

    await rm(at("working"), { recursive: true });
    await rename(at("mounted"), at("working"));
    expect(await root.findFault()).toBeUndefined();
  });
});
