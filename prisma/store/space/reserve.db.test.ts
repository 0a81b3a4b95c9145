import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Installation, makeInstallation } from "../../../tests/pipeline/installation.ts";
import { reserveSpace } from "./reserve.ts";

let installation: Installation;
let batchId: string;
let ordinal = 100;
beforeAll(async () => {
  installation = await makeInstallation();
  batchId = await installation.deposit("hello", { filename: "hello.txt", type: "file" });
  // the upload counts too while it is kept
  await installation.ctx.db.batch.updateMany({ data: { payloadPath: null } });
});
afterAll(() => installation.end());

async function makeJobs(...reserved: readonly number[]): Promise<string[]> {
  const { db } = installation.ctx;
  await db.job.updateMany({ data: { spaceReserved: 0 } });
  const ids: string[] = [];
  for (const spaceReserved of reserved) {
    ordinal += 1;
    const id = `jid-${randomUUID()}`;
    await db.job.create({
      data: {
        id,
        batchId,
        ordinal,
        payload: "file",
        filename: "a",
        priority: 5,
        submitter: "t",
        spaceReserved,
      },
    });
    ids.push(id);
  }
  return ids;
}

const QUOTA = { quotaBytes: 1000, freeBytes: 1_000_000 };
const ask = (jobId: string | undefined, needBytes: number, fence = 0n) => ({
  jobId: jobId ?? "",
  fence,
  needBytes,
});
const reserve = (...asks: readonly ReturnType<typeof ask>[]) =>
  reserveSpace(installation.ctx.db, asks, QUOTA);

async function reservedBy(id: string | undefined): Promise<number> {
  return Number((await installation.ctx.db.job.findUniqueOrThrow({ where: { id: id ?? "" } })).spaceReserved);
}

describe("reserving working storage for a group", () => {
  it("counts each job before the next: 300, 500 and 100 of 1,000 fit, at 90 % the gate is shut", async () => {
    const [a, b, c, d] = await makeJobs(0, 0, 0, 0);
    const answers = await reserve(ask(a, 300), ask(b, 500), ask(c, 100), ask(d, 50));
    expect(answers.map(({ kind }) => kind)).toEqual(["admit", "admit", "admit", "wait"]);
    expect(answers[3]).toMatchObject({ why: expect.stringContaining("90 % full") });
    expect(await Promise.all([a, b, c, d].map(reservedBy))).toEqual([300, 500, 100, 0]);
  });

  it("stays shut at 75 % and opens below 70 %", async () => {
    const [full, next] = await makeJobs(810, 0);
    expect(await reserve(ask(next, 10))).toMatchObject([{ kind: "wait" }]);
    const { db } = installation.ctx;
    await db.job.update({ where: { id: full ?? "" }, data: { spaceReserved: 750 } });
    expect(await reserve(ask(next, 10))).toMatchObject([{ kind: "wait" }]);
    await db.job.update({ where: { id: full ?? "" }, data: { spaceReserved: 690 } });
    expect(await reserve(ask(next, 10))).toEqual([{ kind: "admit" }]);
  });

  it("replaces what a job had, and does not count it twice", async () => {
    const [a] = await makeJobs(600);
    expect(await reserve(ask(a, 650))).toEqual([{ kind: "admit" }]);
    expect(await reservedBy(a)).toBe(650);
  });

  it("answers each for itself: too large for ever, an old fence, and one that fits", async () => {
    const [huge, old, fits] = await makeJobs(0, 0, 0);
    const answers = await reserve(ask(huge, 1001), ask(old, 10, 7n), ask(fits, 0));
    expect(answers).toEqual([
      { kind: "never", why: expect.stringContaining("more than the whole working storage") },
      { kind: "wait", why: "Another worker has taken this job over." },
      { kind: "admit" },
    ]);
    expect(await Promise.all([huge, old, fits].map(reservedBy))).toEqual([0, 0, 1]);
  });

  it("never gives the same space to two who ask at the same time", async () => {
    const jobs = await makeJobs(...Array.from({ length: 12 }, () => 0));
    const answers = (await Promise.all(jobs.map((job) => reserve(ask(job, 200))))).flat();
    // 200, 400, 600, 800 (not above 80 %), 1000
    expect(answers.filter(({ kind }) => kind === "admit")).toHaveLength(5);
  });
});
