import { z } from "zod";
import { DUTIES, DutyLost, type DutyName, type HeldDuty, type Memory } from "../../core/sequencer/duties.ts";
import { setDutyDone, setDutyMemory, type TakenDuty, takeDuties } from "../../prisma/store/duty.ts";
import type { Context } from "../context.ts";
import { underDuty } from "./under.ts";

/** A node's uninterrupted stint as the writer. */
export type Stint = { readonly holder: string; readonly term: number };

/** A duty that has been taken: what it runs with. */
export type Taken = {
  /** How long ago it was last done, if that is kept; null: never. */
  readonly doneMs: number | null;
  /** Fenced: what it writes is kept only while the duty is that of the stint. */
  readonly ctx: Context;
  readonly memory: Memory;
  /** Records that it was done now. Errors, as of the memory: DutyLost. */
  done(): Promise<void>;
};

/** Told causes as they are kept; anything else counts as nothing told. */
const Told = z.array(z.string()).catch([]);

/**
 * Takes all duties for a stint, so that whoever had them before can keep nothing more.
 * @returns undefined: not all of them could be taken, since the stint is over or a later one has some
 */
export async function takeAllDuties(
  ctx: Context,
  stint: Stint,
): Promise<ReadonlyMap<DutyName, Taken> | undefined> {
  const rows = new Map((await takeDuties(ctx.db, stint)).map((row) => [row.name, row]));
  if (rows.size < DUTIES.length) return undefined;
  const { term } = stint;
  return new Map(DUTIES.map((name) => [name, takenOf(ctx, { name, term }, rows.get(name))]));
}

function takenOf(plain: Context, duty: HeldDuty, row: TakenDuty | undefined): Taken {
  const { db } = plain;
  let told: ReadonlySet<string> = new Set(Told.parse(row?.memory));
  const memory: Memory = {
    recall: () => told,
    keep: async (now) => {
      if (now.size === told.size && [...now].every((one) => told.has(one))) return;
      if (!(await setDutyMemory(db, duty, [...now]))) throw new DutyLost(duty);
      told = now;
    },
  };
  const done = async () => {
    if (!(await setDutyDone(db, duty))) throw new DutyLost(duty);
  };
  return { ctx: underDuty(plain, duty), memory, doneMs: row?.doneMs ?? null, done };
}
