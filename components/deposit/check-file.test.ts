import { describe, expect, it } from "vitest";
import { checkFile } from "./check-file.ts";

const going = new AbortController().signal;
const PROFILE = "#%profile | http://uc3.cdlib.org/registry/ingest/manifest/";
const FIELDS =
  "#%fields | nfo:fileUrl | nfo:hashAlgorithm | nfo:hashValue | nfo:fileSize | nfo:fileLastModified | nfo:fileName";
const MD5 = "d41d8cd98f00b204e9800998ecf8427e";

function manifest(profile: string, rows: readonly string[], end = "#%eof"): string {
  return ["#%checkm_0.7", `${PROFILE}${profile}`, FIELDS, ...rows, end, ""].join("\n");
}

function check(name: string, text: string, type?: Parameters<typeof checkFile>[1]) {
  return checkFile(new File([text], name), type, going);
}

describe("checkFile", () => {
  it("takes any other file as one object", async () => {
    expect(await check("map.tif", "II*")).toMatchObject({
      kind: "SingleFile",
      objects: 1,
      files: 1,
      sizeBytes: 3,
      problemCount: 0,
    });
  });

  it("counts an object manifest as one object with its files and bytes", async () => {
    const text = manifest("mrt-ingest-manifest", [
      `http://example.org/a | md5 | ${MD5} | 100 | | a.tif`,
      `http://example.org/b | md5 | ${MD5} | 23 | | b.tif`,
    ]);
    expect(await check("object.checkm", text)).toMatchObject({
      kind: "ObjectManifest",
      objects: 1,
      files: 2,
      sizeBytes: 123,
      problemCount: 0,
    });
  });

  it("counts a batch by its rows", async () => {
    const rows = ["a", "b", "c"].map(
      (name) => `http://example.org/${name} | md5 | ${MD5} | 5 | | ${name}.tif | | | |`,
    );
    expect(await check("batch.checkm", manifest("mrt-single-file-batch-manifest", rows))).toMatchObject({
      kind: "ManifestOfFiles",
      objects: 3,
      files: 3,
      sizeBytes: 15,
    });
  });

  it("names what is wrong by line", async () => {
    const result = await check(
      "object.checkm",
      manifest("mrt-ingest-manifest", ["gopher://example.org/a | md5 | xyz | 1 | | a"]),
    );
    expect(result.problemCount).toBeGreaterThanOrEqual(2);
    expect(result.problems.every((problem) => problem.line === 4)).toBe(true);
  });

  it("leaves addresses of the server's folders to the server", async () => {
    const text = manifest("mrt-ingest-manifest", [`file:///data/a | md5 | ${MD5} | 1 | | a.tif`]);
    expect(await check("object.checkm", text)).toMatchObject({ problemCount: 0 });
  });

  it.each([
    ["empty.tif", "", undefined, "empty_payload"],
    ["scans.zip", "not a zip", undefined, "container_unsupported"],
    ["scans.tar.bz2", "BZh91AY", undefined, "container_unsupported"],
    ["odd.checkm", "#%checkm_0.7\n", undefined, "type_needed"],
    ["a.txt", "x", "container", "container_unsupported"],
  ] as const)("refuses %s", async (name, text, type, code) => {
    expect((await check(name, text, type)).problems.map((problem) => problem.code)).toEqual([code]);
  });

  it("takes a container as one object of files it cannot count", async () => {
    const result = await check("scans.zip", "PK\u0003\u0004");
    expect(result).toMatchObject({ kind: "Container", objects: 1, files: null, problemCount: 0 });
  });

  it("takes a batch of containers as one object each", async () => {
    const row = `http://example.org/a.zip | md5 | ${MD5} | 10 | | a.zip`;
    expect(await check("b.checkm", manifest("mrt-container-batch-manifest", [row, row]))).toMatchObject({
      kind: "ManifestOfContainers",
      objects: 2,
      files: null,
      sizeBytes: 20,
      problemCount: 0,
    });
  });

  it("keeps a container as one file when told to", async () => {
    expect(await check("scans.zip", "PK", "file")).toMatchObject({ kind: "SingleFile", problemCount: 0 });
  });

  it("reads a manifest as the type that was chosen", async () => {
    const text = "#%checkm_0.7\nhttp://example.org/a | | | | | a.tif\n#%eof\n";
    expect(await check("odd.txt", text, "manifest")).toMatchObject({ kind: "ObjectManifest", files: 1 });
  });
});
