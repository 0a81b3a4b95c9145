import { describe, expect, it } from "vitest";
import type { FileCheck } from "./check-file.ts";
import type { CheckState } from "./deposit.model.ts";
import { digestWords, sendingWords, whatItIs } from "./file-words.model.ts";

const CHECK: FileCheck = {
  kind: "ManifestOfFiles",
  objects: 1,
  files: 1,
  sizeBytes: 0,
  problems: [],
  problemCount: 0,
  warnings: [],
  warningCount: 0,
};
const ready = (part: Partial<FileCheck>): CheckState => ({ kind: "ready", check: { ...CHECK, ...part } });

describe("what a chosen file is", () => {
  const file = new File(["a".repeat(200)], "a.txt");

  it.each<[CheckState, string]>([
    [{ kind: "unreadable" }, "Cannot be read."],
    [{ kind: "reading", readBytes: 0 }, "Checking"],
    [{ kind: "reading", readBytes: 50 }, "Checking, 25 %"],
    [ready({ kind: null }), ""],
    [ready({ kind: "SingleFile", sizeBytes: 200 }), "Single file"],
    [ready({ problemCount: 2 }), "Batch of single files"],
    [ready({ objects: 3, files: 3 }), "Batch of single files: 3 objects, sizes not declared"],
    [
      ready({ kind: "ObjectManifest", files: 3, sizeBytes: 2_000 }),
      "Object manifest: 1 object, 3 files, 2 kB declared",
    ],
    [ready({ kind: "Container", files: null, sizeBytes: 200 }), "Container: 1 object, 200 bytes declared"],
  ])("%j: %s", (check, words) => {
    expect(whatItIs({ check, file })).toBe(words);
  });
});

it.each([
  [{ kind: "left-to-server" }, "SHA-256 is computed while the file arrives."],
  [{ kind: "computing", readBytes: 0 }, "Computing SHA-256"],
  [{ kind: "computing", readBytes: 150 }, "Computing SHA-256, 75 %"],
] as const)("tells how the digest of 200 bytes comes: %j", (digest, words) => {
  expect(digestWords(digest, 200)).toBe(words);
});

describe("an upload of 10 kB", () => {
  /** A kilobyte a second. */
  const steady = (seconds: number) =>
    Array.from({ length: seconds + 1 }, (_, at) => ({ atMs: at * 1_000, bytes: at * 1_000 }));

  it.each([
    ["nothing sent", [], "0 bytes of 10 kB"],
    ["too early for a rate", steady(0), "0 bytes of 10 kB"],
    ["too early to say what is left", steady(2), "2 kB of 10 kB, 1 kB per second"],
    ["under way", steady(4), "4 kB of 10 kB, 1 kB per second, about 6 s left at the current rate"],
    ["all sent", steady(10), "10 kB of 10 kB. Waybill is checking and storing it"],
  ])("%s", (_, samples, words) => {
    expect(sendingWords(samples, 10_000)).toBe(words);
  });
});
