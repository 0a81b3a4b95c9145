import { describe, expect, it } from "vitest";
import { BAGIT, bag, judge, PAYLOAD } from "../../tests/containers/bag-bench.ts";
import { listOf } from "../../tests/containers/make-bag.ts";
import { fits } from "./check-profile.ts";
import { BagProfile } from "./profile.ts";

const ID = "https://example.org/bagit/disks.json";

/** A profile as its file has it, with these keys. */
function profile(keys: Record<string, unknown> = {}): BagProfile {
  const about = {
    "BagIt-Profile-Identifier": ID,
    "BagIt-Profile-Version": "1.4.0",
    "Source-Organization": "Test Library",
    Version: "0.3",
  };
  return BagProfile.parse({ "BagIt-Profile-Info": about, ...keys });
}

const INFO = `BagIt-Profile-Identifier: ${ID}\nSource-Organization: Test Library\nBagging-Date: 2026-11-28\n`;

const NO_PAYLOAD = { "data/a.txt": undefined, "data/folder/b c.txt": undefined };
/** The payload, and its manifest. */
const holding = (files: Record<string, string>) => ({
  ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`data/${name}`, text])),
  "manifest-sha512.txt": listOf("sha512", files, "data/"),
});

/** What a bag that names the profile comes to. */
async function check(
  keys: Record<string, unknown>,
  {
    info = INFO,
    changes = {},
    format = "zip",
    version = "1.0",
  }: {
    info?: string;
    changes?: Record<string, string | undefined>;
    format?: "zip" | "tar" | "gzip";
    version?: string;
  } = {},
) {
  const contents = bag(version, { "bag-info.txt": info, ...changes });
  const { problems, warnings } = await judge(contents, { known: [profile(keys)], format });
  return [...problems, ...warnings];
}

