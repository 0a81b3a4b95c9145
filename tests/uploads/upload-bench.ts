import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { Upload } from "../../adapters/upload/upload.ts";

export const FILE = new File(["hello"], "hello.txt");
export const accept = () => undefined;
export const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");

export function form(parts: readonly (readonly [string, string | File])[]): FormData {
  const data = new FormData();
  for (const [name, value] of parts) data.append(name, value);
  return data;
}

/** A folder for what is received, which has to be empty after each test of one file. */
export function uploadBench() {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "waybill-upload-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const left = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
      .length;
  afterEach(async () => {
    expect(await left()).toBe(0);
  });

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
  return { upload, folder: () => folder };
}
