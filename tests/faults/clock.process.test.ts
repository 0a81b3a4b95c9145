import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeBatches } from "../fixtures/ledger/sign.ts";
import { all, type LedgerLane } from "../lanes/ledger-lane.ts";
import { until } from "../pipeline/until.ts";
import type { WorkerProcess } from "../pipeline/worker-process.ts";
import { checkOrder } from "../servers/fake-ledger/check-order.ts";
import { clockEnv, setClock } from "../setup/faketime.ts";
import { openSite, type Site } from "./site.ts";

/**
 * F26: three workers whose clocks are off, one of them set back in the middle, beside one whose clock is right, on the
 * same lanes. Seconds ahead of the true time, at first and later on.
 */
const CLOCKS = [
  [600, 600],
  [-90, -90],
  [0, -3_600],
] as const;

const NOTHING = { lost: [], duplicated: [], outOfOrder: [], overlap: [], late: [], unexpected: [] };
/** So long that no busy machine keeps a worker from renewing. */
const CLAIM_MS = 6_000;
const [WINDOW_MS, GRACE_MS] = [1_000, 1_500];
/** How much later than it may a busy machine does it: less than any clock is off. */
const SLACK_MS = 20_000;
const SETTINGS = {
  tries: 2,
  pauseFirstMs: 1_000,
  postTimeoutMs: 100_000,
  delayWindowMs: WINDOW_MS * 20,
  graceMs: GRACE_MS * 20,
};
const namesOf = (kind: string, count: number) =>
  Array.from({ length: count }, (_, place) => `${kind}-${place}`);
const BUSY = namesOf("busy", 4);
const FORGOT = namesOf("forgot", 4);
/** Two for each worker, each of whom works two lanes at a time. */
const SLOW = namesOf("slow", 8);

let site: Site;
let files: readonly string[];
let wrong: readonly WorkerProcess[];

beforeAll(async () => {
  site = await openSite([...BUSY, ...FORGOT, ...SLOW], {
    CLAIM_MS: String(CLAIM_MS),
    CLAIM_LAST_MS: String(2 * CLAIM_MS),
    LANES_AT_ONCE: "2",
  });
  files = CLOCKS.map((_, place) => path.join(site.installation.folder, `clock-${place}`));
  await setClocks(0);
  [wrong] = await Promise.all([Promise.all(files.map((file) => site.start(clockEnv(file)))), site.start()]);
});

afterAll(() => site?.close());

async function setClocks(phase: 0 | 1): Promise<void> {
  await Promise.all(CLOCKS.map((clock, place) => setClock(files[place] ?? "", clock[phase])));
}

/** When the ledger heard of a lane's batches, by what happened then. */
const times = (name: string, event: string) =>
  site.ledger.log.filter((entry) => entry.service === name && entry.event === event).map(({ at }) => at);

async function submit(names: readonly string[], batches: number): Promise<readonly LedgerLane[]> {
  const lanes = await Promise.all(names.map((name) => site.lane(name, SETTINGS)));
  await Promise.all(lanes.map((lane, place) => lane.submit(makeBatches(names[place] ?? "", batches))));
  return lanes;
}

const untilAll = (lanes: readonly LedgerLane[], isIt: Parameters<LedgerLane["until"]>[0]) =>
  Promise.all(lanes.map((lane) => lane.until(isIt, 30_000)));

