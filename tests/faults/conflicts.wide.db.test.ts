import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { knownError } from "../../lib/problem.ts";
import { connect, type Db } from "../../prisma/client.ts";
import { takeLease, takeNextLease } from "../../prisma/store/lease.ts";
import { connect as connectPlainly } from "../../scripts/db/connect.ts";
import { openDice } from "../chaos/dice.ts";
import { makeLane } from "../lanes/make-lanes.ts";
import { type TestDatabase, testDatabase } from "../setup/database.ts";

/** F16: 8 claimers at once where every transaction is SERIALIZABLE, and transactions that lock the same rows crosswise. */
const CLAIMERS = 8;
const LANES = 40;
const LENGTH = { leaseMs: 60_000, lastMs: 60_000 };
const LANE = {
  ordering: "serial",
  width: 1,
  startsWhen: "accepted",
  isRepository: true,
  isHeld: false,
  isHalted: false,
  isPaused: false,
} as const;

let database: TestDatabase;
let clients: Db[];
/** What was tried again: SQLSTATE by SQLSTATE. */
let conflicts: string[];

beforeAll(async () => {
  database = await testDatabase();
  // only a superuser sets how soon a deadlock is looked for
  const url = new URL(database.ownerUrl);
  url.searchParams.set("options", "-c default_transaction_isolation=serializable -c deadlock_timeout=20ms");
  clients = Array.from({ length: CLAIMERS }, (_, place) =>
    connect(url.href, {
      max: 2,
      name: `claimer-${place}`,
      onConflict: (error) =>
        conflicts.push(/40001|40P01/.exec(JSON.stringify(error) + String(error))?.[0] ?? "other"),
    }),
  );
});

beforeEach(() => {
  conflicts = [];
});

afterAll(async () => {
  await Promise.all(clients.map((client) => client.$disconnect()));
  await database.drop();
});

async function makeDueLanes(count: number): Promise<string[]> {
  const [db] = clients;
  if (!db) throw new Error("no client");
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push((await makeLane(db, LANE, [])).laneId);
  await db.$executeRaw`UPDATE lane SET due_at = clock_timestamp() WHERE id = ANY(${ids}::text[])`;
  return ids;
}

describe("8 claimers with SERIALIZABLE", () => {
  it("claim each lane once, by taking what is next", async () => {
    const ids = await makeDueLanes(LANES);
    const claimed = await Promise.all(
      clients.map(async (db, place) => {
        const mine: string[] = [];
        for (;;) {
          const lease = await takeNextLease(db, "lane", { owner: `claimer-${place}`, ...LENGTH });
          if (!lease) return mine;
          mine.push(lease.id);
        }
      }),
    );
    expect(claimed.flat().sort()).toEqual([...ids].sort());
  });

  it("claim each lane once, all asking for the same: whoever finds it locked is told and does not wait", async () => {
    const ids = await makeDueLanes(LANES);
    const locker = await connectPlainly(database.url);
    let told = 0;
    const onLocked = () => {
      told += 1;
    };
    const claimAll = async (id: string) => {
      const leases = await Promise.all(
        clients.map((db, place) =>
          takeLease(db, "lane", { id, owner: `claimer-${place}`, onLocked, ...LENGTH }),
        ),
      );
      return leases.filter((lease) => lease !== undefined);
    };
    for (const id of ids) {
      await locker.query("BEGIN");
      await locker.query("UPDATE lane SET touched = touched + 1 WHERE id = $1", [id]);
      told = 0;
      expect(await claimAll(id)).toEqual([]);
      expect(told).toBe(CLAIMERS);
      await locker.query("COMMIT");
      // all at once: the row is changed under those that have begun, which none of them may overlook
      expect(await claimAll(id)).toHaveLength(1);
      expect(await claimAll(id)).toEqual([]);
    }
    await locker.end();
  });

  it("claim each lane once although it was changed after they had begun: their failures are tried again and unseen", async () => {
    const ids = await makeDueLanes(4);
    const [changer] = clients;
    if (!changer) throw new Error("no client");
    for (const id of ids) {
      let begun = 0;
      let allHaveBegun = () => {};
      const changed = new Promise<void>((resolve) => {
        allHaveBegun = resolve;
      }).then(() => changer.$executeRaw`UPDATE lane SET touched = touched + 1 WHERE id = ${id}`);
      const claiming = Promise.all(
        clients.map((db, place) =>
          db.$transaction(async (tx) => {
            await tx.$queryRaw`SELECT FROM lane WHERE id = ${id}`;
            begun += 1;
            if (begun === CLAIMERS) allHaveBegun();
            await changed;
            return takeLease(tx, "lane", { id, owner: `claimer-${place}`, ...LENGTH });
          }),
        ),
      );
      expect((await claiming).filter((lease) => lease !== undefined)).toHaveLength(1);
    }
    expect(conflicts.filter((state) => state === "40001").length).toBeGreaterThanOrEqual(
      CLAIMERS * ids.length,
    );
  });
});

describe("transactions that lock the same rows crosswise", () => {
  /** Raises both lanes' numbers in an order a dice chose, waiting in between, so that others come between them. */
  const raise = (db: Db, ids: readonly string[]) =>
    db.$transaction(
      async (tx) => {
        for (const id of ids) {
          await tx.$executeRaw`UPDATE lane SET touched = touched + 1 WHERE id = ${id}`;
          await sleep(2);
        }
      },
      { isolationLevel: "ReadCommitted", maxWait: 10_000, timeout: 10_000 },
    );

  it("are all done in the end; who is out of tries is told to come again, never of a fault", async () => {
    const seed = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 1e6));
    console.log(`seed ${seed}`);
    const dice = openDice(seed);
    const [one = "", two = ""] = await makeDueLanes(2);
    let [done, refused] = [0, 0];
    await Promise.all(
      clients.map(async (db) => {
        for (let times = 0; times < 5; times += 1) {
          const order = dice.roll() < 0.5 ? [one, two] : [two, one];
          await raise(db, order).then(
            () => {
              done += 1;
            },
            (error: unknown) => {
              refused += 1;
              expect(knownError(error).code).toBe("database_unavailable");
            },
          );
        }
      }),
    );
    expect(conflicts).toContain("40P01");
    const [db] = clients;
    const rows = await db?.lane.findMany({ where: { id: { in: [one, two] } }, select: { touched: true } });
    expect(rows?.map(({ touched }) => Number(touched))).toEqual([done, done]);
    expect(done + refused).toBe(5 * CLAIMERS);
    expect(done).toBeGreaterThan(2 * CLAIMERS);
  });
});