describe("a bag that names a profile", () => {
  it.each<[string, Record<string, unknown>, Parameters<typeof check>[1], string[]]>([
    ["that asks for nothing", {}, {}, []],
    ["of its BagIt version", { "Accept-BagIt-Version": ["0.97", "1.0"] }, {}, []],
    ["of another BagIt version", { "Accept-BagIt-Version": ["0.97"] }, {}, ["0 bag_profile_version"]],
    ["that wants it unpacked", { Serialization: "forbidden" }, {}, ["0 bag_profile_packed"]],
    [
      "that takes it packed so",
      { Serialization: "required", "Accept-Serialization": ["application/zip"] },
      {},
      [],
    ],
    [
      "that takes a tar alone",
      { "Accept-Serialization": ["application/x-tar"] },
      {},
      ["0 bag_profile_format"],
    ],
    ["that names types in capitals", { "Accept-Serialization": ["APPLICATION/ZIP"] }, {}, []],
    ["that takes nothing packed", { "Accept-Serialization": [] }, {}, ["0 bag_profile_format"]],
    ["that takes a tar", { "Accept-Serialization": ["application/x-tar"] }, { format: "tar" }, []],
    ["that takes a tar.gz", { "Accept-Serialization": ["application/gzip"] }, { format: "gzip" }, []],
    [
      "that wants tags it has",
      { "Bag-Info": { "Bagging-Date": { required: true }, "source-organization": { required: true } } },
      {},
      [],
    ],
    [
      "that wants a tag it lacks",
      { "Bag-Info": { "Contact-Name": { required: true }, "Contact-Email": { required: false } } },
      {},
      ["0 bag_profile_tag"],
    ],
    [
      "with one of its values",
      { "Bag-Info": { "Source-Organization": { values: ["Other", "Test Library"] } } },
      {},
      [],
    ],
    [
      "with another value",
      { "Bag-Info": { "Source-Organization": { values: ["Other"] } } },
      {},
      ["2 bag_profile_value"],
    ],
    [
      "with a tag twice that may stand once",
      { "Bag-Info": { "Bagging-Date": { repeatable: false } } },
      { info: `${INFO}bagging-date: 2026-11-29\n` },
      ["4 bag_profile_repeated"],
    ],
    [
      "with a tag twice that may",
      { "Bag-Info": { "Bagging-Date": {} } },
      { info: `${INFO}Bagging-Date: 2026-11-29\n` },
      [],
    ],
    ["with its manifests", { "Manifests-Required": ["sha512"], "Manifests-Allowed": ["sha512"] }, {}, []],
    ["with its manifests under other names", { "Manifests-Allowed": ["SHA-512"] }, {}, []],
    ["without a manifest of it", { "Manifests-Required": ["md5"] }, {}, ["0 bag_profile_manifest"]],
    [
      "with a manifest it does not allow",
      { "Manifests-Allowed": ["sha512"] },
      { changes: { "manifest-md5.txt": listOf("md5", PAYLOAD, "data/") } },
      ["0 bag_profile_other_manifest"],
    ],
    ["without a tag manifest of it", { "Tag-Manifests-Required": ["md5"] }, {}, ["0 bag_profile_manifest"]],
    [
      "with a tag manifest it does not allow",
      { "Tag-Manifests-Allowed": ["sha256"] },
      {
        changes: {
          "tagmanifest-md5.txt": listOf("md5", { "bagit.txt": BAGIT("0.97") }, ""),
        },
        version: "0.97",
      },
      ["0 bag_profile_other_manifest", "0 bag_manifest_unnamed"],
    ],
    [
      "with a fetch.txt it forbids",
      { "Allow-Fetch.txt": false },
      { changes: { "fetch.txt": "" } },
      ["0 bag_profile_fetch"],
    ],
    ["without a fetch.txt, which it forbids", { "Allow-Fetch.txt": false }, {}, []],
    [
      "that takes a zip beside others",
      { "Accept-Serialization": ["application/x-tar", "application/zip"] },
      {},
      [],
    ],
    [
      "with a tag file that one of its patterns allows",
      { "Tag-Files-Allowed": ["dpn/*", "other.txt"] },
      { changes: { "other.txt": "a" } },
      [],
    ],
    ["without the fetch.txt it wants", { "Fetch.txt-Required": true }, {}, ["0 bag_profile_no_fetch"]],
    ["with files in data/ that should be empty", { "Data-Empty": true }, {}, ["0 bag_profile_data"]],
    [
      "with one empty file in data/ that should be empty",
      { "Data-Empty": true },
      { info: INFO, changes: { ...NO_PAYLOAD, ...holding({ ".keep": "" }) } },
      [],
    ],
    [
      "with no file in data/",
      { "Data-Empty": true },
      { info: INFO, changes: { ...NO_PAYLOAD, "manifest-sha512.txt": "" } },
      [],
    ],
    [
      "with two empty files there",
      { "Data-Empty": true },
      { info: INFO, changes: { ...NO_PAYLOAD, ...holding({ a: "", b: "" }) } },
      ["0 bag_profile_data"],
    ],
    [
      "with one file of one byte there",
      { "Data-Empty": true },
      { info: INFO, changes: { ...NO_PAYLOAD, ...holding({ a: "x" }) } },
      ["0 bag_profile_data"],
    ],
    [
      "with a fetch.txt it wants and allows, beside no other tag file",
      { "Fetch.txt-Required": true, "Allow-Fetch.txt": true, "Tag-Files-Allowed": [] },
      { changes: { "fetch.txt": "" } },
      [],
    ],
    ["with a tag file of any name, of which it says nothing", {}, { changes: { "other.txt": "a" } }, []],
    [
      "with the tag files it wants and allows",
      { "Tag-Files-Required": ["about.txt"], "Tag-Files-Allowed": ["dpn/*"] },
      { changes: { "about.txt": "a", "dpn/tags/x.txt": "x" } },
      [],
    ],
    ["without a tag file it wants", { "Tag-Files-Required": ["about.txt"] }, {}, ["0 bag_profile_file"]],
    [
      "with a tag file it does not allow",
      { "Tag-Files-Allowed": ["dpn/*"] },
      { changes: { "other.txt": "a" } },
      ["0 bag_profile_other_file"],
    ],
  ])("%s", async (_, keys, given, expected) => {
    expect(await check(keys, given)).toEqual(expected);
  });

  it("the collection does not have is a warning, and other profiles are not asked", async () => {
    const strict = { "Manifests-Required": ["md5"] };
    const info = "BagIt-Profile-Identifier: https://example.org/other.json\n";
    expect(await check(strict, { info })).toEqual(["0 bag_profile_unknown"]);
    expect(await check(strict, { info: "Note: none\n" })).toEqual([]);
    const { warnings } = await judge(bag("1.0", { "bag-info.txt": info }));
    expect(warnings).toEqual(["0 bag_profile_unknown"]);
  });

  it("keeps each of several, the last one named folded", async () => {
    const info = `BagIt-Profile-Identifier:\n  ${ID}\nBagIt-Profile-Identifier: https://example.org/other.json\n`;
    expect(await check({ "Manifests-Required": ["md5"] }, { info })).toEqual([
      "0 bag_profile_manifest",
      "0 bag_profile_unknown",
    ]);
  });

  it("reads a hundred lines of a value, and a thousand values of a label", async () => {
    const keys = { "Bag-Info": { Note: { values: [Array(100).fill("x").join(" ")] } } };
    const folded = (lines: number) => `${INFO}Note: x\n${"\tx\n".repeat(lines - 1)}`;
    expect(await check(keys, { info: folded(100) })).toEqual([]);
    expect(await check(keys, { info: folded(101) })).toEqual([]);
    expect(await check(keys, { info: folded(99) })).toEqual(["4 bag_profile_value"]);
    const others = (many: number) =>
      Array.from({ length: many }, (_, n) => `BagIt-Profile-Identifier: p${n}\n`).join("");
    const asked = { "Manifests-Required": ["md5"] };
    expect(await check(asked, { info: others(999) + INFO })).toContain("0 bag_profile_manifest");
    expect(await check(asked, { info: others(1_000) + INFO })).not.toContain("0 bag_profile_manifest");
  });

  it("is judged by the old name of bag-info.txt too", async () => {
    const changes = { "bag-info.txt": undefined, "package-info.txt": INFO };
    expect(await check({ "Bag-Info": { "Bagging-Date": { values: ["x"] } } }, { changes })).toEqual([
      "3 bag_profile_value",
    ]);
  });
});

