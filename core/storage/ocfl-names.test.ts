import { describe, expect, it } from "vitest";
import {
  contentPathOf,
  digestContentPathOf,
  isContentPath,
  isObjectRoot,
  objectRootOf,
  readSidecar,
  sidecarText,
  versionNumber,
} from "./ocfl-names.ts";

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
    for (const other of [`f${digest}`, `${digest}f`, `x${digest}`, `${digest}x`, digest.toUpperCase()])
      expect(isObjectRoot(objectRootOf(other))).toBe(false);
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

it("bytes are called after their SHA-256 where files cannot be renamed", () => {
  // the SHA-256 of "hello"
  const digest = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";
  expect(digestContentPathOf(3, digest)).toBe(`v3/content/2c/${digest}`);
});

describe("isContentPath", () => {
  it.each([
    ["v1/content/0000/000", true],
    ["v12/content/2c/2cf2", true],
    ["v01/content/0000/000", false],
    ["content/0000/000", false],
    ["v1/other/0000/000", false],
    ["v1", false],
    ["v1/content/../000", false],
    ["", false],
  ])("%j: %s", (path, isIt) => {
    expect(isContentPath(path)).toBe(isIt);
  });
});

describe("versionNumber", () => {
  it.each([
    ["v1", 1],
    ["v120", 120],
    ["v0", undefined],
    ["v01", undefined],
    ["1", undefined],
    ["rv1", undefined],
    ["v1.0", undefined],
    ["", undefined],
  ])("%j", (name, number) => {
    expect(versionNumber(name)).toBe(number);
  });
});

describe("the sidecar", () => {
  // OCFL 1.1 section 3.6
  it("is the digest, the inventory's name and a line end", () => {
    expect(sidecarText("00ff")).toBe("00ff inventory.json\n");
  });

  it.each([
    ["00FF inventory.json\n", "00ff"],
    ["00ff \t inventory.json", "00ff"],
    ["00ff", undefined],
    ["00ff other.json\n", undefined],
    ["zz inventory.json\n", undefined],
    ["zz00ff inventory.json\n", undefined],
    ["00ff inventory.json\nmore\n", undefined],
  ])("%j", (text, digest) => {
    expect(readSidecar(text)).toBe(digest);
  });
});
