import { createHash } from "node:crypto";
import { makeZip } from "../../containers/make-container.ts";
import { batchOfFiles, objectManifest, type Row } from "../../pipeline/manifests.ts";
import type { Behaviour } from "../../servers/behaviours.ts";
import type { Deposit, DepositKind, ExpectedJob } from "./deposit.ts";

/** Above 64 KiB, so that it is linked into the object and not copied. */
const LINKED_BYTES = 100_000;

/** Where the files of manifests are fetched from. */
export type Shelf = {
  serve(path: string, behaviour: Behaviour | readonly Behaviour[]): void;
  url(path: string): string;
};

type Made = Pick<Deposit, "filename" | "payload" | "jobs"> & { readonly fields?: Deposit["fields"] };
/** `key`: of the deposit, by which no two have the same bytes. */
type Maker = (key: string, collection: string, shelf: Shelf) => Made | Promise<Made>;

const MAKERS: Readonly<Record<DepositKind, Maker>> = {
  file: (key) => ({ ...single(key, `${key}.txt`, key), fields: { localIdentifier: key } }),
  update: (key, collection) => ({
    // every other one replaces the same file
    ...single(key, numberOf(key) % 2 === 0 ? "again.txt" : `${key}.txt`, standingObject(collection)),
    fields: { localIdentifier: standingObject(collection), update: "true" },
  }),
  manifest(key, _collection, shelf) {
    const names = ["a.txt", "b/c.txt", "large.bin"];
    const rows = names.map((name) => rowOf(shelf, key, name));
    const files = Object.fromEntries(names.map((name) => [name, sha256(bytesOf(key, name))]));
    const jobs: ExpectedJob[] = [{ end: "Completed", object: key, files }];
    return { filename: `${key}.checkm`, payload: Buffer.from(objectManifest(rows)), jobs };
  },
  rows: (key, _collection, shelf) =>
    batch(
      key,
      ["1.txt", "2.txt", "3.txt"].map((name) => good(shelf, key, name)),
    ),
  async container(key) {
    const names = ["one.txt", "two/three.txt"];
    const files = Object.fromEntries(names.map((name) => [name, bytesOf(key, name)]));
    const digests = Object.fromEntries(names.map((name) => [name, sha256(bytesOf(key, name))]));
    return {
      filename: `${key}.zip`,
      payload: await makeZip(files),
      jobs: [{ end: "Completed", object: key, files: digests }],
    };
  },
  "bad-rows": (key, _collection, shelf) =>
    batch(key, [
      good(shelf, key, "1.txt"),
      {
        row: { ...rowOf(shelf, key, "2.txt"), sha256: sha256(bytesOf(key, "of another file")) },
        job: { end: "Failed", code: "digest_mismatch" },
      },
      {
        row: { ...rowOf(shelf, key, "3.txt"), url: shelf.url(`/${key}/not-there.txt`) },
        job: { end: "Failed", code: "source_not_found" },
      },
    ]),
  "bad-manifest": (key, _collection, shelf) => ({
    filename: `${key}.checkm`,
    payload: Buffer.from(
      objectManifest([
        rowOf(shelf, key, "there.txt"),
        { ...rowOf(shelf, key, "x.txt"), url: shelf.url(`/${key}/not-there.txt`) },
      ]),
    ),
    jobs: [{ end: "Failed", code: "source_not_found" }],
  }),
};

/** Makes a deposit; the files its manifest names are served from then on. */
export async function makeDeposit(
  kind: DepositKind,
  collection: string,
  number: number,
  shelf: Shelf,
): Promise<Deposit> {
  const key = `${collection}-${number}`;
  const { fields = {}, ...made } = await MAKERS[kind](key, collection, shelf);
  return { ...made, key, collection, kind, fields: { ...fields, title: key } };
}

/** The one object a lane's updates write. */
const standingObject = (collection: string) => `${collection}-standing`;

const numberOf = (key: string) => Number(key.slice(key.lastIndexOf("-") + 1));

function single(key: string, filename: string, object: string): Made {
  const payload = bytesOf(key, filename);
  return { filename, payload, jobs: [{ end: "Completed", object, files: { [filename]: sha256(payload) } }] };
}

type Item = { readonly row: Row; readonly job: ExpectedJob };

function batch(key: string, items: readonly Item[]): Made {
  return {
    filename: `${key}.checkm`,
    payload: Buffer.from(batchOfFiles(items.map(({ row }) => row))),
    jobs: items.map(({ job }) => job),
  };
}

function good(shelf: Shelf, key: string, name: string): Item {
  const row = rowOf(shelf, key, name);
  return {
    row: { ...row, localId: `${key}-${name}` },
    job: { end: "Completed", object: `${key}-${name}`, files: { [name]: row.sha256 } },
  };
}

function rowOf(shelf: Shelf, key: string, name: string) {
  const body = bytesOf(key, name);
  const path = `/${key}/${name}`;
  shelf.serve(path, { kind: "file", body, etag: `"${key}"` });
  return { url: shelf.url(path), name, sha256: sha256(body), size: body.length };
}

function bytesOf(key: string, name: string): Buffer {
  const line = `${key} ${name}\n`;
  return Buffer.from(line.repeat(name === "large.bin" ? Math.ceil(LINKED_BYTES / line.length) : 40));
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
