import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { knownError } from "../../lib/problem.ts";
import { placeHold } from "../../operations/hold/place.ts";
import { connect, type Db } from "../../prisma/client.ts";
import { makeLaneScene } from "../factories/lane-scene.ts";
import { type TestContext, testContext } from "../factories/test-context.ts";

/** F18: a client that was stopped while it holds a row. */
const IDLE_MS = 1_500;
const reason = "a stopped client";

let test: TestContext;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  test = await testContext();
});

afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await test.end();
});

/** Starts a client that locks the lane and stops itself; resolves when the system says that it is stopped. */
async function stopHolder(laneId: string, idleMs: number): Promise<ChildProcess> {
  const words = ["--import", "tsx", "tests/faults/lock-holder.ts", test.url, laneId, String(idleMs)];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  children.add(child);
  await once(child.stdout, "data");
  await vi.waitFor(async () => expect(await stateOf(child)).toBe("T"), 5_000);
  return child;
}

/** One letter, `T` for stopped. Source: proc(5). */
async function stateOf({ pid }: ChildProcess): Promise<string | undefined> {
  return /^State:\s+(\w)/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1];
}

const holders = () =>
  test.ctx.db.$queryRaw<{ state: string }[]>`
    SELECT state FROM pg_stat_activity WHERE application_name = 'waybill-holder' AND datname = current_database()`;

async function withDb<Result>(
  patience: { lockMs: number },
  act: (db: Db) => Promise<Result>,
): Promise<Result> {
  const db = connect(test.url, { max: 1, name: "waiter", ...patience });
  try {
    return await act(db);
  } finally {
    await db.$disconnect();
  }
}

describe("a client stopped in the middle of a transaction that has locked a lane", () => {
  it("is ended by PostgreSQL once it stood still for long enough, and who waited goes on", async () => {
    const { laneId, serviceId } = await makeLaneScene(test.ctx.db);
    const child = await stopHolder(laneId, IDLE_MS);
    expect(await holders()).toEqual([{ state: "idle in transaction" }]);
    const began = performance.now();
    const lane = await withDb({ lockMs: 10_000 }, (db) =>
      placeHold({ ...test.ctx, db }, { on: "lane", id: serviceId, reason }),
    );
    expect(lane.held?.reason).toBe(reason);
    expect(performance.now() - began).toBeLessThan(IDLE_MS + 3_000);
    expect(await holders()).toEqual([]);
    expect(await stateOf(child)).toBe("T");
  });

  it("keeps nobody waiting longer than a lock may take: the waiter is told to come again", async () => {
    const { laneId, serviceId } = await makeLaneScene(test.ctx.db);
    const child = await stopHolder(laneId, 60_000);
    const began = performance.now();
    const error: unknown = await withDb({ lockMs: 500 }, (db) =>
      placeHold({ ...test.ctx, db }, { on: "lane", id: serviceId, reason }).then(
        () => undefined,
        (thrown: unknown) => thrown,
      ),
    );
    expect(performance.now() - began).toBeLessThan(4_000);
    expect(knownError(error)).toMatchObject({ code: "database_unavailable" });
    expect(await holders()).toEqual([{ state: "idle in transaction" }]);
    child.kill("SIGKILL");
    await vi.waitFor(async () => expect(await holders()).toEqual([]), 5_000);
    expect((await placeHold(test.ctx, { on: "lane", id: serviceId, reason })).held?.reason).toBe(reason);
  });
});

it("every connection of Waybill's has its time-outs", async () => {
  const shown = await withDb(
    { lockMs: 10_000 },
    (db) =>
      db.$queryRaw<{ name: string; setting: string }[]>`
      SELECT name, setting FROM pg_settings
      WHERE name IN ('idle_in_transaction_session_timeout', 'lock_timeout', 'statement_timeout') ORDER BY name`,
  );
  expect(shown.map(({ name, setting }) => [name, Number(setting)])).toEqual([
    ["idle_in_transaction_session_timeout", 30_000],
    ["lock_timeout", 10_000],
    ["statement_timeout", 120_000],
  ]);
});
