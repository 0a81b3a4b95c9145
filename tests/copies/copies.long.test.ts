import { readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { validateStorageRoot } from "../../adapters/storage/ocfl/validate.ts";
import { isError } from "../../adapters/storage/ocfl/validation/findings.ts";
import { startTask } from "../../operations/task/start.ts";
import { until } from "../pipeline/until.ts";
import { startWorker, type WorkerProcess } from "../pipeline/worker-process.ts";
import { type CopyBench, makeCopyBench } from "./copy-bench.ts";

/** Fewer for a quick look. */
const OBJECTS = Number(process.env.COPIES_OBJECTS ?? 1_000);
const DAMAGED = 10;
const KILLS = 6;
const PATIENCE_MS = 1_200_000;

let bench: CopyBench;
const workers: WorkerProcess[] = [];
beforeAll(async () => {
  bench = await makeCopyBench({
    settings: (folder) => ({
      WORKING_STORAGE: path.join(folder, "working"),
      COPY_STORAGES: JSON.stringify({ vault: { folder: path.join(folder, "vault") } }),
      POLL_MS: "200",
    }),
    profile: { copies: ["vault"] },
  });
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await bench?.end();
});

const seed = Number(process.env.COPIES_SEED ?? Math.trunc(Math.random() * 2 ** 31));
/** Numbers from 0 to below 1 that are the same for a seed (mulberry32). */
function random(): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const vaultRoot = () => path.join(bench.folder, "vault", "ocfl");
const homeRoot = () => path.join(bench.folder, "objects", "ocfl");
const countOf = (state: "Wanted" | "Verified" | "Damaged", storage: string) =>
  bench.ctx.db.versionCopy.count({ where: { state, storage } });

async function newWorker(): Promise<WorkerProcess> {
  const worker = await startWorker(bench.env);
  workers.push(worker);
  return worker;
}

/** What the schedule does every few minutes. */
const begin = (name: string) => startTask(bench.ctx, { name, input: {}, idempotencyKey: null });

/** Waits until so many have been copied, and begins the task anew when none is open. */
async function untilCopied(least: number): Promise<void> {
  await until(async () => {
    const open = await bench.ctx.db.task.count({
      where: { name: "waybill.copies", state: { in: ["Accepted", "Running", "Retrying", "Sleeping"] } },
    });
    if (open === 0) await begin("waybill.copies");
    // what waits for a storage that was away is due at once here, as it is a minute later
    await bench.ctx.db.versionCopy.updateMany({
      where: { dueAt: { gt: new Date() }, leaseUntil: null },
      data: { dueAt: new Date(0) },
    });
    const verified = await countOf("Verified", "vault");
    return verified >= least || `${verified} of ${least} are copied`;
  }, PATIENCE_MS);
}

it(`${OBJECTS} objects are copied through kills of the worker and of the storage, and ten damaged files mended`, async () => {
  console.log(`seed ${seed} (COPIES_SEED)`);
  const roll = random();
  for (let object = 0; object < OBJECTS; object += 1)
    await bench.store(`ark:/99999/fk4o${object}`, {
      "producer/a.txt": `object ${object}`,
      "producer/b.txt": "shared",
    });
  let worker = await newWorker();
  await begin("waybill.copies");
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await untilCopied(Math.floor((OBJECTS * kill) / (KILLS + 1)));
    await sleep(roll() * 300);
    worker.kill("SIGKILL");
    expect(await worker.ended).toBe("SIGKILL");
    // the storage is gone as well, half of the times while the next worker starts, half of the times before
    const isGone = kill % 2 === 0;
    if (isGone) await rename(vaultRoot(), `${vaultRoot()}-away`);
    worker = await newWorker();
    await sleep(roll() * 500);
    if (isGone) await bringBack();
    else await takeStorageForAMoment(roll);
  }
  await untilCopied(OBJECTS);
  expect((await validateStorageRoot(vaultRoot())).filter(isError)).toEqual([]);

  const damaged = await damageSome(roll);
  await bench.setProfile({ copies: ["vault"], fixityDays: 1 });
  await begin("waybill.fixity");
  await until(async () => {
    const ended = await bench.ctx.db.fixityRun.count({ where: { endedAt: { not: null } } });
    return ended === 1 || "the fixity run has not ended";
  }, PATIENCE_MS);
  const found = await bench.ctx.db.copyFinding.findMany();
  expect(found.map(({ storage, path: file, versionId }) => `${storage} ${versionId} ${file}`).sort()).toEqual(
    damaged,
  );
  await begin("waybill.copies");
  await until(async () => {
    const left = await bench.ctx.db.copyFinding.count({ where: { mendedAt: null } });
    return left === 0 || `${left} are not mended`;
  }, PATIENCE_MS);
  await until(async () => {
    const verified = (await countOf("Verified", "vault")) + (await countOf("Verified", "filesystem"));
    return verified === 2 * OBJECTS || `${verified} are verified`;
  }, PATIENCE_MS);
  expect(await bench.ctx.db.audit.count({ where: { action: "object.mend" } })).toBe(DAMAGED);
  for (const root of [vaultRoot(), homeRoot()])
    expect((await validateStorageRoot(root)).filter(isError)).toEqual([]);
  const kept = await Promise.all(
    ["vault", "objects"].map((folder) =>
      readdir(path.join(bench.folder, folder, "staging", "damaged")).catch(() => []),
    ),
  );
  // what was missing has left nothing
  expect(kept.flat()).toHaveLength(DAMAGED / 2);
  const copies = await bench.ctx.db.event.count({ where: { kind: "object.copied" } });
  expect(copies).toBe(OBJECTS);
}, 3_600_000);

/** Takes the storage away under a worker that is at work. */
async function takeStorageForAMoment(roll: () => number): Promise<void> {
  await rename(vaultRoot(), `${vaultRoot()}-away`);
  await sleep(100 + roll() * 400);
  await bringBack();
}

/** A copy that was under way may have made folders where the storage was. */
async function bringBack(): Promise<void> {
  await until(async () => {
    await rm(vaultRoot(), { recursive: true, force: true });
    return rename(`${vaultRoot()}-away`, vaultRoot()).then(
      () => true,
      (error: unknown) => String(error),
    );
  }, PATIENCE_MS);
}

/** Changes five files and removes five, in both storages. @returns which, as the findings are to say */
async function damageSome(roll: () => number): Promise<string[]> {
  const chosen = new Set<number>();
  while (chosen.size < DAMAGED) chosen.add(Math.floor(roll() * OBJECTS));
  const damaged: string[] = [];
  for (const [place, object] of [...chosen].entries()) {
    const file = await bench.ctx.db.objectFile.findFirstOrThrow({
      where: { path: "producer/a.txt", version: { object: { ark: `ark:/99999/fk4o${object}` } } },
      include: { version: { include: { object: true } } },
    });
    const isVault = place % 4 < 2;
    const at = path.join(
      isVault ? vaultRoot() : homeRoot(),
      file.version.object.root ?? "",
      file.contentPath,
    );
    if (place % 2 === 0) await writeFile(at, "damaged");
    else await rm(at);
    damaged.push(`${isVault ? "vault" : "filesystem"} ${file.versionId} ${file.contentPath}`);
  }
  return damaged.sort();
}
