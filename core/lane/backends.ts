import { LEDGER_BACKENDS } from "../ledger/ports.ts";

/**
 * What a lane's batches end in: the repository's pipeline, or one of the ledgers. The database's enum has the same
 * words (prisma/parity.ts). Source: docs/glossary.md, "backend".
 */
export const LANE_BACKENDS = ["repository", ...LEDGER_BACKENDS] as const;
export type LaneBackend = (typeof LANE_BACKENDS)[number];
