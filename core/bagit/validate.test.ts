import { describe, expect, it } from "vitest";
import { BAGIT, bag, FIRST, judge, MANIFEST, PAYLOAD, SECOND } from "../../tests/containers/bag-bench.ts";
import { listOf, makeBag } from "../../tests/containers/make-bag.ts";

describe("a valid bag", () => {
  it.each(["0.97", "1.0"])("of version %s has no problem", async (version) => {
    expect(await judge(makeBag(PAYLOAD, { version }))).toEqual({ version, problems: [], warnings: [] });
  });

  it.each(["0.93", "0.94", "0.95", "0.96"])(
    "of version %s is judged by the rules of 0.97",
    async (version) => {
      expect(await judge(makeBag(PAYLOAD, { version }))).toEqual({
        version,
        problems: [],
        warnings: ["1 bag_old"],
      });
    },
  );

  it.each(["md5", "sha1", "sha224", "sha256", "sha384", "sha512"])("may use %s", async (algorithm) => {
    const changes = {
      "manifest-sha512.txt": undefined,
      [`manifest-${algorithm}.txt`]: listOf(algorithm, PAYLOAD, "data/"),
    };
    expect(await judge(bag("1.0", changes))).toMatchObject({ problems: [], warnings: [] });
  });

  it.each(["\r\n", "\r"])("may end lines with %j", async (end) => {
    const changes = Object.fromEntries(
      Object.entries(bag("1.0"))
        .filter(([name]) => !name.startsWith("data/"))
        .map(([name, text]) => [name, String(text).replaceAll("\n", end)]),
    );
    expect(await judge(bag("1.0", changes))).toMatchObject({ problems: [], warnings: [] });
  });

  it("may have upper-case digests, several manifests, and no line end at the end", async () => {
    const changes = {
      "manifest-sha512.txt": `${FIRST.slice(0, 128).toUpperCase()}\t${FIRST.slice(130)}\n${SECOND}`,
      "manifest-md5.txt": listOf("md5", PAYLOAD, "data/"),
    };
    expect(await judge(bag("1.0", changes))).toMatchObject({ problems: [], warnings: [] });
  });

  it("may have its oxum in the next line, and a value that goes on", async () => {
    const info = "Note: one\n  two\n\tthree\nPayload-Oxum:\n  9.2\n";
    expect(await judge(bag("1.0", { "bag-info.txt": info }))).toMatchObject({ problems: [], warnings: [] });
  });

  it.each(["manifest-SHA256.txt", "manifest-sha-256.txt"])(
    "is told what %s should be called, and validated all the same",
    async (name) => {
      const list = listOf("sha256", PAYLOAD, "data/");
      const changes = (text: string) => ({ "manifest-sha512.txt": undefined, [name]: text });
      expect(await judge(bag("1.0", changes(list)))).toMatchObject({
        problems: [],
        warnings: ["0 bag_manifest_name"],
      });
      const wrong = list.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
      expect(await judge(bag("1.0", changes(wrong)))).toMatchObject({ problems: ["1 bag_digest"] });
    },
  );

  it("may have no line end at the end of bagit.txt", async () => {
    const contents = bag("1.0", { "bagit.txt": BAGIT("1.0").trimEnd() });
    expect(await judge(contents)).toMatchObject({ problems: [], warnings: [] });
  });

  it("may be in a bag, and have other tag files and folders", async () => {
    const inner = makeBag({ "x.txt": "x" }, { top: "inner/" });
    const outer = makeBag(inner, {
      version: "0.97",
      changes: { "tags/note.txt": "note", "manifest-md5.txt.bak": "old", "xmanifest-md5.txt": "old" },
    });
    expect(await judge(outer)).toMatchObject({ problems: [], warnings: [] });
  });

  it("may have labels twice, in any case, with lines that go on", async () => {
    const info = "Contact-Name: Ada\ncontact-name: Bo\nNote: first\n  second\n\tthird\n";
    expect(await judge(bag("1.0", { "bag-info.txt": info }))).toMatchObject({ problems: [], warnings: [] });
  });

  it("may have white space around colons before 1.0", async () => {
    const changes = { "bag-info.txt": "Test-Tag   :   5\nTest-Tag:6\n" };
    expect(await judge(bag("0.97", changes))).toMatchObject({ problems: [], warnings: [] });
    expect((await judge(bag("1.0", changes))).problems).toEqual(["1 bag_info_line", "2 bag_info_line"]);
  });

  it.each([
    ["ISO-8859-1", (text: string) => Buffer.from(text, "latin1")],
    ["UTF-16", (text: string) => Buffer.from(`\ufeff${text}`, "utf16le")],
    ["UTF-16", (text: string) => Buffer.from(`\ufeff${text}`, "utf16le").swap16()],
    ["UTF-16LE", (text: string) => Buffer.from(text, "utf16le")],
  ])("may be written in %s", async (encoding, encode) => {
    const payload = { "café.txt": "x" };
    const tags = { "bagit.txt": BAGIT("0.97", encoding), "bag-info.txt": encode("Name: Café\n") };
    const changes = { ...tags, "manifest-md5.txt": encode(listOf("md5", payload, "data/")) };
    const contents = makeBag(payload, {
      version: "0.97",
      changes: { ...changes, "manifest-sha512.txt": undefined, "tagmanifest-sha512.txt": undefined },
    });
    expect(await judge(contents)).toMatchObject({ problems: [], warnings: [] });
  });

  it("has paths with escapes where the version wants them", async () => {
    const payload = { "100%.txt": "x", "a\nb.txt": "y" };
    const escaped = listOf("sha512", { "100%25.txt": "x", "a%0Ab.txt": "y" }, "data/");
    const made = (version: string, list: string) =>
      makeBag(payload, {
        version,
        changes: { "tagmanifest-sha512.txt": undefined, "manifest-sha512.txt": list },
      });
    expect((await judge(made("1.0", escaped))).problems).toEqual([]);
    expect((await judge(made("0.97", escaped))).problems).toEqual([]);
    // before 1.0 a percent sign stood for itself
    const literal = listOf("sha512", { "100%.txt": "x", "a%0ab.txt": "y" }, "data/");
    expect((await judge(made("0.97", literal))).problems).toEqual([]);
  });

  it("takes %25 for a percent sign from 1.0 on, and before that where there is no file by the letter", async () => {
    const made = (version: string) =>
      makeBag({ "100%25.txt": "x" }, { version, changes: { "tagmanifest-sha512.txt": undefined } });
    expect((await judge(made("1.0"))).problems).toEqual(["1 bag_missing", "0 bag_unlisted"]);
    expect((await judge(made("0.97"))).problems).toEqual([]);
  });

  it("may have line ends of Unicode, blanks and stars in names", async () => {
    const payload = { "a\u2028b.txt": "x", "c\u2029": "y", "* d": "z", "*": "w" };
    expect((await judge(makeBag(payload, { version: "1.0" }))).problems).toEqual([]);
    const starred = listOf("sha512", payload, "data/").replaceAll("  data/", " *data/");
    const changes = { "tagmanifest-sha512.txt": undefined, "manifest-sha512.txt": starred };
    expect((await judge(makeBag(payload, { version: "1.0", changes }))).problems).toEqual([]);
    const fetch = "https://example.org/a - data/a\u2028b.txt\n";
    expect(
      (await judge(makeBag(payload, { version: "1.0", changes: { "fetch.txt": fetch } }))).problems,
    ).toEqual([]);
  });

  it("has a name that begins like an escape and is none", async () => {
    const payload = { "%7Etest.txt": "x", "~test.txt": "y", "c:/d": "z", "%HomeDrive%/a": "w" };
    expect((await judge(makeBag(payload, { version: "0.97" }))).problems).toEqual([]);
  });

  it("may have a fetch.txt for files that are all there", async () => {
    const fetch = "https://example.org/a%20b  -  ././data/a.txt\r\nh:b 14 data/folder/b c.txt\r\n";
    expect(await judge(bag("1.0", { "fetch.txt": fetch }))).toMatchObject({ problems: [], warnings: [] });
  });
});

