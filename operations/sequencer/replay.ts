import { type OrderedBeat, OrderLost, OtherStore } from "../../core/sequencer/order.ts";
import type { OrderLog } from "../../core/sequencer/ports.ts";
import type { Sql } from "../../prisma/sql.ts";
import { type Register, readRegister, replayBeat } from "../../prisma/store/sequencer-replay.ts";

type Source = {
  readonly db: Sql;
  readonly log: OrderLog;
  /** The installation's id. */
  readonly of: string;
  /** Hears of lanes that can move now, since a batch of theirs has got its position. */
  readonly onWaking: (laneIds: readonly string[]) => void;
};

/** Beats that are read at a time. */
const AT_A_TIME = 100;

/**
 * Gives the positions that an order log has decided, up to the beat `upTo`, one beat after the other. Any number of
 * processes may do so at the same time, and any of them may die: each beat is replayed once.
 * @returns the register as it stands then
 * @throws OrderLost: a beat is not kept any more, is another installation's, or the database has not what it orders;
 * OtherStore
 */
export async function replay(source: Source, upTo: number): Promise<Register> {
  const { db, log } = source;
  let register = await readFollowing(db, false);
  while (register.reached.seq < upTo) {
    const { seq } = register.reached;
    const beats = await log.list(seq, AT_A_TIME);
    if (beats[0]?.seq !== seq + 1) throw new OrderLost("rotated", seq + 1);
    await replayEach(source, beats);
    register = await readFollowing(db, false);
    // neither this process nor another one could
    if (register.reached.seq === seq) throw new OrderLost("items", seq + 1);
  }
  return register;
}

/** Replays beats until one cannot be. */
async function replayEach({ db, of, onWaking }: Source, beats: readonly OrderedBeat[]): Promise<void> {
  for (const beat of beats) {
    if (beat.of !== of) throw new OrderLost("foreign", beat.seq);
    const replayed = await replayBeat(db, beat);
    if (!replayed) return;
    if (replayed.waking.length > 0) onWaking(replayed.waking);
  }
}

/** readRegister, of a register that follows an order log. @throws OtherStore: it does not */
export async function readFollowing(db: Sql, withWaiting: boolean): Promise<Register> {
  const register = await readRegister(db, withWaiting);
  if (register.store !== "etcd") throw new OtherStore("etcd");
  return register;
}
