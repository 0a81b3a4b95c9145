import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { checkOwnManifest, OWN_MANIFEST } from "./own-manifest.ts";
import type { FileTree } from "./ports.ts";

const HEADER = "#%checkm_0.7\n#%profile | http://uc3.cdlib.org/registry/store/manifest/mrt-object-manifest\n";
const FIELDS =
  "#%columns | nfo:fileName | nfo:hashAlgorithm | nfo:hashValue | nfo:fileSize | nfo:fileLastModified | nie:mimeType\n";
const digest = (algorithm: string, text: string) => createHash(algorithm).update(text).digest("hex");
const A = `a.txt | sha256 | ${digest("sha256", "alpha")} | 5 | 2024-05-31T12:00:00Z | text/plain`;
const B = `b/ü.txt | md5 | ${digest("md5", "beta").toUpperCase()} | 4`;

function treeOf(text: string, files: Readonly<Record<string, string>>): FileTree {
  const all: Readonly<Record<string, string>> = { ...files, [OWN_MANIFEST]: text };
  return {
    files: new Map(
      Object.entries(all).map(([name, content]) => [name, { sizeBytes: Buffer.byteLength(content) }]),
    ),
    read: async function* (name) {
      yield Buffer.from(all[name] ?? "");
    },
    digest: async (name, algorithm) => digest(algorithm.replace("-", ""), all[name] ?? ""),
  };
}

const FILES = { "a.txt": "alpha", "b/ü.txt": "beta" };
async function judge(text: string, files: Readonly<Record<string, string>> = FILES) {
  const { problems } = await checkOwnManifest(treeOf(text, files));
  return problems.map(({ line, code }) => `${line} ${code}`);
}

