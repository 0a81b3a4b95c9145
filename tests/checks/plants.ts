import { createHash, randomUUID } from "node:crypto";
import { copyFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { createOcflStore } from "../../adapters/storage/filesystem/store.ts";
import { type CheckWorld, makeOldFolder, remove, unrecord } from "./check-world.ts";

/** Each plants one inconsistency or more in a world of stored objects, and answers what a check has to find. */
export const PLANTS: Readonly<Record<string, (world: CheckWorld) => Promise<readonly string[]>>> = {
  orphan_folder: async (world) => {
    const ended = await world.store("ended");
    const ids = [`jid-${randomUUID()}`, ended.jobId];
    await world.installation.ctx.db.job.update({
      where: { id: ended.jobId },
      data: { workingDirectory: `jobs/${ended.jobId}` },
    });
    for (const id of ids) await makeOldFolder(path.join(world.working, "jobs", id), 2);
    const batchId = `bid-${randomUUID()}`;
    await makeOldFolder(path.join(world.working, "batches", batchId), 2);
    return [...ids, batchId].map((id) => `orphan_folder ${id}`);
  },
  missing_folder: async (world) => {
    const { jobId } = await world.fail();
    await remove(path.join(world.working, "jobs", jobId));
    return [`missing_folder ${jobId}`];
  },
  missing_payload: async (world) => {
    const { batchId } = await world.fail();
    await remove(path.join(world.working, "batches", batchId));
    return [`missing_payload ${batchId}`];
  },
  "unrecorded_version of a failed job that can be resumed": async (world) => {
    const { jobId, objectId, ...stored } = await world.store("resumed");
    await unrecord(world.installation, { jobId, objectId, ...stored });
    await failJob(world, jobId, objectId);
    return [`unrecorded_version ${stored.ark} v1`];
  },
  "unrecorded_version of a failed job that knows nothing of it": async (world) => {
    const { jobId, objectId, ...stored } = await world.store("unknown");
    await unrecord(world.installation, { jobId, objectId, ...stored });
    await failJob(world, jobId, null);
    await world.installation.ctx.db.stepResult.deleteMany({ where: { ownerId: jobId, step: "store" } });
    return [`unrecorded_version ${stored.ark} v1`];
  },
  "unrecorded_version in the middle": async (world) => {
    const stored = await world.store("v1");
    await world.store("v2", stored);
    await world.store("v3", stored);
    await world.installation.ctx.db.objectVersion.deleteMany({
      where: { objectId: stored.objectId, version: 2 },
    });
    return [`unrecorded_version ${stored.ark} v2`];
  },
  "unrecorded_version of an object the inventory does not have": async (world) => {
    const stored = await world.store("all rows gone");
    await unrecord(world.installation, stored);
    await world.installation.ctx.db.storedObject.delete({ where: { id: stored.objectId } });
    return [`unrecorded_version ${stored.ark} v1`];
  },
  "unrecorded_version of nobody's": async (world) => {
    const ark = "ark:/99999/fk4from0elsewhere";
    await putByHand(world, ark);
    return [`unrecorded_version ${ark} v1`];
  },
  "missing_version: the whole object": async (world) => {
    const stored = await world.store("gone");
    await remove(stored.folder);
    return [`missing_version ${stored.ark} v1`];
  },
  "missing_version: the newest one": async (world) => {
    const stored = await world.store("v1");
    await world.store("v2", stored);
    for (const name of ["inventory.json", "inventory.json.sha256"])
      await copyFile(path.join(stored.folder, "v1", name), path.join(stored.folder, name));
    await remove(path.join(stored.folder, "v2"));
    return [`missing_version ${stored.ark} v2`];
  },
  missing_file: async (world) => {
    const stored = await world.store("lost bytes");
    await remove(path.join(stored.folder, "v1/content/0000/000"));
    return [`missing_file ${stored.ark}`];
  },
  stuck_lease: async (world) => {
    const { batchId, jobId } = await world.store("leased");
    const lease = { dueAt: null, leaseOwner: "dead", leaseUntil: new Date(0) };
    await world.installation.ctx.db.batch.update({ where: { id: batchId }, data: lease });
    await world.installation.ctx.db.job.update({ where: { id: jobId }, data: lease });
    return [`stuck_lease ${batchId}`, `stuck_lease ${jobId}`];
  },
  forgotten_row: async (world) => {
    const { batchId } = await world.store("mailed");
    const mail = await world.installation.ctx.db.outbox.findFirstOrThrow({ where: { batchId } });
    await world.installation.ctx.db.outbox.update({ where: { id: mail.id }, data: { dueAt: null } });
    const failed = await world.fail();
    await world.installation.ctx.db.job.update({
      where: { id: failed.jobId },
      data: { state: "Downloading", dueAt: null },
    });
    return [`forgotten_row ${mail.id}`, `forgotten_row ${failed.jobId}`];
  },
  held_object: async (world) => {
    const [one, other] = [await world.store("held"), await world.store("held too")];
    const held: [string, string][] = [
      [one.objectId, `jid-${randomUUID()}`],
      [other.objectId, other.jobId],
    ];
    for (const [id, busyJobId] of held)
      await world.installation.ctx.db.storedObject.update({ where: { id }, data: { busyJobId } });
    return [`held_object ${one.ark}`, `held_object ${other.ark}`];
  },
  kept_space: async (world) => {
    const { jobId } = await world.store("space");
    await world.installation.ctx.db.job.update({ where: { id: jobId }, data: { spaceReserved: 5n } });
    return [`kept_space ${jobId}`];
  },
  stale_staging: async (world) => {
    await makeOldFolder(path.join(world.objects, "staging/left-behind"), 72);
    await makeOldFolder(path.join(world.objects, "staging/under-way"), 1);
    return ["stale_staging left-behind"];
  },
};

/** Makes a job Failed after Processing; `busyIn`: the object it keeps. */
export async function failJob(world: CheckWorld, jobId: string, busyIn: string | null): Promise<void> {
  await world.installation.ctx.db.job.update({
    where: { id: jobId },
    data: {
      state: "Failed",
      lastSuccessfulState: "Processing",
      errorCode: "internal",
      errorMessage: "Died.",
    },
  });
  if (busyIn)
    await world.installation.ctx.db.storedObject.update({
      where: { id: busyIn },
      data: { busyJobId: jobId },
    });
}

/** Puts a version of an object into storage that nobody here has made. */
export async function putByHand(world: CheckWorld, id: string): Promise<void> {
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
