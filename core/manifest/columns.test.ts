import { describe, expect, it } from "vitest";
import { isSameLayout, readColumns, usualLayout } from "./columns.ts";
import type { ManifestKind } from "./kinds.ts";

function read(kind: ManifestKind, names: string) {
  const codes: string[] = [];
  const layout = readColumns(kind, names, (code, ..._) => {
    codes.push(code);
  });
  return { layout, codes };
}

const FILE =
  "nfo:fileUrl | nfo:hashAlgorithm | nfo:hashValue | nfo:fileSize | nfo:fileLastModified | nfo:fileName";

describe("readColumns", () => {
  it.each([
    ["the usual names", `${FILE} | mrt:mimeType`],
    ["other prefixes and another case", FILE.replaceAll("nfo:", "x:").toUpperCase()],
    ["no prefixes", FILE.replaceAll("nfo:", "")],
    ["full addresses", FILE.replaceAll("nfo:", "http://www.semanticdesktop.org/ontologies/2007/03/22/nfo#")],
    ["names parted by spaces", FILE.replaceAll("|", "")],
    ["fewer names", "nfo:fileUrl | nfo:hashAlgorithm"],
    ["no names", ""],
    ["more names", `${FILE} | mrt:mimeType | mrt:publisher | mrt:rights`],
  ])("reads %s in the usual order", (_, names) => {
    expect(read("ObjectManifest", names)).toEqual({ layout: usualLayout("ObjectManifest"), codes: [] });
  });

  it("reads unknown names in the usual order, with a warning", () => {
    const { layout, codes } = read("ObjectManifest", "nfo:fileUrl | x:sum | x:value");
    expect(layout).toEqual(usualLayout("ObjectManifest"));
    expect(codes).toEqual(["fields_unknown"]);
  });

  it("reads an order of its own by name and leaves out what is not named", () => {
    const { layout, codes } = read("ObjectManifest", "nfo:fileName | nfo:fileUrl | nie:mimeType");
    expect(layout).toEqual({ ...noColumns, name: 0, url: 1, mimeType: 2 });
    expect(codes).toEqual([]);
  });

  it("reads no name from the row where the line has none", () => {
    const { layout } = read("ObjectManifest", "nfo:fileSize | nfo:fileUrl");
    expect(layout).toEqual({ ...noColumns, size: 0, url: 1 });
  });

  it("takes a name with > inside for another", () => {
    expect(read("ObjectManifest", "nfo:fileUrl | x:hash>Algorithm").codes).toEqual(["fields_unknown"]);
  });

  it("drops a column that the kind does not have", () => {
    const { layout } = read("ManifestOfFiles", `${FILE} | mrt:mimeType | mrt:title`);
    expect(layout).toMatchObject({ url: 0, name: 5, mimeType: -1, primaryIdentifier: -1, title: 7 });
  });

  it.each([
    ["nfo:fileName | nfo:fileUrl | x:sum", ["fields_unclear"]],
    ["nfo:fileName | nfo:fileSize", ["fields_without_url"]],
    ["nfo:fileName | x:sum", ["fields_unclear", "fields_without_url"]],
    ["nfo:fileUrl | nfo:fileUrl", ["fields_twice"]],
    ["x:a | x:b | nfo:fileUrl | nfo:fileUrl", ["fields_twice"]],
  ])("refuses %s", (names, codes) => {
    expect(read("ObjectManifest", names)).toEqual({ layout: undefined, codes });
  });
});

const noColumns = Object.fromEntries(
  Object.keys(usualLayout("ObjectManifest")).map((column) => [column, -1]),
);

describe("isSameLayout", () => {
  it("compares every column", () => {
    expect(isSameLayout(usualLayout("ManifestOfFiles"), usualLayout("ManifestOfContainers"))).toBe(true);
    expect(isSameLayout(usualLayout("ManifestOfFiles"), usualLayout("ObjectManifest"))).toBe(false);
  });
});