describe("checkOwnManifest", () => {
  it.each([
    ["with header lines", `${HEADER}${FIELDS}${A}\n${B}\n#%eof\n`],
    ["without any", `${A}\n${B}\n#%eof`],
    [
      "with the older profile",
      `#%profile http://uc3.cdlib.org/registry/mrt/mrt-object-manifest\n${A}\n${B}\n#%EOF\n`,
    ],
    ["with CRLF", `${HEADER}${A}\n${B}\n#%eof\n`.replaceAll("\n", "\r\n")],
    ["that names itself", `${HEADER}${A}\n${B}\n${OWN_MANIFEST} | md5 | ${"0".repeat(32)} | 1\n#%eof\n`],
    ["that begins with a byte order mark", `\ufeff${A}\n${B}\n#%eof\n`],
    ["with blank lines and lines set in", `\n${A}\n \t\n${B}\n\n  #%eof\n\n`],
    [
      "with a column more",
      `#%columns | fileName | x:hashAlgorithm | y#hashValue | fileSize | fileLastModified | mimeType | more\n${A}\n${B}\n#%eof\n`,
    ],
    ["with a pipe after the last column", `#%columns | fileName | hashAlgorithm |\n${A}\n${B}\n#%eof\n`],
    ["with a name only", `${HEADER}${A}\nb/ü.txt\n#%eof\n`],
    ["with a name in other Unicode characters", `${HEADER}${A}\nb/u\u0308.txt\n#%eof\n`],
  ])("takes a list %s", async (_, text) => {
    expect(await judge(text)).toEqual([]);
  });

  it("takes a name as it is written before any other form of it", async () => {
    const files = { "\u00fc": "beta", "u\u0308": "beta" };
    expect(await judge("u\u0308 | | | 4\n\u00fc\n#%eof\n", files)).toEqual([]);
  });

  it("takes a mark inside a name for a part of it", async () => {
    expect(await judge("a\ufeffb\n#%eof\n", { "a\ufeffb": "x" })).toEqual([]);
  });

  it("names the column that cannot be read", async () => {
    const { problems } = await checkOwnManifest(treeOf("a.txt | md\ufffd\n#%eof\n", {}));
    expect(problems[0]?.message).toContain("nfo:hashAlgorithm");
  });

  it("takes a size of several digits", async () => {
    expect(await judge("a | | | 10\n#%eof\n", { a: "0123456789" })).toEqual([]);
  });

  it("finds every disagreement, both ways", async () => {
    const rows = [
      `a.txt | sha256 | ${digest("sha256", "other")} | 6`,
      "gone.txt | | | ",
      "b/ü.txt",
      "b/ü.txt",
      " | md5 | | 3",
    ];
    expect(await judge(`${HEADER}${rows.join("\n")}\n#%eof\n`, { ...FILES, "new.txt": "x" })).toEqual([
      "3 own_size",
      "3 own_digest",
      "4 own_missing",
      "6 own_twice",
      "7 own_no_name",
      "0 own_unlisted",
    ]);
  });

  it("says what disagrees", async () => {
    const rows = [
      "a.txt | md5 | 00000000000000000000000000000000 | 6",
      "gone.txt",
      "a.txt",
      "\ufeffc.txt | | | 1x",
    ];
    const tree = treeOf(`${rows.join("\n")}\n#%eof\n`, {
      "a.txt": "alpha",
      "\ufeffc.txt": "1",
      "new.txt": "x",
    });
    expect((await checkOwnManifest(tree)).problems.map(({ message }) => message)).toEqual([
      '"a.txt" has 5 bytes, but the row says 6.',
      'The md5 of "a.txt" differs from the one in the row: the file was damaged or changed.',
      '"gone.txt" is named but not in the container.',
      '"a.txt" is named twice. Keep one row.',
      'The size "1x" is not a whole number of bytes. Write digits only, or leave it empty.',
      '"new.txt" is in the container but not named.',
    ]);
  });

  it("tells a line that is too long, and one after the end, with where and how much", async () => {
    const long = "x".repeat(65_537);
    const { problems } = await checkOwnManifest(treeOf(`${A}\n${long}\n${B}\n#%eof\n${A}\n`, FILES));
    expect(problems.map(({ line, message }) => [line, message])).toEqual([
      [2, "The line is longer than 65,536 characters. Check that each file has a line of its own."],
      [
        5,
        "Something follows the line #%eof (line 4), so two manifests may have been joined. Only blank lines may follow it: remove the rest, or move #%eof to the end.",
      ],
    ]);
  });

  it.each([
    [
      "another profile",
      `#%profile | http://uc3.cdlib.org/registry/ingest/manifest/mrt-ingest-manifest\n${A}\n#%eof\n`,
      ["1 own_profile"],
    ],
    [
      "a profile whose address only begins like it",
      `#%profile | http://uc3.cdlib.org/registry/mrt/mrt-object-manifest-2\n${A}\n#%eof\n`,
      ["1 own_profile"],
    ],
    [
      "a profile whose address only ends like it",
      `#%profile | see:http://uc3.cdlib.org/registry/mrt/mrt-object-manifest\n${A}\n#%eof\n`,
      ["1 own_profile"],
    ],
    ["other columns", `${HEADER}#%fields | nfo:fileUrl | nfo:fileName\n${A}\ngone\n`, ["3 own_columns"]],
    ["a column called otherwise", `${HEADER}#%fields | nfo:file>Name\n${A}\n#%eof\n`, ["3 own_columns"]],
    ["one other column", `${HEADER}#%fields | nfo:fileName | nfo:fileUrl\n${A}\n#%eof\n`, ["3 own_columns"]],
    ["a damaged name", `a\ufffd\n${A}\n${B}\n#%eof\n`, ["1 text_malformed"]],
    ["no end", `${HEADER}${A}\n${B}\n`, ["4 eof_missing"]],
    ["something after its end", `${HEADER}${A}\n${B}\n#%eof\n${A}\n${A}\n`, ["6 after_eof"]],
    ["a size with something before it", `${A}\nb/ü.txt | | | x4\n#%eof\n`, ["2 size_invalid"]],
    ["a size that is none", `${HEADER}${A}\nb/ü.txt | | | four\n#%eof\n`, ["4 size_invalid"]],
    ["a digest of another length", `${HEADER}${A}\nb/ü.txt | md5 | abc\n#%eof\n`, ["4 digest_length"]],
  ])("refuses one with %s", async (_, text, problems) => {
    expect(await judge(text)).toEqual(problems);
  });
});
