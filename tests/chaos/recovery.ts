import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "../../prisma/client.ts";
import type { LogEntry } from "../servers/fake-ledger/log.ts";
import type { FakeLedger } from "../servers/fake-ledger/start.ts";

const LOOK_MS = 50;
const PATIENCE_MS = 15_000;

export type Recovered = "kill" | "redis" | "postgres" | "ledger";

/** After how many ms it went on, for each thing that was away. `kill`: claims of killed workers. */
export class Recoveries {
  readonly #ledger: FakeLedger;
  readonly ms: Readonly<Record<Recovered, number[]>> = { kill: [], redis: [], postgres: [], ledger: [] };

  constructor(ledger: FakeLedger) {
    this.#ledger = ledger;
  }

  /** Measures from now until the next batch arrives at the ledger; nothing when none does, as when all is done. */
  async watch(what: Recovered, isMeant: (entry: LogEntry) => boolean = () => true): Promise<void> {
    const began = performance.now();
    for (let from = this.#ledger.log.length; performance.now() - began < PATIENCE_MS; ) {
      const entries = this.#ledger.log.slice(from);
      const first = entries.find((entry) => entry.event === "arrived" && isMeant(entry));
      if (first) {
        this.ms[what].push(Math.max(0, first.at - began));
        return;
      }
      from += entries.length;
      await sleep(LOOK_MS);
    }
  }
}

/** Watches the claims a worker had when it was killed until none is its own any more. */
export async function watchRecovery(
  { ctx: { db }, recoveries }: { readonly ctx: { readonly db: Db }; readonly recoveries: Recoveries },
  pid: number,
): Promise<void> {
  const began = performance.now();
  const owner = `-${pid}-`;
  let open = (
    await db.lane.findMany({ where: { leaseOwner: { contains: owner } }, select: { id: true } })
  ).map(({ id }) => id);
  while (open.length > 0 && performance.now() - began < PATIENCE_MS) {
    await sleep(LOOK_MS);
    const still = await db.lane.findMany({
      where: { id: { in: open }, leaseOwner: { contains: owner } },
      select: { id: true },
    });
    const ms = performance.now() - began;
    for (let gone = open.length - still.length; gone > 0; gone -= 1) recoveries.ms.kill.push(ms);
    open = still.map(({ id }) => id);
  }
}
