import { createHash, randomUUID } from "node:crypto";
import { copyFile, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createOcflStore } from "../../adapters/storage/ocfl/store.ts";
import type { CheckView } from "../../core/contracts/check-views.ts";
import { objectRootOf } from "../../core/storage/ocfl-names.ts";
import { repairFindings } from "../../operations/check/repair.ts";
import { type CheckWorld, makeCheckWorld, makeOldFolder, remove, unrecord } from "./check-world.ts";

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

/** Plants one inconsistency or more in a world of stored objects; answers what a check has to find, sorted. */
const PLANTS: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  orphan_folder: async () => {
    const ended = await world.store("ended");
    const ids = [`jid-${randomUUID()}`, ended.jobId];
    await db().job.update({ where: { id: ended.jobId }, data: { workingDirectory: `jobs/${ended.jobId}` } });
    for (const id of ids) await makeOldFolder(path.join(world.working, "jobs", id), 2);
    const batchId = `bid-${randomUUID()}`;
    await makeOldFolder(path.join(world.working, "batches", batchId), 2);
    return [...ids, batchId].map((id) => `orphan_folder ${id}`);
  },
  missing_folder: async () => {
    const { jobId } = await world.fail();
    await remove(path.join(world.working, "jobs", jobId));
    return [`missing_folder ${jobId}`];
  },
  missing_payload: async () => {
    const { batchId } = await world.fail();
    await remove(path.join(world.working, "batches", batchId));
    return [`missing_payload ${batchId}`];
  },
  "unrecorded_version of a failed job that can be resumed": async () => {
    const { jobId, objectId, ...stored } = await world.store("resumed");
    await unrecord(world.installation, { jobId, objectId, ...stored });
    await failJob(jobId, objectId);
    return [`unrecorded_version ${stored.ark} v1`];
  },
  "unrecorded_version of a failed job that knows nothing of it": async () => {
    const { jobId, objectId, ...stored } = await world.store("unknown");
    await unrecord(world.installation, { jobId, objectId, ...stored });
    await failJob(jobId, null);
    await db().stepResult.deleteMany({ where: { ownerId: jobId, step: "store" } });
    return [`unrecorded_version ${stored.ark} v1`];
  },
  "unrecorded_version in the middle": async () => {
    const stored = await world.store("v1");
    await world.store("v2", stored);
    await world.store("v3", stored);
    await db().objectVersion.deleteMany({ where: { objectId: stored.objectId, version: 2 } });
    return [`unrecorded_version ${stored.ark} v2`];
  },
  "unrecorded_version of an object the inventory does not have": async () => {
    const stored = await world.store("all rows gone");
    await unrecord(world.installation, stored);
    await db().storedObject.delete({ where: { id: stored.objectId } });
    return [`unrecorded_version ${stored.ark} v1`];
  },
  "unrecorded_version of nobody's": async () => {
    const ark = "ark:/99999/fk4from0elsewhere";
    await putByHand(ark);
    return [`unrecorded_version ${ark} v1`];
  },
  "missing_version: the whole object": async () => {
    const stored = await world.store("gone");
    await remove(stored.folder);
    return [`missing_version ${stored.ark} v1`];
  },
  "missing_version: the newest one": async () => {
    const stored = await world.store("v1");
    await world.store("v2", stored);
    for (const name of ["inventory.json", "inventory.json.sha256"])
      await copyFile(path.join(stored.folder, "v1", name), path.join(stored.folder, name));
    await remove(path.join(stored.folder, "v2"));
    return [`missing_version ${stored.ark} v2`];
  },
  missing_file: async () => {
    const stored = await world.store("lost bytes");
    await remove(path.join(stored.folder, "v1/content/0000/000"));
    return [`missing_file ${stored.ark}`];
  },
  stuck_lease: async () => {
    const { batchId, jobId } = await world.store("leased");
    const lease = { dueAt: null, leaseOwner: "dead", leaseUntil: new Date(0) };
    await db().batch.update({ where: { id: batchId }, data: lease });
    await db().job.update({ where: { id: jobId }, data: lease });
    return [`stuck_lease ${batchId}`, `stuck_lease ${jobId}`];
  },
  forgotten_row: async () => {
    const { batchId } = await world.store("mailed");
    const mail = await db().outbox.findFirstOrThrow({ where: { batchId } });
    await db().outbox.update({ where: { id: mail.id }, data: { dueAt: null } });
    const failed = await world.fail();
    await db().job.update({ where: { id: failed.jobId }, data: { state: "Downloading", dueAt: null } });
    return [`forgotten_row ${mail.id}`, `forgotten_row ${failed.jobId}`];
  },
  held_object: async () => {
    const [one, other] = [await world.store("held"), await world.store("held too")];
    const held: [string, string][] = [
      [one.objectId, `jid-${randomUUID()}`],
      [other.objectId, other.jobId],
    ];
    for (const [id, busyJobId] of held)
      await db().storedObject.update({ where: { id }, data: { busyJobId } });
    return [`held_object ${one.ark}`, `held_object ${other.ark}`];
  },
  kept_space: async () => {
    const { jobId } = await world.store("space");
    await db().job.update({ where: { id: jobId }, data: { spaceReserved: 5n } });
    return [`kept_space ${jobId}`];
  },
  stale_staging: async () => {
    await makeOldFolder(path.join(world.objects, "staging/left-behind"), 72);
    await makeOldFolder(path.join(world.objects, "staging/under-way"), 1);
    return ["stale_staging left-behind"];
  },
};

async function failJob(jobId: string, busyIn: string | null): Promise<void> {
  await db().job.update({
    where: { id: jobId },
    data: {
      state: "Failed",
      lastSuccessfulState: "Processing",
      errorCode: "internal",
      errorMessage: "Died.",
    },
  });
  if (busyIn) await db().storedObject.update({ where: { id: busyIn }, data: { busyJobId: jobId } });
}

async function putByHand(id: string): Promise<void> {
  const { objects, installation } = world;
  const store = createOcflStore({ root: path.join(objects, "ocfl"), staging: path.join(objects, "staging") });
  const texts = {
    "producer/a.txt": "abc",
    "system/mrt-membership.txt": "maps\n",
    "system/mrt-owner.txt": "ark:/99999/fk4waybill",
    "system/mrt-erc.txt": "erc:\nwho: A\nwhat: From elsewhere\n",
  };
  const files = await Promise.all(
    Object.entries(texts).map(async ([name, text], place) => {
      const source = path.join(installation.folder, `source-${place}`);
      await writeFile(source, text);
      const sha256 = createHash("sha256").update(text).digest("hex");
      return { path: name, source, sha256, size: text.length };
    }),
  );
  const { signal } = new AbortController();
  const request = { id, version: 1, created: new Date(0), message: "Moved here", user: { name: "Mover" } };
  await store.put({ ...request, files, signal });
}

describe("each kind is found, repaired, and gone", () => {
  it.each(Object.keys(PLANTS))("%s", async (name) => {
    await world.store("whole");
    const expected = (await PLANTS[name]?.()) ?? [];
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
    await failJob(failed.jobId, null);
    await db().stepResult.deleteMany({ where: { ownerId: failed.jobId, step: "store" } });
    const ark = "ark:/99999/fk4from0elsewhere";
    await putByHand(ark);
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
    for (const plant of Object.values(PLANTS)) expected.push(...(await plant()));
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
