import type { Action } from "../../core/access/roles.ts";
import type { HoldDecision } from "../../core/hold/decide-batch.ts";
import type { HoldsOver } from "../../core/hold/decide-release.ts";
import type { Hold } from "../../core/hold/hold.ts";
import type { Change } from "../../prisma/changes.ts";
import type { Sql } from "../../prisma/sql.ts";
import type { NewEvent } from "../../prisma/store/event.ts";
import type { HeldRow } from "../../prisma/store/hold/hold.ts";
import type { Context } from "../context.ts";

/** Where something that can be held belongs; this never changes. */
export type Place = {
  readonly row: HeldRow;
  /** The collection whose rights are needed; undefined: rights over everything. */
  readonly collectionId?: string;
  /** What its events name. */
  readonly names: Pick<NewEvent, "batchId" | "jobId" | "details">;
  /** The change published when it is held or released. */
  readonly change: Change;
};

/** Its locked row. `state`: of a batch or job. */
export type Standing = { readonly hold: Hold | null; readonly state?: string };

/** Who acts and why, as recorded on whatever is stopped or goes on. */
export type By = { readonly actor: string; readonly reason: string };

/**
 * What differs between the things that can be held. What they share, in one order, is in engine.ts: find, allow, lock,
 * decide, set, event, audit, publish, view.
 */
export type Scope<P extends Place, S extends Standing, View> = {
  readonly needs: Action;
  /** The message for a thing that does not exist or is hidden from the actor; the two must not differ. */
  readonly unknown: string;
  readonly find: (ctx: Context, id: string) => Promise<P | undefined>;
  /** Locks it in the order of lockCollectionHold; undefined: it has gone. */
  readonly lock: (tx: Sql, place: P) => Promise<S | undefined>;
  readonly decideHold: (standing: S) => HoldDecision;
  /** Stops what the hold is to stop. Called with `decideHold`'s "move" as `moves`. Returns what the audit adds. */
  readonly stop: (
    tx: Sql,
    at: At<P, S>,
    by: By & { readonly moves: boolean; readonly hold: Hold },
  ) => Promise<Stopped>;
  /** Locks the holds over it, before `lock`; null for those that cannot exist. */
  readonly lockOver: (tx: Sql, place: P) => Promise<HoldsOver>;
  /** Lets everything go on that only this hold stopped. `stays`: it remains Held because of a hold over it. */
  readonly goOn: (
    tx: Sql,
    at: At<P, S> & { readonly over: HoldsOver },
    by: By & { readonly stays: boolean },
  ) => Promise<WentOn>;
  readonly view: (ctx: Context, id: string) => Promise<View>;
};

type At<P, S> = { readonly place: P; readonly standing: S };

/** `told`: an event of its own, such as a move, already records it. `after`: what the audit adds to the hold. */
export type Stopped = { readonly told: boolean; readonly after: object };
export type WentOn = Stopped & {
  readonly batches?: readonly string[];
  readonly jobs?: readonly string[];
};

export const NOTHING_OVER: HoldsOver = { batch: null, collection: null, intake: null };
