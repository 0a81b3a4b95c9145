import type {
  ChainVerification,
  SequencerNodeView,
  SequencerView,
} from "../../core/contracts/sequencer-views.ts";
import { isLate } from "../../core/sequencer/late.ts";
import { count, counted } from "../display/amount.model.ts";

/** How much of a node's key is shown: enough to tell a few apart. */
const SHORT = 8;

/** A node's name on the page: the first signs of its key. */
export function nodeName(key: string): string {
  return key.slice(0, SHORT);
}

/** What a worker has to reach to give positions. */
const STORE_WORDS: Readonly<Record<SequencerView["store"], string>> = {
  postgres: "the database",
  etcd: "the database and etcd",
};

/** Whether positions are being given, and what it means if not. */
export type Standing = {
  readonly kind: "good" | "warning" | "info";
  readonly title: string;
  readonly text: string;
};

export function standingOf({ writer, waiting, tickMs, ring, store }: SequencerView): Standing {
  if (!writer)
    return {
      kind: "info",
      title: "Nothing has been ordered yet.",
      text: "A worker begins as soon as it has started. Deposits are accepted in the meantime.",
    };
  if (isLate(writer, tickMs))
    return {
      kind: "warning",
      title: "Nobody is giving positions.",
      text: `${waitingWords(waiting)} Deposits are accepted and processed all the same; they get their positions once a worker reaches ${STORE_WORDS[store]} again.`,
    };
  return {
    kind: "good",
    title: waiting.count === 0 ? "Everything accepted has its position." : waitingWords(waiting),
    text:
      ring.length < 2
        ? "One worker is running. If it ends, positions are given once it has started again."
        : `${counted(ring.length, "worker")} are running. If the one that gives the positions ends, another takes over.`,
  };
}

function waitingWords({ count: waiting, isMore }: SequencerView["waiting"]): string {
  if (waiting === 0) return "Nothing is waiting for a position.";
  const many = isMore ? `More than ${count(waiting)} deposits` : counted(waiting, "deposit");
  return `${many} ${waiting === 1 ? "is" : "are"} waiting for a position.`;
}

/** What a node does, or would do. */
export function placeWords({ distance, isAskedToStepDown }: SequencerNodeView): string {
  if (distance === null) return "Waiting to begin";
  if (distance === 0)
    return isAskedToStepDown ? "Gives the positions, is stepping down" : "Gives the positions";
  return distance === 1
    ? "Takes over first"
    : `Takes over if ${counted(distance - 1, "worker")} before it cannot`;
}

/** How often positions are given. */
export function periodWords({ period }: { readonly period: number }, tickMs: number): string {
  const ms = Math.round(period * tickMs);
  return period === 1 ? `every ${count(ms)} ms` : `every ${count(ms)} ms while nothing arrives`;
}

/** The age of a beat in ticks. */
export function ticksWords(ageMs: number, tickMs: number): string {
  const ticks = Math.floor(ageMs / tickMs);
  return ticks < 1 ? "less than a tick" : counted(ticks, "tick");
}

/** What a verification has found, so far or in all. `epochs` and `items` are those of all its parts together. */
export function chainWords({ epochs, items, fault, isWhole, end, reached }: ChainVerification): string {
  const good = `${counted(epochs, "epoch")} with ${counted(items, "item")}`;
  if (fault) return `Damaged: ${fault.message} Intact before it: ${good}.`;
  if (!isWhole) return `Intact so far: ${good}. Position ${count(reached.position)} of ${count(end)}.`;
  return end === 0 ? "There is nothing to verify yet." : `Intact: ${good}.`;
}

/** A part of a verification added to those before. */
export function added(before: ChainVerification | undefined, part: ChainVerification): ChainVerification {
  if (!before) return part;
  return {
    ...part,
    from: before.from,
    epochs: before.epochs + part.epochs,
    items: before.items + part.items,
    unsigned: before.unsigned + part.unsigned,
  };
}
