import { Pool } from "undici";

/** One request of a client; `path` with its query. */
export type Ask = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
};

/**
 * Clients that POST one request after another for `ms`, each over a connection of its own that it keeps.
 * @throws Error when an answer is not 202
 */
export async function postFor(
  url: string,
  { clients, ms, ask }: { readonly clients: number; readonly ms: number; readonly ask: () => Ask },
): Promise<{ readonly answered: number; readonly perSecond: number }> {
  const pool = new Pool(new URL(url).origin, { connections: clients, pipelining: 1 });
  const began = performance.now();
  let answered = 0;
  const client = async () => {
    while (performance.now() - began < ms) {
      const { path, headers, body } = ask();
      const answer = await pool.request({ method: "POST", path, headers, body });
      const text = await answer.body.text();
      if (answer.statusCode !== 202) throw new Error(`answered ${answer.statusCode}: ${text.slice(0, 500)}`);
      answered += 1;
    }
  };
  try {
    await Promise.all(Array.from({ length: clients }, client));
    return { answered, perSecond: answered / ((performance.now() - began) / 1000) };
  } finally {
    await pool.close();
  }
}

/** One POST by itself. */
export async function postOnce(url: string, body: Uint8Array): Promise<void> {
  const answer = await fetch(url, { method: "POST", body: Buffer.from(body) });
  await answer.text();
  if (answer.status !== 202) throw new Error(`answered ${answer.status}`);
}
