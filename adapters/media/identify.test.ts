import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mediaTypes } from "./identify.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "waybill-media-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const PAGE = "<!DOCTYPE html><html><head><title>DepositOnce</title></head></html>";
const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489", "hex");

test.each([
  ["a page", "pp1.mat", Buffer.from(PAGE), { signed: "text/html", named: null, isText: true }],
  [
    "a page in UTF-16",
    "a.tif",
    Buffer.from(`\ufeff${PAGE}`, "utf16le"),
    { signed: "text/html", named: "image/tiff", isText: true },
  ],
  [
    "XHTML",
    "a.tif",
    Buffer.from(`<?xml version="1.0"?>${PAGE}`),
    { signed: "text/html", named: "image/tiff", isText: true },
  ],
  [
    "SVG",
    "a.svg",
    Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
    { signed: "application/xml", named: "image/svg+xml", isText: true },
  ],
  ["a PNG", "a.jpg", PNG, { signed: "image/png", named: "image/jpeg", isText: false }],
  [
    "a gzip",
    "a.tar.gz",
    gzipSync("x"),
    { signed: "application/gzip", named: "application/gzip", isText: false },
  ],
  ["text", "a.csv", Buffer.from("a;b\n"), { signed: null, named: "text/csv", isText: true }],
  [
    "text whose first part ends within a letter",
    "a.csv",
    Buffer.from(`${"a".repeat(4099)}é`),
    { signed: null, named: "text/csv", isText: true },
  ],
  ["nothing", "a", Buffer.alloc(0), { signed: null, named: null, isText: false }],
])("%s", async (_, name, bytes, expected) => {
  const at = path.join(folder, name);
  await writeFile(at, bytes);
  expect(await mediaTypes.look(at, name)).toEqual(expected);
});
