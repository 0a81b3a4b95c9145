import type { Leased } from "../../core/leased.ts";

/** The kind of row a wake-up names. */
export type Kind = Leased;

/** A wake-up: look at this row now. It carries ids only; the database says whether there is anything to do. */
export type Wake = { readonly kind: Kind; readonly id: string };

/** The same, or without an id: at whichever row of the kind is due next. */
export type Ask = Wake | { readonly kind: Kind; readonly id?: undefined };

/** A row due for a worker. `fence` changes with every lease taken; rows with a `key` share one waiting wake-up per key. */
export type DueRow = {
  readonly id: string;
  readonly fence: bigint;
  readonly overdueMs: number;
  readonly key: string | null;
};

export type Lease = { readonly fence: bigint; readonly kills: number };

/** Leases as the engine sees them; connected to the database in worker/wiring.ts. */
export type LeaseTable = {
  /** `onLocked`: another transaction has the row; ask again soon. */
  take(kind: Kind, id: string, onLocked?: () => void): Promise<Lease | undefined>;
  /** Takes the lease of whichever row is due next. */
  takeNext(kind: Kind): Promise<(Lease & { readonly id: string }) | undefined>;
  /** `kept`: the ids still held; `locked`: those of them that could not be renewed yet. */
  renew(
    kind: Kind,
    held: readonly { readonly id: string; readonly fence: bigint }[],
  ): Promise<{ readonly kept: ReadonlySet<string>; readonly locked: readonly string[] }>;
  release(
    kind: Kind,
    row: { readonly id: string; readonly fence: bigint; readonly dueInMs: number | null },
  ): Promise<void>;
  due(kind: Kind, most: number): Promise<readonly DueRow[]>;
  /** The first of them of each kind. */
  firstDue(): Promise<ReadonlyMap<Kind, Pick<DueRow, "id" | "overdueMs">>>;
};
