import { describe, expect, it } from "vitest";
import { parse, readFixture } from "../../tests/fixtures/manifests/parse-fixture.ts";
import { checkManifest, ManifestCheck } from "./check-manifest.ts";
import { ManifestParser } from "./checkm.ts";
import { profileLine } from "./profile-of.ts";
import { readManifest } from "./read-manifest.ts";

const HERBARIUM = "https://files.example.org/herbarium";
const LEAF_MD5 = "7a1b5b1c6b1d0b7c2e4b1a9b0f4e4d11";

const objectManifest = (...rows: string[]) =>
  [profileLine("ObjectManifest"), ...rows, "#%eof", ""].join("\n");
const batchOfFiles = (...rows: string[]) => [profileLine("ManifestOfFiles"), ...rows, "#%eof", ""].join("\n");

describe("ManifestParser", () => {
  it("reads every column of an object manifest", () => {
    const row = `${HERBARIUM}/1.tif | MD5 | ${LEAF_MD5.toUpperCase()} | 12 | 2024-05-31T12:00:00Z | Plate 1/leaf.tif | image/tiff`;
    expect(parse("ObjectManifest", objectManifest(row)).rows).toEqual([
      {
        line: 2,
        url: `${HERBARIUM}/1.tif`,
        name: "Plate 1/leaf.tif",
        digest: { algorithm: "md5", value: LEAF_MD5 },
        sizeBytes: 12,
        lastModified: "2024-05-31T12:00:00Z",
        mimeType: "image/tiff",
      },
    ]);
  });

  it("reads every column of a batch manifest", () => {
    const row = `${HERBARIUM}/oak.jpg | | | 0 | | oak.jpg | ark:/99999/fk4oak | oak-1;oak-2; oak-1 | A. Gardener | Oak | ca. 1899`;
    expect(parse("ManifestOfFiles", batchOfFiles(row)).rows).toEqual([
      {
        line: 2,
        url: `${HERBARIUM}/oak.jpg`,
        name: "oak.jpg",
        sizeBytes: 0,
        primaryIdentifier: "ark:/99999/fk4oak",
        localIdentifiers: ["oak-1", "oak-2"],
        creator: "A. Gardener",
        title: "Oak",
        date: "ca. 1899",
      },
    ]);
  });

  it.each([
    ["a row without an address, first", "hello\n#%eof\n", ["1 not_a_manifest"]],
    ["a number for a scheme", "1://h.example/a\n#%eof\n", ["1 not_a_manifest"]],
    ["a sign before an address", "-https://h.example/a\n#%eof\n", ["1 not_a_manifest"]],
    ["an empty first cell", " \t| | | | | a\n#%eof\n", ["1 url_missing"]],
    ["such a row below others", "https://h.example/a\nhello\n#%eof\n", ["2 url_scheme"]],
    ["... or below a header line", "#%checkm_0.7\nhello\n#%eof\n", ["2 profile_missing", "2 url_scheme"]],
    ["a comment and no profile", "# list\nhttps://h.example/a\n#%eof\n", []],
    ["a byte order mark, then an address", "\ufeffhttps://h.example/a\n#%eof\n", []],
    [
      "a byte order mark further down",
      "https://h.example/a\n\ufeffhttps://h.example/b\n#%eof\n",
      ["2 url_scheme"],
    ],
    ["blank lines alone", " \n\t\n", ["0 empty_manifest"]],
    ["only its end", "\n#%eof\n", ["0 no_rows"]],
    ["no end", "https://h.example/a\n\n", ["2 eof_missing"]],
    ["more after its end, told once", "https://h.example/a\n#%eof\nx\ny\n", ["3 after_eof"]],
    ["more after a blank line", "https://h.example/a\n #%eof\n \n#x\n", ["4 after_eof"]],
  ])("reads a manifest with %s", (_, manifest, found) => {
    for (const cuts of [[65_536], [1]]) {
      const { problems } = parse("ObjectManifest", manifest, {}, cuts);
      expect(problems.map(([line, code]) => `${line} ${code}`)).toEqual(found);
    }
  });

  it("hands on rows once it has 4,096 bytes, and is done at the end", () => {
    const row = "https://h.example/a | | | | | x\n";
    const bytes = Buffer.from(`${"#".padEnd(4_096 - 1 - row.length, " ")}\n${row}#%eof\n`);
    const parser = new ManifestParser("ManifestOfFiles");
    expect(parser.push(bytes.subarray(0, 4_095))).toEqual([]);
    expect(parser.push(bytes.subarray(4_095, 4_096)).map(({ kind }) => kind)).toEqual(["row"]);
    expect([parser.push(bytes.subarray(4_096)), parser.isStopped]).toEqual([[], false]);
    expect([parser.end(), parser.isStopped]).toEqual([[], true]);
  });

  it("takes a mark inside a name for a part of it", () => {
    const { rows } = parse("ObjectManifest", "https://h.example/a|||||a\ufeffb\n#%eof\n");
    expect(rows.map(({ name }) => name)).toEqual(["a\ufeffb"]);
  });

  it("counts no problem beyond the most, but warnings of the same row", () => {
    const { problems, warnings } = parse("ObjectManifest", "ftp://h.example/a|||x|soon|b\n", {
      maxProblems: 1,
    });
    expect(problems).toEqual([
      [1, "url_scheme"],
      [1, "too_many_problems"],
    ]);
    expect(warnings).toEqual([[1, "date_ignored"]]);
  });

  it("follows a line that puts the columns in another order", () => {
    const { rows } = parse("ObjectManifest", readFixture("fields-own-order.checkm"));
    expect(rows.map(({ url, name, sizeBytes, mimeType }) => ({ url, name, sizeBytes, mimeType }))).toEqual([
      { url: `${HERBARIUM}/leaf.jpg`, name: "leaf.jpg", sizeBytes: 4, mimeType: undefined },
      { url: `${HERBARIUM}/note.txt`, name: "note.txt", sizeBytes: undefined, mimeType: "text/plain" },
    ]);
  });

  it("decodes %20 and %7c, nothing else, and not in the address", () => {
    const [row] = parse("ManifestOfFiles", readFixture("escapes.checkm")).rows;
    expect(row).toMatchObject({
      url: `${HERBARIUM}/a%20b.jpg`,
      name: " a b|c.jpg ",
      localIdentifiers: ["no%3b1"],
      creator: " A. Gardener",
      title: "Leaf | Stem",
      date: "100%25",
    });
  });

  it("reads an ARK into its canonical form and bounds the local identifiers", () => {
    const cells = (identifier: string, local: string) =>
      `${HERBARIUM}/oak.jpg | | | | | | ${identifier} | ${local}`;
    const many = Array.from({ length: 101 }, (_, index) => index).join(";");
    const { rows, problems } = parse(
      "ManifestOfFiles",
      batchOfFiles(cells("ARK:99999/fk4-oak", "a"), cells("", "x".repeat(256)), cells("", many)),
    );
    expect(rows.map(({ primaryIdentifier }) => primaryIdentifier)).toEqual(["ark:/99999/fk4oak"]);
    expect(problems).toEqual([
      [3, "local_identifiers_long"],
      [4, "local_identifiers_long"],
    ]);
  });

  it("takes a missing name from the address", () => {
    const { rows } = parse("ObjectManifest", readFixture("name-missing.checkm"));
    expect(rows.map(({ name }) => name)).toEqual(["herbarium/leaf one.jpg", "herbarium/100%.txt"]);
  });

  it("refuses a name that only the decoded address shows to be bad", () => {
    const { problems } = parse("ObjectManifest", objectManifest("https://files.example.org/a/..%2f..%2fb"));
    expect(problems).toEqual([[2, "name_dots"]]);
  });

  it("warns of a # in an address, which is never sent", () => {
    const url = "https://files.example.org/Parts%20Dryer#1021%20Heater.pdf?token=hunter2";
    const { rows, problems, warnings, messages } = parse("ObjectManifest", objectManifest(url));
    expect(rows.map((row) => [row.url, row.name])).toEqual([[url, "Parts Dryer"]]);
    expect([problems, warnings]).toEqual([[], [[2, "url_fragment"]]]);
    expect(messages.join(" ")).toContain("Dryer#1021%20Heater.pdf");
    expect(messages.join(" ")).not.toContain("hunter2");
  });

  it("takes file: addresses only where the caller allows them", () => {
    const bytes = readFixture("url-file.checkm");
    const { rows, problems } = parse("ObjectManifest", bytes, { fileUrls: true });
    expect(rows.map(({ url }) => url)).toEqual(["file:///srv/deposits/leaf.jpg"]);
    expect(problems).toEqual([[7, "url_invalid"]]);
  });

  it("says which kind the profile names", () => {
    const [message] = parse("ObjectManifest", readFixture("header-other-kind.checkm")).messages;
    expect(message).toBe(
      "The profile says that this is a manifest of another type (batch of single files), but it was deposited as this one: object manifest. Choose the other type, or change the line to: #%profile | http://uc3.cdlib.org/registry/ingest/manifest/mrt-ingest-manifest",
    );
  });

  it("never repeats credentials", () => {
    const { messages } = parse("ObjectManifest", readFixture("url-credentials.checkm"));
    expect(messages).toHaveLength(4);
    expect(messages.join()).not.toMatch(/open-sesame|harvest/);
  });

  it("describes only so many problems and counts the rest", () => {
    const rows = Array.from({ length: 25 }, (_, index) => `ftp://files.example.org/${index}`);
    const { problems, summary } = parse("ObjectManifest", objectManifest(...rows), { maxFindings: 10 });
    expect(problems).toHaveLength(10);
    expect(summary).toEqual({ lines: 27, rows: 0, problems: 25, warnings: 0 });
  });

  it("stops at the row after the last one allowed", () => {
    const rows = Array.from({ length: 5 }, (_, index) => `https://files.example.org/${index}`);
    const { problems, rows: read } = parse("ObjectManifest", objectManifest(...rows), { maxRows: 3 });
    expect(problems).toEqual([[5, "too_many_rows"]]);
    expect(read).toHaveLength(3);
  });

  it("counts a line of exactly the longest length as fine, whatever its characters take", () => {
    const url = "https://files.example.org/";
    for (const letter of ["a", "é", "語"]) {
      const row = url + letter.repeat(100 - url.length);
      const options = { maxLineLength: 100 };
      expect(parse("ObjectManifest", `${row}\n#%eof`, options, [1]).problems).toEqual([]);
      expect(parse("ObjectManifest", `${row}${letter}\n#%eof`, options, [1]).problems).toEqual([
        [1, "line_too_long"],
        [0, "no_rows"],
      ]);
    }
  });
});

