import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DepositScene, makeDepositScene } from "../../tests/factories/deposit-scene.ts";

const full = { point: "", refusals: 0 };
let scene: DepositScene;

beforeAll(async () => {
  scene = await makeDepositScene({}, async (name) => {
    if (name !== full.point || full.refusals === 0) return;
    full.refusals -= 1;
    throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  });
});
afterAll(() => scene.end());

describe("a disk that is full for a while", () => {
  it.each([
    "Downloading:before",
    "Processing:before",
    "Processing:effect",
    "Recording:before",
    "Notify:before",
  ])("is a wait with its reason at %s, and the job goes on by itself", async (point) => {
    Object.assign(full, { point, refusals: 3 });
    const job = await scene.ingest({ "letter.txt": `bytes of ${point}` });
    expect(full.refusals).toBe(0);
    expect(job.state).toBe("Completed");
    const events = await scene.ctx.db.event.findMany({ where: { jobId: job.id, kind: "job.waits" } });
    expect(events.map(({ code, reason }) => [code, reason])).toEqual([
      ["disk_full", "A disk of Waybill's is full. An operator must free up space."],
    ]);
  });
});
