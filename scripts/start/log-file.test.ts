import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LogFile } from "./log-file.ts";

const LIMITS = { mostBytes: 100, kept: 2, lookMs: 20 };
let folder: string;
let file: string;
let log: LogFile;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "waybill-log-"));
  file = path.join(folder, "logs", "web.log");
  log = new LogFile(file, LIMITS);
});

afterEach(async () => {
  log.close();
  await rm(folder, { recursive: true, force: true });
});

const text = () => readFile(file, "utf8");
const untilLook = () => delay(LIMITS.lookMs + 5);

describe("a log", () => {
  it("is appended to by the next start", async () => {
    log.write("first");
    log.close();
    const next = new LogFile(file, LIMITS);
    next.write("second");
    next.close();
    expect(await text()).toBe("first\nsecond\n");
    expect((await stat(file)).mode & 0o077).toBe(0);
  });

  it("is bounded in size and number, and loses the oldest lines only", async () => {
    // 10 bytes with their line end: ten fill a file; 45 lines make five, of which the two oldest go
    for (let line = 1; line <= 45; line += 1) log.write(`line ${String(line).padStart(4, "0")}`);
    const names = (await readdir(path.dirname(file))).sort();
    expect(names).toEqual(["web.log", "web.log.1", "web.log.2"]);
    const texts = await Promise.all(
      names.map((name) => readFile(path.join(path.dirname(file), name), "utf8")),
    );
    expect(texts.map((kept) => [kept.slice(0, 9), kept.length])).toEqual([
      ["line 0041", 50],
      ["line 0031", 100],
      ["line 0021", 100],
    ]);
  });

  it("goes on when its folder was removed", async () => {
    log.write("before");
    await rm(path.dirname(file), { recursive: true });
    await untilLook();
    log.write("after");
    expect(await text()).toBe("after\n");
  });

  it("goes on in its own name when it was moved away, as other programs rotate", async () => {
    log.write("before");
    await rename(file, `${file}.old`);
    await untilLook();
    log.write("after");
    expect(await text()).toBe("after\n");
  });

  it("ends nothing when it cannot be opened, and says later how much is missing", async () => {
    await symlink(folder, path.join(folder, "logs"));
    await symlink(folder, file); // a folder in the log's place
    log.write("lost");
    log.write("lost too");
    await rm(file);
    await untilLook();
    log.write("there");
    expect(await text()).toMatch(/^2 lines are missing here, .*EISDIR.*\nthere\n$/);
  });

  it("ends nothing when the disk is full, and is taken up again", async () => {
    await symlink(folder, path.join(folder, "logs"));
    await symlink("/dev/full", file);
    log.write("lost");
    await untilLook();
    log.write("lost too");
    await rm(file);
    await untilLook();
    log.write("there");
    expect(await text()).toMatch(/^2 lines are missing here, .*ENOSPC.*\nthere\n$/);
    expect(existsSync(`${file}.1`)).toBe(false);
  });
});
