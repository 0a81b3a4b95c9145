import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { receiveUpload } from "./receive.ts";
import type { Upload } from "./upload.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "waybill-upload-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const left = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;
afterEach(async () => {
  expect(await left()).toBe(0);
});

const accept = () => undefined;
const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");

async function upload(body: BodyInit | null, facts: Partial<Upload> = {}): Promise<Upload> {
  const response = new Response(body);
  // a form's own stream complains on Node 24 when it is given up; a blob's does not
  const whole = body instanceof FormData ? new Response(await response.arrayBuffer()) : response;
  return {
    body: whole.body as Upload["body"],
    contentType: response.headers.get("content-type") ?? "application/octet-stream",
    query: new URLSearchParams(),
    expectedBytes: undefined,
    folder,
    maxBytes: 1_000_000,
    idleMs: 5_000,
    ...facts,
  };
}

function form(parts: readonly (readonly [string, string | File])[]): FormData {
  const data = new FormData();
  for (const [name, value] of parts) data.append(name, value);
  return data;
}

const FILE = new File(["hello"], "hello.txt");

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
    expect(await readFile(path.join(folder, kept), "utf8")).toBe("hello");
    await received.discard();
    expect(await readdir(path.join(folder, "batches"))).toEqual([]);
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

describe("a form", () => {
  it.each([
    [
      "before the file",
      [
        ["collection", "maps"],
        ["title", "A map"],
        ["file", FILE],
      ],
    ],
    [
      "after the file",
      [
        ["file", FILE],
        ["collection", "maps"],
        ["title", "A map"],
      ],
    ],
  ] as const)("with its fields %s is taken", async (_, parts) => {
    const received = await receiveUpload(await upload(form(parts)))(accept);
    expect(received).toMatchObject({
      sizeBytes: 5,
      sha256: sha256("hello"),
      filename: "hello.txt",
      fields: { collection: "maps", title: "A map" },
    });
    await received.discard();
  });

  it("with an empty field filename keeps the name of its file", async () => {
    const received = await receiveUpload(
      await upload(
        form([
          ["filename", ""],
          ["file", FILE],
        ]),
      ),
    )(accept);
    expect(received.filename).toBe("hello.txt");
    await received.discard();
  });

  it("without a file has its fields looked at all the same", async () => {
    const seen: unknown[] = [];
    const receive = receiveUpload(await upload(form([["title", "A map"]])));
    await expect(receive(({ fields }) => void seen.push({ ...fields }))).rejects.toMatchObject({
      code: "no_payload",
    });
    expect(seen).toEqual([{ title: "A map" }]);
  });

  it("keeps names and values in UTF-8", async () => {
    const received = await receiveUpload(
      await upload(
        form([
          ["title", "地図 ☂"],
          ["file", new File(["x"], "Größe.txt")],
        ]),
      ),
    )(accept);
    expect(received.fields.title).toBe("地図 ☂");
    expect(received.filename).toBe("Größe.txt");
    await received.discard();
  });

  it("larger than the parser's buffers arrives whole", async () => {
    const bytes = Buffer.alloc(900_000, "abcdefghij\r\n--");
    const received = await receiveUpload(await upload(form([["file", new File([bytes], "big.bin")]])))(
      accept,
    );
    expect(received.sizeBytes).toBe(900_000);
    expect(received.sha256).toBe(sha256(bytes));
    await received.discard();
  });

  it.each([
    [
      "two files",
      () =>
        upload(
          form([
            ["file", FILE],
            ["other", FILE],
          ]),
        ),
      "bad_form",
    ],
    ["no file", () => upload(form([["title", "A map"]])), "no_payload"],
    [
      "a field twice",
      () =>
        upload(
          form([
            ["title", "A"],
            ["title", "B"],
            ["file", FILE],
          ]),
        ),
      "bad_form",
    ],
    [
      "a field of 20,000 characters",
      () =>
        upload(
          form([
            ["title", "x".repeat(20_000)],
            ["file", FILE],
          ]),
        ),
      "bad_form",
    ],
    [
      "a file too large",
      () => upload(form([["file", new File([Buffer.alloc(2_000_000)], "big")]])),
      "too_large",
    ],
    ["no boundary", () => upload("x", { contentType: "multipart/form-data" }), "bad_form"],
    [
      "a body that is no form",
      () => upload("hello", { contentType: "multipart/form-data; boundary=b" }),
      "bad_form",
    ],
    [
      "its end cut off",
      () =>
        upload('--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhel', {
          contentType: "multipart/form-data; boundary=b",
        }),
      "bad_form",
    ],
  ])("with %s is refused", async (_, make, code) => {
    await expect(receiveUpload(await make())(accept)).rejects.toMatchObject({ code });
  });

  it("with a field that no limit allows is refused before its file, which the problem's code says", async () => {
    const long = form([
      ["title", "x".repeat(62_000)],
      ["file", FILE],
    ]);
    const message = "title is longer than 3,500 characters, the most it may have. Shorten it.";
    await expect(receiveUpload(await upload(long))(accept)).rejects.toMatchObject({
      code: "bad_form",
      message,
      problems: [{ line: 0, code: "title_too_long", message }],
    });
  });

  it("whose fields before the file are refused stores nothing", async () => {
    const refuse = () => {
      throw new Error("refused");
    };
    await expect(
      receiveUpload(
        await upload(
          form([
            ["title", "A"],
            ["file", FILE],
          ]),
        ),
      )(refuse),
    ).rejects.toThrow("refused");
  });
});
