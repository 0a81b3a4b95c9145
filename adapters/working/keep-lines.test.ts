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

/** A line longer than what stays in memory. */
const long = (letter: string) => `${letter.repeat(70_000)}\n`;

describe("keepLines", () => {
  it("keeps a short text in memory and writes nothing", async () => {
    expect(await working.keepLines(file, ["one\n", "two\n"])).toEqual({
      source: Buffer.from("one\ntwo\n"),
      size: 8,
      // printf 'one\ntwo\n' | sha256sum
      sha256: "c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8",
    });
    expect(await readdir(path.dirname(file))).toEqual([]);
  });

  it("writes a long one", async () => {
    const text = [long("a"), long("b"), "end\n"];
    expect(await working.keepLines(file, text)).toMatchObject({ source: file, size: 140_006 });
    expect(await readFile(file, "utf8")).toBe(text.join(""));
  });

  it("bears another worker that writes the same file at the same time", async () => {
    const lines = [long("a"), long("b"), "two\n"];
    let go = () => {};
    const until = new Promise<void>((resolve) => {
      go = resolve;
    });
    const paused = working.keepLines(file, slow(lines, until));
    const written = await working.keepLines(file, lines);
    expect(await readFile(file, "utf8")).toBe(lines.join(""));
    go();
    expect(await paused).toEqual(written);
    expect(await readFile(file, "utf8")).toBe(lines.join(""));
    expect(await others()).toEqual([]);
  });

  it("never writes into a file the storage has linked", async () => {
    await working.keepLines(file, [long("x"), "before"]);
    const stored = path.join(folder, "stored");
    await link(file, stored);
    await working.keepLines(file, [long("x"), "after"]);
    expect([await readFile(stored, "utf8"), await readFile(file, "utf8")]).toEqual([
      `${long("x")}before`,
      `${long("x")}after`,
    ]);
  });

  it("leaves what was there, and nothing beside it, when the lines fail", async () => {
    await writeFile(file, "before");
    const broken = async function* () {
      yield long("a");
      yield long("b");
      throw new Error("no more");
    };
    await expect(working.keepLines(file, broken())).rejects.toThrow("no more");
    expect(await readFile(file, "utf8")).toBe("before");
    expect(await others()).toEqual([]);
  });
});
