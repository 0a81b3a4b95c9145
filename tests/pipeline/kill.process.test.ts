import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { validateStorageRoot } from "../../adapters/storage/ocfl/validate.ts";
import { type HostileSource, startSource } from "../servers/hostile-source.ts";
import { type Installation, makeInstallation } from "./installation.ts";
import { batchOfFiles } from "./manifests.ts";
import { startWorker, type WorkerProcess } from "./worker-process.ts";

/** Every place where a job or batch can be cut off: before a stage, after its effect, after its record. */
const POINTS = [
  "Pending:before",
  "Pending:recorded",
  "Estimating:before",
  "Estimating:recorded",
  "Provisioning:before",
  "Provisioning:recorded",
  "Downloading:before",
  "Downloading:effect",
  "Downloading:recorded",
  "Processing:before",
  "Processing:identified",
  "Processing:effect",
  "Processing:recorded",
  "Recording:before",
  "Recording:effect",
  "Recording:recorded",
  "Notify:before",
  "Notify:effect",
  "Notify:recorded",
  "Reporting:before",
  "Reporting:recorded",
] as const;

/** Points after which the file has been verified and must not be fetched again. */
const FETCHED_BEFORE = POINTS.slice(POINTS.indexOf("Downloading:effect"));
const BODY = "the only bytes";
const SHA256 = createHash("sha256").update(BODY).digest("hex");

describe("a worker killed with SIGKILL", () => {
  let source: HostileSource;
  let installation: Installation;
  let survivor: WorkerProcess | undefined;

  beforeAll(async () => {
    source = await startSource();
    installation = await makeInstallation({
      settings: { privateSources: [source.host] },
      env: { LEASE_MS: "700", POLL_MS: "100" },
    });
  });
  afterAll(async () => {
    await survivor?.stop();
    await installation?.end();
    await source?.close();
  });

  it.each(POINTS)("at %s: another one ends in the same result", async (point) => {
    const { db } = installation.ctx;
    await survivor?.stop();
    const name = `${point.replace(":", "-")}.txt`;
    source.serve(`/${name}`, { kind: "file", body: BODY });
    const batchId = await installation.deposit(
      batchOfFiles([{ url: source.url(`/${name}`), name, sha256: SHA256, localId: point }]),
      { filename: "one.checkm" },
    );

    const victim = await startWorker({ ...installation.workerEnv, FAULT_POINTS: `${point}:kill` });
    expect(await victim.ended).toBe("SIGKILL");
    survivor = await startWorker(installation.workerEnv);
    await installation.batchReaches(batchId, "Completed");

    const [job, ...others] = await db.job.findMany({ where: { batchId } });
    expect(others).toEqual([]);
    const moves = await db.event.findMany({
      where: { jobId: job?.id ?? "", kind: { in: ["job.accepted", "job.moved"] } },
      orderBy: { id: "asc" },
    });
    expect(moves.map(({ to }) => to)).toEqual([
      "Pending",
      "Estimating",
      "Provisioning",
      "Downloading",
      "Processing",
      "Recording",
      "Notify",
      "Completed",
    ]);
    expect(await db.mintedArk.findMany({ where: { jobId: job?.id ?? "" } })).toMatchObject([
      { ark: job?.ark },
    ]);
    const object = await db.storedObject.findUniqueOrThrow({
      where: { ark: job?.ark ?? "" },
      include: { versions: true },
    });
    expect(object).toMatchObject({ version: 1, busyJobId: null });
    expect(object.versions).toHaveLength(1);
    const root = path.join(installation.workerEnv.OBJECT_STORAGE ?? "", "ocfl", object.root ?? "");
    expect((await readdir(root)).filter((entry) => /^v\d+$/.test(entry))).toEqual(["v1"]);
    expect(await db.report.count({ where: { batchId } })).toBe(1);
    expect(await db.outbox.count({ where: { batchId } })).toBe(1);
    const gets = source.requests.filter((request) => request.method === "GET" && request.path === `/${name}`);
    expect(gets.length).toBeLessThanOrEqual(FETCHED_BEFORE.some((each) => each === point) ? 1 : 2);
  });

  it("leaves a valid storage and nothing half-done", async () => {
    const storage = installation.workerEnv.OBJECT_STORAGE ?? "";
    const findings = await validateStorageRoot(path.join(storage, "ocfl"));
    expect(findings.filter(({ code }) => code.startsWith("E"))).toEqual([]);
    expect(await readdir(path.join(storage, "staging"))).toEqual([]);
    expect(await readdir(path.join(installation.workerEnv.WORKING_STORAGE ?? "", "jobs"))).toEqual([]);
  });

  it("three times over one stage gives the job up, and a person can resume it", async () => {
    await survivor?.stop();
    survivor = undefined;
    const batchId = await installation.deposit("poison", { filename: "poison.txt", type: "file" });
    for (let kill = 0; kill < 3; kill += 1) {
      const victim = await startWorker({
        ...installation.workerEnv,
        FAULT_POINTS: "Downloading:before:kill",
      });
      expect(await victim.ended).toBe("SIGKILL");
    }
    survivor = await startWorker(installation.workerEnv);
    await installation.batchReaches(batchId, "Failed");
    const job = await installation.ctx.db.job.findFirstOrThrow({ where: { batchId } });
    expect(job).toMatchObject({
      state: "Failed",
      errorCode: "worker_killed",
      lastSuccessfulState: "Estimating",
    });
  });
});
