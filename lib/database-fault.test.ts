import { describe, expect, it } from "vitest";
import { WaybillError } from "../core/errors.ts";
import { isConflict, isDatabaseAway, isDataRefused } from "./database-fault.ts";

const plain = (message: string, more: object = {}) => Object.assign(new Error(message), more);
const socket = (code: string, syscall: string) => plain(`${syscall} ${code}`, { code, syscall, errno: -1 });
const server = (code: string, message: string) => plain(message, { code, severity: "FATAL" });
/** As @prisma/adapter-pg throws it. */
const adapter = (cause: object) => plain("DriverAdapterError", { name: "DriverAdapterError", cause });
/** As @prisma/client throws it: a known request error, with the driver's error in `meta`. */
const known = (code: string, cause?: object) =>
  plain("Invalid `prisma.job.update()` invocation", {
    code,
    ...(cause && { meta: { driverAdapterError: adapter(cause) } }),
  });

describe("the database is unavailable", () => {
  it.each<[string, Error]>([
    // pg 8.20, lib/client.js
    ["the connection ends under a statement", plain("Connection terminated unexpectedly")],
    ["the connection is ended by us", plain("Connection terminated")],
    [
      "a statement after one that broke",
      plain("Client has encountered a connection error and is not queryable"),
    ],
    ["a statement after the end", plain("Client was closed and is not queryable")],
    ["connecting takes too long", plain("timeout expired")],
    ["an answer takes too long", plain("Query read timeout")],
    ["an answer nobody asked for", plain("Received unexpected commandComplete message from backend.")],
    // pg 8.20, lib/connection.js
    ["no TLS", plain("The server does not support SSL connections")],
    ["TLS fails", plain("There was an error establishing an SSL connection")],
    // pg-pool 3, index.js
    ["no connection is free in time", plain("timeout exceeded when trying to connect")],
    ["a new connection takes too long", plain("Connection terminated due to connection timeout")],
    ["the pool is ended", plain("Cannot use a pool after calling end on the pool")],
    // node:net, node:dns
    ["refused", socket("ECONNREFUSED", "connect")],
    ["reset", socket("ECONNRESET", "read")],
    ["written to a closed one", socket("EPIPE", "write")],
    ["silent", socket("ETIMEDOUT", "read")],
    ["no way there", socket("EHOSTUNREACH", "connect")],
    ["no network", socket("ENETUNREACH", "connect")],
    ["no name", socket("ENOTFOUND", "getaddrinfo")],
    ["no name server", socket("EAI_AGAIN", "getaddrinfo")],
    // PostgreSQL 18, appendix A
    ["shut down", server("57P01", "terminating connection due to administrator command")],
    ["crashed", server("57P02", "terminating connection because of crash of another server process")],
    ["starting", server("57P03", "the database system is starting up")],
    ["idle for too long", server("57P05", "terminating connection due to idle-session timeout")],
    ["stood still", server("25P03", "terminating connection due to idle-in-transaction timeout")],
    ["took too long", server("25P04", "terminating connection due to transaction timeout")],
    ["full", server("53300", "sorry, too many clients already")],
    ["disk full", server("53100", "could not extend file")],
    ["a proxy's word", server("08P01", "server closed the connection unexpectedly")],
    ["read-only", server("25006", "cannot execute UPDATE in a read-only transaction")],
    ["a lock", server("55P03", "canceling statement due to lock timeout")],
    ["a deadlock", server("40P01", "deadlock detected")],
    // @prisma/adapter-pg 7, convertDriverError
    ["kind: reset", adapter({ kind: "ConnectionClosed" })],
    ["kind: refused", adapter({ kind: "DatabaseNotReachable" })],
    ["kind: silent", adapter({ kind: "SocketTimeout" })],
    ["kind: TLS", adapter({ kind: "TlsConnectionError", reason: "certificate has expired" })],
    ["kind: full", adapter({ kind: "TooManyConnections" })],
    ["kind: not let in", adapter({ kind: "DatabaseAccessDenied" })],
    ["kind: transaction gone", adapter({ kind: "TransactionAlreadyClosed" })],
    ["SQLSTATE in an adapter's error", adapter({ kind: "postgres", code: "57P01", originalCode: "57P01" })],
    // @prisma/client 7, runtime
    ["P1017", known("P1017")],
    ["P1001", known("P1001")],
    ["P1018", known("P1018")],
    ["P2010 about a cut", known("P2010", { kind: "postgres", code: "57P01", message: "terminating" })],
    [
      "P2028: closed",
      plain(
        "Transaction API error: Transaction already closed: A query cannot be executed on an expired transaction.",
        {
          code: "P2028",
        },
      ),
    ],
    ["P2028: not found", plain("Transaction API error: Transaction not found.", { code: "P2028" })],
    ["an error of starting", plain("Can't reach database server", { errorCode: "P1001" })],
    ["words only, in Prisma's own", plain("Invalid invocation: Server has closed the connection.")],
    [
      "wrapped as ours",
      new WaybillError("internal", "…", { cause: plain("Connection terminated unexpectedly") }),
    ],
    [
      "behind a fault of the storage that read a list from it",
      new WaybillError("storage_failed", "…", { cause: socket("ECONNRESET", "read") }),
    ],
    ["named by us", new WaybillError("database_unavailable", "…")],
  ])("%s", (_, error) => {
    expect(isDatabaseAway(error)).toBe(true);
  });
});

describe("the database is not to blame", () => {
  it.each<[string, unknown]>([
    [
      "a source that refuses",
      new WaybillError("source_unreachable", "…", { cause: socket("ECONNREFUSED", "connect") }),
    ],
    ["a unique violation", server("23505", "duplicate key value violates unique constraint")],
    ["a mistake in SQL", server("42601", "syntax error at or near")],
    ["an aborted transaction", server("25P02", "current transaction is aborted")],
    ["a unique violation, in Prisma", known("P2002", { kind: "UniqueConstraintViolation" })],
    ["a mistake of ours", plain("Cannot read properties of undefined")],
    ["no error", undefined],
  ])("%s", (_, error) => {
    expect(isDatabaseAway(error)).toBe(false);
  });
});

describe("a row that others had", () => {
  it.each<[string, Error, boolean]>([
    ["a lock", server("55P03", "canceling statement due to lock timeout"), true],
    ["a deadlock, in the driver's error", known("P2010", { originalCode: "40P01" }), true],
    ["a conflict, as Prisma calls it", known("P2034"), true],
    [
      "a connection that ended",
      server("57P01", "terminating connection due to administrator command"),
      false,
    ],
    ["a wrong row", server("23505", "duplicate key value violates unique constraint"), false],
  ])("%s", (_, error, expected) => expect(isConflict(error)).toBe(expected));
});

describe("the database refuses what it was given", () => {
  it.each<[string, Error, boolean]>([
    ["a NUL", adapter({ kind: "postgres", code: "22021", originalCode: "22021" }), true],
    ["a time out of range", known("P2010", { kind: "postgres", originalCode: "22008" }), true],
    ["too deep", server("54001", "stack depth limit exceeded"), true],
    ["no memory", server("53200", "out of memory"), false],
    ["a row that is there", server("23505", "duplicate key value"), false],
    ["a code of Prisma's that looks like it", known("P2254"), false],
    ["nothing of the database", new WaybillError("lease_lost", "lost"), false],
  ])("%s", (_, error, isRefused) => {
    expect(isDataRefused(error)).toBe(isRefused);
  });
});
