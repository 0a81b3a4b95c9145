import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rename, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WaybillError } from "../../core/errors.ts";
import type { StorageRoot } from "../../core/ports.ts";
import { INVENTORY, versionName } from "../../core/storage/ocfl-names.ts";
import type { ObjectStore, StoreVersion } from "../../core/storage/ports.ts";
import { MARKER_FILE } from "../../core/storage/root.ts";
import { fileTree } from "./filesystem/file-tree.ts";
import type { StoreStep } from "./filesystem/steps.ts";
import { createOcflStore } from "./filesystem/store.ts";
import { guardedStore } from "./guarded-store.ts";
import { validateObject } from "./ocfl/validate.ts";
import { isError } from "./ocfl/validation/findings.ts";

const STEPS = ["work-made", "content-stored", "version-synced", "object-placed", "work-removed"] as const;

let folder: string;
let objects: string;
let atStep: ((name: StoreStep) => Promise<void>) | undefined;
let store: ObjectStore;

const isThere = (place: string) =>
  stat(place).then(
    () => true,
    () => false,
  );

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "waybill-objects-"));
  objects = path.join(folder, "objects");
  atStep = undefined;
  await mkdir(path.join(objects, "ocfl"), { recursive: true });
  await writeFile(path.join(objects, "ocfl", MARKER_FILE), "waybill objects a b\n");
  const root: StorageRoot = {
    name: "objects",
    findFault: async () => undefined,
    require: async () => {
      if (!(await isThere(path.join(objects, "ocfl", MARKER_FILE))))
        throw new WaybillError("storage_away", "Away.");
    },
  };
  const plain = createOcflStore({
    root: path.join(objects, "ocfl"),
    staging: path.join(objects, "staging"),
    fsync: false,
    step: async (name) => atStep?.(name),
  });
  const isPlaced = ({ root: at, version }: { root: string; version: number }) =>
    isThere(path.join(objects, "ocfl", at, versionName(version), INVENTORY));
  store = guardedStore(plain, root, isPlaced);
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function unmount(): Promise<void> {
  await rename(objects, `${objects}-away`);
  await mkdir(path.join(objects, "ocfl"), { recursive: true });
}

async function mount(): Promise<void> {
  await rm(objects, { recursive: true, force: true });
  await rename(`${objects}-away`, objects);
}

async function version(): Promise<StoreVersion> {
  const source = path.join(folder, "map.tif");
  await writeFile(source, "a map");
  const sha256 = createHash("sha256").update("a map").digest("hex");
  return {
    id: "ark:/99999/fk4away",
    version: 1,
    created: new Date(0),
    message: "m",
    user: { name: "Olga" },
    files: [{ path: "producer/map.tif", source, sha256, size: 5 }],
    signal: new AbortController().signal,
  };
}

async function expectStored(): Promise<void> {
  const { root } = await store.put(await version());
  const found = await validateObject(fileTree(path.join(objects, "ocfl", root)));
  expect(found.filter(isError)).toEqual([]);
  expect(await store.find("ark:/99999/fk4away", 1)).toMatchObject({ root, version: 1 });
}

describe("object storage that is unmounted", () => {
  it("takes nothing, and says nothing of what it holds", async () => {
    await expectStored();
    await unmount();
    await expect(store.put(await version())).rejects.toMatchObject({ code: "storage_away" });
    await expect(store.find("ark:/99999/fk4away", 1)).rejects.toMatchObject({ code: "storage_away" });
    await mount();
    await expectStored();
  });

  it.each(STEPS)(
    "at %s: what went into the mount point does not count, and is stored again",
    async (step) => {
      atStep = async (name) => {
        if (name !== step) return;
        atStep = undefined;
        await unmount();
      };
      await expect(store.put(await version())).rejects.toMatchObject({ code: "storage_away" });
      await mount();
      await expectStored();
    },
  );

  it("and mounted again before the put ends: it is stored again", async () => {
    await unmount();
    await writeFile(path.join(objects, "ocfl", MARKER_FILE), "there for a moment");
    atStep = async (name) => {
      if (name !== "work-removed") return;
      atStep = undefined;
      await mount();
    };
    await expect(store.put(await version())).rejects.toMatchObject({ code: "storage_away" });
    await expectStored();
  });
});
