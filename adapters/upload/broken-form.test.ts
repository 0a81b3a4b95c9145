import { mkdtemp, readdir, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { receiveUpload } from "./receive.ts";
import type { Upload } from "./upload.ts";

/** What a client sends, piece by piece, and how it then breaks off. */
type Sending = { readonly pieces: readonly string[]; readonly ending: "silence" | "reset" | "end" | "bytes" };

const IDLE_MS = 200;
const MOST_BYTES = 100_000;
/** An answer that takes longer than this will never come. */
const PATIENCE_MS = 5000;
const BOUNDARY = "--b\r\n";
const FIELD = `${BOUNDARY}Content-Disposition: form-data; name="title"\r\n\r\n`;
const FILE = `${BOUNDARY}Content-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "waybill-broken-"));
});

/** Files of the folder, and those this process has open there. */
async function left(): Promise<string[]> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) =>
    one.isFile(),
  );
  const open = await Promise.all(
    (await readdir("/dev/fd")).map((fd) => readlink(`/dev/fd/${fd}`).catch(() => "")),
  );
  return [...files.map(({ name }) => name), ...open.filter((name) => name.startsWith(folder))];
}

afterEach(async () => {
  expect(await left()).toEqual([]);
  await rm(folder, { recursive: true, force: true });
});

function bodyOf({ pieces, ending }: Sending): ReadableStream<Uint8Array> {
  const waiting = [...pieces];
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      await new Promise(setImmediate);
      const next = waiting.shift();
      if (next !== undefined) return controller.enqueue(Buffer.from(next));
      if (ending === "reset") return controller.error(new Error("aborted"));
      if (ending === "end") return controller.close();
      if (ending === "bytes") return controller.enqueue(Buffer.alloc(65_536, "x"));
      await new Promise(() => undefined);
    },
  });
}

async function codeOf(sending: Sending, contentType: string): Promise<unknown> {
  const upload: Upload = {
    body: bodyOf(sending) as Upload["body"],
    contentType,
    query: new URLSearchParams(),
    expectedBytes: undefined,
    folder,
    maxBytes: MOST_BYTES,
    idleMs: IDLE_MS,
  };
  const received = receiveUpload(upload)(() => undefined).then(
    () => "taken",
    (error: { code?: unknown }) => error.code,
  );
  return Promise.race([received, delay(PATIENCE_MS, "no answer", { ref: false })]);
}

const PLACES = [
  ["before its first part", []],
  ["in half a boundary", ["--"]],
  ["in the head of a part", [FIELD.slice(0, 20)]],
  ["in a field before the file", [`${FIELD}A ma`]],
  ["between a field and the file", [`${FIELD}A map\r\n`]],
  ["right before the file's bytes", [FILE]],
  ["in the file", [FILE, "hello"]],
  ["in the boundary after the file", [FILE, "hello", "\r\n--"]],
  ["in a field after the file", [FILE, "hello\r\n", `${FIELD}A ma`]],
  ["in the head of a second file", [FILE, "hello\r\n", FILE.slice(0, 30)]],
  ["after its end", [FILE, "hello\r\n--b--\r\n"]],
] as const;

describe("a form that breaks off", () => {
  it.each(PLACES)("%s by silence is given up", async (_, pieces) => {
    expect(await codeOf({ pieces, ending: "silence" }, "multipart/form-data; boundary=b")).toBe(
      "incomplete_upload",
    );
  });

  it.each(PLACES)("%s with its connection is given up", async (_, pieces) => {
    expect(await codeOf({ pieces, ending: "reset" }, "multipart/form-data; boundary=b")).toBe(
      "incomplete_upload",
    );
  });

  it.each(PLACES.slice(0, -1))("%s by its end is refused", async (_, pieces) => {
    expect(await codeOf({ pieces, ending: "end" }, "multipart/form-data; boundary=b")).toBe("bad_form");
  });
});

describe("a form without end", () => {
  it.each(PLACES)("that goes on %s is refused once it is longer than any", async (_, pieces) => {
    expect(["too_large", "bad_form"]).toContain(
      await codeOf({ pieces, ending: "bytes" }, "multipart/form-data; boundary=b"),
    );
  });
});

describe("a raw body that breaks off", () => {
  it.each([
    ["before its first byte by silence", [], "silence", "incomplete_upload"],
    ["in its middle by silence", ["hel"], "silence", "incomplete_upload"],
    ["before its first byte with its connection", [], "reset", "incomplete_upload"],
    ["in its middle with its connection", ["hel"], "reset", "incomplete_upload"],
    ["never", ["hel"], "bytes", "too_large"],
  ] as const)("%s is given up", async (_, pieces, ending, code) => {
    expect(await codeOf({ pieces, ending }, "application/octet-stream")).toBe(code);
  });
});
