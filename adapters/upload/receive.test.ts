import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { accept, sha256, uploadBench } from "../../tests/uploads/upload-bench.ts";
import { receiveUpload } from "./receive.ts";
import type { Upload } from "./upload.ts";

const { folder, upload } = uploadBench();

describe("a raw body", () => {
  it("is stored with its digest, and its fields come from the query", async () => {
    const query = new URLSearchParams({ collection: "maps", filename: "hello.txt", digestType: "MD5" });
    const received = await receiveUpload(await upload("hello", { query, expectedBytes: 5 }))(accept);
    expect(received).toMatchObject({
      sizeBytes: 5,
      sha256: sha256("hello"),
      filename: "hello.txt",
      fields: { collection: "maps" },
    });
    expect(await received.digest("md5")).toBe("5d41402abc4b2a76b9719d911017c592");
    expect(await received.digest("sha-1")).toBe("aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d");
    expect(Buffer.from(received.head).toString()).toBe("hello");
    const kept = await received.keep("bid-1");
    expect(kept).toBe("batches/bid-1/payload");
    expect(await readFile(path.join(folder(), kept), "utf8")).toBe("hello");
    await received.discard();
    expect(await readdir(path.join(folder(), "batches"))).toEqual([]);
  });

  it("of many chunks keeps only its first bytes in memory", async () => {
    const bytes = Buffer.alloc(300_000, "0123456789");
    const received = await receiveUpload(await upload(bytes))(accept);
    expect(received.head).toHaveLength(8192);
    expect(received.sha256).toBe(sha256(bytes));
    await received.discard();
  });

  it("is refused before a byte is stored when its fields are", async () => {
    const refuse = () => {
      throw new Error("refused");
    };
    await expect(receiveUpload(await upload("hello"))(refuse)).rejects.toThrow("refused");
  });

  it.each([
    ["too large", () => upload(Buffer.alloc(2_000_000)), "too_large"],
    ["shorter than announced", () => upload("hello", { expectedBytes: 6 }), "incomplete_upload"],
    ["missing", () => upload(null), "no_payload"],
  ])("that is %s is refused", async (_, make, code) => {
    await expect(receiveUpload(await make())(accept)).rejects.toMatchObject({ code });
  });

  it.each([
    ["the file itself", "application/octet-stream", 1_000_001, "too_large"],
    ["a form, which has more than its file", "multipart/form-data; boundary=x", 3_000_001, "too_large"],
    ["a form of the largest file", "multipart/form-data; boundary=x", 3_000_000, "read"],
  ])(
    "that says that it is too large is refused before its first byte: %s",
    async (_, contentType, length, outcome) => {
      let hasBeenRead = false;
      const body = new ReadableStream<Uint8Array>(
        {
          pull: (controller) => {
            hasBeenRead = true;
            controller.close();
          },
        },
        { highWaterMark: 0 },
      );
      const made = {
        ...(await upload(null)),
        body: body as Upload["body"],
        contentType,
        expectedBytes: length,
      };
      const code = await receiveUpload(made)(accept).catch((error: { code: string }) => error.code);
      expect([hasBeenRead, code === "too_large"]).toEqual(outcome === "read" ? [true, false] : [false, true]);
    },
  );

  it("that stops in the middle is given up", async () => {
    const stalled = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from("hel")),
    });
    await expect(receiveUpload(await upload(stalled, { idleMs: 50 }))(accept)).rejects.toMatchObject({
      code: "incomplete_upload",
    });
  });

  it("whose client goes away is given up", async () => {
    const cut = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from("hel")),
      pull: async (controller) => {
        await sleep(5);
        controller.error(new Error("aborted"));
      },
    });
    await expect(receiveUpload(await upload(cut))(accept)).rejects.toMatchObject({
      code: "incomplete_upload",
    });
  });

  it("with a field given twice is refused", async () => {
    const query = new URLSearchParams("collection=a&collection=b");
    await expect(receiveUpload(await upload("hello", { query }))(accept)).rejects.toMatchObject({
      code: "bad_form",
    });
  });
});
