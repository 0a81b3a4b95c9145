import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createLog } from "../../lib/log.ts";
import { LeaseKeeper } from "./lease-keeper.ts";
import type { LeaseTable } from "./lease-table.ts";

const LEASE_MS = 15_000;
const log = createLog("silent", "test");
let keeper: LeaseKeeper;
afterEach(() => keeper.stop());

/** A database that says everything is still held: only the clocks show a loss. */
const CONTENT: LeaseTable = {
  take: async () => undefined,
  takeNext: async () => undefined,
  renew: async (_, held) => ({ kept: new Set(held.map(({ id }) => id)), locked: [] }),
  release: async () => undefined,
  due: async () => [],
  firstDue: async () => new Map(),
};

/** A keeper of a job's and a lane's lease, whose process is once suspended for this long by one clock or the other. */
async function afterAbsence(awayMs: readonly [waking: number, wall: number]) {
  const now: [number, number] = [1_000, 5_000_000];
  keeper = new LeaseKeeper(CONTENT, 60_000, {
    log,
    faultPoint: async () => undefined,
    leaseMs: (kind) => (kind === "lane" ? 2 * LEASE_MS : LEASE_MS),
    clocks: [() => now[0], () => now[1]],
  });
  const [job, lane] = [keeper.hold("job", "j", 1n), keeper.hold("lane", "l", 1n)];
  now[0] += awayMs[0];
  now[1] += awayMs[1];
  await sleep(400);
  return [job, lane].map(({ signal }) => (signal.aborted ? signal.reason.code : "kept"));
}

it("lets as many listen for the end of a lease as there are files under way, without a warning", async () => {
  const warnings: string[] = [];
  const hear = ({ name }: Error) => void warnings.push(name);
  process.on("warning", hear);
  keeper = new LeaseKeeper(CONTENT, 60_000, {
    log,
    faultPoint: async () => undefined,
    leaseMs: () => LEASE_MS,
  });
  const { signal } = keeper.hold("job", "j", 1n);
  for (let file = 0; file < 20; file += 1) signal.addEventListener("abort", () => undefined);
  await sleep(20);
  process.off("warning", hear);
  expect(warnings).toEqual([]);
});

const QUIET = { log, faultPoint: async () => undefined, leaseMs: () => LEASE_MS };
const codeOf = ({ aborted, reason }: AbortSignal) => (aborted ? reason.code : "kept");

it("aborts at once what was taken while the process began to stop", () => {
  keeper = new LeaseKeeper(CONTENT, 60_000, QUIET);
  const before = keeper.hold("job", "j", 1n);
  keeper.abortAll();
  const after = keeper.hold("job", "k", 1n);
  expect([before, after].map(({ signal }) => codeOf(signal))).toEqual(["shutting_down", "shutting_down"]);
});

it("counts an older lease of the same row as lost, and no other", () => {
  keeper = new LeaseKeeper(CONTENT, 60_000, QUIET);
  const held = [
    keeper.hold("lane", "l", 5n),
    keeper.hold("job", "l", 5n),
    keeper.hold("lane", "m", 5n),
    keeper.hold("lane", "l", 6n),
  ];
  expect(held.map(({ signal }) => codeOf(signal))).toEqual(["lease_lost", "kept", "kept", "kept"]);
});

it("asks again soon for leases whose rows were locked, and only for those", async () => {
  const asked: string[][] = [];
  const table: LeaseTable = {
    ...CONTENT,
    renew: async (_, held) => {
      asked.push(held.map(({ id }) => id));
      return { kept: new Set(held.map(({ id }) => id)), locked: asked.length === 1 ? ["b"] : [] };
    },
  };
  // far longer than until a locked row is asked for again, however busy the machine is
  keeper = new LeaseKeeper(table, 1_500, QUIET);
  for (const id of ["a", "b", "c"]) keeper.hold("lane", id, 1n);
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(1), { timeout: 10_000, interval: 10 });
  expect(asked.slice(0, 2)).toEqual([["a", "b", "c"], ["b"]]);
});

/** F66: what the clocks show after a machine was suspended; a real one cannot be suspended by a test. */
describe("leases of a process that was away", () => {
  it.each<[string, [number, number], string[]]>([
    ["for less than they last", [LEASE_MS - 1, LEASE_MS - 1], ["kept", "kept"]],
    ["for longer than one of them lasts", [LEASE_MS + 1, LEASE_MS + 1], ["lease_lost", "kept"]],
    [
      "on a machine that was suspended, its own clock set right later",
      [2 * LEASE_MS + 1, 0],
      ["lease_lost", "lease_lost"],
    ],
    [
      "on a paused virtual machine, which only the wall clock tells",
      [0, 3_600_000],
      ["lease_lost", "lease_lost"],
    ],
    ["or whose wall clock was set back", [0, -3_600_000], ["kept", "kept"]],
  ])("%s", async (_, awayMs, expected) => {
    expect(await afterAbsence(awayMs)).toEqual(expected);
  });
});
