import { describe, expect, it } from "vitest";
import { parse } from "../../tests/fixtures/manifests/parse-fixture.ts";
import { usualLayout } from "./columns.ts";
import { readRow } from "./row.ts";

const URL = "https://h.example/a";
const outcome = ({ rows, problems, warnings }: ReturnType<typeof parse>) => ({
  row: rows[0],
  codes: [...problems, ...warnings].map(([, code]) => code),
});
/** What a row of an object manifest comes to: URL | algorithm | digest | size | modified | name | type. */
const read = (row: string) => outcome(parse("ObjectManifest", `${row}\n#%eof\n`));

describe("the size of a file", () => {
  it.each([
    ["", undefined],
    ["0", 0],
    ["10", 10],
    ["123456789012345", 123_456_789_012_345],
  ])("may be %j", (size, sizeBytes) => {
    expect(read(`${URL}|||${size}||a`)).toEqual({
      row: { line: 1, url: URL, name: "a", ...(sizeBytes === undefined ? {} : { sizeBytes }) },
      codes: [],
    });
  });

  it.each(["1234567890123456", "-1", "1.5", "x1", "1x", "1 2", "0x10"])("may not be %j", (size) => {
    expect(read(`${URL}|||${size}||a`)).toEqual({ row: undefined, codes: ["size_invalid"] });
  });
});

describe("the digest of a file", () => {
  it.each([
    ["0".repeat(32), []],
    [`g${"0".repeat(31)}`, ["digest_not_hex"]],
    [`${"0".repeat(31)}g`, ["digest_not_hex"]],
  ])("of %s: %j", (value, codes) => {
    expect(read(`${URL}|md5|${value}|||a`).codes).toEqual(codes);
  });
});

it.each(["ftp://h.example/a|||||a", "https://h.example/"])("%s is no row", (text) => {
  const rules = { kind: "ObjectManifest", fileUrls: false, names: undefined } as const;
  expect(readRow(text, 1, usualLayout("ObjectManifest"), rules, () => undefined)).toBeUndefined();
});

describe("the date of a file", () => {
  it.each([
    "2024",
    "2024-05",
    "2024-05-31",
    "2024-05-31T12:00",
    "2024-05-31 12:00:00",
    "2024-05-31t12:00:00.125z",
    "2024-05-31T12:00:00,5+02",
    "2024-05-31T12:00:00-0230",
    "2024-05-31T12:00+05:45",
  ])("may be %j", (date) => {
    expect(read(`${URL}||||${date}|a`)).toMatchObject({ row: { lastModified: date }, codes: [] });
  });

  it.each([
    "24",
    "x2024",
    "2024x",
    "2024-5",
    "2024-05-3",
    "2024-05-31T12",
    "2024-05-31T12:0",
    "2024-05-31T12:00:0",
    "2024-05-31T12:00.",
    "2024-05-31T12:00+2",
    "2024-05-31T12:00+02:",
  ])("is left out as %j", (date) => {
    expect(read(`${URL}||||${date}|a`)).toEqual({
      row: { line: 1, url: URL, name: "a" },
      codes: ["date_ignored"],
    });
  });
});

describe("the media type of a file", () => {
  it.each(["image/tiff", "image/svg+xml", "text/csv ; charset=utf-8", "application/vnd.a-b.c_d", "a/b;"])(
    "may be %j",
    (mimeType) => {
      expect(read(`${URL}|||||a|${mimeType}`)).toMatchObject({ row: { mimeType }, codes: [] });
    },
  );

  it.each(["image", "image/", "/tiff", "an image/tiff", "image/tiff or so"])(
    "is left out as %j",
    (mimeType) => {
      expect(read(`${URL}|||||a|${mimeType}`)).toEqual({
        row: { line: 1, url: URL, name: "a" },
        codes: ["mime_type_ignored"],
      });
    },
  );
});

describe("the name of a file", () => {
  it.each([
    [URL, "a"],
    ["https://h.example/a/b%20c;jsessionid=1?x=1", "a/b c"],
    ["https://h.example/a|||||other", "other"],
    ["HTTP://h.example/a", "a"],
    ["https://h.example/a?from=file:///b", "a"],
  ])("of %j is %j", (row, name) => {
    expect(read(row)).toMatchObject({ row: { name }, codes: [] });
  });

  it.each([
    ["https://h.example/", ["name_missing"]],
    ["https://h.example/a/", ["name_missing"]],
    ["https://h.example//a", ["name_absolute"]],
    [" | | | | | a", ["url_missing"]],
    ["ftp://h.example/a", ["url_scheme"]],
    ["at+https://h.example/a", ["url_scheme"]],
    ["https://h.example/a b", ["url_space"]],
    ["https:///a", ["url_invalid"]],
    ["https://h:99999/a", ["url_invalid"]],
    ["file:///a", ["url_file_refused"]],
    ["FILE:///a", ["url_file_refused"]],
  ])("of %j: %j", (row, codes) => {
    expect(read(row)).toEqual({ row: undefined, codes });
  });

  it("of a folder of the server is as written, where such addresses are taken", () => {
    const files = (row: string) => outcome(parse("ObjectManifest", `${row}\n#%eof\n`, { fileUrls: true }));
    expect(files("file:///srv/a")).toMatchObject({ row: { name: "srv/a" }, codes: [] });
    expect(files("file://host/a")).toEqual({ row: undefined, codes: ["url_invalid"] });
    expect(files("https:///a")).toEqual({ row: undefined, codes: ["url_invalid"] });
  });
});

it.each([
  ["ManifestOfContainers", "a.zip", []],
  ["ManifestOfContainers", "a.txt", ["name_not_container"]],
  ["ManifestOfManifests", "a.checkm", []],
  ["ManifestOfManifests", "a.checkm.txt", ["name_not_manifest"]],
  ["ManifestOfFiles", "a.zip", ["name_is_container"]],
  ["ManifestOfFiles", "a.zip.txt", []],
  ["ObjectManifest", "a.zip", []],
] as const)("a %s with a row for %s: %j", (kind, name, codes) => {
  const manifest = `https://h.example/${name}\nhttps://i.example/${name}|||||b-${name}\n#%eof\n`;
  expect(outcome(parse(kind, manifest)).codes).toEqual([...codes, ...codes]);
});
