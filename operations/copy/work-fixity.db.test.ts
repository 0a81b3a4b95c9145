import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { WaybillError } from "../../core/errors.ts";
import { claimRun } from "../../prisma/store/copy/fixity.ts";
import { type CopyBench, makeCopyBench } from "../../tests/copies/copy-bench.ts";
import { makeCollection } from "../../tests/factories/make-collection.ts";
import { takeAway } from "../../tests/storage/scene.ts";
import { planCopies } from "./plan.ts";
import { beginFixity, workFixity } from "./work-fixity.ts";

const never = new AbortController().signal;
const LONG_MS = 60_000;

let bench: CopyBench;
const versions: string[] = [];
beforeAll(async () => {
  bench = await makeCopyBench({
    settings: (folder) => ({
      COPY_STORAGES: JSON.stringify({ vault: { folder: path.join(folder, "vault") } }),
      LEASE_MS: "60000",
    }),
    profile: { copies: ["vault"], fixityDays: 30 },
  });
  for (const name of ["one", "two", "three"]) {
    const { versionId } = await bench.store(`ark:/99999/fk4${name}`, { "producer/a.txt": `text ${name}` });
    versions.push(versionId);
  }
  await planCopies(bench.ctx, never);
  await bench.workAll();
});
afterAll(() => bench.end());
beforeEach(async () => {
  await bench.ctx.db.fixityRun.deleteMany();
  await bench.ctx.db.versionCopy.updateMany({ data: { readAt: null } });
});

const db = () => bench.ctx.db;
const unread = () => db().versionCopy.count({ where: { readAt: null } });
const shift = { signal: never, mostMs: LONG_MS };
/** Makes the runs look as old as that. */
const age = (days: number) =>
  db().fixityRun.updateMany({ data: { startedAt: new Date(Date.now() - days * 86_400_000) } });

it("a run begins when it is due by the newest profile, one at a time", async () => {
  expect(await beginFixity(bench.ctx)).toBe(1);
  expect(await beginFixity(bench.ctx)).toBe(0);
  await age(31);
  // it has not ended
  expect(await beginFixity(bench.ctx)).toBe(0);
  expect(await workFixity(bench.ctx, bench.ports, shift)).toMatchObject({ kind: "over" });
  expect(await beginFixity(bench.ctx)).toBe(1);
  await workFixity(bench.ctx, bench.ports, shift);
  expect(await beginFixity(bench.ctx)).toBe(0);
  await db().fixityRun.deleteMany({ where: { endedAt: null } });
  await age(29);
  expect(await beginFixity(bench.ctx)).toBe(0);
  await bench.setProfile({ copies: ["vault"], fixityDays: null });
  await age(100);
  expect(await beginFixity(bench.ctx)).toBe(0);
  await bench.setProfile({ copies: ["vault"], fixityDays: 30 });
});

it("reads every version where it is kept and in its copies, and says when", async () => {
  const before = await db().versionCopy.findMany({
    where: { storage: "vault" },
    orderBy: { versionId: "asc" },
  });
  await beginFixity(bench.ctx);
  expect(await workFixity(bench.ctx, bench.ports, shift)).toMatchObject({ kind: "over" });
  expect(await workFixity(bench.ctx, bench.ports, shift)).toMatchObject({ kind: "idle" });
  const rows = await db().versionCopy.findMany({ orderBy: [{ storage: "asc" }, { versionId: "asc" }] });
  expect(rows.map(({ storage, state }) => `${storage} ${state}`)).toEqual([
    ...Array<string>(3).fill("filesystem Verified"),
    ...Array<string>(3).fill("vault Verified"),
  ]);
  for (const [place, row] of rows.slice(3).entries())
    expect(row.verifiedAt?.getTime()).toBeGreaterThan(
      before[place]?.verifiedAt?.getTime() ?? Number.POSITIVE_INFINITY,
    );
  expect(await db().copyFinding.count()).toBe(0);
});

it("whoever takes a run over goes on behind what has been read", async () => {
  await beginFixity(bench.ctx);
  let read = 0;
  const dying = bench.portsWith(async (name) => {
    if (name !== "fixity:read") return;
    read += 1;
    if (read === 2) throw new Error("killed");
  });
  await expect(workFixity(bench.ctx, dying, shift)).rejects.toThrow("killed");
  // the second was read, but that is not kept: it is read again
  const [run] = await db().fixityRun.findMany();
  const order = (await db().objectVersion.findMany({ orderBy: { objectId: "asc" } })).map(
    ({ objectId }) => objectId,
  );
  expect(run).toMatchObject({ afterObject: order[0], afterVersion: 1, endedAt: null });
  const first = await db().versionCopy.findMany({ where: { version: { objectId: order[0] ?? "" } } });
  expect(await workFixity(bench.ctx, bench.ports, shift)).toMatchObject({ kind: "over" });
  expect(await unread()).toBe(0);
  const again = await db().versionCopy.findMany({ where: { version: { objectId: order[0] ?? "" } } });
  expect(again.map(({ readAt }) => readAt)).toEqual(first.map(({ readAt }) => readAt));
});

