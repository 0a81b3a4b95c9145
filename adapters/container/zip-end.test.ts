import { describe, expect, it } from "vitest";
import { containerBench } from "../../tests/containers/container-bench.ts";
import { makeZip } from "../../tests/containers/make-container.ts";
import { type RawEnd, rawZip } from "../../tests/containers/raw-zip.ts";

const { list } = containerBench();
const TWO = [
  { name: "a", data: "x" },
  { name: "b", data: "y" },
];
const zeros = (count: number) => new Uint8Array(count);

describe("the end of a zip", () => {
  it.each([
    ["counts more than its list holds", { entryCount: 3 }, "zip_count_differs"],
    ["counts fewer than its list holds", { entryCount: 1 }, "zip_count_differs"],
    ["is followed by something else", { after: "PK" }, "zip_trailing"],
    ["is followed by zeros and something else", { after: "\0\0\0x" }, "zip_trailing"],
    ["says that the list is shorter than it is", { listBytes: 47 }, "zip_list_misplaced"],
    ["begins after something that is no list", { beforeEnd: zeros(3) }, "zip_list_misplaced"],
    ["counts what lies behind as list", { beforeEnd: zeros(3), listBytes: 97 }, "zip_list_misplaced"],
  ] satisfies [string, RawEnd, string][])("%s: refused", async (_, changes, code) => {
    expect(await list(rawZip(TWO, changes))).toEqual({
      code: "container_invalid",
      files: [],
      problems: [code],
    });
  });

  it.each([
    ["a comment", { comment: "made by hand" }, []],
    ["a comment with zeros at its end", { comment: "x\0\0" }, []],
    ["a comment in which an end record begins", { comment: "PK\u0005\u0006" }, []],
    ["zeros after it, as a tape has them", { after: zeros(10_240) }, ["zip_padding"]],
  ] satisfies [string, RawEnd, string[]][])("has %s: taken", async (_, changes, warnings) => {
    expect(await list(rawZip(TWO, changes))).toEqual({ files: ["a", "b"], problems: [], warnings });
  });

  // 65,536 of them were lost silently
  it("counts 66,000 entries with 16 bits: all are read", async () => {
    const names = Array.from({ length: 66_000 }, (_, number) => `f${number}`);
    const bytes = rawZip(
      names.map((name) => ({ name, method: 0 })),
      { entryCount: 66_000 - 65_536 },
    );
    expect(await list(bytes)).toEqual({ files: names, problems: [], warnings: ["zip_count_small"] });
  });

  it("of zip64 counts with 64", async () => {
    const bytes = await makeZip({ a: "x", b: "y" }, { zip64: true });
    expect(await list(bytes)).toEqual({ files: ["a", "b"], problems: [], warnings: [] });
    // the disk number as zip64 writers may write it: the zip64 record has the real one
    bytes.writeUInt16LE(0xffff, bytes.length - 22 + 4);
    expect(await list(bytes)).toEqual({ files: ["a", "b"], problems: [], warnings: [] });
    // the number of entries on this disk and in total, in the 56-byte record before locator and end
    const at = bytes.length - 22 - 20 - 56;
    expect(bytes.readBigUInt64LE(at + 32)).toBe(2n);
    bytes.writeBigUInt64LE(1n, at + 32);
    expect(await list(bytes)).toMatchObject({ problems: ["zip_count_differs"] });
  });
});

it("the top folder itself, ./, is no entry of a zip", async () => {
  const bytes = rawZip([{ name: "./" }, { name: "./a", data: "x" }]);
  expect(await list(bytes)).toEqual({ files: ["a"], problems: [], warnings: [] });
});
