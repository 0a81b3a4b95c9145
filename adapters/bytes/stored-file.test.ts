import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, truncateSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openHash } from "../digest/hash-stream.ts";
import type { Range } from "./orders.ts";
import { type StoredFile, storeBytes } from "./stored-file.ts";

const BYTES = Uint8Array.from({ length: 600_000 }, (_, at) => (at * 13) % 251);

let folder: string;
let path: string;
let file: StoredFile;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "waybill-stored-"));
  path = join(folder, "file");
  file = { descriptor: openSync(path, "wx+"), hash: await openHash("crc-32") };
});
afterEach(() => {
  closeSync(file.descriptor);
  rmSync(folder, { recursive: true });
});

it("writes bytes and hashes what it reads back", async () => {
  storeBytes(file, BYTES, 0);
  storeBytes(file, BYTES.subarray(0, 5), BYTES.length);
  const whole = Buffer.concat([BYTES, BYTES.subarray(0, 5)]);
  expect(whole.equals(readFileSync(path))).toBe(true);
  const expected = await openHash("crc-32");
  expected.update(whole);
  expect(file.hash.finish()).toEqual(expected.finish());
});

it.each([0, 1, 131_071, 131_072, BYTES.length - 1])("finds byte %i changed behind the writer", (changed) => {
  const change = ({ at, length }: Range) => {
    if (changed < at || changed >= at + length) return;
    const other = openSync(path, "r+");
    writeSync(other, Buffer.from([252]), 0, 1, changed);
    closeSync(other);
  };
  expect(() => storeBytes(file, BYTES, 0, change)).toThrow("not as it was written");
});

it("finds a file cut behind the writer", () => {
  const cut = ({ at }: Range) => at > 300_000 && truncateSync(path, 400_000);
  expect(() => storeBytes(file, BYTES, 0, cut)).toThrow("between bytes 393216 and 524288");
});
