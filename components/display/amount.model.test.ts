import { describe, expect, it } from "vitest";
import { bytes, counted, exactBytes, listed, percent, shortId } from "./amount.model.ts";

describe("bytes", () => {
  it.each([
    [0, "0 bytes"],
    [1, "1 byte"],
    ["999", "999 bytes"],
    [1000, "1 kB"],
    [1234, "1.2 kB"],
    [99_949, "99.9 kB"],
    [99_950, "100 kB"],
    [999_499, "999 kB"],
    [999_500, "1 MB"],
    ["12400000000", "12.4 GB"],
    ["30000000000000000000", "30000 PB"],
    ["unknown", "unknown"],
    [-1, "-1"],
  ])("shows %s as %s", (size, words) => {
    expect(bytes(size)).toBe(words);
  });
});

describe("exactBytes", () => {
  it.each([
    ["0", "0 bytes"],
    [1, "1 byte"],
    ["1234567", "1,234,567 bytes"],
    ["9007199254740993", "9,007,199,254,740,993 bytes"],
  ])("shows %s as %s", (size, words) => {
    expect(exactBytes(size)).toBe(words);
  });
});

describe("percent", () => {
  it.each([
    [0, 0, 0],
    [1, 3, 33],
    [999, 1000, 99],
    [9999, 10_000, 99],
    [1000, 1000, 100],
    [1001, 1000, 100],
  ])("%i of %i is %i", (done, total, expected) => {
    expect(percent(done, total)).toBe(expected);
  });
});

describe("words", () => {
  it("counts", () => {
    expect([counted(1, "job"), counted(1204, "job"), counted(2, "batch", "batches")]).toEqual([
      "1 job",
      "1,204 jobs",
      "2 batches",
    ]);
  });
  it("lists", () => {
    expect([listed([]), listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])]).toEqual([
      "",
      "a",
      "a and b",
      "a, b and c",
    ]);
  });
  it("shortens ids", () => {
    expect(shortId("bid-1f0c2b34-aaaa-4bbb-8ccc-0123456789a2")).toBe("bid-1f0c…89a2");
    expect(shortId("short")).toBe("short");
  });
});
