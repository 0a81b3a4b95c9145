import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  block,
  digestOf,
  type HandMade,
  inventoryOf,
  objectOf,
} from "../../../tests/fixtures/ocfl/hand-made.ts";
import { memoryTree } from "../../../tests/fixtures/ocfl/memory-tree.ts";
import { validateObject } from "./validate.ts";
import { isError } from "./validation/findings.ts";

const A = digestOf("a");
const B = digestOf("b");

async function codesOf(files: Readonly<Record<string, string>>): Promise<string[]> {
  return [...new Set((await validateObject(memoryTree(files))).map(({ code }) => code))].sort();
}

/** One version with its inventory changed this way. */
const changed = (change: HandMade) => objectOf(inventoryOf(change));
const oneBlock = (change: HandMade) =>
  changed({ versions: { v1: { ...block({ [A]: ["a.txt"] }), ...change } } });
const without = (key: string) =>
  objectOf(Object.fromEntries(Object.entries(inventoryOf()).filter(([name]) => name !== key)));

/** Two versions with these names, both with the same file; each folder has its own inventory, changed by `older`. */
function twoVersions(names: readonly [string, string], older: HandMade = {}, newer: HandMade = {}) {
  const [one, two] = names;
  const state = block({ [A]: ["a.txt"] });
  const manifest = { [A]: [`${one}/content/a.txt`] };
  const first = inventoryOf({ head: one, manifest, versions: { [one]: state }, ...older });
  const second = inventoryOf({ head: two, manifest, versions: { [one]: state, [two]: state }, ...newer });
  return objectOf(second, { [one]: first, [two]: second }, { [`${one}/content/a.txt`]: "a" });
}

const SOUND: readonly (readonly [what: string, files: Record<string, string>])[] = [
  ["one version, one file", objectOf(inventoryOf())],
  ["two versions", twoVersions(["v1", "v2"])],
  ["no content", objectOf(inventoryOf({ manifest: {}, versions: { v1: block({}) } }), undefined, {})],
  [
    "a content folder of another name",
    objectOf(inventoryOf({ contentDirectory: "stuff", manifest: { [A]: ["v1/stuff/a.txt"] } }), undefined, {
      "v1/stuff/a.txt": "a",
    }),
  ],
  ["a logs folder", { ...objectOf(inventoryOf()), "logs/today.txt": "all well" }],
  [
    "digests in upper case",
    changed({
      manifest: { [A.toUpperCase()]: ["v1/content/a.txt"] },
      versions: { v1: block({ [A.toUpperCase()]: ["a.txt"] }) },
    }),
  ],
  [
    "every kind of fixity, an unknown one among them",
    changed({
      fixity: {
        md5: { [digestOf("a", "md5")]: ["v1/content/a.txt"] },
        sha1: { [digestOf("a", "sha1")]: ["v1/content/a.txt"] },
        "blake2b-512": { [digestOf("a", "blake2b512")]: ["v1/content/a.txt"] },
        crc99: { abc: ["v1/content/a.txt"] },
      },
    }),
  ],
];

const WARNED: readonly (readonly [codes: string, what: string, files: Record<string, string>])[] = [
  ["W001", "versions padded with zeros", twoVersions(["v0001", "v0002"])],
  ["W002", "a stray folder in a version", { ...objectOf(inventoryOf()), "v1/extra/x.txt": "x" }],
  [
    "W003",
    "an empty content folder",
    {
      ...objectOf(inventoryOf({ manifest: {}, versions: { v1: block({}) } }), undefined, {}),
      "v1/content/": "",
    },
  ],
  [
    "W004",
    "SHA-256",
    changed({
      digestAlgorithm: "sha256",
      manifest: { [digestOf("a", "sha256")]: ["v1/content/a.txt"] },
      versions: { v1: block({ [digestOf("a", "sha256")]: ["a.txt"] }) },
    }),
  ],
  ["W005", "an id that is no URI", changed({ id: "hand" })],
  ["W007", "no message", oneBlock({ message: undefined })],
  ["W007", "no user", oneBlock({ user: undefined })],
  ["W008", "a user without address", oneBlock({ user: { name: "Ada Depositor" } })],
  ["W009", "an address that is no URI", oneBlock({ user: { name: "Ada Depositor", address: "Room 4" } })],
  [
    "W010",
    "a version without inventory",
    Object.fromEntries(
      Object.entries(twoVersions(["v1", "v2"])).filter(([path]) => !path.startsWith("v1/inventory")),
    ),
  ],
  [
    "W011",
    "a version told otherwise later",
    twoVersions(["v1", "v2"], { versions: { v1: { ...block({ [A]: ["a.txt"] }), message: "Else" } } }),
  ],
  ["W013", "an extension nobody registered", { ...objectOf(inventoryOf()), "extensions/Mine!/x": "x" }],
];

