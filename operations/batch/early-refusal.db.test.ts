import { readdir } from "node:fs/promises";
import path from "node:path";
import { ReadableStream } from "node:stream/web";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { receiveUpload } from "../../adapters/upload/receive.ts";
import { tarGzOf } from "../../tests/containers/make-container.ts";
import { type Installation, makeInstallation } from "../../tests/pipeline/installation.ts";
import { submitBatch } from "./submit.ts";

const CHUNK = 65_536;
const CHUNKS = 500;

let installation: Installation;
beforeAll(async () => {
  installation = await makeInstallation();
});
afterAll(() => installation.end());

/** Deposits a container whose body begins with these bytes and has 32 MB. @returns how many pieces of it were read */
async function deposit(head: Uint8Array, fields: Readonly<Record<string, string>>) {
  const { ctx } = installation;
  let taken = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(
        taken === 0 ? Buffer.concat([head, Buffer.alloc(CHUNK)]) : Buffer.alloc(CHUNK, taken),
      );
      taken += 1;
      if (taken === CHUNKS) controller.close();
    },
  });
  const receive = receiveUpload({
    body,
    contentType: "application/octet-stream",
    query: new URLSearchParams({ collection: "maps", filename: "a.bin", ...fields }),
    expectedBytes: undefined,
    folder: path.resolve(ctx.env.WORKING_STORAGE),
    maxBytes: 1e9,
    idleMs: 10_000,
    reserveBytes: 0,
  });
  const outcome = await submitBatch(ctx, { receive, idempotencyKey: null, userAgent: null }).then(
    () => "accepted",
    (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
  );
  return { outcome, taken };
}

const leftovers = () => readdir(path.join(installation.ctx.env.WORKING_STORAGE, "uploads"));

describe("a container that is none is refused by its first bytes, not after its last", () => {
  it.each([
    ["a RAR", Buffer.from("Rar!\u001a\u0007"), /^container_unsupported: The container is packed as RAR/],
    [
      "nothing that is packed",
      Buffer.from("hello"),
      /^container_unsupported: The container is not a zip or tar/,
    ],
    [
      "a gzip file of something else",
      gzipSync(Buffer.alloc(100_000, "a text that is no tar ")),
      /^container_unsupported: There is no tar inside the gzip file/,
    ],
  ])("%s", async (_, head, said) => {
    const { outcome, taken } = await deposit(head, { type: "container" });
    expect(outcome).toMatch(said);
    expect(taken).toBeLessThan(20);
    expect(await leftovers()).toEqual([]);
  });

  it("but one whose type is not said, and a tar.gz, are taken in full", async () => {
    expect(await deposit(Buffer.from("Rar!\u001a\u0007"), { type: "file" })).toEqual({
      outcome: "accepted",
      taken: CHUNKS,
    });
    const { taken } = await deposit(await tarGzOf({ "a.txt": "x".repeat(9_000) }), { type: "container" });
    expect(taken).toBe(CHUNKS);
  });
});
