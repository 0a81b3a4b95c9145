import { OrderLost } from "../../core/sequencer/order.ts";
import type { OrderLog } from "../../core/sequencer/ports.ts";
import type { Sql } from "../../prisma/sql.ts";
import { type Register, readRegister, replayBeat } from "../../prisma/store/sequencer-replay.ts";

/** Beats that are read at a time. */
const AT_A_TIME = 100;

/**
 * Gives the positions that an order log has decided, up to the beat `upTo`, one beat after the other. Any number of
 * processes may do so at the same time, and any of them may die: each beat is replayed once.
 * @returns the register as it stands then
 * @throws OrderLost: a beat is not kept any more, or the database has not what it orders
 */
export async function replay(db: Sql, log: OrderLog, upTo: number): Promise<Register> {
  let register = await readRegister(db, false);
  while (register.reached.seq < upTo) {
    const { seq } = register.reached;
    const beats = await log.list(seq, AT_A_TIME);
    const [next] = beats;
    if (next?.seq !== seq + 1) throw new OrderLost("rotated", seq + 1);
    for (const beat of beats) if ((await replayBeat(db, beat)) === undefined) break;
    register = await readRegister(db, false);
    // neither this process nor another one could
    if (register.reached.seq === seq) throw new OrderLost("items", seq + 1);
  }
  return register;
}
