import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { validateStorageRoot } from "../../adapters/storage/ocfl/validate.ts";
import { isError } from "../../adapters/storage/ocfl/validation/findings.ts";
import { openPlace } from "../../adapters/storage/s3/client.ts";
import { listSizes, removeKey } from "../../adapters/storage/s3/keys.ts";
import { placeBelow, type S3Place } from "../../adapters/storage/s3/options.ts";
import { putText } from "../../adapters/storage/s3/put-key.ts";
import { readKey } from "../../adapters/storage/s3/read-key.ts";
import { s3Tree } from "../../adapters/storage/s3/s3-tree.ts";
import { findVersionFacts } from "../../prisma/store/copy/version.ts";
import { type CopyBench, makeCopyBench } from "../../tests/copies/copy-bench.ts";
import { treeOf } from "../../tests/fixtures/ocfl/deposits.ts";
import { type S3Server, startS3Server } from "../../tests/servers/s3-server.ts";
import { planCopies } from "./plan.ts";
import { readVersion } from "./read-version.ts";

const never = new AbortController().signal;
const BIG = "waybill ".repeat(20_000);

let server: S3Server;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.close());

/** Where objects are kept, and what their copies are in. */
const ROADS = [
  ["filesystem", "a bucket"],
  ["s3", "a folder"],
  ["s3", "a bucket"],
] as const;

describe.each(ROADS)("from %s to %s", (home, further) => {
  let bench: CopyBench;
  const places: S3Place[] = [];
  const prefix = `${home}-${further.replace(" ", "-")}`;
  const placeOf = (name: string) => {
    const { bucket, direct, keys } = server;
    const at = {
      bucket,
      prefix: `${prefix}/${name}`,
      region: "us-east-1",
      endpoint: direct,
      forcePathStyle: true,
      keys,
    };
    const place = openPlace({ ...at, scratch: path.join(bench.folder, "scratch") });
    places.push(place);
    return place;
  };

  beforeAll(async () => {
    const { bucket, endpoint, keys } = server;
    const { accessKeyId, secretAccessKey } = keys;
    const cloud = {
      bucket,
      endpoint,
      prefix: `${prefix}/copies`,
      forcePathStyle: true,
      accessKeyId,
      secretAccessKey,
    };
    bench = await makeCopyBench({
      home,
      settings: (folder) => ({
        S3_BUCKET: bucket,
        S3_PREFIX: `${prefix}/home`,
        S3_ENDPOINT: endpoint,
        S3_FORCE_PATH_STYLE: "true",
        S3_ACCESS_KEY_ID: keys.accessKeyId,
        S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
        COPY_STORAGES: JSON.stringify({
          vault: further === "a bucket" ? cloud : { folder: path.join(folder, "vault") },
        }),
      }),
      profile: { copies: ["vault"] },
    });
  });
  afterAll(async () => {
    for (const place of places) place.client.destroy();
    await bench.end();
  });

  const bucketTree = async (place: S3Place, root: string) => {
    const object = placeBelow(place, root);
    const paths = [...(await listSizes(object, never)).keys()].sort();
    return Object.fromEntries(
      await Promise.all(paths.map(async (name) => [name, await readKey(object, name)])),
    );
  };
  const homeTree = (root: string) =>
    home === "s3"
      ? bucketTree(placeOf("home"), root)
      : treeOf(path.join(bench.folder, "objects", "ocfl", root));
  const copyTree = (root: string) =>
    further === "a bucket"
      ? bucketTree(placeOf("copies"), root)
      : treeOf(path.join(bench.folder, "vault", "ocfl", root));
  const copyErrors = async () => {
    const root =
      further === "a bucket" ? s3Tree(placeOf("copies")) : path.join(bench.folder, "vault", "ocfl");
    return (await validateStorageRoot(root)).filter(isError);
  };
  const rootOf = async (ark: string) =>
    (await bench.ctx.db.storedObject.findUniqueOrThrow({ where: { ark } })).root ?? "";

  it("copies byte for byte, version by version, an OCFL root of its own", async () => {
    const ark = "ark:/99999/fk4one";
    for (const texts of [
      { "producer/a.txt": "hello", "producer/big": BIG },
      { "producer/a.txt": "hello", "producer/c": "more" },
    ]) {
      await bench.store(ark, texts);
      await planCopies(bench.ctx, never);
      expect(await bench.workAll()).toBe(1);
      expect(await copyErrors()).toEqual([]);
    }
    const root = await rootOf(ark);
    expect(await copyTree(root)).toEqual(await homeTree(root));
    expect(await bench.ctx.db.versionCopy.count({ where: { state: "Verified", storage: "vault" } })).toBe(2);
  });

  /** The storages of this road that are buckets, each with the other one. */
  const buckets = [
    ...(home === "s3" ? [{ storage: "s3", folder: "home", other: "vault" }] : []),
    ...(further === "a bucket" ? [{ storage: "vault", folder: "copies", other: home }] : []),
  ];

  it.each(buckets)(
    "mends $storage from $other, and keeps what was there",
    async ({ storage, folder, other }) => {
      const ark = `ark:/99999/fk4mend${storage}`;
      const texts = { "producer/a.txt": `one ${storage}`, "producer/b.txt": `two ${storage}` };
      const { objectId, versionId } = await bench.store(ark, texts);
      await planCopies(bench.ctx, never);
      await bench.workAll();
      const root = await rootOf(ark);
      const before = await homeTree(root);
      const object = placeBelow(placeOf(folder), root);
      const [changed = "", gone = ""] = Object.keys(before).filter((name) => name.startsWith("v1/content/"));
      await putText(object, changed, `changed ${storage}`, never);
      await removeKey(object, gone, never);
      const facts = await findVersionFacts(bench.ctx.db, { objectId, version: 1 });
      if (!facts) throw new Error("the version is not recorded");
      const reading = { ...facts, storage, pace: () => undefined, signal: never };
      expect(await readVersion(bench.ctx, bench.ports, reading)).toBe("damaged");
      await bench.workAll();
      const where = { versionId, storage };
      const findings = await bench.ctx.db.copyFinding.findMany({ where, orderBy: { found: "asc" } });
      expect(findings).toMatchObject([
        { path: changed, mendedFrom: other, kept: expect.stringContaining(changed) },
        { path: gone, mendedFrom: other, found: null, kept: null, mendedAt: expect.any(Date) },
      ]);
      const kept = await treeOf(path.join(bench.folder, "objects", "staging", "damaged"));
      expect(Object.values(kept)).toContain(`changed ${storage}`);
      expect(await readVersion(bench.ctx, bench.ports, reading)).toBe("good");
      expect(await homeTree(root)).toEqual(before);
      expect(await copyTree(root)).toEqual(before);
      expect(await copyErrors()).toEqual([]);
    },
  );
});
