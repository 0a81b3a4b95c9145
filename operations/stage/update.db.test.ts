import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOcflStore } from "../../adapters/storage/filesystem/store.ts";
import { validateStorageRoot } from "../../adapters/storage/ocfl/validate.ts";
import { type DepositScene, makeDepositScene } from "../../tests/factories/deposit-scene.ts";
import { sha256, versionOf } from "../../tests/fixtures/ocfl/deposits.ts";
import { getJob } from "../job/get.ts";

let scene: DepositScene;

beforeAll(async () => {
  scene = await makeDepositScene();
});
afterAll(() => scene.end());

const producer = (files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).filter(([name]) => name.startsWith("producer/")));

const madeBy = async (jobId: string) => (await getJob(scene.ctx, jobId)).made;

/** Content files of an object on disk, by version. */
async function contentOf(ark: string): Promise<string[]> {
  const { root } = await scene.ctx.db.storedObject.findUniqueOrThrow({ where: { ark } });
  const folder = path.join(scene.root, root ?? "");
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  return names
    .filter((entry) => entry.isFile() && entry.parentPath.includes("/content/"))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

describe("an update", () => {
  it("replaces all of what a killed put left of another version, with all of its own files", async () => {
    const { ark, ...first } = await scene.ingest({ "a.txt": "a1" }, { localIdentifier: "left-1" });
    const { root } = await scene.ctx.db.storedObject.findUniqueOrThrow({ where: { ark: ark ?? "" } });
    // a put was killed between its version folder and the object's inventory
    const other = await mkdtemp(path.join(os.tmpdir(), "waybill-left-"));
    await cp(scene.root, path.join(other, "ocfl"), { recursive: true });
    const files = [{ path: "other.txt", source: Buffer.from("other"), size: 5, sha256: sha256("other") }];
    const store = createOcflStore({ root: path.join(other, "ocfl"), staging: path.join(other, "staging") });
    await store.put(versionOf(ark ?? "", 2, files));
    await cp(path.join(other, "ocfl", root ?? "", "v2"), path.join(scene.root, root ?? "", "v2"), {
      recursive: true,
    });
    await rm(other, { recursive: true });
    const second = await scene.ingest({ "b.txt": "b1" }, { localIdentifier: "left-1", update: "true" });
    expect(first.state).toBe("Completed");
    expect(second).toMatchObject({ state: "Completed", ark });
    expect(producer(await scene.filesOf(ark ?? "", 2))).toEqual({
      "producer/a.txt": "a1",
      "producer/b.txt": "b1",
    });
  });

  it("adds and replaces files, keeps the others, and stores unchanged bytes once", async () => {
    const first = await scene.ingest(
      { "a.txt": "a1", "sub/b.txt": "b1", "c.txt": "c1" },
      { localIdentifier: "elm-1", title: "Elm", creator: "Ada", date: "1999" },
    );
    const ark = first.ark ?? "";
    const before = await contentOf(ark);
    const second = await scene.ingest(
      { "a.txt": "a2", "d.txt": "b1" },
      { localIdentifier: "elm-1", update: "true", title: "Elm, mended" },
    );
    expect(second).toMatchObject({ state: "Completed", ark, errorMessage: null });
    expect(producer(await scene.filesOf(ark, 2))).toEqual({
      "producer/a.txt": "a2",
      "producer/d.txt": "b1",
      "producer/sub/b.txt": "b1",
      "producer/c.txt": "c1",
    });
    expect(producer(await scene.filesOf(ark, 1))).toEqual({
      "producer/a.txt": "a1",
      "producer/sub/b.txt": "b1",
      "producer/c.txt": "c1",
    });
    // new: a.txt and the system files that describe this deposit; owner and membership are the same bytes
    const added = (await contentOf(ark)).filter((name) => !before.includes(name));
    const names = ["mrt-ingest.txt", "mrt-erc.txt", "mrt-dc.xml", "mrt-manifest.txt"];
    expect(added).toHaveLength(1 + names.length);
    expect(added.every((name) => name.startsWith("v2/"))).toBe(true);
    const version = await scene.ctx.db.objectVersion.findFirstOrThrow({
      where: { version: 2, object: { ark } },
      include: { files: true },
    });
    expect(version.fileCount).toBe(11);
    // d.txt; a.txt and the system files above
    expect(version).toMatchObject({ filesAdded: 1, filesChanged: 1 + names.length, filesRemoved: 0 });
    // Waybill's own files change with every version, so they do not count as the depositor's
    expect(await madeBy(second.id)).toEqual({ version: 2, replaced: 1, removed: 0 });
    const one = await scene.ctx.db.objectVersion.findFirstOrThrow({ where: { version: 1, object: { ark } } });
    expect(one).toMatchObject({ fileCount: 10, filesAdded: 10, filesChanged: 0, filesRemoved: 0 });
    expect(version.files).toHaveLength(11);
    expect(version.sizeBytes).toBe(version.files.reduce((sum, { size }) => sum + size, 0n));
    expect(version.files.find(({ path: at }) => at === "producer/c.txt")?.contentPath).toMatch(/^v1\//);
    const { "system/mrt-dc.xml": dublinCore, ...others } = await scene.filesOf(ark, 2);
    expect(dublinCore).toContain("<dc:creator>Ada</dc:creator>\n  <dc:date>1999</dc:date>");
    expect(dublinCore).toContain("<dc:title>Elm, mended</dc:title>");
    expect(others["system/mrt-manifest.txt"]).toMatch(/ \| 2 \| {2}\| producer\/c\.txt \| text\/plain\n/);
    expect((await validateStorageRoot(scene.root)).filter(({ code }) => code.startsWith("E"))).toEqual([]);
  });

  it("that is none stands for itself, and says what it replaced and removed", async () => {
    const files = { "a.txt": "a1", "b.txt": "b1", "c.txt": "c1" };
    const first = await scene.ingest(files, { localIdentifier: "beech-9" });
    expect(await madeBy(first.id)).toEqual({ version: 1, replaced: 0, removed: 0 });
    const second = await scene.ingest({ "a.txt": "a2", "c.txt": "c1" }, { localIdentifier: "beech-9" });
    expect(await madeBy(second.id)).toEqual({ version: 2, replaced: 1, removed: 1 });
  });

  it("takes out what its mrt-delete.txt names, and keeps the list among the system files", async () => {
    const { ark } = await scene.ingest(
      {
        "a.txt": "1",
        "sub/b.txt": "2",
        "c.txt": "3",
        "mrt-embargo.txt": "embargoEndDate: 2090-01-01T00:00:00Z",
      },
      { localIdentifier: "ash-1" },
    );
    const object = () => scene.ctx.db.storedObject.findUniqueOrThrow({ where: { ark: ark ?? "" } });
    expect((await object()).embargoUntil).toEqual(new Date("2090-01-01T00:00:00Z"));
    const list = "a.txt\r\n\r\nproducer/sub/b.txt\n";
    // deleted first, then added: as Merritt's storage does
    await scene.ingest(
      { "mrt-delete.txt": list, "a.txt": "new" },
      { localIdentifier: "ash-1", update: "true" },
    );
    const files = await scene.filesOf(ark ?? "", 2);
    expect(producer(files)).toEqual({
      "producer/a.txt": "new",
      "producer/c.txt": "3",
      "producer/mrt-embargo.txt": "embargoEndDate: 2090-01-01T00:00:00Z",
    });
    expect(files["system/mrt-delete.txt"]).toBe(list);
    expect((await object()).embargoUntil).toEqual(new Date("2090-01-01T00:00:00Z"));
    await scene.ingest(
      { "mrt-delete.txt": "mrt-embargo.txt" },
      { primaryIdentifier: ark ?? "", update: "true" },
    );
    expect(producer(await scene.filesOf(ark ?? "", 3))).toEqual({
      "producer/a.txt": "new",
      "producer/c.txt": "3",
    });
    expect((await object()).embargoUntil).toBeNull();
  });

  it("compares paths after Unicode normalisation", async () => {
    const { ark } = await scene.ingest(
      { "e\u0301.txt": "1", "u\u0308.txt": "2" },
      { localIdentifier: "norm" },
    );
    await scene.ingest(
      { "\u00e9.txt": "new", "mrt-delete.txt": "\u00fc.txt" },
      { localIdentifier: "norm", update: "true" },
    );
    expect(producer(await scene.filesOf(ark ?? "", 2))).toEqual({ "producer/\u00e9.txt": "new" });
  });

  it.each<[string, Record<string, string>, string, [number, string][]]>([
    [
      "files that are not there",
      { "mrt-delete.txt": "a.txt\nnone.txt\n\nsystem/mrt-erc.txt" },
      "delete_list_invalid",
      [
        [2, "path_unknown"],
        [4, "path_unknown"],
      ],
    ],
    [
      "hostile paths",
      { "mrt-delete.txt": "/etc/passwd\n../a.txt\nproducer/../x\na//b\na.txt\0\n./a.txt" },
      "delete_list_invalid",
      [1, 2, 3, 4, 5, 6].map((line) => [line, "path_refused"]),
    ],
    ["a folder where the object has a file", { "a.txt/b": "1" }, "name_refused", []],
    ["a file where the object has a folder", { sub: "1" }, "name_refused", []],
  ])("refuses %s, and frees the object", async (name, files, code, problems) => {
    const localIdentifier = `refused ${name}`;
    const first = await scene.ingest({ "a.txt": "1", "sub/b.txt": "2" }, { localIdentifier });
    const failed = await scene.ingest(files, { localIdentifier, update: "true" });
    expect(failed).toMatchObject({ state: "Failed", errorCode: code });
    const told = (failed.problems ?? []) as { line: number; code: string }[];
    expect(told.map((problem) => [problem.line, problem.code])).toEqual(problems);
    const object = await scene.ctx.db.storedObject.findUniqueOrThrow({ where: { ark: first.ark ?? "" } });
    expect(object).toMatchObject({ version: 1, busyJobId: null });
  });

  it("becomes version 1 where there is no object yet; then nothing can be deleted", async () => {
    const made = await scene.ingest({ "a.txt": "1" }, { localIdentifier: "new-1", update: "true" });
    expect(made.state).toBe("Completed");
    expect(producer(await scene.filesOf(made.ark ?? "", 1))).toEqual({ "producer/a.txt": "1" });
    const failed = await scene.ingest(
      { "a.txt": "1", "mrt-delete.txt": "a.txt" },
      { localIdentifier: "new-2", update: "true" },
    );
    expect(failed).toMatchObject({ state: "Failed", errorCode: "delete_list_invalid" });
    expect(failed.errorMessage).toContain("The object is new");
  });

  it("takes blank who, what and when from the version before, and lists all local ids of the object", async () => {
    const { ark } = await scene.ingest(
      { "a.txt": "1" },
      { localIdentifier: "oak-1", title: "Oak", creator: "Ada", date: "1999" },
    );
    const job = await scene.ingest(
      { "b.txt": "2" },
      { localIdentifier: "oak-2", primaryIdentifier: ark ?? "", update: "true", date: "2001" },
    );
    expect(job).toMatchObject({ title: "Oak", creator: "Ada", date: "2001", localIds: ["oak-2"] });
    expect((await scene.filesOf(ark ?? "", 2))["system/mrt-erc.txt"]).toBe(
      `erc:\nwho: Ada\nwhat: Oak\nwhen: 2001\nwhere: ${ark}\nwhere: oak-2; oak-1\n`,
    );
  });

  it("keeps more files than one page", async () => {
    const names = Array.from({ length: 1_101 }, (_, at) => `f/${at}.txt`);
    const { ark } = await scene.ingest(Object.fromEntries(names.map((name) => [name, "same"])), {
      localIdentifier: "many",
    });
    await scene.ingest({ "f/7.txt": "new" }, { localIdentifier: "many", update: "true" });
    const files = await scene.ctx.db.objectFile.findMany({
      where: { version: { version: 2, object: { ark: ark ?? "" } }, path: { startsWith: "producer/" } },
    });
    expect(new Set(files.map(({ path: at }) => at))).toEqual(
      new Set(names.map((name) => `producer/${name}`)),
    );
    expect(files).toHaveLength(names.length);
  });
});

describe("a plain deposit of an object that is there", () => {
  it("becomes a version of exactly its own files", async () => {
    const { ark } = await scene.ingest(
      { "a.txt": "1", "b.txt": "2", "mrt-embargo.txt": "embargoEndDate: 2090-01-01T00:00:00Z" },
      { localIdentifier: "fir-1", title: "Fir" },
    );
    const job = await scene.ingest({ "a.txt": "1", "mrt-delete.txt": "b.txt" }, { localIdentifier: "fir-1" });
    expect(job).toMatchObject({ state: "Completed", ark, title: null });
    expect(producer(await scene.filesOf(ark ?? "", 2))).toEqual({
      "producer/a.txt": "1",
      "producer/mrt-delete.txt": "b.txt",
    });
    const object = await scene.ctx.db.storedObject.findUniqueOrThrow({ where: { ark: ark ?? "" } });
    expect(object).toMatchObject({ version: 2, what: null, embargoUntil: null });
  });
});
