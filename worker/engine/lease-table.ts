/** What a wake-up is about: a row of one of the tables worked under a lease. */
export const KINDS = ["batch", "job", "mail", "callback", "lane", "check"] as const;
export type Kind = (typeof KINDS)[number];

/** A wake-up: look at this row now. It carries ids only; whether there is anything to do is read from the database. */
export type Wake = { readonly kind: Kind; readonly id: string };

/** A row due for a worker. `fence` changes with every lease taken; rows with a `key` share one waiting wake-up per key. */
export type DueRow = {
  readonly id: string;
  readonly fence: bigint;
  readonly overdueMs: number;
  readonly key: string | null;
};

export type Lease = { readonly fence: bigint; readonly kills: number };

/** The leases as the engine sees them; bound to the database in worker/wiring.ts. */
export type LeaseTable = {
  /** `onLocked`: another transaction has the row; ask again soon. */
  take(kind: Kind, id: string, onLocked?: () => void): Promise<Lease | undefined>;
  /** Of the row that is due next, whichever it is. */
  takeNext(kind: Kind): Promise<(Lease & { readonly id: string }) | undefined>;
  /** `kept`: the ids still held; `locked`: those of them that could not be prolonged yet. */
  renew(
    kind: Kind,
    held: readonly { readonly id: string; readonly fence: bigint }[],
  ): Promise<{ readonly kept: ReadonlySet<string>; readonly locked: readonly string[] }>;
  release(
    kind: Kind,
    row: { readonly id: string; readonly fence: bigint; readonly dueInMs: number | null },
  ): Promise<void>;
  due(kind: Kind, most: number): Promise<readonly DueRow[]>;
};
