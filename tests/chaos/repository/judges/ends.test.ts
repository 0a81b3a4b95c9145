import { describe, expect, it } from "vitest";
import type { Seen } from "../seen.ts";
import { lost, mintedTwice, movedTwice, ranOn, unexpected, wrongEnds } from "./ends.ts";
import { batch, goodScene, job, move } from "./scene.ts";

const with_ = (more: Partial<Seen>): Seen => ({ ...goodScene(), ...more });
const [first, second] = goodScene().batches;
const [good, bad] = goodScene().jobs;

describe("what became of deposits", () => {
  it("is nothing to say of when all went as it should", () => {
    for (const find of [lost, unexpected, wrongEnds, movedTwice, mintedTwice, ranOn])
      expect(find(goodScene())).toEqual([]);
  });

  it("lost: an acknowledged one has no batch", () => {
    expect(lost(with_({ batches: [batch({ ...first })] }))).toEqual(["a-2: there is no b2"]);
  });

  it("unexpected: one has two batches, or its key stands for another", () => {
    const batches = [...goodScene().batches, batch({ id: "b3" })];
    expect(unexpected(with_({ batches }))).toEqual(["a: nobody handed in b3"]);
    const keys = [{ key: "a-1", batchId: "b3" }, ...goodScene().keys.slice(1)];
    expect(unexpected(with_({ keys }))).toEqual(["a-1: was answered b1, its key stands for b3"]);
  });

  it("wrong: a batch failed that should complete, and the other way round", () => {
    const batches = [
      batch({ ...first, state: "Failed", errorCode: "worker_killed" }),
      batch({ ...second, state: "Completed" }),
    ];
    expect(wrongEnds(with_({ batches }))).toEqual([
      "a-1: b1 is Failed worker_killed, not Completed",
      "a-2: b2 is Completed, not Failed",
    ]);
  });

  it("wrong: a job failed for another reason, or is missing", () => {
    const jobs = [job({ ...good }), job({ ...bad, errorCode: "internal" })];
    expect(wrongEnds(with_({ jobs }))).toEqual(["a-2: j2 is Failed internal, not Failed source_not_found"]);
    expect(wrongEnds(with_({ jobs: [job({ ...bad })] }))).toEqual(["a-1: b1 has 0 jobs, not 1"]);
  });

  it("a move made twice is found, one of a job that was run again is not", () => {
    const moves = [...goodScene().moves, move("b1", "j1", "Notify to Completed", 21)];
    expect(movedTwice(with_({ moves }))).toEqual(["j1 Notify to Completed, run 1"]);
    const again = [
      ...goodScene().moves,
      move("b2", "j2", "Failed to Downloading", 50),
      move("b2", "j2", "Downloading to Failed", 51),
      move("b2", null, "Failed to UpdateReporting", 52),
      move("b2", null, "UpdateReporting to Failed", 53),
      move("b2", null, "Failed to UpdateReporting", 54),
    ];
    expect(movedTwice(with_({ moves: again }))).toEqual([]);
    const batchTwice = [...goodScene().moves, move("b1", null, "Reporting to Completed", 60)];
    expect(movedTwice(with_({ moves: batchTwice }))).toEqual(["b1 Reporting to Completed, run 1"]);
  });

  it("two ARKs of one job are found", () => {
    expect(mintedTwice(with_({ jobs: [job({ ...good, minted: 2 })] }))).toEqual(["j1 has 2 ARKs"]);
  });

  it("a job that goes on after its batch has ended is found, unless a person ran it again", () => {
    const moves = [...goodScene().moves, move("b2", "j3", "Estimating to Provisioning", 45)];
    expect(ranOn(with_({ moves }))).toEqual(["j3 went Estimating to Provisioning"]);
    const again = [...goodScene().moves, move("b2", "j2", "Failed to Downloading", 45)];
    expect(ranOn(with_({ moves: again }))).toEqual([]);
  });
});
