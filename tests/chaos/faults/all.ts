import { CLOCK_FAULTS } from "./clock.ts";
import { DOOMED_BATCH } from "./doomed-batch.ts";
import type { Fault } from "./fault.ts";
import { HOLD_FAULTS } from "./holds.ts";
import { LEDGER_FAULTS } from "./ledger.ts";
import { MAIL_FAULTS } from "./mail.ts";
import { POSTGRES_FAULTS } from "./postgres.ts";
import { REDIS_FAULTS } from "./redis.ts";
import { STORAGE_FAULTS } from "./storage.ts";
import { TWICE_FAULTS } from "./twice.ts";
import { WORKER_FAULTS } from "./workers.ts";

export const FAULTS: readonly Fault[] = [
  ...WORKER_FAULTS,
  ...HOLD_FAULTS,
  ...TWICE_FAULTS,
  ...REDIS_FAULTS,
  ...POSTGRES_FAULTS,
  ...CLOCK_FAULTS,
  ...STORAGE_FAULTS,
  ...MAIL_FAULTS,
  ...DOOMED_BATCH,
  ...LEDGER_FAULTS,
];

/**
 * What every run must have done, as far as the run is what does it; F16 and F17 have tests of their own. See
 * docs/reference/faults.md.
 */
export const LISTED = [
  ...[
    "F01",
    "F02",
    "F04",
    "F07",
    "F08",
    "F13",
    "F14",
    "F18",
    "F24",
    "F25",
    "F26",
    "F27",
    "F31",
    "F33",
    "F34",
  ],
  ...["F35", "F36", "F38", "F39", "F45", "F46", "F52", "F59", "F62", "F65"],
] as const;
