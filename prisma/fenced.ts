import { DutyLost, type HeldDuty } from "../core/sequencer/duties.ts";
import type { Db } from "./client.ts";
import type { Prisma } from "./generated/client.ts";
import type { Sql } from "./sql.ts";
import { isDutyLost, requiringDuty } from "./store/duty.ts";

/** A statement that begins so writes nothing: what writes in a WITH clause must be at the top. */
const READS = /^[\s(]*SELECT\b/i;
/** What a model is asked without writing. */
const ASKS = /^(find|count|aggregate|groupBy)/;

/**
 * The database as the holder of a duty uses it: whatever writes is a transaction that PostgreSQL commits only while the duty
 * is that of the term. Reading costs what it does without. Transactions of Prisma's own and writing through models are
 * refused, since their COMMIT is a message of its own: a process stopped just before it would keep the duty locked.
 * Errors: DutyLost; then nothing of it was kept.
 */
export function fencedBy(db: Db, duty: HeldDuty): Db {
  const lastly = requiringDuty(duty);
  const transact: Db["transact"] = async (work) => {
    try {
      return await db.transact(work, lastly);
    } catch (error) {
      throw isDutyLost(error) ? new DutyLost(duty) : error;
    }
  };
  const own: Sql & Pick<Db, "transact"> = {
    transact,
    $queryRaw: (text, ...values) =>
      READS.test(textOf(text))
        ? db.$queryRaw(text, ...values)
        : transact((tx) => tx.$queryRaw(text, ...values)),
    $executeRaw: (text, ...values) => transact((tx) => tx.$executeRaw(text, ...values)),
  };
  return new Proxy(db, {
    get(target, name) {
      if (Object.hasOwn(own, name)) return Reflect.get(own, name);
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value === "object" && value !== null) return readOnly(value);
      return refused(name);
    },
  });
}

function textOf(text: TemplateStringsArray | Prisma.Sql): string {
  return "raw" in text ? (text[0] ?? "") : text.text;
}

function readOnly(model: object): object {
  return new Proxy(model, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      return typeof value !== "function" || ASKS.test(String(name)) ? value : refused(name);
    },
  });
}

function refused(name: string | symbol) {
  return () => {
    throw new Error(`A duty writes by transact and statements only, not by ${String(name)}.`);
  };
}
