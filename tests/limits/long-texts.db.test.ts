import { readdir } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { storePayload } from "../../adapters/upload/store-payload.ts";
import { Env } from "../../lib/env.ts";
import { submitBatch } from "../../operations/batch/submit.ts";
import { type HandWorker, openHandWorker } from "../pipeline/hand-worker.ts";
import { type Installation, makeInstallation } from "../pipeline/installation.ts";
import { batchOfFiles, batchOfManifests, objectManifest } from "../pipeline/manifests.ts";

const LONG = "x".repeat(62_000);
const FOUR_TITLES = batchOfFiles(
  [1, 2, 3, 4].map((at) => ({ url: `https://h.example.org/${at}`, name: `${at}.txt`, title: LONG })),
);
/** Rows stand on the lines 3 to 6. */
const FOUR_PROBLEMS = [3, 4, 5, 6].map((line) => ({
  line,
  code: "title_too_long",
  message: "The title (mrt:title) has 62,000 characters; it may have 3,500 at most. Shorten it.",
}));

let installation: Installation;
let worker: HandWorker;
const server = createServer((_, response) => {
  const row = objectManifest([{ url: "https://h.example.org/a", name: "a.txt" }]);
  response.end(row.replace("a.txt\n", `a.txt | image/${LONG}\n`));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  installation = await makeInstallation({ settings: { privateSources: [`127.0.0.1:${port}`] } });
  worker = await openHandWorker(installation);
});
afterAll(async () => {
  await worker?.end();
  await installation?.end();
  server.close();
});

const uploads = () => readdir(path.join(installation.folder, "working", "uploads"));

describe("text that is too long is refused at the door and leaves no row and no file", () => {
  it("four titles of 62,000 characters in a manifest", async () => {
    await expect(installation.deposit(FOUR_TITLES, { filename: "m.checkm" })).rejects.toMatchObject({
      code: "manifest_invalid",
      message: `The manifest cannot be used. Line 3: ${FOUR_PROBLEMS[0]?.message} There are 3 more problems.`,
      problems: FOUR_PROBLEMS,
    });
  });

  it.each([
    [
      "title",
      "title_too_long",
      "title has 62,000 characters; it may have 3,500 characters at most. Shorten it.",
    ],
    [
      "note",
      "note_too_long",
      "note has 62,000 characters; it may have 3,500 characters at most. Shorten it.",
    ],
    [
      "dcRights",
      "dc_rights_too_long",
      "dcRights has 62,000 characters; it may have 3,500 characters at most. Shorten it.",
    ],
    ["date", "date_too_long", "date has 62,000 characters; it may have 200 characters at most. Shorten it."],
  ])("the form's field %s", async (field, code, message) => {
    await expect(
      installation.deposit("hello", { filename: "a.txt", type: "file", [field]: LONG }),
    ).rejects.toMatchObject({ code: "bad_form", message, problems: [{ line: 0, code, message }] });
  });

  it("nothing of them is left", async () => {
    expect(await uploads()).toEqual([]);
    expect(await installation.ctx.db.batch.count()).toBe(0);
  });
});

describe("text that is too long is refused by the worker", () => {
  it("in a manifest that was too large to be checked at the door", async () => {
    const { ctx, workerEnv } = installation;
    const env = Env.parse({ ...workerEnv, MANIFEST_CHECK_MAX_BYTES: "1" });
    const { batchId } = await submitBatch(
      { ...ctx, env },
      {
        receive: async () => ({
          ...(await storePayload(bytesOf(FOUR_TITLES), { folder: env.WORKING_STORAGE, maxBytes: 1_000_000 })),
          fields: { collection: "maps" },
          filename: "m.checkm",
        }),
        idempotencyKey: null,
        userAgent: "test",
      },
    );
    await worker.workAll();
    const batch = await ctx.db.batch.findUniqueOrThrow({ where: { id: batchId } });
    expect(batch).toMatchObject({ errorCode: "manifest_invalid", problems: FOUR_PROBLEMS });
    expect(await installation.jobStates(batchId)).toEqual([]);
  });

  it("in a manifest that is fetched", async () => {
    const { port } = server.address() as AddressInfo;
    const rows = batchOfManifests([{ url: `http://127.0.0.1:${port}/o.checkm`, name: "o.checkm" }]);
    const batchId = await installation.deposit(rows, { filename: "b.checkm" });
    await worker.workAll();
    const job = await installation.ctx.db.job.findFirstOrThrow({ where: { batchId } });
    expect(job).toMatchObject({
      state: "Failed",
      errorCode: "manifest_invalid",
      problems: [
        {
          line: 3,
          code: "mime_type_too_long",
          message:
            "The media type (mrt:mimeType) has 62,006 characters; it may have 3,500 at most. Shorten it.",
        },
      ],
    });
  });
});

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
