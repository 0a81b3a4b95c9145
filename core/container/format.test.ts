import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { makeTar, makeZip, tarOf } from "../../tests/containers/make-container.ts";
import { rawZip } from "../../tests/containers/raw-zip.ts";
import { findFormat, isTar, isUnpacked } from "./format.ts";

describe("findFormat", () => {
  it.each([
    ["a zip", () => makeZip({ a: "x" }), "zip"],
    ["a zip without entries", () => rawZip([]), "zip"],
    ["a tar", () => tarOf({ a: "x" }), "tar"],
    ["a tar without entries", () => makeTar([]), "tar"],
    ["a tar whose first file is named PK", () => tarOf({ "PK\u0003\u0004": "x" }), "tar"],
    ["a gzip", () => gzipSync("x"), "gzip"],
    ["bzip2", () => Buffer.from("BZh9"), "bzip2"],
    ["xz", () => Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]), "xz"],
    ["Zstandard", () => Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), "zstd"],
    ["compress", () => Buffer.from([0x1f, 0x9d]), "compress"],
    ["7z", () => Buffer.from("377abcaf271c", "hex"), "7z"],
    ["RAR", () => Buffer.from("Rar!\u001a\u0007"), "rar"],
    ["text", () => Buffer.from("hello".repeat(200)), undefined],
    ["nothing", () => Buffer.alloc(0), undefined],
  ])("%s", async (_, make, format) => {
    expect(findFormat(await make())).toBe(format);
  });

  it("takes three of them", () => {
    expect((["zip", "tar", "gzip", "bzip2", "rar", undefined] as const).filter(isUnpacked)).toEqual([
      "zip",
      "tar",
      "gzip",
    ]);
  });
});

describe("isTar", () => {
  it("goes by the checksum, so that the old format without a magic word counts", async () => {
    const old = Buffer.from(await tarOf({ a: "x" }));
    old.fill(0, 257, 265);
    expect(isTar(old)).toBe(false);
    old.write("        ", 148);
    const sum = old.subarray(0, 512).reduce((all, byte) => all + byte, 0);
    old.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
    expect(isTar(old)).toBe(true);
    expect([isTar(old.subarray(0, 512)), isTar(old.subarray(0, 511))]).toEqual([true, false]);
    old.write("x", 154);
    expect(isTar(old)).toBe(false);
  });

  it("takes no other bytes for an empty tar", () => {
    const text = Buffer.alloc(512, "a");
    text.fill(" ", 148, 156);
    expect(isTar(text)).toBe(false);
  });
});