describe("a profile", () => {
  it.each<[string, Record<string, unknown>]>([
    ["with a key that is not known", { "Payload-Files-Size-Limit": 1 }],
    [
      "of version 2",
      { "BagIt-Profile-Info": { "BagIt-Profile-Identifier": ID, "BagIt-Profile-Version": "2.0" } },
    ],
    [
      "of version 2.1",
      { "BagIt-Profile-Info": { "BagIt-Profile-Identifier": ID, "BagIt-Profile-Version": "2.1.0" } },
    ],
    ["without an identifier", { "BagIt-Profile-Info": { Version: "1" } }],
    ["with a word for a list", { "Manifests-Required": "md5" }],
    ["with a word for yes or no", { "Bag-Info": { Note: { required: "yes" } } }],
    ["that is very large", { "Bag-Info": { Note: { description: "x".repeat(100_000) } } }],
  ])("%s is refused", (_, keys) => {
    const about = { "BagIt-Profile-Identifier": ID };
    expect(BagProfile.safeParse({ "BagIt-Profile-Info": about, ...keys }).success).toBe(false);
  });

  it("has 100,000 characters at most", () => {
    const noted = (length: number) => ({
      "BagIt-Profile-Info": { "BagIt-Profile-Identifier": ID },
      "Bag-Info": { Note: { description: "x".repeat(length) } },
    });
    const around = JSON.stringify(noted(0)).length;
    expect(BagProfile.safeParse(noted(100_000 - around)).success).toBe(true);
    expect(BagProfile.safeParse(noted(100_001 - around)).error?.issues[0]?.message).toBe(
      "A profile has at most 100,000 characters",
    );
  });

  it("keeps its notes for people", () => {
    const keys = { "Bag-Info": { "Contact-Name": { required: true, description: "Who packed it" } } };
    expect(profile(keys)).toMatchObject({ ...keys, "BagIt-Profile-Info": { Version: "0.3" } });
  });
});

describe("fits", () => {
  it.each([
    ["a.txt", "a.txt", true],
    ["a.txt", "b.txt", false],
    ["dpn/a/b.txt", "dpn/*", true],
    ["dpn", "dpn/*", false],
    ["ab", "a*b", true],
    ["aab", "a*ab", true],
    ["ab", "ab*b", false],
    ["axbxc", "a*x*c", true],
    ["axbc", "a*x*x*c", false],
    ["", "*", true],
  ])("%j and %j: %s", (path, pattern, expected) => {
    expect(fits(path, pattern)).toBe(expected);
  });
});
