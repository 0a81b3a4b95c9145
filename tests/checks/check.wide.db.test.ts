import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CheckView } from "../../core/contracts/check-views.ts";
import { objectRootOf } from "../../core/storage/ocfl-names.ts";
import { repairFindings } from "../../operations/check/repair.ts";
import { type CheckWorld, makeCheckWorld, makeOldFolder, remove, unrecord } from "./check-world.ts";
import { failJob, PLANTS, putByHand } from "./plants.ts";

let world: CheckWorld;
beforeEach(async () => {
  world = await makeCheckWorld();
});
afterEach(() => world.end());

const found = ({ findings }: CheckView) =>
  findings.items.map(({ kind, subject }) => `${kind} ${subject}`).sort();

/** Rows of the database as the test needs them. */
const db = () => world.installation.ctx.db;

describe("a check", () => {
  it("finds nothing wrong with objects of one and two versions and a failed job", async () => {
    const first = await world.store("one");
    await world.store("two", first);
    await world.store("another");
    await world.fail();
    await world.age();
    const view = await world.check(true);
    expect(view).toMatchObject({ standing: "ended", error: null, deep: true });
    expect(found(view)).toEqual([]);
    expect(view.looked).toMatchObject({ "stored objects": 2, "objects read": 2, "recorded objects": 2 });
  });

  it("leaves alone what is in motion", async () => {
    const stored = await world.store("one");
    await world.age();
    await unrecord(world.installation, stored);
    await makeOldFolder(path.join(world.working, "jobs", stored.jobId), 2);
    await makeOldFolder(path.join(world.working, "batches", `bid-${randomUUID()}`), 0);
    const leaseUntil = new Date(Date.now() + 60_000);
    await db().job.update({
      where: { id: stored.jobId },
      data: {
        state: "Recording",
        dueAt: new Date(),
        leaseOwner: "w",
        leaseUntil,
        workingDirectory: "x",
        spaceReserved: 3n,
      },
    });
    await db().storedObject.update({ where: { id: stored.objectId }, data: { busyJobId: stored.jobId } });
    expect(found(await world.check(true))).toEqual([]);
  });

  it("leaves an object alone whose first version is being put, and tells when nobody puts it", async () => {
    const { jobId } = await world.store("one");
    const { ctx } = world.installation;
    const { owner, collectionId } = await ctx.db.storedObject.findFirstOrThrow();
    const ark = "ark:/99999/fk4half";
    const root = objectRootOf(createHash("sha256").update(ark).digest("hex"));
    await mkdir(path.join(world.objects, "ocfl", root), { recursive: true });
    await writeFile(path.join(world.objects, "ocfl", root, "0=ocfl_object_1.1"), "ocfl_object_1.1\n");
    const due = { dueAt: new Date(), leaseOwner: "w", leaseUntil: new Date(Date.now() + 60_000) };
    await ctx.db.job.update({ where: { id: jobId }, data: { state: "Processing", ...due } });
    const object = { id: randomUUID(), ark, owner, collectionId, busyJobId: jobId };
    await ctx.db.storedObject.create({ data: object });
    expect(found(await world.check())).toEqual([]);
    await ctx.db.storedObject.delete({ where: { id: object.id } });
    expect(found(await world.check())).toEqual([`damaged_object ${root}`]);
  });

  it("does not call everything missing when a disk is not there", async () => {
    await world.store("one");
    await rename(path.join(world.objects, "ocfl"), path.join(world.objects, "away"));
    const view = await world.check();
    expect(view.standing).toBe("failed");
    expect(view.error).toContain("is not there");
    expect(found(view)).toEqual([]);
  });

  it("is begun anew when its worker has died", async () => {
    await makeOldFolder(path.join(world.working, "jobs", `jid-${randomUUID()}`), 2);
    const first = await world.check();
    await db().checkRun.update({
      where: { id: first.id },
      data: { endedAt: null, dueAt: new Date(0), leaseOwner: "dead", leaseUntil: new Date(0) },
    });
    await world.due.one("check");
    const again = await db().checkFinding.findMany({ where: { runId: first.id } });
    expect(again.map(({ kind }) => kind)).toEqual(["orphan_folder"]);
    expect(again.map(({ id }) => id)).not.toEqual(first.findings.items.map(({ id }) => id));
  });
});

describe("each kind is found, repaired, and gone", () => {
  it.each(Object.keys(PLANTS))("%s", async (name) => {
    await world.store("whole");
    const expected = (await PLANTS[name]?.(world)) ?? [];
    await world.age();
    const view = await world.check();
    expect(view.error).toBeNull();
    expect(found(view)).toEqual([...expected].sort());
    const repaired = await world.repairAll(view.id);
    expect(repaired.findings.items.filter(({ repairedAt }) => repairedAt === null)).toEqual([]);
    await world.age();
    expect(found(await world.check())).toEqual([]);
  });

  it("leaves what can be worked with", async () => {
    const gone = await world.store("gone");
    await remove(gone.folder);
    const failed = await world.store("resumed");
    await unrecord(world.installation, failed);
    await failJob(world, failed.jobId, null);
    await db().stepResult.deleteMany({ where: { ownerId: failed.jobId, step: "store" } });
    const ark = "ark:/99999/fk4from0elsewhere";
    await putByHand(world, ark);
    await world.age();
    await world.repairAll((await world.check()).id);

    const again = await world.store("gone, deposited again", gone);
    expect(again.objectId).toBe(gone.objectId);
    expect(await db().storedObject.findUnique({ where: { ark: gone.ark } })).toMatchObject({ version: 1 });
    expect(await db().job.findUnique({ where: { id: failed.jobId } })).toMatchObject({ state: "Completed" });
    const recorded = await db().storedObject.findUniqueOrThrow({
      where: { ark },
      include: { collection: true, versions: { include: { files: { orderBy: { ordinal: "asc" } } } } },
    });
    expect(recorded).toMatchObject({
      version: 1,
      who: "A",
      what: "From elsewhere",
      owner: "ark:/99999/fk4waybill",
      collection: { slug: "maps" },
      versions: [{ version: 1, submitter: "Mover", fileCount: 4 }],
    });
    const [first] = recorded.versions[0]?.files ?? [];
    expect(first).toMatchObject({ path: "producer/a.txt", size: 3n, contentPath: "v1/content/0000/000" });
  });

  it("all of them at once", async () => {
    const expected: string[] = [];
    for (const plant of Object.values(PLANTS)) expected.push(...(await plant(world)));
    await world.age();
    const view = await world.check();
    expect(found(view)).toEqual(expected.sort());
    const repaired = await world.repairAll(view.id);
    expect(repaired.left).toBe(0);
    await world.age();
    expect(found(await world.check())).toEqual([]);
  });

  it("damaged_object in a deep check only; Waybill does not repair it", async () => {
    const { folder, ark } = await world.store("bytes that change");
    const file = path.join(folder, "v1/content/0000/000");
    const bytes = await readFile(file);
    await writeFile(file, "other bytes!");
    expect(found(await world.check())).toEqual([]);
    const view = await world.check(true);
    expect(found(view)).toEqual([`damaged_object ${ark}`]);
    const { ctx } = world.installation;
    const asked = await repairFindings(ctx, { id: view.id, kind: "damaged_object", reason: "by the test" });
    expect(asked).toEqual({ asked: 0 });
    await writeFile(file, bytes);
    expect(found(await world.check(true))).toEqual([]);
  });
});
