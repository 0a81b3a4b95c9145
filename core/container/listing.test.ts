import { describe, expect, it } from "vitest";
import { CONTAINER_LIMITS, isBomb } from "./limits.ts";
import { ContainerListing } from "./listing.ts";
import type { NameEncoding } from "./name-encodings.ts";
import type { ContainerEntry } from "./ports.ts";

const file = (name: string, sizeBytes = 1) => ({ name, kind: "file", sizeBytes, faults: [] }) as const;
const folder = (name: string) => ({ name, kind: "folder", sizeBytes: 0, faults: [] }) as const;

/** What a listing of such entries says, files and all. */
function listed(entries: readonly ContainerEntry[], mostBytes = 1e12, nameEncoding?: NameEncoding) {
  const listing = new ContainerListing(mostBytes, nameEncoding);
  for (const entry of entries) listing.take(entry);
  listing.end();
  const { problems, warnings } = listing.findings;
  return {
    files: listing.files,
    problems: problems.map(({ message }) => message),
    warnings: warnings.map(({ message }) => message),
  };
}

describe("ContainerListing", () => {
  it("stops at one entry more than it takes", () => {
    const listing = new ContainerListing(1e12);
    for (let place = 0; place < CONTAINER_LIMITS.entries; place += 1) listing.take(file(`f${place}`));
    expect(listing.isFull).toBe(false);
    listing.take(folder("folder"));
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

  it("takes names of 16,777,216 characters in all", () => {
    const listing = new ContainerListing(1e12);
    const long = "x".repeat(65_530);
    for (let place = 100_000; place < 100_256; place += 1) listing.take(file(`${long}${place}`));
    expect(listing.isFull).toBe(false);
    listing.take(file("a"));
    expect(listing.isFull).toBe(true);
  });

  it("takes files in a million folders", () => {
    // 2,001 folders each, 1,000,500 in all
    const deep = Array.from({ length: 500 }, (_, place) => file(`${place}/${"a/".repeat(2_000)}f`));
    expect(listed(deep).problems).toEqual([
      "The files lie in more than 1,000,000 folders. Use fewer folders.",
    ]);
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

  it("lists files, not folders, which may come again", () => {
    expect(listed([folder("a"), file("a/b", 7), folder("a"), file("c", 0)])).toEqual({
      files: [
        { name: "a/b", sizeBytes: 7 },
        { name: "c", sizeBytes: 0 },
      ],
      problems: [],
      warnings: [],
    });
  });

  it.each([
    [[], ["The container has no files in it. There is nothing to deposit."], []],
    [[folder("a")], ["The container has no files in it. There is nothing to deposit."], []],
    [[file("a"), file("a")], ['The container has "a" twice (entries 1 and 2). Keep one.'], []],
    [
      [file("a"), folder("a")],
      ['"a" would be a file and a folder at once (see entry 1). Rename one of the two.'],
      [],
    ],
    [
      [file("a"), file("A")],
      [],
      [
        'The name "A" differs from that of entry 1 only in upper and lower case. Some systems cannot keep both.',
      ],
    ],
    [
      [file("a/../b")],
      ['The file name "a/../b" has a part that is . or .. only. Write the name without it.'],
      [],
    ],
    [
      [{ ...file("a"), faults: ["entry_link"] }],
      ['"a" is a link. Put the file itself into the container.'],
      [],
    ],
    // a name that cannot be read is not judged further
    [
      [{ ...file("../\u00e9"), faults: ["entry_name_other_encoding"] }],
      [
        'The name "../\u00e9" is not in gbk, which nameEncoding says. Correct the field, or recreate the container with names in UTF-8.',
      ],
      [],
    ],
    [
      [{ ...file("../a"), faults: ["entry_name_encoding"] }],
      [
        "A name is not in UTF-8. It may read . Say which in the field nameEncoding, or recreate the container with names in UTF-8.",
      ],
      [],
    ],
    [
      [
        { ...file("a", 1_048_577), compressedBytes: 1 },
        { ...file("b", 1_048_576), compressedBytes: 1 },
      ],
      [
        '"a" would grow to more than 200 times its packed size. If this is intended, deposit it in an uncompressed tar.',
      ],
      [],
    ],
  ] satisfies readonly [readonly ContainerEntry[], readonly string[], readonly string[]][])(
    "says of %j: %j, %j",
    (entries, problems, warnings) => {
      expect(listed(entries, 1e12, "gbk")).toMatchObject({ problems, warnings });
    },
  );

  it("leaves out what would fill the disk, and says no more of a container that is full", () => {
    const bomb = { ...file("a", 1_048_577), compressedBytes: 1 };
    expect(listed([bomb, file("b", 5)]).files).toEqual([{ name: "b", sizeBytes: 5 }]);
    expect(listed([bomb]).problems).toHaveLength(1);
    const shared = [10, 20].map((from) => ({ ...file(`${from}`, 5), span: { from, to: 30 } }));
    expect(listed(shared, 9)).toEqual({
      files: [{ name: "10", sizeBytes: 5 }],
      problems: [
        "The container unpacks to more than 9 bytes, which is more than there is room for. Split it into several.",
      ],
      warnings: [],
    });
  });

  it("finds entries that share bytes, in any order, and not those that touch", () => {
    const spans = [
      { from: 100, to: 200 },
      { from: 0, to: 50 },
      { from: 50, to: 100 },
      { from: 199, to: 300 },
    ];
    const listing = new ContainerListing(1e12);
    listing.take(file("without a place"));
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
