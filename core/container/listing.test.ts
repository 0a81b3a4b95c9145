import { describe, expect, it } from "vitest";
import { CONTAINER_LIMITS, isBomb } from "./limits.ts";
import { ContainerListing } from "./listing.ts";

const file = (name: string, sizeBytes = 1) => ({ name, kind: "file", sizeBytes, faults: [] }) as const;

describe("ContainerListing", () => {
  it("stops at one entry more than it takes", () => {
    const listing = new ContainerListing(1e12);
    for (let place = 0; place < CONTAINER_LIMITS.entries; place += 1) listing.take(file(`f${place}`));
    expect(listing.isFull).toBe(false);
    listing.take({ name: "folder", kind: "folder", sizeBytes: 0, faults: [] });
    expect(listing.isFull).toBe(true);
    expect(listing.findings.problems.map(({ code }) => code)).toEqual(["too_many_entries"]);
  });

  it("stops when the names take too much room", () => {
    const listing = new ContainerListing(1e12);
    const long = "x".repeat(60_000);
    for (let place = 0; !listing.isFull && place < 1000; place += 1) listing.take(file(`${long}${place}`));
    expect(listing.findings.problems.at(-1)?.code).toBe("names_too_long");
    expect(listing.files.length).toBeLessThan(300);
  });

  it("asks what names may read a thousand times at most", () => {
    const listing = new ContainerListing(1e12);
    let asked = 0;
    const readings = () => {
      asked += 1;
      return "one thing or another";
    };
    for (let place = 0; place < 1500; place += 1)
      listing.take({ ...file(`${place}`), faults: ["entry_name_encoding"], readings });
    expect([listing.findings.problemCount, asked]).toEqual([1500, 1000]);
    expect(listing.findings.problems[0]?.message).toContain("one thing or another");
  });

  it("describes a thousand problems and counts the rest", () => {
    const listing = new ContainerListing(1e12);
    for (let place = 0; place < 1500; place += 1) listing.take(file(`../${place}`));
    listing.end();
    expect(listing.findings.problemCount).toBe(1500);
    expect(listing.findings.problems).toHaveLength(1000);
  });

  it("sums up what is to be written", () => {
    const listing = new ContainerListing(10);
    for (const name of ["a", "b"]) listing.take(file(name, 5));
    listing.end();
    expect([listing.bytes, listing.files.length, listing.findings.problemCount]).toEqual([10, 2, 0]);
    listing.take(file("c", 1));
    expect(listing.findings.problems.map(({ code }) => code)).toEqual(["too_many_bytes"]);
  });

  it("finds entries that share bytes, in any order, and not those that touch", () => {
    const spans = [
      { from: 100, to: 200 },
      { from: 0, to: 50 },
      { from: 50, to: 100 },
      { from: 199, to: 300 },
    ];
    const listing = new ContainerListing(1e12);
    for (const [place, span] of spans.entries()) listing.take({ ...file(`f${place}`), span });
    listing.end();
    expect(listing.findings.problems).toEqual([
      {
        line: 0,
        code: "entry_overlap",
        message: '"f3" shares bytes with another entry. Recreate the container.',
      },
    ]);
  });
});

describe("isBomb", () => {
  it.each([
    [1, 1_048_576, false],
    [1, 1_048_577, true],
    [10_000, 2_000_000, false],
    [10_000, 2_000_001, true],
    [0, 0, false],
  ])("%i bytes that grow to %i: %s", (packed, unpacked, bomb) => {
    expect(isBomb(packed, unpacked)).toBe(bomb);
  });
});
