import { appendFile, cp, mkdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sha256, versionOf } from "../../../tests/fixtures/ocfl/deposits.ts";
import { makeSite } from "../../../tests/fixtures/ocfl/site.ts";
import { validateObject, validateStorageRoot } from "./validate.ts";

const ID = "ark:/99999/fk4valid";

/** A valid object with two versions. */
async function makeObject() {
  const site = await makeSite({ fsync: false });
  await site.store.put(versionOf(ID, 1, await site.sources({ "a.txt": "a", "b.txt": "b" })));
  const { root: path } = await site.store.put(
    versionOf(ID, 2, await site.sources({ "a.txt": "a", "c.txt": "c" })),
  );
  return { root: site.root, path, object: join(site.root, path) };
}

/**
 * Changes an inventory's text and updates its sidecar; both the root's and the newest version's when both are named.
 */
async function edit(
  object: string,
  folders: readonly string[],
  change: (text: string) => string,
): Promise<void> {
  for (const folder of folders) {
    const inventory = join(object, folder, "inventory.json");
    const text = change(await readFile(inventory, "utf8"));
    await writeFile(inventory, text);
    await writeFile(`${inventory}.sha256`, `${sha256(text)} inventory.json\n`);
  }
}

const HEAD = [".", "v2"];
const inHead = (from: string | RegExp, to: string) => (object: string) =>
  edit(object, HEAD, (text) => text.replace(from, to));

