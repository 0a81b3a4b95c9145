import { hash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { validateStorageRoot } from "../../adapters/storage/ocfl/validate.ts";
import { isError } from "../../adapters/storage/ocfl/validation/findings.ts";
import { textOf } from "../../core/sentence.ts";
import { claimReading } from "../../prisma/store/copy/claim.ts";
import { listUnmended } from "../../prisma/store/copy/findings.ts";
import { findVersionFacts } from "../../prisma/store/copy/version.ts";
import { type CopyBench, makeCopyBench } from "../../tests/copies/copy-bench.ts";
import { treeOf } from "../../tests/fixtures/ocfl/deposits.ts";
import { takeAway } from "../../tests/storage/scene.ts";
import { objectCopies } from "../object/copies.ts";
import { planCopies } from "./plan.ts";
import { workCopies } from "./work-copies.ts";
import { workNextCopy } from "./work-next.ts";

const never = new AbortController().signal;
const BIG = "waybill ".repeat(20_000);

let bench: CopyBench;
let vault: string;

async function open(): Promise<void> {
  bench = await makeCopyBench({
    settings: (folder) => ({
      COPY_STORAGES: JSON.stringify({ vault: { folder: path.join(folder, "vault") } }),
    }),
    profile: { copies: ["vault"] },
  });
  vault = path.join(bench.folder, "vault", "ocfl");
}

const home = () => path.join(bench.folder, "objects", "ocfl");
const errors = async (root: string) => (await validateStorageRoot(root)).filter(isError);
const rowOf = (versionId: string, storage = "vault") =>
  bench.ctx.db.versionCopy.findUniqueOrThrow({ where: { versionId_storage: { versionId, storage } } });
const findings = () => bench.ctx.db.copyFinding.findMany({ orderBy: [{ storage: "asc" }, { path: "asc" }] });

/** The object's own files in a storage root. */
async function objectTree(root: string): Promise<Record<string, string>> {
  const all = Object.entries(await treeOf(root));
  return Object.fromEntries(all.filter(([name]) => name.split("/").length > 4));
}

describe("copies in a folder", () => {
  beforeAll(open);
  afterAll(() => bench.end());
  afterEach(async () => {
    await bench.ctx.db.storedObject.deleteMany({ where: { versions: { none: {} } } });
  });

  it("every version is copied byte for byte, in its order, and read back", async () => {
    const first = await bench.store("ark:/99999/fk4one", { "producer/a.txt": "hello", "producer/big": BIG });
    const second = await bench.store("ark:/99999/fk4one", {
      "producer/a.txt": "hello",
      "producer/b.txt": "more",
    });
    expect(await planCopies(bench.ctx, never)).toBe(2);
    expect(await planCopies(bench.ctx, never)).toBe(0);
    expect(await bench.workAll()).toBe(2);
    expect(await objectTree(vault)).toEqual(await objectTree(home()));
    expect(await errors(vault)).toEqual([]);
    for (const { versionId } of [first, second])
      expect(await rowOf(versionId)).toMatchObject({
        state: "Verified",
        dueAt: null,
        leaseOwner: null,
        trouble: null,
      });
    expect((await rowOf(second.versionId)).copiedAt?.getTime()).toBeGreaterThanOrEqual(
      (await rowOf(first.versionId)).copiedAt?.getTime() ?? Number.POSITIVE_INFINITY,
    );
    const events = await bench.ctx.db.event.findMany({ where: { kind: "object.copied" } });
    expect(events.map(({ details }) => details)).toEqual([
      { object: first.objectId, version: 1, storage: "vault" },
      { object: first.objectId, version: 2, storage: "vault" },
    ]);
  });

  it("shares no bytes on the disk with what it is a copy of", async () => {
    const inodes = async (root: string) => {
      const names = Object.keys(await objectTree(root));
      return Promise.all(names.map(async (name) => (await stat(path.join(root, name))).ino));
    };
    const ours = new Set(await inodes(home()));
    expect((await inodes(vault)).filter((ino) => ours.has(ino))).toEqual([]);
  });

  it("a version that is damaged where it is kept is copied from no one, found, and told", async () => {
    const { versionId } = await bench.store("ark:/99999/fk4bad", { "producer/a.txt": "a unique text" });
    const file = await bench.ctx.db.objectFile.findFirstOrThrow({ where: { versionId } });
    const { root } = await bench.ctx.db.storedObject.findUniqueOrThrow({
      where: { ark: "ark:/99999/fk4bad" },
    });
    const place = path.join(home(), root ?? "", file.contentPath);
    await writeFile(place, "a UNIQUE text");
    await planCopies(bench.ctx, never);
    await workNextCopy(bench.ctx, bench.ports, never);
    expect(await rowOf(versionId)).toMatchObject({
      state: "Wanted",
      copiedAt: null,
      tries: 1,
      trouble: "No storage has good bytes of all its files.",
    });
    expect(await findings()).toMatchObject([
      { storage: "filesystem", path: file.contentPath, expected: file.sha256, mendedAt: null },
    ]);
    expect(await rowOf(versionId, "filesystem")).toMatchObject({ state: "Damaged" });
    // once the bytes are back, everything ends by itself
    await writeFile(place, "a unique text");
    await bench.ctx.db.versionCopy.updateMany({ where: { versionId }, data: { dueAt: new Date(0) } });
    await bench.workAll();
    expect(await rowOf(versionId)).toMatchObject({ state: "Verified" });
    expect(await rowOf(versionId, "filesystem")).toMatchObject({ state: "Verified" });
    expect(await findings()).toMatchObject([{ mendedFrom: null, kept: null, mendedAt: expect.any(Date) }]);
    await bench.ctx.db.copyFinding.deleteMany();
  });

  it("a storage that is away makes its copies wait, and one put into a mount point does not count", async () => {
    const { versionId } = await bench.store("ark:/99999/fk4away", { "producer/a.txt": "while away" });
    await planCopies(bench.ctx, never);
    const comeBack = await takeAway(vault, true);
    await workNextCopy(bench.ctx, bench.ports, never);
    expect(await rowOf(versionId)).toMatchObject({
      state: "Wanted",
      trouble: expect.stringContaining("vault is away"),
    });
    expect(await readdir(vault)).toEqual([]);
    await comeBack();
    await bench.ctx.db.versionCopy.updateMany({ where: { versionId }, data: { dueAt: new Date(0) } });
    await bench.workAll();
    expect(await rowOf(versionId)).toMatchObject({ state: "Verified", trouble: null });
    expect(await findings()).toEqual([]);
  });
});

type Damage = { readonly name: string; readonly harm: (object: string, content: string) => Promise<void> };

const DAMAGES: readonly Damage[] = [
  { name: "changed content", harm: (object, content) => writeFile(path.join(object, content), "changed") },
  { name: "missing content", harm: (object, content) => rm(path.join(object, content)) },
  {
    name: "an empty inventory of the version",
    harm: (object) => writeFile(path.join(object, "v2/inventory.json"), ""),
  },
  {
    name: "a changed sidecar",
    harm: (object) => writeFile(path.join(object, "v2/inventory.json.sha256"), "00 inventory.json\n"),
  },
  {
    name: "a root inventory of an earlier version",
    harm: async (object) =>
      writeFile(path.join(object, "inventory.json"), await readFile(path.join(object, "v1/inventory.json"))),
  },
  { name: "a missing declaration", harm: (object) => rm(path.join(object, "0=ocfl_object_1.1")) },
  { name: "a missing version folder", harm: (object) => rm(path.join(object, "v2"), { recursive: true }) },
  { name: "a missing object", harm: (object) => rename(object, `${object}-gone`) },
];

describe.each(["filesystem", "vault"])("damage in %s", (storage) => {
  beforeAll(open);
  afterAll(() => bench.end());

  it.each(DAMAGES)(
    "$name is found and mended from the other storage, audited, and what was there is kept",
    async ({ name, harm }) => {
      const ark = `ark:/99999/fk4${name.replaceAll(" ", "")}`;
      const first = await bench.store(ark, { "producer/a.txt": `one ${name}` });
      const second = await bench.store(ark, {
        "producer/a.txt": `one ${name}`,
        "producer/b.txt": `two ${name}`,
      });
      await planCopies(bench.ctx, never);
      await bench.workAll();
      const root = storage === "vault" ? vault : home();
      const { root: folder } = await bench.ctx.db.storedObject.findUniqueOrThrow({ where: { ark } });
      const object = path.join(root, folder ?? "");
      const before = await treeOf(object);
      const file = await bench.ctx.db.objectFile.findFirstOrThrow({
        where: { versionId: second.versionId, path: "producer/b.txt" },
      });
      await harm(object, file.contentPath);
      await readAll(bench, [first.versionId, second.versionId], storage);
      const found = await bench.ctx.db.copyFinding.findMany({ where: { mendedAt: null } });
      expect(found.length).toBeGreaterThan(0);
      await bench.workAll();
      await rm(`${object}-gone`, { recursive: true, force: true });
      expect(await treeOf(object)).toEqual(before);
      expect(await errors(root)).toEqual([]);
      expect(await bench.ctx.db.copyFinding.count({ where: { mendedAt: null } })).toBe(0);
      for (const { versionId } of [first, second])
        expect(await rowOf(versionId, storage)).toMatchObject({ state: "Verified", dueAt: null });
      const acts = await bench.ctx.db.audit.findMany({
        where: { action: "object.mend", target: first.objectId },
      });
      expect(acts.length).toBe(found.length);
      for (const finding of found) {
        const { kept, mendedFrom } = await bench.ctx.db.copyFinding.findUniqueOrThrow({
          where: { id: finding.id },
        });
        const place = { ark, storage, path: finding.path };
        const act = acts.find(({ before: was }) => (was as { path: string }).path === finding.path);
        expect(act).toMatchObject({
          actor: "Waybill",
          before: { ...place, sha256: finding.found },
          after: { ...place, sha256: finding.expected, from: mendedFrom, kept },
        });
        expect(kept === null).toBe(finding.found === null);
        if (kept !== null) expect((await stat(path.join(root, "..", "staging", kept))).isFile()).toBe(true);
      }
    },
  );
});

/** Reads versions in one storage as fixity does. */
async function readAll(
  { ctx, ports }: CopyBench,
  versionIds: readonly string[],
  storage: string,
): Promise<void> {
  const { readVersion } = await import("./read-version.ts");
  for (const id of versionIds) {
    const { objectId, version } = await ctx.db.objectVersion.findUniqueOrThrow({ where: { id } });
    const facts = await findVersionFacts(ctx.db, { objectId, version });
    if (facts) await readVersion(ctx, ports, { ...facts, storage, pace: () => undefined, signal: never });
  }
}

describe("what is told of mending", () => {
  beforeAll(open);
  afterAll(() => bench.end());

  /** A stored and copied object of one file, and where that is in both storages. */
  async function storeOne(ark: string) {
    const { versionId, objectId } = await bench.store(ark, { "producer/a.txt": `text of ${ark}` });
    await planCopies(bench.ctx, never);
    await bench.workAll();
    const { root } = await bench.ctx.db.storedObject.findUniqueOrThrow({ where: { ark } });
    const { contentPath } = await bench.ctx.db.objectFile.findFirstOrThrow({ where: { versionId } });
    const at = (storage: string) => path.join(storage, root ?? "");
    return { versionId, objectId, contentPath, inVault: at(vault), atHome: at(home()) };
  }
  const told = async () => (await listUnmended(bench.ctx.db, 9)).map(({ ark }) => ark);
  const due = (versionId: string) =>
    bench.ctx.db.versionCopy.updateMany({ where: { versionId }, data: { dueAt: new Date(0) } });

  it("a mend whose worker dies before it is entered is audited by the next try", async () => {
    const { versionId, objectId, contentPath, inVault } = await storeOne("ark:/99999/fk4dies");
    await writeFile(path.join(inVault, contentPath), "damaged");
    await readAll(bench, [versionId], "vault");
    const dying = bench.portsWith(async (name) => {
      if (name === "copy:mended") throw new Error("killed");
    });
    await workNextCopy(bench.ctx, dying, never);
    const where = { action: "object.mend", target: objectId };
    expect(await bench.ctx.db.audit.count({ where })).toBe(0);
    await due(versionId);
    await bench.workAll();
    const [finding] = await bench.ctx.db.copyFinding.findMany({ where: { versionId } });
    const kept = `damaged/${finding?.id}/${contentPath}`;
    expect(finding).toMatchObject({ mendedFrom: "filesystem", kept, mendedAt: expect.any(Date) });
    expect(await bench.ctx.db.audit.findMany({ where })).toMatchObject([
      { after: { from: "filesystem", kept, path: contentPath } },
    ]);
  });

  it("two storages with the same bad file do not wake each other", async () => {
    const { versionId, contentPath, inVault, atHome } = await storeOne("ark:/99999/fk4both");
    for (const place of [inVault, atHome]) await writeFile(path.join(place, contentPath), "damaged");
    await readAll(bench, [versionId], "vault");
    await readAll(bench, [versionId], "filesystem");
    for (const storage of ["vault", "filesystem"]) {
      await workNextCopy(bench.ctx, bench.ports, never);
      expect(await rowOf(versionId, storage)).toMatchObject({
        state: "Damaged",
        trouble: "No storage has good bytes of one damaged file.",
      });
    }
    expect(await workNextCopy(bench.ctx, bench.ports, never)).toBe(false);
  });

  it("a newer version that the inventory does not know stays, and a person is told", async () => {
    const { versionId, inVault } = await storeOne("ark:/99999/fk4newer");
    const root = path.join(inVault, "inventory.json");
    const newer = (await readFile(root, "utf8")).replace('"head": "v1"', '"head": "v2"');
    await mkdir(path.join(inVault, "v2"));
    for (const place of [root, path.join(inVault, "v2/inventory.json")]) {
      await writeFile(place, newer);
      await writeFile(`${place}.sha256`, `${hash("sha256", newer)} inventory.json\n`);
    }
    const before = await treeOf(inVault);
    await readAll(bench, [versionId], "vault");
    await bench.workAll();
    expect(await treeOf(inVault)).toEqual(before);
    expect(await rowOf(versionId)).toMatchObject({
      state: "Damaged",
      trouble: expect.stringContaining("a newer version of this object than the 1"),
    });
    expect(await told()).toContain("ark:/99999/fk4newer");
  });

  it("a row that somebody is claiming is busy, not waited for", async () => {
    const { versionId, objectId } = await storeOne("ark:/99999/fk4locked");
    const facts = await findVersionFacts(bench.ctx.db, { objectId, version: 1 });
    if (!facts) throw new Error("the version is not recorded");
    const claim = { ...facts, storage: "vault" };
    const reader = { owner: "reader", leaseMs: 60_000 };
    const [locked, done] = [gate(), gate()];
    const holding = bench.ctx.db.transact(async (tx) => {
      await tx.$queryRaw`SELECT FROM version_copy WHERE version_id = ${versionId} FOR NO KEY UPDATE`;
      locked.pass();
      await done.promise;
    });
    await locked.promise;
    expect(await bench.ctx.db.transact((tx) => claimReading(tx, claim, reader))).toBeUndefined();
    done.pass();
    await holding;
    expect(await bench.ctx.db.transact((tx) => claimReading(tx, claim, reader))).toMatchObject({ versionId });
  });

  it("no more copies are tried for a storage that is away than are under way", async () => {
    const names = ["a", "b", "c", "d", "e", "f", "g"];
    for (const name of names)
      await bench.store(`ark:/99999/fk4shift${name}`, { "producer/a.txt": `shift ${name}` });
    await planCopies(bench.ctx, never);
    const comeBack = await takeAway(vault, true);
    const end = await workCopies(bench.ctx, bench.ports, { signal: never, mostMs: 60_000 });
    await comeBack();
    expect(end.tried).toBeLessThan(names.length);
    expect(await bench.workAll()).toBeGreaterThanOrEqual(names.length - end.tried);
  });

  it("a source that is away says nothing about the storage a copy is for", async () => {
    await bench.store("ark:/99999/fk4source", { "producer/a.txt": "its source is away" });
    await planCopies(bench.ctx, never);
    const comeBack = await takeAway(path.join(bench.folder, "objects", "ocfl"), true);
    const away = new Set<string>();
    expect(await workNextCopy(bench.ctx, bench.ports, never, away)).toBe(true);
    expect([...away]).toEqual([]);
    await comeBack();
    await bench.ctx.db.versionCopy.updateMany({ where: { state: "Wanted" }, data: { dueAt: new Date(0) } });
    expect(await bench.workAll()).toBeGreaterThan(0);
  });

  it("a storage that the profile does not name any more is told apart from one that lacks a copy", async () => {
    const { objectId } = await storeOne("ark:/99999/fk4ended");
    await bench.store("ark:/99999/fk4ended", { "producer/b.txt": "a second version" });
    const told = async () => {
      const { words, storages } = await objectCopies(bench.ctx, { id: objectId, home: "filesystem" });
      return [textOf(words).split(", ").at(-1), storages.map(({ trouble }) => trouble)];
    };
    expect(await told()).toEqual(["1 still to be made.", [null, null]]);
    await bench.setProfile({ copies: [] });
    const ended = "The profile does not name this storage any more, so versions are missing there.";
    expect(await told()).toEqual(["1 no longer continued.", [null, ended]]);
    await bench.setProfile({ copies: ["vault"] });
  });

  it("a version whose root a job may be changing does not count as read in full", async () => {
    const { versionId, objectId } = await storeOne("ark:/99999/fk4busy");
    const setBusy = (busyJobId: string | null) =>
      bench.ctx.db.storedObject.update({ where: { id: objectId }, data: { busyJobId } });
    const verified = async () => (await rowOf(versionId, "filesystem")).verifiedAt?.getTime() ?? 0;
    await setBusy("a job");
    await readAll(bench, [versionId], "filesystem");
    const { createdAt } = await bench.ctx.db.objectVersion.findUniqueOrThrow({ where: { id: versionId } });
    expect(await verified()).toBe(createdAt.getTime());
    await setBusy(null);
    await readAll(bench, [versionId], "filesystem");
    expect(await verified()).toBeGreaterThan(createdAt.getTime());
  });

  it("a root that a job has begun to change while a mended version is read again is no finding", async () => {
    const { versionId, objectId, contentPath, atHome } = await storeOne("ark:/99999/fk4job");
    await writeFile(path.join(atHome, contentPath), "damaged");
    await readAll(bench, [versionId], "filesystem");
    const storage = bench.ports.storages.get("filesystem");
    if (!storage) throw new Error("no storage");
    const faults = async (request: Parameters<typeof storage.faults>[0]) => {
      await bench.ctx.db.storedObject.update({ where: { id: objectId }, data: { busyJobId: "a job" } });
      await writeFile(path.join(atHome, "inventory.json"), "the next version's");
      return storage.faults(request);
    };
    const storages = new Map([...bench.ports.storages, ["filesystem", { ...storage, faults }]]);
    await bench.ctx.db.versionCopy.updateMany({
      where: { versionId: { not: versionId } },
      data: { dueAt: null },
    });
    expect(await workNextCopy(bench.ctx, { ...bench.ports, storages }, never)).toBe(true);
    expect(await bench.ctx.db.copyFinding.findMany({ where: { versionId } })).toMatchObject([
      { path: contentPath, mendedFrom: "vault" },
    ]);
  });

  it("mending that waits for a storage is not told as what cannot be mended", async () => {
    const { versionId, contentPath, atHome } = await storeOne("ark:/99999/fk4waits");
    await writeFile(path.join(atHome, contentPath), "damaged");
    await readAll(bench, [versionId], "filesystem");
    const comeBack = await takeAway(vault, true);
    await workNextCopy(bench.ctx, bench.ports, never);
    await comeBack();
    expect(await rowOf(versionId, "filesystem")).toMatchObject({ state: "Damaged", tries: 1, trouble: null });
    expect(await told()).not.toContain("ark:/99999/fk4waits");
  });
});

/** Something to wait for, and what lets the waiting go on. */
function gate() {
  let pass: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => {
    pass = resolve;
  });
  return { promise, pass };
}
