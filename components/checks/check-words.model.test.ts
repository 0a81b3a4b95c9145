import { describe, expect, it } from "vitest";
import { factsLine, lookedOf, outcomeOf } from "./check-words.model.ts";

describe("outcomeOf", () => {
  it.each([
    ["waiting", 0, 0, "Waiting for a worker"],
    ["running", 0, 0, "Check running"],
    ["running", 1, 1, "Check running: 1 finding so far"],
    ["failed", 2, 2, "Could not be finished"],
    ["broken", 0, 0, "Interrupted"],
    ["ended", 0, 0, "All is well"],
    ["ended", 2, 0, "2 findings, all repaired"],
    ["ended", 1200, 1, "1 finding left of 1,200"],
  ] as const)("%s with %i found and %i left", (standing, found, left, words) => {
    expect(outcomeOf({ standing, found, left })).toBe(words);
  });
});

it("lookedOf says how many of what", () => {
  expect(lookedOf({ "stored objects": 1200, folders: 3 })).toBe("1,200 stored objects, 3 folders");
  expect(lookedOf({ storages: 1, batches: 1, "objects read": 1, others: 1 })).toBe(
    "1 storage, 1 batch, 1 object read, 1 others",
  );
  expect(lookedOf({ jobs: 0 })).toBe("0 jobs");
  expect(lookedOf({})).toBe("");
});

it("factsLine begins with the note and leaves out what the subject says", () => {
  const facts = {
    ark: "ark:/99999/fk4x",
    root: "a/b",
    storage: "s3",
    note: "It is gone.",
    paths: ["v1", "v2"],
  };
  expect(factsLine(facts, "UTC")).toBe("It is gone. · storage: s3 · paths: v1; v2");
});

it("factsLine says names and times in words", () => {
  expect(
    factsLine({ in: "jobs", changedAt: "2026-11-27T13:47:29.427Z", from: "2026-11" }, "Asia/Kathmandu"),
  ).toBe("in: jobs · changed at: 27 Nov 2026, 19:32:29 UTC+05:45 · from: 2026-11");
});