type Case = readonly [code: string, what: string, damage: (object: string) => Promise<unknown>];
const OBJECT_CASES: readonly Case[] = [
  ["E001", "a stray file", (object) => writeFile(join(object, "notes.txt"), "")],
  ["E001", "a stray folder", (object) => mkdir(join(object, "extra"))],
  ["E003", "no declaration", (object) => rm(join(object, "0=ocfl_object_1.1"))],
  [
    "E006",
    "a foreign declaration",
    (object) => rename(join(object, "0=ocfl_object_1.1"), join(object, "0=other")),
  ],
  [
    "E007",
    "a declaration with another text",
    (object) => writeFile(join(object, "0=ocfl_object_1.1"), "ocfl_object_1.1"),
  ],
  ["E010", "a version folder missing", (object) => rm(join(object, "v1"), { recursive: true })],
  ["E015", "a stray file in a version", (object) => writeFile(join(object, "v1/x"), "")],
  ["E023", "a file no inventory names", (object) => writeFile(join(object, "v1/content/0000/999"), "")],
  ["E024", "an empty content folder", (object) => mkdir(join(object, "v1/content/0001"))],
  ["E033", "an inventory that is no JSON", (object) => writeFile(join(object, "inventory.json"), "{")],
  ["E036", "an inventory without id", inHead(/"id": .*\n/, "")],
  [
    "E037",
    "a version inventory of another id",
    (object) => edit(object, ["v1"], (text) => text.replace(ID, `${ID}x`)),
  ],
  ["E038", "an inventory of another type", inHead("1.1/spec", "9.9/spec")],
  ["E040", "a head that is not the newest", inHead('"head": "v2"', '"head": "v1"')],
  [
    "E046",
    "a version folder no inventory knows",
    (object) => cp(join(object, "v2"), join(object, "v3"), { recursive: true }),
  ],
  ["E048", "a version without created", inHead(/"created": .*\n/g, "")],
  ["E049", "a time without zone", inHead(/000Z"/g, '000"')],
  [
    "E050",
    "a state digest the manifest has not",
    inHead(/"[0-9a-f]{64}": \["c.txt"\]/, `"${"0".repeat(64)}": ["c.txt"]`),
  ],
  ["E052", "a logical path with ..", inHead('["c.txt"]', '["../c.txt"]')],
  ["E053", "a logical path with a leading slash", inHead('["c.txt"]', '["/c.txt"]')],
  ["E058", "no sidecar", (object) => rm(join(object, "v1/inventory.json.sha256"))],
  ["E060", "a sidecar that does not fit", (object) => appendFile(join(object, "inventory.json"), " ")],
  ["E061", "a sidecar that is none", (object) => writeFile(join(object, "inventory.json.sha256"), "x")],
  ["E063", "no inventory", (object) => rm(join(object, "inventory.json"))],
  ["E064", "two inventories of the newest version", (object) => edit(object, ["."], (text) => `${text} `)],
  ["E066", "a version whose state was changed", inHead('["b.txt"]', '["d.txt"]')],
  [
    "E067",
    "a file in extensions",
    async (object) => {
      await mkdir(join(object, "extensions"));
      await writeFile(join(object, "extensions/x"), "");
    },
  ],
  [
    "E090",
    "a link instead of content",
    async (object) => {
      await rm(join(object, "v1/content/0000/000"));
      await symlink("/etc/hostname", join(object, "v1/content/0000/000"));
    },
  ],
  ["E092", "a content file missing", (object) => rm(join(object, "v2/content/0000/000"))],
  ["E092", "a content file changed", (object) => writeFile(join(object, "v1/content/0000/001"), "x")],
  ["E095", "a path that is file and folder", inHead('["c.txt"]', '["a.txt/c"]')],
  [
    "E096",
    "a digest twice",
    inHead(
      /("[0-9a-f]{64}"): (\["v2.*\])/,
      '$1: $2,\n    "0000000000000000000000000000000000000000000000000000000000000A0A": ["v2/x"],\n    "0000000000000000000000000000000000000000000000000000000000000a0a": ["v2/y"]',
    ),
  ],
  ["E099", "a content path with ..", inHead("v2/content/0000/000", "v2/content/../v2/content/0000/000")],
  ["E102", "a key of our own", inHead('"head"', '"colour": "red",\n  "head"')],
  [
    "E107",
    "a digest no version uses",
    inHead('"manifest": {', `"manifest": {\n    "${"1".repeat(64)}": ["v2/content/0000/001"],`),
  ],
];

describe("validateObject", () => {
  it("finds nothing but advice in a sound object", async () => {
    const { object } = await makeObject();
    const codes = (await validateObject(object)).map(({ code }) => code);
    expect(new Set(codes)).toEqual(new Set(["W004"]));
  });

  it.each(OBJECT_CASES)("finds %s: %s", async (code, _what, damage) => {
    const { object } = await makeObject();
    await damage(object);
    expect((await validateObject(object)).map((finding) => finding.code)).toContain(code);
  });

  it("names the place below the object", async () => {
    const { object } = await makeObject();
    await writeFile(join(object, "v1/content/0000/001"), "x");
    const [finding] = (await validateObject(object)).filter(({ code }) => code === "E092");
    expect(finding).toMatchObject({
      path: "v1/content/0000/001",
      message: expect.stringContaining(sha256("x")),
    });
  });

  it("may leave the content unread", async () => {
    const { object } = await makeObject();
    await writeFile(join(object, "v1/content/0000/001"), "x");
    expect((await validateObject(object, { digests: false })).filter(({ code }) => code === "E092")).toEqual(
      [],
    );
  });
});

const ROOT_CASES: readonly (readonly [
  code: string,
  what: string,
  damage: (root: string, path: string) => Promise<unknown>,
])[] = [
  ["E069", "no declaration", (root) => rm(join(root, "0=ocfl_1.1"))],
  ["E070", "a layout that is no JSON", (root) => writeFile(join(root, "ocfl_layout.json"), "{")],
  [
    "E071",
    "another layout",
    (root) =>
      writeFile(
        join(root, "ocfl_layout.json"),
        '{"extension":"0003-hash-and-id-n-tuple-storage-layout","description":""}',
      ),
  ],
  [
    "E072",
    "a file among the folders",
    async (root) => {
      await mkdir(join(root, "abc"));
      await writeFile(join(root, "abc/note.txt"), "");
    },
  ],
  ["E073", "an empty folder", (root) => mkdir(join(root, "abc"))],
  ["E076", "two declarations", (root) => writeFile(join(root, "0=ocfl_1.0"), "ocfl_1.0\n")],
  ["E080", "a declaration with another text", (root) => writeFile(join(root, "0=ocfl_1.1"), "")],
  ["E083", "an object in the wrong place", (root, path) => rename(join(root, path), join(root, "elsewhere"))],
  ["E090", "a link", (root) => symlink("/etc", join(root, "abc"))],
  [
    "E092",
    "damage in an object, with its path",
    (root, path) => writeFile(join(root, path, "v1/content/0000/000"), "x"),
  ],
  ["E112", "a file in extensions", (root) => writeFile(join(root, "extensions/x"), "")],
];

describe("validateStorageRoot", () => {
  it.each(ROOT_CASES)("finds %s: %s", async (code, _what, damage) => {
    const { root, path } = await makeObject();
    await damage(root, path);
    const findings = (await validateStorageRoot(root)).filter((finding) => finding.code === code);
    expect(findings).not.toEqual([]);
    if (code === "E092") expect(findings[0]?.path).toBe(`${path}/v1/content/0000/000`);
  });
});
