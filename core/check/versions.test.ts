import { describe, expect, it } from "vitest";
import { compareVersions } from "./compare-versions.ts";
import { isKeepable, keepableFacts, keepableSubject } from "./keepable.ts";
import { CHECK_KIND_NAMES, CHECK_KINDS, isCheckKind, isRepairable } from "./kinds.ts";
import { lookedAtName } from "./looked-at.ts";
import { originMessage, readOrigin } from "./origin.ts";

describe("compareVersions", () => {
  it.each([
    [0, [], [], []],
    [2, [1, 2], [], []],
    [2, [1], [2], []],
    [3, [1, 3], [2], []],
    [1, [2, 1], [], [2]],
    [0, [1, 2], [], [1, 2]],
    [2, [3], [1, 2], [3]],
    [1, [12, 1, 9, 10], [], [9, 10, 12]],
  ])("storage up to %i against %j: unrecorded %j, missing %j", (head, recorded, unrecorded, missing) => {
    expect(compareVersions(head, recorded)).toEqual({ unrecorded, missing });
  });
});

describe("readOrigin", () => {
  const origin = {
    batchId: "bid-00000000-0000-4000-8000-000000000001",
    jobId: "jid-00000000-0000-4000-8000-000000000002",
  };

  it("reads back what is written", () => {
    expect(readOrigin(originMessage(origin))).toEqual(origin);
  });

  it.each([
    "",
    "Initial import",
    `Deposit ${origin.batchId}`,
    `No Deposit ${origin.batchId}, job ${origin.jobId}`,
    `Deposit bid-1, job ${origin.jobId}`,
    `Deposit ${origin.batchId}, job ${origin.jobId}\nDeposit`,
  ])("knows nothing of %j", (message) => {
    expect(readOrigin(message)).toBeUndefined();
  });
});

describe("what can be kept", () => {
  it.each([
    ["ark:/99999/fk4x", true],
    ["a pair 𝄞", true],
    ["a\0b", false],
    ["half \ud834", false],
    ["x".repeat(500), true],
    ["x".repeat(501), false],
  ])("%j: %s", (text, expected) => {
    expect(isKeepable(text)).toBe(expected);
  });

  it("is made of what cannot", () => {
    expect(keepableFacts({ a: "x\0", b: ["\udd1e", 1], c: { d: "𝄞" } })).toEqual({
      a: "x\ufffd",
      b: ["\ufffd", 1],
      c: { d: "𝄞" },
    });
    expect(keepableSubject("\0".repeat(600))).toBe("\ufffd".repeat(500));
  });
});

it.each([
  ["batches", 1, "batch"],
  ["batches", 0, "batches"],
  ["batches", 2, "batches"],
  ["of another version", 1, "of another version"],
])("%s, %i of them, are told as %s", (what, number, name) => {
  expect(lookedAtName(what, number)).toBe(name);
});

describe("the kinds", () => {
  it("say what they are and what is done, in sentences", () => {
    for (const kind of CHECK_KIND_NAMES) {
      const { what, repair } = CHECK_KINDS[kind];
      expect(what).toMatch(/^[A-Z].*\.$/);
      if (repair !== null) expect(repair).toMatch(/^[A-Z].*\.$/);
      expect(isRepairable(kind)).toBe(repair !== null);
    }
  });

  it("are known by name, and nothing else is", () => {
    expect(isCheckKind("orphan_folder")).toBe(true);
    expect(isCheckKind("toString")).toBe(false);
  });
});
