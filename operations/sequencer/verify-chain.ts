import type { ChainVerification } from "../../core/contracts/sequencer-views.ts";
import {
  type ChainEpoch,
  type ChainFault,
  epochFault,
  positionsFault,
  type Reached,
  START,
} from "../../core/sequencer/chain.ts";
import type { Verifier } from "../../core/sequencer/receipt.ts";
import type { Sql } from "../../prisma/sql.ts";
import { findEpoch, listEpochs, listItems, MOST_ITEMS, readChainEnd } from "../../prisma/store/sequencer.ts";
import type { Context } from "../context.ts";
import { openVerifier } from "./verifier.ts";

/** Epochs read at a time, and items: what is in memory at any time. */
const EPOCHS = 200;

/** `after`: the last epoch that is taken to be good; 0: from the start. `forMs`: when it stops, at the next epoch. */
export type ChainRange = { readonly after: number; readonly forMs: number };

/**
 * Reads epochs and items in their order and compares hashes, positions and signatures, until something is wrong, the time is
 * over, or the end is reached that the register named at the beginning.
 */
export async function verifyChain(
  { db }: Pick<Context, "db">,
  { after, forMs }: ChainRange,
): Promise<ChainVerification> {
  const until = performance.now() + forMs;
  const end = await readChainEnd(db);
  const begun: Reached = (after > 0 && (await findEpoch(db, after))) || START;
  let reached = begun;
  let [epochs, unsigned] = [0, 0];
  let fault: ChainFault | undefined;
  for await (const found of walk(db, begun, end)) {
    ({ reached, fault } = found);
    epochs += found.epochs;
    unsigned += found.unsigned;
    if (performance.now() > until) break;
  }
  return {
    from: begun.last + 1,
    epochs,
    items: reached.last - begun.last,
    unsigned,
    reached: { seq: reached.seq, position: reached.last },
    end: end.position,
    isWhole: fault === undefined && reached.last >= end.position,
    fault: fault ?? null,
  };
}

/** What a group of epochs is found to be. `reached`: the last one that is good; `fault`: then it is the last group. */
type Found = {
  readonly reached: Reached;
  readonly epochs: number;
  readonly unsigned: number;
  readonly fault: ChainFault | undefined;
};
type End = { readonly position: number; readonly hash: string };

async function* walk(db: Sql, begun: Reached, end: End): AsyncGenerator<Found> {
  const verifier = await openVerifier(db);
  let reached = begun;
  for (;;) {
    const page = await listEpochs(db, reached.seq, EPOCHS);
    const lastSigned = page.findLast(({ signature }) => signature !== null)?.seq ?? 0;
    for (const group of groupsOf(page)) {
      const { good, fault } = await verifyGroup(db, { reached, group, end, lastSigned }, verifier);
      reached = good.at(-1) ?? reached;
      const unsigned = good.filter(({ signature }) => signature === null).length;
      yield { reached, epochs: good.length, unsigned, fault };
      if (fault) return;
    }
    if (page.length < EPOCHS) break;
  }
  yield { reached, epochs: 0, unsigned: 0, fault: endFault(reached, end.position) };
}

/** Epochs that follow each other, with at most MOST_ITEMS items together, or one. */
function* groupsOf(page: readonly ChainEpoch[]): Generator<readonly ChainEpoch[]> {
  let group: ChainEpoch[] = [];
  for (const epoch of page) {
    const first = group[0]?.first ?? epoch.first;
    if (group.length > 0 && epoch.last - first >= MOST_ITEMS) {
      yield group;
      group = [];
    }
    group.push(epoch);
  }
  if (group.length > 0) yield group;
}

type Group = {
  readonly reached: Reached;
  readonly group: readonly ChainEpoch[];
  readonly end: End;
  readonly lastSigned: number;
};

async function verifyGroup(
  db: Sql,
  { reached: from, group, end, lastSigned }: Group,
  verifier: Verifier,
): Promise<{ readonly fault: ChainFault | undefined; readonly good: readonly ChainEpoch[] }> {
  // those whose positions are wrong are not asked for their items, of which there may be any number
  const right: ChainEpoch[] = [];
  let wrong: ChainFault | undefined;
  for (const epoch of group) {
    wrong = positionsFault(right.at(-1) ?? from, epoch, MOST_ITEMS);
    if (wrong) break;
    right.push(epoch);
  }
  const items = await listItems(db, right[0]?.first ?? 1, right.at(-1)?.last ?? 0);
  const good: ChainEpoch[] = [];
  for (const epoch of right) {
    const own = items.filter(({ position }) => position >= epoch.first && position <= epoch.last);
    const fault =
      epochFault(good.at(-1) ?? from, epoch, own, verifier) ??
      unsignedFault(epoch, lastSigned) ??
      registerFault(epoch, end);
    if (fault) return { fault, good };
    good.push(epoch);
  }
  return { fault: wrong, good };
}

/** Epochs are signed in their order, so one between signed ones has lost its signature. */
function unsignedFault({ seq, signature }: ChainEpoch, lastSigned: number): ChainFault | undefined {
  if (signature !== null || seq > lastSigned) return undefined;
  return { seq, kind: "signature", message: `Epoch ${seq} is not signed, although a later one is.` };
}

function registerFault({ seq, last, hash }: ChainEpoch, end: End): ChainFault | undefined {
  if (last !== end.position || hash === end.hash) return undefined;
  return {
    seq,
    kind: "end",
    message: `Epoch ${seq} is the last one, and the register has another hash for it.`,
  };
}

function endFault({ seq, last }: Reached, end: number): ChainFault | undefined {
  if (last >= end) return undefined;
  const message = `Positions up to ${end} have been given, and the last epoch there is ends with ${last}.`;
  return { seq, kind: "end", message };
}
