import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { connect } from "../../scripts/db/connect.ts";
import { execute } from "../../scripts/db/database.ts";
import { type Database, openDatabase } from "../../scripts/start/open-database.ts";
import type { Stopping } from "../../scripts/start/stop.ts";
import { fill, withSmallDisk } from "../chaos/small-disk.ts";

const MIB = 1_048_576;
/** Half of it is the ballast: 64 MiB. */
const RESERVE = 128 * MIB;
/** Longer than the test: nobody looks between the first time and a death. */
const NEVER_MS = 3_600_000;
const WAL_BYTES = 4_000_000;
const soon = { timeout: 60_000, interval: 200 };

/** What `npm start` stops by, without signals and npm. */
function stopping(): Stopping {
  const asked = new AbortController();
  const stops: (() => Promise<void>)[] = [];
  return {
    signal: asked.signal,
    hurry: new AbortController().signal,
    asked: new Promise<void>(() => {}),
    add: (stop) => void stops.push(stop),
    stopAll: async () => {
      asked.abort();
      for (let stop = stops.pop(); stop; stop = stops.pop()) await stop();
    },
  };
}

/** A database on a disk of its own that other programs fill; its log lies elsewhere. */
class Site {
  readonly disk: string;
  readonly folder: string;
  readonly logs: string;
  readonly lookMs: number;
  #stopping = stopping();
  #url = "";
  #fillers: string[] = [];

  constructor(disk: string, logs: string, lookMs: number) {
    this.lookMs = lookMs;
    this.disk = disk;
    this.folder = path.join(disk, "postgres");
    this.logs = logs;
  }

  get hasBallast(): boolean {
    return existsSync(path.join(this.folder, "ballast"));
  }

  async start(): Promise<Database> {
    const { folder, logs, lookMs } = this;
    this.#stopping = stopping();
    const database = await openDatabase({
      folder,
      logs,
      reserveBytes: RESERVE,
      lookMs,
      stopping: this.#stopping,
    });
    database.keepAlive();
    this.#url = database.ownerUrl;
    return database;
  }

  stop(): Promise<void> {
    return this.#stopping.stopAll();
  }

  run(sql: string): Promise<void> {
    return execute(this.#url, sql);
  }

  async count(): Promise<number> {
    const client = await connect(this.#url);
    try {
      return (await client.query<{ count: number }>("select count(*)::int from kept")).rows[0]?.count ?? 0;
    } finally {
      await client.end();
    }
  }

  async fill(): Promise<void> {
    const filler = path.join(this.disk, `filler-${this.#fillers.length}`);
    this.#fillers.push(filler);
    await fill(filler);
  }

  async empty(): Promise<void> {
    for (const filler of this.#fillers.splice(0)) await rm(filler, { force: true });
  }

  log(): Promise<string> {
    return readFile(path.join(this.logs, "postgres.log"), "utf8");
  }
}

async function onSite(act: (site: Site) => Promise<void>, lookMs = 500): Promise<void> {
  const logs = await mkdtemp(path.join(os.tmpdir(), "waybill-logs-"));
  try {
    await withSmallDisk("400m", { uid: 0, gid: 0 }, async (disk) => {
      const site = new Site(disk, logs, lookMs);
      try {
        await site.start();
        await site.run("create table kept (word text); insert into kept values ('before')");
        await vi.waitFor(() => expect(site.hasBallast).toBe(true), soon);
        await act(site);
      } finally {
        await site.stop();
      }
    });
  } finally {
    await rm(logs, { recursive: true, force: true });
  }
}

/** Writes to the database's own log until that finds no more room and the server ends. */
async function writeUntilItEnds(site: Site): Promise<void> {
  const emit = `select pg_logical_emit_message(true, 'filler', repeat('x', ${WAL_BYTES}))`;
  for (let writes = 0; writes < 100; writes += 1) {
    const failure: unknown = await site.run(emit).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (failure !== undefined) return;
  }
  throw new Error("400 MB went into a log for which there was no room");
}

test("a disk that others fill costs nothing: the ballast, then a wait, then everything goes on by itself", () =>
  onSite(async (site) => {
    await site.fill();
    await vi.waitFor(() => expect(site.hasBallast).toBe(false), soon);
    await site.run("insert into kept values ('with the ballast')");

    await site.fill();
    await writeUntilItEnds(site);
    await vi.waitFor(async () => expect(await site.log()).toMatch(/PANIC.*No space left on device/), soon);
    await vi.waitFor(
      async () => expect(await site.log()).toMatch(/PostgreSQL cannot start, since the disk of .* is full/),
      soon,
    );

    await site.empty();
    await vi.waitFor(() => site.run("insert into kept values ('after')"), soon);
    expect(await site.count()).toBe(3);
    await vi.waitFor(() => expect(site.hasBallast).toBe(true), soon);
    expect(await site.log()).toMatch(/The embedded PostgreSQL ended by itself: .*It is started again/);
  }));

test("a server that panics before anybody looked has the ballast and recovers on a disk that stays full", () =>
  onSite(async (site) => {
    await site.fill();
    await writeUntilItEnds(site);
    await vi.waitFor(() => site.run("insert into kept values ('on a full disk')"), soon);
    expect(await site.count()).toBe(2);
    expect(await site.log()).toMatch(/PANIC.*No space left on device/);
    expect(site.hasBallast).toBe(false);
  }, NEVER_MS));

test("a start on a full disk comes up with the ballast, and without one says what to do", () =>
  onSite(async (site) => {
    await site.stop();
    await site.fill();
    await site.start();
    await site.run("insert into kept values ('second start')");
    expect(await site.count()).toBe(2);
    expect(site.hasBallast).toBe(false);

    await site.stop();
    await site.fill();
    await expect(site.start()).rejects.toThrow(
      `PostgreSQL cannot start, since the disk of ${site.folder} is full. Make room there, at least 50 MB; then start again.`,
    );
    await site.stop();
    await site.empty();
    await site.start();
    expect(await site.count()).toBe(2);
  }));