it("a run that somebody has is left alone, and one whose holder has lost it keeps nothing more", async () => {
  await beginFixity(bench.ctx);
  const slow = bench.portsWith(async (name) => {
    if (name !== "fixity:read") return;
    expect(await workFixity(bench.ctx, bench.ports, shift)).toMatchObject({ kind: "idle" });
    await db().fixityRun.updateMany({ data: { leaseUntil: new Date(0) } });
    expect(await workFixity(bench.ctx, bench.ports, shift)).toMatchObject({ kind: "over" });
  });
  await expect(workFixity(bench.ctx, slow, shift)).rejects.toMatchObject({ code: "lease_lost" });
  expect(await db().fixityRun.findMany()).toMatchObject([{ endedAt: expect.any(Date), fence: 2n }]);
});

it("a storage that is away stops the run, and nothing counts as missing", async () => {
  await beginFixity(bench.ctx);
  const comeBack = await takeAway(path.join(bench.folder, "vault", "ocfl"), true);
  expect(await workFixity(bench.ctx, bench.ports, shift)).toMatchObject({ kind: "away" });
  await comeBack();
  expect(await db().copyFinding.count()).toBe(0);
  expect(await workFixity(bench.ctx, bench.ports, shift)).toMatchObject({ kind: "over" });
  expect(await unread()).toBe(0);
});

it("reads no faster than its rate", async () => {
  await beginFixity(bench.ctx);
  const bytesPerSecond = 4_000;
  const ctx = { ...bench.ctx, env: { ...bench.ctx.env, FIXITY_BYTES_PER_SECOND: bytesPerSecond } };
  let bytes = 0;
  const storages = new Map(
    [...bench.ports.storages].map(([name, storage]) => [
      name,
      {
        ...storage,
        faults: (request: Parameters<typeof storage.faults>[0]) =>
          storage.faults({
            ...request,
            pace: (piece) => {
              bytes += piece;
              return request.pace(piece);
            },
          }),
      },
    ]),
  );
  const began = performance.now();
  expect(await workFixity(ctx, { ...bench.ports, storages }, shift)).toMatchObject({ kind: "over" });
  // a timer may fire a millisecond early
  expect(performance.now() - began + 10).toBeGreaterThanOrEqual((bytes / bytesPerSecond) * 1_000);
  expect(bytes).toBeGreaterThan(bytesPerSecond);
});

it("what it finds is mended, and the object's findings are closed", async () => {
  const file = await db().objectFile.findFirstOrThrow({
    where: { versionId: versions[0] ?? "" },
    include: { version: { include: { object: true } } },
  });
  const at = path.join(bench.folder, "vault", "ocfl", file.version.object.root ?? "", file.contentPath);
  await writeFile(at, "damaged");
  await beginFixity(bench.ctx);
  expect(await workFixity(bench.ctx, bench.ports, shift)).toMatchObject({ kind: "over" });
  expect(await db().copyFinding.findMany()).toMatchObject([
    { storage: "vault", path: file.contentPath, mendedAt: null },
  ]);
  expect(await bench.workAll()).toBe(1);
  expect(await db().copyFinding.findMany()).toMatchObject([
    { mendedFrom: "filesystem", mendedAt: expect.any(Date) },
  ]);
});

it("a run that waits for a storage is left out, and runs take turns", async () => {
  const [one, two] = [await makeCollection(db()), await makeCollection(db())];
  const startedAt = new Date(0);
  const runs = [
    { id: "a", collectionId: one.id, fence: 9n, takenAt: new Date(1_000), startedAt },
    { id: "b", collectionId: two.id, fence: 0n, takenAt: new Date(2_000), startedAt },
  ];
  await db().fixityRun.createMany({ data: runs });
  const taken = async (without: readonly string[]) => {
    const claim = { owner: "test", leaseMs: -1_000, without };
    return (await db().transact((tx) => claimRun(tx, claim)))?.runId;
  };
  expect([await taken([]), await taken([]), await taken([])]).toEqual(["a", "b", "a"]);
  expect(await taken(["b"])).toBe("a");
  expect(await taken(["b", "a"])).toBeUndefined();
});

it("what cannot be read for another reason does not keep the rest from being read", async () => {
  await beginFixity(bench.ctx);
  const vault = bench.ports.storages.get("vault");
  if (!vault) throw new Error("no vault");
  const faults = async () => {
    throw new WaybillError("storage_failed", "The preservation storage answered ENAMETOOLONG.");
  };
  const storages = new Map([...bench.ports.storages, ["vault", { ...vault, faults }]]);
  expect(await workFixity(bench.ctx, { ...bench.ports, storages }, shift)).toEqual({ kind: "over" });
  const read = await db().versionCopy.groupBy({ by: ["storage"], where: { readAt: { not: null } } });
  expect(read.map(({ storage }) => storage)).toEqual(["filesystem"]);
});
