import { describe, expect, it } from "vitest";
import { batchesOf, laneOf, QUEUER_CASES } from "../../tests/lanes/queuer-cases.ts";
import { queueOf } from "./head.ts";

describe("the queuer's rule", () => {
  it.each(QUEUER_CASES.map((one) => [one[0], one] as const))("%s", (_, one) => {
    const batches = batchesOf(one).map((batch, place) => ({ ...batch, id: String(place) }));
    const queued = queueOf(laneOf(one), batches, new Date("2026-01-01T00:00:00Z"));
    expect(queued.map(({ batchId, how }) => `${batchId}:${how}`)).toEqual(one[2]);
  });

  it.each([
    [0, ["b"]],
    [1, []],
  ])("queues a Delayed one %i ms before its window ends: %j", (ms, queued) => {
    const now = new Date("2026-01-01T00:00:00Z");
    const delayedUntil = new Date(now.getTime() + ms);
    const [delayed] = batchesOf(["", [{ state: "Processing", status: "Delayed", delayedUntil }], []]);
    if (!delayed) throw new Error("no batch");
    const found = queueOf(laneOf(["", [], []]), [{ ...delayed, id: "b" }], now);
    expect(found.map(({ batchId }) => batchId)).toEqual(queued);
  });

  it("follows lane_seq, not the order it is given", () => {
    const [first, second] = batchesOf(["", [{}, {}], []]);
    if (!first || !second) throw new Error("no batches");
    const lane = laneOf(["", [], []]);
    expect(
      queueOf(
        lane,
        [
          { ...second, id: "b" },
          { ...first, id: "a" },
        ],
        new Date(),
      ),
    ).toEqual([{ batchId: "a", how: "new" }]);
  });
});
