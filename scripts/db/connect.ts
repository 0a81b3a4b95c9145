import pg from "pg";
import { codeOf, messageOf, Problem } from "../problem.ts";

const CONNECT_TIMEOUT_MS = 10_000;

/** Opens one connection. Throws a Problem that names the server, never the password, when it is not to be had. */
export async function connect(url: string): Promise<pg.Client> {
  const client = clientOf(url);
  client.on("error", () => {});
  try {
    await client.connect();
    return client;
  } catch (cause) {
    throw new Problem(sentenceOf(client, cause), { cause });
  }
}

function clientOf(url: string): pg.Client {
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) {
    throw new Problem("DATABASE_URL is not an address such as postgresql://user:password@host:5432/name.");
  }
  return new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
}

function sentenceOf({ host, port, database, user }: pg.Client, cause: unknown): string {
  const where = `the database ${database} at ${host}:${port}`;
  switch (codeOf(cause)) {
    case "28P01":
    case "28000":
      return `The server refused to let ${user} in to ${where}: check user name and password in DATABASE_URL.`;
    case "3D000":
      return `The server at ${host}:${port} has no database ${database}: make it, or correct DATABASE_URL.`;
    default:
      return `Nothing can be reached as ${where} (${reasonOf(cause)}): check DATABASE_URL and that the server runs.`;
  }
}

/** Where a name has several addresses Node's own message is empty and the reasons lie inside. */
function reasonOf(cause: unknown): string {
  const inner = cause instanceof AggregateError ? cause.errors[0] : cause;
  return messageOf(inner);
}
