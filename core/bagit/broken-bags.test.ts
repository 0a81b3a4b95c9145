import { describe, expect, it } from "vitest";
import { BAGIT, bag, FIRST, judge, MANIFEST, PAYLOAD, tell } from "../../tests/containers/bag-bench.ts";
import { listOf, makeBag } from "../../tests/containers/make-bag.ts";

/** What is changed of a valid bag, for which versions, and what is found. Source: RFC 8493, and the cases of the conformance suite. */
const BROKEN: readonly (readonly [
  string,
  readonly string[],
  Readonly<Record<string, string | Uint8Array | undefined>>,
  readonly string[],
])[] = [
  ["no bagit.txt", ["1.0"], { "bagit.txt": undefined }, ["0 bag_no_declaration"]],
  ["no encoding", ["0.97"], { "bagit.txt": "BagIt-Version: 0.97\n" }, ["0 bag_declaration"]],
  ["three lines in bagit.txt", ["1.0"], { "bagit.txt": `${BAGIT("1.0")}More: x\n` }, ["0 bag_declaration"]],
  [
    "more than two lines can need in bagit.txt",
    ["1.0"],
    { "bagit.txt": `${BAGIT("1.0")}${"x".repeat(5_000)}` },
    ["0 bag_declaration"],
  ],
  ["a mark in bagit.txt", ["0.97"], { "bagit.txt": `\ufeff${BAGIT("0.97")}` }, ["1 bag_byte_order_mark"]],
  [
    "something before a name in bagit.txt",
    ["0.97"],
    { "bagit.txt": BAGIT("0.97").replace("BagIt", " BagIt") },
    ["0 bag_declaration"],
  ],
  [
    "something after a value in bagit.txt",
    ["0.97"],
    { "bagit.txt": BAGIT("0.97", "UTF-8 or so") },
    ["0 bag_declaration"],
  ],
  ["two words for a version", ["0.97"], { "bagit.txt": BAGIT("0.97 beta") }, ["0 bag_declaration"]],
  [
    "the encoding called otherwise",
    ["1.0"],
    { "bagit.txt": BAGIT("1.0").replace("Tag-", "A Tag-") },
    ["0 bag_declaration"],
  ],
  ["a version that is none", ["0.97"], { "bagit.txt": BAGIT(".97") }, ["1 bag_version"]],
  ["a version to come", ["1.0"], { "bagit.txt": BAGIT("2.0") }, ["1 bag_version"]],
  ["an unknown encoding", ["1.0"], { "bagit.txt": BAGIT("1.0", "KLINGON") }, ["2 bag_encoding_unknown"]],
  [
    "white space in bagit.txt",
    ["1.0"],
    { "bagit.txt": "BagIt-Version : 1.0\nTag-File-Character-Encoding : UTF-8\n" },
    ["0 bag_declaration_space"],
  ],
  ["no manifest", ["0.97", "1.0"], { "manifest-sha512.txt": undefined }, ["0 bag_no_manifest"]],
  ["a changed file", ["0.97", "1.0"], { "data/a.txt": "alphb" }, ["1 bag_digest"]],
  ["a file too many", ["0.97", "1.0"], { "data/c.txt": "" }, ["0 bag_unlisted", "2 bag_oxum"]],
  ["a file too few", ["0.97", "1.0"], { "data/a.txt": undefined }, ["1 bag_missing", "2 bag_oxum"]],
  [
    "a file twice with different digests",
    ["0.97", "1.0"],
    { "manifest-sha512.txt": `${MANIFEST}${"d".repeat(128)}  data/a.txt\n` },
    ["3 bag_digests_differ"],
  ],
  [
    "a file twice with one digest",
    ["1.0"],
    { "manifest-sha512.txt": `${MANIFEST}${FIRST}\n` },
    ["3 bag_twice"],
  ],
  [
    "a file in one of two manifests",
    ["1.0"],
    { "manifest-md5.txt": listOf("md5", { "a.txt": "alpha" }, "data/") },
    ["0 bag_unlisted_in"],
  ],
  [
    "a path as Windows writes it",
    ["0.97", "1.0"],
    { "manifest-sha512.txt": `${MANIFEST}${"d".repeat(128)}  data\\folder\\x.txt\n` },
    ["3 bag_backslash"],
  ],
  [
    "a digest that is too short",
    ["0.97"],
    { "manifest-md5.txt": "abc  data/a.txt\n" },
    ["1 bag_digest_form"],
  ],
  [
    "a digest with a letter that is none, first or last",
    ["0.97"],
    { "manifest-md5.txt": `g${"0".repeat(31)}  data/a.txt\n${"0".repeat(31)}g  data/folder/b c.txt\n` },
    ["1 bag_digest_form", "2 bag_digest_form"],
  ],
  [
    "a blank before a digest",
    ["0.97"],
    { "manifest-md5.txt": ` ${"0".repeat(32)}  data/a.txt\n` },
    ["1 bag_line"],
  ],
  [
    "names in other case and other bytes",
    ["0.97"],
    { "manifest-sha512.txt": `${MANIFEST}${"d".repeat(128)}  data/A.TXT\n` },
    ["3 bag_missing"],
  ],
  ["a line that is none", ["0.97"], { "manifest-md5.txt": "data/a.txt\n" }, ["1 bag_line"]],
  ["a mark in a tag file", ["1.0"], { "bag-info.txt": "\ufeffName: x\n" }, ["1 bag_byte_order_mark"]],
  [
    "bytes in another encoding",
    ["0.97"],
    { "bag-info.txt": new Uint8Array([0x41, 0x3a, 0x20, 0xe9, 0x0a]) },
    ["1 bag_encoding"],
  ],
  [
    "an unknown algorithm only",
    ["1.0"],
    { "manifest-sha512.txt": undefined, "manifest-blake9.txt": "ab data/a.txt\nab data/folder/b c.txt\n" },
    ["0 bag_algorithm"],
  ],
  ["an oxum that is none", ["1.0"], { "bag-info.txt": "Payload-Oxum: many\n" }, ["1 bag_oxum_form"]],
  [
    "an oxum with more before, behind or in it",
    ["0.97"],
    { "bag-info.txt": "Payload-Oxum: x9.2\n" },
    ["1 bag_oxum_form"],
  ],
  ["... behind it", ["0.97"], { "bag-info.txt": "Payload-Oxum: 9.2.0\n" }, ["1 bag_oxum_form"]],
  ["... for its point", ["0.97"], { "bag-info.txt": "Payload-Oxum: 9,2\n" }, ["1 bag_oxum_form"]],
  ["a wrong oxum of many files", ["1.0"], { "bag-info.txt": "Payload-Oxum: 9.12\n" }, ["1 bag_oxum"]],
  ["... with a blank before the colon", ["0.97"], { "bag-info.txt": "Payload-Oxum : 9.3\n" }, ["1 bag_oxum"]],
  ["a wrong oxum", ["0.97", "1.0"], { "bag-info.txt": "Payload-Oxum: 9.3\n" }, ["1 bag_oxum"]],
  [
    "a wrong oxum in the next line",
    ["0.97", "1.0"],
    { "bag-info.txt": "A: b\nPayload-Oxum:\n 9.3\n" },
    ["2 bag_oxum"],
  ],
  [
    "an oxum twice",
    ["1.0"],
    { "bag-info.txt": "Payload-Oxum: 9.2\nPayload-Oxum: 9.2\n" },
    ["2 bag_oxum_twice"],
  ],
  ["a line without a label", ["1.0"], { "bag-info.txt": "no label\n" }, ["1 bag_info_line"]],
  ["a first line set in", ["1.0"], { "bag-info.txt": " a: b\nA: b\n" }, ["1 bag_info_line"]],
  ["an empty label", ["1.0"], { "bag-info.txt": ": b\n" }, ["1 bag_info_line"]],
  ["a line too long", ["1.0"], { "bag-info.txt": `A: ${"x".repeat(70_000)}\n` }, ["1 bag_line_too_long"]],
  [
    "holes",
    ["0.97", "1.0"],
    {
      "data/a.txt": undefined,
      "fetch.txt": "https://example.org/a.txt 5 data/a.txt\n",
      "bag-info.txt": undefined,
    },
    ["1 bag_hole"],
  ],
  [
    "holes whose name has an escape",
    ["1.0"],
    {
      "manifest-sha512.txt": `${MANIFEST}${"d".repeat(128)}  data/100%25.txt\n`,
      "fetch.txt": "https://example.org/100 5 data/100%25.txt\n",
    },
    ["3 bag_hole"],
  ],
  [
    "a hole in one of two manifests",
    ["1.0"],
    {
      "data/a.txt": undefined,
      "manifest-md5.txt": listOf("md5", { "folder/b c.txt": "beta" }, "data/"),
      "fetch.txt": "https://example.org/a.txt 5 data/a.txt\n",
      "bag-info.txt": undefined,
    },
    ["1 bag_fetch_unlisted", "1 bag_hole"],
  ],
  [
    "a hole in no manifest",
    ["0.97"],
    { "fetch.txt": "https://example.org/c - data/c.txt\n" },
    ["1 bag_fetch_unlisted"],
  ],
  ["a fetch line that is none", ["1.0"], { "fetch.txt": "https://example.org/c\n" }, ["1 bag_fetch_line"]],
  [
    "fetch lines that are none, and good ones after them",
    ["1.0"],
    { "fetch.txt": " http://h/c - data/a.txt\nhttp://h/c 5x data/a.txt\nhttp://h/a - data/a.txt\n" },
    ["1 bag_fetch_line", "2 bag_fetch_line"],
  ],
  ["a fetch address that is none", ["1.0"], { "fetch.txt": "nowhere - data/a.txt\n" }, ["1 bag_fetch_url"]],
  [
    "fetch addresses that are only like one",
    ["1.0"],
    { "fetch.txt": "http: - data/a.txt\n1http://h/a - data/a.txt\n" },
    ["1 bag_fetch_url", "2 bag_fetch_url"],
  ],
  [
    "a tag manifest without the payload manifest",
    ["1.0"],
    { "tagmanifest-md5.txt": listOf("md5", { "bagit.txt": BAGIT("1.0") }, "") },
    ["0 bag_manifest_unlisted"],
  ],
  [
    "a tag manifest that names one",
    ["1.0"],
    {
      "tagmanifest-md5.txt": listOf(
        "md5",
        { "manifest-sha512.txt": MANIFEST, "tagmanifest-sha1.txt": "" },
        "",
      ),
      "tagmanifest-sha1.txt": "",
    },
    ["0 bag_manifest_unlisted", "2 bag_tag_manifest_listed"],
  ],
  [
    "a tag file that is gone",
    ["0.97"],
    { "tagmanifest-md5.txt": listOf("md5", { "manifest-sha512.txt": MANIFEST, "gone.txt": "" }, "") },
    ["2 bag_missing"],
  ],
];
const BROKEN_CASES = BROKEN.flatMap(([what, versions, changes, problems]) =>
  versions.map((version) => [what, version, changes, problems] as const),
);

