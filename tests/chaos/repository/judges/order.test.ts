import { describe, expect, it } from "vitest";
import type { Seen } from "../seen.ts";
import { outOfOrder, overlapping } from "./order.ts";
import { batch, goodScene, job, move } from "./scene.ts";

const with_ = (more: Partial<Seen>): Seen => ({ ...goodScene(), ...more });
const [first, second] = goodScene().batches;

describe("the order of a serial lane", () => {
  it("is kept by batches that begin one after the other", () => {
    expect(outOfOrder(goodScene())).toEqual([]);
    expect(overlapping(goodScene())).toEqual([]);
  });

  it("is broken by places other than those of the acknowledgements", () => {
    const batches = [batch({ ...first, seq: 2 }), batch({ ...second, seq: 1 })];
    expect(outOfOrder(with_({ batches })).slice(0, 2)).toEqual([
      "a: b2 has another place",
      "a: b1 has another place",
    ]);
  });

  it("is broken by a batch that is handed over before one before it", () => {
    const batches = [batch({ ...first, handedOverAt: [35] }), batch({ ...second })];
    const jobs = goodScene().jobs.map((one) => ({ ...one, createdAt: 36 }));
    expect(outOfOrder(with_({ batches, jobs }))).toEqual(["a: b2 began before one before it"]);
  });

  it("is broken by a batch that begins while the one before it has not ended, or a job of that has not", () => {
    const early = [batch({ ...first }), batch({ ...second, handedOverAt: [21] })];
    expect(overlapping(with_({ batches: early }))).toEqual(["a: b2 began at 21, b1 ended at 22"]);
    const moves = goodScene().moves.filter(({ to, jobId }) => to !== "Completed" || jobId === null);
    expect(overlapping(with_({ moves }))).toEqual(["a: b2 began at 30, b1 ended at no time"]);
    const late = [...moves, move("b1", "j1", "Notify to Completed", 33)];
    expect(overlapping(with_({ moves: late }))).toEqual(["a: b2 began at 30, b1 ended at 33"]);
  });

  it("is broken by jobs that are made before the hand-over", () => {
    const jobs = [job({ id: "j2", batchId: "b2", createdAt: 5 })];
    expect(overlapping(with_({ jobs }))).toEqual(["a: b2 began at 5, b1 ended at 22"]);
  });

  it("takes a job that was born Failed as ended when it was made", () => {
    const moves = goodScene().moves.filter(({ jobId }) => jobId !== "j1");
    const [good, bad] = goodScene().jobs;
    const jobs = [job({ ...good, state: "Failed" }), job({ ...bad })];
    expect(overlapping(with_({ moves, jobs }))).toEqual([]);
    expect(overlapping(with_({ moves }))).toEqual(["a: b2 began at 30, b1 ended at no time"]);
  });

  it("counts the first end of a batch that was run again", () => {
    const moves = [...goodScene().moves, move("b1", "j1", "Notify to Completed", 50)];
    expect(overlapping(with_({ moves }))).toEqual([]);
  });
});

describe("the order of an unordered lane", () => {
  const lanes = (width: number) => [{ slug: "a", ordering: "unordered", width }] as const;
  const batches = [batch({ ...first }), batch({ ...second, handedOverAt: [15] })];

  it("lets as many at a time as it is wide", () => {
    expect(overlapping(with_({ lanes: lanes(2), batches }))).toEqual([]);
    expect(outOfOrder(with_({ lanes: lanes(2), batches }))).toEqual([]);
  });

  it("is broken by one more", () => {
    expect(overlapping(with_({ lanes: lanes(1), batches }))).toEqual(["a: b2 was one too many"]);
  });
});
