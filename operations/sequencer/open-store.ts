import { randomUUID } from "node:crypto";
import type { CoordinationStore, OrderLog } from "../../core/sequencer/ports.ts";
import type { Timing } from "../../core/sequencer/timing.ts";
import type { Sql } from "../../prisma/sql.ts";
import { installationId } from "../../prisma/store/installation.ts";
import { agreeOnStore } from "../../prisma/store/sequencer-replay.ts";
import { GONE_MS } from "./identity.ts";
import { replayedStore } from "./replayed-store.ts";
import { postgresStore } from "./store.ts";

type Options = {
  readonly db: Sql;
  readonly order: OrderLog | undefined;
  readonly timing: Timing;
  /** Hears of lanes that can move now and that no publication's answer names. */
  readonly onWaking: (laneIds: readonly string[]) => void;
};

/**
 * The store of a node that is to begin: `order`, or without one PostgreSQL. All nodes have to have the same, or two beats
 * would follow the same one; so the register says which one it follows, and refuses beats of the other.
 * @throws Error: nodes that may have another one are there
 */
export async function openStore({ db, order, timing, onWaking }: Options): Promise<CoordinationStore> {
  const store = order ? "etcd" : "postgres";
  if (!(await agreeOnStore(db, store, GONE_MS)))
    throw new Error(
      `SEQUENCER_STORE is ${store} here and something else in other workers: this one takes part in the order once they have stopped`,
    );
  return order
    ? replayedStore({ db, log: order, of: await installationId(db, randomUUID()), timing, onWaking })
    : postgresStore(db, timing);
}
