import type { Ledger, LedgerBackend } from "../../core/ledger/ports.ts";
import type { LaneSteps } from "../../prisma/store/lane/gathered.ts";

/** The outside world, as working a lane needs it. */
export type LanePorts = {
  readonly ledgers: Readonly<Record<LedgerBackend, Ledger>>;
  /** The statements of every step, shared with other lanes of this process. */
  readonly steps: LaneSteps;
  /** Whether working storage has room for new batches to begin. */
  readonly isStorageOpen: () => Promise<boolean>;
  readonly faultPoint: (name: string) => Promise<void>;
  /** The name of this process, for its attempts. */
  readonly instance: string;
  /** A number from 0 to 1, for pauses. */
  readonly roll: () => number;
};
