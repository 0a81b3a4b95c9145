import type { Ledger, LedgerBackend } from "../../core/ledger/ports.ts";

/** What working a lane takes from the outside world. */
export type LanePorts = {
  readonly ledgers: Readonly<Record<LedgerBackend, Ledger>>;
  /** Whether working storage lets new batches begin. */
  readonly isStorageOpen: () => Promise<boolean>;
  readonly faultPoint: (name: string) => Promise<void>;
  /** This process, in the attempts it makes. */
  readonly instance: string;
  /** A number from 0 to 1, for pauses. */
  readonly roll: () => number;
};
