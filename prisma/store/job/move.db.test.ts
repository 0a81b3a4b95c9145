import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { canMoveJob, JOB_STATES, type JobState } from "../../../core/job/states.ts";
import { execute } from "../../../scripts/db/database.ts";
import { type Installation, makeInstallation } from "../../../tests/pipeline/installation.ts";
import { takeLease } from "../lease.ts";
import { moveJob } from "./move.ts";

let installation: Installation;
let batchId: string;
let ordinal = 0;
beforeAll(async () => {
  installation = await makeInstallation();
  batchId = await installation.deposit("hello", { filename: "hello.txt", type: "file" });
});
afterAll(() => installation.end());

async function jobIn(state: JobState): Promise<string> {
  ordinal += 1;
  const id = `jid-${randomUUID()}`;
  await installation.ctx.db.job.create({
    data: {
      id,
      batchId,
      ordinal,
      state,
      payload: "file",
      filename: "a",
      priority: 5,
      submitter: "t",
      dueAt: new Date(0),
    },
  });
  return id;
}

const eventsOf = (jobId: string) =>
  installation.ctx.db.event.findMany({ where: { jobId }, orderBy: { id: "asc" } });
const by = { by: "worker", actor: "Waybill" } as const;

describe("moveJob", () => {
  it("makes exactly the moves of the table, each with its event, and refuses the others as illegal", async () => {
    const { db } = installation.ctx;
    for (const from of JOB_STATES) {
      for (const to of JOB_STATES) {
        const jobId = await jobIn(from);
        const attempt = moveJob(db, { jobId, from, to, ...by });
        if (canMoveJob(from, to, "worker")) {
          await attempt;
          expect(await eventsOf(jobId)).toMatchObject([{ kind: "job.moved", from, to, actor: "Waybill" }]);
        } else {
          await expect(attempt).rejects.toMatchObject({ code: "illegal_move" });
          expect(await eventsOf(jobId)).toEqual([]);
        }
      }
    }
  });

  it("lets one of eight at the same time win; the others are stale", async () => {
    const jobId = await jobIn("Pending");
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () =>
        moveJob(installation.ctx.db, { jobId, from: "Pending", to: "Estimating", ...by }),
      ),
    );
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    for (const result of results)
      if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "stale_state" });
    expect(await eventsOf(jobId)).toHaveLength(1);
  });

  it("changes nothing for a worker whose fence is old", async () => {
    const { db } = installation.ctx;
    const jobId = await jobIn("Downloading");
    const lease = await takeLease(db, "job", { id: jobId, owner: "a", leaseMs: 1 });
    const move = { jobId, from: "Downloading", to: "Processing", ...by } as const;
    await expect(moveJob(db, { ...move, fence: (lease?.fence ?? 0n) - 1n })).rejects.toMatchObject({
      code: "stale_state",
    });
    await moveJob(db, { ...move, fence: lease?.fence ?? 0n });
    expect(await db.job.findUniqueOrThrow({ where: { id: jobId } })).toMatchObject({
      state: "Processing",
      lastSuccessfulState: "Downloading",
      leaseOwner: "a",
    });
  });

  it("keeps what went wrong, and forgets it on the next move", async () => {
    const { db } = installation.ctx;
    const jobId = await jobIn("Downloading");
    const fault = {
      code: "source_not_found",
      message: "Not there.",
      problems: [{ line: 0, code: "source_not_found", message: "Not there." }],
    };
    await moveJob(db, { jobId, from: "Downloading", to: "Failed", ...by, fault });
    const failed = await db.job.findUniqueOrThrow({ where: { id: jobId } });
    expect(failed).toMatchObject({
      errorCode: "source_not_found",
      errorMessage: "Not there.",
      problems: fault.problems,
      dueAt: null,
    });
    expect(failed.endedAt).not.toBeNull();
    await moveJob(db, {
      jobId,
      from: "Failed",
      to: "Downloading",
      by: "person",
      actor: "Ada",
      requeue: true,
    });
    expect(await db.job.findUniqueOrThrow({ where: { id: jobId } })).toMatchObject({
      errorCode: null,
      problems: null,
      retryCount: 1,
      endedAt: null,
    });
  });
});

describe("history", () => {
  it("cannot be changed or removed, neither by the application nor unawares by the owner", async () => {
    const { ctx, ownerUrl } = installation;
    await expect(ctx.db.event.updateMany({ data: { actor: "someone" } })).rejects.toThrow(
      /permission denied/,
    );
    await expect(ctx.db.event.deleteMany()).rejects.toThrow(/permission denied/);
    for (const statement of ["UPDATE event SET actor = 'someone'", "DELETE FROM event"])
      await expect(execute(ownerUrl, statement)).rejects.toThrow(/only ever added to/);
  });
});
