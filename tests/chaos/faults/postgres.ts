import { setTimeout as sleep } from "node:timers/promises";
import { isCommit, isRecord } from "../../servers/fault-proxy/postgres-statements.ts";
import type { Fault } from "./fault.ts";
import { whileReadOnly } from "./read-only.ts";

/** Until the stopped client must have been ended: its time-out and some room. */
const HOLD_MS = 4_000;
const TRAP_MS = 3_000;

/** Faults of PostgreSQL, and of the way to it. */
export const POSTGRES_FAULTS: readonly Fault[] = [
  {
    name: "restart PostgreSQL",
    code: "F13",
    group: "postgres",
    weight: 1,
    inject: async (world, dice) => {
      const signal = dice.pick(["SIGINT", "SIGQUIT"] as const);
      await world.troubles.during(undefined, () => world.restartPostgres(signal));
      void world.recoveries.watch("postgres");
      return signal === "SIGINT" ? "fast" : "immediate";
    },
  },
  {
    name: "cut a worker's connection at a commit",
    code: "F14",
    group: "net",
    weight: 3,
    inject: async ({ doors, workers, troubles }, dice) => {
      const door = dice.pick(doors);
      const pid = workers[doors.indexOf(door)]?.pid;
      const cut = dice.pick(["after", "before"] as const);
      const before = door.seen.cuts;
      door.trap({ fits: (statement) => isCommit(statement) || isRecord(statement), cut });
      await troubles.during(pid, () => sleep(TRAP_MS));
      door.untrap();
      const cuts = door.seen.cuts - before;
      if (cuts === 0) throw new Error("no commit came along");
      return `${cuts} cut ${cut} it was done`;
    },
  },
  {
    name: "a client that stands still with a lane locked",
    code: "F18",
    group: "postgres",
    weight: 1,
    inject: (world, _dice, service) =>
      // a renewal is one statement for all claims of a worker: it waits for this row
      world.troubles.during(undefined, () =>
        world.withAdmin(async (client) => {
          await client.query("SET idle_in_transaction_session_timeout = 1500");
          await client.query("BEGIN");
          const { rowCount } = await client.query("SELECT FROM lane WHERE service_id = $1 FOR UPDATE", [
            service,
          ]);
          await sleep(HOLD_MS);
          const ended = await client.query("SELECT").then(
            () => "",
            (error: unknown) => (error instanceof Error ? error.message : String(error)),
          );
          if (ended === "") throw new Error("nobody ended it");
          return `${rowCount} lane locked; ${ended}`;
        }),
      ),
  },
  {
    name: "PostgreSQL takes no writes",
    code: "F19",
    group: "postgres",
    weight: 1,
    profile: "full",
    inject: async (world, dice) => {
      const ms = dice.between(500, 3_000);
      return world.troubles.during(undefined, () =>
        whileReadOnly(world, async (refusal) => {
          await sleep(ms);
          return `for ${ms} ms: ${refusal}`;
        }),
      );
    },
  },
];
