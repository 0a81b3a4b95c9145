import { describe, expect, it } from "vitest";
import { successLeaving } from "./moves.ts";
import {
  canMoveJob,
  hasEnded,
  isJobState,
  isWorkState,
  JOB_BIRTHS,
  JOB_PERSON_MOVES,
  JOB_STATES,
  JOB_WORKER_MOVES,
  type JobState,
  type Mover,
} from "./states.ts";

/** Every arrow of docs/reference/states.md, written out by hand. */
const ARROWS: readonly (readonly [JobState, JobState, Mover])[] = [
  ["Pending", "Held", "worker"],
  ["Pending", "Held", "person"],
  ["Pending", "Estimating", "worker"],
  ["Held", "Estimating", "person"],
  ["Held", "Deleted", "person"],
  ["Estimating", "Provisioning", "worker"],
  ["Provisioning", "Downloading", "worker"],
  ["Downloading", "Processing", "worker"],
  ["Processing", "Recording", "worker"],
  ["Recording", "Notify", "worker"],
  ["Notify", "Completed", "worker"],
  ["Pending", "Failed", "worker"],
  ["Estimating", "Failed", "worker"],
  ["Provisioning", "Failed", "worker"],
  ["Downloading", "Failed", "worker"],
  ["Processing", "Failed", "worker"],
  ["Recording", "Failed", "worker"],
  ["Notify", "Failed", "worker"],
  ["Failed", "Downloading", "person"],
  ["Failed", "Processing", "person"],
  ["Failed", "Recording", "person"],
  ["Failed", "Notify", "person"],
  ["Failed", "Deleted", "person"],
  ["Pending", "Failed", "person"],
  ["Estimating", "Failed", "person"],
  ["Provisioning", "Failed", "person"],
  ["Downloading", "Failed", "person"],
  ["Processing", "Failed", "person"],
  ["Recording", "Failed", "person"],
  ["Notify", "Failed", "person"],
];

describe("job states", () => {
  it("allows these moves and no others", () => {
    const allowed = JOB_STATES.flatMap((from) =>
      JOB_STATES.flatMap((to) =>
        (["worker", "person"] as const)
          .filter((by) => canMoveJob(from, to, by))
          .map((by) => `${from} ${to} ${by}`),
      ),
    );
    expect(allowed.sort()).toEqual(ARROWS.map((arrow) => arrow.join(" ")).sort());
  });

  it("reaches every state from a birth", () => {
    const reached = new Set<JobState>(JOB_BIRTHS);
    for (const from of reached) {
      for (const to of [
        ...JOB_WORKER_MOVES[from],
        ...((JOB_PERSON_MOVES as Partial<Record<JobState, readonly JobState[]>>)[from] ?? []),
      ])
        reached.add(to);
    }
    expect([...reached].sort()).toEqual([...JOB_STATES].sort());
  });

  it("are a worker's, a person's or nobody's", () => {
    expect(JOB_STATES.filter(isWorkState)).toEqual([
      "Pending",
      "Estimating",
      "Provisioning",
      "Downloading",
      "Processing",
      "Recording",
      "Notify",
    ]);
    expect(["Notify", "Escrowed", "notify"].filter(isJobState)).toEqual(["Notify"]);
  });

  it("has a way out of every state that has not ended", () => {
    for (const state of JOB_STATES.filter((each) => !hasEnded(each))) {
      expect(
        JOB_STATES.some((to) => canMoveJob(state, to, "worker") || canMoveJob(state, to, "person")),
        state,
      ).toBe(true);
    }
  });

  it.each([
    ["Pending", "Estimating", null],
    ["Estimating", "Provisioning", "Estimating"],
    ["Provisioning", "Downloading", null],
    ["Downloading", "Processing", "Downloading"],
    ["Downloading", "Failed", null],
    ["Processing", "Recording", "Processing"],
    ["Recording", "Notify", "Recording"],
    ["Notify", "Completed", "Notify"],
    ["Failed", "Downloading", null],
  ] as const)("leaving %s for %s remembers %s as the last success", (from, to, expected) => {
    expect(successLeaving(from, to)).toBe(expected);
  });
});
