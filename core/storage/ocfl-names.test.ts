import { describe, expect, it } from "vitest";
import { contentPathOf, isObjectRoot, objectRootOf, readSidecar, versionNumber } from "./ocfl-names.ts";

/** The examples of OCFL extension 0004. */
const MAPPED = [
  [
    "3c0ff4240c1e116dba14c7627f2319b58aa3d77606d0d90dfc6161608ac987d4",
    "3c0/ff4/240/3c0ff4240c1e116dba14c7627f2319b58aa3d77606d0d90dfc6161608ac987d4",
  ],
  [
    "487326d8c2a3c0b885e23da1469b4d6671fd4e76978924b4443e9e3c316cda6d",
    "487/326/d8c/487326d8c2a3c0b885e23da1469b4d6671fd4e76978924b4443e9e3c316cda6d",
  ],
] as const;

describe("objectRootOf", () => {
  it.each(MAPPED)("%s", (digest, path) => {
    expect(objectRootOf(digest)).toBe(path);
    expect(isObjectRoot(path)).toBe(true);
    expect(isObjectRoot(path.replace(/^.../, "000"))).toBe(false);
    expect(isObjectRoot(`${path}/v1`)).toBe(false);
  });
});

describe("contentPathOf", () => {
  it.each([
    [1, 0, "v1/content/0000/000"],
    [2, 999, "v2/content/0000/999"],
    [2, 1_000, "v2/content/0001/000"],
    [10, 359_999, "v10/content/0359/999"],
    [1, 12_345_678, "v1/content/12345/678"],
  ])("version %i, file %i", (version, ordinal, path) => {
    expect(contentPathOf(version, ordinal)).toBe(path);
  });
});

describe("versionNumber", () => {
  it.each([
    ["v1", 1],
    ["v120", 120],
    ["v0", undefined],
    ["v01", undefined],
    ["1", undefined],
    ["v1.0", undefined],
    ["", undefined],
  ])("%j", (name, number) => {
    expect(versionNumber(name)).toBe(number);
  });
});

describe("readSidecar", () => {
  it.each([
    ["00FF inventory.json\n", "00ff"],
    ["00ff \t inventory.json", "00ff"],
    ["00ff", undefined],
    ["00ff other.json\n", undefined],
    ["zz inventory.json\n", undefined],
    ["00ff inventory.json\nmore\n", undefined],
  ])("%j", (text, digest) => {
    expect(readSidecar(text)).toBe(digest);
  });
});
