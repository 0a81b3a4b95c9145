import { WaybillError } from "../core/errors.ts";
import { hasCause } from "./fault-causes.ts";

/**
 * Error kinds of Prisma's PostgreSQL driver for a server that cannot be reached or used now, or a transaction whose
 * connection is gone. Source: @prisma/driver-adapter-utils 7, `Error`; @prisma/adapter-pg 7, `convertDriverError`.
 */
const AWAY_KINDS: readonly unknown[] = [
  "DatabaseNotReachable",
  "ConnectionClosed",
  "SocketTimeout",
  "TlsConnectionError",
  "TooManyConnections",
  "AuthenticationFailed",
  "DatabaseAccessDenied",
  "DatabaseDoesNotExist",
  "TransactionAlreadyClosed",
];
/**
 * Prisma: authentication failed, unreachable, timed out, no such database, access denied, TLS, connection closed,
 * transaction gone, no connection free, no transaction in time, conflict or deadlock, too many connections. Source:
 * @prisma/client 7, runtime.
 */
const AWAY_CODES: readonly unknown[] = [
  "P1000",
  "P1001",
  "P1002",
  "P1003",
  "P1008",
  "P1010",
  "P1011",
  "P1017",
  "P1018",
  "P2024",
  "P2028",
  "P2034",
  "P2037",
];
/**
 * PostgreSQL: connection exceptions, authentication failed, no such database, shutting down or starting up, disk full
 * or other resources exhausted, read-only after a failover, a transaction ended because it was idle or took too long,
 * lock timeout, serialisation failure, deadlock. Source: PostgreSQL 18, appendix A.
 */
const AWAY_SQLSTATE = /^(08\w{3}|28\w{3}|3D000|57P0[1-5]|53\w{3}|25006|25P0[34]|55P03|40001|40P01)$/;
/** Errors of sockets and name lookups. Source: errno(3), Node.js "Common system errors", getaddrinfo(3). */
const AWAY_SOCKET: readonly unknown[] = [
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENETDOWN",
  "ENOTFOUND",
  "EAI_AGAIN",
];
/**
 * Errors without a code. A connection that broke while idle reports it at the next statement, with its own message.
 * Source: pg 8, lib/client.js and lib/connection.js; pg-pool 3, index.js; Prisma's transaction manager.
 */
const AWAY_WORDS = new RegExp(
  [
    "connection terminated",
    "has encountered a connection error and is not queryable",
    "client was closed and is not queryable",
    "cannot use a pool after calling end",
    "timeout exceeded when trying to connect",
    "^timeout expired$",
    "query read timeout",
    "received unexpected \\w+ message from backend",
    "does not support SSL connections",
    "error establishing an SSL connection",
    "server (has )?closed the connection",
    "unable to start a transaction",
    "transaction already closed",
    "transaction not found",
  ].join("|"),
  "i",
);

/**
 * Whether this error means that the database is temporarily away, whatever the operation was. Errors that Waybill
 * classified as faults of the request or the content are taken at their word; a system error may have the database's as
 * its cause, as when a list of files breaks off while they are stored.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof WaybillError && error.entry.family !== "system") return false;
  if (error instanceof WaybillError && error.code === "database_unavailable") return true;
  return hasCause(
    error,
    ({ kind, code, errorCode, originalCode, message }) =>
      AWAY_KINDS.includes(kind) ||
      [code, errorCode, originalCode].some(isAwayCode) ||
      (typeof message === "string" && AWAY_WORDS.test(message)),
  );
}

/** PostgreSQL: lock timeout, serialisation failure, deadlock. Prisma: conflict or deadlock. Sources as above. */
const CONFLICT_CODES: readonly unknown[] = ["55P03", "40001", "40P01", "P2034"];

/** Whether the statement was rolled back because of a row that others had: nothing of it was done, and the server is there. */
export function isConflict(error: unknown): boolean {
  return hasCause(error, ({ code, errorCode, originalCode }) =>
    [code, errorCode, originalCode].some((one) => CONFLICT_CODES.includes(one)),
  );
}

/** PostgreSQL: data exceptions, program limits exceeded. Source: PostgreSQL 18, appendix A. */
const DATA_SQLSTATE = /^(22|54)\w{3}$/;

/** Whether the database refused what it was given, as it would each time: a value it has no form for, or too much of it. */
export function isDataRefused(error: unknown): boolean {
  return hasCause(error, ({ code, errorCode, originalCode }) =>
    [code, errorCode, originalCode].some((one) => typeof one === "string" && DATA_SQLSTATE.test(one)),
  );
}

function isAwayCode(code: unknown): boolean {
  if (typeof code !== "string") return false;
  return AWAY_CODES.includes(code) || AWAY_SOCKET.includes(code) || AWAY_SQLSTATE.test(code);
}
