import { link, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { WorkingFiles } from "../../core/ports.ts";
import { anyRoot } from "../../tests/factories/any-root.ts";
import { openWorkingFiles } from "./folders.ts";

let folder: string;
let working: WorkingFiles;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "waybill-lines-"));
  working = openWorkingFiles(folder, anyRoot);
  await working.prepare("jid-1");
  file = working.ownFileOf("jid-1", "mrt-ingest.txt");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const others = async () => (await readdir(path.dirname(file))).filter((name) => name !== path.basename(file));

/** Lines of which the last one arrives when `until` resolves. */
async function* slow(lines: readonly string[], until: Promise<void>) {
  for (const line of lines.slice(0, -1)) yield line;
  await until;
  yield* lines.slice(-1);
}

describe("writeLines", () => {
  it("bears another worker that writes the same file at the same time", async () => {
    const lines = ["one\n", "two\n"];
    let go = () => {};
    const until = new Promise<void>((resolve) => {
      go = resolve;
    });
    const paused = working.writeLines(file, slow(lines, until));
    const written = await working.writeLines(file, lines);
    expect(await readFile(file, "utf8")).toBe("one\ntwo\n");
    go();
    expect(await paused).toEqual(written);
    expect(await readFile(file, "utf8")).toBe("one\ntwo\n");
    expect(await others()).toEqual([]);
  });

  it("never writes into a file the storage has linked", async () => {
    await working.writeLines(file, ["before"]);
    const stored = path.join(folder, "stored");
    await link(file, stored);
    await working.writeLines(file, ["after"]);
    expect([await readFile(stored, "utf8"), await readFile(file, "utf8")]).toEqual(["before", "after"]);
  });

  it("leaves what was there, and nothing beside it, when the lines fail", async () => {
    await writeFile(file, "before");
    const broken = async function* () {
      yield "half";
      throw new Error("no more");
    };
    await expect(working.writeLines(file, broken())).rejects.toThrow("no more");
    expect(await readFile(file, "utf8")).toBe("before");
    expect(await others()).toEqual([]);
  });
});
