import { spawn } from "node:child_process";
import { appendFile, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { objectRootOf } from "../../../core/storage/ocfl-names.ts";
import type { StoreVersion } from "../../../core/storage/ports.ts";
import { treeOf, versionOf, writeSources } from "../../../tests/fixtures/ocfl/deposits.ts";
import { meansNow, onEachRoad, roadNow } from "../../../tests/fixtures/ocfl/roads.ts";
import { idDigest } from "../ocfl/id-digest.ts";
import { validateStorageRoot } from "../ocfl/validate.ts";
import { isError } from "../ocfl/validation/findings.ts";
import type { StoreStep } from "./steps.ts";
import { createOcflStore } from "./store.ts";

const ID = "ark:/99999/fk4crash";
let base: string;
let program: string;
let first: StoreVersion;
let second: StoreVersion;
let expected: Record<"first" | "second", Record<string, string>>;

/** Puts the version in a separate process that kills itself at a step; returns the signal that ended it. */
function putAndDie(
  folder: string,
  version: StoreVersion,
  dieAt: StoreStep,
  nth = 1,
): Promise<NodeJS.Signals | null> {
  const order = {
    root: join(folder, "root"),
    staging: join(folder, "staging"),
    version,
    dieAt,
    nth,
    road: roadNow(),
  };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, JSON.stringify(order)], { stdio: "inherit" });
    child.once("error", reject);
    child.once("exit", (_code, signal) => resolve(signal));
  });
}

/** A folder of the road now gone. */
function folderOf(name: string): string {
  return join(base, roadNow(), name);
}

function storeIn(folder: string) {
  return createOcflStore({
    ...meansNow(),
    root: join(folder, "root"),
    staging: join(folder, "staging"),
  });
}

async function errorsIn(folder: string): Promise<readonly unknown[]> {
  return (await validateStorageRoot(join(folder, "root"))).filter(isError);
}

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), "ocfl-crash-"));
  program = join(base, "put-and-die.mjs");
  const entry = join(import.meta.dirname, "../../../tests/fixtures/ocfl/put-and-die.ts");
  await build({
    entryPoints: [entry],
    outfile: program,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
  });
  const big = "0123456789abcdef".repeat(8_192);
  first = versionOf(
    ID,
    1,
    await writeSources(join(base, "one"), { "a.txt": "a", "b.txt": "b", "c/d.txt": "a", "big.bin": big }),
  );
  second = versionOf(
    ID,
    2,
    await writeSources(join(base, "two"), {
      "a.txt": "a2",
      "e.txt": "e",
      "big.bin": big,
      "new.bin": `${big}!`,
    }),
  );
  const whole = join(base, "whole");
  await storeIn(whole).put(first);
  const afterFirst = await treeOf(join(whole, "root"));
  await storeIn(whole).put(second);
  expected = { first: afterFirst, second: await treeOf(join(whole, "root")) };
});

afterAll(() => rm(base, { recursive: true, force: true }));

onEachRoad(() => {
  describe("a put that is killed, then repeated in another process", () => {
    const ofFirst: readonly (readonly [StoreStep, number])[] = [
      ["work-made", 1],
      ["file-stored", 1],
      ["file-stored", 3],
      ["content-stored", 1],
      ["inventory-written", 1],
      ["version-synced", 1],
      ["object-placed", 1],
    ];
    it.concurrent.each(ofFirst)(
      "ends in the same first version after a kill at %s (%i)",
      async (step, nth) => {
        const folder = folderOf(`first-${step}-${nth}`);
        expect(await putAndDie(folder, first, step, nth)).toBe("SIGKILL");
        const result = await storeIn(folder).put(first);
        expect(result).toMatchObject({ root: objectRootOf(idDigest(ID)), version: 1 });
        expect(await treeOf(join(folder, "root"))).toEqual(expected.first);
        expect(await errorsIn(folder)).toEqual([]);
        expect(await readdir(join(folder, "staging"))).toEqual([]);
      },
    );

    const ofSecond: readonly (readonly [StoreStep, number])[] = [
      ["work-made", 1],
      ["file-stored", 2],
      ["content-stored", 1],
      ["inventory-written", 1],
      ["version-synced", 1],
      ["version-placed", 1],
      ["inventory-placed", 1],
      ["sidecar-placed", 1],
    ];
    it.concurrent.each(ofSecond)(
      "ends in the same second version after a kill at %s (%i)",
      async (step, nth) => {
        const folder = folderOf(`second-${step}-${nth}`);
        await storeIn(folder).put(first);
        expect(await putAndDie(folder, second, step, nth)).toBe("SIGKILL");
        const result = await storeIn(folder).put(second);
        expect(result.version).toBe(2);
        expect(await treeOf(join(folder, "root"))).toEqual(expected.second);
        expect(await errorsIn(folder)).toEqual([]);
        expect(await readdir(join(folder, "staging"))).toEqual([]);
      },
    );
  });

  describe("a version folder that a killed put left in the object", () => {
    it("is replaced when its content is damaged", async () => {
      const folder = folderOf("damaged");
      await storeIn(folder).put(first);
      await putAndDie(folder, second, "version-placed");
      await appendFile(join(folder, "root", objectRootOf(idDigest(ID)), "v2/content/0000/000"), "x");
      await storeIn(folder).put(second);
      expect(await treeOf(join(folder, "root"))).toEqual(expected.second);
    });

    it("is replaced when it holds other files than the request", async () => {
      const folder = folderOf("other");
      const other = versionOf(ID, 2, await writeSources(folderOf("other-files"), { "z.txt": "z" }));
      await storeIn(folder).put(first);
      await putAndDie(folder, other, "version-placed");
      await storeIn(folder).put(second);
      expect(await treeOf(join(folder, "root"))).toEqual(expected.second);
      expect(await readdir(join(folder, "staging"))).toEqual([]);
    });

    it("is replaced when its inventory cannot be read", async () => {
      const folder = folderOf("unreadable");
      await storeIn(folder).put(first);
      await putAndDie(folder, second, "version-placed");
      await writeFile(join(folder, "root", objectRootOf(idDigest(ID)), "v2/inventory.json"), "{");
      await storeIn(folder).put(second);
      expect(await treeOf(join(folder, "root"))).toEqual(expected.second);
    });
  });

  describe("a sidecar that a killed put left behind", () => {
    it("is mended by a put of the next version as well", async () => {
      const folder = folderOf("next");
      await storeIn(folder).put(first);
      await putAndDie(folder, second, "inventory-placed");
      const third = versionOf(ID, 3, first.files);
      await storeIn(folder).put(third);
      expect(await errorsIn(folder)).toEqual([]);
    });

    it("is not mended when the inventory is not the one of its version folder", async () => {
      const folder = folderOf("tampered");
      await storeIn(folder).put(first);
      const inventory = join(folder, "root", objectRootOf(idDigest(ID)), "inventory.json");
      await appendFile(inventory, "\n");
      await expect(storeIn(folder).put(second)).rejects.toMatchObject({ code: "storage_failed" });
      expect(await readdir(join(folder, "staging"))).toEqual([]);
    });
  });
});
