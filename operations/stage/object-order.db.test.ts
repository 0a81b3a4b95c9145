import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DepositScene, makeDepositScene } from "../../tests/factories/deposit-scene.ts";
import { batchOfFiles, type Row } from "../../tests/pipeline/manifests.ts";

let scene: DepositScene;

beforeAll(async () => {
  scene = await makeDepositScene();
});
afterAll(() => scene.end());

async function depositRows(rows: readonly (Omit<Row, "url"> & { readonly text: string })[], fields = {}) {
  const all: Row[] = [];
  for (const { text, ...row } of rows) all.push({ ...row, url: await scene.file(row.name, text) });
  return scene.deposit(batchOfFiles(all), {
    type: "single-file-batch-manifest",
    filename: "rows.checkm",
    ...fields,
  });
}

const jobsOf = (batchId: string) =>
  scene.ctx.db.job.findMany({ where: { batchId }, orderBy: { ordinal: "asc" } });

/** The jobs that made an object's versions, first version first. */
async function makersOf(localId: string): Promise<string[]> {
  const mapping = await scene.ctx.db.localId.findFirstOrThrow({ where: { localId } });
  const versions = await scene.ctx.db.objectVersion.findMany({
    where: { objectId: mapping.objectId },
    orderBy: { version: "asc" },
  });
  return versions.map(({ jobId }) => jobId);
}

