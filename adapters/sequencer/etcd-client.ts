import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { Agent, type Dispatcher, request } from "undici";

/** Where etcd is, and as whom it is asked. `urls`: its members; `caFile`: a PEM file of authorities to trust, in place of the system's. */
export type EtcdAccess = {
  readonly urls: readonly string[];
  readonly user: string;
  readonly password: string;
  readonly caFile: string | undefined;
  /** The longest a call may take. */
  readonly timeoutMs: number;
};

/** A call without a usable answer. `message` names the member, never the credentials. */
export class EtcdFailed extends Error {}

/** etcd's own code of an error, as gRPC counts them; 16: the token is not valid (any more). */
const UNAUTHENTICATED = 16;
/** Errors of a call of which nothing has reached the member. */
const NOT_SENT = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);
/** A watch that hears nothing for so long is opened again, at the next member: its own may be stopped. */
const SILENT_MS = 5_000;
const PAUSE_MS = 500;
const CONNECTIONS = 4;

/** The JSON gateway of etcd 3.4 and later. Source: etcd documentation, "gRPC gateway". */
export type EtcdClient = {
  /**
   * Calls once. Only what has reached no member goes to the next one: a call that has may have been carried out. After any
   * failure the next call goes to the next member.
   * @throws EtcdFailed
   */
  call(path: string, body: unknown): Promise<unknown>;
  /** Each line of a stream, until it is stopped; opened again whenever it ends. */
  follow(path: string, body: unknown, onLine: (line: unknown) => void): { stop(): void };
  close(): Promise<void>;
};

type Answer = { readonly status: number; readonly body: unknown };

export function openEtcd({ urls, user, password, caFile, timeoutMs }: EtcdAccess): EtcdClient {
  const ca = caFile === undefined ? undefined : readAuthorities(caFile);
  const agent = new Agent({ connections: CONNECTIONS, connect: { timeout: timeoutMs, ...(ca && { ca }) } });
  let at = 0;
  let token: string | undefined;
  const member = () => urls[at % urls.length] ?? "";
  const options = (
    body: unknown,
    timing: { readonly signal: AbortSignal; readonly bodyTimeout: number },
  ) => ({
    method: "POST" as const,
    headers: { "content-type": "application/json", ...(token && { authorization: token }) },
    body: JSON.stringify(body),
    dispatcher: agent,
    headersTimeout: timeoutMs,
    ...timing,
  });
  const send = async (path: string, body: unknown): Promise<Answer> => {
    const signal = AbortSignal.timeout(timeoutMs);
    for (let tried = 1; ; tried += 1) {
      const url = member();
      try {
        return await read(await request(urlOf(url, path), options(body, { signal, bodyTimeout: timeoutMs })));
      } catch (error) {
        at += 1;
        if (tried < urls.length && NOT_SENT.has(codeOf(error))) continue;
        throw new EtcdFailed(`etcd at ${url} gave no answer (${codeOf(error)})`);
      }
    }
  };
  const login = async () => {
    // with one that has ended even this would be refused
    token = undefined;
    const answer = await send("/v3/auth/authenticate", { name: user, password });
    token = field(answer.body, "token");
    if (token === undefined) throw refused("does not accept ETCD_USER and ETCD_PASSWORD", answer);
  };
  const call = async (path: string, body: unknown): Promise<unknown> => {
    if (user !== "" && token === undefined) await login();
    let answer = await send(path, body);
    if (user !== "" && codeIn(answer) === UNAUTHENTICATED) {
      // tokens end; what was refused for that was not carried out
      await login();
      answer = await send(path, body);
    }
    if (answer.status === 200) return answer.body;
    at += 1;
    throw refused("refused a call", answer);
  };
  const followOnce = async (
    path: string,
    body: unknown,
    onLine: (line: unknown) => void,
    stop: AbortSignal,
  ) => {
    if (user !== "" && token === undefined) await login();
    const response = await request(
      urlOf(member(), path),
      options(body, { signal: stop, bodyTimeout: SILENT_MS }),
    );
    for await (const line of linesOf(response.body)) onLine(JSON.parse(line));
  };
  return {
    call,
    follow: (path, body, onLine) => {
      const stop = new AbortController();
      void (async () => {
        while (!stop.signal.aborted) {
          // why it ended tells nothing that the next call does not find out
          await followOnce(path, body, onLine, stop.signal).catch(() => undefined);
          await pause(PAUSE_MS, undefined, { signal: stop.signal, ref: false }).catch(() => undefined);
        }
      })();
      return { stop: () => stop.abort() };
    },
    close: () => agent.destroy(),
  };

  function refused(what: string, answer: Answer): EtcdFailed {
    return new EtcdFailed(`etcd ${what}: ${field(answer.body, "message") ?? `status ${answer.status}`}`);
  }
}

function readAuthorities(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new Error(`ETCD_CA_FILE cannot be read (${codeOf(error)}): ${file}`);
  }
}

async function read({ statusCode, body }: Dispatcher.ResponseData): Promise<Answer> {
  const text = await body.text();
  try {
    return { status: statusCode, body: JSON.parse(text) };
  } catch {
    return { status: statusCode === 200 ? 502 : statusCode, body: undefined };
  }
}

async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines.filter((line) => line !== "");
  }
}

function urlOf(member: string, path: string): URL {
  return new URL(path, member);
}

function field(body: unknown, name: string): string | undefined {
  const value: unknown = typeof body === "object" && body !== null ? Reflect.get(body, name) : undefined;
  return typeof value === "string" ? value : undefined;
}

function codeIn({ body }: Answer): unknown {
  return typeof body === "object" && body !== null ? Reflect.get(body, "code") : undefined;
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
