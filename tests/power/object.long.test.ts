import { spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sha256, versionOf, writeSources } from "../fixtures/ocfl/deposits.ts";
import { meansNow, onEachRoad, roadNow } from "../fixtures/ocfl/roads.ts";
import { filesBelow, lossesIn, modelOf, RECORDED_ENV, recordTo } from "./record.ts";

/*
 * Puts of the OCFL store in processes of their own, recorded. One is killed at a sync, whichever it is; the next finds
 * what it left, and what that one says must survive a power loss, although it has not done all of it itself.
 */
const ID = "ark:/99999/fk4power";
const OTHER_ID = "ark:/99999/fk4other";
const BIG = "0123456789abcdef".repeat(8192);

let base: string;
let program: string;
let folders = 0;

beforeAll(async () => {
  base = await mkdtemp(path.join(tmpdir(), "waybill-power-"));
  program = path.join(base, "put-once.mjs");
  await build({
    entryPoints: [path.join(import.meta.dirname, "put-once.ts")],
    outfile: program,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
  });
});
afterAll(() => rm(base, { recursive: true, force: true }));

type Version = Awaited<ReturnType<typeof makeVersion>>;

async function makeVersion(place: string, number: 1 | 2, id = ID) {
  const texts = { "a.txt": `a${number}`, "b/c.txt": "c", "big.bin": `${number} ${BIG}` };
  return versionOf(id, number, await writeSources(path.join(place, `sources-${number}`), texts));
}

/** A folder for a storage with its sources beside it; the storage root itself is yet to be made. */
async function makePlace(): Promise<string> {
  folders += 1;
  const place = path.join(base, `place-${folders}`);
  await mkdir(place);
  return place;
}

/** A storage that is ready for this version. */
async function startingPoint(number: 1 | 2): Promise<string> {
  const place = await makePlace();
  const unused = path.join(base, "unused");
  // each thread counts its own syncs: those of a new root would be the main one's
  if (meansNow().threads) await put(place, await makeVersion(place, 1, OTHER_ID), unused);
  if (number === 2) await put(place, await makeVersion(place, 1), unused);
  return place;
}

/** Puts a version, killed at its n-th sync when told so. Answers whether it came to an end. */
async function put(
  place: string,
  version: Version,
  recording: string,
  killAtSync?: number,
): Promise<boolean> {
  const [file = "", ...words] = [...recordTo(recording, killAtSync), process.execPath, program];
  const order = {
    root: path.join(place, "store", "root"),
    staging: path.join(place, "store", "staging"),
    version,
    road: roadNow(),
  };
  const child = spawn(file, [...words, JSON.stringify(order)], {
    env: { NODE_ENV: "production", PATH: process.env.PATH, ...RECORDED_ENV, UV_THREADPOOL_SIZE: "1" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  child.stdout.resume();
  return new Promise((resolve) => child.once("close", (_code, signal) => resolve(signal === null)));
}

/** What would be lost of the version when the last recorded put says that it is stored. */
async function lossesOf(
  place: string,
  disk: Awaited<ReturnType<typeof modelOf>>,
  recordings: readonly string[],
): Promise<string[]> {
  const files = await filesBelow(path.join(place, "store", "root"));
  const digested = files.map(async (file) => ({ path: file, sha256: sha256(await readFile(file)) }));
  return lossesIn(disk, recordings, [{ says: ["stored with"], files: await Promise.all(digested) }]);
}

/** One thread makes all of them, or nearly all, so that they have an order. */
async function syncsIn(recording: string): Promise<number> {
  const lines = (await readFile(recording, "latin1")).split("\n").filter((line) => /\bfsync\(/.test(line));
  const ofThread = new Map<string, number>();
  for (const line of lines) {
    const [thread = ""] = line.split(" ");
    ofThread.set(thread, (ofThread.get(thread) ?? 0) + 1);
  }
  return Math.max(...ofThread.values());
}

// a sync of the file system is another process's, which cannot be killed in this one's place: worker.wide.test.ts records it
onEachRoad(() => {
  describe("a put that follows one killed at any sync", () => {
    it.each([1, 2] as const)(
      "says nothing that a power loss undoes, for version %s",
      async (number) => {
        const held = await startingPoint(number);
        const prepare = async () => {
          const place = await makePlace();
          await cp(held, place, { recursive: true });
          const version = await makeVersion(place, number);
          return { place, version, disk: await modelOf(place) };
        };
        const whole = await prepare();
        const recording = path.join(base, `whole-${number}`);
        expect(await put(whole.place, whole.version, recording)).toBe(true);
        expect(await lossesOf(whole.place, whole.disk, [recording])).toEqual([]);

        const syncs = await syncsIn(recording);
        expect(syncs).toBeGreaterThan(10);
        const found: string[] = [];
        for (let at = 1; at <= syncs; at += 1) {
          const { place, version, disk } = await prepare();
          const recordings = ["killed", "next"].map((name) => path.join(base, `${name}-${number}-${at}`));
          const [killed = "", next = ""] = recordings;
          if (await put(place, version, killed, at)) found.push(`it outlived sync ${at}`);
          if (!(await put(place, version, next))) found.push(`the next one after sync ${at} was killed`);
          found.push(
            ...(await lossesOf(place, disk, recordings)).map((loss) => `killed at sync ${at}: ${loss}`),
          );
        }
        expect(found).toEqual([]);
      },
      900_000,
    );
  });
}, ["file by file", "in one go"]);
