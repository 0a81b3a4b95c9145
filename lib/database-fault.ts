import { hasCause } from "./fault-causes.ts";

/** What Prisma's PostgreSQL driver calls a server that cannot be reached or used now. */
const AWAY_KINDS: readonly unknown[] = [
  "DatabaseNotReachable",
  "ConnectionClosed",
  "SocketTimeout",
  "TlsConnectionError",
  "TooManyConnections",
  "AuthenticationFailed",
  "DatabaseDoesNotExist",
];
/** Prisma: unreachable, timed out, connection closed, no connection free, no transaction in time, conflict or deadlock. */
const AWAY_CODES: readonly unknown[] = [
  "P1001",
  "P1002",
  "P1008",
  "P1017",
  "P2024",
  "P2028",
  "P2034",
  "P2037",
];
/**
 * PostgreSQL: connection exceptions, not let in, no such database, shutting down or starting, disk full or out of other
 * resources, read-only after a failover, a transaction ended since it stood still, a lock waited for too long,
 * serialisation failure, deadlock.
 */
const AWAY_SQLSTATE = /^(08\w{3}|28\w{3}|3D000|57P0[1-5]|53\w{3}|25006|25P03|55P03|40001|40P01)$/;
const AWAY_WORDS =
  /connection terminated|timeout exceeded when trying to connect|unable to start a transaction/i;

/** Is this error the database being away for now, whatever was asked of it? */
export function isDatabaseAway(error: unknown): boolean {
  return hasCause(
    error,
    ({ kind, code, originalCode, message }) =>
      AWAY_KINDS.includes(kind) ||
      AWAY_CODES.includes(code) ||
      [code, originalCode].some(isAwayState) ||
      (typeof message === "string" && AWAY_WORDS.test(message)),
  );
}

function isAwayState(code: unknown): boolean {
  return (
    typeof code === "string" && (AWAY_SQLSTATE.test(code) || code === "ECONNREFUSED" || code === "ECONNRESET")
  );
}