describe("jobs on one object", () => {
  it.each(Array.from({ length: 20 }, (_, at) => at + 1))(
    "come in the order of their rows, run by two workers at once (run %i)",
    async (run) => {
      const localId = `twin-${run}`;
      const batchId = await depositRows(
        [
          // the first one has more steps left
          { name: "a.txt", text: "x".repeat(500_000 * (run % 3)), localId },
          { name: "b.txt", text: "b", localId },
        ],
        { update: "true" },
      );
      await scene.work(2);
      const jobs = await jobsOf(batchId);
      expect(jobs.map(({ state }) => state)).toEqual(["Completed", "Completed"]);
      expect(await makersOf(localId)).toEqual(jobs.map(({ id }) => id));
      const files = await scene.filesOf(jobs[0]?.ark ?? "", 2);
      expect(Object.keys(files).filter((name) => name.startsWith("producer/"))).toEqual([
        "producer/b.txt",
        "producer/a.txt",
      ]);
    },
  );

  it("come in order when five of them meet other jobs and three workers", async () => {
    const rows = Array.from({ length: 15 }, (_, at) => ({
      name: `${at}.txt`,
      text: `${at}`,
      localId: at % 3 === 0 ? "meet" : `alone-${at}`,
    }));
    const batchId = await depositRows(rows);
    await scene.work(3);
    const jobs = await jobsOf(batchId);
    expect(await makersOf("meet")).toEqual(
      jobs.filter(({ ordinal }) => ordinal % 3 === 1).map(({ id }) => id),
    );
  });

  it("come in the order of their batches, and say what they wait for", async () => {
    const { db } = scene.ctx;
    const first = await depositRows([{ name: "a.txt", text: "1", localId: "held-1" }]);
    const second = await depositRows([{ name: "b.txt", text: "2", localId: "held-1" }]);
    // a person is holding the first one
    await db.job.updateMany({ where: { batchId: first }, data: { state: "Held", dueAt: null } });
    const waits = async () => {
      const [job] = await jobsOf(second);
      return job?.waitCode !== null && job?.waitCode !== undefined;
    };
    await scene.work(1, waits);
    const [earlier] = await jobsOf(first);
    expect((await jobsOf(second))[0]).toMatchObject({
      state: "Provisioning",
      waitCode: "object_busy",
      waitReason: `Job ${earlier?.id} was accepted earlier for the same object and is Held. This job continues when that one has ended.`,
      spaceNeeded: 1n,
      spaceReserved: 0n,
    });
    await db.job.updateMany({ where: { batchId: first }, data: { state: "Estimating", dueAt: new Date() } });
    await scene.work(2);
    const [later] = await jobsOf(second);
    expect(await makersOf("held-1")).toEqual([earlier?.id, later?.id]);
  });

  it("leave its newest version the newest when an earlier one is recorded once more", async () => {
    const { db } = scene.ctx;
    const names = { localIdentifier: "again-1", title: "First" };
    const first = await scene.ingest({ "a.txt": "1" }, names);
    await scene.ingest({ "a.txt": "2" }, { ...names, title: "Second" });
    await db.job.update({
      where: { id: first.id },
      data: { state: "Recording", dueAt: new Date(), endedAt: null },
    });
    await scene.work();
    expect((await jobsOf(first.batchId)).map(({ state }) => state)).toEqual(["Completed"]);
    const ark = first.ark ?? "";
    expect(await db.storedObject.findUniqueOrThrow({ where: { ark } })).toMatchObject({
      version: 2,
      what: "Second",
      busyJobId: null,
    });
  });

  it("do not wait for one that has failed; run again, it comes after what was done meanwhile", async () => {
    const { db } = scene.ctx;
    const batchId = await depositRows([
      { name: "a.txt", text: "1", localId: "late-1", sha256: "0".repeat(64) },
      { name: "b.txt", text: "2", localId: "late-1" },
    ]);
    await scene.work(2);
    const [failed, done] = await jobsOf(batchId);
    expect([failed?.state, done?.state]).toEqual(["Failed", "Completed"]);
    await db.jobFile.updateMany({
      where: { jobId: failed?.id ?? "" },
      data: { digestType: null, digestValue: null },
    });
    await db.job.update({
      where: { id: failed?.id ?? "" },
      data: { state: "Downloading", dueAt: new Date() },
    });
    await scene.work(2);
    expect(await makersOf("late-1")).toEqual([done?.id, failed?.id]);
  });

  it("let the one that has the object go on when an earlier one is run again", async () => {
    const { db } = scene.ctx;
    const batchId = await depositRows([
      { name: "a.txt", text: "1", localId: "cross-1" },
      { name: "b.txt", text: "2", localId: "cross-1" },
    ]);
    const [first, second] = await jobsOf(batchId);
    await db.job.update({ where: { id: first?.id ?? "" }, data: { state: "Failed", dueAt: null } });
    await scene.work(1);
    expect((await jobsOf(batchId)).map(({ state }) => state)).toEqual(["Failed", "Completed"]);
    // as if the second one had died right after it took the object, and the first one was then resumed
    await db.objectVersion.deleteMany({ where: { jobId: second?.id ?? "" } });
    await db.stepResult.deleteMany({ where: { ownerId: second?.id ?? "" } });
    await db.storedObject.updateMany({
      where: { ark: (await jobsOf(batchId))[1]?.ark ?? "" },
      data: { busyJobId: second?.id ?? "", version: 0 },
    });
    await db.jobFile.updateMany({
      where: { jobId: second?.id ?? "" },
      data: { verifiedAt: null, size: null, sha256: null },
    });
    const again = { state: "Downloading", dueAt: new Date() } as const;
    await db.job.updateMany({ where: { batchId }, data: again });
    await scene.work(2);
    expect(await makersOf("cross-1")).toEqual([second?.id, first?.id]);
  });

  it("name a failed one that stored its version and keeps the object", async () => {
    const { db } = scene.ctx;
    const kept = await scene.ingest({ "a.txt": "1" }, { localIdentifier: "kept-1" });
    await db.storedObject.updateMany({ where: { ark: kept.ark ?? "" }, data: { busyJobId: kept.id } });
    await db.job.update({ where: { id: kept.id }, data: { state: "Failed" } });
    const batchId = await scene.depositFiles({ "b.txt": "2" }, { localIdentifier: "kept-1" });
    await scene.work(1, async () => (await scene.jobOf(batchId)).waitCode !== null);
    expect((await scene.jobOf(batchId)).waitReason).toBe(
      `Job ${kept.id} has stored a version of this object, or may have, and is Failed before it was recorded. It must be resumed first. This job continues when that one has ended.`,
    );
    await db.storedObject.updateMany({ where: { ark: kept.ark ?? "" }, data: { busyJobId: null } });
    await scene.work();
    expect((await scene.jobOf(batchId)).state).toBe("Completed");
  });
});
