import { appendFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HandWorker, openHandWorker } from "../../tests/pipeline/hand-worker.ts";
import { type Installation, makeInstallation } from "../../tests/pipeline/installation.ts";
import { batchOfFiles, objectManifest, type Row } from "../../tests/pipeline/manifests.ts";

let installation: Installation;
let worker: HandWorker;

beforeAll(async () => {
  // larger manifests are read in full only by a worker
  installation = await makeInstallation({ env: { MANIFEST_CHECK_MAX_BYTES: "10" } });
  worker = await openHandWorker(installation);
});
afterAll(async () => {
  await worker?.end();
  await installation?.end();
});

const SHA256 = "0".repeat(64);
const rows = (count: number): Row[] =>
  Array.from({ length: count }, (_, place) => ({
    url: `http://127.0.0.1:9/${place + 1}`,
    name: `${place + 1}.txt`,
    sha256: SHA256,
  }));
/** The third row's digest is invalid. */
const corrupt = (text: string) => {
  const lines = text.split("\n");
  return lines.map((line, at) => (at === 4 ? line.replace(SHA256, "none") : line)).join("\n");
};
/** Its lines 1 and 2 are the header. */
const PROBLEM = { line: 5, code: "digest_not_hex" };

async function expand(payload: string, fields: Readonly<Record<string, string>>) {
  const batchId = await installation.deposit(payload, { filename: "m.checkm", ...fields });
  await worker.workAll();
  return { batchId, ...(await read(batchId)) };
}

async function read(batchId: string) {
  const { db } = installation.ctx;
  return {
    batch: await db.batch.findUniqueOrThrow({ where: { id: batchId } }),
    jobs: await db.job.findMany({ where: { batchId }, orderBy: { ordinal: "asc" } }),
  };
}

describe("a batch manifest that is found corrupt when its jobs are to be made", () => {
  it("makes none: the batch is Failed and says what is wrong in which line", async () => {
    const { batch, jobs } = await expand(corrupt(batchOfFiles(rows(4))), {});
    expect(jobs).toEqual([]);
    expect(batch).toMatchObject({
      state: "Failed",
      errorCode: "manifest_invalid",
      errorMessage: expect.stringMatching(/^The manifest cannot be used\. Line 5: /),
      problems: [expect.objectContaining(PROBLEM)],
    });
  });

  it("was changed on disk since: the batch is Failed, no row of it is used", async () => {
    const batchId = await installation.deposit(batchOfFiles(rows(2)), { filename: "m.checkm" });
    const { payloadPath } = (await read(batchId)).batch;
    const place = path.join(installation.ctx.env.WORKING_STORAGE, payloadPath ?? "");
    await appendFile(place, " ");
    await worker.workAll("lane", "batch");
    const { batch, jobs } = await read(batchId);
    expect(jobs).toEqual([]);
    expect(batch).toMatchObject({ state: "Failed", errorCode: "payload_damaged" });
  });
});

it("an object manifest that is found corrupt is a job that is Failed from birth, and not to be run", async () => {
  const { batch, jobs } = await expand(corrupt(objectManifest(rows(4))), { type: "object-manifest" });
  expect(jobs).toMatchObject([
    {
      state: "Failed",
      payloadTrusted: false,
      lastSuccessfulState: null,
      errorCode: "manifest_invalid",
      problems: [expect.objectContaining(PROBLEM)],
    },
  ]);
  expect(batch.state).toBe("Failed");
});

// 10 * ln(8) + 5 = 25.79; 10 * ln(1) + 5 = 5
it.each([
  [8, 25],
  [1, 5],
])(
  "the jobs of a batch of %i have priority %i: small batches overtake large ones",
  async (count, priority) => {
    const { jobs } = await expand(batchOfFiles(rows(count)), {});
    expect(jobs.map((job) => job.priority)).toEqual(Array(count).fill(priority));
  },
);
