import { describe, expect, it } from "vitest";
import { type StorageManifestRow, storageManifest } from "./storage-manifest.ts";

const ROW: StorageManifestRow = {
  url: "https://example.org/horse.jpg",
  sha256: "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
  sizeBytes: 5,
  modified: new Date("2026-03-01T12:00:00Z"),
  path: "producer/horse.jpg",
  mediaType: "image/jpeg",
};

async function textOf(
  rows: Iterable<StorageManifestRow> | AsyncIterable<StorageManifestRow>,
): Promise<string> {
  let text = "";
  for await (const line of storageManifest(rows)) text += line;
  return text;
}

async function lineOf(row: Partial<StorageManifestRow>): Promise<string | undefined> {
  return (await textOf([{ ...ROW, ...row }])).split("\n")[6];
}

describe("storageManifest", () => {
  it("has the header of a storage manifest, a line a file, and its end", async () => {
    const rows = [
      ROW,
      {
        ...ROW,
        url: "",
        sizeBytes: 0n,
        modified: undefined,
        path: "system/mrt-erc.txt",
        mediaType: undefined,
      },
    ];
    expect(await textOf(rows)).toBe(`#%checkm_0.7
#%profile | http://uc3.cdlib.org/registry/store/manifest/mrt-add-manifest
#%prefix | nfo:<http://www.semanticdesktop.org/ontologies/2007/03/22/nfo#>
#%prefix | nie:<http://www.semanticdesktop.org/ontologies/2007/01/19/nie/#>
#%prefix | mrt:<http://uc3.cdlib.org/ontology/mrt/mom#>
#%columns | nfo:fileURL | nfo:hashAlgorithm | nfo:hashValue | nfo:fileSize | nfo:fileLastModified | nfo:fileName | nie:mimeType
https://example.org/horse.jpg | sha256 | 2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824 | 5 | 2026-03-01T12:00:00.000Z | producer/horse.jpg | image/jpeg
 | sha256 | 2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824 | 0 |  | system/mrt-erc.txt | 
#%eof
`);
  });

  it.each([
    ["a|b", "a%7cb"],
    [" a b ", "%20a b%20"],
    ["\u00a0a\u3000", "%c2%a0a%e3%80%80"],
    ["a\n#%eof", "a%0a#%eof"],
    ["a\r\u0085\u2028b", "a%0d%c2%85%e2%80%a8b"],
    ["README %AF.md", "README %25AF.md"],
    ["100%.txt", "100%.txt"],
    ["日本.txt", "日本.txt"],
  ])("writes the name %j as %s", async (path, name) => {
    expect((await lineOf({ path }))?.split(" | ")[5]).toBe(name);
  });

  it("never begins a file's line with #, which begins a comment", async () => {
    expect(await lineOf({ url: "#eof" })).toMatch(/^%23eof \| sha256 \|/);
  });

  it("takes its rows one by one", async () => {
    let taken = 0;
    async function* rows(): AsyncGenerator<StorageManifestRow> {
      for (; taken < 100_000; taken += 1) yield ROW;
    }
    const lines = storageManifest(rows());
    for (let count = 0; count < 10; count += 1) await lines.next();
    expect(taken).toBeLessThan(10);
    await lines.return(undefined);
  });
});
