import type { ReadRequests } from "./weather.ts";

/** Bytes of a message's head: its type and its length, which counts itself. */
const HEAD = 5;
const [QUERY, PARSE, BIND] = ["Q", "P", "B"].map((letter) => letter.charCodeAt(0));

/**
 * Reads the text of each statement a client of PostgreSQL executes; of a prepared one by its name. Only on connections
 * whose application name begins with `application`. Not for TLS. Source: PostgreSQL 15, 55.7 Message Formats.
 */
export function postgresStatements(application = ""): ReadRequests {
  const texts = new Map<string, string>();
  let rest = Buffer.alloc(0);
  let isStarted = false;
  let isMeant = true;
  const read = (type: number | undefined, body: Buffer): string[] => {
    const [first = "", second = ""] = words(body);
    if (type === QUERY) return [first];
    if (type === PARSE) texts.set(first, second);
    return type === BIND ? [texts.get(second) ?? ""] : [];
  };
  /** The next whole message, if there is one: its type, and its body. The first one has no type. */
  const next = (): { type: number | undefined; body: Buffer } | undefined => {
    const head = isStarted ? HEAD : HEAD - 1;
    const end = rest.length < head ? Infinity : rest.readUInt32BE(head - 4) + head - 4;
    if (rest.length < end) return undefined;
    const message = { type: isStarted ? rest[0] : undefined, body: rest.subarray(head, end) };
    rest = rest.subarray(end);
    return message;
  };
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const found: string[] = [];
    for (let message = next(); message; message = next()) {
      const { type, body } = message;
      if (!isStarted) isMeant = body.includes(application === "" ? "" : `application_name\0${application}`);
      else if (isMeant) found.push(...read(type, body));
      isStarted = true;
    }
    return found;
  };
}

/** The texts at the beginning of a message, each ended by a zero. */
function words(body: Buffer): string[] {
  const first = body.indexOf(0);
  const second = body.indexOf(0, first + 1);
  return [body.toString("utf8", 0, first), second < 0 ? "" : body.toString("utf8", first + 1, second)];
}

/** The end of a transaction that keeps what it did. */
export const isCommit = (statement: string): boolean => /^commit\b/i.test(statement.trim());

/** The statement that takes signed batches for a lane, which is its own transaction (prisma/store/batch/accept.ts). */
export const isSignedAccept = (statement: string): boolean => /INSERT INTO ledger_batch/.test(statement);

/** A statement that is its own transaction and writes down an attempt or its answer (prisma/store/attempt). */
export const isRecord = (statement: string): boolean =>
  /INSERT INTO attempt|UPDATE attempt SET\s+answered_at/.test(statement);