/** Looks at every claim while `act` runs: how long the longest had to go, by the database's clock. */
async function longestClaim(act: () => Promise<unknown>): Promise<number> {
  let [longest, isOver] = [0, false];
  const look = async () => {
    while (!isOver) {
      const [row] = await site.installation.ctx.db.$queryRaw<{ ms: number | null }[]>`
        SELECT max(extract(epoch FROM lease_until - clock_timestamp()) * 1000)::float8 AS ms FROM lane`;
      longest = Math.max(longest, row?.ms ?? 0);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  };
  const looking = look();
  await act().finally(() => {
    isOver = true;
  });
  await looking;
  return longest;
}

/** How often each of the workers whose clocks are off handed a batch over. */
const attemptsByWrong = async (laneIds: readonly string[]) => {
  const { db } = site.installation.ctx;
  const attempts = await db.attempt.findMany({ where: { laneId: { in: [...laneIds] } } });
  return wrong.map(({ pid }) => attempts.filter(({ instance }) => instance.includes(`-${pid}-`)).length);
};

/** How far off the clock of a worker is, in seconds, as its last log line shows. */
function offsetOf({ lines }: WorkerProcess): number {
  const { time } = JSON.parse(lines.at(-1) ?? "{}") as { time?: string | number };
  return (new Date(time ?? Number.NaN).getTime() - Date.now()) / 1_000;
}

const expectOffsets = (phase: 0 | 1) => {
  for (const [place, worker] of wrong.entries())
    expect(Math.abs(offsetOf(worker) - (CLOCKS[place]?.[phase] ?? Number.NaN))).toBeLessThan(30);
};

it("their log lines show how far off they are", () => expectOffsets(0));

it("the delay window, the grace time and the length of a claim are the database's", async () => {
  for (const service of BUSY) site.ledger.control({ fault: "busy", service, times: SETTINGS.tries });
  for (const service of FORGOT) site.ledger.control({ fault: "stuck", service, times: 1 });
  const longest = await longestClaim(async () => {
    const [busy, forgot] = await Promise.all([submit(BUSY, 2), submit(FORGOT, 2)]);
    await untilAll(forgot, ([one]) => one?.status === "Pending");
    for (const service of FORGOT) site.ledger.control({ fault: "lose-pending", service });
    await setClocks(1);
    await untilAll([...busy, ...forgot], all("Committed"));
    const by = await attemptsByWrong([...busy, ...forgot].map(({ laneId }) => laneId));
    console.log(`handed over by workers whose clocks are off: ${by.join(", ")}`);
    expect(Math.min(...by)).toBeGreaterThan(0);
  });
  for (const name of BUSY) {
    const waited = (times(name, "arrived")[0] ?? 0) - (times(name, "refused").at(-1) ?? Number.NaN);
    expect(waited).toBeGreaterThanOrEqual(WINDOW_MS);
    expect(waited).toBeLessThan(WINDOW_MS + SLACK_MS);
  }
  for (const name of FORGOT) {
    const [first = Number.NaN, again = Number.NaN] = times(name, "arrived");
    const forgotten = times(name, "forgotten")[0] ?? Number.NaN;
    expect(again).toBeGreaterThanOrEqual(first + GRACE_MS);
    expect(again).toBeLessThan(Math.max(first + GRACE_MS, forgotten) + SLACK_MS);
  }
  expect(longest).toBeGreaterThan(0);
  // a claim's end is kept in whole milliseconds, the clock it is compared with in microseconds
  expect(longest).toBeLessThanOrEqual(CLAIM_MS + 1);
  const lanes = await site.installation.ctx.db.lane.aggregate({ _sum: { breaks: true, kills: true } });
  expect(lanes).toEqual({ _sum: { breaks: 0, kills: 0 } });
});

it("what they leave behind when they are killed is taken over, once", async () => {
  for (const service of SLOW) site.ledger.control({ fault: "slow", service, ms: 1_500 });
  const lanes = await submit(SLOW, 1);
  await until(
    async () => SLOW.every((name) => times(name, "arrived").length > 0) || "not all have arrived",
    10_000,
  );
  // told to stop first, so that a last line shows how far off they are by now
  const saw = wrong.map(({ lines }) => lines.length);
  for (const worker of wrong) worker.kill("SIGTERM");
  await until(
    async () => wrong.every(({ lines }, place) => lines.length > (saw[place] ?? 0)) || "no last line",
    5_000,
  );
  expectOffsets(1);
  for (const worker of wrong) worker.kill("SIGKILL");
  expect(await Promise.all(wrong.map(({ ended }) => ended))).toEqual(["SIGKILL", "SIGKILL", "SIGKILL"]);
  const by = await attemptsByWrong(lanes.map(({ laneId }) => laneId));
  expect(by.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
  await untilAll(lanes, all("Committed"));
  expect(SLOW.map((name) => times(name, "arrived").length)).toEqual(SLOW.map(() => 1));
  const expected = Object.fromEntries(SLOW.map((name) => [name, makeBatches(name, 1)]));
  const log = site.ledger.log.filter(({ service }) => SLOW.includes(service));
  expect(checkOrder(log, expected)).toEqual(NOTHING);
});
