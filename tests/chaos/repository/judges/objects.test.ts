import { describe, expect, it } from "vitest";
import type { RecordedVersion, Seen } from "../seen.ts";
import { wrongRows, wrongVersions } from "./objects.ts";
import { batch, completed, goodScene, job, version } from "./scene.ts";

const with_ = (more: Partial<Seen>): Seen => ({ ...goodScene(), ...more });
const recordedOf = (seen: Pick<Seen, "stored">, jobIds: readonly string[]): RecordedVersion[] =>
  seen.stored.map((one, place) => ({ ...one, jobId: jobIds[place] ?? "", fileCount: one.files.length }));

/** Two updates of one object. `order`: the jobs of its versions. */
function updates(order: readonly string[], files = { "producer/x.txt": "11", "producer/y.txt": "22" }): Seen {
  const stored = [version("ark:/1/a", 1, { "producer/x.txt": "11" }), version("ark:/1/a", 2, files)];
  return with_({
    acknowledged: [
      { deposit: completed("a-1", "a-standing", { "x.txt": "11" }), batchId: "b1" },
      { deposit: completed("a-2", "a-standing", { "y.txt": "22" }), batchId: "b2" },
    ],
    batches: [batch({ id: "b1", seq: 1 }), batch({ id: "b2", seq: 2 })],
    jobs: [job({ id: "j1", batchId: "b1" }), job({ id: "j2", batchId: "b2" })],
    stored,
    recorded: recordedOf({ stored }, order),
  });
}

describe("stored versions", () => {
  it("are what was deposited, in the order of the lane", () => {
    expect(wrongVersions(goodScene())).toEqual([]);
    expect(wrongVersions(updates(["j1", "j2"]))).toEqual([]);
  });

  it("are missed when there is none, and when there are two of one job", () => {
    expect(wrongVersions(with_({ stored: [], recorded: [] }))).toEqual(["a-standing: j1 has 0 versions"]);
    const twice = wrongVersions(updates(["j1", "j1"]));
    expect(twice).toContain("a-standing: j1 has 2 versions");
    expect(twice).toContain("a-standing: j2 has 0 versions");
  });

  it("are found out of order", () => {
    expect(wrongVersions(updates(["j2", "j1"]))).toContain("a-standing: j2 made version 1 after 2");
  });

  it("are found with other bytes, a file too many, or without those of before", () => {
    const other = { "producer/x.txt": "11", "producer/y.txt": "33" };
    const words = ["a-standing: ark:/1/a v2 has other files than deposited"];
    expect(wrongVersions(updates(["j1", "j2"], other))).toEqual(words);
    const more = { "producer/x.txt": "11", "producer/y.txt": "22", "producer/z.txt": "44" };
    expect(wrongVersions(updates(["j1", "j2"], more))).toEqual(words);
    const less = { "producer/y.txt": "22" } as { "producer/x.txt": string; "producer/y.txt": string };
    expect(wrongVersions(updates(["j1", "j2"], less))).toEqual(words);
  });

  it("are found where the numbers have a gap, and where nobody deposited them", () => {
    const [one] = goodScene().stored;
    const stored = [version("ark:/1/a", 2, { "producer/x.txt": "11" })];
    expect(wrongVersions(with_({ stored, recorded: recordedOf({ stored }, ["j1"]) }))).toEqual([
      "a-standing: has versions 2",
    ]);
    const more = [...(one ? [one] : []), version("ark:/1/b", 1, {})];
    expect(wrongVersions(with_({ stored: more }))).toEqual([
      "ark:/1/b v1 is stored, and nobody deposited it",
    ]);
  });
});

describe("the rows of the inventory", () => {
  it("agree with what is stored", () => {
    expect(wrongRows(goodScene())).toEqual([]);
  });

  it("miss a version, or have one too many", () => {
    expect(wrongRows(with_({ recorded: [] }))).toEqual(["ark:/1/a v1 has no rows"]);
    expect(wrongRows(with_({ stored: [] }))).toEqual(["ark:/1/a v1 is not stored"]);
  });

  it("have another digest, another place, or another count", () => {
    const words = ["ark:/1/a v1 has other files in its rows than stored"];
    const { stored } = goodScene();
    const [row] = recordedOf({ stored }, ["j1"]);
    if (!row) throw new Error("no row");
    const changed = (change: object) => [
      { ...row, files: row.files.map((file) => ({ ...file, ...change })) },
    ];
    expect(wrongRows(with_({ recorded: changed({ sha256: "00" }) }))).toEqual(words);
    expect(wrongRows(with_({ recorded: changed({ contentPath: "v1/x" }) }))).toEqual(words);
    expect(wrongRows(with_({ recorded: [{ ...row, fileCount: 1 }] }))).toEqual(words);
  });
});
