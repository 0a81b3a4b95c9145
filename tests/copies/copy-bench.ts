import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { storeRoots } from "../../adapters/root/store-roots.ts";
import { openCopies } from "../../adapters/storage/copies/open-copies.ts";
import { openObjectStores } from "../../adapters/storage/object-stores.ts";
import { ProfileSettings } from "../../core/contracts/profile.ts";
import type { StorageTarget } from "../../core/storage/object-stores.ts";
import { Env } from "../../lib/env.ts";
import { type Context, SYSTEM } from "../../operations/context.ts";
import type { CopyPorts } from "../../operations/copy/ports.ts";
import { workNextCopy } from "../../operations/copy/work-next.ts";
import { guardRoot } from "../../operations/root/guard.ts";
import { connect, type Db } from "../../prisma/client.ts";
import { contextOn } from "../factories/context-on.ts";
import { type MadeCollection, makeCollection } from "../factories/make-collection.ts";
import { type TestDatabase, testDatabase } from "../setup/database.ts";

/** One installation's storages with real files and a database: what copies are made of, without the pipeline. */
export type CopyBench = {
  readonly ctx: Context;
  readonly ports: CopyPorts;
  readonly collection: MadeCollection;
  readonly folder: string;
  /** Settings for a process on the same storages and database. */
  readonly env: Readonly<Record<string, string>>;
  /** Stores and records the next version of an object as the pipeline does, of these texts by logical path; `ark` names the object. */
  store(
    ark: string,
    texts: Readonly<Record<string, string>>,
  ): Promise<{ readonly objectId: string; readonly versionId: string; readonly version: number }>;
  /** A new version of the collection's profile. */
  setProfile(settings: Partial<ProfileSettings>): Promise<void>;
  /** Makes and mends copies until nothing is due. @returns how many tries */
  workAll(): Promise<number>;
  /** A process on the same storages in which something else happens at the named points. */
  portsWith(faultPoint: CopyPorts["faultPoint"]): CopyPorts;
  end(): Promise<void>;
};

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** `home`: where objects are kept; `settings`: on top of the folders. `profile`: of the collection. */
export async function makeCopyBench(given: {
  readonly home?: StorageTarget;
  readonly settings: (folder: string) => Readonly<Record<string, string>>;
  readonly profile?: Partial<ProfileSettings>;
}): Promise<CopyBench> {
  const database: TestDatabase = await testDatabase();
  const folder = await mkdtemp(path.join(os.tmpdir(), "waybill-copies-"));
  const env = {
    DATABASE_URL: database.url,
    AUTH_SECRET: "s".repeat(32),
    OBJECT_STORAGE: path.join(folder, "objects"),
    LEASE_MS: "2000",
    ...given.settings(folder),
  };
  const parsed = Env.parse(env);
  const db = connect(database.url, { max: 4, name: "test" });
  const ctx = contextOn(db, parsed, SYSTEM);
  const objects = path.join(folder, "objects");
  const folders = { root: path.join(objects, "ocfl"), staging: path.join(objects, "staging") };
  const guard = (place: Parameters<typeof guardRoot>[1]) => guardRoot(ctx, place);
  const stores = openObjectStores(parsed, folders, storeRoots(parsed, folders.root, guard));
  const copies = openCopies(parsed, { folders, roots: stores.roots, guard });
  const portsWith = (faultPoint: CopyPorts["faultPoint"]): CopyPorts => ({
    storages: copies.storages,
    owner: `test-${randomUUID()}`,
    faultPoint,
  });
  const ports = portsWith(async () => undefined);
  const collection = await makeCollection(db, { settings: given.profile ?? {} });
  const home = given.home ?? "filesystem";
  return {
    ctx,
    ports,
    collection,
    folder,
    env,
    portsWith,
    store: async (ark, texts) => {
      const object = await db.storedObject.findUnique({ where: { ark } });
      const version = (object?.version ?? 0) + 1;
      const files = Object.entries(texts).map(([name, text]) => ({
        path: name,
        source: Buffer.from(text),
        sha256: sha256(text),
        size: Buffer.byteLength(text),
      }));
      const stored = await stores.of(home).put({
        id: ark,
        version,
        created: new Date("2026-03-01T12:00:00Z"),
        message: `Version ${version}`,
        user: { name: "Ada Depositor" },
        files,
        signal: new AbortController().signal,
      });
      return recordStored(db, { ark, version, home, collection, objectId: object?.id, stored, files });
    },
    setProfile: async (settings) => {
      const version = 1 + (await db.profileVersion.count({ where: { collectionId: collection.id } }));
      const row = { id: randomUUID(), collectionId: collection.id, version, createdBy: "test" };
      await db.profileVersion.create({ data: { ...row, settings: ProfileSettings.parse(settings) } });
    },
    workAll: async () => {
      for (let tries = 0; ; tries += 1)
        if (!(await workNextCopy(ctx, ports, new AbortController().signal))) return tries;
    },
    end: async () => {
      copies.close();
      stores.close();
      await db.$disconnect();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Recording = {
  readonly ark: string;
  readonly version: number;
  readonly home: StorageTarget;
  readonly collection: MadeCollection;
  readonly objectId: string | undefined;
  readonly stored: {
    readonly root: string;
    readonly inventorySha256: string;
    contentPathOf(sha256: string): string;
  };
  readonly files: readonly { readonly path: string; readonly sha256: string; readonly size: number }[];
};

async function recordStored(db: Db, { ark, version, home, collection, stored, files, ...given }: Recording) {
  const [objectId, versionId] = [given.objectId ?? randomUUID(), randomUUID()];
  const facts = { version, storage: home, root: stored.root };
  await db.storedObject.upsert({
    where: { ark },
    create: { id: objectId, ark, owner: "ark:/99999/owner", collectionId: collection.id, ...facts },
    update: facts,
  });
  await db.objectVersion.create({
    data: {
      id: versionId,
      objectId,
      version,
      jobId: `jid-${versionId}`,
      batchId: `bid-${versionId}`,
      fileCount: files.length,
      sizeBytes: BigInt(files.reduce((sum, { size }) => sum + size, 0)),
      inventorySha256: stored.inventorySha256,
      submitter: "Ada Depositor",
      files: {
        create: files.map(({ path: name, sha256: digest, size }, index) => ({
          ordinal: index + 1,
          path: name,
          size: BigInt(size),
          sha256: digest,
          contentPath: stored.contentPathOf(digest),
        })),
      },
    },
  });
  return { objectId, versionId, version };
}