const TAGS = listOf("sha1", { "manifest-sha512.txt": MANIFEST }, "");

describe("a bag that is odd is taken with a warning", () => {
  it.each([
    [
      "md5sum's star",
      { "manifest-sha512.txt": MANIFEST.replaceAll("  data", " *data") },
      ["1 bag_star", "2 bag_star"],
    ],
    [
      "./ before paths",
      { "manifest-sha512.txt": MANIFEST.replace("  data", "  ./data") },
      ["1 bag_dot_slash"],
    ],
    ["... twice", { "manifest-sha512.txt": MANIFEST.replace("  data", "  ././data") }, ["1 bag_dot_slash"]],
    [
      "a file twice with one digest",
      { "manifest-sha512.txt": `${MANIFEST}${FIRST}\n` },
      ["3 bag_twice_same"],
    ],
    [
      "a second manifest that is not complete",
      { "manifest-md5.txt": listOf("md5", { "a.txt": "alpha" }, "data/") },
      [],
    ],
    [
      "an algorithm nobody knows beside another",
      { "manifest-blake9.txt": `ab  data/a.txt\nab  data/folder/b c.txt\n` },
      ["0 bag_algorithm_skipped"],
    ],
    ["a mark in a tag file", { "bag-info.txt": "\ufeffName: x\n" }, ["1 bag_mark_ignored"]],
    [
      "white space in bagit.txt",
      { "bagit.txt": "BagIt-Version : 0.97\nTag-File-Character-Encoding: UTF-8\n" },
      ["0 bag_loose_declaration"],
    ],
    [
      "no space in bagit.txt",
      { "bagit.txt": "BagIt-Version:0.97\nTag-File-Character-Encoding:UTF-8\n" },
      ["0 bag_loose_declaration"],
    ],
    [
      "a blank at the end of a line of bagit.txt",
      { "bagit.txt": "BagIt-Version: 0.97\t\nTag-File-Character-Encoding: UTF-8\n" },
      ["0 bag_loose_declaration"],
    ],
    [
      "... at the end of the other",
      { "bagit.txt": "BagIt-Version: 0.97\nTag-File-Character-Encoding: UTF-8 \n" },
      ["0 bag_loose_declaration"],
    ],
    [
      "a tag manifest that names one, and files with such names",
      {
        "tagmanifest-md5.txt": listOf(
          "md5",
          {
            "manifest-sha512.txt": MANIFEST,
            "tagmanifest-sha1.txt": TAGS,
            "tags/tagmanifest-sha1.txt": "",
            "tagmanifest-sha1.txt.bak": "",
          },
          "",
        ),
        "tagmanifest-sha1.txt": TAGS,
        "tags/tagmanifest-sha1.txt": "",
        "tagmanifest-sha1.txt.bak": "",
      },
      ["2 bag_tag_manifest_named"],
    ],
    ["an oxum twice", { "bag-info.txt": "Payload-Oxum: 9.2\nPayload-Oxum: 9.2\n" }, ["2 bag_oxum_repeated"]],
    ["a line without a label", { "bag-info.txt": "no label\n" }, ["1 bag_info_line_ignored"]],
    ["a first line set in", { "bag-info.txt": " a: b\nA: b\n" }, ["1 bag_info_line_ignored"]],
    [
      "an address for a file that is in one of two manifests",
      {
        "manifest-md5.txt": listOf("md5", { "folder/b c.txt": "beta" }, "data/"),
        "fetch.txt": "https://example.org/a.txt 5 data/a.txt\n",
      },
      [],
    ],
    [
      "a tag manifest without the payload manifest",
      { "tagmanifest-md5.txt": listOf("md5", { "bagit.txt": BAGIT("0.97") }, "") },
      ["0 bag_manifest_unnamed"],
    ],
    [
      "names in other case, with the same bytes",
      { "manifest-sha512.txt": `${MANIFEST}${FIRST.replace("a.txt", "A.TXT")}\n` },
      ["3 bag_case"],
    ],
  ] as const)("%s", async (_, changes, warnings) => {
    expect(await judge(bag("0.97", changes))).toMatchObject({ problems: [], warnings });
  });

  it("names in other Unicode characters", async () => {
    const list = listOf("sha512", { "Nu\u0301n\u0303ez": "x" }, "data/");
    const made = (version: string, text: string) =>
      makeBag(
        { Núñez: "x" },
        { version, changes: { "tagmanifest-sha512.txt": undefined, "manifest-sha512.txt": text } },
      );
    expect(await judge(made("1.0", list))).toMatchObject({ problems: [], warnings: ["1 bag_normalised"] });
    const both = `${list}${listOf("sha512", { Núñez: "x" }, "data/")}`;
    expect(await judge(made("0.97", both))).toMatchObject({
      problems: [],
      warnings: ["1 bag_normalised", "2 bag_twice_same"],
    });
    expect((await judge(made("1.0", both))).problems).toEqual(["2 bag_twice"]);
  });

  it("names in other case are those whose small letters are the same", async () => {
    const text = listOf("sha512", { "straße.txt": "x", "STRASSE.TXT": "x" }, "data/");
    const changes = { "tagmanifest-sha512.txt": undefined, "manifest-sha512.txt": text };
    const { problems } = await judge(makeBag({ "straße.txt": "x" }, { version: "0.97", changes }));
    expect(problems).toEqual(["2 bag_missing"]);
  });

  it("files of an operating system", async () => {
    const { problems, warnings } = await judge(makeBag({ "a/.DS_Store": "", "Thumbs.db": "" }));
    expect({ problems, warnings }).toEqual({
      problems: [],
      warnings: ["0 bag_system_file", "0 bag_system_file"],
    });
  });

  it("of 1.0 does not miss a file whose twin in other case is there", async () => {
    const changes = { "manifest-sha512.txt": `${MANIFEST}${FIRST.replace("a.txt", "A.TXT")}\n` };
    expect((await judge(bag("1.0", changes))).problems).toEqual(["3 bag_missing"]);
  });
});
