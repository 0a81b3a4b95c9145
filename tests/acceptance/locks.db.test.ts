import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BATCH_WORKER_MOVES } from "../../core/batch/states.ts";
import { canMoveJob, JOB_WORKER_MOVES } from "../../core/job/states.ts";
import { placeHold } from "../../operations/hold/place.ts";
import { releaseHold } from "../../operations/hold/release.ts";
import { moveJob } from "../../prisma/store/job/move.ts";
import { claimObject } from "../../prisma/store/object/identity.ts";
import { finishObject } from "../../prisma/store/object/record.ts";
import { makeBatch } from "../factories/make-batch.ts";
import { makeCollection } from "../factories/make-collection.ts";
import { makeJob } from "../factories/make-job.ts";
import { type TestContext, testContext } from "../factories/test-context.ts";

/** The rest of what queues.db.test.ts restates: what is one owner's at a time, and what the tables do not allow. */

let test: TestContext;
beforeAll(async () => {
  test = await testContext();
});
afterAll(() => test.end());

describe("locks and moves", () => {
  // There each lock answers true or false and releasing a missing one is fine; here a second hold is refused with
  // `already_held` and releasing none with `not_held`, so that a person learns that somebody was faster. The intake's hold is
  // tested with S7; access queues are no part of the product.
  it("T15 a collection is held once, and again after it was released", async () => {
    const { slug } = await makeCollection(test.ctx.db);
    const hold = () => placeHold(test.ctx, { on: "collection", id: slug, reason: "Moving house." });
    await hold();
    await expect(hold()).rejects.toMatchObject({ code: "already_held" });
    await releaseHold(test.ctx, { on: "collection", id: slug });
    await expect(releaseHold(test.ctx, { on: "collection", id: slug })).rejects.toMatchObject({
      code: "not_held",
    });
    expect(await hold()).toMatchObject({ slug });
  });

  it("T15 an object is one job's at a time, and the next one's after that", async () => {
    const collection = await makeCollection(test.ctx.db);
    const batchId = await makeBatch(test.ctx.db, collection);
    const [first, second] = [await makeJob(test.ctx.db, batchId), await makeJob(test.ctx.db, batchId)];
    const claim = (jobId: string) =>
      claimObject(test.ctx.db, {
        objectId: randomUUID(),
        ark: "ark:/99999/fk4t15",
        owner: "ark:/99999/fk4owner",
        collectionId: collection.id,
        jobId,
        fence: 0n,
        minted: false,
        storage: "filesystem",
      });
    expect(await claim(first)).toMatchObject({ busyWith: first });
    expect(await claim(second)).toMatchObject({ busyWith: first });
    await finishObject(test.ctx.db, first, 0n);
    expect(await claim(second)).toMatchObject({ busyWith: second });
    await finishObject(test.ctx.db, first, 0n);
    expect(await claim(second)).toMatchObject({ busyWith: second });
  });

  it("T18 a move the tables do not have is refused, and Pending has no move that means success", async () => {
    const batchId = await makeBatch(test.ctx.db, await makeCollection(test.ctx.db));
    const jobId = await makeJob(test.ctx.db, batchId);
    const move = { jobId, from: "Pending", to: "Completed", by: "worker", actor: "Waybill" } as const;
    await expect(moveJob(test.ctx.db, move)).rejects.toMatchObject({ code: "illegal_move" });
    expect((await test.ctx.db.job.findUniqueOrThrow({ where: { id: jobId } })).state).toBe("Pending");
    expect(JOB_WORKER_MOVES.Pending).not.toContain("Completed");
    expect(BATCH_WORKER_MOVES.Pending).not.toContain("Completed");
    expect(canMoveJob("Completed", "Failed", "worker")).toBe(false);
    await test.ctx.db.job.deleteMany({ where: { batchId } });
  });
});
