import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { makeZip } from "../containers/make-container.ts";
import { batchOfFiles, batchOfManifests, objectManifest } from "../pipeline/manifests.ts";
import type { HostileSource } from "../servers/hostile-source.ts";

export const NAMES = ["one.txt", "two.txt", "three.txt"];
export const BIG_BYTES = 11_000_000;
export const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** The files the lines name, and those their manifests name at the source. */
export async function writeFiles(source: HostileSource, folder: string): Promise<void> {
  const rows = NAMES.map((name) => ({
    url: source.url(`/${name}`),
    name,
    sha256: sha256(`bytes of ${name}`),
    title: `Title of ${name}`,
    localId: `local-${name}`,
  }));
  for (const name of NAMES) source.serve(`/${name}`, { kind: "file", body: `bytes of ${name}` });
  const manifests = rows.map((row, n) => {
    source.serve(`/object-${n}.checkm`, { kind: "file", body: objectManifest([row]) });
    return { url: source.url(`/object-${n}.checkm`), name: `object-${n}.checkm` };
  });
  const files = {
    "foo.txt": "foo",
    "test.txt": "another foo",
    "mock.checkm": objectManifest(rows),
    "batch.checkm": batchOfManifests(manifests),
    "files.checkm": batchOfFiles(rows),
    "bad.checkm": objectManifest(rows).replaceAll("sha-256", "md5xxx"),
    "foo.zip": await makeZip({ "foo.txt": "foo", "folder/test.txt": "another foo" }),
    "big.bin": Buffer.alloc(BIG_BYTES, "0123456789abcdef"),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, name), content);
}
