import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import { openContainers } from "../../adapters/container/containers.ts";
import { ContainerListing } from "../../core/container/listing.ts";
import type { NameEncoding } from "../../core/container/name-encodings.ts";
import type { List } from "../../core/container/ports.ts";
import { WaybillError } from "../../core/errors.ts";
import { largeNow } from "../servers/payload-roads.ts";

export const SIGNAL = new AbortController().signal;
export const ROOM = 1_000_000_000;
export const sha256 = (text: string | Uint8Array) => createHash("sha256").update(text).digest("hex");

/** A folder for containers and what comes out of them, for the tests of one file. */
export function containerBench() {
  let folder: string;
  let number = 0;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "waybill-container-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const newFolder = () => mkdtemp(path.join(folder, "to-"));
  const put = async (bytes: Uint8Array) => {
    number += 1;
    const at = path.join(folder, `container-${number}`);
    await writeFile(at, bytes);
    return at;
  };
  /** What is listed of a container, with the codes of what speaks against it; or the code of the error. */
  const list = async (bytes: Uint8Array, mostBytes = ROOM, nameEncoding?: NameEncoding) => {
    const listing = new ContainerListing(mostBytes, nameEncoding);
    const request: List = {
      path: await put(bytes),
      mostBytes,
      signal: SIGNAL,
      nameEncoding,
      warn: (warning) => listing.findings.warning(warning),
    };
    try {
      for await (const entry of openContainers().list(request)) {
        listing.take(entry);
        if (listing.isFull) break;
      }
      listing.end();
    } catch (error) {
      if (!(error instanceof WaybillError)) throw error;
      return { code: error.code, files: [], problems: error.problems.map(({ code }) => code) };
    }
    return {
      files: listing.files.map(({ name }) => name),
      problems: listing.findings.problems.map(({ code }) => code),
      warnings: listing.findings.warnings.map(({ code }) => code),
    };
  };
  const unpack = async (bytes: Uint8Array, mostBytes = ROOM) => {
    const to = await newFolder();
    const unpacked = [];
    const targetOf = async (place: number) => path.join(to, String(place));
    const request = { path: await put(bytes), targetOf, mostBytes, signal: SIGNAL };
    for await (const one of openContainers({ large: largeNow() }).unpack(request)) unpacked.push(one);
    return { to, unpacked };
  };
  return { newFolder, put, list, unpack };
}
