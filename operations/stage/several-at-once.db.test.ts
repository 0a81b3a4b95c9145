import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HandWorker, openHandWorker } from "../../tests/pipeline/hand-worker.ts";
import { type Installation, makeInstallation } from "../../tests/pipeline/installation.ts";
import { objectManifest } from "../../tests/pipeline/manifests.ts";
import { type HostileSource, startSource } from "../../tests/servers/hostile-source.ts";

const FILES = 12;
const FETCHED_AT_ONCE = 3;
/** As operations/stage/estimating.ts says. */
const LOOKED_AT_AT_ONCE = 8;

let source: HostileSource;
let installation: Installation;
let worker: HandWorker;

beforeAll(async () => {
  source = await startSource();
  installation = await makeInstallation({
    settings: { privateSources: [source.host] },
    env: { FILES_PER_JOB: String(FETCHED_AT_ONCE) },
  });
  worker = await openHandWorker(installation);
});
afterAll(async () => {
  await worker?.end();
  await installation?.end();
  await source?.close();
});

const names = (lane: string) => Array.from({ length: FILES }, (_, place) => `/${lane}-${place}.txt`);
const asked = (method: string, lane: string) =>
  source.requests.filter((one) => one.method === method && one.path.startsWith(`/${lane}-`)).length;

/** Works a deposit of these files; `hold` says how many are requested at a time while none is answered. */
async function work(lane: string, hold: () => Promise<void>): Promise<string[]> {
  const rows = names(lane).map((name) => ({ name: name.slice(1), url: source.url(name) }));
  const batchId = await installation.deposit(objectManifest(rows), {
    filename: "m.checkm",
    type: "object-manifest",
  });
  const working = worker.workAll();
  await hold();
  await working;
  return installation.jobStates(batchId);
}

describe("the files of one job", () => {
  it("are looked at eight at a time", async () => {
    for (const name of names("look")) {
      source.serve(name, { kind: "file", body: name });
      source.serveHead(name, { kind: "file", body: name, isHeadHeld: true });
    }
    const states = await work("look", async () => {
      for (let answered = 0; answered < FILES; answered += 1) {
        const expected = Math.min(FILES, answered + LOOKED_AT_AT_ONCE);
        await expect.poll(() => asked("HEAD", "look"), { timeout: 10_000 }).toBe(expected);
        const waiting = names("look")[answered];
        if (waiting !== undefined) source.release(waiting);
      }
    });
    expect(states).toEqual(["Completed"]);
  });

  it("are fetched as many at a time as FILES_PER_JOB says", async () => {
    for (const name of names("get")) source.serve(name, { kind: "file", body: name, isHeld: true });
    const states = await work("get", async () => {
      for (let answered = 0; answered < FILES; answered += 1) {
        const expected = Math.min(FILES, answered + FETCHED_AT_ONCE);
        await expect.poll(() => asked("GET", "get"), { timeout: 10_000 }).toBe(expected);
        const waiting = names("get")[answered];
        if (waiting !== undefined) source.release(waiting);
      }
    });
    expect(states).toEqual(["Completed"]);
  });
});