async function* chunksOf(file: string): AsyncGenerator<Uint8Array> {
  const bytes = readFixture(file);
  for (let at = 0; at < bytes.length; at += 100) yield bytes.subarray(at, at + 100);
}

describe("readManifest", () => {
  it("yields what the parser finds, then the counts", async () => {
    const items = [];
    for await (const item of readManifest("ObjectManifest", chunksOf("name-twice.checkm"))) items.push(item);
    expect(items.map(({ kind }) => kind)).toEqual(["row", "row", "problem", "end"]);
    expect(items.at(-1)).toEqual({ kind: "end", summary: { lines: 9, rows: 2, problems: 1, warnings: 0 } });
  });
});

describe("checkManifest", () => {
  it("adds up the declared sizes", async () => {
    const verdict = await checkManifest("ObjectManifest", chunksOf("object-sizes-only.checkm"));
    expect(verdict).toMatchObject({ declaredBytes: 76_935 + 55_408 + 33, problems: [], warnings: [] });
    expect(verdict.summary.rows).toBe(3);
  });

  it("is decided where no more is read", () => {
    const check = new ManifestCheck("ObjectManifest");
    check.push(Buffer.from("hello\n"));
    expect(check.isDecided).toBe(false);
    check.push(Buffer.alloc(4_096, "\n"));
    expect(check.isDecided).toBe(true);
  });

  it("keeps problems and warnings apart", async () => {
    const verdict = await checkManifest("ObjectManifest", chunksOf("every-problem-at-once.checkm"));
    expect(verdict.problems).toHaveLength(10);
    expect(verdict.warnings.map(({ code }) => code)).toEqual(["date_ignored"]);
  });
});