const BROKEN: readonly (readonly [codes: string, what: string, files: Record<string, string>])[] = [
  ["E001", "a version's name of another kind", { ...objectOf(inventoryOf()), "1/content/x": "x" }],
  ["E003 E063", "an empty folder", {}],
  ["E008 E036", "no versions and no head", changed({ head: undefined, versions: {} })],
  ["E009", "a first version left out", changed({ head: "v2", versions: { v2: block({ [A]: ["a.txt"] }) } })],
  ["E010", "a version left out", twoVersions(["v1", "v3"])],
  ["E011 E013", "a name without padding after padded ones", twoVersions(["v01", "v2"])],
  ["E012", "padded names of several lengths", twoVersions(["v01", "v002"])],
  ["E015", "a file beside the content folder", { ...objectOf(inventoryOf()), "v1/a.txt": "a" }],
  ["E017", "a content folder's name with a slash", changed({ contentDirectory: "con/tent" })],
  ["E018", "a content folder called ..", changed({ contentDirectory: ".." })],
  [
    "E019",
    "a content folder that changes its name",
    twoVersions(["v1", "v2"], {}, { contentDirectory: "stuff" }),
  ],
  [
    "E023",
    "a file an older inventory leaves out",
    twoVersions(["v1", "v2"], { manifest: {}, versions: { v1: block({}) } }),
  ],
  ["E025", "digests by MD5", changed({ digestAlgorithm: "md5" })],
  ["E036", "no id", without("id")],
  ["E036", "no head", without("head")],
  ["E037", "an id that changes", twoVersions(["v1", "v2"], { id: "ark:/99999/fk4other" })],
  ["E040", "a head of no version", changed({ head: "v9" })],
  ["E040", "a head that is a number", changed({ head: 1 })],
  ["E041", "no manifest", without("manifest")],
  ["E043", "no versions", without("versions")],
  [
    "E046",
    "a version's name with another letter",
    changed({ head: "x1", versions: { x1: block({ [A]: ["a.txt"] }) } }),
  ],
  ["E049", "30 February", oneBlock({ created: "2026-02-30T12:00:00Z" })],
  ["E049", "the hour 24", oneBlock({ created: "2026-03-01T24:00:00Z" })],
  ["E049", "a time without seconds", oneBlock({ created: "2026-03-01T12:00Z" })],
  [
    "E049 E050 E054 E094",
    "values of the wrong kind",
    oneBlock({ created: 5, user: "Ada", message: 7, state: [] }),
  ],
  ["E050", "a digest of the state in the other case", oneBlock({ state: { [A.toUpperCase()]: ["a.txt"] } })],
  ["E052 E053", "logical paths that lead away", oneBlock({ state: { [A]: ["/a", "b/../c", "d//e", "f/"] } })],
  ["E054", "a user without a name", oneBlock({ user: { address: "mailto:ada@example.org" } })],
  [
    "E066",
    "another state of an older version",
    twoVersions(["v1", "v2"], { versions: { v1: block({ [A]: ["b.txt"] }) } }),
  ],
  [
    "E092",
    "an older digest that is wrong",
    twoVersions(["v1", "v2"], {
      manifest: { [B]: ["v1/content/a.txt"] },
      versions: { v1: block({ [B]: ["a.txt"] }) },
    }),
  ],
  [
    "E092 E093",
    "a file named by manifest and fixity that is missing",
    changed({
      manifest: { [A]: ["v1/content/a.txt", "v1/content/b.txt"] },
      fixity: { md5: { [digestOf("a", "md5")]: ["v1/content/b.txt"] } },
    }),
  ],
  [
    "E093",
    "a fixity digest that is wrong",
    changed({ fixity: { md5: { [digestOf("b", "md5")]: ["v1/content/a.txt"] } } }),
  ],
  ["E095", "one logical path twice", oneBlock({ state: { [A]: ["a.txt", "a.txt"] } })],
  [
    "E097",
    "one fixity digest in both cases",
    changed({
      fixity: {
        md5: {
          "0cc175b9c0f1b6a831c399e269772661": ["v1/content/a.txt"],
          "0CC175B9C0F1B6A831C399E269772661": ["v1/content/a.txt"],
        },
      },
    }),
  ],
  [
    "E099 E100",
    "content paths that lead away, in fixity",
    changed({ fixity: { md5: { [digestOf("a", "md5")]: ["/v1/content/a.txt", "v1/./content/a.txt"] } } }),
  ],
  ["E100", "a content path with a leading slash", changed({ manifest: { [A]: ["/v1/content/a.txt"] } })],
  [
    "E101",
    "one content path under two digests",
    changed({
      manifest: { [A]: ["v1/content/a.txt"], [B]: ["v1/content/a.txt"] },
      versions: { v1: block({ [A]: ["a.txt"], [B]: ["b.txt"] }) },
    }),
  ],
  [
    "E103",
    "a newer version by an older OCFL",
    twoVersions(["v1", "v2"], {}, { type: "https://ocfl.io/1.0/spec/#inventory" }),
  ],
  ["E106", "a manifest that is a list", changed({ manifest: [] })],
  ["E111", "a fixity block that is a text", changed({ fixity: "none" })],
];

describe("an object made by hand", () => {
  it.each(SOUND)("is sound: %s", async (_what, files) => {
    expect(await codesOf(files)).toEqual([]);
  });

  it.each(WARNED)("is warned about with %s: %s", async (codes, _what, files) => {
    expect(await codesOf(files)).toEqual(codes.split(" "));
  });

  it.each(BROKEN)("is refused with %s: %s", async (codes, _what, files) => {
    expect(await codesOf(files)).toEqual(expect.arrayContaining(codes.split(" ")));
  });
});

// The public OCFL fixtures, if there is a copy: OCFL_FIXTURES names its folder.
const fixtures = process.env.OCFL_FIXTURES;
const KINDS = ["1.0", "1.1"].flatMap((version) =>
  ["good", "warn", "bad"].map((kind) => `${version}/${kind}-objects`),
);
if (fixtures !== undefined && existsSync(fixtures)) {
  describe.each(KINDS)("the public fixtures in %s", (folder) => {
    it.each(readdirSync(join(fixtures, folder)))("%s", async (name) => {
      const findings = await validateObject(join(fixtures, folder, name));
      const codes = new Set(findings.map(({ code }) => code));
      const named = folder.includes("good") ? [] : (name.match(/[EW]\d{3}/g) ?? []);
      expect([...codes]).toEqual(expect.arrayContaining(named));
      expect(findings.some(isError)).toBe(folder.includes("bad"));
      if (folder.includes("warn")) expect([...codes].sort()).toEqual([...new Set(named)].sort());
    });
  });
}
