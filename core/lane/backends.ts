import { LEDGER_BACKENDS } from "../ledger/ports.ts";

/**
 * Where a lane's batches end up: in the repository's pipeline or in a ledger. The database's enum has the same values
 * (prisma/parity.ts). Source: docs/glossary.md, "backend".
 */
export const LANE_BACKENDS = ["repository", ...LEDGER_BACKENDS] as const;
export type LaneBackend = (typeof LANE_BACKENDS)[number];