describe("a bag with", () => {
  it.each(BROKEN_CASES)("%s, in %s, is refused", async (_, version, changes, problems) => {
    expect((await judge(bag(version, changes))).problems.sort()).toEqual([...problems].sort());
  });

  // an expression that tries every blank with every other takes minutes
  it("lines of sixty thousand blanks is refused at once", async () => {
    const blanks = " ".repeat(60_000);
    const line = `x${blanks}\u2028`;
    const lines = (text: string) => `${text}\n`.repeat(10);
    const changes = {
      "bag-info.txt": lines(`Payload-Oxum: x${blanks}x`),
      "manifest-md5.txt": lines(line),
      "fetch.txt": `${lines(line)}${lines(`x -${blanks}\u2028`)}`,
    };
    const { problems } = await judge(bag("1.0", changes));
    expect(problems).toContain("1 bag_oxum_form");
    expect(problems).toContain("10 bag_fetch_line");
  });

  it.each([
    "../../a.txt",
    "data/../../a.txt",
    "/etc/passwd",
    "~/a.txt",
    "~root/a.txt",
    "C:\\a.txt",
    "c:/a.txt",
    "\\\\host\\a.txt",
    "%HomeDrive%\\a.txt",
    "%HomeDrive%/a.txt",
    "\\.\\./a.txt",
    "data//a.txt",
    "data/./a.txt",
  ])("the path %s is refused, in a manifest and in fetch.txt", async (path) => {
    const manifest = await judge(bag("0.97", { "manifest-md5.txt": `${"0".repeat(32)}  ${path}\n` }));
    expect(manifest.problems).toEqual(["1 bag_path"]);
    const fetch = await judge(bag("0.97", { "fetch.txt": `https://example.org/ - ${path}\n` }));
    expect(fetch.problems).toEqual(["1 bag_path"]);
  });

  it("a path outside data/ in a payload manifest or fetch.txt is refused", async () => {
    const manifest = `${MANIFEST}${"0".repeat(128)}  bag-info.txt\n`;
    expect((await judge(bag("1.0", { "manifest-sha512.txt": manifest }))).problems).toEqual([
      "3 bag_not_payload",
    ]);
    const fetch = "https://example.org/ - bag-info.txt\n";
    expect((await judge(bag("1.0", { "fetch.txt": fetch }))).problems).toEqual(["1 bag_not_payload"]);
  });

  it("another oxum is told what data/ has", async () => {
    const words = (bytes: string) => `Payload-Oxum in bag-info.txt is 5.7, but data/ has ${bytes}.`;
    const changes = { "tagmanifest-sha512.txt": undefined, "bag-info.txt": "Payload-Oxum: 5.7\n" };
    expect(await tell(makeBag(PAYLOAD, { changes }))).toEqual([words("9 bytes in 2 files")]);
    expect(await tell(makeBag({ a: "x" }, { changes }))).toEqual([words("1 byte in 1 file")]);
  });

  it("several things wrong has them all told", async () => {
    const { problems } = await judge(
      makeBag(PAYLOAD, {
        changes: { "data/a.txt": "x", "data/new.txt": "y", "bag-info.txt": "Payload-Oxum: 1.1\n" },
      }),
    );
    expect(problems).toEqual(["1 bag_digest", "0 bag_unlisted", "2 bag_digest", "1 bag_oxum"]);
  });
});
