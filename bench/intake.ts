import { randomBytes } from "node:crypto";
import { makeBatch, makeBatchList, makeTransaction, testKey } from "../tests/fixtures/ledger/sign.ts";
import { type BareWeb, startBareWeb } from "./bare-web.ts";
import { type Ask, postFor } from "./clients.ts";
import { type Costs, costsOf, plus, printCosts } from "./costs.ts";
import { orderedIntake } from "./intake-order.ts";
import { type BenchProduct, startBenchProduct } from "./product.ts";
import { printInTurns } from "./turns.ts";

const CLIENTS = 8;
const MS = 3_000;
/** Both processes are twice as fast after some thousand requests as at first. */
const WARM_UPS = 2;
const BODY = "application/octet-stream";
/** More than are sent in one pass: signing takes longer than sending. */
const SIGNED = 4_000;
const REFERENCE = "a bare Next route that writes the body to the disk and syncs it";

/**
 * Deposits and ledger batches taken by the web process, beside a route that does the least: no worker runs, so that
 * what is measured is the taking; and ledger batches while a worker gives positions. Each pass has a lane of its own.
 */
export async function intake(): Promise<void> {
  const bare = await startBareWeb();
  const product = await startBenchProduct({ workers: 0 });
  try {
    await deposits(product, bare);
    await ledgerBatches(product, bare);
  } finally {
    await product.stop();
    await bare.stop();
  }
}

async function deposits(product: BenchProduct, bare: BareWeb): Promise<void> {
  const body = () => randomBytes(1024);
  const takes = async (pass: number) => {
    const name = `deposits-${pass}`;
    await product.addCollection(name);
    const path = `/api/v1/batches?collection=${name}&filename=one.bin&type=file`;
    return () => ({ path, headers: headersOf(product), body: body() });
  };
  await measure(product, bare, {
    what: ["deposit", `deposits of 1 KB taken, ${CLIENTS} clients`, "deposits/s"],
    takes,
    bare: () => () => ({ path: "/", headers: { "content-type": BODY }, body: body() }),
  });
}

async function ledgerBatches(product: BenchProduct, bare: BareWeb): Promise<void> {
  const lists = signed(SIGNED);
  const into = (lane: string) => {
    const next = lists.values();
    const path = `/api/v1/lanes/${lane}/batches`;
    return () => ({ path, headers: headersOf(product), body: taken(next.next()) });
  };
  const takes = async (pass: number) => {
    const name = `ledger-${pass}`;
    await product.addCollection(name, "sawtooth");
    return into(name);
  };
  await measure(product, bare, {
    what: ["ledger batch", `ledger batches taken, one a request, ${CLIENTS} clients`, "batches/s"],
    takes,
    bare: () => {
      const next = lists.values();
      return () => ({ path: "/", headers: { "content-type": BODY }, body: taken(next.next()) });
    },
  });
  await orderedIntake(product, {
    clients: CLIENTS,
    // the web is warm by now, the worker is not
    warmUps: 1,
    takes: into,
    send: (ask) => send(product.url, ask),
  });
}

type Intake = {
  /** One of it, the figure's name and its unit. */
  readonly what: readonly [string, string, string];
  /** The requests of a pass, into a lane of its own. */
  readonly takes: (pass: number) => Promise<() => Ask>;
  readonly bare: () => () => Ask;
};

async function measure(
  product: BenchProduct,
  bare: BareWeb,
  { what, takes, bare: bareAsk }: Intake,
): Promise<void> {
  const [one, name, unit] = what;
  let spent: Costs | undefined;
  let count = 0;
  await printInTurns({
    name,
    unit,
    warmUps: WARM_UPS,
    measure: async (pass) => {
      const ask = await takes(pass);
      if (pass < WARM_UPS) return (await send(product.url, ask)).perSecond;
      const { result, costs } = await costsOf(product.spenders("web"), () => send(product.url, ask));
      spent = plus(spent, costs);
      count += result.answered;
      return result.perSecond;
    },
    reference: {
      name: REFERENCE,
      measure: async () => (await send(bare.url, bareAsk())).perSecond,
    },
  });
  if (spent) printCosts(`a ${one}`, count, spent, "the web");
}

function send(url: string, ask: () => Ask) {
  return postFor(url, { clients: CLIENTS, ms: MS, ask });
}

function headersOf({ token }: BenchProduct): Ask["headers"] {
  return { authorization: `Bearer ${token}`, "content-type": BODY };
}

/** Lists of one batch each, all of the same transaction. */
function signed(count: number): readonly Uint8Array[] {
  const key = testKey("bench");
  return Array.from({ length: count }, (_, place) =>
    makeBatchList([makeBatch({ key, transactions: [makeTransaction({ key, nonce: `${place}` })] })]),
  );
}

function taken({ done, value }: IteratorResult<Uint8Array>): Uint8Array {
  if (done) throw new Error("there are too few signed batches for a pass");
  return value;
}
